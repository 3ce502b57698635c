//! What is said, in whole sentences.

use lianzhu::engine::Reply;
use lianzhu::eval::win_rate;
use lianzhu::game::{Color, Outcome, PlayError, Point, Rules};
use lianzhu::notation::{Column, Vertex, vertices};
use lianzhu::player::{Level, PlayerKind};
use lianzhu::search::{Report, mate_distance};

use super::Ended;
use super::face::Found;
use super::table::{Ending, Seat, Table, Turn};

/// How many moves of a line are said.
const LINE: usize = 6;

/// The words that one leaves with.
pub const LEAVE: &[&str] = &["quit", "exit", "q"];

/// The letter that stands for a stone.
pub const fn stone(color: Color) -> char {
    match color {
        Color::Black => 'X',
        Color::White => 'O',
    }
}

/// What a sitting begins with.
pub fn welcome(table: &Table) -> String {
    let whom = match table.is_of_two() {
        true => "Two persons play".to_owned(),
        false => format!("You play against {}", name(table, Seat::Engine)),
    };
    format!(
        "{whom}: {}. Type a move, as h8 or 8 8 (column, then row), or a command; `help` lists them.",
        title(table.engine.rules())
    )
}

/// What a sitting ends with.
pub fn farewell(table: &Table, ended: Ended) -> &'static str {
    let is_open = table.ending().is_none() && table.engine.board().stones() > 0;
    match ended {
        Ended::EndOfInput if is_open => "The input has ended, and the game with it.",
        _ if is_open => "The game stays unfinished.",
        _ => "Good-bye.",
    }
}

/// Whether this asks to leave, whatever else goes on.
pub fn is_farewell(line: &str) -> bool {
    LEAVE.contains(&line.trim().to_lowercase().as_str())
}

/// The board and the rules.
pub fn title(rules: &Rules) -> String {
    format!(
        "{} in a row on {}x{}, {}",
        rules.win_length(),
        rules.width(),
        rules.height(),
        rules.variant()
    )
}

/// Who sits there.
pub fn name(table: &Table, seat: Seat) -> String {
    match seat {
        Seat::You => "you".to_owned(),
        Seat::First => "player 1".to_owned(),
        Seat::Second => "player 2".to_owned(),
        Seat::Engine => match table.engine.player() {
            PlayerKind::Search if table.engine.level() == Level::FULL => {
                "lianzhu at full strength".to_owned()
            }
            PlayerKind::Search => format!("lianzhu at level {}", table.engine.level()),
            kind => format!("lianzhu's player {kind}"),
        },
    }
}

/// A colour with its letter and who plays it.
pub fn seat(table: &Table, color: Color) -> String {
    let letter = stone(color);
    format!("{letter} {color}: {}", name(table, table.seat(color)))
}

/// A colour as the subject of a sentence: the person's name first.
fn subject(table: &Table, color: Color) -> &'static str {
    match table.seat(color) {
        Seat::You => "You",
        Seat::First => "Player 1",
        Seat::Second => "Player 2",
        Seat::Engine => "lianzhu",
    }
}

/// The verb with its ending for that subject.
fn does(table: &Table, color: Color, verb: &str) -> String {
    let ending = match table.seat(color) {
        Seat::You => "",
        _ => "s",
    };
    format!("{} {verb}{ending}", subject(table, color))
}

/// Who is to move, or how the game ended.
pub fn status(table: &Table) -> String {
    let board = table.engine.board();
    let Some(ending) = table.ending() else {
        let color = board.side_to_move();
        let whose = match table.turn() {
            Turn::Person(_) if table.seat(color) == Seat::You => ": your move",
            _ => " to move",
        };
        let number = board.moves().len() + 1;
        return format!("Move {number}, {color} ({}){whose}", stone(color));
    };
    match ending {
        Ending::Resigned(color) => {
            let resigns = does(table, color, "resign");
            format!("{resigns}. {} as {}.", does(table, !color, "win"), !color)
        }
        Ending::Rules(Outcome::Win(color)) => {
            let wins = does(table, color, "win");
            let rows: Vec<String> = table
                .engine
                .win_lines()
                .iter()
                .map(|line| vertices(line.points()))
                .collect();
            format!("{wins} as {color}: {}.", rows.join(", "))
        }
        Ending::Rules(Outcome::Draw(reason)) => {
            format!("Draw: {reason}.")
        }
    }
}

/// What the engine answered.
pub fn engine_moved(table: &Table, color: Color, found: &Found) -> String {
    let Found::Reply(reply) = found else {
        return String::new();
    };
    match reply {
        Reply::Resign => "lianzhu resigns.".to_owned(),
        Reply::Pass => passes(color),
        Reply::Play(point) => {
            let plays = format!("lianzhu plays {}", Vertex::from(*point));
            let empty = table.engine.board().empty_points() + 1;
            let report = table.engine.last_report();
            match report.and_then(|report| thought(report, color, empty)) {
                Some(thought) => format!("{plays} ({thought})."),
                None => format!("{plays}."),
            }
        }
    }
}

/// That all empty points are forbidden.
pub fn passes(color: Color) -> String {
    format!("{color} has no legal point and passes.")
}

/// What a search found out for `color`; `None` if that is no more than a glance. What is proven has
/// been looked at to the end, which is no deeper than there are `empty` points.
pub fn thought(report: &Report, color: Color, empty: usize) -> Option<String> {
    let is_glance = report.depth < 2 && mate_distance(report.score).is_none();
    if is_glance || report.pv.is_empty() {
        return None;
    }
    let line = vertices(report.pv.iter().take(LINE).copied());
    let depth = empty.min(report.depth as usize);
    Some(format!(
        "depth {depth}, {}: {line}",
        chance(report.score, color)
    ))
}

/// What a score of `color` means.
fn chance(score: i32, color: Color) -> String {
    match mate_distance(score) {
        Some(plies) if plies > 0 => format!("{color} wins in {plies}"),
        Some(plies) => format!("{} wins in {}", !color, -plies),
        None => format!("{:.0} % for {color}", 100.0 * win_rate(score)),
    }
}

/// What is advised.
pub fn hint(report: &Report, color: Color, empty: usize) -> String {
    match report.pv.first() {
        Some(&point) => {
            let move_ = Vertex::from(point);
            match thought(report, color, empty) {
                Some(thought) => format!("Hint: {move_} ({thought})."),
                None => format!("Hint: {move_}."),
            }
        }
        None => "There is nothing to advise.".to_owned(),
    }
}

/// That the board has no such point as was asked for.
pub fn off_board(asked: &str, rules: &Rules) -> String {
    let (width, height) = (rules.width(), rules.height());
    let last = Column(u16::from(width.saturating_sub(1)));
    format!(
        "{asked} is off the board: its columns are A to {last}, or 1 to {width}, its rows 1 to \
         {height}."
    )
}

/// Why the stone cannot stand there; `owner` is who has one there.
pub fn refused(point: Point, error: PlayError, owner: Option<Color>) -> String {
    let vertex = Vertex::from(point);
    match (error, owner) {
        (PlayError::Occupied, Some(color)) => {
            format!(
                "{vertex} is occupied: a stone of {color} ({}) is there.",
                stone(color)
            )
        }
        (PlayError::Forbidden(why), _) => format!("{vertex} is forbidden to Black: {why}."),
        (error, _) => format!("{vertex}: {error}."),
    }
}

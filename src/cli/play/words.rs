//! What is said of those who sit at the table, in whole sentences.

use lianzhu::engine::Reply;
use lianzhu::game::{Color, Outcome};
use lianzhu::notation::{Vertex, vertices};
use lianzhu::player::{Level, PlayerKind};

use super::phrases::{passes, stone, thought, title};
use super::table::{Controller, Ended, Ending, Found, Table, Turn};

/// What a sitting begins with.
pub fn welcome(table: &Table) -> String {
    let whom = match table.is_of_two() {
        true => "Two persons play".to_owned(),
        false => format!("You play against {}", name(table, Controller::Engine)),
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

/// Who sits there.
pub fn name(table: &Table, seat: Controller) -> String {
    match seat {
        Controller::You => "you".to_owned(),
        Controller::First => "player 1".to_owned(),
        Controller::Second => "player 2".to_owned(),
        Controller::Engine => match table.engine.player() {
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
        Controller::You => "You",
        Controller::First => "Player 1",
        Controller::Second => "Player 2",
        Controller::Engine => "lianzhu",
    }
}

/// The verb with its ending for that subject.
fn does(table: &Table, color: Color, verb: &str) -> String {
    let ending = match table.seat(color) {
        Controller::You => "",
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
            Turn::Person(_) if table.seat(color) == Controller::You => ": your move",
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

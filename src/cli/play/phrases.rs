//! What is said of positions, searches and rules.

use lianzhu::eval::win_rate;
use lianzhu::game::{Color, PlayError, Point, Rules};
use lianzhu::notation::{Column, Vertex, vertices};
use lianzhu::search::{Report, mate_distance};

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

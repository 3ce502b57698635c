//! PSQ: the games that Piskvork and other Gomocup managers save.
//!
//! The first line is `Piskvorky 20x15, 11:11, 0`: the columns and rows, how either player was set, and
//! which of the two moved first, 0 or 1. A line `x,y,milliseconds` follows for each move, both
//! coordinates from 1 at the upper left corner. Behind them may stand the players' names, a line each,
//! the number of how the game ended, and a line such as `1,Renju` with the rule; that number and anything
//! else there are passed over. A save of an interrupted game has the moves alone.
//!
//! ```
//! use lianzhu::game::Rules;
//! use lianzhu::notation::psq;
//!
//! let reading = psq::read(b"Piskvorky 20x20, 0:11, 1\n11,11,0\n12,10,250\nann\nbob\n-1\n")?;
//! assert_eq!(reading.record.players[0].as_deref(), Some("bob"));
//! let rules = reading.record.rules(&Rules::default(), 5)?;
//! assert_eq!(reading.record.board(rules, None)?.stones(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use thiserror::Error;

use super::offset::Offset;
use super::reading::{Fault, Reading, decoded, variant};
use super::record::GameRecord;
use super::sgf::MAX_BYTES;
use crate::game::Color;

/// The word that every file begins with.
const OPENING: &[u8] = b"Piskvorky";

/// What some editors put before the first letter of a file.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Why a file is no saved game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PsqError {
    /// It has more than [`MAX_BYTES`] bytes.
    #[error("the file has more than {MAX_BYTES} bytes")]
    TooLong,
    /// Its first line is another one.
    #[error("line 1: a game begins with a line such as: Piskvorky 20x20, 11:11, 0")]
    Opening,
    /// The first move cannot be read.
    #[error("line {}: {}", .0.line, .0.what)]
    FirstMove(Fault),
}

/// Whether a text is meant to be read by [`read`]: by its first word.
pub fn begins(text: &[u8]) -> bool {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    text.trim_ascii_start().starts_with(OPENING)
}

/// The game in `text`, up to the first move that cannot be read or lies off the board that the first
/// line names. Whether that board can be played on and the moves are legal is for
/// [`GameRecord::rules`] and [`GameRecord::board`]. Linear in the length of the text.
///
/// # Errors
///
/// The text is too long, its first line is another one, or its first move cannot be read.
pub fn read(text: &[u8]) -> Result<Reading, PsqError> {
    if text.len() > MAX_BYTES {
        return Err(PsqError::TooLong);
    }
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.next().and_then(opening).ok_or(PsqError::Opening)?;
    let mut reading = Reading::default();
    reading.record.size = Some(first.size);
    let mut rest = (2..)
        .zip(lines)
        .filter(|(_, line)| !line.is_empty())
        .peekable();
    let mut color = Color::Black;
    while let Some((number, point)) = rest
        .peek()
        .and_then(|&(number, line)| Some((number, point(line)?)))
    {
        rest.next();
        match offset(point, first.size) {
            Some(offset) => {
                reading.record.moves.push((color, Some(offset)));
                reading.lines.push(number);
                color = !color;
            }
            None => return reading.broken(number, "the point is off the board"),
        }
    }
    let behind: Vec<(usize, &[u8])> = rest.collect();
    // A name is no move: where more moves follow, what stands between is a damaged one.
    match behind.first() {
        Some(&(number, _)) if behind.iter().any(|(_, line)| point(line).is_some()) => {
            reading.broken(number, "this is no move: x,y,milliseconds")
        }
        _ => {
            about_the_game(&mut reading.record, &behind, first.second_begins);
            Ok(reading)
        }
    }
}

impl Reading {
    fn broken(mut self, line: usize, what: &'static str) -> Result<Reading, PsqError> {
        let fault = Fault { line, what };
        if self.lines.is_empty() {
            return Err(PsqError::FirstMove(fault));
        }
        self.fault = Some(fault);
        Ok(self)
    }
}

/// What the first line says.
struct Opening {
    size: (u32, u32),
    second_begins: bool,
}

fn opening(line: &[u8]) -> Option<Opening> {
    let line = std::str::from_utf8(line.strip_prefix(OPENING)?).ok()?;
    let mut parts = line.split(',').map(str::trim);
    let (width, height) = parts.next()?.split_once('x')?;
    Some(Opening {
        size: (width.parse().ok()?, height.parse().ok()?),
        second_begins: parts.nth(1) == Some("1"),
    })
}

/// The numbers of a move, on whatever board; `None` if the line is none.
fn point(line: &[u8]) -> Option<(i64, i64)> {
    let mut numbers = line.split(|&byte| byte == b',').map(number);
    Some((numbers.next()??, numbers.next()??))
}

fn number(text: &[u8]) -> Option<i64> {
    std::str::from_utf8(text.trim_ascii()).ok()?.parse().ok()
}

fn offset((x, y): (i64, i64), (width, height): (u32, u32)) -> Option<Offset> {
    let on_side = |at: i64, side: u32| {
        u16::try_from(at.checked_sub(1)?)
            .ok()
            .filter(|&at| u32::from(at) < side)
    };
    Some(Offset {
        x: on_side(x, width)?,
        y: on_side(y, height)?,
    })
}

/// What stands behind the moves.
fn about_the_game(record: &mut GameRecord, lines: &[(usize, &[u8])], second_begins: bool) {
    let names = lines
        .iter()
        .map(|&(_, line)| line)
        .take_while(|line| number(line).is_none() && rule(line).is_none());
    for (name, place) in names.zip(&mut record.players) {
        *place = Some(decoded(name.to_vec())).filter(|name| !name.is_empty());
    }
    if second_begins {
        record.players.reverse();
    }
    record.variant = lines
        .iter()
        .find_map(|&(_, line)| rule(line))
        .and_then(|text| variant(&decoded(text.to_vec())));
}

/// The rule of a line such as `1,Renju`.
fn rule(line: &[u8]) -> Option<&[u8]> {
    let comma = line.iter().position(|&byte| byte == b',')?;
    let (before, behind) = line.split_at(comma);
    number(before)?;
    behind.get(1..)
}

//! What the readers of records share.

use super::record::GameRecord;
use crate::game::Variant;

/// A game record as far as its text can be read, and where in the text its moves stand: for messages
/// that name a place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reading {
    /// The game, up to the fault if there is one.
    pub record: GameRecord,
    /// The line of each move in the text, from 1.
    pub lines: Vec<usize>,
    /// What stands behind the last move and cannot be read.
    pub fault: Option<Fault>,
}

/// A place in a text that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: &'static str,
}

/// Text on one line, other blanks as spaces. Bytes that are not UTF-8 are read as Latin-1, which is what
/// records are written in unless they say otherwise.
pub(super) fn decoded(bytes: Vec<u8>) -> String {
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect());
    text.replace(char::is_control, " ").trim().to_owned()
}

/// The variant a rule text means, `None` if it means another game's rules. Its first word decides.
pub(super) fn variant(text: &str) -> Option<Variant> {
    let word = text
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .find(|word| !word.is_empty())?
        .to_ascii_lowercase();
    match word.as_str() {
        "gomoku" | "free" => Some(Variant::Freestyle),
        word => word.parse().ok(),
    }
}

//! What an engine said, for people to read.

use crate::wire::Line;

/// How much of an unexpected line is quoted.
const QUOTED: usize = 80;

/// The text of a line, or of the beginning of a very long one, without blanks around it and
/// control characters in it.
pub(super) fn readable(line: &Line) -> String {
    let text = String::from_utf8_lossy(line.bytes());
    let text = text.trim_matches(|c: char| c.is_whitespace() || c.is_control());
    if text.contains(|c: char| c.is_control() && c != '\t') {
        return text.replace(|c: char| c.is_control() && c != '\t', "");
    }
    text.to_owned()
}

/// The beginning of a line, for a message.
pub(super) fn excerpt(text: &str) -> String {
    let mut short: String = text.chars().take(QUOTED).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

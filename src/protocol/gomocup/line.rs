//! What the Gomocup protocol sees in a line of input.

use crate::protocol::line::{clean, split_word};
use crate::wire::Line;

/// What a line of input asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum InputLine {
    /// An empty line.
    Nothing,
    /// A command, known or not, or a line of a `BOARD`.
    Request {
        /// The first word, in capitals.
        name: String,
        /// What is behind it, without blanks at its ends.
        arguments: String,
    },
    /// More than a line may hold.
    Overlong,
}

/// Reads a line. Never fails: what is no command becomes a request that no registry knows.
pub(super) fn hear(line: &Line) -> InputLine {
    let bytes = match line {
        Line::Whole(bytes) => bytes,
        Line::Overlong { first: None, .. } => return InputLine::Nothing,
        Line::Overlong { .. } => return InputLine::Overlong,
    };
    let text = clean(bytes);
    let text = text.trim_matches(' ');
    if text.is_empty() {
        return InputLine::Nothing;
    }
    let (name, arguments) = split_word(text);
    InputLine::Request {
        name: name.to_ascii_uppercase(),
        arguments: arguments.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(bytes: &[u8]) -> Option<(String, String)> {
        match hear(&Line::Whole(bytes.to_vec())) {
            InputLine::Request { name, arguments } => Some((name, arguments)),
            _ => None,
        }
    }

    fn parts(name: &str, arguments: &str) -> Option<(String, String)> {
        Some((name.to_owned(), arguments.to_owned()))
    }

    #[test]
    fn names_are_read_in_any_case() {
        assert_eq!(heard(b"TURN 7,7\r"), parts("TURN", "7,7"));
        assert_eq!(
            heard(b"  info\ttimeout_turn  5 "),
            parts("INFO", "timeout_turn  5")
        );
        assert_eq!(heard(b"\xef\xbb\xbfStart 15"), parts("START", "15"));
        assert_eq!(heard(b"7,7,1"), parts("7,7,1", ""));
        assert_eq!(heard(b"a\xff"), parts("A\u{fffd}", ""));
        for nothing in [&b""[..], b"\r", b" \t", b"\0"] {
            assert_eq!(heard(nothing), None);
        }
    }

    #[test]
    fn overlong_lines() {
        let overlong = |first| {
            hear(&Line::Overlong {
                beginning: Vec::new(),
                first,
            })
        };
        assert_eq!(overlong(None), InputLine::Nothing);
        assert_eq!(overlong(Some(b'T')), InputLine::Overlong);
    }
}

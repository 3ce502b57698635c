//! How GTP answers: the texts of failures, and the frame around every answer.

use std::borrow::Cow;
use std::fmt;

/// What a command answers when it fails. It has changed nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Failure(Cow<'static, str>);

impl Failure {
    /// No command has this name.
    pub(super) const UNKNOWN_COMMAND: Failure = Failure::of("unknown command");
    /// The arguments cannot be read, or they are too few or too many.
    pub(super) const SYNTAX: Failure = Failure::of("syntax error");
    /// The move can be read but not be played.
    pub(super) const ILLEGAL_MOVE: Failure = Failure::of("illegal move");
    /// No board has this size.
    pub(super) const UNACCEPTABLE_SIZE: Failure = Failure::of("unacceptable size");
    /// There is nothing to take back.
    pub(super) const CANNOT_UNDO: Failure = Failure::of("cannot undo");
    /// The game is not over.
    pub(super) const CANNOT_SCORE: Failure = Failure::of("cannot score");
    /// The line holds more than a line may.
    pub(super) const OVERLONG: Failure = Failure::of("line too long");

    /// A failure with this text, one line.
    pub(super) const fn of(text: &'static str) -> Failure {
        Failure(Cow::Borrowed(text))
    }

    /// A failure with a text made from what went wrong.
    pub(super) fn because(cause: impl fmt::Display) -> Failure {
        Failure(Cow::Owned(cause.to_string()))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a command answers.
pub(super) type Answer = Result<String, Failure>;

/// The whole response, with its id and the empty line that ends it.
///
/// There is a blank behind the id even if there is no text: GoGui takes the text to begin behind
/// the first blank, and would else read the id as text. Lines of the text that are blank are left
/// out, as the first empty line ends a response.
pub(super) fn frame(id: &str, answer: &Answer) -> String {
    let (mark, text) = match answer {
        Ok(text) => ('=', text.as_str()),
        Err(Failure(text)) => ('?', text.as_ref()),
    };
    let mut response = format!("{mark}{id} ");
    for (i, line) in text.split('\n').enumerate() {
        if i > 0 && line.trim().is_empty() {
            continue;
        }
        if i > 0 {
            response.push('\n');
        }
        response.extend(line.chars().filter(|&c| c != '\r'));
    }
    response.push_str("\n\n");
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(id: &str, text: &str) -> String {
        frame(id, &Ok(text.to_owned()))
    }

    #[test]
    fn one_empty_line_ends_a_response_and_none_is_inside() {
        assert_eq!(framed("", "2"), "= 2\n\n");
        assert_eq!(framed("12", ""), "=12 \n\n");
        assert_eq!(framed("", "a\nb"), "= a\nb\n\n");
        assert_eq!(framed("", "a\n\n \r\nb\r\n"), "= a\nb\n\n");
        assert_eq!(framed("", "\n  A B\n1 . .\n"), "= \n  A B\n1 . .\n\n");
        assert_eq!(frame("3", &Err(Failure::SYNTAX)), "?3 syntax error\n\n");
    }
}

//! What GTP sees in a line of input: nothing, or a command with its id and arguments.

use crate::protocol::line::{clean, split_word};
use crate::wire::Line;

/// The comment by which GoGui asks for the answer at once.
const INTERRUPT: &str = "# interrupt";

/// What a line of input asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum InputLine {
    /// An empty line or a comment: no answer.
    Nothing,
    /// A command, known or not.
    Request(Request),
    /// More than a line may hold; its id, if that was read whole.
    Overlong {
        /// Digits, or empty.
        id: String,
    },
}

/// A command as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Request {
    /// The digits that the answer repeats, or empty.
    pub(super) id: String,
    /// The first word after the id; empty if an id stands alone.
    pub(super) name: String,
    /// Everything behind the name, without blanks at its ends.
    pub(super) arguments: String,
}

/// Reads a line. Never fails: what is no command becomes a request that no registry knows.
pub(super) fn hear(line: &Line) -> InputLine {
    match line {
        Line::Whole(bytes) => request(bytes).map_or(InputLine::Nothing, InputLine::Request),
        Line::Overlong { first: None, .. } => InputLine::Nothing,
        Line::Overlong { beginning, .. } => InputLine::Overlong {
            // An id that fills all that was kept may go on behind it.
            id: request(beginning)
                .filter(|request| !request.name.is_empty())
                .map(|request| request.id)
                .unwrap_or_default(),
        },
    }
}

/// Whether the line is the comment `# interrupt`, and nothing but it.
pub(super) fn is_interrupt(line: &Line) -> bool {
    match line {
        // Most lines are told apart without any copying.
        Line::Whole(bytes) => bytes.contains(&b'#') && clean(bytes).trim() == INTERRUPT,
        Line::Overlong { .. } => false,
    }
}

/// Whether the line asks for nothing: it is empty or a comment.
pub(super) fn is_silent(line: &Line) -> bool {
    hear(line) == InputLine::Nothing
}

fn request(bytes: &[u8]) -> Option<Request> {
    let text = clean(bytes);
    let text = text.split('#').next().unwrap_or_default().trim_matches(' ');
    if text.is_empty() {
        return None;
    }
    let (first, rest) = split_word(text);
    let numbered = first.bytes().all(|byte| byte.is_ascii_digit());
    let (id, (name, arguments)) = if numbered {
        (first, split_word(rest))
    } else {
        ("", (first, rest))
    };
    Some(Request {
        id: id.to_owned(),
        name: name.to_owned(),
        arguments: arguments.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(bytes: &[u8]) -> Option<(String, String, String)> {
        request(bytes).map(|r| (r.id, r.name, r.arguments))
    }

    fn parts(id: &str, name: &str, arguments: &str) -> Option<(String, String, String)> {
        Some((id.to_owned(), name.to_owned(), arguments.to_owned()))
    }

    #[test]
    fn ids_names_and_arguments() {
        assert_eq!(heard(b"name"), parts("", "name", ""));
        assert_eq!(heard(b"7 name"), parts("7", "name", ""));
        assert_eq!(heard(b"007 play b h8"), parts("007", "play", "b h8"));
        assert_eq!(heard(b"  9   play   b  h8  "), parts("9", "play", "b  h8"));
        assert_eq!(heard(b"12"), parts("12", "", ""));
        assert_eq!(heard(b"12name"), parts("", "12name", ""));
        assert_eq!(heard(b"-1 name"), parts("", "-1", "name"));
        let long = "1".repeat(500);
        assert_eq!(
            heard(format!("{long} quit").as_bytes()),
            parts(&long, "quit", "")
        );
    }

    #[test]
    fn control_characters_vanish_and_tabs_are_blanks() {
        assert_eq!(heard(b"name\r"), parts("", "name", ""));
        assert_eq!(heard(b"na\x00\x07\x7fme\r"), parts("", "name", ""));
        assert_eq!(heard(b"\t3\tplay\tb\th8"), parts("3", "play", "b h8"));
        assert_eq!(heard(b"\xef\xbb\xbfname"), parts("", "name", ""));
        for nothing in [&b""[..], b"\r", b" \t ", b"\x00\x01", b"#", b"  # name"] {
            assert_eq!(heard(nothing), None, "{nothing:?}");
        }
    }

    #[test]
    fn comments_end_a_line() {
        assert_eq!(heard(b"5 name # 6 quit"), parts("5", "name", ""));
        assert_eq!(heard(b"play b h8#x"), parts("", "play", "b h8"));
        assert_eq!(heard(b"8#"), parts("8", "", ""));
    }

    #[test]
    fn bytes_that_are_no_text_are_kept_apart() {
        assert_eq!(heard(b"na\xffme"), parts("", "na\u{fffd}me", ""));
        let digits = "\u{663} name";
        assert_eq!(heard(digits.as_bytes()), parts("", "\u{663}", "name"));
    }

    #[test]
    fn only_the_very_comment_interrupts() {
        let is = |text: &str| is_interrupt(&Line::Whole(text.as_bytes().to_vec()));
        assert!(is("# interrupt"));
        assert!(is(" # interrupt\r"));
        for no in [
            "#interrupt",
            "# interrupted",
            "interrupt",
            "# Interrupt",
            "1 # interrupt",
            "",
        ] {
            assert!(!is(no), "{no:?}");
        }
    }

    #[test]
    fn overlong_lines_keep_a_whole_id_only() {
        let overlong = |beginning: &str, first| {
            hear(&Line::Overlong {
                beginning: beginning.as_bytes().to_vec(),
                first,
            })
        };
        let id = |id: &str| InputLine::Overlong { id: id.to_owned() };
        assert_eq!(overlong("17 play b", Some(b'1')), id("17"));
        assert_eq!(overlong("1717171", Some(b'1')), id(""));
        assert_eq!(overlong("playplay", Some(b'p')), id(""));
        assert_eq!(overlong("      ", None), InputLine::Nothing);
    }
}

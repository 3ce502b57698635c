//! The arguments of a command, read by kind.

use std::str::FromStr;

use super::reply::Failure;
use crate::game::Color;
use crate::notation::Vertex;

/// Why an argument is not what was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArgError {
    /// It is missing, or of another kind.
    Unreadable,
    /// It is a number, but not in the range asked for.
    OutOfRange,
}

impl From<ArgError> for Failure {
    fn from(_: ArgError) -> Failure {
        Failure::SYNTAX
    }
}

/// The arguments behind the name of a command, cut at blanks.
///
/// No accessor panics: an argument that is not there is [`ArgError::Unreadable`].
#[derive(Debug, Clone)]
pub(super) struct Args<'a> {
    text: &'a str,
    words: Vec<&'a str>,
}

impl<'a> Args<'a> {
    /// Cuts `text` at blanks.
    pub(super) fn new(text: &'a str) -> Args<'a> {
        Args {
            text,
            words: text.split(' ').filter(|word| !word.is_empty()).collect(),
        }
    }

    /// All of it as it was written.
    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// The number of arguments.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there is no argument.
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Fails unless there are `least` to `most` arguments.
    pub(super) fn expect(&self, least: usize, most: usize) -> Result<(), ArgError> {
        if (least..=most).contains(&self.len()) {
            Ok(())
        } else {
            Err(ArgError::Unreadable)
        }
    }

    /// Fails if there are arguments.
    pub(super) fn expect_none(&self) -> Result<(), ArgError> {
        self.expect(0, 0)
    }

    /// The argument at `index`, from 0.
    pub(super) fn get(&self, index: usize) -> Result<&'a str, ArgError> {
        self.words.get(index).copied().ok_or(ArgError::Unreadable)
    }

    /// A whole number from `min` to `max`: digits of ASCII with at most one sign before them.
    /// However many digits there are, it is a number, if perhaps one out of range.
    pub(super) fn get_int(&self, index: usize, min: u32, max: u32) -> Result<u32, ArgError> {
        let word = self.get(index)?;
        let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(ArgError::Unreadable);
        }
        // What does not fit the type is beyond every range.
        let number = i64::from_str(word).map_err(|_| ArgError::OutOfRange)?;
        u32::try_from(number)
            .ok()
            .filter(|number| (min..=max).contains(number))
            .ok_or(ArgError::OutOfRange)
    }

    /// A finite decimal number.
    pub(super) fn get_real(&self, index: usize) -> Result<f64, ArgError> {
        let word = self.get(index)?;
        let plain = word
            .bytes()
            .all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
        word.parse::<f64>()
            .ok()
            .filter(|number| plain && number.is_finite())
            .ok_or(ArgError::Unreadable)
    }

    /// A colour: `b`, `w`, `black` or `white` in any case.
    pub(super) fn get_color(&self, index: usize) -> Result<Color, ArgError> {
        let word = self.get(index)?;
        let is = |names: [&str; 2]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
        if is(["b", "black"]) {
            Ok(Color::Black)
        } else if is(["w", "white"]) {
            Ok(Color::White)
        } else {
            Err(ArgError::Unreadable)
        }
    }

    /// A vertex or `pass`; whether it is on the board is not asked.
    pub(super) fn get_vertex(&self, index: usize) -> Result<Vertex, ArgError> {
        self.get(index)?.parse().map_err(|_| ArgError::Unreadable)
    }

    /// Colours and vertices in turn, all arguments of them.
    pub(super) fn moves(&self) -> Result<Vec<(Color, Vertex)>, ArgError> {
        (0..self.len())
            .step_by(2)
            .map(|i| Ok((self.get_color(i)?, self.get_vertex(i + 1)?)))
            .collect()
    }

    /// A file name and what is behind it. A name with blanks stands in double quotes.
    pub(super) fn file(&self) -> Result<(&'a str, Args<'a>), ArgError> {
        let quoted = |rest: &'a str| rest.split_once('"').ok_or(ArgError::Unreadable);
        let (name, rest) = match self.text.strip_prefix('"') {
            Some(rest) => quoted(rest)?,
            None => self.text.split_once(' ').unwrap_or((self.text, "")),
        };
        if name.is_empty() {
            return Err(ArgError::Unreadable);
        }
        Ok((name, Args::new(rest.trim_matches(' '))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers() {
        let int = |text| Args::new(text).get_int(0, 3, 52);
        assert_eq!(int("15"), Ok(15));
        assert_eq!(int("+15"), Ok(15));
        assert_eq!(int("052"), Ok(52));
        for beyond in [
            "2",
            "53",
            "-5",
            "0",
            "4294967311",
            "99999999999999999999999",
        ] {
            assert_eq!(int(beyond), Err(ArgError::OutOfRange), "{beyond}");
        }
        for unreadable in [
            "",
            "x",
            "15.0",
            "1e1",
            "--5",
            "-",
            "0x10",
            "\u{661}\u{665}",
            "5,",
        ] {
            assert_eq!(int(unreadable), Err(ArgError::Unreadable), "{unreadable}");
        }
    }

    #[test]
    fn decimal_numbers() {
        let real = |text| Args::new(text).get_real(0);
        for (text, value) in [
            ("6.5", 6.5),
            ("-3", -3.0),
            (".5", 0.5),
            ("1e3", 1000.0),
            ("+0", 0.0),
        ] {
            assert_eq!(real(text), Ok(value), "{text}");
        }
        for text in [
            "",
            "x",
            "nan",
            "inf",
            "-infinity",
            "1e999",
            "6,5",
            "1.2.3",
            "0x1p3",
        ] {
            assert_eq!(real(text), Err(ArgError::Unreadable), "{text}");
        }
    }

    #[test]
    fn colours() {
        for text in ["b", "B", "black", "BLACK", "Black"] {
            assert_eq!(Args::new(text).get_color(0), Ok(Color::Black));
        }
        assert_eq!(Args::new("wHiTe").get_color(0), Ok(Color::White));
        for text in ["", "x", "blac", "blackk", "e"] {
            assert_eq!(Args::new(text).get_color(0), Err(ArgError::Unreadable));
        }
    }

    #[test]
    fn moves_come_in_pairs() {
        assert_eq!(Args::new("").moves(), Ok(Vec::new()));
        assert_eq!(Args::new("b h8 w pass").moves().map(|m| m.len()), Ok(2));
        assert!(Args::new("b h8 w").moves().is_err());
        assert!(Args::new("b w").moves().is_err());
    }

    #[test]
    fn file_names() {
        let file = |text| {
            let args = Args::new(text);
            args.file()
                .map(|(name, rest)| (name, rest.text().to_owned()))
        };
        assert_eq!(file("a.sgf"), Ok(("a.sgf", String::new())));
        assert_eq!(file("a.sgf  12"), Ok(("a.sgf", "12".to_owned())));
        assert_eq!(file("\"a b.sgf\" 12"), Ok(("a b.sgf", "12".to_owned())));
        assert_eq!(file("\"a b.sgf"), Err(ArgError::Unreadable));
        assert_eq!(file("\"\""), Err(ArgError::Unreadable));
        assert_eq!(file(""), Err(ArgError::Unreadable));
    }
}

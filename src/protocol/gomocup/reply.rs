//! How the Gomocup protocol answers.

use std::borrow::Cow;
use std::fmt;

/// Why a command is not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Failure {
    /// The command is not known.
    Unknown(Cow<'static, str>),
    /// It is known, but cannot be done.
    Error(Cow<'static, str>),
}

impl Failure {
    /// An error with this text, one line.
    pub(super) const fn of(text: &'static str) -> Failure {
        Failure::Error(Cow::Borrowed(text))
    }

    /// An error with a text made from what went wrong.
    pub(super) fn because(cause: impl fmt::Display) -> Failure {
        Failure::Error(Cow::Owned(cause.to_string()))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Unknown(text) => write!(f, "UNKNOWN {text}"),
            Failure::Error(text) => write!(f, "ERROR {text}"),
        }
    }
}

/// What a command answers; `None` for nothing.
pub(super) type Answer = Result<Option<String>, Failure>;

/// The lines of an answer, each with its end; empty if nothing is answered.
pub(super) fn lines(answer: &Answer) -> String {
    match answer {
        Ok(None) => String::new(),
        Ok(Some(text)) => format!("{text}\n"),
        Err(failure) => format!("{failure}\n"),
    }
}

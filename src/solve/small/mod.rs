//! Boards of at most 64 points: whether a colour can force a line, by exhaustive search.

/// An exact answer, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Answer {
    /// It is so.
    Yes,
    /// It is not so.
    No,
    /// The limits came first.
    Unknown,
}

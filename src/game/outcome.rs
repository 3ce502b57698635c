use std::fmt;

use super::color::Color;

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This colour has a winning line.
    Win(Color),
    /// Nobody won.
    Draw(DrawReason),
}

/// Why a game ended without a winner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// Every point is taken.
    FullBoard,
    /// Two passes in a row.
    TwoPasses,
}

impl fmt::Display for DrawReason {
    /// A sentence without its end: "the board is full".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DrawReason::FullBoard => "the board is full",
            DrawReason::TwoPasses => "two passes in a row",
        })
    }
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win(color) => Some(color),
            Outcome::Draw(_) => None,
        }
    }
}

impl fmt::Display for Outcome {
    /// "Black wins", "White wins" or "Draw".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(color) => write!(f, "{color} wins"),
            Outcome::Draw(_) => f.write_str("Draw"),
        }
    }
}

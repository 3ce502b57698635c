use thiserror::Error;

use super::color::Color;
use super::point::Point;
use super::rules::Rules;

/// A position as it was set up: any stones, in any order and not judged yet.
///
/// It is validated where a [`Board`](super::Board) is made from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The game that is played.
    pub rules: Rules,
    /// The stones.
    pub stones: Vec<(Color, Point)>,
    /// Who is to move.
    pub side_to_move: Color,
}

impl Setup {
    /// These stones under these rules.
    pub fn new(
        rules: Rules,
        stones: impl IntoIterator<Item = (Color, Point)>,
        side_to_move: Color,
    ) -> Setup {
        Setup {
            rules,
            stones: stones.into_iter().collect(),
            side_to_move,
        }
    }
}

/// Why a set-up position was refused. Forbidden points are no reason: only moves are judged by them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SetupError {
    /// A stone stands off this board.
    #[error("a stone is off the board: column {}, row {}", .0.x() + 1, .0.y() + 1)]
    OffBoard(Point),
    /// Two stones on one point.
    #[error("a point is given twice: column {}, row {}", .0.x() + 1, .0.y() + 1)]
    Duplicate(Point),
    /// Both colours have a winning line.
    #[error("both colours have a winning line")]
    BothWin,
}

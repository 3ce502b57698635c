//! Which moves the rules allow.

use thiserror::Error;

use super::cell::Cell;
use super::color::Color;
use super::forbidden::Forbidden;
use super::point::Point;
use super::position::Position;
use super::rules::Variant;

/// Why a move was refused. The board is as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The point is not on this board.
    #[error("the point is off the board")]
    OffBoard,
    /// There is a stone already.
    #[error("the point is occupied")]
    Occupied,
    /// Renju forbids it to Black.
    #[error("the point is forbidden to Black: {0}")]
    Forbidden(Forbidden),
    /// The game is over.
    #[error("the game is over")]
    GameOver,
}

impl Position {
    /// Whether `color` may put a stone on `point`, leaving aside whether the game is over.
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.check(color, point).is_ok()
    }

    /// As [`is_legal`](Position::is_legal), with the reason.
    pub(super) fn check(&self, color: Color, point: Point) -> Result<(), PlayError> {
        match self.cell(point) {
            Cell::Off => return Err(PlayError::OffBoard),
            Cell::Black | Cell::White => return Err(PlayError::Occupied),
            Cell::Empty => {}
        }
        if color == Color::Black
            && let Some(forbidden) = self.forbidden(point)
        {
            return Err(PlayError::Forbidden(forbidden));
        }
        Ok(())
    }

    /// The points on which `color` may put a stone, row by row from the lower left corner.
    pub fn legal_points(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        self.rules()
            .points()
            .filter(move |&point| self.is_legal(color, point))
    }

    /// Whether there are empty points, and `color` may play none of them. Only in renju, for Black,
    /// does this cost more than constant time, as it then looks for a point that is not forbidden.
    pub fn must_pass(&self, color: Color) -> bool {
        self.rules().variant() == Variant::Renju
            && color == Color::Black
            && self.empty_points() > 0
            && self.legal_points(color).next().is_none()
    }
}

use std::ops::Deref;

use super::color::Color;
use super::point::Point;
use super::position::Position;
use super::rules::Rules;

/// A position that a search plays on, without any check.
///
/// It can be made only by what searches, evaluates or learns. What is played by the rules is a
/// [`Board`](super::Board). [`make`](SearchPosition::make) and [`unmake`](SearchPosition::unmake) take
/// constant time, whatever the size of the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchPosition(Position);

impl SearchPosition {
    /// The empty board, Black to move.
    pub fn new(rules: Rules) -> SearchPosition {
        SearchPosition(Position::new(rules))
    }

    /// Puts a stone on an empty point, and gives the move to the other colour.
    #[inline]
    pub fn make(&mut self, point: Point, color: Color) {
        self.0.make(point, color);
    }

    /// Takes the stone of `color` from a point, and gives the move to that colour.
    #[inline]
    pub fn unmake(&mut self, point: Point, color: Color) {
        self.0.unmake(point, color);
    }

    /// Gives the move to `color`.
    #[inline]
    pub fn set_side_to_move(&mut self, color: Color) {
        self.0.set_side_to_move(color);
    }
}

impl From<&Position> for SearchPosition {
    fn from(position: &Position) -> SearchPosition {
        SearchPosition(position.clone())
    }
}

impl Deref for SearchPosition {
    type Target = Position;

    #[inline]
    fn deref(&self) -> &Position {
        &self.0
    }
}

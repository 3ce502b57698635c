//! One opening.

use std::fmt;

use thiserror::Error;

use crate::files::fnv1a64;
use crate::game::{Board, Color, PlayError, Point, Rules};
use crate::notation::{Vertex, vertices};

/// Why points are no opening. Counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// A move is against the rules.
    #[error("move {number} ({}) is not legal: {error}", Vertex::from(*.point))]
    Illegal {
        /// Which move, from 1.
        number: usize,
        /// Its point.
        point: Point,
        /// What is wrong with it.
        error: PlayError,
    },
    /// Nothing is left to play.
    #[error("the game is over after move {0}")]
    Over(usize),
}

/// The first moves of a game, colours in turn from Black; legal, and the game goes on after them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Opening {
    pub(super) name: String,
    pub(super) points: Vec<Point>,
}

impl Opening {
    /// Checks the moves by the rules.
    ///
    /// # Errors
    ///
    /// The first move that is off the board, on a stone or forbidden, or that ends the game.
    ///
    /// ```
    /// use lianzhu::game::{Point, Rules};
    /// use lianzhu::openings::Opening;
    /// let points = [(7, 7), (8, 8)].map(|(x, y)| Point::new(x, y));
    /// let opening = Opening::new("indirect", &points, &Rules::default())?;
    /// assert_eq!(opening.to_string(), "H8 J9");
    /// assert!(Opening::new("", &[points[0], points[0]], &Rules::default()).is_err());
    /// # Ok::<(), lianzhu::openings::OpeningError>(())
    /// ```
    pub fn new(
        name: impl Into<String>,
        points: &[Point],
        rules: &Rules,
    ) -> Result<Opening, OpeningError> {
        board_after(points, rules)?;
        Ok(Opening {
            name: name.into(),
            points: points.to_vec(),
        })
    }

    /// The opening without a stone: the game begins on the empty board.
    pub fn empty() -> Opening {
        Opening {
            name: "empty".to_owned(),
            points: Vec::new(),
        }
    }

    /// What the opening is called in its set: for a file the number of its line.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The points in the order they are played.
    pub fn points(&self) -> &[Point] {
        &self.points
    }
}

impl fmt::Display for Opening {
    /// The vertices, separated by blanks: the form that [`read_openings`](super::read_openings) reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&vertices(self.points.iter().copied()))
    }
}

/// A number that tells these openings or games, in this order, from others: 64-bit FNV-1a of their vertices.
pub fn fingerprint<'a>(all: impl IntoIterator<Item = &'a [Point]>) -> u64 {
    let lines = all
        .into_iter()
        .map(|points| format!("{}\n", vertices(points.iter().copied())));
    fnv1a64(lines.flat_map(String::into_bytes))
}

/// The position after the moves of an opening, whose game is not over.
pub(super) fn board_after(points: &[Point], rules: &Rules) -> Result<Board, OpeningError> {
    let mut board = Board::new(*rules);
    for (i, &point) in points.iter().enumerate() {
        let number = i + 1;
        board
            .play(color_of(i), point)
            .map_err(|error| OpeningError::Illegal {
                number,
                point,
                error,
            })?;
        if board.outcome().is_some() {
            return Err(OpeningError::Over(number));
        }
    }
    Ok(board)
}

/// Who plays the `i`-th move of an opening, from 0.
pub(crate) const fn color_of(i: usize) -> Color {
    if i.is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    fn points(list: &[(u8, u8)]) -> Vec<Point> {
        list.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    #[test]
    fn only_what_can_be_played_is_an_opening() {
        let rules = Rules::new(4, 3, 3, Variant::Freestyle).unwrap();
        let error = |list: &[(u8, u8)]| Opening::new("", &points(list), &rules).unwrap_err();
        assert_eq!(
            error(&[(0, 0), (4, 0)]).to_string(),
            "move 2 (E1) is not legal: the point is off the board"
        );
        assert_eq!(
            error(&[(0, 0), (0, 0)]).to_string(),
            "move 2 (A1) is not legal: the point is occupied"
        );
        let won = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)];
        assert_eq!(error(&won), OpeningError::Over(5));
        assert!(Opening::new("", &points(&won[..4]), &rules).is_ok());
        assert!(Opening::empty().points().is_empty());
    }
}

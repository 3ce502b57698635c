use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::vertex::{OffBoardError, read_number};
use crate::game::{Point, Rules};

/// A point as the Gomocup protocol writes it: `x,y`, both from 0 at the upper left corner, so that
/// what a Gomocup GUI draws has the same side up as our diagrams. May lie off any board.
///
/// Blanks around either number are read; signs and anything else are not.
///
/// ```
/// use lianzhu::game::{Point, Rules};
/// use lianzhu::notation::Offset;
///
/// let rules = Rules::default();
/// let offset: Offset = "7,0".parse()?;
/// assert_eq!(offset.on_board(&rules).unwrap(), Point::new(7, 14));
/// assert_eq!(Offset::of(Point::new(7, 14), &rules).to_string(), "7,0");
/// # Ok::<(), lianzhu::notation::ParseOffsetError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Offset {
    /// The column, from 0 at the left.
    pub x: u16,
    /// The row, from 0 at the top.
    pub y: u16,
}

/// Why text is no `x,y`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a point is two numbers from 0 with a comma between them: x,y")]
pub struct ParseOffsetError;

impl Offset {
    /// How this board's point is written.
    pub fn of(point: Point, rules: &Rules) -> Offset {
        Offset {
            x: u16::from(point.x()),
            y: u16::from(rules.height().saturating_sub(1).saturating_sub(point.y())),
        }
    }

    /// The point of this board that is meant.
    ///
    /// # Errors
    ///
    /// If the board has no such point.
    pub fn on_board(self, rules: &Rules) -> Result<Point, OffBoardError> {
        let point = || {
            let from_bottom = u16::from(rules.height())
                .checked_sub(1)?
                .checked_sub(self.y)?;
            Point::try_new(u8::try_from(self.x).ok()?, u8::try_from(from_bottom).ok()?)
        };
        point()
            .filter(|&point| rules.contains(point))
            .ok_or_else(|| OffBoardError::new(rules))
    }
}

impl FromStr for Offset {
    type Err = ParseOffsetError;

    fn from_str(text: &str) -> Result<Offset, ParseOffsetError> {
        let (x, y) = text.split_once(',').ok_or(ParseOffsetError)?;
        let number =
            |text: &str| read_number(text.trim_matches([' ', '\t', '\r'])).ok_or(ParseOffsetError);
        Ok(Offset {
            x: number(x)?,
            y: number(y)?,
        })
    }
}

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

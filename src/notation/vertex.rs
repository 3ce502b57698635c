use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::game::{Point, Rules};

/// The letters that name columns: the alphabet without I.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// More letters than this name no column that could be meant.
const MAX_LETTERS: usize = 2;

/// A GTP vertex as it was written: `pass`, or a column and a row that may lie off any board.
///
/// Read with [`str::parse`], in any case; written in upper case, a pass as `pass`. Columns are the
/// letters A to Z without I, then AA, AB … AZ, BA, again without I; rows count from 1 at the
/// bottom. Leading zeros of a row are read (`H08`), as GoGui reads them; signs, blanks and digits
/// other than `0`..`9` are not.
///
/// ```
/// use lianzhu::game::Rules;
/// use lianzhu::notation::Vertex;
///
/// let far: Vertex = "bb52".parse()?;
/// assert_eq!(far, Vertex::At { column: 51, row: 51 });
/// assert!(far.on_board(&Rules::default()).is_err());
/// assert!("i5".parse::<Vertex>().is_err());
/// assert!("h8h8".parse::<Vertex>().is_err());
/// # Ok::<(), lianzhu::notation::ParseVertexError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Vertex {
    /// The word `pass`.
    Pass,
    /// A column and a row, both from 0 at the lower left corner.
    At {
        /// The column, from 0 at the left.
        column: u16,
        /// The row, from 0 at the bottom.
        row: u16,
    },
}

/// Why text is no vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ParseVertexError {
    /// It does not begin with one or two letters, or one of them is I.
    #[error("a vertex begins with a column: one or two letters, never I")]
    Column,
    /// What follows the letters is no number of at least 1, or a number beyond 65535.
    #[error("a vertex ends with a row: a number from 1")]
    Row,
}

/// A vertex or an offset was read, but this board has no such point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the point is off the {width}x{height} board")]
pub struct OffBoardError {
    /// The columns of the board.
    pub width: u8,
    /// The rows of the board.
    pub height: u8,
}

impl OffBoardError {
    pub(super) fn new(rules: &Rules) -> OffBoardError {
        OffBoardError {
            width: rules.width(),
            height: rules.height(),
        }
    }
}

impl Vertex {
    /// The point of this board that the vertex names, `None` for a pass.
    ///
    /// # Errors
    ///
    /// If the board has no such point.
    pub fn on_board(self, rules: &Rules) -> Result<Option<Point>, OffBoardError> {
        let Vertex::At { column, row } = self else {
            return Ok(None);
        };
        let point = || Point::try_new(u8::try_from(column).ok()?, u8::try_from(row).ok()?);
        point()
            .filter(|&point| rules.contains(point))
            .map(Some)
            .ok_or_else(|| OffBoardError::new(rules))
    }
}

impl From<Point> for Vertex {
    fn from(point: Point) -> Vertex {
        Vertex::At {
            column: u16::from(point.x()),
            row: u16::from(point.y()),
        }
    }
}

impl From<Option<Point>> for Vertex {
    /// `None` is a pass.
    fn from(point: Option<Point>) -> Vertex {
        point.map_or(Vertex::Pass, Vertex::from)
    }
}

/// The vertices, separated by blanks.
///
/// ```
/// use lianzhu::game::Point;
/// use lianzhu::notation::vertices;
/// assert_eq!(vertices([Point::new(0, 0), Point::new(8, 14)]), "A1 J15");
/// ```
pub fn vertices<V: Into<Vertex>>(points: impl IntoIterator<Item = V>) -> String {
    let points = points.into_iter().map(Into::into);
    let texts: Vec<String> = points.map(|vertex| vertex.to_string()).collect();
    texts.join(" ")
}

impl FromStr for Vertex {
    type Err = ParseVertexError;

    fn from_str(text: &str) -> Result<Vertex, ParseVertexError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Vertex::Pass);
        }
        let split = text
            .bytes()
            .position(|byte| !byte.is_ascii_alphabetic())
            .unwrap_or(text.len());
        // Every byte before the split is ASCII, so this is a character boundary.
        let (letters, digits) = text.split_at(split);
        let column = read_column(letters).ok_or(ParseVertexError::Column)?;
        let row = read_number(digits)
            .and_then(|row| row.checked_sub(1))
            .ok_or(ParseVertexError::Row)?;
        Ok(Vertex::At { column, row })
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Vertex::Pass => f.pad("pass"),
            Vertex::At { column, row } if f.width().is_some() => {
                f.pad(&format!("{}{}", Column(column), u32::from(row) + 1))
            }
            Vertex::At { column, row } => {
                write!(f, "{}{}", Column(column), u32::from(row) + 1)
            }
        }
    }
}

/// A column, from 0 at the left, displayed by its letters: A … Z without I, AA, AB …
///
/// ```
/// use lianzhu::notation::Column;
/// let names = [0, 8, 24, 25, 49, 50].map(|x| Column(x).to_string());
/// assert_eq!(names, ["A", "J", "Z", "AA", "AZ", "BA"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Column(pub u16);

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let base = LETTERS.len() as u32;
        let mut name = String::new();
        // AA follows Z: a numeral system with digits 1..=25 and no zero.
        let mut rest = u32::from(self.0) + 1;
        while rest > 0 {
            rest -= 1;
            name.extend(
                LETTERS
                    .get((rest % base) as usize)
                    .map(|&letter| char::from(letter)),
            );
            rest /= base;
        }
        let name: String = name.chars().rev().collect();
        f.pad(&name)
    }
}

fn read_column(letters: &str) -> Option<u16> {
    if letters.is_empty() || letters.len() > MAX_LETTERS {
        return None;
    }
    letters
        .bytes()
        .try_fold(0, |column, letter| {
            let digit = LETTERS
                .iter()
                .position(|&known| known == letter.to_ascii_uppercase())?;
            Some(column * LETTERS.len() as u16 + digit as u16 + 1)
        })?
        .checked_sub(1)
}

/// A number of ASCII digits without sign or blanks, at most 65535.
pub(super) fn read_number(digits: &str) -> Option<u16> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

use std::fmt;
use std::num::NonZeroU16;

/// The longest side of a board: GoGui's limit.
pub const MAX_SIDE: u8 = 52;

/// Cells in one row of the padded board: a power of two above [`MAX_SIDE`], so that a point's index
/// is the same on every board, a step in a direction is a constant, and a row is one cache line.
/// The cells right of a row are the padding left of the next.
pub(crate) const STRIDE: usize = 64;

/// Cells of the padded board. A power of two: an index is brought into range by a mask, so the hot
/// path has no bounds checks. Rows 0 and 53.. are padding; no walk leaves the real rows by more
/// than eleven.
pub(crate) const CELLS: usize = 4096;

/// A point of some board, given by column and row, both from 0; `(0, 0)` is the lower left corner,
/// the GTP vertex A1.
///
/// A point is only known to lie on the largest board; whether it lies on a given one is
/// [`Rules::contains`](super::Rules::contains). The size of `Option<Point>` is two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(NonZeroU16);

impl Point {
    /// The point in column `x` and row `y`, both counted from 0.
    ///
    /// # Panics
    ///
    /// If either is [`MAX_SIDE`] (52) or more. Text from outside goes through
    /// [`Point::try_new`].
    #[inline]
    pub const fn new(x: u8, y: u8) -> Point {
        match Point::try_new(x, y) {
            Some(point) => point,
            None => panic!("a coordinate is beyond the largest board"),
        }
    }

    /// The point in column `x` and row `y`, or `None` if no board has it.
    #[inline]
    pub const fn try_new(x: u8, y: u8) -> Option<Point> {
        if x >= MAX_SIDE || y >= MAX_SIDE {
            return None;
        }
        match NonZeroU16::new((y as u16 + 1) * STRIDE as u16 + x as u16) {
            Some(index) => Some(Point(index)),
            None => None,
        }
    }

    /// The column, from 0 at the left.
    #[inline]
    pub const fn x(self) -> u8 {
        (self.0.get() as usize % STRIDE) as u8
    }

    /// The row, from 0 at the bottom.
    #[inline]
    pub const fn y(self) -> u8 {
        (self.0.get() as usize / STRIDE) as u8 - 1
    }

    /// A number below 4096 that tells this point from all others, the same on every board.
    /// Neighbours in a [`Direction`](super::Direction) differ by its
    /// [`step`](super::Direction::step).
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize
    }

    /// The point with this [`index`](Point::index), or `None` if there is none.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Point> {
        if index < STRIDE || index >= CELLS || index % STRIDE >= MAX_SIDE as usize {
            return None;
        }
        Point::try_new((index % STRIDE) as u8, (index / STRIDE - 1) as u8)
    }

    /// The point `dx` columns to the right and `dy` rows up, or `None` off the largest board.
    #[inline]
    pub fn offset(self, dx: i8, dy: i8) -> Option<Point> {
        let x = u8::try_from(self.x() as i16 + dx as i16).ok()?;
        let y = u8::try_from(self.y() as i16 + dy as i16).ok()?;
        Point::try_new(x, y)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Point({}, {})", self.x(), self.y())
    }
}

/// The points of a board, row by row from the lower left corner. Made by
/// [`Rules::points`](super::Rules::points).
#[derive(Debug, Clone)]
pub struct Points {
    width: u8,
    height: u8,
    x: u8,
    y: u8,
}

impl Points {
    pub(super) fn new(width: u8, height: u8) -> Points {
        Points {
            width,
            height,
            x: 0,
            y: 0,
        }
    }
}

impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.y >= self.height {
            return None;
        }
        let point = Point::try_new(self.x, self.y);
        self.x += 1;
        if self.x == self.width {
            self.x = 0;
            self.y += 1;
        }
        point
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let rows = usize::from(self.height.saturating_sub(self.y));
        let left = (rows * usize::from(self.width)).saturating_sub(usize::from(self.x));
        (left, Some(left))
    }
}

impl ExactSizeIterator for Points {}

use super::point::STRIDE;

/// One of the four directions a line of stones can take. Each stands for both of its ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Along a row: `(+1, 0)`.
    Row,
    /// Along a column: `(0, +1)`.
    Column,
    /// Rising to the right: `(+1, +1)`.
    Rising,
    /// Falling to the right: `(+1, −1)`.
    Falling,
}

impl Direction {
    /// The four directions, in a fixed order.
    pub const ALL: [Direction; 4] = [
        Direction::Row,
        Direction::Column,
        Direction::Rising,
        Direction::Falling,
    ];

    /// One step forward in this direction, as columns to the right and rows up.
    #[inline]
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Direction::Row => (1, 0),
            Direction::Column => (0, 1),
            Direction::Rising => (1, 1),
            Direction::Falling => (1, -1),
        }
    }

    /// One step forward in this direction, as a difference of [`Point::index`](super::Point::index).
    #[inline]
    pub const fn step(self) -> i16 {
        let (dx, dy) = self.delta();
        dx as i16 + dy as i16 * STRIDE as i16
    }
}

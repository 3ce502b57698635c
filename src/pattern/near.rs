use super::set::Bits;

/// Rows of a neighbourhood above and below its centre.
const FAR: usize = 3;

/// Rows for the largest board and what lies around it; a power of two.
const ROWS: usize = 64;

/// Offsets of the points near a stone, by rows −3..=3: those within two, and those three away on a
/// line.
const NEAR: [u64; 2 * FAR + 1] = [
    0b100_1001, 0b011_1110, 0b011_1110, 0b111_1111, 0b011_1110, 0b011_1110, 0b100_1001,
];

/// The rows of a [`Near`] that a stone changes, as they were before.
pub(super) type Rows = [u64; 2 * FAR + 1];

/// The points near a stone, row by row, a bit a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Near([u64; ROWS]);

impl Near {
    pub fn new() -> Near {
        Near([0; ROWS])
    }

    #[inline(always)]
    fn around(&mut self, y: u8) -> &mut Rows {
        let first = usize::from(y) % (ROWS - NEAR.len() + 1);
        let rows = &mut self.0[first..first + NEAR.len()];
        rows.try_into().expect("as many rows as are taken")
    }

    /// Adds the points around a stone. Answers the rows as they were.
    #[inline(always)]
    pub fn add(&mut self, x: u8, y: u8) -> Rows {
        let rows = self.around(y);
        let before = *rows;
        for (row, near) in rows.iter_mut().zip(NEAR) {
            // Columns off the board are masked where the rows are read.
            *row |= near << x >> FAR;
        }
        before
    }

    /// Makes undone what [`add`](Near::add) did in this row.
    #[inline(always)]
    pub fn restore(&mut self, y: u8, rows: &Rows) {
        *self.around(y) = *rows;
    }

    /// The points of a row of the board.
    #[inline(always)]
    pub fn row(&self, y: u8) -> u64 {
        self.0[(usize::from(y) + FAR) % ROWS]
    }
}

/// The points of rows of bits, ascending by `x + y · width`.
pub(super) struct Slots<I> {
    rows: I,
    width: u32,
    /// The rows read and not yet handed out, and how many points these are.
    ahead: u128,
    filled: u32,
    now: Bits,
}

impl<I: Iterator<Item = u64>> Slots<I> {
    pub fn new(rows: I, width: usize) -> Slots<I> {
        Slots {
            rows,
            width: width as u32,
            ahead: 0,
            filled: 0,
            now: Bits {
                word: 0,
                base: 0usize.wrapping_sub(64),
            },
        }
    }

    /// Whether there is another word of points.
    #[inline]
    fn refill(&mut self) -> bool {
        while self.filled < 64 {
            let Some(row) = self.rows.next() else {
                break;
            };
            self.ahead |= u128::from(row) << self.filled;
            self.filled += self.width;
        }
        let more = self.filled > 0;
        self.now = Bits {
            word: self.ahead as u64,
            base: self.now.base.wrapping_add(64),
        };
        self.ahead >>= 64;
        self.filled = self.filled.saturating_sub(64);
        more
    }
}

impl<I: Iterator<Item = u64>> Iterator for Slots<I> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        loop {
            if let Some(slot) = self.now.next() {
                return Some(slot);
            }
            if !self.refill() {
                return None;
            }
        }
    }

    #[inline]
    fn fold<B, F: FnMut(B, usize) -> B>(mut self, init: B, mut f: F) -> B {
        let mut all = init;
        loop {
            for slot in &mut self.now {
                all = f(all, slot);
            }
            if !self.refill() {
                return all;
            }
        }
    }
}

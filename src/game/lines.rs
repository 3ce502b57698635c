use super::color::Color;
use super::direction::Direction;
use super::point::{CELLS, STRIDE};
use super::rules::Rules;

/// Words for all lines: 64 rows, 64 columns, 128 lines in each slanted direction; a power of two,
/// so that a mask brings a number into range.
const WORDS: usize = 512;

/// The stones once more, as bits: a word for each line of the padded board and each colour, and one
/// that marks what lies beyond the edge. Kept up with the cells. A run or a window of a line is then
/// a few shifts, without a branch that depends on the stones.
#[derive(Debug, Clone, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Lines {
    stones: [[u64; WORDS]; 2],
    off: [u64; WORDS],
}

/// A cell's place in one direction: the number of its line, and its bit there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) bit: u32,
}

impl Place {
    /// The place of the cell with this index (taken modulo the size of the padded board). One
    /// [`Direction::step`] forward is one bit up.
    #[inline(always)]
    pub(super) fn of(index: usize, direction: Direction) -> Place {
        let index = index % CELLS;
        let (x, y) = (index % STRIDE, index / STRIDE);
        let (line, bit) = match direction {
            Direction::Row => (y, x),
            Direction::Column => (STRIDE + x, y),
            Direction::Rising => (3 * STRIDE + x - y, x),
            Direction::Falling => (4 * STRIDE + x + y, x),
        };
        Place {
            line,
            bit: bit as u32,
        }
    }
}

impl Lines {
    /// The lines of an empty board.
    pub(super) fn new(rules: &Rules) -> Lines {
        let mut lines = Lines {
            stones: [[0; WORDS]; 2],
            off: [u64::MAX; WORDS],
        };
        for point in rules.points() {
            for direction in Direction::ALL {
                let place = Place::of(point.index(), direction);
                lines.off[place.line % WORDS] &= !(1 << place.bit);
            }
        }
        lines
    }

    /// Puts a stone on the cell, or takes it away.
    #[inline(always)]
    pub(super) fn flip(&mut self, index: usize, color: Color) {
        for direction in Direction::ALL {
            let place = Place::of(index, direction);
            self.stones[color.index()][place.line % WORDS] ^= 1 << place.bit;
        }
    }

    /// The stones of one colour on a line.
    #[inline(always)]
    pub(super) fn stones(&self, line: usize, color: Color) -> u64 {
        self.stones[color.index()][line % WORDS]
    }

    /// The empty points of a line.
    #[inline(always)]
    pub(super) fn empty(&self, line: usize) -> u64 {
        let [black, white] = &self.stones;
        !(black[line % WORDS] | white[line % WORDS] | self.off[line % WORDS])
    }
}

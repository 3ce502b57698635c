use super::cell::Cell;
use super::color::Color;
use super::direction::Direction;
use super::point::{CELLS, STRIDE};
use super::rules::Rules;

/// Words for all lines: 64 rows, 64 columns, 128 lines in each slanted direction; a power of two,
/// so that a mask brings a number into range.
const WORDS: usize = 512;

/// The stones, kept here and nowhere else: for each line of the padded board one word of bits for the
/// cells that are black or off the board, and one for those that are white or off.
///
/// At most 53 bits of a word lie on the board and eleven more are always off. Taken as a ring, a
/// word has those beyond both ends of its line.
#[derive(Debug, Clone, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Lines([[u64; 2]; WORDS]);

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
        let mut lines = Lines([[u64::MAX; 2]; WORDS]);
        for point in rules.points() {
            for color in Color::ALL {
                lines.flip(point.index(), color);
            }
        }
        lines
    }

    /// Puts a stone on an empty point, or takes it away.
    #[inline(always)]
    pub(super) fn flip(&mut self, index: usize, color: Color) {
        for direction in Direction::ALL {
            let place = Place::of(index, direction);
            self.0[place.line % WORDS][color.index()] ^= 1 << place.bit;
        }
    }

    /// Both words of a line: black or off, white or off.
    #[inline(always)]
    pub(super) fn words(&self, line: usize) -> [u64; 2] {
        self.0[line % WORDS]
    }

    /// The stones of one colour on a line.
    #[inline(always)]
    pub(super) fn stones(&self, line: usize, color: Color) -> u64 {
        let words = self.words(line);
        words[color.index()] & !words[(!color).index()]
    }

    /// The empty points of a line.
    #[inline(always)]
    pub(super) fn empty(&self, line: usize) -> u64 {
        let [black, white] = self.words(line);
        !(black | white)
    }

    /// What is on the cell with this index, taken modulo the size of the padded board.
    #[inline(always)]
    pub(super) fn cell(&self, index: usize) -> Cell {
        let place = Place::of(index, Direction::Row);
        let bit = |word: u64| word >> place.bit & 1 == 1;
        match self.words(place.line).map(bit) {
            [false, false] => Cell::Empty,
            [true, false] => Cell::Black,
            [false, true] => Cell::White,
            [true, true] => Cell::Off,
        }
    }
}

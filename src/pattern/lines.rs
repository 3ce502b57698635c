//! The cells of every line as words, from which the cells around a point are one shift away.

use crate::game::{Board, Color, Direction, Point};

/// The cells of a line around a point, two bits a cell (0 empty, 1 black, 2 white, 3 off the
/// board), the point itself at cell `2 · reach`. Cells further than the reach beyond the edge hold
/// anything.
pub(super) type Window = u128;

/// Cells of a word.
const CELLS: u32 = 64;

/// A word for every line of a board.
///
/// The cell of a point lies `reach` cells above its place on the line, so that the padding of both
/// ends is the same cells, the word taken as a ring: the longest line (52) and the longest reach of a
/// table (8) fit.
#[derive(Clone)]
pub(super) struct LineWords {
    words: Box<[u128]>,
    width: u32,
    height: u32,
    reach: u32,
}

impl LineWords {
    /// The lines of a position.
    pub fn new(board: &Board, reach: usize) -> LineWords {
        let rules = board.rules();
        let (width, height) = (u32::from(rules.width()), u32::from(rules.height()));
        let count = height + width + 2 * (width + height - 1);
        let mut lines = LineWords {
            words: vec![u128::MAX; count as usize].into_boxed_slice(),
            width,
            height,
            reach: (reach as u32).min(CELLS - 52),
        };
        for point in rules.points() {
            for d in 0..Direction::ALL.len() {
                let (line, place) = lines.place(point, d);
                let off = 3 ^ board.cell(point) as u128;
                lines.words[line] ^= off << (2 * (place + lines.reach));
            }
        }
        lines
    }

    /// The line of a point in a direction, and its place on it.
    #[inline(always)]
    fn place(&self, point: Point, direction: usize) -> (usize, u32) {
        let (x, y) = (u32::from(point.x()), u32::from(point.y()));
        let (w, h) = (self.width, self.height);
        let (line, place) = match direction {
            0 => (y, x),
            1 => (h + x, y),
            2 => (h + w + x + h - 1 - y, x),
            _ => (h + w + w + h - 1 + x + y, x),
        };
        (line as usize, place)
    }

    /// Puts a stone on an empty point, or takes it away.
    #[inline(always)]
    pub fn toggle(&mut self, point: Point, color: Color) {
        let stone = color.index() as u128 + 1;
        for d in 0..Direction::ALL.len() {
            let (line, place) = self.place(point, d);
            self.words[line] ^= stone << (2 * (place + self.reach) % (2 * CELLS));
        }
    }

    /// The cells around a point.
    #[inline(always)]
    pub fn window(&self, point: Point, direction: usize) -> Window {
        let (line, place) = self.place(point, direction);
        self.words[line].rotate_right((2 * place).wrapping_sub(2 * self.reach) % (2 * CELLS))
    }
}

/// The line key of a window's cell: see [`table`](super::table).
#[inline(always)]
pub(super) fn key(window: Window, cell: usize, reach: usize) -> u32 {
    let cells = window >> (2 * (cell - reach));
    let half = (1u128 << (2 * reach)) - 1;
    (cells & half | cells >> 2 & half << (2 * reach)) as u32
}

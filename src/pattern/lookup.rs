//! From the cells around a point to its classes, in each of the ways that [`Tables`] has.
//!
//! [`Tables`]: super::table::Tables

use super::line::{Line, LineRule};
use super::lines::{Window, key};
use super::table::{Pair, Split, side};
use crate::game::{Board, Color, Direction, Point};

/// How the cells around a point become classes.
pub(super) trait Lookup: Copy {
    /// Cells looked at on each side.
    fn reach(self) -> usize;

    /// The classes of the line through a cell of a window.
    fn pair(self, window: Window, cell: usize, at: Where<'_>) -> Pair;
}

/// The line a look-up is about, for the look-ups that read it from the board.
#[derive(Clone, Copy)]
pub(super) struct Where<'a> {
    pub board: &'a Board,
    pub slot: usize,
    pub width: usize,
    pub direction: usize,
}

/// A table with the whole key as index.
#[derive(Clone, Copy)]
pub(super) struct Flat<'a, const REACH: usize, const SIZE: usize>(pub &'a [Pair; SIZE]);

impl<const REACH: usize, const SIZE: usize> Lookup for Flat<'_, REACH, SIZE> {
    #[inline(always)]
    fn reach(self) -> usize {
        REACH
    }

    #[inline(always)]
    fn pair(self, window: Window, cell: usize, _: Where<'_>) -> Pair {
        // Four reaches of cells and the centre fit 64 bits.
        let cells = window as u64 >> (2 * (cell - REACH));
        let half = (1 << (2 * REACH)) - 1;
        let key = cells & half | cells >> 2 & half << (2 * REACH);
        self.0[key as usize % SIZE]
    }
}

impl Lookup for &Split {
    #[inline(always)]
    fn reach(self) -> usize {
        self.reach
    }

    #[inline(always)]
    fn pair(self, window: Window, cell: usize, _: Where<'_>) -> Pair {
        Split::pair(self, key(window, cell, self.reach))
    }
}

/// Without a table.
#[derive(Clone, Copy)]
pub(super) struct Windows {
    /// Cells looked at on each side.
    pub reach: usize,
}

impl Lookup for Windows {
    fn reach(self) -> usize {
        self.reach
    }

    fn pair(self, _: Window, _: usize, at: Where<'_>) -> Pair {
        let rules = at.board.rules();
        let (dx, dy) = Direction::ALL[at.direction].delta();
        let centre = Point::try_new((at.slot % at.width) as u8, (at.slot / at.width) as u8);
        let class = |color: Color| {
            let rule = LineRule::of(rules, color);
            let look = |sign: i8| {
                let mut next = centre;
                let cells = std::iter::from_fn(move || {
                    next = next.and_then(|point| point.offset(dx * sign, dy * sign));
                    Some(next.map_or(3, |point| at.board.cell(point) as u8))
                });
                side(cells.take(self.reach), color.index() as u8 + 1, rule)
            };
            let line = Line {
                sides: [look(-1), look(1)],
            };
            line.class_by_windows(rule) as u8
        };
        class(Color::Black) | class(Color::White) << 4
    }
}

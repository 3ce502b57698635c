//! From the cells around a point to its line patterns.
//!
//! A line comes as two words of bits ([`Position::line`](crate::game::Position)). A *window* is a
//! piece of it with two bits a cell, from which the key of every point in it is two shifts away.

use super::half_line::HalfLine;
use super::line::{CentredLine, LineRule};
use super::table::{Pair, Split, Tables};
use crate::game::{Color, Rules};

/// A line of the board as [`Position::line`](crate::game::Position) gives it: black or off, white
/// or off.
pub(crate) type LineBits = [u64; 2];

/// The half-lines of a colour behind and ahead of the point at a bit of its line.
#[inline]
fn half_lines(line: LineBits, place: u32, color: Color, reach: u32) -> [HalfLine; 2] {
    let own = line[color.index()];
    let other = line[(!color).index()];
    let behind = |word: u64| word.rotate_right(place).reverse_bits();
    let ahead = |word: u64| word.rotate_right(place + 1);
    [
        HalfLine::of(behind(own), behind(other), reach),
        HalfLine::of(ahead(own), ahead(other), reach),
    ]
}

/// The first 32 cells of a line, two bits a cell.
#[inline(always)]
pub(super) fn interleave(line: LineBits) -> u64 {
    // Every step doubles the distance between halves of what has not been spread yet.
    let spread = |word: u64| {
        let word = word & 0xffff_ffff;
        let word = (word | word << 16) & 0x0000_ffff_0000_ffff;
        let word = (word | word << 8) & 0x00ff_00ff_00ff_00ff;
        let word = (word | word << 4) & 0x0f0f_0f0f_0f0f_0f0f;
        let word = (word | word << 2) & 0x3333_3333_3333_3333;
        (word | word << 1) & 0x5555_5555_5555_5555
    };
    let [black, white] = line.map(spread);
    black | white << 1
}

/// A table of line patterns by line key.
pub(super) trait Lookup: Copy {
    /// The cells from twice the reach behind a point to as far ahead of it.
    type Window: Copy;

    /// Whether most points in reach of a stone change.
    const MOST_CHANGE: bool;

    /// Cells looked at on each side.
    fn reach(self) -> usize;

    /// The windows of lines whose bit 0 is their first cell.
    fn windows(self, lines: [LineBits; 4]) -> [Self::Window; 4];

    /// The first 32 cells of a window.
    fn low(window: Self::Window) -> u64;

    /// A window of no more than 32 cells.
    fn window(cells: u64) -> Self::Window;

    /// The key of the line through a cell of a window, which is at least the reach away from its ends, and whether
    /// that cell is empty. If it is not, the key is any.
    fn key(self, window: Self::Window, cell: usize) -> (u32, bool);

    /// The line patterns of a key.
    fn pair(self, key: u32) -> Pair;
}

/// A table with the whole key as index.
#[derive(Clone, Copy)]
pub(super) struct Flat<'a, const REACH: usize, const SIZE: usize>(pub &'a [Pair; SIZE]);

impl<const REACH: usize, const SIZE: usize> Lookup for Flat<'_, REACH, SIZE> {
    type Window = u64;

    const MOST_CHANGE: bool = true;

    #[inline(always)]
    fn reach(self) -> usize {
        REACH
    }

    #[inline(always)]
    fn windows(self, lines: [LineBits; 4]) -> [u64; 4] {
        let mut windows = [0; 4];
        for (window, line) in windows.iter_mut().zip(lines) {
            *window = interleave(line);
        }
        windows
    }

    #[inline(always)]
    fn low(window: u64) -> u64 {
        window
    }

    #[inline(always)]
    fn window(cells: u64) -> u64 {
        cells
    }

    #[inline(always)]
    fn key(self, window: u64, cell: usize) -> (u32, bool) {
        let cells = window >> (2 * (cell - REACH));
        let empty = cells >> (2 * REACH) & 3 == 0;
        let half = (1 << (2 * REACH)) - 1;
        let key = cells & half | cells >> 2 & half << (2 * REACH);
        // What is in the cache already is read where nothing is asked.
        (if empty { key as u32 } else { 0 }, empty)
    }

    #[inline(always)]
    fn pair(self, key: u32) -> Pair {
        self.0[key as usize % SIZE]
    }
}

/// A table for each half of the key, and one for what they make together.
#[derive(Clone, Copy)]
pub(super) struct Halves<'a, const REACH: usize>(pub &'a Split);

impl<const REACH: usize> Lookup for Halves<'_, REACH> {
    type Window = u128;

    const MOST_CHANGE: bool = false;

    #[inline(always)]
    fn reach(self) -> usize {
        REACH
    }

    #[inline(always)]
    fn windows(self, lines: [LineBits; 4]) -> [u128; 4] {
        lines.map(|line| {
            let high = interleave(line.map(|word| word >> 32));
            u128::from(interleave(line)) | u128::from(high) << 64
        })
    }

    #[inline(always)]
    fn low(window: u128) -> u64 {
        window as u64
    }

    #[inline(always)]
    fn window(cells: u64) -> u128 {
        cells.into()
    }

    #[inline(always)]
    fn key(self, window: u128, cell: usize) -> (u32, bool) {
        let cells = (window >> (2 * (cell - REACH))) as u64;
        let empty = cells >> (2 * REACH) & 3 == 0;
        let half = (1 << (2 * REACH)) - 1;
        let [behind, ahead] = [cells, cells >> (2 * REACH + 2)].map(|cells| cells as u32 & half);
        (behind | ahead << 16, empty)
    }

    #[inline(always)]
    fn pair(self, key: u32) -> Pair {
        self.0.pair((key & 0xffff) as usize, (key >> 16) as usize)
    }
}

impl Tables {
    /// The pattern of the line through an empty point, which is at this bit of it.
    pub(super) fn pair_of(&self, rules: &Rules, line: LineBits, place: u32) -> Pair {
        let reach = self.reach() as u32;
        let turned = line.map(|word| word.rotate_right(place.wrapping_sub(reach) % 64));
        self.pair_of_cells(interleave(turned)).unwrap_or_else(|| {
            let [black, white] = Color::ALL.map(|color| {
                let rule = LineRule::of(rules, color);
                let sides = half_lines(line, place, color, reach);
                let sides = sides.map(|half| half.seen(rule.tells_ends_apart()));
                CentredLine { sides }.line_pattern_by_windows(rule) as u8
            });
            black | white << 4
        })
    }

    /// The pattern of the line through an empty point, from its cells in reach, two bits each. `None` where there is
    /// no table.
    pub(super) fn pair_of_cells(&self, cells: u64) -> Option<Pair> {
        Some(match self {
            Tables::Flat4(table) => centre(Flat::<4, { 1 << 16 }>(table), cells),
            Tables::Flat5(table) => centre(Flat::<5, { 1 << 20 }>(table), cells),
            Tables::Split(split) => match split.reach {
                2 => centre(Halves::<2>(split), cells),
                3 => centre(Halves::<3>(split), cells),
                6 => centre(Halves::<6>(split), cells),
                7 => centre(Halves::<7>(split), cells),
                _ => centre(Halves::<8>(split), cells),
            },
            Tables::Windows { .. } => return None,
        })
    }
}

/// The patterns of the line through the cell in the middle of what is in its reach.
fn centre<L: Lookup>(lookup: L, cells: u64) -> Pair {
    lookup.pair(lookup.key(L::window(cells), lookup.reach()).0)
}

//! Black's forbidden points in renju, to the letter of the Renju International Federation's rules.
//!
//! A point is forbidden to Black if a stone there makes no five and makes
//! - an *overline*: six or more in a row; or
//! - a *double-four*: two fours at once, on one line too (`X XXX X` filled in its middle); or
//! - a *double-three*: two threes at once, a *three* being a line of three stones that becomes a
//!   *straight four* (`_XXXX_`, both completions exactly five) by one more stone, which makes no
//!   five and is not itself forbidden. "Forbidden" is meant recursively, in the position with the
//!   stone in question on the board.
//!
//! Every five, four or straight four that counts contains the stone in question, so nothing further
//! away than five points on its four lines matters.

use std::fmt;

use super::cell::Cell;
use super::color::Color;
use super::direction::Direction;
use super::lines::Place;
use super::point::Point;
use super::position::Position;
use super::rules::{Variant, WinRule};

/// Why a point is forbidden to Black.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Forbidden {
    /// Six or more in a row.
    Overline,
    /// Two fours at once.
    DoubleFour,
    /// Two threes at once.
    DoubleThree,
}

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Forbidden::Overline => "overline",
            Forbidden::DoubleFour => "double-four",
            Forbidden::DoubleThree => "double-three",
        })
    }
}

/// Points looked at on each side.
const REACH: i32 = 5;

/// Renju's win length.
const LENGTH: u32 = 5;

/// Which runs win for Black.
const FIVE: WinRule = Variant::Renju.win_rule(Color::Black);

/// The bit of the stone in question in a [`Window`].
const CENTRE: u32 = 1 << REACH;

/// A line around a point: bit `i` stands for the cell `i − REACH` steps away. The stone in question
/// counts as black.
#[derive(Clone, Copy)]
struct Window {
    black: u32,
    empty: u32,
}

impl Window {
    /// Length and lowest bit of the run of black stones through the centre.
    fn run(black: u32) -> (u32, u32) {
        let above = (!(black >> REACH)).trailing_zeros();
        let below = (!(black << (31 - REACH))).leading_zeros();
        (above + below - 1, REACH as u32 + 1 - below)
    }

    /// Whether the run through the centre wins.
    fn is_five(black: u32) -> bool {
        FIVE.wins(LENGTH, Window::run(black).0, || false)
    }

    /// The empty cells on which one more stone makes exactly five through the centre.
    fn completions(self) -> u32 {
        // Four stones besides the completing one must stand within four steps.
        if (self.black & 0b011_1111_1110).count_ones() < 4 {
            return 0;
        }
        let mut found = 0;
        let mut cells = self.empty & 0b011_1111_1110;
        while cells != 0 {
            let cell = cells & cells.wrapping_neg();
            cells ^= cell;
            if Window::is_five(self.black | cell) {
                found |= cell;
            }
        }
        found
    }

    /// Whether two completions are the two ends of one straight four.
    fn is_straight(completions: u32) -> bool {
        completions.count_ones() == 2
            && 31 - completions.leading_zeros() - completions.trailing_zeros() == 5
    }

    /// The number of fours the centre stone makes on this line: 0, 1 or 2.
    fn fours(completions: u32) -> u32 {
        if Window::is_straight(completions) {
            1
        } else {
            completions.count_ones()
        }
    }

    /// The empty cells that would turn this line into a straight four through the centre.
    fn straight_four_cells(self) -> u32 {
        // Three stones must stand within three steps.
        if (self.black & 0b001_1111_1100).count_ones() < 3 {
            return 0;
        }
        let mut found = 0;
        let mut cells = self.empty & 0b001_1111_1100;
        while cells != 0 {
            let cell = cells & cells.wrapping_neg();
            cells ^= cell;
            let next = Window {
                black: self.black | cell,
                empty: self.empty & !cell,
            };
            let (length, lowest) = Window::run(next.black);
            let contains = next.black >> lowest & 0b1111 == 0b1111
                && cell >> lowest != 0
                && cell >> lowest < 1 << 4;
            if length == 4 && contains && Window::is_straight(next.completions()) {
                found |= cell;
            }
        }
        found
    }
}

impl Position {
    /// Why renju forbids `point` to Black, or `None` if it does not. `None` for an occupied point
    /// and in every variant other than renju. No allocation, and no cost that
    /// depends on the size of the board.
    pub fn forbidden(&self, point: Point) -> Option<Forbidden> {
        if self.rules().variant() != Variant::Renju || self.cell(point) != Cell::Empty {
            return None;
        }
        self.forbidden_given(
            point.index(),
            &Placed {
                index: point.index(),
                before: None,
            },
        )
    }

    /// The line through `placed.index`, which and whose predecessors count as black.
    #[inline]
    fn window(&self, direction: Direction, placed: &Placed) -> Window {
        let centre = Place::of(placed.index, direction);
        let thought_of = placed.on_line(centre.line, direction);
        let lines = self.lines_of_bits();
        let black = lines.stones(centre.line, Color::Black) | thought_of;
        let empty = lines.empty(centre.line) & !thought_of;
        // No line is longer than 53 bits, so none is lost.
        let around =
            |bits: u64| (bits << REACH >> centre.bit) as u32 & ((CENTRE << (REACH + 1)) - 1);
        Window {
            black: around(black),
            empty: around(empty),
        }
    }

    fn forbidden_given(&self, index: usize, placed: &Placed) -> Option<Forbidden> {
        let windows = Direction::ALL.map(|direction| self.window(direction, placed));
        if windows.iter().any(|window| Window::is_five(window.black)) {
            return None;
        }
        let lengths = windows.map(|window| Window::run(window.black).0);
        if lengths.iter().any(|&length| length > LENGTH) {
            return Some(Forbidden::Overline);
        }
        let completions = windows.map(Window::completions);
        if completions.iter().map(|&c| Window::fours(c)).sum::<u32>() >= 2 {
            return Some(Forbidden::DoubleFour);
        }
        let mut cells = [0; 4];
        for i in 0..4 {
            if completions[i] == 0 {
                cells[i] = windows[i].straight_four_cells();
            }
        }
        if cells.iter().filter(|&&c| c != 0).count() < 2 {
            return None;
        }
        let is_three = |i: usize| {
            (0..=2 * REACH as isize)
                .filter(|bit| cells[i] >> bit & 1 == 1)
                .any(|bit| {
                    let step = Direction::ALL[i].step() as isize;
                    let next = index.wrapping_add_signed((bit - REACH as isize) * step);
                    self.may_make_straight_four(next, placed)
                })
        };
        let threes = (0..4)
            .filter(|&i| cells[i] != 0 && is_three(i))
            .take(2)
            .count();
        (threes == 2).then_some(Forbidden::DoubleThree)
    }

    /// Whether Black, having placed `placed`, may play on the cell at `index`, making no five.
    fn may_make_straight_four(&self, index: usize, placed: &Placed) -> bool {
        let next = Placed {
            index,
            before: Some(placed),
        };
        let five = Direction::ALL
            .into_iter()
            .any(|direction| Window::is_five(self.window(direction, &next).black));
        !five && self.forbidden_given(index, &next).is_none()
    }

    /// Every point that is forbidden to Black now. Costs a scan of the board.
    pub fn forbidden_points(&self) -> Vec<(Point, Forbidden)> {
        if self.rules().variant() != Variant::Renju {
            return Vec::new();
        }
        self.rules()
            .points()
            .filter_map(|p| Some((p, self.forbidden(p)?)))
            .collect()
    }
}

/// Stones that are thought of as placed: the one in question and those before it.
struct Placed<'a> {
    index: usize,
    before: Option<&'a Placed<'a>>,
}

impl Placed<'_> {
    /// Those of the stones that stand on a line, as its bits.
    #[inline]
    fn on_line(&self, line: usize, direction: Direction) -> u64 {
        let place = Place::of(self.index, direction);
        let own = u64::from(place.line == line) << place.bit;
        own | self
            .before
            .map_or(0, |placed| placed.on_line(line, direction))
    }
}

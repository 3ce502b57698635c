//! The win checker, the only one there is.
//!
//! Only the stone just played can complete a line, so the run it stands in is looked at in each of
//! the four directions, both ways, up to the first cell that is not such a stone. The stones lie in
//! words of bits for this, one word a line, so that no run can go on in another row, and none costs
//! more on a larger board.

use super::cell::Cell;
use super::color::Color;
use super::direction::Direction;
use super::lines::Place;
use super::point::Point;
use super::position::Position;
use super::rules::WinRule;

/// A winning line: an unbroken run of one colour, as long as it goes (in freestyle it may be
/// longer than the win length).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WinLine {
    /// Whose line.
    pub color: Color,
    /// The end from which `direction` runs along the line.
    pub start: Point,
    /// Which way it runs from there.
    pub direction: Direction,
    /// The number of stones.
    pub length: u8,
}

impl WinLine {
    /// The points of the line, from [`start`](WinLine::start) on.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        let (dx, dy) = self.direction.delta();
        (0..self.length as i8).filter_map(move |i| self.start.offset(dx * i, dy * i))
    }
}

/// An unbroken run of stones: the cells just before and just after it, and its length.
struct Run {
    before: usize,
    after: usize,
    length: usize,
}

/// For each word the bits that begin n set bits in a row.
#[inline(always)]
fn firsts_of_runs(mut words: [u64; 4], n: u32) -> [u64; 4] {
    let mut length = 1;
    while length < n {
        let more = length.min(n - length);
        words = words.map(|word| word & word >> more);
        length += more;
    }
    words
}

impl Position {
    #[inline]
    fn win_rule(&self, color: Color) -> WinRule {
        self.rules().variant().win_rule(color)
    }

    /// The run of `color` through the cell at `index`, that cell counted whatever stands there.
    #[inline(always)]
    fn run(&self, index: usize, direction: Direction, color: Color) -> Run {
        let place = Place::of(index, direction);
        let stones = self.lines_of_bits().stones(place.line, color) | 1 << place.bit;
        // The cell itself is counted in both; beyond the edge no bit is set.
        let forth = (!(stones >> place.bit)).trailing_zeros() as usize;
        let back = (!(stones << (63 - place.bit))).leading_zeros() as usize;
        let step = direction.step() as usize;
        Run {
            before: index.wrapping_sub(step.wrapping_mul(back)),
            after: index.wrapping_add(step.wrapping_mul(forth)),
            length: forth + back - 1,
        }
    }

    #[inline(always)]
    fn run_wins(&self, run: &Run, color: Color) -> bool {
        let closing = Cell::from(!color);
        let n = u32::from(self.rules().win_length());
        self.win_rule(color).wins(n, run.length as u32, || {
            self.at(run.before) == closing && self.at(run.after) == closing
        })
    }

    /// Whether a stone of `color` on `point` is part of a winning line, for a stone that stands
    /// there as well as for one that is only thought of: what else stands on the point does not
    /// matter. No allocation, constant time.
    ///
    /// ```
    /// use lianzhu::game::{Board, Color, Point, Rules, Setup};
    /// let stones = (4..8).map(|x| (Color::Black, Point::new(x, 7)));
    /// let board = Board::try_from(Setup::new(Rules::default(), stones, Color::Black))?;
    /// assert!(board.wins(Point::new(8, 7), Color::Black));
    /// assert!(!board.wins(Point::new(9, 7), Color::Black));
    /// # Ok::<(), lianzhu::game::SetupError>(())
    /// ```
    #[inline]
    pub fn wins(&self, point: Point, color: Color) -> bool {
        self.has_run(point.index(), color)
            && match self.win_rule(color) {
                WinRule::AtLeast => true,
                WinRule::Exactly | WinRule::ExactlyNotClosed => {
                    Direction::ALL.into_iter().any(|direction| {
                        self.run_wins(&self.run(point.index(), direction, color), color)
                    })
                }
            }
    }

    /// Whether a stone of `color` on the cell at `index` stands in a run of n or more.
    ///
    /// All four directions at once and without a branch on the stones, because which stones stand
    /// around a point is hard to predict: `word & word >> 1 & … & word >> (n − 1)` keeps the first
    /// stones of all n in a row, and those from which n in a row reach the cell are n bits.
    #[inline(always)]
    fn has_run(&self, index: usize, color: Color) -> bool {
        let places = Direction::ALL.map(|direction| Place::of(index, direction));
        let words =
            places.map(|place| self.lines_of_bits().stones(place.line, color) | 1 << place.bit);
        let n = u32::from(self.rules().win_length());
        // Five is by far the most frequent; as a constant it needs no loop.
        let firsts = if n == 5 {
            firsts_of_runs(words, 5)
        } else {
            firsts_of_runs(words, n)
        };
        let mut below = 0;
        for (first, place) in firsts.into_iter().zip(places) {
            // The cell becomes the highest bit.
            below |= first << (63 - place.bit);
        }
        below >> (64 - n) != 0
    }

    /// The winning lines through `point` if a stone of `color` stands there, at most four.
    pub fn lines_through(&self, point: Point, color: Color) -> Vec<WinLine> {
        let line = |direction| self.winning_run(point, direction, color);
        Direction::ALL.into_iter().filter_map(line).collect()
    }

    fn winning_run(&self, point: Point, direction: Direction, color: Color) -> Option<WinLine> {
        let run = self.run(point.index(), direction, color);
        if !self.run_wins(&run, color) {
            return None;
        }
        let start = Point::from_index(run.before.wrapping_add(direction.step() as usize))?;
        Some(WinLine {
            color,
            start,
            direction,
            length: run.length as u8,
        })
    }

    /// Every winning line on the board. Costs a scan of the board; for positions that were set up,
    /// and for display.
    pub fn lines(&self) -> Vec<WinLine> {
        let mut lines = Vec::new();
        for point in self.rules().points() {
            let Some(color) = self.cell(point).color() else {
                continue;
            };
            let through = self.lines_through(point, color);
            lines.extend(through.into_iter().filter(|line| line.start == point));
        }
        lines
    }

    /// Whether `color` has a winning line anywhere. Costs a scan of the board.
    pub fn has_line(&self, color: Color) -> bool {
        self.rules()
            .points()
            .any(|p| self.cell(p) == color.into() && self.wins(p, color))
    }
}

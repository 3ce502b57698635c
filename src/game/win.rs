//! The win checker, the only one there is.
//!
//! Only the stone just played can complete a line, so each of the four directions is walked both
//! ways from it, up to the first cell that is not such a stone. Beyond the edge lies padding, which
//! is no stone of either colour, so no walk can run over it into another row.

use super::board::{Board, Cell};
use super::color::Color;
use super::direction::Direction;
use super::point::Point;
use super::rules::Variant;

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

/// Which runs win for a colour.
#[derive(Clone, Copy)]
enum Criterion {
    AtLeast,
    Exactly,
    ExactlyNotClosed,
}

impl Board {
    #[inline]
    fn criterion(&self, color: Color) -> Criterion {
        match (self.rules().variant(), color) {
            (Variant::Freestyle, _) | (Variant::Renju, Color::White) => Criterion::AtLeast,
            (Variant::Exact, _) | (Variant::Renju, Color::Black) => Criterion::Exactly,
            (Variant::Caro, _) => Criterion::ExactlyNotClosed,
        }
    }

    /// The run of `color` through the cell at `index`, that cell counted whatever stands there.
    #[inline(always)]
    fn run(&self, index: usize, direction: Direction, color: Color) -> Run {
        let own = Cell::from(color);
        let step = direction.step() as usize;
        let mut after = index.wrapping_add(step);
        let mut length = 1;
        while self.at(after) == own {
            after = after.wrapping_add(step);
            length += 1;
        }
        let mut before = index.wrapping_sub(step);
        while self.at(before) == own {
            before = before.wrapping_sub(step);
            length += 1;
        }
        Run {
            before,
            after,
            length,
        }
    }

    #[inline(always)]
    fn run_wins(&self, run: &Run, color: Color, criterion: Criterion) -> bool {
        let n = self.rules().win_length() as usize;
        match criterion {
            Criterion::AtLeast => run.length >= n,
            Criterion::Exactly => run.length == n,
            Criterion::ExactlyNotClosed => {
                let closed = Cell::from(!color);
                run.length == n && (self.at(run.before) != closed || self.at(run.after) != closed)
            }
        }
    }

    /// Whether a stone of `color` on `point` is part of a winning line, for a stone that stands
    /// there as well as for one that is only thought of: what else stands on the point does not
    /// matter. No allocation, constant time.
    ///
    /// ```
    /// use lianzhu::game::{Board, Color, Point, Rules};
    /// let stones = (4..8).map(|x| (Color::Black, Point::new(x, 7)));
    /// let board = Board::setup(Rules::default(), stones, Color::Black)?;
    /// assert!(board.wins(Point::new(8, 7), Color::Black));
    /// assert!(!board.wins(Point::new(9, 7), Color::Black));
    /// # Ok::<(), lianzhu::game::SetupError>(())
    /// ```
    #[inline]
    pub fn wins(&self, point: Point, color: Color) -> bool {
        let criterion = self.criterion(color);
        Direction::ALL.into_iter().any(|direction| {
            self.run_wins(&self.run(point.index(), direction, color), color, criterion)
        })
    }

    /// The winning lines through `point` if a stone of `color` stands there, at most four.
    pub fn lines_through(&self, point: Point, color: Color) -> Vec<WinLine> {
        let line = |direction| self.winning_run(point, direction, color);
        Direction::ALL.into_iter().filter_map(line).collect()
    }

    fn winning_run(&self, point: Point, direction: Direction, color: Color) -> Option<WinLine> {
        let run = self.run(point.index(), direction, color);
        if !self.run_wins(&run, color, self.criterion(color)) {
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

//! The definition of the line patterns, by recursion over one line.
//!
//! A line is seen from an empty point with the stone in question put there. Nothing beyond the
//! first opposing stone or edge on a side matters, so a side is a [`HalfLine`]. Anchored at the
//! centre: only wins that contain the centre stone count. A look `h` cells far on each side is then
//! exact: n − 1 in freestyle, n where the cell beyond a full run matters.

use super::half_line::HalfLine;
use super::line_pattern::LinePattern;
use crate::game::{Color, Rules, Variant, WinRule};

/// What a line is judged by, for one colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct LineRule {
    /// The win length.
    n: u32,
    /// Which runs win.
    wins: WinRule,
    /// Whether overlines and two fours on a line are forbidden (renju, Black).
    restrained: bool,
}

impl LineRule {
    pub(super) fn of(rules: &Rules, color: Color) -> LineRule {
        let variant = rules.variant();
        LineRule {
            n: rules.win_length().into(),
            wins: variant.win_rule(color),
            restrained: variant == Variant::Renju && color == Color::Black,
        }
    }

    /// Whether it matters what ends a side: an opposing stone or the edge.
    pub(super) fn tells_ends_apart(self) -> bool {
        self.wins == WinRule::ExactlyNotClosed
    }

    /// The number of [codes](HalfLine::code) of half-lines of a reach.
    pub(super) fn codes(self, reach: usize) -> usize {
        if self.tells_ends_apart() {
            4 << reach
        } else {
            2 << reach
        }
    }
}

/// How far on each side a line has to be looked at.
pub(super) fn reach(rules: &Rules) -> usize {
    match rules.variant() {
        Variant::Freestyle => rules.win_length() as usize - 1,
        Variant::Exact | Variant::Renju | Variant::Caro => rules.win_length() as usize,
    }
}

/// A line seen from its centre, which holds an own stone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CentredLine {
    pub sides: [HalfLine; 2],
}

impl CentredLine {
    fn run(self) -> u32 {
        self.sides[0].run() + self.sides[1].run() + 1
    }

    fn wins(self, rule: LineRule) -> bool {
        let closed = |side: &HalfLine| side.stone && side.run() == side.free;
        rule.wins
            .wins(rule.n, self.run(), || self.sides.iter().all(closed))
    }

    fn with_own(self, side: usize, cell: u32) -> CentredLine {
        let mut sides = self.sides;
        sides[side] = sides[side].with_own(cell);
        CentredLine { sides }
    }

    fn with_opposing(self, side: usize, cell: u32, rule: LineRule) -> CentredLine {
        let mut sides = self.sides;
        sides[side] = sides[side].with_opposing(cell, rule.tells_ends_apart());
        CentredLine { sides }
    }

    /// The empty cells as (side, cell).
    fn empties(self) -> impl Iterator<Item = (usize, u32)> {
        (0..2).flat_map(move |side| self.sides[side].empties().map(move |cell| (side, cell)))
    }

    /// Whether some empty cell completes a win.
    fn can_win(self, rule: LineRule) -> bool {
        self.empties()
            .any(|(side, cell)| self.with_own(side, cell).wins(rule))
    }

    /// `Five`, `OpenFour`, `Four`, `Foul`, or `None` if it is less than a four.
    fn top_line_pattern(self, rule: LineRule) -> Option<LinePattern> {
        if self.wins(rule) {
            return Some(LinePattern::Five);
        }
        if rule.restrained && self.run() > rule.n {
            return Some(LinePattern::Foul);
        }
        let mut completions = self
            .empties()
            .filter(|&(side, cell)| self.with_own(side, cell).wins(rule))
            .map(|(side, cell)| {
                if side == 0 {
                    -1 - cell as i32
                } else {
                    1 + cell as i32
                }
            });
        let first = completions.next()?;
        let second = completions.next();
        if rule.restrained {
            return Some(match second {
                None => LinePattern::Four,
                Some(second) if (second - first).unsigned_abs() == rule.n => LinePattern::OpenFour,
                Some(_) => LinePattern::Foul,
            });
        }
        let open = second.is_some()
            && self
                .empties()
                .all(|(side, cell)| self.with_opposing(side, cell, rule).can_win(rule));
        Some(if open {
            LinePattern::OpenFour
        } else {
            LinePattern::Four
        })
    }

    /// The pattern of the line, by the definitions of [`LinePattern`]. `line_pattern_of` gives that
    /// of a line with one more own stone.
    pub(super) fn line_pattern(
        self,
        rule: LineRule,
        mut line_pattern_of: impl FnMut(CentredLine) -> LinePattern,
    ) -> LinePattern {
        if let Some(line_pattern) = self.top_line_pattern(rule) {
            return line_pattern;
        }
        let mut best = LinePattern::Dead;
        let (mut to_open_four, mut to_open_three) = (0, 0);
        for (side, cell) in self.empties() {
            let next = line_pattern_of(self.with_own(side, cell));
            match next {
                LinePattern::OpenFour => to_open_four += 1,
                LinePattern::OpenThree | LinePattern::OpenThree2 => to_open_three += 1,
                _ => {}
            }
            let from_here = match next {
                LinePattern::Four => LinePattern::Three,
                LinePattern::Three => LinePattern::Two,
                LinePattern::OpenTwo | LinePattern::OpenTwo3 | LinePattern::OpenTwo4 => {
                    LinePattern::OpenOne
                }
                LinePattern::Two => LinePattern::One,
                _ => LinePattern::Dead,
            };
            best = best.max(from_here);
        }
        let open = match (to_open_four, to_open_three) {
            (2.., _) => LinePattern::OpenThree2,
            (1, _) => LinePattern::OpenThree,
            (_, 4..) => LinePattern::OpenTwo4,
            (_, 3) => LinePattern::OpenTwo3,
            (_, 1..) => LinePattern::OpenTwo,
            _ => LinePattern::Dead,
        };
        best.max(open)
    }

    /// The pattern of the line without any table: exact for threes and better; below that only the
    /// stones missing from the fullest window count, and whether two windows share the lead. For
    /// win lengths whose tables would be too large.
    pub(super) fn line_pattern_by_windows(self, rule: LineRule) -> LinePattern {
        let (missing, windows) = self.fullest_windows(rule.n);
        match (missing, windows) {
            (0..=2, _) => self.line_pattern(rule, |next| {
                next.top_line_pattern(rule)
                    .unwrap_or_else(|| next.line_pattern_from_fours(rule))
            }),
            (3, 3..) => LinePattern::OpenTwo,
            (3, _) => LinePattern::Two,
            (4, 4..) => LinePattern::OpenOne,
            (4, _) => LinePattern::One,
            _ => LinePattern::Dead,
        }
    }

    /// `OpenThree`, `Three` or `Dead`, looking one stone ahead.
    fn line_pattern_from_fours(self, rule: LineRule) -> LinePattern {
        let ahead = self
            .empties()
            .filter_map(|(s, c)| self.with_own(s, c).top_line_pattern(rule));
        match ahead.max() {
            Some(LinePattern::OpenFour) => LinePattern::OpenThree,
            Some(LinePattern::Four) => LinePattern::Three,
            _ => LinePattern::Dead,
        }
    }

    /// The fewest stones missing from a window of `n` free cells around the centre, and how many
    /// windows miss only those. `(n, 0)` if there is no room.
    fn fullest_windows(self, n: u32) -> (u32, u32) {
        let [left, right] = self.sides;
        let (mut missing, mut windows) = (n, 0);
        for on_left in 0..n {
            let on_right = n - 1 - on_left;
            if on_left > left.free || on_right > right.free {
                continue;
            }
            let count = |side: HalfLine, cells: u32| (side.own & ((1 << cells) - 1)).count_ones();
            let lacks = n - 1 - count(left, on_left) - count(right, on_right);
            match lacks.cmp(&missing) {
                std::cmp::Ordering::Less => (missing, windows) = (lacks, 1),
                std::cmp::Ordering::Equal => windows += 1,
                std::cmp::Ordering::Greater => {}
            }
        }
        (missing, windows)
    }
}

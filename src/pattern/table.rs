//! Tables from line keys to line patterns.
//!
//! A line key holds the cells around an empty point, two bits a cell (0 empty, 1 black, 2 white, 3
//! off the board), in the order of the line, the point itself left out. At a reach of four and
//! five, the frequent ones, the whole key indexes one table; up to eight each half is looked up by
//! itself first; beyond that lines are counted.

use std::sync::{Arc, OnceLock};

use super::half_line::HalfLine;
use super::line::{CentredLine, LineRule, reach};
use super::line_pattern::LinePattern;
use crate::game::{Color, Rules, Variant};

/// Both colours' patterns of a line: Black's in the low nibble, White's in the high one.
pub(super) type Pair = u8;

/// The longest reach with tables at all; the largest, freestyle nine, builds in about 30 ms.
const SPLIT_REACH: usize = 8;

/// How line patterns are found for one win length and variant.
pub(super) enum Tables {
    /// One table, indexed by the key. A reach of four.
    Flat4(Box<[Pair; 1 << 16]>),
    /// One table, indexed by the key. A reach of five.
    Flat5(Box<[Pair; 1 << 20]>),
    /// Half keys to codes, codes to line patterns. A reach of six to eight, or below four.
    Split(Split),
    /// No table: the line is read from the board.
    Windows {
        /// Cells looked at on each side.
        reach: usize,
    },
}

/// See [`Tables::Split`].
pub(super) struct Split {
    pub reach: usize,
    /// Half key → code of the half-line, for Black and White; for the cells behind the point and
    /// those ahead of it.
    halves: [Box<[[u16; 2]]>; 2],
    /// Codes of both half-lines → line pattern, for Black and White.
    line_patterns: [Arc<LineTable>; 2],
}

impl Split {
    /// The patterns of a line, from the keys of the cells behind a point and of those ahead of it.
    #[inline(always)]
    pub(super) fn pair(&self, behind: usize, ahead: usize) -> Pair {
        let behind = self.halves[0][behind];
        let ahead = self.halves[1][ahead];
        let line_pattern =
            |color: usize| self.line_patterns[color].get(behind[color], ahead[color]);
        line_pattern(0) | line_pattern(1) << 4
    }
}

/// The line pattern for every pair of sides.
struct LineTable {
    codes: usize,
    line_patterns: Box<[u8]>,
}

const UNKNOWN: u8 = 0xff;

impl LineTable {
    #[inline(always)]
    fn get(&self, left: u16, right: u16) -> u8 {
        self.line_patterns[usize::from(left) * self.codes + usize::from(right)]
    }

    fn build(reach: usize, rule: LineRule) -> LineTable {
        let codes = rule.codes(reach);
        let line_patterns = vec![UNKNOWN; codes * codes].into_boxed_slice();
        let mut table = LineTable {
            codes,
            line_patterns,
        };
        let sides = || {
            let stones =
                [false, true]
                    .into_iter()
                    .take(if rule.tells_ends_apart() { 2 } else { 1 });
            stones.flat_map(move |stone| {
                let longest = if stone { reach } else { reach + 1 };
                (0..longest as u32).flat_map(move |free| {
                    (0..1u64 << free).map(move |own| HalfLine { free, own, stone })
                })
            })
        };
        for left in sides() {
            for right in sides() {
                table.fill(
                    CentredLine {
                        sides: [left, right],
                    },
                    reach,
                    rule,
                );
            }
        }
        table
    }

    fn fill(&mut self, line: CentredLine, reach: usize, rule: LineRule) -> LinePattern {
        let [left, right] = line.sides.map(|side| side.code(reach));
        let known = self.line_patterns[left * self.codes + right];
        if known != UNKNOWN {
            return LinePattern::from_nibble(known);
        }
        let line_pattern = line.line_pattern(rule, |next| self.fill(next, reach, rule));
        self.line_patterns[left * self.codes + right] = line_pattern as u8;
        self.line_patterns[right * self.codes + left] = line_pattern as u8;
        line_pattern
    }
}

/// The codes of both colours' half-lines for every half key; the nearest cell is the last of those
/// behind a point.
fn half_codes(reach: usize, behind: bool, tells_ends_apart: bool) -> Box<[[u16; 2]]> {
    let codes = (0..1usize << (2 * reach)).map(|key| {
        let word = |color: usize| {
            let bit = |i: usize| {
                let cell = if behind { reach - 1 - i } else { i };
                (key >> (2 * cell + color) & 1) as u64
            };
            (0..reach).fold(0, |word, i| word | bit(i) << i)
        };
        let words = [0, 1].map(word);
        [0, 1].map(|color| {
            let half = HalfLine::of(words[color], words[1 - color], reach as u32);
            half.seen(tells_ends_apart).code(reach) as u16
        })
    });
    codes.collect()
}

/// The line patterns for every key.
fn flat<const SIZE: usize>(split: &Split) -> Box<[Pair; SIZE]> {
    let half = 1 << (2 * split.reach);
    let pairs = (0..SIZE).map(|key| split.pair(key % half, key / half));
    let pairs: Box<[Pair]> = pairs.collect();
    pairs.try_into().expect("a pair for every key")
}

impl Tables {
    fn build(rules: &Rules) -> Tables {
        let reach = reach(rules);
        if reach > SPLIT_REACH || reach == SPLIT_REACH && rules.variant() != Variant::Freestyle {
            return Tables::Windows { reach };
        }
        let [of_black, of_white] = Color::ALL.map(|color| LineRule::of(rules, color));
        let black = Arc::new(LineTable::build(reach, of_black));
        let white = if of_black == of_white {
            black.clone()
        } else {
            Arc::new(LineTable::build(reach, of_white))
        };
        let halves =
            [true, false].map(|behind| half_codes(reach, behind, of_black.tells_ends_apart()));
        let split = Split {
            reach,
            halves,
            line_patterns: [black, white],
        };
        match reach {
            4 => Tables::Flat4(flat(&split)),
            5 => Tables::Flat5(flat(&split)),
            _ => Tables::Split(split),
        }
    }

    /// The tables of these rules, built at the first call for their win length and variant.
    pub(super) fn of(rules: &Rules) -> &'static Tables {
        const LENGTHS: usize = SPLIT_REACH + 2;
        static TABLES: [[OnceLock<Tables>; LENGTHS + 1]; 4] =
            [const { [const { OnceLock::new() }; LENGTHS + 1] }; 4];
        static WINDOWS: [OnceLock<Tables>; 64] = [const { OnceLock::new() }; 64];
        let n = rules.win_length() as usize;
        let slot = match TABLES[rules.variant() as usize].get(n) {
            Some(slot) => slot,
            None => &WINDOWS[reach(rules) % WINDOWS.len()],
        };
        slot.get_or_init(|| Tables::build(rules))
    }

    /// Cells looked at on each side of a stone.
    pub(super) fn reach(&self) -> usize {
        match self {
            Tables::Flat4(_) => 4,
            Tables::Flat5(_) => 5,
            Tables::Split(split) => split.reach,
            Tables::Windows { reach } => *reach,
        }
    }
}

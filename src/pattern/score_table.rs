//! From the four line patterns of a point to what the point is worth.

use super::line_pattern::LinePattern;
use super::pattern4::{FIRST_THREAT, Pattern4};
use crate::game::Color;

/// Unordered pairs of line patterns.
const PAIRS: usize = LinePattern::COUNT * (LinePattern::COUNT + 1) / 2;

/// What an empty point is worth: a value, two ordering scores and two patterns, for both colours or
/// one colour's share of them.
///
/// The ordering score of a move by a colour is what attacking there is worth to it and what taking
/// the point away is worth against the other. The value is the point's share of the static score,
/// in the unit that the weights are kept in, Black's less White's.
///
/// In four lanes of 16 bits: the value, the scores of Black's and White's moves, the patterns. What is below
/// zero borrows from the lane above, so that one addition adds shares up in all lanes; Black's come with
/// [`ZERO`], above which the lanes of the sum stand for themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct PointScores(u64);

/// Nothing in each of the first three lanes.
const ZERO: u64 = 0x8000_8000_8000;

/// The most that a share may have in one of the first three lanes: two of them fit.
const LARGEST: i16 = i16::MAX / 2;

impl Default for PointScores {
    fn default() -> PointScores {
        PointScores(ZERO)
    }
}

impl PointScores {
    /// The shares of these weights for Black and for White.
    fn shares(weights: [i16; 3], pattern4: Pattern4) -> [PointScores; 2] {
        let [value, attack, defence] = weights.map(|x| i64::from(x.clamp(-LARGEST, LARGEST)));
        let lanes = |[a, b, c, d]: [i64; 4]| a + (b << 16) + (c << 32) + (d << 48);
        let pattern4 = i64::from(pattern4 as u8);
        let black = lanes([value, attack, defence, pattern4]) as u64;
        let white = lanes([-value, defence, attack, pattern4 << 8]) as u64;
        [black.wrapping_add(ZERO), white].map(PointScores)
    }

    /// What a share of Black's and a share of White's make.
    #[inline(always)]
    pub(super) fn and(self, white: PointScores) -> PointScores {
        PointScores(self.0.wrapping_add(white.0))
    }

    /// What a lane is above zero.
    #[inline(always)]
    fn lane(self, lane: usize) -> i16 {
        ((self.0 ^ ZERO) >> (16 * lane)) as i16
    }

    /// The ordering score of a move by a colour.
    #[inline(always)]
    pub fn score(self, color: Color) -> i16 {
        self.lane(1 + color.index())
    }

    /// Black's share of the static score less White's.
    #[inline(always)]
    pub fn value(self) -> i16 {
        self.lane(0)
    }

    #[inline(always)]
    fn both_patterns4(self) -> u16 {
        (self.0 >> 48) as u16
    }

    /// The numbers of the patterns for Black and White.
    #[inline(always)]
    pub fn numbers4(self) -> [u8; 2] {
        self.both_patterns4().to_le_bytes()
    }

    /// Both numbers, White's four bits higher than Black's.
    #[inline(always)]
    pub fn both_numbers4(self) -> u8 {
        let patterns4 = self.both_patterns4();
        (patterns4 | patterns4 >> 4) as u8
    }

    /// The patterns for Black and White.
    #[inline(always)]
    pub fn patterns4(self) -> [Pattern4; 2] {
        (self.both_patterns4().to_le_bytes()).map(Pattern4::from_number)
    }

    /// Whether a pattern that is a threat becomes another one, or another becomes a threat.
    #[inline(always)]
    pub fn is_other_threat(self, new: PointScores) -> bool {
        const UP_TO_128: u16 = (128 - FIRST_THREAT as u16) * 0x0101;
        let [old, new] = [self, new].map(PointScores::both_patterns4);
        let threats = old.wrapping_add(UP_TO_128) | new.wrapping_add(UP_TO_128);
        // Both are worked out: which it is cannot be foreseen.
        (old != new) & (threats & 0x8080 != 0)
    }

    /// The threat sets it belongs to: a bit a [`ThreatSet`](super::ThreatSet), White's four bits
    /// higher than Black's.
    #[inline(always)]
    pub fn threats(self) -> u8 {
        static THREATS: [u8; 256] = {
            let mut threats = [0; 256];
            let mut i = 0;
            while i < 256 {
                let [black, white] = [
                    Pattern4::from_number(i as u8 & 15),
                    Pattern4::from_number(i as u8 >> 4),
                ];
                threats[i] = black.threats() | white.threats() << 4;
                i += 1;
            }
            threats
        };
        THREATS[usize::from(self.both_numbers4())]
    }
}

/// Entries of a table, rounded up to a power of two, so that a mask brings a number into range.
const ENTRIES: usize = (PAIRS * (PAIRS + 1) / 2).next_power_of_two();

/// What every four line patterns of one colour are worth, as Black's and as White's: 88 KB, of which few are
/// frequent. One load a look-up.
#[derive(Clone)]
pub struct ScoreTable {
    entries: Box<[[PointScores; 2]; ENTRIES]>,
}

/// The number of an unordered pair of numbers.
#[inline(always)]
fn pair_index(a: u32, b: u32) -> u32 {
    let (low, high) = (a.min(b), a.max(b));
    high * (high + 1) / 2 + low
}

impl ScoreTable {
    /// A table filled from `weights`, which is asked once for every combination of four line
    /// patterns, given ascending, and answers value, attack and defence. `restrained` for Black in
    /// renju.
    pub fn new(
        restrained: bool,
        mut weights: impl FnMut([LinePattern; 4]) -> [i16; 3],
    ) -> ScoreTable {
        let entries = vec![[PointScores::default(); 2]; ENTRIES].into_boxed_slice();
        let entries = entries.try_into().expect("as many as it was made of");
        let mut table = ScoreTable { entries };
        for line_patterns in line_pattern_combinations() {
            let entry = PointScores::shares(
                weights(line_patterns),
                Pattern4::of(line_patterns, restrained),
            );
            let [a, b, c, d] = line_patterns.map(|line_pattern| line_pattern as u32);
            for (w, x, y, z) in [(a, b, c, d), (a, c, b, d), (a, d, b, c)] {
                let index = ScoreTable::index(w | x << 8 | y << 16 | z << 24);
                table.entries[index as usize % ENTRIES] = entry;
            }
        }
        table
    }

    /// The index of four line patterns, one a byte: an unordered pair of unordered pairs.
    #[inline(always)]
    pub(super) fn index(line_patterns: u32) -> u32 {
        let line_pattern = |d: u32| line_patterns >> (8 * d) & 0xff;
        pair_index(
            pair_index(line_pattern(0), line_pattern(1)),
            pair_index(line_pattern(2), line_pattern(3)),
        )
    }

    /// The share of a colour whose line patterns have this index.
    #[inline(always)]
    pub(super) fn share(&self, color: Color, index: u32) -> PointScores {
        self.entries[index as usize % ENTRIES][color.index()]
    }

    /// What a point's line patterns are worth, one byte a direction, Black's in the low nibbles.
    #[inline(always)]
    pub(super) fn of_pairs([black, white]: [&ScoreTable; 2], pairs: u32) -> PointScores {
        let of_black = black.share(Color::Black, ScoreTable::index(pairs & 0x0f0f_0f0f));
        let of_white = white.share(Color::White, ScoreTable::index(pairs >> 4 & 0x0f0f_0f0f));
        of_black.and(of_white)
    }
}

/// The number of combinations of four line patterns.
pub const PATTERN_CODES: usize = 2380;

/// Every combination of four line patterns, each ascending, in the order of their
/// [`pattern_code`]s.
pub fn line_pattern_combinations() -> impl Iterator<Item = [LinePattern; 4]> {
    let n = LinePattern::COUNT;
    (0..n).flat_map(|d| {
        (0..=d).flat_map(move |c| {
            (0..=c)
                .flat_map(move |b| (0..=b).map(move |a| [a, b, c, d].map(|i| LinePattern::ALL[i])))
        })
    })
}

/// The number of a combination of four line patterns, given in any order: below [`PATTERN_CODES`].
pub fn pattern_code(mut line_patterns: [LinePattern; 4]) -> usize {
    line_patterns.sort_unstable();
    let [a, b, c, d] = line_patterns.map(|line_pattern| line_pattern as usize);
    a + b * (b + 1) / 2 + c * (c + 1) * (c + 2) / 6 + d * (d + 1) * (d + 2) * (d + 3) / 24
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_in_every_lane() {
        let weights = [
            [0, 0, 0],
            [1, -1, 1],
            [-1, 300, -7],
            [-250, -1, 4000],
            [LARGEST, -LARGEST, LARGEST],
            [-LARGEST, LARGEST, -LARGEST],
            [i16::MAX, i16::MIN, i16::MAX],
        ];
        let patterns = [Pattern4::None, Pattern4::Five, Pattern4::MaybeForbiddenFour];
        for (black, white) in weights.iter().flat_map(|a| weights.map(|b| (*a, b))) {
            for (of_black, of_white) in patterns.iter().flat_map(|a| patterns.map(|b| (*a, b))) {
                let [share, _] = PointScores::shares(black, of_black);
                let [_, other] = PointScores::shares(white, of_white);
                let both = share.and(other);
                let [black, white] =
                    [black, white].map(|of| of.map(|x| x.clamp(-LARGEST, LARGEST)));
                assert_eq!(both.value(), black[0] - white[0]);
                assert_eq!(both.score(Color::Black), black[1] + white[2]);
                assert_eq!(both.score(Color::White), black[2] + white[1]);
                assert_eq!(both.patterns4(), [of_black, of_white]);
            }
        }
    }

    #[test]
    fn a_point_of_nothing_has_nothing() {
        let nothing = PointScores::default();
        assert_eq!(nothing.value(), 0);
        assert_eq!(Color::ALL.map(|color| nothing.score(color)), [0, 0]);
        assert_eq!(nothing.patterns4(), [Pattern4::None; 2]);
        assert_eq!(nothing.threats(), 0);
    }
}

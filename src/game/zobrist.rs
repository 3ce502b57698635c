//! Zobrist keys: one random number for a stone of each colour on each point, one for White to
//! move, one for the rules; a position's key is their exclusive or.

use super::color::Color;
use super::point::{CELLS, Point};
use super::rules::Rules;

/// SplitMix64's output function (Steele, Lea, Flood 2014): an invertible mix of 64 bits.
const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

static STONES: [[u64; CELLS]; 2] = {
    let mut keys = [[0; CELLS]; 2];
    let mut i = 0;
    while i < CELLS {
        keys[0][i] = mix(i as u64 * 2);
        keys[1][i] = mix(i as u64 * 2 + 1);
        i += 1;
    }
    keys
};

/// Exclusive-ored in when White is to move.
pub(super) const WHITE_TO_MOVE: u64 = mix(1 << 32);

/// The key of a stone.
#[inline]
pub(super) fn stone(point: Point, color: Color) -> u64 {
    STONES[color.index()][point.index() % CELLS]
}

/// The key of the empty board with Black to move.
pub(super) fn empty(rules: &Rules) -> u64 {
    let packed = u64::from(rules.width())
        | u64::from(rules.height()) << 8
        | u64::from(rules.win_length()) << 16
        | (rules.variant() as u64) << 24;
    mix(packed | 1 << 40)
}

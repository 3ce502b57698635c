//! Facts of a position that count once, however many points make them true.

use crate::game::Color;
use crate::pattern::{Pattern4, Patterns};

/// The patterns whose presence on the board is a fact, for the side to move (bits 0 to 5)
/// and for its opponent (bits 6 to 11). Renju's points that may be forbidden count as what they
/// are if they are not.
pub const THREAT_INPUT_PATTERNS: [[Pattern4; 2]; 6] = [
    [Pattern4::Three, Pattern4::Three],
    [Pattern4::ThreePlus, Pattern4::ThreePlus],
    [Pattern4::DoubleThree, Pattern4::MaybeForbidden],
    [Pattern4::Four, Pattern4::Four],
    [Pattern4::FourPlus, Pattern4::FourPlus],
    [Pattern4::FourThree, Pattern4::MaybeForbiddenFour],
];

/// The number of combinations of threat inputs.
pub const THREAT_INPUTS: usize = 1 << (2 * THREAT_INPUT_PATTERNS.len());

/// What an open four point adds that cannot be used at once: ours, since there is a five to stop
/// first, and theirs, which has to be stopped. Not fitted: hardly a quiet position has one.
pub const OPEN_FOURS: [i16; 2] = [400, -120];

/// The threat inputs of a position, below [`THREAT_INPUTS`].
#[inline]
pub fn threat_inputs(patterns: &Patterns) -> usize {
    let us = patterns.board().side_to_move();
    let of = |color: Color| {
        let present = patterns.present(color);
        let mut threat_inputs = 0;
        // Not of a copy of the patterns, of which compilers make a loop where shifts and masks do.
        for (i, patterns4) in THREAT_INPUT_PATTERNS.iter().enumerate() {
            let [one, other] = patterns4.map(|pattern4| present >> pattern4 as u32 & 1);
            threat_inputs |= ((one | other) as usize) << i;
        }
        threat_inputs
    };
    of(us) | of(!us) << THREAT_INPUT_PATTERNS.len()
}

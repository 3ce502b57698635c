//! Facts of a position that count once, however many points make them true.

use crate::game::Color;
use crate::pattern::{Kind, Patterns};

/// The kinds of point whose presence on the board is a fact, for the side to move (bits 0 to 5)
/// and for its opponent (bits 6 to 11). Renju's points that may be forbidden count as what they
/// are if they are not.
pub const FACT_KINDS: [[Kind; 2]; 6] = [
    [Kind::Three, Kind::Three],
    [Kind::ThreePlus, Kind::ThreePlus],
    [Kind::DoubleThree, Kind::MaybeForbidden],
    [Kind::Four, Kind::Four],
    [Kind::FourPlus, Kind::FourPlus],
    [Kind::FourThree, Kind::MaybeForbiddenFour],
];

/// The number of combinations of facts.
pub const FACTS: usize = 1 << (2 * FACT_KINDS.len());

/// What an open four point adds that cannot be used at once: ours, since there is a five to stop
/// first, and theirs, which has to be stopped. Not fitted: hardly a quiet position has one.
pub const OPEN_FOURS: [i16; 2] = [400, -120];

/// The facts of a position, below [`FACTS`].
#[inline]
pub fn facts(patterns: &Patterns) -> usize {
    let us = patterns.board().side_to_move();
    let of = |color: Color| {
        let mut facts = 0;
        for (i, kinds) in FACT_KINDS.into_iter().enumerate() {
            let [one, other] = kinds.map(|kind| patterns.count(color, kind));
            facts |= usize::from(one | other != 0) << i;
        }
        facts
    };
    of(us) | of(!us) << FACT_KINDS.len()
}

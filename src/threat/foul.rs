//! Renju: fours that Black has no right to answer.

use smallvec::SmallVec;

use crate::game::Color;
use crate::pattern::{LinePattern, Patterns, ThreatSet};

/// A point where a stone makes White a four (or more) that one completes on a point forbidden to Black: as nothing
/// else stops a five, White wins by it unless Black, to move then, completes one. `None` where there is no such point,
/// and in every variant other than renju. The position is as before afterwards; whose move it is does not matter.
///
/// Costs a look at White's points that make fours, and little more where none of them is forbidden to Black.
pub fn foul_four(patterns: &mut Patterns) -> Option<u16> {
    if !patterns.is_renju() {
        return None;
    }
    // Of two points that complete a five together, either makes a four that the other completes.
    let mut pairs: SmallVec<[(usize, usize); 4]> = SmallVec::new();
    let fours = patterns.threat_set(Color::White, ThreatSet::Four).iter();
    for foul in fours.filter(|&slot| patterns.pattern4(slot, Color::Black).may_be_forbidden()) {
        let line_patterns = patterns.line_patterns(foul, Color::White);
        for d in (0..4).filter(|&d| line_patterns[d].is_four()) {
            let others = patterns.line_patterns_with_stones(foul, d, Color::White, Color::White);
            let fives = others.filter(|&(_, with)| with == Some(LinePattern::Five));
            pairs.extend(fives.map(|(four, _)| (four, foul)));
        }
    }
    let found = pairs.into_iter().find(|&(four, foul)| {
        // The stone may take from Black what makes the other point forbidden.
        patterns.make(patterns.point(four), Color::White);
        let is_foul = patterns.board().forbidden(patterns.point(foul)).is_some();
        patterns.unmake();
        is_foul
    });
    found.map(|(four, _)| four as u16)
}

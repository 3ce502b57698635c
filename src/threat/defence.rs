//! What the defender can try against fours and open threes.

use super::proof::ProofNumbers;
use super::replies::{open_four_replies, replies_to_fours};
use crate::pattern::{Pattern4, Patterns, ThreatSet};

/// Everything the defender, who is to move, can try; or the solution: disproven if he wins or
/// nothing is threatened, proven if he has no reply.
pub(super) fn narrow_replies(patterns: &Patterns) -> Result<Vec<u16>, ProofNumbers> {
    let us = patterns.board().side_to_move();
    let them = !us;
    if patterns.count(us, Pattern4::Five) > 0 {
        return Err(ProofNumbers::DISPROVEN);
    }
    let (list, plies) = if patterns.count(them, Pattern4::Five) > 0 {
        (replies_to_fours(patterns, them), 2)
    } else if patterns.count(them, Pattern4::OpenFour) > 0 {
        (open_four_replies(patterns, them), 4)
    } else {
        return Err(ProofNumbers::DISPROVEN);
    };
    let mut slots = list.as_slice().to_vec();
    if plies == 4 {
        for slot in patterns.threat_set(us, ThreatSet::Four).iter() {
            if !slots.contains(&(slot as u16)) {
                slots.push(slot as u16);
            }
        }
    }
    slots.retain(|&slot| patterns.may_play(slot.into(), us));
    if !slots.is_empty() {
        return Ok(slots);
    }
    // Who cannot move at all does not lose: the game is drawn.
    Err(match any_reply(patterns) {
        Some(_) => ProofNumbers::proven(plies),
        None => ProofNumbers::DISPROVEN,
    })
}

/// A legal move of the defender, who is lost: one that takes a five if he may.
pub(super) fn any_reply(patterns: &Patterns) -> Option<u16> {
    let us = patterns.board().side_to_move();
    let legal = |slot: &usize| patterns.may_play(*slot, us);
    let mut fives = patterns.threat_set(!us, ThreatSet::Five).iter();
    let block = fives.find(legal);
    let any = || {
        let mut points = patterns.board().legal_points(us);
        points.next().map(|point| patterns.slot(point))
    };
    block.or_else(any).map(|slot| slot as u16)
}

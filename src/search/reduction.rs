//! Late move reductions: how much less deep a late move is searched.

use super::node::Node;
use super::params::HISTORY_MAX;
use super::picker::ThreatState;
use super::worker::Worker;
use crate::pattern::Pattern4;

/// Where a move stands among those of its node.
#[derive(Clone, Copy)]
pub(super) struct Late {
    /// Moves searched before it.
    pub number: usize,
    /// The best score of these.
    pub best: i32,
    /// How far its ordering score is below the best one's.
    pub gap: i32,
}

impl Worker<'_> {
    /// Plies to search a late move less deep.
    pub(super) fn reduction(&self, node: &Node, slot: u16, late: Late) -> i32 {
        if node.depth < 2 || late.number == 0 || node.foul_threat {
            return 0;
        }
        match &node.threat_state {
            ThreatState::Quiet => {}
            ThreatState::Five(_) => return 0,
            ThreatState::OpenFour(replies) => {
                let bare = self.patterns.pattern4(slot as usize, self.us()) == Pattern4::Four;
                let delays = bare && !replies.as_slice().contains(&slot);
                let row = &self.reductions[node.depth.clamp(0, 63) as usize];
                let late = (row[late.number.min(62) + 1] * self.params.open_reduction) >> 10;
                return if delays {
                    (self.params.delay_reduction + late + 512) >> 10
                } else {
                    (late + 512) >> 10
                };
            }
        }
        let row = &self.reductions[node.depth.clamp(0, 63) as usize];
        let mut reduction = row[late.number.min(62) + 1];
        if node.pv {
            reduction -= self.params.reduction_pv;
        }
        if node.cut {
            reduction += self.params.reduction_cut;
            if !self.stack[node.ply].killers.contains(&Some(slot)) {
                reduction += self.params.reduction_no_killer;
            }
            if node.eval >= node.beta + self.params.high_margin {
                reduction += self.params.high_reduction;
            }
        }
        if !node.improving {
            reduction += self.params.reduction_worse;
        }
        if node.eval + self.params.low_margin < node.alpha {
            reduction += self.params.low_reduction;
        }
        if self.is_threat(slot) {
            reduction -= self.params.reduction_threat;
        }
        let below = self.stack.get(node.ply + 1);
        if below.is_some_and(|below| below.cuts > self.params.many_cuts) {
            reduction += self.params.reduction_many_cuts;
        }
        if node.tt_pv {
            reduction -= self.params.reduction_tt_pv;
        }
        if node.ply >= 2 && self.follows(node.ply, slot) {
            reduction -= self.params.reduction_follow;
        }
        reduction += (late.gap.min(1024) * self.params.reduction_order) >> 8;
        let us = self.us();
        let continuation = self
            .history
            .continuation(us, self.last_moves(node.ply), slot);
        reduction -= (self.history.get(us, slot) * self.params.reduction_history
            + continuation * self.params.reduction_continuation)
            / HISTORY_MAX;
        (reduction + 512) >> 10
    }

    /// Plies to search a node less deep because the move to it, which was reduced, has made things worse for the
    /// one who played it (the hindsight reduction of Stockfish).
    pub(super) fn hindsight(&self, node: &Node) -> i32 {
        if node.ply == 0
            || node.depth < 2
            || node.excluded.is_some()
            || !node.threat_state.is_quiet()
        {
            return 0;
        }
        let before = &self.stack[node.ply - 1];
        let sum = before.eval.map(|eval| eval + node.corrected_eval);
        let is_less =
            before.reduced >= 2 && sum.is_some_and(|sum| sum > self.params.hindsight_margin);
        i32::from(is_less)
    }

    /// Whether a move lies close to one's own last, which made a threat.
    fn follows(&self, ply: usize, slot: u16) -> bool {
        let before = &self.stack[ply - 2];
        let Some(last) = before.slot.filter(|_| before.threat) else {
            return false;
        };
        let (a, b) = (
            self.patterns.point(last as usize),
            self.patterns.point(slot as usize),
        );
        a.x().abs_diff(b.x()).max(a.y().abs_diff(b.y())) <= self.params.follow_distance as u8
    }
}

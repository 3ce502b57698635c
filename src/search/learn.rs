//! What a node tells the histories.

use super::history::Past;
use super::node::Node;
use super::params::HISTORY_MAX;
use super::score::WIN;
use super::tt::Bound;
use super::worker::Worker;

impl Worker<'_> {
    /// What a cut at a depth is worth in the histories.
    fn bonus(&self, depth: i32) -> i32 {
        let bonus = depth * depth * self.params.bonus_square + self.params.bonus_linear * depth;
        bonus.min(HISTORY_MAX / 4)
    }

    /// Learns from a move that cut, after these others.
    pub(super) fn reward(&mut self, node: &Node, slot: u16, tried: &[u16], past: Past) {
        if !node.situation.is_quiet() {
            return;
        }
        let us = self.us();
        let bonus = self.bonus(node.depth);
        self.history.update(us, past, slot, bonus);
        for &other in tried {
            self.history.update(us, past, other, -bonus);
        }
        self.history.set_counter(us, past, slot);
    }

    /// Learns from the table's move, where the table cut.
    pub(super) fn confirm(&mut self, node: &Node, slot: Option<u16>) {
        let area = self.patterns.board().rules().area();
        let slot = slot.filter(|&slot| node.situation.is_quiet() && usize::from(slot) < area);
        if let Some(slot) = slot {
            let bonus = (self.bonus(node.depth) * self.params.bonus_table) >> 6;
            let (us, past) = (self.us(), self.past(node.ply));
            self.history.update(us, past, slot, bonus);
        }
    }

    /// Learns how far off the static score of a node was, where its search says so.
    pub(super) fn learn_error(&mut self, node: &Node, score: i32, bound: Bound) {
        let wrong = match bound {
            Bound::Exact => true,
            Bound::Lower => score > node.fixed,
            Bound::Upper => score < node.fixed,
        };
        if !wrong || !node.situation.is_quiet() || score.abs() >= WIN {
            return;
        }
        let weight = node.depth.clamp(1, 16) * self.params.correction_rate;
        let bonus = (score - node.fixed) * weight / 64;
        let (us, past) = (self.us(), self.past(node.ply));
        self.history.correct(us, node.facts, past, bonus);
    }
}

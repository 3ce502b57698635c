//! What a node tells the histories.

use super::cuts::{Cut, LEAST_DEPTH};
use super::history::LastMoves;
use super::node::Node;
use super::picker::ThreatState;
use super::score::WIN;
use super::tt::Bound;
use super::worker::Worker;

impl Worker<'_> {
    /// What a cut at a depth is worth in the histories.
    fn bonus(&self, depth: i32) -> i32 {
        let bonus = depth * depth * self.params.bonus_square + self.params.bonus_linear * depth;
        bonus.min(self.params.bonus_most)
    }

    /// Learns from a move that cut, after these others.
    pub(super) fn reward(&mut self, node: &Node, slot: u16, tried: &[u16], before: LastMoves) {
        self.keep_killer(node, slot);
        if !node.threat_state.is_quiet() {
            return;
        }
        self.keep_cut(node, slot, before);
        let us = self.us();
        let share = self.params.bonus_continuation;
        let bonus = self.bonus(node.depth);
        self.history.update(us, before, slot, (bonus, share));
        self.learn_of_move(node, slot, bonus);
        let malus = bonus * self.params.bonus_malus / 64;
        for &other in tried {
            self.history.update(us, before, other, (-malus, share));
            self.learn_of_move(node, other, -malus);
        }
        self.history.set_counter(us, before, slot);
    }

    /// Moves what the histories that only order moves know of a move of a quiet node.
    fn learn_of_move(&mut self, node: &Node, slot: u16, bonus: i32) {
        let us = self.us();
        self.history.update_low_ply(node.ply, slot, bonus);
        self.history
            .update_combination(us, node.combinations, slot, bonus);
        let pair = self.patterns.both_patterns4(slot.into());
        let share = bonus * self.params.bonus_pattern / 64;
        self.history.update_pattern(us, pair, share);
    }

    /// Keeps a move that cut for the siblings of its node.
    fn keep_killer(&mut self, node: &Node, slot: u16) {
        if node.excluded.is_some() || matches!(node.threat_state, ThreatState::Five(_)) {
            return;
        }
        let killers = &mut self.stack[node.ply].killers;
        if killers[0] != Some(slot) {
            *killers = [Some(slot), killers[0]];
        }
    }

    /// Keeps the cut of a quiet node, if it is asked to.
    fn keep_cut(&mut self, node: &Node, slot: u16, before: LastMoves) {
        let Some(log) = &mut self.cuts else { return };
        let patterns = &self.patterns;
        let position = patterns.board();
        let table_move = node.entry.and_then(|entry| entry.slot);
        if node.depth < LEAST_DEPTH
            || node.ply == 0
            || node.excluded.is_some()
            || table_move == Some(slot)
            || !log.keeps(position.key())
        {
            return;
        }
        let us = position.side_to_move();
        let known = (self.history).after(self.params, us, before, (node.ply, node.combinations));
        let of = |slot: usize| {
            let pair = patterns.both_patterns4(slot);
            (patterns.point(slot), known.score(slot as u16, pair))
        };
        log.cuts.push(Cut {
            position: position.clone(),
            point: patterns.point(slot.into()),
            table_move: table_move.map(|slot| patterns.point(slot.into())),
            histories: patterns.candidates().map(of).collect(),
        });
    }

    /// Learns from the table's move, where the table cut.
    pub(super) fn confirm(&mut self, node: &Node, slot: Option<u16>) {
        let area = self.patterns.board().rules().area();
        let slot = slot.filter(|&slot| node.threat_state.is_quiet() && usize::from(slot) < area);
        if let Some(slot) = slot {
            let share = self.params.bonus_continuation;
            let bonus = (self.bonus(node.depth) * self.params.bonus_table) >> 6;
            let (us, before) = (self.us(), self.last_moves(node.ply));
            self.history.update(us, before, slot, (bonus, share));
        }
    }

    /// Learns how far off the static score of a node was, where its search says so.
    pub(super) fn learn_error(&mut self, node: &Node, score: i32, bound: Bound) {
        let wrong = match bound {
            Bound::Exact => true,
            Bound::Lower => score > node.corrected_eval,
            Bound::Upper => score < node.corrected_eval,
        };
        if !wrong || !node.threat_state.is_quiet() || score.abs() >= WIN {
            return;
        }
        let weight =
            node.depth.clamp(1, self.params.correction_depth) * self.params.correction_rate;
        let bonus = (score - node.corrected_eval) * weight / 64;
        let most = self.params.correction_most;
        let bonus = bonus.clamp(-most, most);
        let (us, before) = (self.us(), self.last_moves(node.ply));
        self.history.correct(us, node.threat_inputs, before, bonus);
    }
}

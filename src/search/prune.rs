//! Cuts before a node's moves are searched, and the end of the look at them.

use super::node::{Node, NonPv};
use super::reduction::Late;
use super::score::WIN;
use super::worker::Worker;

impl Worker<'_> {
    /// Cuts that need no move of this node: only where nothing has to be answered at once.
    pub(super) fn prune(&mut self, node: &Node) -> Option<i32> {
        if !may_prune(node) {
            return None;
        }
        let Node {
            alpha,
            beta,
            depth,
            ply,
            eval,
            ..
        } = *node;
        if self.is_futile(node, eval) {
            return Some(eval);
        }
        if depth <= self.params.razor_depth
            && eval + self.params.razor_base + self.params.razor_margin * depth <= alpha
        {
            self.leaf_nodes += 1;
            let score = self.leaf(beta, ply);
            if score <= alpha || score > WIN {
                return Some(score);
            }
        }
        self.null_move(node)
    }

    /// Reverse futility pruning: whether a score is so far above beta that no search is needed.
    fn is_futile(&self, node: &Node, eval: i32) -> bool {
        let steps = node.depth - self.params.futility_free - i32::from(node.improving);
        let margin = self.params.futility_margin * steps.max(0)
            + node.correction.abs() * self.params.futility_correction / 64;
        node.depth <= self.params.futility_depth && eval - margin >= node.beta
    }

    /// Whether reverse futility pruning cuts by a forecast of the static score.
    pub(super) fn is_cut_by_forecast(&self, node: &Node, forecast: i32) -> bool {
        may_prune(node) && self.is_futile(node, forecast)
    }

    /// If the opponent, given a second move, still does not come below beta, neither will they
    /// with one.
    fn null_move(&mut self, node: &Node) -> Option<i32> {
        let Node {
            beta,
            depth,
            ply,
            eval,
            ..
        } = *node;
        if depth < self.params.null_depth
            || eval < beta + self.params.null_margin
            || self.stack[ply].null
        {
            return None;
        }
        self.patterns.make_pass();
        self.stack[ply].slot = None;
        self.stack[ply + 1].null = true;
        let reduced = depth - self.params.null_reduction - depth / self.params.null_divisor;
        let score = -self.search::<NonPv>(-beta, 1 - beta, reduced, ply + 1, !node.cut);
        self.stack[ply + 1].null = false;
        self.patterns.unmake_pass();
        if self.stopped {
            return Some(0);
        }
        (score >= beta).then_some(if score >= WIN { beta } else { score })
    }

    /// Move-count pruning: whether this and all later moves are not worth a look.
    pub(super) fn is_pruned_by_count(&self, node: &Node, slot: u16, late: Late) -> bool {
        let (params, depth) = (self.params, node.depth.max(1));
        if depth > params.count_depth || !self.may_be_left_out(node, slot, late) {
            return false;
        }
        let more = params.count_linear * depth + params.count_square * depth * depth;
        let mut most = params.count_base + more;
        if node.pv {
            most = most * params.count_pv / 16;
        }
        if !node.improving {
            most = most * params.count_worse / 16;
        }
        if node.eval + params.low_margin < node.alpha {
            most = most * params.count_low / 16;
        }
        late.number as i32 >= (most / 16).max(1)
    }

    /// History pruning: whether a late move has done so badly elsewhere that it is not worth a look.
    pub(super) fn is_pruned_by_history(&self, node: &Node, slot: u16, late: Late) -> bool {
        let depth = node.depth.max(1);
        if late.number == 0
            || depth > self.params.history_depth
            || node.pv
            || node.excluded.is_some()
            || !self.may_be_left_out(node, slot, late)
        {
            return false;
        }
        let us = self.us();
        let before = self.last_moves(node.ply);
        let known = self.history.get(us, slot) + self.history.continuation(us, before, slot);
        known < -self.params.history_margin * depth
    }

    /// Whether a move is one that may be left out: where nothing has to be answered, some move does not lose, and
    /// this one makes no threat and takes none.
    fn may_be_left_out(&self, node: &Node, slot: u16, late: Late) -> bool {
        node.threat_state.is_quiet() && late.best > -WIN && !self.is_threat(slot)
    }
}

/// Whether a node may be cut before its moves are searched.
fn may_prune(node: &Node) -> bool {
    let is_quiet = node.threat_state.is_quiet() && !node.foul_threat;
    let may = is_quiet && !node.pv && node.excluded.is_none();
    may && node.beta.abs() < WIN && node.alpha.abs() < WIN
}

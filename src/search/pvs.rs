//! Principal variation search: one recursive function, the same at the root as below it.

use super::extension::Extension;
use super::history::{Combinations, LastMoves};
use super::node::{Node, NodeType, NonPv, Pv};
use super::picker::{Learned, Picker, ThreatState};
use super::reduction::Late;
use super::root::MoveStatus;
use super::score::{INFINITE, MATE, WIN, from_node, to_node};
use super::tt::{Bound, Entry};
use super::worker::{Worker, corrected};
use crate::eval::threat_inputs;
use crate::game::Color;
use crate::pattern::Pattern4;

/// The best of the moves searched so far.
struct Best {
    score: i32,
    slot: Option<u16>,
}

impl Worker<'_> {
    /// The score of the position for the side to move, exact inside the window, else a bound.
    /// `cut` says that a score of at least `beta` is expected.
    pub fn search<N: NodeType>(
        &mut self,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        self.tree_nodes += 1;
        self.stack[ply].pv.clear();
        if let Some(below) = self.stack.get_mut(ply + 2) {
            below.killers = [None; 2];
            below.cuts = 0;
        }
        if N::ROOT {
            self.poll();
        } else if let Some(score) = self.enter(ply) {
            return score;
        }
        let threat_state = ThreatState::of(&self.patterns);
        let mut window = (alpha, beta);
        if !N::ROOT {
            if let Some(score) = self.terminal(&threat_state, beta, depth, ply) {
                return score;
            }
            // Nothing is shorter than a loss in two plies and the shortest win from here.
            let shortest = self.shortest_win(&threat_state);
            window.0 = alpha.max(ply as i32 + 2 - MATE);
            window.1 = beta.min(MATE - ply as i32 - shortest);
        }
        let foul_threat = threat_state.is_quiet() && self.may_foul(!self.us());
        let mut node = Node {
            alpha: window.0,
            beta: window.1,
            depth,
            ply,
            pv: N::PV,
            cut,
            threat_state,
            foul_threat,
            eval: 0,
            raw_eval: None,
            correction: 0,
            corrected_eval: 0,
            combinations: Combinations::of(&self.patterns),
            threat_inputs: 0,
            improving: false,
            tt_pv: N::PV,
            entry: None,
            excluded: self.stack[ply].excluded,
        };
        if node.alpha >= node.beta {
            return node.alpha;
        }
        if let Some(score) = self.probe(&mut node) {
            return score;
        }
        if let Some(score) = self.evaluate(&mut node) {
            return score;
        }
        let known = N::ROOT || node.entry.is_some_and(|entry| entry.slot.is_some());
        if node.depth >= self.params.iir_depth && !known && node.excluded.is_none() {
            node.depth -= 1;
        }
        node.depth -= self.hindsight(&node);
        if let Some(score) = self.prune(&node) {
            return score;
        }
        self.moves::<N>(&mut node)
    }

    /// The fewest plies in which the side to move may win where it has no quick win.
    fn shortest_win(&self, threat_state: &ThreatState) -> i32 {
        match threat_state {
            // A block may make an open four.
            ThreatState::Five(_) => 3,
            // The only block of a four may be forbidden.
            _ if self.patterns.is_renju() && self.us() == Color::White => 3,
            _ => 5,
        }
    }

    /// The score of a terminal node: lost at once, or past the horizon.
    fn terminal(
        &mut self,
        threat_state: &ThreatState,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> Option<i32> {
        match threat_state {
            ThreatState::Five(replies) if replies.as_slice().is_empty() => {
                Some(ply as i32 + 2 - MATE)
            }
            ThreatState::OpenFour(replies) if replies.as_slice().is_empty() && !self.has_four() => {
                Some(ply as i32 + 4 - MATE)
            }
            ThreatState::OpenFour(_) if depth <= self.params.lowest_depth => {
                self.tree_nodes -= 1;
                self.leaf_nodes += 1;
                Some(self.leaf(beta, ply))
            }
            ThreatState::Quiet if depth <= 0 => {
                self.tree_nodes -= 1;
                self.leaf_nodes += 1;
                Some(self.leaf(beta, ply))
            }
            _ => None,
        }
    }

    /// Looks the position up.
    fn probe(&mut self, node: &mut Node) -> Option<i32> {
        if node.excluded.is_some() {
            return None;
        }
        let entry = self.shared.table.get(self.patterns.board().key())?;
        node.entry = Some(entry);
        node.tt_pv |= entry.pv;
        let score = from_node(entry.score, node.ply);
        let cuts = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= node.beta,
            Bound::Upper => score <= node.alpha,
        };
        if node.pv || entry.depth < node.depth || !cuts {
            return None;
        }
        if score >= node.beta {
            self.confirm(node, entry.slot);
        }
        Some(score)
    }

    /// The static score, mended by what the table knows, and whether things got better. Only where
    /// nothing has to be answered. A score that cuts, if it is plain without working the static score out.
    fn evaluate(&mut self, node: &mut Node) -> Option<i32> {
        self.stack[node.ply].seen = None;
        if !node.threat_state.is_quiet() {
            // A threat that has to be answered distorts the score.
            let before = node.ply.checked_sub(1).and_then(|ply| self.stack[ply].eval);
            self.stack[node.ply].eval = before.map(|before| -before);
            return None;
        }
        node.threat_inputs = threat_inputs(&self.patterns);
        node.correction = self.correction(node.threat_inputs, node.ply);
        let at = (node.threat_inputs, node.correction, node.ply);
        let known = node.entry.and_then(|entry| entry.eval);
        let cuts = |worker: &Self, forecast| worker.is_cut_by_forecast(node, forecast);
        let raw_eval = match known.map_or_else(|| self.raw_eval(at, cuts), Ok) {
            Ok(raw_eval) => raw_eval,
            Err(score) => return Some(score),
        };
        self.see(raw_eval, node.threat_inputs, node.ply);
        node.raw_eval = Some(raw_eval);
        let eval = corrected(raw_eval, node.correction);
        node.corrected_eval = eval;
        self.stack[node.ply].eval = Some(eval);
        node.improving = node.ply >= 2
            && self.stack[node.ply - 2]
                .eval
                .is_some_and(|before| eval > before);
        node.eval = match node.entry {
            Some(entry) if entry.score.abs() < WIN => match entry.bound {
                Bound::Exact => entry.score,
                Bound::Lower => eval.max(entry.score),
                Bound::Upper => eval.min(entry.score),
            },
            _ => eval,
        };
        None
    }

    /// Searches the moves of a node.
    fn moves<N: NodeType>(&mut self, node: &mut Node) -> i32 {
        let us = self.us();
        let ply = node.ply;
        let before = self.last_moves(ply);
        let mut picker = self.picker::<N>(node);
        let mut tried = [0u16; 32];
        let mut number = 0;
        let mut best = Best {
            score: -INFINITE,
            slot: None,
        };
        let floor = node.alpha;
        loop {
            let Some(slot) = self.next_move(&mut picker, node, before) else {
                // A loss is claimed of a complete set of replies only, and so is that there is
                // none.
                let lost = best.score <= -WIN;
                let all = !node.threat_state.is_quiet() || node.excluded.is_some();
                if lost && !all && picker.widen(&self.patterns) {
                    continue;
                }
                break;
            };
            if picker.is_far() && best.score > -WIN {
                break;
            }
            if Some(slot) == node.excluded || !self.patterns.may_play(slot.into(), us) {
                continue;
            }
            let late = Late {
                number: picker.again().unwrap_or(number),
                best: best.score,
                gap: picker.gap(),
            };
            let mut extension = Extension::default();
            if N::ROOT {
                if self.root.place(slot, picker.is_far()).is_none() {
                    continue;
                }
                self.root_slot = slot;
            } else {
                if self.passes_over(&mut picker, node, slot, late) {
                    continue;
                }
                extension = self.extension(node, slot);
            }
            if self.stopped {
                break;
            }
            if let Some(score) = extension.cut {
                self.buffers.push(picker.into_buffer());
                return score;
            }
            let entered = self.nodes();
            let score = self.try_move::<N>(node, slot, late, extension.plies);
            if N::ROOT {
                self.note(node, slot, score, (number, entered));
            }
            if self.stopped {
                break;
            }
            if number < tried.len() {
                tried[number] = slot;
            }
            number += 1;
            if score > best.score {
                best.score = score;
                if score > node.alpha {
                    best.slot = Some(slot);
                    node.alpha = score;
                    self.extend_pv(node, slot);
                    if score >= node.beta {
                        self.stack[ply].cuts += 1;
                        self.reward(node, slot, &tried[..(number - 1).min(tried.len())], before);
                        break;
                    }
                }
            }
        }
        self.buffers.push(picker.into_buffer());
        if self.stopped {
            return 0;
        }
        if number == 0 {
            return self.without_moves(node);
        }
        if !N::ROOT || self.root.is_whole() {
            self.store(node, &best, floor);
        }
        best.score
    }

    /// Whether a move is not searched, or not now.
    fn passes_over(&self, picker: &mut Picker, node: &Node, slot: u16, late: Late) -> bool {
        if picker.again().is_none() {
            // Moves behind this one that are exempt are not tried either. Trying them gained
            // nothing: -15 ± 30 Elo (400 games, 10,000 positions a move) and -12 ± 34 (263
            // games, 20,000).
            if self.is_pruned_by_count(node, slot, late) {
                picker.cut_short();
                return true;
            }
            if self.is_busy(node, slot, late) {
                picker.put_off(slot, late.number);
                return true;
            }
        }
        self.is_pruned_by_history(node, slot, late)
    }

    /// The next move of a node, with what has been learned of moves until now.
    #[inline]
    fn next_move(&mut self, picker: &mut Picker, node: &Node, before: LastMoves) -> Option<u16> {
        let policy = picker.asks_policy(&node.threat_state).then(|| {
            let (patterns, accumulator) = (&self.patterns, &mut self.accumulator);
            self.evaluator
                .policy(patterns, node.threat_inputs, accumulator)
        });
        let learned = Learned {
            history: self.history,
            params: self.params,
            before,
            ply: node.ply,
            combinations: node.combinations,
            policy: policy.flatten(),
        };
        picker.next(&self.patterns, &node.threat_state, learned)
    }

    /// Hands out the moves of a node.
    fn picker<N: NodeType>(&mut self, node: &Node) -> Picker {
        let buffer = self.buffers.pop().unwrap_or_default();
        if N::ROOT {
            return Picker::among(self.root.by_effort(), buffer);
        }
        let table_move = node.entry.and_then(|entry| entry.slot);
        Picker::new(&self.patterns, table_move, buffer)
    }

    /// Writes down what the search of a root move has found, the `number`th of its iteration, begun
    /// when so many positions had been entered. The best move stands first at once, so that a
    /// stopped iteration is of use.
    fn note(&mut self, node: &Node, slot: u16, score: i32, (number, entered): (usize, u64)) {
        let nodes = self.nodes() - entered;
        self.account();
        let pv = &self.stack[1].pv;
        let moves = self.root.searched();
        let Some(place) = moves.iter().position(|tried| tried.slot == slot) else {
            return;
        };
        let tried = &mut moves[place];
        tried.nodes += nodes;
        if self.stopped {
            return;
        }
        tried.status = if score <= -WIN {
            MoveStatus::Lost
        } else {
            MoveStatus::Playable
        };
        tried.score = -INFINITE;
        if number == 0 || score > node.alpha {
            tried.score = score;
            tried.pv = [&[slot], &pv[..]].concat();
            tried.bound = Some(if score >= node.beta {
                Bound::Lower
            } else if score > node.alpha {
                Bound::Exact
            } else {
                Bound::Upper
            });
        }
        if score > node.alpha {
            moves[..=place].rotate_right(1);
        }
    }

    /// The opponent's last move and one's own last.
    pub(super) fn last_moves(&self, ply: usize) -> LastMoves {
        let slot = |back: usize| self.stack[ply.checked_sub(back)?].slot;
        LastMoves {
            moves: [slot(1), slot(2)],
        }
    }

    /// The score of a node none of whose moves may be played. Where something has to be answered it
    /// is lost, whatever else is played.
    fn without_moves(&mut self, node: &Node) -> i32 {
        match node.threat_state {
            _ if node.excluded.is_some() => node.alpha,
            ThreatState::Five(_) => node.ply as i32 + 2 - MATE,
            ThreatState::OpenFour(_) => node.ply as i32 + 4 - MATE,
            ThreatState::Quiet if !self.patterns.board().must_pass(self.us()) => node.eval,
            ThreatState::Quiet if self.shared.no_pass => node.ply as i32 + 2 - MATE,
            ThreatState::Quiet => self.pass(node),
        }
    }

    /// The score of passing, which is no choice here.
    fn pass(&mut self, node: &Node) -> i32 {
        self.patterns.make_pass();
        self.stack[node.ply].slot = None;
        self.stack[node.ply + 1].null = true;
        let (alpha, beta, depth) = (-node.beta, -node.alpha, node.depth - 1);
        let score = if node.pv {
            -self.search::<Pv>(alpha, beta, depth, node.ply + 1, !node.cut)
        } else {
            -self.search::<NonPv>(alpha, beta, depth, node.ply + 1, !node.cut)
        };
        self.stack[node.ply + 1].null = false;
        self.patterns.unmake_pass();
        score
    }

    /// Whether a move makes a threat or takes one from the opponent. A four that makes nothing else
    /// is none: there are always some, and most only put off what comes.
    pub(super) fn is_threat(&self, slot: u16) -> bool {
        let us = self.us();
        matches!(
            self.patterns.pattern4(slot as usize, us),
            Pattern4::Three
                | Pattern4::ThreePlus
                | Pattern4::DoubleThree
                | Pattern4::FourPlus
                | Pattern4::FourThree
                | Pattern4::OpenFour
                | Pattern4::MaybeForbiddenFour
        ) || matches!(
            self.patterns.pattern4(slot as usize, !us),
            Pattern4::FourThree
                | Pattern4::OpenFour
                | Pattern4::DoubleThree
                | Pattern4::MaybeForbiddenFour
        )
    }

    /// Plays a move and searches the position after it.
    fn try_move<N: NodeType>(&mut self, node: &Node, slot: u16, late: Late, extension: i32) -> i32 {
        let Node {
            alpha, beta, ply, ..
        } = *node;
        let depth = node.depth - 1 + extension;
        let reduction = self.reduction(node, slot, late);
        let us = self.us();
        let point = self.patterns.point(slot as usize);
        self.stack[ply].slot = Some(slot);
        self.stack[ply].threat = self.patterns.pattern4(slot as usize, us) >= Pattern4::Three;
        let key = self.patterns.board().key_after(us, point);
        self.shared.table.prefetch(key);
        self.eval_cache.prefetch(key);
        let busy = self.busy(node.depth);
        if let Some(busy) = busy {
            busy.enter(key);
        }
        self.patterns.make(point, us);
        let fouls = reduction > 0 && self.may_foul(us);
        let reduction = reduction - i32::from(fouls) * self.params.reduction_foul;
        let mut score;
        if late.number == 0 {
            score = if N::PV {
                -self.search::<Pv>(-beta, -alpha, depth, ply + 1, false)
            } else {
                -self.search::<NonPv>(-beta, -alpha, depth, ply + 1, !node.cut)
            };
        } else {
            let shallow = if reduction > 0 {
                (depth - reduction)
                    .max(self.params.reduction_floor)
                    .min(depth)
            } else {
                depth
            };
            self.stack[ply].reduced = depth - shallow;
            score = -self.search::<NonPv>(-alpha - 1, -alpha, shallow, ply + 1, true);
            self.stack[ply].reduced = 0;
            if score > alpha && shallow < depth && !self.stopped {
                score = -self.search::<NonPv>(-alpha - 1, -alpha, depth, ply + 1, !node.cut);
            }
            if N::PV && score > alpha && score < beta && !self.stopped {
                score = -self.search::<Pv>(-beta, -alpha, depth, ply + 1, false);
            }
        }
        self.patterns.unmake();
        if let Some(busy) = busy {
            busy.leave(key);
        }
        score
    }

    /// Whether another thread is searching a late move, so that it is better put off.
    fn is_busy(&self, node: &Node, slot: u16, late: Late) -> bool {
        let is_late = late.number > 0 && node.excluded.is_none();
        let Some(busy) = self.busy(node.depth).filter(|_| is_late) else {
            return false;
        };
        let point = self.patterns.point(slot as usize);
        busy.contains(self.patterns.board().key_after(self.us(), point))
    }

    fn extend_pv(&mut self, node: &Node, slot: u16) {
        if !node.pv {
            return;
        }
        let (now, next) = self.stack.split_at_mut(node.ply + 1);
        let pv = &mut now[node.ply].pv;
        pv.clear();
        pv.push(slot);
        pv.extend_from_slice(&next[0].pv);
    }

    fn store(&mut self, node: &Node, best: &Best, floor: i32) {
        if node.excluded.is_some() {
            return;
        }
        let bound = if best.score >= node.beta {
            Bound::Lower
        } else if best.score > floor {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.learn_error(node, best.score, bound);
        let entry = Entry {
            slot: best.slot,
            score: to_node(best.score, node.ply),
            eval: node.raw_eval,
            depth: node.depth,
            bound,
            pv: node.tt_pv,
        };
        self.shared.table.put(self.patterns.board().key(), entry);
    }
}

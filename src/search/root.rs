//! The root: which moves there are, iterative deepening over them, and when to stop.

use super::picker::{ThreatState, is_legal};
use super::score::{INFINITE, MATE, WIN};
use super::tt::Bound;
use super::worker::Worker;
use crate::pattern::{Kind, ThreatSet};
use crate::threat::VcfResult;

/// One move of the root.
#[derive(Debug, Clone)]
pub(super) struct RootMove {
    pub slot: u16,
    pub score: i32,
    /// What the score says of the present iteration; `None` if the move has not been searched in it
    /// or was no better than others.
    pub bound: Option<Bound>,
    pub pv: Vec<u16>,
    /// The last exact score, with its line and the iteration that found it; of depth 0 there is
    /// none.
    pub exact: Exact,
    /// Positions the first worker has entered behind the move.
    pub nodes: u64,
    /// Whether nothing more is to be found out about the move.
    pub settled: bool,
    /// What the last search of the move that came to its end says of it.
    pub verdict: Verdict,
}

/// What has been found out about a root move beside its score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It has never been searched.
    Unknown,
    /// It is not known to lose.
    Playable,
    /// It loses by force.
    Lost,
}

/// A score that is no bound.
#[derive(Debug, Clone, Default)]
pub(super) struct Exact {
    pub score: i32,
    pub depth: u32,
    pub seldepth: u32,
    pub pv: Vec<u16>,
}

impl RootMove {
    /// A move of which nothing is known.
    pub fn new(slot: u16) -> RootMove {
        RootMove {
            slot,
            score: -INFINITE,
            bound: None,
            pv: vec![slot],
            exact: Exact::default(),
            nodes: 0,
            settled: false,
            verdict: Verdict::Unknown,
        }
    }

    /// A move with a proven score and its line.
    pub fn proven(slot: u16, score: i32, pv: Vec<u16>) -> RootMove {
        RootMove {
            score,
            pv: pv.clone(),
            exact: Exact {
                score,
                depth: pv.len() as u32,
                seldepth: pv.len() as u32,
                pv,
            },
            nodes: 1,
            settled: true,
            ..RootMove::new(slot)
        }
    }
}

/// What is known before any search.
pub(super) enum Known {
    /// The moves worth searching, best first; never empty.
    Moves(Vec<RootMove>),
    /// The best line and its score, proven.
    Proven(RootMove),
    /// No point may be played.
    Nothing,
}

impl Worker<'_> {
    /// The root's moves, or what needs no search.
    pub fn root_moves(&mut self) -> Known {
        let us = self.us();
        let win = |slot: usize, plies| {
            let slot = slot as u16;
            Known::Proven(RootMove::proven(slot, MATE - plies, vec![slot]))
        };
        if let Some(slot) = self.patterns.threat_set(us, ThreatSet::Five).first() {
            return win(slot, 1);
        }
        let threat_state = ThreatState::of(&self.patterns);
        if !matches!(threat_state, ThreatState::Five(_))
            && self.patterns.count(us, Kind::OpenFour) > 0
        {
            let fours = self.patterns.threat_set(us, ThreatSet::Four);
            let open = |&slot: &usize| self.patterns.kind(slot, us) == Kind::OpenFour;
            if let Some(slot) = fours.iter().find(open) {
                return win(slot, 3);
            }
        }
        if let Some(win) = self.root_fours() {
            return Known::Proven(win);
        }
        let mut slots = self.root_slots(&threat_state);
        if slots.is_empty() {
            slots = (0..self.patterns.board().rules().area() as u16)
                .filter(|&slot| self.patterns.is_empty(slot as usize))
                .filter(|&slot| is_legal(&self.patterns, us, slot))
                .collect();
        }
        slots.sort_by_key(|&slot| (-self.patterns.score(slot as usize, us), slot));
        let moves: Vec<RootMove> = slots.into_iter().map(RootMove::new).collect();
        if moves.is_empty() {
            Known::Nothing
        } else {
            Known::Moves(moves)
        }
    }

    /// A win by continuous fours.
    pub fn root_fours(&mut self) -> Option<RootMove> {
        let shared = self.shared;
        let budget = (self.params.vcf_root as u64).min(shared.limits.nodes.unwrap_or(u64::MAX));
        let mut stop = || {
            let time = shared.limits.time;
            let over = time.is_some_and(|time| shared.start.elapsed() >= time.hard);
            over || shared.stop.is_stopped()
        };
        let fours = self.vcf.search_until(&mut self.patterns, budget, &mut stop);
        let VcfResult::Win(plies) = fours else {
            return None;
        };
        let pv = self.vcf.line().to_vec();
        let &slot = pv.first()?;
        Some(RootMove::proven(slot, MATE - plies as i32, pv))
    }

    /// The moves that answer the threats, or on an empty board the middle.
    pub fn root_slots(&self, threat_state: &ThreatState) -> Vec<u16> {
        let us = self.us();
        let mut slots: Vec<u16> = match threat_state {
            ThreatState::Quiet if self.patterns.board().stones() == 0 => {
                let rules = self.patterns.board().rules();
                let row = u16::from(rules.height() / 2);
                vec![row * u16::from(rules.width()) + u16::from(rules.width() / 2)]
            }
            ThreatState::Quiet => self.patterns.candidates().map(|slot| slot as u16).collect(),
            ThreatState::Five(replies) => replies.as_slice().to_vec(),
            ThreatState::OpenFour(replies) => {
                let mut slots = replies.as_slice().to_vec();
                let fours = self
                    .patterns
                    .threat_set(us, ThreatSet::Four)
                    .iter()
                    .map(|slot| slot as u16);
                slots.extend(fours.filter(|slot| !replies.as_slice().contains(slot)));
                slots
            }
        };
        slots.retain(|&slot| is_legal(&self.patterns, us, slot));
        slots
    }

    /// The moves that may be played beside `moves`, which were found to lose: they are far from all
    /// stones. A loss is claimed of all moves only.
    pub fn far_moves(&self, moves: &[RootMove]) -> Vec<RootMove> {
        if !ThreatState::of(&self.patterns).is_quiet() {
            return Vec::new();
        }
        let us = self.us();
        let area = self.patterns.board().rules().area() as u16;
        (0..area)
            .filter(|&slot| self.patterns.is_empty(slot as usize))
            .filter(|&slot| moves.iter().all(|tried| tried.slot != slot))
            .filter(|&slot| is_legal(&self.patterns, us, slot))
            .map(RootMove::new)
            .collect()
    }

    /// After an iteration to `depth` that was broken off: `moves` as they are to be answered and told.
    ///
    /// What the iteration has found out of the best move is told as if it were finished, but no bound
    /// that may be far from the truth; of the others, nothing that is older than the iteration
    /// before.
    pub fn break_off(&self, moves: &mut [RootMove], depth: u32) {
        self.fall_back(moves);
        for tried in moves
            .iter_mut()
            .filter(|tried| tried.exact.depth + 1 < depth)
        {
            tried.exact = Exact::default();
        }
        let best = &mut moves[0];
        let is_known = match best.bound {
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => best.score > WIN,
            Some(Bound::Upper) => best.score <= -WIN,
            None => false,
        };
        if is_known {
            best.exact = Exact {
                score: best.score,
                depth,
                seldepth: self.seldepth as u32,
                pv: best.pv.clone(),
            };
        }
    }

    /// What to answer after an iteration that was broken off: no move that it found to be lost before
    /// it had looked at all the others, and no score that says so. In its place comes the first that a
    /// search which came to its end has not found to lose; one that was never searched is not believed.
    fn fall_back(&self, moves: &mut [RootMove]) {
        let best = &moves[0];
        let known = best.exact.depth > 0;
        if best.score > -WIN || known && best.exact.score <= -WIN {
            return;
        }
        let score = if known {
            best.exact.score
        } else {
            self.evaluator.score(&self.patterns)
        };
        if best.score > -INFINITE {
            let playable = |tried: &RootMove| tried.verdict == Verdict::Playable;
            let Some(other) = moves.iter().position(playable) else {
                return;
            };
            moves[0].exact = Exact::default();
            moves[..=other].rotate_right(1);
            moves[0].pv.truncate(1);
        }
        moves[0].score = score;
        moves[0].bound = None;
    }

    /// One iteration: all root moves to `depth` inside an aspiration window. The moves are left
    /// ordered, the best first.
    pub fn iterate(&mut self, moves: &mut [RootMove], depth: i32) {
        self.root_depth = depth;
        if self.index == 0 {
            self.shared.table.grow(self.nodes());
        }
        let mut guess = moves[0].score;
        if guess == -INFINITE && moves[0].exact.depth > 0 {
            guess = moves[0].exact.score;
        }
        let mut width = self.params.aspiration_width;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= self.params.aspiration_depth && guess.abs() < WIN {
            (alpha, beta) = (guess - width, guess + width);
        }
        loop {
            let score = self.root_search(moves, depth, alpha, beta);
            if self.stopped {
                return;
            }
            if score <= alpha && alpha > -INFINITE {
                beta = (alpha + beta) / 2;
                alpha = if width > 1000 {
                    -INFINITE
                } else {
                    score - width
                };
            } else if score >= beta && beta < INFINITE {
                beta = if width > 1000 {
                    INFINITE
                } else {
                    score + width
                };
            } else {
                let best = &mut moves[0];
                best.exact = Exact {
                    score,
                    depth: depth as u32,
                    seldepth: self.seldepth as u32,
                    pv: best.pv.clone(),
                };
                return;
            }
            width += width / 2;
        }
    }

    fn root_search(
        &mut self,
        moves: &mut [RootMove],
        depth: i32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        let us = self.us();
        let mut best = -INFINITE;
        self.stack[0].eval = Some(self.static_eval());
        for tried in &mut *moves {
            tried.bound = None;
        }
        for number in 0..moves.len() {
            let slot = moves[number].slot;
            let point = self.patterns.point(slot as usize);
            self.stack[0].slot = Some(slot);
            self.stack[0].threat = self.patterns.kind(slot as usize, us) >= Kind::Three;
            let entered = self.nodes();
            self.root_slot = slot;
            let mut reduction = 0;
            if depth >= 2 && number >= 2 {
                let row = &self.reductions[depth.clamp(0, 63) as usize];
                reduction = ((row[number.min(63)] - self.params.reduction_root) >> 10).max(0);
            }
            self.patterns.make(point, us);
            let mut score;
            if number == 0 {
                score = -self.search(-beta, -alpha, depth - 1, 1, false);
            } else {
                let shallow = (depth - 1 - reduction).max(1).min(depth - 1);
                score = -self.search(-alpha - 1, -alpha, shallow, 1, true);
                if score > alpha && shallow < depth - 1 && !self.stopped {
                    score = -self.search(-alpha - 1, -alpha, depth - 1, 1, true);
                }
                if score > alpha && score < beta && !self.stopped {
                    score = -self.search(-beta, -alpha, depth - 1, 1, false);
                }
            }
            self.patterns.unmake();
            moves[number].nodes += self.nodes() - entered;
            self.account();
            if self.stopped {
                break;
            }
            moves[number].verdict = if score <= -WIN {
                Verdict::Lost
            } else {
                Verdict::Playable
            };
            moves[number].score = if number == 0 || score > alpha {
                score
            } else {
                -INFINITE
            };
            if number == 0 || score > alpha {
                let mut pv = vec![slot];
                pv.extend_from_slice(&self.stack[1].pv);
                moves[number].pv = pv;
                moves[number].bound = Some(if score >= beta {
                    Bound::Lower
                } else if score > alpha {
                    Bound::Exact
                } else {
                    Bound::Upper
                });
            }
            best = best.max(score);
            if score > alpha {
                // The best move stands first at once, so that a stopped iteration is of use.
                moves[..=number].rotate_right(1);
                alpha = score;
                if score >= beta {
                    break;
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::clock::{Limits, StopToken};
    use crate::eval::Evaluator;
    use crate::game::{Board, Color, Rules};
    use crate::search::reduction;
    use crate::search::worker::{Shared, ThreadData};
    use crate::search::{Params, Table};

    /// A move with its score and bound in an iteration that was broken off, and its last exact score
    /// with the depth of it.
    fn tried(slot: u16, score: i32, bound: Option<Bound>, exact: (i32, u32)) -> RootMove {
        RootMove {
            score,
            bound,
            exact: Exact {
                score: exact.0,
                depth: exact.1,
                seldepth: exact.1,
                pv: vec![slot],
            },
            verdict: match exact.1 {
                0 => Verdict::Unknown,
                _ if score > -INFINITE && score <= -WIN => Verdict::Lost,
                _ => Verdict::Playable,
            },
            ..RootMove::new(slot)
        }
    }

    /// The moves as they are told after an iteration to depth 6 was broken off: with exact scores and
    /// their depths.
    fn told(mut moves: Vec<RootMove>) -> Vec<(u16, i32, u32)> {
        let board = Board::new(Rules::default());
        let params = Params::default();
        let stop = StopToken::new();
        let shared = Shared {
            table: &Table::new(0),
            params: &params,
            evaluator: Evaluator::of(board.rules()),
            reductions: reduction::table(&params),
            no_pass: false,
            limits: Limits::default(),
            start: Instant::now(),
            stop: &stop,
            done: StopToken::new(),
            nodes: Vec::new(),
        };
        let mut data = ThreadData::new(board.rules());
        let worker = Worker::new(&shared, 0, &board, Color::Black, &mut data);
        worker.break_off(&mut moves, 6);
        let told = moves.iter();
        told.map(|tried| (tried.slot, tried.exact.score, tried.exact.depth))
            .collect()
    }

    #[test]
    fn an_iteration_that_is_broken_off_leaves_what_is_certain() {
        let second = || tried(2, -INFINITE, None, (30, 5));
        let bound = |score, bound| vec![tried(1, score, Some(bound), (50, 5)), second()];
        assert_eq!(told(bound(-20, Bound::Upper)), [(1, 50, 5), (2, 30, 5)]);
        assert_eq!(told(bound(60, Bound::Exact)), [(1, 60, 6), (2, 30, 5)]);
        assert_eq!(told(bound(90, Bound::Lower)), [(1, 50, 5), (2, 30, 5)]);
        let win = MATE - 7;
        assert_eq!(told(bound(win, Bound::Lower)), [(1, win, 6), (2, 30, 5)]);
        // Not looked at yet.
        let before = vec![tried(1, 50, None, (50, 5)), second()];
        assert_eq!(told(before), [(1, 50, 5), (2, 30, 5)]);
    }

    #[test]
    fn a_move_just_found_to_lose_is_not_the_best() {
        for bound in [Bound::Upper, Bound::Exact] {
            let lost = tried(1, 8 - MATE, Some(bound), (50, 5));
            let second = tried(2, -INFINITE, None, (30, 5));
            assert_eq!(told(vec![lost, second]), [(2, 30, 5), (1, 0, 0)]);
        }
    }

    #[test]
    fn a_move_never_searched_does_not_replace_one_found_to_lose() {
        let lost = tried(1, 8 - MATE, Some(Bound::Upper), (50, 5));
        let others = [
            tried(2, -INFINITE, None, (0, 0)),
            tried(3, -INFINITE, None, (20, 5)),
        ];
        let moves = vec![lost.clone(), others[0].clone()];
        assert_eq!(told(moves), [(1, 8 - MATE, 6), (2, 0, 0)]);
        let moves = vec![lost, others[0].clone(), others[1].clone()];
        assert_eq!(told(moves)[0], (3, 20, 5));
    }

    #[test]
    fn scores_of_long_ago_are_not_told() {
        let best = tried(1, 70, Some(Bound::Lower), (300, 2));
        let second = tried(2, -INFINITE, None, (30, 5));
        assert_eq!(told(vec![best, second]), [(1, 0, 0), (2, 30, 5)]);
    }
}

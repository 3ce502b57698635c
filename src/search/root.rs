//! The root: which moves there are, iterative deepening over them, and when to stop.

use super::picker::{Situation, is_legal};
use super::score::{INFINITE, MATE, WIN};
use super::worker::Worker;
use crate::pattern::{Group, Kind};
use crate::threat::VcfResult;

/// One move of the root.
#[derive(Debug, Clone)]
pub(super) struct RootMove {
    pub slot: u16,
    pub score: i32,
    pub pv: Vec<u16>,
    /// The last exact score, with its line and the iteration that found it; of depth 0 there is
    /// none.
    pub exact: Exact,
    /// Positions the first worker has entered behind the move.
    pub nodes: u64,
    /// Whether nothing more is to be found out about the move.
    pub settled: bool,
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
            pv: vec![slot],
            exact: Exact::default(),
            nodes: 0,
            settled: false,
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
        if let Some(slot) = self.patterns.group(us, Group::Five).first() {
            return win(slot, 1);
        }
        let situation = Situation::of(&self.patterns);
        if !matches!(situation, Situation::Five(_)) && self.patterns.count(us, Kind::OpenFour) > 0 {
            let fours = self.patterns.group(us, Group::Four);
            let open = |&slot: &usize| self.patterns.kind(slot, us) == Kind::OpenFour;
            if let Some(slot) = fours.iter().find(open) {
                return win(slot, 3);
            }
        }
        if let Some(win) = self.root_fours() {
            return Known::Proven(win);
        }
        let mut slots = self.root_slots(&situation);
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

    /// The moves that answer the situation, or on an empty board the middle.
    pub fn root_slots(&self, situation: &Situation) -> Vec<u16> {
        let us = self.us();
        let mut slots: Vec<u16> = match situation {
            Situation::Quiet if self.patterns.board().stones() == 0 => {
                let rules = self.patterns.board().rules();
                let row = u16::from(rules.height() / 2);
                vec![row * u16::from(rules.width()) + u16::from(rules.width() / 2)]
            }
            Situation::Quiet => self.patterns.candidates().map(|slot| slot as u16).collect(),
            Situation::Five(replies) => replies.as_slice().to_vec(),
            Situation::OpenFour(replies) => {
                let mut slots = replies.as_slice().to_vec();
                let fours = self
                    .patterns
                    .group(us, Group::Four)
                    .iter()
                    .map(|slot| slot as u16);
                slots.extend(fours.filter(|slot| !replies.as_slice().contains(slot)));
                slots
            }
        };
        slots.retain(|&slot| is_legal(&self.patterns, us, slot));
        slots
    }

    /// Adds to `moves`, which were found to lose, the others that may be played, far from all stones:
    /// a loss is claimed of all moves only. Whether there are any.
    pub fn widen(&self, moves: &mut Vec<RootMove>) -> bool {
        if !Situation::of(&self.patterns).is_quiet() {
            return false;
        }
        let us = self.us();
        let area = self.patterns.board().rules().area() as u16;
        let others: Vec<u16> = (0..area)
            .filter(|&slot| self.patterns.is_empty(slot as usize))
            .filter(|&slot| moves.iter().all(|tried| tried.slot != slot))
            .filter(|&slot| is_legal(&self.patterns, us, slot))
            .collect();
        moves.extend(others.iter().map(|&slot| RootMove::new(slot)));
        !others.is_empty()
    }

    /// What to answer after an iteration that was broken off: no move that it found to be lost before
    /// it had looked at all the others, and no score that says so.
    pub fn fall_back(&self, moves: &mut [RootMove]) {
        let best = &moves[0];
        let known = best.exact.depth > 0;
        if best.score > -WIN || known && best.exact.score <= -WIN {
            return;
        }
        let score = if known {
            best.exact.score
        } else {
            self.static_eval()
        };
        if best.score > -INFINITE {
            moves.rotate_left(1);
            moves[0].pv.truncate(1);
        }
        moves[0].score = score;
    }

    /// One iteration: all root moves to `depth` inside an aspiration window. The moves are left
    /// ordered, the best first.
    pub fn iterate(&mut self, moves: &mut [RootMove], depth: i32) {
        self.root_depth = depth;
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
        for number in 0..moves.len() {
            let slot = moves[number].slot;
            let point = self.patterns.point(slot as usize);
            self.stack[0].slot = Some(slot);
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
            moves[number].score = if number == 0 || score > alpha {
                score
            } else {
                -INFINITE
            };
            if number == 0 || score > alpha {
                let mut pv = vec![slot];
                pv.extend_from_slice(&self.stack[1].pv);
                moves[number].pv = pv;
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

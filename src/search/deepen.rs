//! Iterative deepening: iteration after iteration over the moves of the root, and when to stop.
//!
//! Where several best moves are asked for, each iteration searches the best of all moves first, then
//! the best of the others, and so on, so that each has an exact score.

use std::cmp::Reverse;

use super::node::Root;
use super::report::Report;
use super::root::{Exact, MoveStatus, RootMove};
use super::scope::Scope;
use super::score::{INFINITE, WIN};
use super::tt::Bound;
use super::worker::Worker;
use super::worth::{Finding, Worth};

/// The deepest iteration. It is no constant to tune: what ends a search is another limit.
const MAX_DEPTH: u32 = 200;

impl Worker<'_> {
    /// Searches the moves of the root until there is nothing more to be found out or a limit is
    /// reached. Only the first worker tells how far it is and looks how time is best spent.
    pub fn deepen(&mut self, scope: &Scope) -> Report {
        let is_main = self.index == 0;
        let limits = self.shared.limits;
        let lines = scope.lines.clamp(1, self.root.all.len().max(1));
        let last = limits.depth.filter(|_| is_main).unwrap_or(MAX_DEPTH);
        let mut finished = 0;
        let mut proven_since = 0;
        let mut worth = Worth::default();
        if !scope.is_plain() {
            // What is settled already is told.
            self.tell(0);
        }
        for depth in 1..=last.min(MAX_DEPTH) {
            if self.root.is_settled(lines) {
                break;
            }
            self.iterate(depth, lines);
            if self.stopped {
                break;
            }
            finished = depth;
            let proven = self.root.are_proven(lines);
            proven_since = if proven { proven_since + 1 } else { 0 };
            let is_final = proven_since > self.params.win_iterations;
            self.root.settle(lines, depth, is_final);
            if let Some(time) = limits.time.filter(|_| is_main && !scope.endless) {
                let worth = worth.after(self.finding());
                if time.is_spent(self.shared.start.elapsed(), worth) {
                    break;
                }
            }
        }
        let mut report = self.report(finished);
        if !scope.is_plain() {
            self.tell(finished);
            // What is answered is what is told.
            if let Some(best) = report.lines.first() {
                report.score = best.score;
                report.pv = best.pv.clone();
            }
        }
        report
    }

    /// What the last iteration says of its best move.
    fn finding(&self) -> Finding {
        let best = &self.root.all[0];
        let all: u64 = self.root.all.iter().map(|tried| tried.nodes).sum();
        Finding {
            slot: best.slot,
            score: best.exact.score,
            effort: best.nodes as f64 / all.max(1) as f64,
        }
    }

    /// One iteration: so many of the best moves, one after the other.
    fn iterate(&mut self, depth: u32, lines: usize) {
        self.root_depth = depth as i32;
        if self.index == 0 {
            self.shared.table.grow(self.nodes());
        }
        self.root.line = self.root.open.start;
        while self.root.line < lines.min(self.root.open.end) {
            self.aspire(depth);
            if self.stopped {
                self.break_off(depth);
                return;
            }
            // One may turn out better than those before it.
            let found = self.root.open.start..=self.root.line;
            self.root.all[found].sort_by_key(|tried| Reverse(tried.exact.score));
            self.tell(depth);
            self.root.line += 1;
        }
    }

    /// Searches the best of the moves from the present line on, inside an aspiration window. The moves
    /// are left with the best one first.
    fn aspire(&mut self, depth: u32) {
        let first = &self.root.searched()[0];
        if first.is_won() {
            self.shorten(depth);
            return;
        }
        let is_known = first.score > -INFINITE || first.exact.depth == 0;
        let guess = if is_known {
            first.score
        } else {
            first.exact.score
        };
        let mut width = self.params.aspiration_width;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth as i32 >= self.params.aspiration_depth && guess.abs() < WIN {
            (alpha, beta) = (guess - width, guess + width);
        }
        loop {
            let score = self.search_root(alpha, beta, depth);
            if self.stopped {
                return;
            }
            let is_wide = width > self.params.aspiration_widest
                || score.abs() > self.params.aspiration_decided;
            if score <= alpha && alpha > -INFINITE {
                beta = (alpha + beta) / 2;
                alpha = if is_wide { -INFINITE } else { score - width };
            } else if score >= beta && beta < INFINITE && score <= WIN {
                beta = if is_wide { INFINITE } else { score + width };
            } else {
                // A win is one however the window was.
                self.record(score, depth);
                return;
            }
            width += (width * self.params.aspiration_growth) >> 4;
        }
    }

    /// Looks for a shorter win than that of the first move from the present line on, which stands if
    /// there is none: a search may fail to find a win that one before it has found.
    fn shorten(&mut self, depth: u32) {
        let won = self.root.searched()[0].exact.clone();
        self.search_root(won.score, INFINITE, depth);
        let stopped = self.stopped;
        let best = &mut self.root.searched()[0];
        if best.score <= won.score {
            best.score = won.score;
            best.bound = (!stopped).then_some(Bound::Exact);
            best.pv = won.pv;
        }
        let score = best.score;
        if !stopped {
            self.record(score, depth);
        }
    }

    /// Searches the moves of the root inside a window.
    fn search_root(&mut self, alpha: i32, beta: i32, depth: u32) -> i32 {
        for tried in self.root.searched() {
            tried.bound = None;
        }
        self.search::<Root>(alpha, beta, depth as i32, 0, false)
    }

    /// Writes down the score of the first move from the present line on.
    fn record(&mut self, score: i32, depth: u32) {
        let seldepth = self.seldepth as u32;
        let best = &mut self.root.searched()[0];
        best.exact = Exact {
            score,
            depth,
            seldepth,
            pv: best.pv.clone(),
        };
    }

    /// After an iteration to `depth` that was broken off: the moves as they are to be answered and
    /// told.
    ///
    /// What the iteration has found out of the best move is told as if it were finished, but no bound
    /// that may be far from the truth; of the others, nothing that is older than the iteration
    /// before.
    fn break_off(&mut self, depth: u32) {
        let seldepth = self.seldepth as u32;
        let static_eval = self.evaluator.score(&self.patterns);
        let are_lost = self.root.are_lost();
        let moves = self.root.searched();
        fall_back(moves, are_lost, static_eval);
        for tried in &mut *moves {
            if tried.exact.depth + 1 < depth {
                tried.exact = Exact::default();
            }
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
                seldepth,
                pv: best.pv.clone(),
            };
        }
    }
}

/// What to answer after an iteration that was broken off: no move that it found to be lost before
/// it had looked at all the others, and no score that says so. In its place comes the first that a
/// search which came to its end has not found to lose. One that was never searched is not believed:
/// where there are only such, the lost one stays, but without its score.
fn fall_back(moves: &mut [RootMove], are_lost: bool, static_eval: i32) {
    let best = &moves[0];
    let known = best.exact.depth > 0;
    if best.score > -WIN || known && best.exact.score <= -WIN {
        return;
    }
    let score = if known { best.exact.score } else { static_eval };
    if best.score > -INFINITE {
        let playable = |tried: &RootMove| tried.status == MoveStatus::Playable;
        let other = moves.iter().position(playable);
        if other.is_none() && are_lost {
            return;
        }
        moves[0].exact = Exact::default();
        moves[..=other.unwrap_or(0)].rotate_right(1);
        moves[0].pv.truncate(1);
    }
    moves[0].score = score;
    moves[0].bound = None;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Limits;
    use crate::game::{Board, Color, Point, Rules};
    use crate::search::score::MATE;
    use crate::search::worker::{NodeCount, Shared, ThreadData};

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
            status: match exact.1 {
                0 => MoveStatus::Unknown,
                _ if score > -INFINITE && score <= -WIN => MoveStatus::Lost,
                _ => MoveStatus::Playable,
            },
            ..RootMove::new(slot)
        }
    }

    /// The moves as they are told after an iteration to depth 6 was broken off: with exact scores and
    /// their depths.
    fn told(moves: Vec<RootMove>) -> Vec<(u16, i32, u32)> {
        let board = Board::new(Rules::default());
        let shared = Shared::of_test(board.rules());
        let mut data = ThreadData::new(board.rules());
        let mut worker = Worker::new(&shared, 0, &board, Color::Black, &mut data);
        worker.root.all = moves;
        worker.root.arrange(1);
        worker.break_off(6);
        let told = worker.root.all.iter();
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
        assert_eq!(told(moves), [(1, 0, 0), (2, 0, 0)]);
        let moves = vec![lost, others[0].clone(), others[1].clone()];
        assert_eq!(told(moves)[0], (3, 20, 5));
    }

    /// What is reported, and whether it was broken off, after one iteration to `depth` from where `first` stands first,
    /// of so many positions at most.
    fn iterated(stones: &[(u8, u8)], first: RootMove, depth: u32, most: u64) -> (Report, bool) {
        let mut board = Board::new(Rules::default());
        for &(x, y) in stones {
            board.play(board.side_to_move(), Point::new(x, y)).unwrap();
        }
        let limits = Limits {
            nodes: Some(most),
            ..Limits::default()
        };
        let shared = Shared {
            nodes: Box::new([NodeCount::default()]),
            limits,
            ..Shared::of_test(board.rules())
        };
        let mut data = ThreadData::new(board.rules());
        let color = board.side_to_move();
        let mut worker = Worker::new(&shared, 0, &board, color, &mut data);
        let slots = worker.patterns.candidates().map(|slot| slot as u16);
        let others = slots.filter(|&slot| slot != first.slot).map(RootMove::new);
        worker.root.all = others.collect();
        worker.root.all.insert(0, first);
        worker.root.arrange(1);
        worker.iterate(depth, 1);
        (worker.report(depth), worker.stopped)
    }

    const THREE: [(u8, u8); 6] = [(5, 7), (0, 0), (6, 7), (14, 0), (7, 7), (0, 14)];

    #[test]
    fn a_win_that_is_not_found_again_stands() {
        let mut broken_off = 0;
        for most in (1..60).chain([100_000]) {
            let won = tried(7 * 15 + 8, MATE - 41, Some(Bound::Exact), (MATE - 41, 9));
            let (report, stopped) = iterated(&[(7, 7), (8, 8)], won, 3, most);
            broken_off += usize::from(stopped);
            assert_eq!(report.score, MATE - 41, "{most}");
            assert_eq!(report.lines[0].score, MATE - 41, "{most}");
            assert_eq!(report.pv, [Point::new(8, 7)], "{most}");
            assert_eq!(report.lines[0].depth, if stopped { 9 } else { 3 });
            assert!(!stopped || most < 60);
        }
        assert!(broken_off > 20, "{broken_off}");
    }

    #[test]
    fn a_shorter_win_takes_its_place() {
        let won = tried(5 * 15 + 5, MATE - 41, Some(Bound::Exact), (MATE - 41, 9));
        let (report, _) = iterated(&THREE, won, 4, u64::MAX);
        assert_eq!(report.score, MATE - 3);
        assert!([Point::new(4, 7), Point::new(8, 7)].contains(&report.pv[0]));
    }

    #[test]
    fn a_win_is_one_outside_of_the_window() {
        let guess = tried(7 * 15 + 3, 50, Some(Bound::Exact), (50, 5));
        let (report, _) = iterated(&THREE, guess, 6, u64::MAX);
        assert_eq!((report.score, report.lines[0].score), (MATE - 3, MATE - 3));
    }

    #[test]
    fn scores_of_long_ago_are_not_told() {
        let best = tried(1, 70, Some(Bound::Lower), (300, 2));
        let second = tried(2, -INFINITE, None, (30, 5));
        assert_eq!(told(vec![best, second]), [(1, 0, 0), (2, 30, 5)]);
    }
}

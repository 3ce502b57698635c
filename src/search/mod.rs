//! The search: iterative deepening of a principal variation search over the patterns.
//!
//! [`Searcher`] owns what lasts from move to move (the transposition table) and answers one
//! position at a time. It reads limits from [`clock`](crate::clock) and reports through an observer;
//! nothing here prints. On one thread and under a node limit the same questions in the same order
//! give the same answers on every machine.

mod fill;
mod history;
mod learn;
mod lines;
mod node;
mod pages;
mod params;
mod picker;
mod reduction;
mod report;
mod root;
mod scope;
mod score;
mod tt;
mod watch;
mod worker;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::thread;
use std::time::Instant;

use crate::clock::{Limits, StopToken};
use crate::eval::Evaluator;
use crate::game::{Board, Color, Rules, Variant};
use crate::pattern::Patterns;

use root::{Exact, Known, RootMove};
use score::WIN;
use tt::Table;
use watch::Watch;
use worker::{Shared, ThreadData, Worker};

pub use params::{ParamInfo, Params};
pub use report::{Line, Nodes, Report};
pub use scope::Scope;
pub use score::{MATE, mate_distance, score_text};

/// The size of the transposition table if nothing else is asked for, in MiB.
pub const DEFAULT_HASH: usize = 64;

/// Iterations after the one that found a win, to find a shorter one.
const AFTER_WIN: u32 = 3;

/// The deepest iteration.
const MAX_DEPTH: u32 = 200;

/// A search engine: one transposition table and the settings that last.
pub struct Searcher {
    table: Option<Table>,
    hash: usize,
    threads: usize,
    params: Params,
    /// In place of the shipped one.
    evaluator: Option<Arc<Evaluator>>,
    thread_data: Vec<ThreadData>,
    no_pass: bool,
    /// The last game that was prepared for.
    built: Option<(Variant, u8)>,
}

impl Default for Searcher {
    fn default() -> Searcher {
        Searcher::new(DEFAULT_HASH, 1)
    }
}

impl Searcher {
    /// A search on `threads` threads (at least one) with a table of at most `hash` MiB, allocated at
    /// the first search.
    pub fn new(hash: usize, threads: usize) -> Searcher {
        Searcher {
            table: None,
            hash,
            threads: threads.max(1),
            params: Params::default(),
            evaluator: None,
            thread_data: Vec::new(),
            no_pass: false,
            built: None,
        }
    }

    /// Changes the size of the table, in MiB. What it held is forgotten if the size is another.
    pub fn set_hash(&mut self, hash: usize) {
        if self.hash != hash {
            self.hash = hash;
            if self.table.take().is_some() {
                self.table = Some(Table::new(hash));
            }
        }
    }

    /// Changes the number of threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Searches with other constants from now on.
    pub fn set_params(&mut self, params: Params) {
        self.params = params;
    }

    /// Evaluates with other weights from now on, which have to fit the variant that is searched;
    /// `None` for those that are shipped.
    pub fn set_evaluator(&mut self, evaluator: Option<Arc<Evaluator>>) {
        self.evaluator = evaluator;
    }

    /// Whether a side without a legal point (Black in renju) loses from now on, since it cannot pass
    /// where the game is played. Else it passes.
    pub fn set_no_pass(&mut self, no_pass: bool) {
        if self.no_pass != no_pass {
            self.no_pass = no_pass;
            self.clear();
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.thread_data.clear();
    }

    /// Begins to make ready what a search on a board of these rules needs, beside everything else:
    /// the memory of the table, and what is built once for a variant and win length.
    pub fn prepare(&mut self, rules: &Rules) {
        self.table.get_or_insert_with(|| Table::new(self.hash));
        self.thread_data
            .resize_with(self.threads, || ThreadData::new(rules));
        let game = (rules.variant(), rules.win_length());
        if self.built.replace(game) == Some(game) {
            return;
        }
        let board = Board::new(*rules);
        let build = move || {
            thread::sleep(fill::LATER);
            let evaluator = Evaluator::of(board.rules());
            evaluator.sums(&Patterns::new(&board, evaluator.worth.clone()));
        };
        // Without such a thread the next search builds it.
        let _ = thread::Builder::new().spawn(build);
    }

    /// Searches the best move of `color` until a limit is reached, the token is stopped or the result
    /// is proven. `observer` is called after each iteration, on this thread.
    pub fn search(
        &mut self,
        board: &Board,
        color: Color,
        limits: Limits,
        stop: &StopToken,
        observer: &mut dyn FnMut(&Report),
    ) -> Report {
        self.search_within(&Scope::default(), board, color, limits, stop, observer)
    }

    /// As [`search`](Searcher::search), for the moves that `scope` asks for. The report is without
    /// lines if no move may be played.
    pub fn search_within(
        &mut self,
        scope: &Scope,
        board: &Board,
        color: Color,
        limits: Limits,
        stop: &StopToken,
        observer: &mut dyn FnMut(&Report),
    ) -> Report {
        // All of this is part of the time.
        let start = Instant::now();
        let table = self.table.take();
        let mut table = table.unwrap_or_else(|| Table::new(self.hash));
        // Where nothing but a number ends the search, its result may not depend on time.
        let clocked = limits.time.is_some() || limits.nodes.is_none() && limits.depth.is_none();
        table.begin(clocked, self.threads, stop);
        let report = self.search_in(&table, start, (scope, board, color), limits, stop, observer);
        table.end();
        self.table = Some(table);
        report
    }

    fn search_in(
        &mut self,
        table: &Table,
        start: Instant,
        (scope, board, color): (&Scope, &Board, Color),
        limits: Limits,
        stop: &StopToken,
        observer: &mut dyn FnMut(&Report),
    ) -> Report {
        let shared = Shared {
            table,
            params: &self.params,
            evaluator: self
                .evaluator
                .as_deref()
                .unwrap_or_else(|| Evaluator::of(board.rules())),
            reductions: reduction::table(&self.params),
            no_pass: self.no_pass,
            limits,
            start,
            stop,
            done: StopToken::new(),
            nodes: (0..self.threads).map(|_| AtomicU64::new(0)).collect(),
        };
        let rules = board.rules();
        for data in &mut self.thread_data {
            data.renew(rules);
        }
        self.thread_data
            .resize_with(self.threads, || ThreadData::new(rules));
        let [first, others @ ..] = &mut self.thread_data[..] else {
            unreachable!("there is at least one thread")
        };
        let mut worker = Worker::new(&shared, 0, board, color, first);
        worker.watch = Some(Watch::new(observer, scope.lines, scope.refresh));
        let known = if scope.is_plain() {
            worker.root_moves()
        } else {
            worker.scoped_moves(scope)
        };
        let mut moves = match known {
            Known::Moves(moves) => moves,
            Known::Proven(best) => return worker.report(0, &[best], 1),
            Known::Nothing => return worker.report(0, &[], 1),
        };
        if scope.is_plain() && !scope.forced && moves.len() == 1 && limits.depth.is_none() {
            let score = worker.static_eval();
            moves[0].score = score;
            moves[0].exact = Exact {
                score,
                depth: 1,
                seldepth: 1,
                pv: moves[0].pv.clone(),
            };
            return worker.report(0, &moves, 1);
        }
        let report = thread::scope(|threads| {
            let open: Vec<RootMove> = moves.iter().filter(|m| !m.settled).cloned().collect();
            let helpers = if open.is_empty() { 0 } else { others.len() };
            for (index, data) in (1..).zip(others).take(helpers) {
                let (shared, moves) = (&shared, open.clone());
                threads.spawn(move || {
                    search_helper(Worker::new(shared, index, board, color, data), moves)
                });
            }
            let report = if scope.is_plain() {
                search_main(&mut worker, moves)
            } else {
                worker.deepen(moves, scope)
            };
            shared.done.stop();
            report
        });
        if scope.endless && !worker.stopped {
            // Whatever is proven: the caller says when it ends.
            stop.wait(limits.time.and_then(|time| start.checked_add(time.hard)));
        }
        report
    }
}

/// The main thread's iterations.
fn search_main(worker: &mut Worker<'_>, mut moves: Vec<RootMove>) -> Report {
    let limits = worker.shared.limits;
    let mut finished = 0;
    let mut proven_since = 0;
    for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
        let before = moves[0].slot;
        worker.iterate(&mut moves, depth as i32);
        if !worker.stopped && moves[0].score <= -WIN {
            let far = worker.far_moves(&moves);
            if !far.is_empty() {
                moves.extend(far);
                moves[0].exact = Exact::default();
                worker.iterate(&mut moves, depth as i32);
            }
        }
        if worker.stopped {
            worker.break_off(&mut moves, depth);
            break;
        }
        finished = depth;
        worker.tell(depth, &moves);
        if let Some(distance) = mate_distance(moves[0].score) {
            proven_since += 1;
            if proven_since > AFTER_WIN || distance.unsigned_abs() <= depth {
                break;
            }
        }
        if let Some(time) = limits.time {
            let stable = before == moves[0].slot;
            if time.is_spent(worker.shared.start.elapsed(), stable) {
                break;
            }
        }
    }
    worker.report(finished, &moves, 1)
}

/// A helper thread's iterations: every second helper starts a ply deeper, so that they differ.
fn search_helper(mut worker: Worker<'_>, mut moves: Vec<RootMove>) {
    for depth in 1 + worker.index as i32 % 2.. {
        worker.iterate(&mut moves, depth);
        if worker.stopped || depth >= MAX_DEPTH as i32 {
            return;
        }
    }
}

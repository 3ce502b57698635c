//! The search: iterative deepening of a principal variation search over the patterns.
//!
//! [`Searcher`] owns what lasts from move to move (transposition table, threads, histories) and
//! answers one position at a time. It reads limits from [`clock`](crate::clock) and reports through
//! an observer; nothing here prints. On one thread and under a node limit the same questions in the
//! same order give the same answers on every machine.
//!
//! What its techniques gain, and what was tried and left out, stands in `NOTES.md` beside this file, and in
//! `SCREENINGS.md` what many were worth that were measured by the same games.

mod busy;
mod cuts;
mod deepen;
mod eval_cache;
mod evaluation;
mod extension;
mod fill;
mod forecast;
mod helpers;
mod history;
mod learn;
mod node;
mod pages;
mod params;
mod picker;
mod prune;
mod pvs;
mod reduction;
mod reductions;
mod report;
mod root;
mod root_moves;
mod scope;
mod score;
mod tell;
mod tt;
mod vote;
mod watch;
mod worker;
mod worth;

use std::sync::Arc;
use std::thread;

use crate::clock::{Instant, Limits, StopToken};
use crate::eval::{Evaluator, Network};
use crate::game::{Board, Color, Rules, Variant};
use crate::pattern::Patterns;

use busy::Busy;
use cuts::CutLog;
use evaluation::Evaluation;
use helpers::{Helpers, Running, SearchJob};
use tt::TranspositionTable;
use watch::Observer;
use worker::{NodeCount, Shared, ThreadData, Worker};

pub use cuts::Cut;
pub use params::{ParamInfo, Params};
pub use report::{Nodes, PvLine, Report};
pub use scope::Scope;
pub use score::{MATE, WIN, mate_distance, score_text};

/// The size of the transposition table if nothing else is asked for, in MiB.
pub const DEFAULT_HASH: usize = 64;

/// A search engine: one transposition table, its threads with what they have learned, and the
/// settings that last.
pub struct Searcher {
    table: Option<Arc<TranspositionTable>>,
    hash: usize,
    threads: usize,
    params: Params,
    evaluation: Evaluation,
    /// What the main thread has learned.
    data: Option<ThreadData>,
    helpers: Helpers,
    no_pass: bool,
    /// The last game that was prepared for.
    built: Option<(Variant, u8)>,
    /// Where cuts are kept, if they are.
    cuts: Option<CutLog>,
}

impl Default for Searcher {
    fn default() -> Searcher {
        Searcher::new(DEFAULT_HASH, 1)
    }
}

impl Searcher {
    /// A search on `threads` threads (at least one) with a table of at most `hash` MiB, allocated
    /// at the first search.
    pub fn new(hash: usize, threads: usize) -> Searcher {
        Searcher {
            table: None,
            hash,
            threads: threads.max(1),
            params: Params::default(),
            evaluation: Evaluation::default(),
            data: None,
            helpers: Helpers::default(),
            no_pass: false,
            built: None,
            cuts: None,
        }
    }

    /// Changes the size of the table, in MiB. What it held is forgotten if the size is another.
    pub fn set_hash(&mut self, hash: usize) {
        if self.hash != hash {
            self.hash = hash;
            if self.table.take().is_some() {
                self.table = Some(Arc::new(TranspositionTable::new(hash)));
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

    /// Evaluates with another network from now on where five win, whatever the rule: it should be one
    /// that was fitted to games of it. `None` for those that are shipped. Forgets everything.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.evaluation = Evaluation::with(network);
        self.clear();
    }

    /// The static score of a position for the side to move, as its searches have it.
    pub fn static_score(&mut self, patterns: &Patterns) -> i32 {
        let evaluator = self.evaluation.of(patterns.board().rules());
        evaluator.score(patterns)
    }

    /// Keeps one in so many of the cuts of the searches from now on, for the fit of a policy. Which ones
    /// are kept depends on their positions alone.
    pub fn keep_cuts(&mut self, one_in: u64) {
        self.cuts = Some(CutLog::new(one_in));
    }

    /// The cuts that were kept since the last call.
    pub fn take_cuts(&mut self) -> Vec<Cut> {
        let log = self.cuts.as_mut();
        log.map_or_else(Vec::new, |log| std::mem::take(&mut log.cuts))
    }

    /// Whether a side without a legal point (Black in renju) loses from now on, since it cannot
    /// pass where the game is played. Else it passes.
    pub fn set_no_pass(&mut self, no_pass: bool) {
        if self.no_pass != no_pass {
            self.no_pass = no_pass;
            self.clear();
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.table.is_some() {
            self.table_mut().clear();
        }
        self.data = None;
        self.helpers.forget();
    }

    /// The table, which nobody else has between searches.
    fn table_mut(&mut self) -> &mut TranspositionTable {
        let table = self.table.take().and_then(Arc::into_inner);
        let table = table.unwrap_or_else(|| TranspositionTable::new(self.hash));
        let table = self.table.insert(Arc::new(table));
        Arc::get_mut(table).expect("a table that was just made is nobody else's")
    }

    /// Begins to make ready what a search on a board of these rules needs, beside everything else:
    /// the memory of the table, the threads, and what is built once for a variant and win length. A network of
    /// its own is made ready at once, in some milliseconds.
    pub fn prepare(&mut self, rules: &Rules) {
        self.table_mut();
        self.data.get_or_insert_with(|| ThreadData::new(rules));
        self.helpers.set_count(self.threads - 1);
        self.evaluation.prepare(rules);
        let game = (rules.variant(), rules.win_length());
        if self.built.replace(game) == Some(game) {
            return;
        }
        let board = Board::new(*rules);
        let build = move || {
            thread::sleep(fill::LATER);
            let evaluator = Evaluator::of(board.rules());
            evaluator.accumulator(&Patterns::new(&board, evaluator.score_tables.clone()));
        };
        // Without such a thread the next search builds it.
        let _ = thread::Builder::new().spawn(build);
    }

    /// Searches the best move of `color` until a limit is reached, the token is stopped or the
    /// result is proven. `observer` is called after each iteration, on this thread.
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
        // Where nothing but a number ends the search, its result may not depend on time.
        let clocked = limits.time.is_some() || limits.nodes.is_none() && limits.depth.is_none();
        let threads = self.threads;
        self.table_mut().begin(clocked, threads, stop);
        let rules = board.rules();
        let evaluator = self.evaluation.of(rules);
        let shared = Arc::new(Shared {
            table: self.table.clone().expect("a table was made above"),
            params: self.params.clone(),
            evaluator,
            reductions: reductions::table(&self.params),
            no_pass: self.no_pass,
            limits,
            start,
            stop: stop.clone(),
            done: StopToken::new(),
            nodes: (0..threads).map(|_| NodeCount::default()).collect(),
            busy: (threads > 1).then(Busy::new),
        });
        self.data
            .get_or_insert_with(|| ThreadData::new(rules))
            .renew(rules);
        self.helpers.set_count(threads - 1);
        let report = self.search_in(&shared, (scope, board, color), observer);
        shared.table.end();
        report
    }

    fn search_in(
        &mut self,
        shared: &Arc<Shared>,
        (scope, board, color): (&Scope, &Board, Color),
        observer: &mut dyn FnMut(&Report),
    ) -> Report {
        let data = self
            .data
            .as_mut()
            .expect("there is some since the search began");
        let mut worker = Worker::new(shared, 0, board, color, data);
        worker.watch = Some(Observer::new(observer, scope.lines, scope.refresh));
        worker.cuts = self.cuts.as_mut();
        worker.root = worker.root_moves(scope);
        let is_open = !worker.root.is_settled(1);
        let is_only = scope.is_plain() && !scope.forced && is_open && worker.root.all.len() == 1;
        if is_only && shared.limits.depth.is_none() {
            worker.take_only_move();
            return worker.report(0);
        }
        let mut helpers = (!worker.root.is_settled(scope.lines.max(1))).then(|| {
            self.helpers.start(&SearchJob {
                shared: shared.clone(),
                board: board.clone(),
                color,
                scope: scope.clone(),
                root: worker.root.clone(),
            })
        });
        let report = worker.deepen(scope);
        let others = helpers.as_mut().map_or_else(Vec::new, Running::end);
        if scope.endless && !worker.stopped {
            // Whatever is proven: the caller says when it ends.
            let time = shared.limits.time;
            let until = time.and_then(|time| shared.start.checked_add(time.hard));
            shared.stop.wait(until);
        }
        if others.is_empty() || !shared.any_may_answer(scope) {
            return report;
        }
        let (nodes, elapsed) = (report.nodes, report.elapsed);
        let elected = vote::elect([vec![report], others].concat());
        Report {
            nodes,
            elapsed,
            ..elected
        }
    }
}

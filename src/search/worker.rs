use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::busy::Busy;
use super::cuts::CutLog;
use super::eval_cache::EvalCache;
use super::evaluation::EvaluatorSource;
use super::forecast::Seen;
use super::history::History;
use super::params::Params;
use super::picker::ScoredMove;
use super::reductions::Reductions;
use super::root::RootMoves;
use super::scope::Scope;
use super::score::MATE;
use super::tt::TranspositionTable;
use super::watch::Observer;
use crate::clock::{Instant, Limits, StopToken};
use crate::eval::{Accumulator, Evaluator, MAX_EVAL, threat_inputs};
use crate::game::{Board, Color, Rules};
use crate::pattern::{Pattern4, Patterns, ThreatSet};
use crate::threat::{Vcf, VcfResult, foul_four};

/// Plies a worker's stack has room for.
pub(super) const STACK: usize = 256;

/// A worker looks at the clock and at others every so many nodes on the smallest boards, and on
/// others so often that the points of those nodes' boards are so many: a node costs the more the
/// larger the board is.
const POLL: u64 = 256;
const POLL_POINTS: u64 = POLL * 225;

/// It looks after each of the first so many nodes.
const FIRST_POLLS: u64 = 64;

/// A worker's count of nodes, on cache lines of its own: processors fetch them in pairs.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct NodeCount(AtomicU64);

/// What all workers of a search share.
pub(super) struct Shared {
    pub table: Arc<TranspositionTable>,
    pub params: Params,
    pub evaluator: EvaluatorSource,
    pub reductions: Reductions,
    /// Whether a side without a legal point loses instead of passing.
    pub no_pass: bool,
    pub limits: Limits,
    pub start: Instant,
    pub stop: StopToken,
    /// Ends all workers when one whose answer counts is done.
    pub done: StopToken,
    /// Nodes of each worker, published at every poll.
    pub nodes: Box<[NodeCount]>,
    /// Where the threads are, if there are several.
    pub busy: Option<Busy>,
}

impl Shared {
    /// Whether any worker may answer, and not the first alone: where nothing but the best move is asked for, to
    /// no depth.
    pub fn any_may_answer(&self, scope: &Scope) -> bool {
        scope.is_plain() && self.limits.depth.is_none()
    }

    /// The nodes of all workers but this one, as of when they last published them.
    pub fn nodes_of_others(&self, index: usize) -> u64 {
        let counts = self.nodes.iter().enumerate();
        let others = counts.filter(|&(other, _)| other != index);
        others.map(|(_, count)| count.0.load(Relaxed)).sum()
    }
}

#[cfg(test)]
impl Shared {
    /// For a test: without limits, and with the smallest table.
    pub fn of_test(rules: &Rules) -> Shared {
        let params = Params::default();
        Shared {
            table: Arc::new(TranspositionTable::new(0)),
            evaluator: EvaluatorSource::Shipped(crate::eval::Evaluator::of(rules)),
            reductions: super::reductions::table(&params),
            params,
            no_pass: false,
            limits: Limits::default(),
            start: Instant::now(),
            stop: StopToken::new(),
            done: StopToken::new(),
            nodes: Box::default(),
            busy: None,
        }
    }
}

/// One ply of a worker's stack.
#[derive(Default, Clone)]
pub(super) struct Ply {
    pub eval: Option<i32>,
    /// What a static score a move later is forecast from, where nothing has to be answered.
    pub seen: Option<Seen>,
    pub slot: Option<u16>,
    pub excluded: Option<u16>,
    pub null: bool,
    pub threat: bool,
    /// Plies that the move from here is being searched less deep.
    pub reduced: i32,
    /// How many nodes of this ply have cut since its parent's parent was entered.
    pub cuts: i32,
    /// The last two moves that cut a sibling of this ply's node.
    pub killers: [Option<u16>; 2],
    pub pv: Vec<u16>,
}

/// What a thread keeps from search to search.
pub(super) struct ThreadData {
    pub history: History,
    pub vcf: Vcf,
    pub eval_cache: EvalCache,
}

impl ThreadData {
    pub fn new(rules: &Rules) -> ThreadData {
        ThreadData {
            history: History::new(rules.area(), rules.width() as usize),
            vcf: Vcf::new(),
            eval_cache: EvalCache::new(),
        }
    }

    /// Makes ready for the next search on a board of these rules.
    pub fn renew(&mut self, rules: &Rules) {
        if self.history.fits(rules.area(), rules.width() as usize) {
            self.history.age();
            self.vcf.nodes = 0;
        } else {
            *self = ThreadData::new(rules);
        }
    }
}

/// One thread of a search with everything it owns.
pub(super) struct Worker<'a> {
    pub shared: &'a Shared,
    pub index: usize,
    pub patterns: Patterns,
    pub evaluator: &'a Evaluator,
    pub accumulator: Option<Accumulator>,
    pub history: &'a mut History,
    pub vcf: &'a mut Vcf,
    pub eval_cache: &'a mut EvalCache,
    pub stack: Vec<Ply>,
    pub buffers: Vec<Vec<ScoredMove>>,
    pub params: &'a Params,
    pub reductions: &'a Reductions,
    pub tree_nodes: u64,
    pub leaf_nodes: u64,
    pub seldepth: usize,
    pub root_depth: i32,
    pub stopped: bool,
    /// The root move that is being searched.
    pub root_slot: u16,
    pub root: RootMoves,
    /// Who is told how far the search is: the first worker's only.
    pub watch: Option<Observer<'a>>,
    /// Where cuts are kept: the first worker's only.
    pub cuts: Option<&'a mut CutLog>,
    polled: u64,
    /// See [`POLL`].
    poll: u64,
}

impl<'a> Worker<'a> {
    pub fn new(
        shared: &'a Shared,
        index: usize,
        board: &Board,
        color: Color,
        data: &'a mut ThreadData,
    ) -> Worker<'a> {
        let evaluator = &*shared.evaluator;
        let mut board = board.clone();
        board.set_side_to_move(color);
        let patterns = Patterns::new(&board, evaluator.score_tables.clone());
        Worker {
            shared,
            index,
            accumulator: evaluator.accumulator(&patterns),
            patterns,
            evaluator,
            history: &mut data.history,
            vcf: &mut data.vcf,
            eval_cache: &mut data.eval_cache,
            stack: vec![Ply::default(); STACK],
            buffers: Vec::new(),
            params: &shared.params,
            reductions: &shared.reductions,
            tree_nodes: 0,
            leaf_nodes: 0,
            seldepth: 0,
            root_depth: 0,
            stopped: false,
            root_slot: 0,
            root: RootMoves::default(),
            watch: None,
            cuts: None,
            polled: 0,
            poll: (POLL_POINTS / board.rules().area() as u64).min(POLL),
        }
    }

    /// All nodes of this worker.
    pub fn nodes(&self) -> u64 {
        self.tree_nodes + self.leaf_nodes + self.vcf.nodes
    }

    #[inline]
    pub fn us(&self) -> Color {
        self.patterns.board().side_to_move()
    }

    /// Where the threads are, if there are several and a node of this depth is worth telling of.
    #[inline]
    pub fn busy(&self, depth: i32) -> Option<&'a Busy> {
        let busy = self.shared.busy.as_ref();
        busy.filter(|_| depth >= self.params.busy_depth)
    }

    /// Whether a limit is reached. Looks at the clock and at others now and then, and at the
    /// beginning more often: the shortest limits are over after a few nodes.
    pub fn poll(&mut self) {
        let nodes = self.nodes();
        let alone = self.shared.nodes.len() == 1;
        if alone && self.shared.limits.nodes.is_some_and(|n| nodes >= n) {
            self.stopped = true;
        }
        if nodes.wrapping_sub(self.polled) < (nodes / FIRST_POLLS).min(self.poll) {
            return;
        }
        self.polled = nodes;
        self.shared.nodes[self.index].0.store(nodes, Relaxed);
        self.refresh();
        if self.shared.stop.is_stopped() || self.shared.done.is_stopped() {
            self.stopped = true;
        }
        let total = || nodes + self.shared.nodes_of_others(self.index);
        // However many they are, the first has gone through one iteration.
        let begun = self.index > 0 || self.root_depth > 1;
        if begun && self.shared.limits.nodes.is_some_and(|n| total() >= n) {
            self.stopped = true;
        }
        if let Some(time) = self.shared.limits.time
            && self.shared.start.elapsed() >= time.hard
        {
            self.stopped = true;
        }
    }

    /// Counts the node, looks whether the search is to stop, and answers what needs no search: a
    /// full board, a win in one or three plies.
    #[inline]
    pub fn enter(&mut self, ply: usize) -> Option<i32> {
        self.poll();
        if self.stopped {
            return Some(0);
        }
        self.seldepth = self.seldepth.max(ply);
        if let Some(plies) = self.quick_win() {
            return Some(MATE - ply as i32 - plies);
        }
        if self.patterns.board().empty_points() == 0 {
            return Some(0);
        }
        if ply + 2 >= STACK {
            return Some(self.at_the_cap(ply));
        }
        None
    }

    /// The score where the stack ends: what the ply before thought, if something has to be
    /// answered, as the static score means nothing there.
    fn at_the_cap(&mut self, ply: usize) -> i32 {
        if self.patterns.count(!self.us(), Pattern4::Five) == 0 {
            return self.static_eval();
        }
        self.stack[ply - 1].eval.map_or(0, |before| -before)
    }

    /// Plies to a win that needs no search: a five or, where the opponent has none, a four that cannot be answered.
    #[inline]
    fn quick_win(&mut self) -> Option<i32> {
        let us = self.us();
        if self.patterns.count(us, Pattern4::Five) > 0 {
            return Some(1);
        }
        let wins = self.patterns.count(!us, Pattern4::Five) == 0
            && (self.patterns.count(us, Pattern4::OpenFour) > 0 || self.may_foul(us));
        wins.then_some(3)
    }

    /// Whether this colour may make a four that the opponent has no right to answer.
    #[inline]
    pub fn may_foul(&mut self, color: Color) -> bool {
        color == Color::White && foul_four(&mut self.patterns).is_some()
    }

    #[inline]
    pub fn static_eval(&mut self) -> i32 {
        let threat_inputs = threat_inputs(&self.patterns);
        (self.known_eval()).unwrap_or_else(|| self.new_eval(threat_inputs))
    }

    /// The static score of the position, if it was worked out not long ago.
    #[inline]
    fn known_eval(&self) -> Option<i32> {
        self.eval_cache.get(self.patterns.board().key())
    }

    /// Works out the static score of the position, of which these are the threat inputs.
    #[inline]
    fn new_eval(&mut self, threat_inputs: usize) -> i32 {
        let patterns = &self.patterns;
        let score = (self.evaluator).score_with(patterns, threat_inputs, &mut self.accumulator);
        self.eval_cache.put(patterns.board().key(), score);
        score
    }

    /// The raw static score of a position with these threat inputs and this correction; in its place, as an error,
    /// its [`forecast`](Worker::forecast), if that is enough for a cut.
    #[inline]
    pub fn raw_eval(
        &mut self,
        (threat_inputs, correction, ply): (usize, i32, usize),
        cuts: impl FnOnce(&Self, i32) -> bool,
    ) -> Result<i32, i32> {
        if let Some(known) = self.known_eval() {
            return Ok(known);
        }
        match self.forecast(threat_inputs, correction, ply) {
            Some(forecast) if cuts(self, forecast) => Err(forecast),
            _ => Ok(self.new_eval(threat_inputs)),
        }
    }

    /// What the correction histories add to a static score of the position.
    #[inline]
    pub fn correction(&self, threat_inputs: usize, ply: usize) -> i32 {
        let before = self.last_moves(ply);
        (self.history).correction(self.params, self.us(), threat_inputs, before)
    }

    /// Remembers the raw static score of a position, of which these are the threat inputs, where a network plays:
    /// without one static scores cost nothing.
    pub fn see(&mut self, score: i32, threat_inputs: usize, ply: usize) {
        self.stack[ply].seen = self.accumulator.is_some().then(|| Seen {
            score,
            values: self.evaluator.values_with(&self.patterns, threat_inputs),
        });
    }

    /// What the corrected static score is very likely not below: what is forecast from the position a move before,
    /// less `forecast_margin`. None where a pass came between or that was not seen.
    fn forecast(&self, threat_inputs: usize, correction: i32, ply: usize) -> Option<i32> {
        let before = &self.stack[ply.checked_sub(1)?];
        let seen = before.seen.filter(|_| before.slot.is_some())?;
        let values = self.evaluator.values_with(&self.patterns, threat_inputs);
        Some(corrected(seen.forecast(values), correction) - self.params.forecast_margin)
    }

    /// A position at the horizon in which nothing has to be answered: the corrected static score, or a win by
    /// continuous fours that a quick look finds.
    pub fn leaf(&mut self, beta: i32, ply: usize) -> i32 {
        let threat_inputs = threat_inputs(&self.patterns);
        let correction = self.correction(threat_inputs, ply);
        let cuts = |_: &Self, forecast| forecast >= beta;
        let raw_eval = match self.raw_eval((threat_inputs, correction, ply), cuts) {
            Ok(raw_eval) => raw_eval,
            Err(score) => return score,
        };
        let eval = corrected(raw_eval, correction);
        if eval >= beta {
            return eval;
        }
        let us = self.us();
        let promising = self.patterns.count(us, Pattern4::FourThree)
            + self.patterns.count(us, Pattern4::FourPlus)
            + self.patterns.count(us, Pattern4::MaybeForbiddenFour);
        if promising > 0 {
            let budget = self.params.vcf_leaf as u64;
            let won = self.vcf.search_quickly(&mut self.patterns, budget);
            if let VcfResult::Win(plies) = won {
                return MATE - ply as i32 - plies as i32;
            }
        }
        eval
    }

    /// Whether the side to move has any four.
    pub fn has_four(&self) -> bool {
        !self
            .patterns
            .threat_set(self.us(), ThreatSet::Four)
            .is_empty()
    }
}

/// A static score with what the correction histories add to it.
#[inline]
pub(super) fn corrected(raw_eval: i32, correction: i32) -> i32 {
    (raw_eval + correction).clamp(-MAX_EVAL, MAX_EVAL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Point, Variant};
    use crate::search::picker::ThreatState;

    /// Plays stones in the middle, and asks a worker.
    fn with_worker<T>(variant: Variant, length: u32, ask: impl FnOnce(&mut Worker) -> T) -> T {
        let mut board = Board::new(Rules::new(15, 15, length, variant).unwrap());
        for (x, y) in [(7, 7), (8, 8), (8, 6), (9, 6), (6, 5), (7, 9), (10, 7)] {
            board.play(board.side_to_move(), Point::new(x, y)).unwrap();
        }
        let shared = Shared::of_test(board.rules());
        let mut data = ThreadData::new(board.rules());
        ask(&mut Worker::new(
            &shared,
            0,
            &board,
            board.side_to_move(),
            &mut data,
        ))
    }

    #[test]
    fn a_four_that_black_has_no_right_to_answer_wins() {
        // White's fours at (6, 11) and (6, 7) complete each other, and at (6, 7) Black has six in a row.
        let black = [(3, 7), (4, 7), (5, 7), (7, 7), (8, 7), (6, 6), (6, 12)];
        let white = [(6, 8), (6, 9), (6, 10), (0, 0), (14, 0), (0, 14)];
        let plies = |variant, moves: Color| {
            let mut board = Board::new(Rules::new(15, 15, 5, variant).unwrap());
            for (stones, color) in [(&black[..], Color::Black), (&white[..], Color::White)] {
                for &(x, y) in stones {
                    board.set_side_to_move(color);
                    board.play(color, Point::new(x, y)).unwrap();
                }
            }
            board.set_side_to_move(moves);
            let shared = Shared::of_test(board.rules());
            let mut data = ThreadData::new(board.rules());
            let mut worker = Worker::new(&shared, 0, &board, moves, &mut data);
            worker.quick_win()
        };
        assert_eq!(plies(Variant::Renju, Color::White), Some(3));
        assert_eq!(plies(Variant::Renju, Color::Black), None);
        assert_eq!(plies(Variant::Exact, Color::White), None);
    }

    fn see(worker: &mut Worker) {
        let threat_inputs = threat_inputs(&worker.patterns);
        let score = worker.new_eval(threat_inputs);
        worker.see(score, threat_inputs, 0);
    }

    #[test]
    fn a_forecast_is_near_what_a_network_says() {
        for variant in Variant::ALL {
            let errors = with_worker(variant, 5, |worker| {
                see(worker);
                let moves: Vec<usize> = worker.patterns.candidates().collect();
                let mut errors = Vec::new();
                for slot in moves {
                    let (us, point) = (worker.us(), worker.patterns.point(slot));
                    worker.stack[0].slot = Some(slot as u16);
                    worker.patterns.make(point, us);
                    if ThreatState::of(&worker.patterns).is_quiet() {
                        let threat_inputs = threat_inputs(&worker.patterns);
                        let forecast = worker.forecast(threat_inputs, 0, 1).unwrap();
                        let eval = worker.new_eval(threat_inputs);
                        errors.push(eval - worker.params.forecast_margin - forecast);
                    }
                    worker.patterns.unmake();
                }
                errors
            });
            let large = errors.iter().filter(|error| error.abs() > 400).count();
            assert!(errors.len() > 40, "{variant}");
            assert!(8 * large <= errors.len(), "{variant}: {errors:?}");
        }
    }

    #[test]
    fn without_an_evaluated_move_before_there_is_no_forecast() {
        let forecast = |length, is_seen, last| {
            with_worker(Variant::Freestyle, length, |worker| {
                if is_seen {
                    see(worker);
                }
                worker.stack[0].slot = last;
                worker.forecast(threat_inputs(&worker.patterns), 0, 1)
            })
        };
        assert!(forecast(5, true, Some(3)).is_some());
        assert_eq!(forecast(5, false, Some(3)), None);
        assert_eq!(forecast(5, true, None), None);
        // There is no network for four in a row.
        assert_eq!(forecast(4, true, Some(3)), None);
        let at_the_root = |worker: &mut Worker| worker.forecast(0, 0, 0);
        assert_eq!(with_worker(Variant::Freestyle, 5, at_the_root), None);
    }
}

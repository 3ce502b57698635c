use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::effort::{Effort, Progress};
use super::graph::{Expansion, Graph};
use super::hints::Hints;
use super::journal::Journal;
use super::symmetry::{Key, Symmetries};
use super::threats::{Decision, End, Group, Threats};
use super::windows::{Side, Windows};
use crate::clock::{Limits, StopToken};
use crate::game::{Board, SetupError};
use crate::search::{PvLine, Scope, Searcher};

/// The most nodes of the search for threats at a position of the attacker's.
pub(super) const DEEP: u64 = 60_000;

/// The same after each reply.
const SHALLOW: u64 = 30_000;

/// The same to see whether a quiet move threatens anything.
const NULL: u64 = 6_000;

/// How many moves of the attacker's are looked at first, and with how many nodes.
const MOVES: usize = 3;
const MOVE_NODES: u64 = 16_000;

/// With so few stones there are so few positions that much more is spent on each.
const FEW_STONES: usize = 4;
const FEW_TIMES: u64 = 6;

/// The nodes of the search of every threat at a position of a search with a bound, and of the quick one before it.
const EVERY: u64 = 2_000_000;
const QUICK: u64 = 20_000;

/// How many replies that refuted a move are tried first against others.
const REFUTING: usize = 6;

/// After how many replies that threats do not answer a move of the attacker's is put aside.
const MOST_REPLIES: usize = 20;

/// How long a thread without work waits before it looks again.
const PATIENCE: Duration = Duration::from_millis(200);

/// What threats do to the defender's replies.
pub struct Replies {
    /// The replies that one tree answers, and the tree.
    pub answered: Vec<Group>,
    /// The replies without an answer.
    pub unanswered: Vec<u16>,
    /// How many were not looked at.
    pub left: u32,
}

/// What the work of all threads is about.
pub struct Prover<'a> {
    root: &'a Windows,
    symmetries: &'a Symmetries,
    graph: Mutex<Graph>,
    changed: Condvar,
    journal: Mutex<Journal>,
    effort: &'a Effort,
    end: End,
    nodes: AtomicU64,
}

/// One thread's tools.
pub struct Worker {
    root: Windows,
    threats: Threats,
    searcher: Searcher,
    hints: Hints,
    end: End,
    /// How many stones the attacker may have where only threats are left to him, if there is a bound.
    most_stones: Option<usize>,
    /// Replies that refuted the last quiet move elsewhere, the latest first.
    refuting: Vec<u16>,
}

impl Worker {
    /// Tools for positions that follow this one.
    pub fn new(root: &Windows, hints: Hints, end: End) -> Result<Worker, SetupError> {
        let board = Board::try_from(root.setup(Side::Attacker))?;
        let mut threats = Threats::new(board.position(), root.clone());
        threats.set_end(end.clone());
        Ok(Worker {
            threats,
            searcher: Searcher::new(16, 1),
            root: root.clone(),
            hints,
            end,
            most_stones: None,
            refuting: Vec::new(),
        })
    }

    /// Bounds the attacker's quiet moves from the first position on.
    pub fn bound(&mut self, quiet: usize) {
        self.most_stones = Some(quiet.saturating_add(self.root.points_of(Side::Attacker).count()));
    }

    /// How many quiet moves the attacker has left, if there is a bound.
    fn quiet_left(&self) -> Option<usize> {
        let stones = self.threats.windows().points_of(Side::Attacker).count();
        Some(self.most_stones?.saturating_sub(stones))
    }

    /// Nodes of all kinds since this was made, but for those of the search for moves.
    pub fn nodes(&self) -> u64 {
        self.threats.nodes()
    }

    /// The search for threats.
    pub fn threats(&mut self) -> &mut Threats {
        &mut self.threats
    }

    /// Goes to the position after these moves, with `to_move` to move.
    ///
    /// # Errors
    ///
    /// If both sides would have a line.
    pub fn go_to(&mut self, path: &[u16], to_move: Side) -> Result<(), SetupError> {
        let windows = self.root.after(path, to_move);
        self.set(windows, to_move)
    }

    /// Goes to the position of these stones.
    ///
    /// # Errors
    ///
    /// If both sides would have a line.
    pub fn set_stones(&mut self, stones: &[(u16, Side)], to_move: Side) -> Result<(), SetupError> {
        let windows = self.root.with_stones(stones);
        self.set(windows, to_move)
    }

    fn set(&mut self, windows: Windows, to_move: Side) -> Result<(), SetupError> {
        let board = Board::try_from(windows.setup(to_move))?;
        self.threats.set_position(board.position(), windows);
        Ok(())
    }

    /// What becomes of the position gone to. `known` has the moves that were looked at before, if there was a
    /// visit before. `None` if stopped.
    pub fn expand(&mut self, to_move: Side, known: Option<&[u16]>) -> Option<Expansion> {
        if self.quiet_left() == Some(0) {
            return match to_move {
                Side::Attacker => self.expand_threats(),
                Side::Defender => self.expand_last(),
            };
        }
        match (to_move, known) {
            (Side::Attacker, known) => self.expand_attack(known.unwrap_or_default()),
            (Side::Defender, None) => self.expand_defence(),
            (Side::Defender, Some([])) => self.defend(MOST_REPLIES),
            (Side::Defender, Some(_)) => self.defend(usize::MAX),
        }
    }

    /// What becomes of the attacker's position where only threats are left to him.
    fn expand_threats(&mut self) -> Option<Expansion> {
        match self.threats.decide(DEEP, EVERY) {
            Decision::Won(_) => Some(Expansion::Won),
            Decision::Refuted => Some(Expansion::Lost),
            Decision::Unknown => self.stuck(),
        }
    }

    /// A position that stays undecided. `None` if stopped.
    fn stuck(&self) -> Option<Expansion> {
        (!self.end.is_over()).then_some(Expansion::Moves {
            moves: Vec::new(),
            left: 0,
        })
    }

    /// What becomes of a position in which a side has no move: the board is full, or Black has to pass in renju, whose
    /// outcome a search with a bound leaves open.
    fn no_move(&self) -> Option<Expansion> {
        match self.most_stones.is_some() && self.threats.windows().can_forbid() {
            true => self.stuck(),
            false => Some(Expansion::Lost),
        }
    }

    /// What becomes of the defender's position after the attacker's last quiet move.
    fn expand_last(&mut self) -> Option<Expansion> {
        if self.threats.windows().has_five(Side::Defender) {
            return Some(Expansion::Lost);
        }
        let mut replies = self.all_replies();
        let threats = &mut self.threats;
        if replies.is_empty() {
            return match threats.windows().has_five(Side::Attacker) {
                true => Some(Expansion::Won),
                false => self.no_move(),
            };
        }
        threats.order(&mut replies);
        let worth = |slot: &u16| self.refuting.iter().position(|refuting| refuting == slot);
        replies.sort_by_key(|slot| worth(slot).unwrap_or(REFUTING));
        let mut answered: Vec<Group> = Vec::new();
        let mut unknown = false;
        for reply in replies {
            let mut refuted = false;
            let find = |threats: &mut Threats| match threats.decide(QUICK, EVERY) {
                Decision::Won(tree) => Some(tree),
                Decision::Refuted => {
                    refuted = true;
                    None
                }
                Decision::Unknown => None,
            };
            unknown |= !threats.join(reply, &mut answered, find);
            if refuted {
                self.refuting.retain(|&slot| slot != reply);
                self.refuting.insert(0, reply);
                self.refuting.truncate(REFUTING);
                return Some(Expansion::Lost);
            }
            if threats.is_over() {
                return None;
            }
        }
        if unknown {
            self.stuck()
        } else {
            Some(Expansion::Won)
        }
    }

    fn expand_attack(&mut self, known: &[u16]) -> Option<Expansion> {
        if known.is_empty()
            && let Some(forced) = self.forced()
        {
            return Some(forced);
        }
        if self.end.is_over() {
            return None;
        }
        let windows = self.threats.windows();
        let legal = |&slot: &u16| windows.is_legal(slot, Side::Attacker);
        let all: Vec<u16> = windows.empties().filter(legal).collect();
        let hint = self.hints.get(windows).filter(|_| known.is_empty());
        let mut moves = known.to_vec();
        let bounded = self.most_stones.is_some();
        match hint.filter(|hint| all.contains(hint)) {
            Some(hint) => moves.push(hint),
            // All moves have to be refuted: those that the search likes first, then the others.
            None if bounded && !known.is_empty() => {
                let mut others = all.clone();
                self.threats.order(&mut others);
                moves.extend(others.into_iter().filter(|slot| !known.contains(slot)));
            }
            None => {
                let best = self.best_moves(known.len())?;
                moves.extend(best.into_iter().filter(|slot| !known.contains(slot)));
            }
        }
        if moves.len() == known.len() {
            // The search sees no more of them: all the others at once.
            moves.extend(all.iter().filter(|slot| !known.contains(slot)));
        }
        if moves.is_empty() {
            return self.no_move();
        }
        Some(Expansion::Moves {
            left: (all.len() - moves.len()) as u32,
            moves,
        })
    }

    /// What becomes of the attacker's position where threats decide.
    fn forced(&mut self) -> Option<Expansion> {
        if self.threats.find(DEEP).is_some() {
            return Some(Expansion::Won);
        }
        let windows = self.threats.windows();
        if !windows.has_five(Side::Defender) {
            return None;
        }
        let moves = windows.clone().stops(Side::Attacker).to_vec();
        Some(match moves.is_empty() {
            true => Expansion::Lost,
            false => Expansion::Moves { moves, left: 0 },
        })
    }

    /// The attacker's best moves by a search, more of them the more are known. `None` if stopped.
    fn best_moves(&mut self, known: usize) -> Option<Vec<u16>> {
        let windows = self.threats.windows();
        let stones = windows.placed().len();
        // The middle of an empty board is as good a move as any.
        let count = if stones == 0 { 1 } else { MOVES.max(2 * known) };
        let few = if stones <= FEW_STONES { FEW_TIMES } else { 1 };
        let limits = Limits {
            nodes: Some(MOVE_NODES * count.div_ceil(MOVES) as u64 * few),
            ..Limits::default()
        };
        let scope = Scope {
            lines: count,
            ..Scope::default()
        };
        let board = Board::try_from(windows.setup(Side::Attacker)).ok()?;
        let color = windows.color(Side::Attacker);
        self.searcher.clear();
        let report =
            self.searcher
                .search_within(&scope, &board, color, limits, &self.end.stop, &mut |_| {});
        if self.end.is_over() {
            return None;
        }
        let first = |line: &PvLine| line.pv.first().map(|&point| windows.slot(point));
        Some(report.lines.iter().filter_map(first).collect())
    }

    fn expand_defence(&mut self) -> Option<Expansion> {
        let windows = self.threats.windows();
        let empties = windows.empties().count() as u32;
        if windows.has_five(Side::Defender) || empties == 0 {
            return Some(Expansion::Lost);
        }
        if self.threats.find_after_pass(NULL).is_some() {
            return self.defend(MOST_REPLIES);
        }
        (!self.end.is_over()).then_some(Expansion::Moves {
            moves: Vec::new(),
            left: empties,
        })
    }

    fn attacker_has_five(&self) -> bool {
        self.threats.windows().has_five(Side::Attacker)
    }

    fn defend(&mut self, most: usize) -> Option<Expansion> {
        let replies = self.replies(&[], SHALLOW, most)?;
        Some(match (replies.unanswered.is_empty(), replies.left) {
            // Without any reply the defender has lost if the attacker completes a line, and else the board is full.
            (true, 0) if replies.answered.is_empty() && !self.attacker_has_five() => {
                return self.no_move();
            }
            (true, 0) => Expansion::Won,
            (_, left) => Expansion::Moves {
                moves: replies.unanswered,
                left,
            },
        })
    }

    /// The replies that can be tried: those that stop the attacker's points to win at, or all.
    fn all_replies(&self) -> Vec<u16> {
        let windows = self.threats.windows();
        match windows.has_five(Side::Attacker) {
            true => windows.clone().stops(Side::Defender).to_vec(),
            false => {
                let legal = |&slot: &u16| windows.is_legal(slot, Side::Defender);
                windows.empties().filter(legal).collect()
            }
        }
    }

    /// Answers the defender's replies by threats, but for those in `passed_over`, until `most` are found that have
    /// no answer. `None` if stopped.
    pub fn replies(&mut self, passed_over: &[u16], budget: u64, most: usize) -> Option<Replies> {
        let mut replies = self.all_replies();
        let threats = &mut self.threats;
        replies.retain(|slot| !passed_over.contains(slot));
        threats.order(&mut replies);
        let mut answered: Vec<Group> = Vec::new();
        if let Some(tree) = threats.find_after_pass(NULL) {
            answered.push((Vec::new(), tree));
        }
        let (mut unanswered, mut left) = (Vec::new(), 0);
        for (number, &reply) in replies.iter().enumerate() {
            if unanswered.len() >= most {
                left = (replies.len() - number) as u32;
                break;
            }
            if !threats.join(reply, &mut answered, |threats| threats.find(budget)) {
                unanswered.push(reply);
            }
            if threats.is_over() {
                return None;
            }
        }
        answered.retain(|(replies, _)| !replies.is_empty());
        Some(Replies {
            answered,
            unanswered,
            left,
        })
    }
}

impl<'a> Prover<'a> {
    /// A search for a win of the attacker.
    pub fn new(
        root: &'a Windows,
        to_move: Side,
        symmetries: &'a Symmetries,
        effort: &'a Effort,
        journal: Journal,
        stop: &StopToken,
    ) -> Prover<'a> {
        let (key, _) = symmetries.canonical(root, to_move);
        let mut graph = Graph::new(key, to_move);
        graph.only(effort.part);
        Prover {
            root,
            symmetries,
            graph: Mutex::new(graph),
            changed: Condvar::new(),
            journal: Mutex::new(journal),
            effort,
            end: End {
                stop: stop.clone(),
                until: effort.until,
            },
            nodes: AtomicU64::new(0),
        }
    }

    fn graph(&self) -> MutexGuard<'_, Graph> {
        self.graph.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works until the first position is decided, or nothing can be done any more. The graph tells how it ended.
    /// One thread is this one: WebAssembly has no other.
    pub fn run(self, watch: &(dyn Fn(&Progress) + Sync)) -> (Graph, Progress) {
        self.recall();
        match self.effort.threads {
            0 | 1 => self.work(watch),
            threads => thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| self.work(watch));
                }
            }),
        }
        let progress = self.progress(&self.graph());
        let graph = self.graph.into_inner();
        (graph.unwrap_or_else(PoisonError::into_inner), progress)
    }

    /// How far it is.
    fn progress(&self, graph: &Graph) -> Progress {
        Progress {
            positions: graph.len(),
            proven: graph.proven(),
            expanded: graph.expanded(),
            nodes: self.nodes.load(Ordering::Relaxed),
            proof: graph.node(0).proof,
        }
    }

    fn is_over(&self, graph: &Graph) -> bool {
        let used_up = |nodes| self.nodes.load(Ordering::Relaxed) >= nodes;
        graph.is_solved()
            || self.end.is_over()
            || graph.len() >= self.effort.positions
            || self.effort.nodes.is_some_and(used_up)
    }

    fn work(&self, watch: &(dyn Fn(&Progress) + Sync)) {
        let hints = self.effort.hints.clone();
        let Ok(mut worker) = Worker::new(self.root, hints, self.end.clone()) else {
            return;
        };
        if let Some(quiet) = self.effort.quiet {
            worker.bound(quiet);
        }
        let mut graph = self.graph();
        while !self.is_over(&graph) {
            let Some(number) = graph.take() else {
                if graph.is_idle() {
                    // Whatever is left cannot be worked on, as where a side has to pass.
                    break;
                }
                let waited = self.changed.wait_timeout(graph, PATIENCE);
                graph = waited.unwrap_or_else(PoisonError::into_inner).0;
                continue;
            };
            let path = graph.path(number);
            let node = graph.node(number);
            let to_move = node.to_move;
            let known: Vec<u16> = node.children.iter().map(|&(slot, _)| slot).collect();
            let seen = node.visits > 0;
            drop(graph);
            let known = seen.then_some(&known[..]);
            let before = worker.nodes();
            let done = self.one(&mut worker, &path, to_move, known);
            self.nodes
                .fetch_add(worker.nodes() - before, Ordering::Relaxed);
            graph = self.graph();
            match done {
                Some((expansion, keys)) => {
                    graph.put(number, &expansion, keys);
                    watch(&self.progress(&graph));
                }
                None => graph.give_back(number),
            }
            self.changed.notify_all();
        }
        self.changed.notify_all();
    }

    fn one(
        &self,
        worker: &mut Worker,
        path: &[u16],
        to_move: Side,
        known: Option<&[u16]>,
    ) -> Option<(Expansion, Vec<Key>)> {
        worker.go_to(path, to_move).ok()?;
        let windows = worker.threats().windows().clone();
        let visit = known.map(<[u16]>::len);
        let told = self
            .journal()
            .get(self.symmetries, &windows, to_move, visit);
        let expansion = match told {
            Some(expansion) => expansion,
            None => {
                let expansion = worker.expand(to_move, known)?;
                self.journal().put(path, to_move, visit, &expansion);
                expansion
            }
        };
        let keys = self.keys(&expansion, windows, to_move);
        Some((expansion, keys))
    }

    /// The positions after the moves of an expansion of this one.
    fn keys(&self, expansion: &Expansion, mut windows: Windows, to_move: Side) -> Vec<Key> {
        let Expansion::Moves { moves, .. } = expansion else {
            return Vec::new();
        };
        let key = |&slot: &u16| {
            windows.place(slot, to_move);
            let (key, _) = self.symmetries.canonical(&windows, to_move.other());
            windows.take(slot, to_move);
            key
        };
        moves.iter().map(key).collect()
    }

    /// Puts all that the journal tells into the graph. The search by itself would come to it in an order of its own, and
    /// so might work on other moves before it heard that one wins: files of several parts hold a win that none of them
    /// saw.
    fn recall(&self) {
        let mut graph = self.graph();
        let mut number = 0;
        while (number as usize) < graph.len() && !self.is_over(&graph) {
            // Once for every visit that was written down: each looked at more moves than the one before.
            let mut last = None;
            while let Some(visit) = graph.next_visit(number)
                && last != Some(visit)
            {
                last = Some(visit);
                let to_move = graph.node(number).to_move;
                let windows = self.root.after(&graph.path(number), to_move);
                let journal = self.journal();
                let told = journal.get(self.symmetries, &windows, to_move, visit);
                let Some(expansion) = told else {
                    break;
                };
                let keys = self.keys(&expansion, windows, to_move);
                graph.take_this(number);
                graph.put(number, &expansion, keys);
            }
            number += 1;
        }
    }

    fn journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! What can be proven of a position: who wins, and by which moves. Nothing here rests on a score.

use std::time::Duration;

use crate::clock::{Instant, StopToken};
use crate::eval::Evaluator;
use crate::game::{Board, Color, Outcome, Point};
use crate::pattern::{Pattern4, Patterns, ThreatSet};
use crate::solve::{self, Answer, Limits, Value, WinProof, prove_win, tries_all};
use crate::threat::{Vct, VctResult};

/// The win rate from which on it is tried to prove a win. On boards of at most 64 points it is always tried.
const LIKELY: f64 = 0.8;

/// The most positions of a proof: 15 MB.
const POSITIONS: usize = 50_000;

/// As many positions allow one to be worked on: threats alone have to decide it.
const THREATS_ALONE: usize = 2;

/// The most nodes of the search for threats that begin with one move.
const THREATS: u64 = 100_000;

/// The part of the nodes left that this search may take: one in so many.
const THREATS_SHARE: u64 = 4;

/// The most nodes that it may take to find that a side holds by breaking lines.
const BREAKING: u64 = 50_000;

/// The table of the search that tries all moves, in MiB.
const TABLE: usize = 16;

/// What is spent on proofs in each position: the tighter of two limits, at least one of which should
/// be set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ProofEffort {
    /// Time.
    pub time: Option<Duration>,
    /// Nodes. The position at work when they are used up is worked on to its end.
    pub nodes: Option<u64>,
}

/// What is known of the moves that are not proven to win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum OtherMoves {
    /// Some of them may win.
    #[default]
    Open,
    /// None of them wins by continuous fours and open threes: all such lines were followed to their
    /// end. One of those that are proven to win does. Quiet moves may still win.
    NoThreats,
    /// None of them wins.
    NoWin,
}

/// What is proven of a position, for one side: that to move unless said otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proven {
    /// Whether it can force a line.
    pub win: Answer,
    /// Whether its opponent can.
    pub loss: Answer,
    /// Moves that are proven to win, in no order. Where a line can be completed at once, all that do.
    pub winning: Vec<Point>,
    /// What is known of the other moves.
    pub others: OtherMoves,
}

impl Default for Proven {
    /// Nothing is known.
    fn default() -> Proven {
        Proven {
            win: Answer::Unknown,
            loss: Answer::Unknown,
            winning: Vec::new(),
            others: OtherMoves::Open,
        }
    }
}

impl Proven {
    /// What the end of a game proves for `side`.
    pub(super) fn over(outcome: Outcome, side: Color) -> Proven {
        let mut proven = Proven::default();
        match outcome {
            Outcome::Win(winner) if winner == side => proven.add_win(Answer::Yes),
            Outcome::Win(_) => proven.add_loss(Answer::Yes),
            Outcome::Draw(_) => {
                proven.add_win(Answer::No);
                proven.add_loss(Answer::No);
            }
        }
        proven
    }

    /// What the position is worth, if that is known.
    pub fn value(&self) -> Option<Value> {
        Value::of(self.win, self.loss)
    }

    /// The same for the opponent, of whose moves nothing is known.
    pub fn of_opponent(&self) -> Proven {
        Proven {
            win: self.loss,
            loss: self.win,
            ..Proven::default()
        }
    }

    /// Whether one move is known to win, and others not to, at least not by threats.
    pub fn only_move(&self) -> Option<Point> {
        match self.winning[..] {
            [only] if self.others > OtherMoves::Open => Some(only),
            _ => None,
        }
    }

    /// Notes whether the side wins, unless that is known.
    pub(super) fn add_win(&mut self, answer: Answer) {
        if self.win == Answer::Unknown {
            self.win = answer;
            if answer == Answer::Yes {
                self.loss = Answer::No;
            }
        }
    }

    /// Notes whether the opponent wins, unless that is known.
    pub(super) fn add_loss(&mut self, answer: Answer) {
        if self.loss == Answer::Unknown {
            self.loss = answer;
            if answer == Answer::Yes {
                self.win = Answer::No;
            }
        }
    }
}

/// What is proven around a move, for the side that made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveProof {
    /// Of the position before it.
    pub before: Proven,
    /// Of the position after it.
    pub after: Proven,
}

impl MoveProof {
    /// Whether the side won before the move and does not any more.
    pub fn gives_win_away(&self) -> bool {
        self.before.win == Answer::Yes && self.after.win == Answer::No
    }

    /// Whether the side has lost by this move, and had not before.
    pub fn loses(&self) -> bool {
        self.after.loss == Answer::Yes && self.before.loss == Answer::No
    }
}

/// Proves what it can of a position that is not over, with the line that wins if a proof tells one.
/// `win_rate` is that of the side to move, and says what is worth trying. `vct` knows nothing, or
/// threats of the side to move.
pub(super) fn prove(
    board: &Board,
    win_rate: f64,
    effort: ProofEffort,
    vct: &mut Vct,
    stop: &StopToken,
) -> (Proven, Vec<Point>) {
    let mut attempt = Attempt {
        own: board.side_to_move(),
        until: effort
            .time
            .and_then(|time| Instant::now().checked_add(time)),
        nodes: effort.nodes.unwrap_or(u64::MAX),
        stop,
    };
    let own = attempt.own;
    let mut proven = Proven::default();
    let all = tries_all(board.rules());
    let mut line = Vec::new();
    if !all {
        let [win, loss] = [own, !own].map(|attacker| attempt.held(board, attacker));
        proven.add_win(win);
        proven.add_loss(loss);
    }
    if proven.win == Answer::Unknown && (all || win_rate >= LIKELY) {
        let (answer, proof) = attempt.decide(board, own, win_rate >= 1.0);
        proven.add_win(answer);
        line = proof.map(|proof| proof.line()).unwrap_or_default();
    }
    if proven.win == Answer::Yes {
        (proven.winning, proven.others) = attempt.winning_moves(board, line.first().copied(), vct);
    } else if proven.loss == Answer::Unknown && (all || win_rate <= 1.0 - LIKELY) {
        proven.add_loss(attempt.decide(board, !own, win_rate <= 0.0).0);
    }
    (proven, line)
}

/// What is left to be spent on a position.
struct Attempt<'a> {
    /// Who is to move in it.
    own: Color,
    until: Option<Instant>,
    nodes: u64,
    stop: &'a StopToken,
}

impl Attempt<'_> {
    fn is_spent(&self) -> bool {
        let is_late = self.until.is_some_and(|until| Instant::now() >= until);
        self.nodes == 0 || is_late || self.stop.is_stopped()
    }

    /// Whether `attacker` wins, by the way that suits the board; by threats first if it `is_forced`.
    fn decide(
        &mut self,
        board: &Board,
        attacker: Color,
        is_forced: bool,
    ) -> (Answer, Option<WinProof>) {
        if !tries_all(board.rules()) {
            return self.search(board, attacker, POSITIONS);
        }
        if is_forced {
            let found = self.search(board, attacker, THREATS_ALONE);
            if found.0 != Answer::Unknown {
                return found;
            }
        }
        (self.try_all(board, attacker), None)
    }

    /// Looks for a proof of a win in at most so many positions.
    fn search(
        &mut self,
        board: &Board,
        attacker: Color,
        positions: usize,
    ) -> (Answer, Option<WinProof>) {
        if self.is_spent() {
            return (Answer::Unknown, None);
        }
        let effort = solve::Effort {
            positions,
            nodes: Some(self.nodes),
            until: self.until,
            ..solve::Effort::default()
        };
        // Without a journal there is no file that could fail.
        let Ok(found) = prove_win(board, attacker, &effort, self.stop, &|_| {}) else {
            return (Answer::Unknown, None);
        };
        self.nodes = self.nodes.saturating_sub(found.progress.nodes);
        (found.answer, found.proof)
    }

    /// Whether few enough lines are left on a larger board for the opponent of `attacker` to hold by breaking them.
    fn held(&mut self, board: &Board, attacker: Color) -> Answer {
        if self.is_spent() {
            return Answer::Unknown;
        }
        let limits = self.limits(BREAKING.min(self.nodes));
        let held = solve::holds_by_breaking(board.position(), attacker, &limits);
        self.nodes = self.nodes.saturating_sub(held.nodes);
        if held.answer {
            Answer::No
        } else {
            Answer::Unknown
        }
    }

    /// Tries all moves, on boards of at most 64 points.
    fn try_all(&mut self, board: &Board, attacker: Color) -> Answer {
        if self.is_spent() {
            return Answer::Unknown;
        }
        let solved = solve::can_win(board.position(), attacker, &self.limits(self.nodes));
        self.nodes = self.nodes.saturating_sub(solved.nodes);
        solved.answer
    }

    fn limits(&self, nodes: u64) -> Limits {
        let left = |until: Instant| until.saturating_duration_since(Instant::now());
        Limits {
            time: self.until.map(left),
            nodes: Some(nodes),
            memory: TABLE,
            stop: self.stop.clone(),
        }
    }

    /// The moves that are proven to win, `known` being one, and what is known of the others.
    fn winning_moves(
        &mut self,
        board: &Board,
        known: Option<Point>,
        vct: &mut Vct,
    ) -> (Vec<Point>, OtherMoves) {
        let own = self.own;
        let mut patterns = Patterns::new(board, Evaluator::of(board.rules()).score_tables.clone());
        if patterns.count(own, Pattern4::Five) > 0 {
            let fives = patterns.threat_set(own, ThreatSet::Five).iter();
            let points = fives.map(|slot| patterns.point(slot)).collect();
            return (points, OtherMoves::Open);
        }
        let mut winning = Vec::new();
        let mut others = OtherMoves::NoWin;
        let mut by_threats = false;
        for point in board.legal_points(own) {
            patterns.make(point, own);
            let lets_five = patterns.count(!own, Pattern4::Five) > 0;
            let threats = match lets_five {
                true => VctResult::None,
                false => self.threats(vct, &mut patterns),
            };
            patterns.unmake();
            let is_threat = matches!(threats, VctResult::Win(_));
            let wins = match (known == Some(point), lets_five) {
                (true, _) => Answer::Yes,
                (_, true) => Answer::No,
                _ => self.wins_by(board, point, is_threat),
            };
            match (wins, threats) {
                (Answer::Yes, _) => {
                    winning.push(point);
                    by_threats |= is_threat;
                }
                (Answer::No, _) => {}
                (_, VctResult::None) => others = others.min(OtherMoves::NoThreats),
                _ => others = OtherMoves::Open,
            }
        }
        if others == OtherMoves::NoThreats && !by_threats {
            others = OtherMoves::Open;
        }
        (winning, others)
    }

    /// Whether the side that has just moved wins by threats, its move being the first.
    fn threats(&mut self, vct: &mut Vct, patterns: &mut Patterns) -> VctResult {
        if self.is_spent() {
            return VctResult::Unknown;
        }
        let budget = THREATS.min(self.nodes / THREATS_SHARE);
        let (before, until, stop) = (vct.nodes, self.until, self.stop);
        let mut over = || stop.is_stopped() || until.is_some_and(|until| Instant::now() >= until);
        let result = vct.search_after_move(patterns, budget, &mut over);
        self.nodes = self.nodes.saturating_sub(vct.nodes - before);
        result
    }

    /// Whether a move wins that does so by threats, or seems not to.
    fn wins_by(&mut self, board: &Board, point: Point, is_threat: bool) -> Answer {
        let mut after = board.clone();
        if after.play(self.own, point).is_err() {
            return Answer::No;
        }
        let mut answer = Answer::Unknown;
        if is_threat {
            answer = self.search(&after, self.own, THREATS_ALONE).0;
        }
        if answer == Answer::Unknown && tries_all(board.rules()) {
            answer = self.try_all(&after, self.own);
        }
        answer
    }
}

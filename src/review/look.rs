//! One position: is there a forced win, and what does the search say?

use std::time::{Duration, Instant};

use super::proof::{ProofEffort, Proven, prove};
use crate::clock::{Budget, Limits, StopToken};
use crate::eval::{Evaluator, win_rate};
use crate::game::{Board, Color, Outcome, Point};
use crate::pattern::Patterns;
use crate::search::{MATE, Scope, Searcher, mate_distance};
use crate::threat::{Vcf, VcfResult, Vct};

/// Positions that the search for a win by fours may enter.
const FOURS: u64 = 20_000;

/// Entries of the table of the search for a win by threats: 1.5 MiB.
const ENTRIES: usize = 1 << 16;

/// The part of an effort that goes into the search for a win by threats: one in so many.
const THREATS_SHARE: u32 = 5;

/// Positions that it may enter if only time is limited.
const THREATS: u64 = 100_000;

/// What is spent on each position: the tighter of two limits, at least one of which should be set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effort {
    /// Time, of which the search for wins by threats takes a fifth at most.
    pub time: Option<Duration>,
    /// Nodes of the search; that for wins by threats searches at most a fifth as many,
    /// the one for wins by fours 20,000.
    pub nodes: Option<u64>,
    /// What is spent on proofs after that, if there shall be any.
    pub proof: Option<ProofEffort>,
}

/// How a win is forced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Force {
    /// By continuous fours (VCF).
    Fours,
    /// By continuous fours and open threes (VCT).
    Threats,
    /// By quiet moves, too, as the search says, which is no proof.
    Search,
}

impl Force {
    /// All of them, the simplest first.
    pub const ALL: [Force; 3] = [Force::Fours, Force::Threats, Force::Search];

    /// In words: `win by …`.
    pub const fn name(self) -> &'static str {
        match self {
            Force::Fours => "fours",
            Force::Threats => "threats",
            Force::Search => "search",
        }
    }
}

/// What was found out about a position, for the side to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// 200 are a unit of logit; beyond [`mate_distance`]'s bound a forced result.
    pub score: i32,
    /// How a win is forced, if there is one.
    pub force: Option<Force>,
    /// The best line, the side to move first; empty if the game is over.
    pub line: Vec<Point>,
    /// The depth of the search in plies; 0 if none was needed.
    pub depth: u32,
    /// Nodes of the search.
    pub nodes: u64,
    /// What is proven, if proofs were asked for or the game is over.
    pub proven: Option<Proven>,
}

impl Finding {
    /// A position in which the game is over, `side` being the one that would be to move.
    pub fn over(outcome: Outcome, side: Color) -> Finding {
        Finding {
            score: match outcome {
                Outcome::Win(winner) if winner == side => MATE,
                Outcome::Win(_) => -MATE,
                Outcome::Draw(_) => 0,
            },
            force: None,
            line: Vec::new(),
            depth: 0,
            nodes: 0,
            proven: Some(Proven::over(outcome, side)),
        }
    }

    /// The chance of winning as the search sees it, a draw counted as half of it, for the side to
    /// move: 0..=1, the ends for forced results only.
    pub fn win_rate(&self) -> f64 {
        win_rate(self.score)
    }

    /// The plies to a forced win (positive) or loss (negative).
    pub fn mate(&self) -> Option<i32> {
        mate_distance(self.score)
    }
}

/// Searches positions one after another. Nothing is carried over from one to the next, so that what
/// is found does not depend on which were searched before.
pub struct Looker {
    searcher: Searcher,
    vct: Vct,
}

impl Looker {
    /// One that searches on one thread, with a transposition table of `hash` MiB.
    pub fn new(hash: usize) -> Looker {
        Looker {
            searcher: Searcher::new(hash, 1),
            vct: Vct::new(ENTRIES),
        }
    }

    /// Looks at the position for the side to move; the game must not be over. `None` if it was
    /// stopped before it was done.
    pub fn look(&mut self, board: &Board, effort: Effort, stop: &StopToken) -> Option<Finding> {
        let mut finding = self.search(board, effort, stop)?;
        let Some(proof) = effort.proof else {
            return Some(finding);
        };
        let (proven, line) = prove(board, finding.win_rate(), proof, &mut self.vct, stop);
        if stop.is_stopped() {
            return None;
        }
        let wins = |line: &[Point]| {
            line.first()
                .is_some_and(|best| proven.winning.contains(best))
        };
        if !proven.winning.is_empty() && !wins(&finding.line) {
            let one = || proven.winning.iter().copied().take(1).collect::<Vec<_>>();
            finding.line = if wins(&line) { line } else { one() };
        }
        finding.proven = Some(proven);
        Some(finding)
    }

    fn search(&mut self, board: &Board, effort: Effort, stop: &StopToken) -> Option<Finding> {
        let start = Instant::now();
        let mut patterns = Patterns::new(board, Evaluator::of(board.rules()).score_tables.clone());
        let part = effort.time.map(|time| time / THREATS_SHARE);
        let mut over = || stop.is_stopped() || part.is_some_and(|part| start.elapsed() >= part);
        let mut vcf = Vcf::new();
        self.vct.clear();
        let fours = vcf.search_until(&mut patterns, FOURS, &mut over);
        if let VcfResult::Win(plies) = fours {
            return Some(won(Force::Fours, plies, vcf.line(), &patterns));
        }
        let budget = effort
            .nodes
            .map_or(THREATS, |nodes| nodes / u64::from(THREATS_SHARE));
        let threats = self.vct.search(&mut patterns, budget, &mut over);
        if let VcfResult::Win(plies) = threats {
            return Some(won(Force::Threats, plies, self.vct.line(), &patterns));
        }
        let rest = effort.time.map(|time| time.saturating_sub(start.elapsed()));
        let limits = Limits {
            time: rest.map(|rest| Budget {
                soft: rest,
                hard: rest,
            }),
            nodes: effort.nodes,
            depth: None,
        };
        self.searcher.clear();
        let color = board.side_to_move();
        let scope = Scope {
            forced: true,
            ..Scope::default()
        };
        let report = self
            .searcher
            .search_within(&scope, board, color, limits, stop, &mut |_| {});
        if stop.is_stopped() {
            return None;
        }
        let force = mate_distance(report.score).filter(|&plies| plies > 0);
        Some(Finding {
            score: report.score,
            force: force.map(|_| Force::Search),
            line: report.pv,
            depth: report.depth,
            nodes: report.nodes.total(),
            proven: None,
        })
    }
}

fn won(force: Force, plies: u32, line: &[u16], patterns: &Patterns) -> Finding {
    let points = line.iter().map(|&slot| patterns.point(slot.into()));
    Finding {
        score: MATE - plies as i32,
        force: Some(force),
        line: points.collect(),
        depth: 0,
        nodes: 0,
        proven: None,
    }
}

use std::time::Duration;

use crate::game::Point;

/// Nodes, by what searched them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Nodes {
    /// By the main search.
    pub tree: u64,
    /// At the horizon.
    pub leaves: u64,
    /// By the search for continuous fours.
    pub fours: u64,
    /// By the other threads, whichever way, as of when they last looked at the limits.
    pub others: u64,
}

impl Nodes {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.tree + self.leaves + self.fours + self.others
    }
}

/// One of the best moves, with what was found behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PvLine {
    /// The iteration that found the score, in plies; what is proven is not searched again.
    pub depth: u32,
    /// The longest line that had been looked at by then, in plies.
    pub seldepth: u32,
    /// For the side to move, as [`Report::score`].
    pub score: i32,
    /// Nodes behind the move, of the thread that found it.
    pub nodes: u64,
    /// The move and what follows, never empty.
    pub pv: Vec<Point>,
}

/// What a search has found so far, or in the end.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// The last iteration that was finished, in plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// For the side to move: 200 are a unit of logit; see [`mate_distance`](super::mate_distance) for proven results.
    pub score: i32,
    /// The best line, its first move the answer. Empty only if no point may be played.
    pub pv: Vec<Point>,
    /// The best moves that were asked for, the best first, each searched for itself. A move is
    /// missing until an iteration has found its exact score.
    pub lines: Vec<PvLine>,
    /// The root move that is being searched, where an observer hears of an iteration under way.
    pub current: Option<Point>,
    /// Nodes of all threads.
    pub nodes: Nodes,
    /// Since the search began.
    pub elapsed: Duration,
}

impl Report {
    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        (self.nodes.total() as f64 / self.elapsed.as_secs_f64().max(1e-6)) as u64
    }
}

//! The moves of the root: which there are, what is known of each, and in what order they stand.

use std::cmp::Reverse;
use std::ops::Range;

use super::score::{INFINITE, mate_distance};
use super::tt::Bound;

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
    /// Positions that the worker whose moves these are has entered behind it.
    pub nodes: u64,
    /// Whether nothing more is to be found out about the move.
    pub settled: bool,
    /// What the last search of the move that came to its end says of it.
    pub status: MoveStatus,
}

/// What has been found out about a root move beside its score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MoveStatus {
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
            status: MoveStatus::Unknown,
        }
    }

    /// Records a proven score and its line.
    pub fn prove(&mut self, score: i32, pv: Vec<u16>) {
        self.exact = Exact {
            score,
            depth: pv.len() as u32,
            seldepth: pv.len() as u32,
            pv: pv.clone(),
        };
        self.score = score;
        self.pv = pv;
        self.nodes = 1;
        self.settled = true;
    }

    /// Whether it is known to win.
    pub fn is_won(&self) -> bool {
        self.is_proven() && self.exact.score > 0
    }

    /// Whether its score says who wins.
    fn is_proven(&self) -> bool {
        mate_distance(self.exact.score).is_some() && self.exact.depth > 0
    }
}

/// The moves of the root in three parts: proven wins, the shortest first; the open ones, which are
/// searched; proven losses, the longest first.
#[derive(Debug, Clone, Default)]
pub(super) struct RootMoves {
    pub all: Vec<RootMove>,
    /// Where the open ones stand.
    pub open: Range<usize>,
    /// Which move is searched for: the best of those that stand here and behind.
    pub line: usize,
    /// Points that may not join the moves later on.
    pub avoid: Vec<u16>,
    /// Whether only listed points were asked for.
    pub is_listed: bool,
    /// Whether a loss may be claimed of these moves alone, and not only of every legal one.
    pub is_complete: bool,
    /// Whether moves far from all stones have joined them.
    pub has_far: bool,
}

impl RootMoves {
    /// The open moves from the present line on in the order in which they are searched: the first, then the
    /// others by the positions that were entered behind them. Those that were hard to refute are the likeliest to turn
    /// out better.
    pub fn by_effort(&self) -> Vec<u16> {
        let mut moves: Vec<&RootMove> = self.all[self.line..self.open.end].iter().collect();
        if let Some((_, others)) = moves.split_first_mut() {
            others.sort_by_key(|tried| Reverse(tried.nodes));
        }
        moves.iter().map(|tried| tried.slot).collect()
    }

    /// The open moves from the present line on.
    pub fn searched(&mut self) -> &mut [RootMove] {
        &mut self.all[self.line..self.open.end]
    }

    /// The place of a move among the open ones from the present line on. A legal move that is in no
    /// part joins them, if others may: it lies far from all stones.
    pub fn place(&mut self, slot: u16, is_far: bool) -> Option<usize> {
        let place = self.all.iter().position(|tried| tried.slot == slot);
        if place.is_none() && is_far && !self.is_complete && !self.avoid.contains(&slot) {
            self.all.insert(self.open.end, RootMove::new(slot));
            self.open.end += 1;
            self.has_far = true;
            return Some(self.open.end - 1);
        }
        place.filter(|&place| (self.line..self.open.end).contains(&place) && !is_far)
    }

    /// Whether a result for the present line is one for the position.
    pub fn is_whole(&self) -> bool {
        self.line == 0 && self.avoid.is_empty() && !self.is_listed
    }

    /// Whether every legal move that may not lose has been searched, and loses.
    pub fn are_lost(&self) -> bool {
        let lost = |tried: &RootMove| tried.status == MoveStatus::Lost;
        (self.is_complete || self.has_far) && self.all[self.open.clone()].iter().all(lost)
    }

    /// Whether so many of the best moves are known for good.
    pub fn is_settled(&self, lines: usize) -> bool {
        self.open.is_empty() || self.open.start >= lines
    }

    /// After an iteration to `depth`: settles those of the first `lines` that more search tells
    /// nothing of, and arranges all. A proven result may still come out shorter if `is_final` does not
    /// say that enough was searched for that.
    pub fn settle(&mut self, lines: usize, depth: u32, is_final: bool) {
        for tried in &mut self.all[self.open.start..lines.min(self.open.end)] {
            let distance = mate_distance(tried.exact.score).map(i32::unsigned_abs);
            tried.settled = distance.is_some_and(|distance| distance <= depth || is_final);
        }
        self.arrange(lines);
    }

    /// Whether the first `lines` are all proven to win or lose.
    pub fn are_proven(&self, lines: usize) -> bool {
        self.all[..lines].iter().all(RootMove::is_proven)
    }

    /// Puts every move into its part. What stands behind one of the first `lines` that is lost is
    /// lost as well.
    pub fn arrange(&mut self, lines: usize) {
        let moves = &mut self.all;
        let lost = |tried: &RootMove| tried.settled && tried.exact.score < 0;
        let end = moves.iter().take(lines).position(lost);
        if let Some(end) = end {
            for tried in moves[end..].iter_mut().filter(|tried| !tried.settled) {
                tried.settled = true;
                tried.exact = Exact::default();
            }
        }
        moves.sort_by_key(|tried| match (tried.settled, tried.exact.score) {
            _ if tried.settled && tried.exact.depth == 0 => (3, 0),
            (true, score) if score > 0 => (0, -score),
            (true, score) => (2, -score),
            (false, _) => (1, 0),
        });
        let won = |tried: &&RootMove| tried.settled && tried.exact.score > 0;
        let start = moves.iter().take_while(won).count();
        let open = moves[start..].iter().take_while(|tried| !tried.settled);
        self.open = start..start + open.count();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behind_the_best_moves_stand_by_effort() {
        let mut root = RootMoves::default();
        for (slot, nodes) in [(4, 0), (9, 50), (2, 10), (7, 50), (1, 0), (3, 70)] {
            root.all.push(RootMove {
                nodes,
                ..RootMove::new(slot)
            });
        }
        root.open = 1..5;
        root.line = 1;
        assert_eq!(root.by_effort(), [9, 7, 2, 1]);
        root.line = 2;
        assert_eq!(root.by_effort(), [2, 7, 1]);
        root.line = 5;
        assert!(root.by_effort().is_empty());
    }
}

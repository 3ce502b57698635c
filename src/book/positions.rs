use std::collections::{BTreeMap, BTreeSet};

use super::key::Stones;
use crate::game::{Board, Point, Rules};

/// The most stones of a position in a book: what a position is worth is found by going down so deep.
pub const MOST_STONES: usize = 100;

/// What is known of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// Positions that were searched.
    pub nodes: u64,
    /// The best moves and their scores for the side to move, as the position lies in the book.
    pub moves: Vec<(Point, i32)>,
}

/// An opening book of one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpeningBook {
    rules: Rules,
    pub(super) entries: BTreeMap<Stones, Entry>,
}

impl OpeningBook {
    /// An empty book.
    pub fn new(rules: Rules) -> OpeningBook {
        OpeningBook {
            rules,
            entries: BTreeMap::new(),
        }
    }

    /// The game that it is of.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Positions in it.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it is without any.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Takes in another book of the same game. Of a position in both the one that was searched longer counts.
    pub fn join(&mut self, other: OpeningBook) {
        for (stones, entry) in other.entries {
            self.insert(stones, entry);
        }
    }

    pub(super) fn insert(&mut self, stones: Stones, entry: Entry) {
        let known = self.entries.get(&stones);
        if known.is_none_or(|known| known.nodes < entry.nodes) {
            self.entries.insert(stones, entry);
        }
    }

    /// The moves of a position in the book, the best first, with their scores for the side to move: those of
    /// the positions behind them, where these are in the book. `None` of other positions and games. Costs a walk
    /// through all positions behind it.
    pub fn moves(&self, board: &Board) -> Option<Vec<(Point, i32)>> {
        if board.rules() != &self.rules {
            return None;
        }
        let (stones, symmetry) = Stones::of(board)?;
        let entry = self.entries.get(&stones)?;
        let back = symmetry.inverse();
        let mut values = Values::new(self);
        let moves = values.of_moves(&stones, entry).into_iter();
        let mut moves: Vec<_> = moves
            .map(|(point, value)| (back.apply(point, &self.rules), value))
            .collect();
        moves.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
        Some(moves)
    }

    /// Leaves out what the book's own moves lead to only by one that is worse than the best by more than `loss`.
    pub fn prune(&mut self, loss: i32) {
        let mut values = Values::new(self);
        let mut reached = BTreeSet::new();
        let mut kept = BTreeSet::new();
        // Stones never leave: those with fewer come first.
        for (stones, entry) in self.by_stones() {
            let moves = values.of_moves(stones, entry);
            let best = moves.iter().map(|&(_, value)| value).max();
            let is_kept = kept.contains(stones) || !reached.contains(stones);
            for (point, value) in moves {
                let after = stones.after(point, &self.rules);
                if is_kept && Some(value + loss) >= best {
                    kept.insert(after.clone());
                }
                reached.insert(after);
            }
        }
        self.entries
            .retain(|stones, _| kept.contains(stones) || !reached.contains(stones));
    }

    /// The positions, those with the fewest stones first.
    pub(super) fn by_stones(&self) -> Vec<(&Stones, &Entry)> {
        let mut positions: Vec<_> = self.entries.iter().collect();
        positions.sort_by_key(|(stones, _)| stones.len());
        positions
    }
}

/// What positions of a book are worth to the side to move: as much as their best move.
pub(super) struct Values<'a> {
    book: &'a OpeningBook,
    known: BTreeMap<Stones, i32>,
}

impl<'a> Values<'a> {
    pub fn new(book: &'a OpeningBook) -> Values<'a> {
        Values {
            book,
            known: BTreeMap::new(),
        }
    }

    /// What the moves of a position are worth.
    pub fn of_moves(&mut self, stones: &Stones, entry: &Entry) -> Vec<(Point, i32)> {
        let moves = entry.moves.iter().map(|&(point, score)| {
            let after = stones.after(point, &self.book.rules);
            (point, self.of(after).map_or(score, |value| -value))
        });
        moves.collect()
    }

    /// `None` of a position that is not in the book. Stones never leave, so that this ends.
    fn of(&mut self, stones: Stones) -> Option<i32> {
        if let Some(&value) = self.known.get(&stones) {
            return Some(value);
        }
        let entry = self.book.entries.get(&stones)?;
        let moves = self.of_moves(&stones, entry).into_iter();
        let value = moves.map(|(_, value)| value).max()?;
        self.known.insert(stones, value);
        Some(value)
    }
}

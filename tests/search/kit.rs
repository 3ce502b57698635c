//! Boards, and questions to a search.

use lianzhu::clock::{Limits, StopToken};
use lianzhu::game::{Board, Rules};
use lianzhu::search::{Report, Searcher};
use rand::Rng;

use super::boards;

pub use super::boards::random_board;

/// Boards of 5 to 16 a side, win lengths of 3 to 7.
pub fn random_rules(rng: &mut impl Rng) -> Rules {
    boards::random_rules(rng, 5..=16, 7)
}

/// The answer of a search of so many positions. With a depth, so that it searches also where there is
/// but one move.
pub fn ask(searcher: &mut Searcher, board: &Board, nodes: u64) -> Report {
    let limits = Limits {
        nodes: Some(nodes),
        depth: Some(100),
        ..Limits::default()
    };
    ask_within(searcher, board, limits)
}

/// The answer of a search with these limits.
pub fn ask_within(searcher: &mut Searcher, board: &Board, limits: Limits) -> Report {
    let color = board.side_to_move();
    searcher.search(board, color, limits, &StopToken::new(), &mut |_| {})
}

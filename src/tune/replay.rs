//! Games move by move.

use super::data::{Game, Header, Played};
use crate::eval::Evaluator;
use crate::game::Board;
use crate::pattern::Patterns;
use crate::search::mate_distance;

/// Shows every position of a game before the first with a proven score, and what was played from
/// there on, one move at least.
pub fn replay(header: &Header, game: &Game, mut visit: impl FnMut(&Patterns, &[Played])) {
    let mut board = Board::new(header.rules);
    for &point in &game.opening {
        if board.play(board.side_to_move(), point).is_err() {
            return;
        }
    }
    let worth = Evaluator::of(&header.rules).worth.clone();
    let mut patterns = Patterns::new(&board, worth);
    for (i, played) in game.moves.iter().enumerate() {
        let empty = patterns.is_empty(patterns.slot(played.point));
        if mate_distance(played.score).is_some() || !empty {
            return;
        }
        visit(&patterns, &game.moves[i..]);
        patterns.make(played.point, patterns.board().side_to_move());
    }
}

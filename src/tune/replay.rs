//! Games move by move.

use std::collections::HashSet;

use super::data::{Game, Header, Played};
use crate::eval::Evaluator;
use crate::game::Board;
use crate::pattern::Patterns;
use crate::search::mate_distance;

/// Shows every position of a game up to the first with a proven score, that one included, and what
/// was played from there on, one move at least. What follows a move to an occupied point is not
/// looked at.
pub fn replay(header: &Header, game: &Game, mut visit: impl FnMut(&Patterns, &[Played])) {
    let mut board = Board::new(header.rules);
    for &point in &game.opening {
        if board.play(board.side_to_move(), point).is_err() {
            return;
        }
    }
    let score_tables = Evaluator::of(&header.rules).score_tables.clone();
    let mut patterns = Patterns::new(&board, score_tables);
    let mut taken: HashSet<_> = game.opening.iter().copied().collect();
    let possible = |played: &&Played| taken.insert(played.point);
    let moves = &game.moves[..game.moves.iter().take_while(possible).count()];
    for (i, played) in moves.iter().enumerate() {
        visit(&patterns, &moves[i..]);
        if mate_distance(played.score).is_some() {
            return;
        }
        patterns.make(played.point, patterns.board().side_to_move());
    }
}

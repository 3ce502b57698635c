//! Moves that need no thought: a win, and what stops one.

use crate::eval::Evaluator;
use crate::game::{Board, Color, Point};
use crate::pattern::{Patterns, ThreatSet};
use crate::threat::replies_to_fours;

/// The patterns of a position in which `color` is to move.
pub(super) fn patterns(board: &Board, color: Color) -> Patterns {
    let mut board = board.clone();
    board.set_side_to_move(color);
    Patterns::new(&board, Evaluator::of(board.rules()).score_tables.clone())
}

/// The point that completes a line, or one that keeps the opponent from completing his, or, where
/// there is none, one of those he wins at.
pub(super) fn forced(board: &Board, color: Color) -> Option<Point> {
    let patterns = patterns(board, color);
    if let Some(slot) = patterns.threat_set(color, ThreatSet::Five).first() {
        return Some(patterns.point(slot));
    }
    let stops = replies_to_fours(&patterns, !color);
    let listed = stops.as_slice().iter().map(|&slot| slot as usize);
    let fives = patterns.threat_set(!color, ThreatSet::Five).iter();
    let mut points = listed.chain(fives).map(|slot| patterns.point(slot));
    points.find(|&point| board.is_legal(color, point))
}

/// The points at which `color` keeps the opponent, who threatens to complete a line, from doing so
/// at the next move; empty if nothing does. Legal or not is not asked.
pub(super) fn stopping(board: &Board, color: Color) -> Vec<Point> {
    let patterns = patterns(board, color);
    let stops = replies_to_fours(&patterns, !color);
    let slots = stops.as_slice().iter();
    slots.map(|&slot| patterns.point(slot as usize)).collect()
}

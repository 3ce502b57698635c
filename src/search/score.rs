//! Scores of a search: static ones, and wins and losses by their distance.

/// A win right here; a win in `p` plies is worth `MATE − p`.
pub const MATE: i32 = 30_000;

/// Beyond every score.
pub const INFINITE: i32 = MATE + 1;

/// The most plies a search looks ahead: no more points than the largest board has.
pub const MAX_PLIES: usize = 2_800;

/// Scores above this are wins, those below its negative losses.
pub const WIN: i32 = MATE - MAX_PLIES as i32 - 1;

/// The plies to the win (positive) or loss (negative) that a score stands for.
pub fn mate_distance(score: i32) -> Option<i32> {
    if score > WIN {
        Some(MATE - score)
    } else if score < -WIN {
        Some(-MATE - score)
    } else {
        None
    }
}

/// A score for people: `+35`, or `win in 7` and `loss in 8` for plies to a proven end.
///
/// ```
/// use lianzhu::search::{MATE, score_text};
/// assert_eq!(score_text(-35), "-35");
/// assert_eq!(score_text(MATE - 7), "win in 7");
/// assert_eq!(score_text(8 - MATE), "loss in 8");
/// ```
pub fn score_text(score: i32) -> String {
    match mate_distance(score) {
        Some(plies) if plies > 0 => format!("win in {plies}"),
        Some(plies) => format!("loss in {}", -plies),
        None => format!("{score:+}"),
    }
}

/// A score seen from the root as one seen from its node, for the table.
#[inline]
pub(super) fn to_node(score: i32, ply: usize) -> i32 {
    if score > WIN {
        score + ply as i32
    } else if score < -WIN {
        score - ply as i32
    } else {
        score
    }
}

/// The reverse of [`to_node`].
#[inline]
pub(super) fn from_node(score: i32, ply: usize) -> i32 {
    if score > WIN {
        score - ply as i32
    } else if score < -WIN {
        score + ply as i32
    } else {
        score
    }
}

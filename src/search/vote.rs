//! Which of the threads of a search is believed: all of them vote for their best moves.

use super::report::Report;
use super::score::mate_distance;
use crate::game::Point;

/// What a vote for a move counts beside how far its score is above the worst thread's.
const BASE: i64 = 20;

/// The report of the thread that is to be believed, of those of all threads, the main one's first.
///
/// What is proven goes before everything else: the shortest win, the longest loss. Else each thread
/// votes for its best move, the more the deeper it has searched and the better its score is, as in
/// Stockfish; of those that voted for the move with the most votes, the one with the largest vote is
/// believed. Where nothing tells two apart, it is the first.
pub(super) fn elect(reports: Vec<Report>) -> Report {
    let searched = reports.iter().filter(|report| report.depth > 0);
    let least = searched.map(|report| report.score).min();
    let vote = |report: &Report| {
        let above = i64::from(report.score) - i64::from(least.unwrap_or(0));
        (above + BASE) * i64::from(report.depth)
    };
    let votes_for = |point: Point| -> i64 {
        let voters = reports
            .iter()
            .filter(|other| other.pv.first() == Some(&point));
        voters.map(vote).sum()
    };
    let rank = |report: &Report| {
        let proven = mate_distance(report.score).map(|_| report.score);
        let votes = report.pv.first().map(|&point| votes_for(point));
        (proven, votes, vote(report))
    };
    // The last of the largest is the first from behind.
    let places = (0..reports.len()).rev();
    let best = places.max_by_key(|&i| rank(&reports[i])).unwrap_or(0);
    reports.into_iter().nth(best).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::MATE;

    /// What is elected of threads that have each searched to a depth and found a move in this column, with a
    /// score: its place.
    fn elected(threads: &[(u32, u8, i32)]) -> usize {
        let report = |(i, &(depth, x, score)): (usize, &(u32, u8, i32))| Report {
            depth,
            score,
            pv: vec![Point::new(x, 0)],
            // Tells them apart.
            seldepth: i as u32,
            ..Report::default()
        };
        elect(threads.iter().enumerate().map(report).collect()).seldepth as usize
    }

    #[test]
    fn the_move_of_the_most_and_deepest_is_played() {
        assert_eq!(elected(&[(9, 1, 30)]), 0);
        assert_eq!(elected(&[(9, 1, 30), (9, 2, 30)]), 0);
        assert_eq!(elected(&[(9, 1, 30), (10, 2, 30)]), 1);
        assert_eq!(elected(&[(9, 1, 30), (9, 2, 70)]), 1);
        assert_eq!(elected(&[(9, 1, 35), (9, 2, 30), (9, 2, 40)]), 2);
        assert_eq!(elected(&[(9, 1, 90), (9, 2, 30), (9, 2, 30)]), 0);
        // An iteration that was never finished counts for nothing.
        assert_eq!(elected(&[(3, 1, -50), (0, 2, 400)]), 0);
        assert_eq!(
            elected(&[(9, 1, 90), (0, 3, -9000), (9, 2, 30), (9, 2, 30)]),
            0
        );
    }

    #[test]
    fn what_is_proven_goes_before_everything_else() {
        assert_eq!(elected(&[(20, 1, 900), (4, 2, MATE - 9)]), 1);
        assert_eq!(elected(&[(20, 1, MATE - 11), (4, 2, MATE - 9)]), 1);
        assert_eq!(elected(&[(4, 1, MATE - 9), (20, 2, MATE - 9)]), 1);
        assert_eq!(elected(&[(20, 1, 900), (4, 2, 8 - MATE)]), 1);
        assert_eq!(elected(&[(4, 1, 12 - MATE), (9, 2, 8 - MATE)]), 0);
    }

    #[test]
    fn where_no_point_may_be_played_there_is_none() {
        assert!(elect(vec![Report::default()]).pv.is_empty());
        assert!(elect(Vec::new()).pv.is_empty());
    }
}

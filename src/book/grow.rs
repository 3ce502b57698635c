use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::io;

use super::key::Stones;
use super::positions::{Entry, OpeningBook, Values};
use super::text::line;
use crate::clock::{Limits, Watch};
use crate::game::{Board, Point};
use crate::search::{Scope, Searcher, WIN};

/// What a ply costs, in points of score: a move that is worse by so much is looked behind as late as one
/// that comes a ply later.
const PLY_COST: i32 = 25;

/// How a book is grown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GrowSettings {
    /// Positions that the book is to have.
    pub positions: usize,
    /// Positions that are searched for each.
    pub nodes: u64,
    /// The most moves of a position.
    pub lines: usize,
    /// The most stones of a position.
    pub stones: usize,
    /// The transposition table, in MiB.
    pub hash: usize,
}

/// Adds to a book what it lacks most, until it has as many positions as asked for, nothing is left that could
/// be added, or it is stopped. `keep` is given the line of each new position.
///
/// A position lacks the more the better the moves are that lead to it, and the fewer they are, as in the drop-out
/// expansion of Lincke ("Strategies for the automatic construction of opening books", 2000). What is found of
/// a position depends on nothing but the position, the settings and the version.
///
/// # Errors
///
/// Those of `keep`, after which the book still has the position.
pub fn grow(
    book: &mut OpeningBook,
    settings: &GrowSettings,
    watch: &Watch<'_>,
    keep: &mut dyn FnMut(&str) -> io::Result<()>,
) -> io::Result<()> {
    let mut searcher = Searcher::new(settings.hash, 1);
    let mut without_moves = BTreeSet::new();
    let tell = |book: &OpeningBook| watch.goes_on("positions", book.len(), settings.positions);
    tell(book);
    while book.len() < settings.positions {
        let Some((stones, board)) = next(book, settings.stones, &without_moves) else {
            break;
        };
        let moves = look(&mut searcher, &stones, &board, settings, watch);
        if watch.stop().is_stopped() {
            break;
        }
        if moves.is_empty() {
            without_moves.insert(stones);
            continue;
        }
        let entry = Entry {
            nodes: settings.nodes,
            moves,
        };
        let text = line(&stones, &entry);
        book.insert(stones, entry);
        keep(&text)?;
        tell(book);
    }
    Ok(())
}

/// The position that a book lacks most, but none of those that have no moves.
fn next(
    book: &OpeningBook,
    most_stones: usize,
    without_moves: &BTreeSet<Stones>,
) -> Option<(Stones, Board)> {
    let mut values = Values::new(book);
    let mut seen = without_moves.clone();
    let mut open = BinaryHeap::from([Reverse((0, Stones::default()))]);
    while let Some(Reverse((cost, stones))) = open.pop() {
        if !seen.insert(stones.clone()) {
            continue;
        }
        let Some(entry) = book.entries.get(&stones) else {
            let board = stones.board(book.rules()).ok();
            match board.filter(|board| board.outcome().is_none()) {
                Some(board) => return Some((stones, board)),
                None => continue,
            }
        };
        if stones.len() >= most_stones {
            continue;
        }
        let moves = values.of_moves(&stones, entry);
        let best = moves.iter().map(|&(_, value)| value).max();
        // What is proven needs no book.
        let playable = moves.into_iter().filter(|&(_, value)| value.abs() < WIN);
        for (point, value) in playable {
            let loss = best.unwrap_or(value) - value;
            open.push(Reverse((
                cost + PLY_COST + loss,
                stones.after(point, book.rules()),
            )));
        }
    }
    None
}

/// The best moves of a position with their scores.
fn look(
    searcher: &mut Searcher,
    stones: &Stones,
    board: &Board,
    settings: &GrowSettings,
    watch: &Watch<'_>,
) -> Vec<(Point, i32)> {
    let scope = Scope {
        lines: settings.lines.max(1),
        allow: stones.different_points(board.rules()),
        forced: true,
        ..Scope::default()
    };
    let limits = Limits {
        nodes: Some(settings.nodes),
        ..Limits::default()
    };
    searcher.clear();
    let color = board.side_to_move();
    let report = searcher.search_within(&scope, board, color, limits, watch.stop(), &mut |_| {});
    let lines = report.lines.iter();
    let moves: Vec<_> = lines
        .filter_map(|line| Some((*line.pv.first()?, line.score)))
        .collect();
    // A search that was too short to score any has at least an answer.
    let answer = report.pv.first().map(|&point| (point, report.score));
    if moves.is_empty() {
        Vec::from_iter(answer)
    } else {
        moves
    }
}

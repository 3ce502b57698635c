use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::key::Stones;
use super::positions::{Entry, MOST_STONES, OpeningBook};
use crate::game::{Point, Rules, Variant};
use crate::notation::{Vertex, vertices};
use crate::search::MATE;

/// What every book begins with.
const TITLE: &str = "lianzhu book 1: ";

/// Text that is no book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("no book: line {line}: {reason}")]
pub struct BookError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: &'static str,
}

/// The line of a position.
pub fn line(stones: &Stones, entry: &Entry) -> String {
    let moves = entry.moves.iter();
    let moves: String = moves
        .map(|&(point, score)| format!(" {}={score}", Vertex::from(point)))
        .collect();
    format!("{}: {}:{moves}", vertices(stones.in_turn()), entry.nodes)
}

impl fmt::Display for OpeningBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.rules();
        let (name, length) = (rules.variant().name(), rules.win_length());
        let (width, height) = (rules.width(), rules.height());
        writeln!(f, "{TITLE}{name} {width}x{height} {length}")?;
        for (stones, entry) in self.by_stones() {
            writeln!(f, "{}", line(stones, entry))?;
        }
        Ok(())
    }
}

impl FromStr for OpeningBook {
    type Err = BookError;

    fn from_str(text: &str) -> Result<OpeningBook, BookError> {
        let mut lines = text.lines().enumerate();
        let rules = lines.next().and_then(|(_, first)| read_rules(first));
        let mut book = OpeningBook::new(rules.ok_or(BookError {
            line: 1,
            reason: "it is to name a game, as in `lianzhu book 1: freestyle 15x15 5`",
        })?);
        for (i, line) in lines {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let at = |reason| BookError {
                line: i + 1,
                reason,
            };
            let (stones, entry) = read_line(line, book.rules()).map_err(at)?;
            book.insert(stones, entry);
        }
        Ok(book)
    }
}

fn read_rules(first: &str) -> Option<Rules> {
    let mut words = first.strip_prefix(TITLE)?.split(' ');
    let variant: Variant = words.next()?.parse().ok()?;
    let (width, height) = words.next()?.split_once('x')?;
    let length = words.next()?.parse().ok()?;
    let end = words.next().is_none();
    let rules = Rules::new(width.parse().ok()?, height.parse().ok()?, length, variant);
    rules.ok().filter(|_| end)
}

/// Reads a position, which may lie in any way on the board.
fn read_line(line: &str, rules: &Rules) -> Result<(Stones, Entry), &'static str> {
    let mut parts = line.split(':');
    let parts = [parts.next(), parts.next(), parts.next(), parts.next()];
    let [Some(stones), Some(nodes), Some(moves), None] = parts else {
        return Err("it is STONES: NODES: MOVES");
    };
    let point = |word: &str| {
        let vertex: Vertex = word.parse().ok()?;
        vertex.on_board(rules).ok()?
    };
    let points: Option<Vec<Point>> = stones.split_whitespace().map(point).collect();
    let points = points.ok_or("a stone is no vertex of the board")?;
    if points.len() > MOST_STONES {
        return Err("it has more than 100 stones");
    }
    let mut seen = HashSet::new();
    if !points.iter().all(|point| seen.insert(*point)) {
        return Err("a stone is there twice");
    }
    let nodes = nodes.trim().parse();
    let nodes = nodes.map_err(|_| "what was searched is no number")?;
    // As the line lies, so do its moves.
    let as_read = Stones::as_read(&points);
    let board = as_read.board(rules).map_err(|_| "nobody can stand so")?;
    if board.outcome().is_some() {
        return Err("the game is over there");
    }
    let (stones, symmetry) = as_read.laid(rules);
    let mut moves_read: Vec<(Point, i32)> = Vec::new();
    for word in moves.split_whitespace() {
        let (vertex, score) = word.split_once('=').ok_or("a move is VERTEX=SCORE")?;
        let point = point(vertex).ok_or("a move is no vertex of the board")?;
        if !board.is_legal(board.side_to_move(), point) {
            return Err("a move may not be played");
        }
        let point = symmetry.apply(point, rules);
        if moves_read.iter().any(|&(known, _)| known == point) {
            return Err("a move is there twice");
        }
        let score: i32 = score.parse().map_err(|_| "a score is no number")?;
        if score.checked_abs().is_none_or(|size| size > MATE) {
            return Err("a score is beyond a win on the spot");
        }
        moves_read.push((point, score));
    }
    if moves_read.is_empty() {
        return Err("it has no move");
    }
    let moves = moves_read;
    Ok((stones, Entry { nodes, moves }))
}

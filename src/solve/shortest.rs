//! The fewest quiet moves that win.
//!
//! *Continuous threats* win for the side to move if it completes a line, or if it makes a threat and wins so after every
//! reply. A *threat* is a move after which the opponent has no point to win at, and which is a four, or after which the
//! side that made it would win by fours alone if the opponent passed. To a four only the moves are replies that stop it.
//!
//! A win with at most n *quiet moves* is one by continuous threats, or, if n is not zero, some move after every reply
//! to which there is a win with at most n - 1. So each move counts that is made where threats alone do not win yet, a
//! four among them too.

use std::io;

use super::effort::{Effort, Progress};
use super::question::{Limit, Means, positions_in};
use super::small::Answer;
use super::win::{WinProof, prove_win};
use crate::clock::Instant;
use crate::game::{Board, Point};

/// How many quiet moves are asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quiet {
    /// Whether so many are enough.
    AtMost(usize),
    /// The least number that is enough.
    Fewest,
}

/// What was found.
#[derive(Debug)]
pub struct Shortest {
    /// Whether the side to move wins so. Of the fewest it is never "no".
    pub answer: Answer,
    /// Fewer quiet moves than these are known not to win.
    pub least: usize,
    /// The proof of a win: its depth is the fewest if they were asked for, and else at most the bound.
    pub proof: Option<WinProof>,
    /// Moves of both sides from here on where there is a win, as far as they are known.
    pub line: Vec<Point>,
    /// Nodes of the searches for threats.
    pub nodes: u64,
    /// What was missing, if the answer is unknown.
    pub limit: Option<Limit>,
}

/// Whether the side to move can force a line with so few quiet moves. `watch` hears how far it is. The file for the
/// work done is not used.
///
/// "No" is answered only where every move is refuted by a reply after which no threats win, each searched for to
/// the end, in every variant of the rules. It may take a long time with more than one quiet move.
///
/// ```
/// use lianzhu::game::{Board, Color, Point, Rules};
/// use lianzhu::solve::{Answer, Means, Quiet, shortest};
///
/// let mut board = Board::new(Rules::default());
/// for (black, white) in [((7, 7), (0, 0)), ((8, 7), (14, 0)), ((9, 7), (0, 14))] {
///     board.play(Color::Black, Point::new(black.0, black.1))?;
///     board.play(Color::White, Point::new(white.0, white.1))?;
/// }
/// let found = shortest(&board, Quiet::Fewest, &Means::default(), &|_| {})?;
/// assert_eq!((found.answer, found.least), (Answer::Yes, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// None so far.
pub fn shortest(
    board: &Board,
    quiet: Quiet,
    means: &Means,
    watch: &(dyn Fn(&Progress) + Sync),
) -> io::Result<Shortest> {
    let until = means.time.and_then(|time| Instant::now().checked_add(time));
    let (mut bound, mut least, mut nodes) = match quiet {
        Quiet::AtMost(bound) => (bound, 0, 0),
        Quiet::Fewest => (0, 0, 0),
    };
    loop {
        let effort = Effort {
            threads: means.threads(),
            positions: positions_in(means.memory),
            nodes: None,
            journal: None,
            until,
            hints: means.hints.clone(),
            part: None,
            quiet: Some(bound),
        };
        let attempt = prove_win(board, board.side_to_move(), &effort, &means.stop, watch)?;
        nodes += attempt.progress.nodes;
        if attempt.answer == Answer::No {
            least = bound.saturating_add(1);
            // Nobody has more moves than there are points.
            if quiet == Quiet::Fewest && !board.is_decided() && bound < board.empty_points() {
                bound += 1;
                continue;
            }
        }
        let limit = if means.stop.is_stopped() {
            Limit::Stop
        } else if until.is_some_and(|until| Instant::now() >= until) {
            Limit::Time
        } else if attempt.progress.positions >= effort.positions {
            Limit::Memory
        } else {
            Limit::Method
        };
        return Ok(Shortest {
            answer: attempt.answer,
            least,
            line: attempt.proof.as_ref().map_or_else(Vec::new, WinProof::line),
            proof: attempt.proof,
            nodes,
            limit: (attempt.answer == Answer::Unknown).then_some(limit),
        });
    }
}

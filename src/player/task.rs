//! What a player is asked, and what it answers.

use super::book::Book;
use super::kind::PlayerKind;
use super::level::Level;
use crate::clock::{Limits, StopToken};
use crate::game::{Board, Color, Point, Rules};
use crate::search::{DEFAULT_HASH, Report, Scope, Searcher};

/// Somebody who is told how far a search is, on the thread that searches.
pub type Watch<'a> = &'a dyn Fn(&Report);

/// One question to a player.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The position. The game need not be at its end or at its start, and need not be undecided
    /// by the rules: whether to ask at all is the caller's business.
    pub board: &'a Board,
    /// The colour to find a move for, whoever is to move.
    pub color: Color,
    /// What the thinking is bounded by.
    pub limits: Limits,
    /// Stops the thinking: the best move so far is then answered at once.
    pub stop: &'a StopToken,
    /// Which moves are asked about, if not simply for the best of all. Only players that search
    /// heed it; endless it must not be.
    pub scope: Option<&'a Scope>,
    /// Who is told how far the search is, if the player searches.
    pub watch: Option<Watch<'a>>,
}

/// What a player may use of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resources {
    /// The most memory of the whole process, in bytes; `None` for what the player thinks right.
    pub memory: Option<u64>,
    /// Threads that think, at least one.
    pub threads: usize,
    /// The most memory of the transposition table, in MiB; `None` for
    /// [`DEFAULT_HASH`](crate::search::DEFAULT_HASH) a thread, up to four times that.
    pub hash: Option<usize>,
}

impl Resources {
    /// The memory of the transposition table that is asked for, in MiB.
    pub fn wanted_hash(&self) -> usize {
        let default = DEFAULT_HASH * self.threads.clamp(1, 4);
        self.hash.unwrap_or(default)
    }
}

impl Default for Resources {
    fn default() -> Resources {
        Resources {
            memory: None,
            threads: 1,
            hash: None,
        }
    }
}

/// How a player is to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// How strong.
    pub level: Level,
    /// Whether even openings may be played in one way or another.
    pub variety: bool,
    /// Whether the game is played where nobody can pass, so that a side without a legal point loses.
    pub no_pass: bool,
}

/// A player's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// Play here; always a legal point for the colour asked for.
    Point(Point),
    /// The colour has no legal point.
    NoLegalPoint,
}

/// Somebody who finds moves.
pub trait Player: Send {
    /// Which player this is.
    fn kind(&self) -> PlayerKind;

    /// Finds a move. Never a point that is not legal, also when stopped early.
    fn choose(&mut self, task: &Task<'_>) -> Choice;

    /// Forgets what was learned from the last game; not the stream of random numbers, so that
    /// several games played in one run differ.
    fn new_game(&mut self) {}

    /// Changes what may be used of the machine.
    fn set_resources(&mut self, _: Resources) {}

    /// Changes how to play.
    fn set_style(&mut self, _: Style) {}

    /// Changes the proofs and opening books that it plays by.
    fn set_book(&mut self, _: Book) {}

    /// The search that it finds its moves by, for other questions about the same game.
    fn searcher(&mut self) -> Option<&mut Searcher> {
        None
    }

    /// Begins to do, beside everything else, what would else be done within the time of the next move
    /// on a board of these rules.
    fn prepare(&mut self, _: &Rules) {}

    /// What the last answer was found by, if it was searched for.
    fn last_report(&self) -> Option<&Report> {
        None
    }
}

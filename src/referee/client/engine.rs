//! What an engine can be asked, and what it answers.

use std::time::Duration;

use thiserror::Error;

use crate::game::{Color, Point};
use crate::referee::process::EngineError;
use crate::referee::text::excerpt;
use crate::referee::time::GameClock;

/// What an engine answered when it was asked to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::referee) enum Answer {
    /// A point of the board, not judged yet.
    Point(Point),
    /// A point in the protocol's own words that this board does not have.
    OffBoard(String),
    /// It passes.
    Pass,
    /// It gives up.
    Resign,
}

/// An answer, and what came with it.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::referee) struct Reply {
    pub(in crate::referee) answer: Answer,
    /// From the request to the answer.
    pub(in crate::referee) taken: Duration,
    /// The engine's own opinion, in its own unit, if it printed one.
    pub(in crate::referee) score: Option<f64>,
}

/// Why an engine does not play.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(in crate::referee) enum StartError {
    /// The game of this match is none it can play.
    #[error("{0}")]
    Refused(String),
    /// It did not come up.
    #[error(transparent)]
    Failed(#[from] EngineError),
}

/// An engine that has been told the rules. Each method sends one batch of lines and reads what
/// belongs to it; moves of the other side are kept until then, so that a move costs one exchange.
pub(in crate::referee) trait Client: Send {
    /// Begins a game from an empty board, with the clock it will be played by.
    fn new_game(&mut self, clock: &GameClock) -> Result<(), EngineError>;

    /// A stone, or a pass, that this engine was not asked for: the opening and the other side.
    fn played(&mut self, color: Color, point: Option<Point>);

    /// Asks for a move of `color` and waits for it, at most `patience`.
    fn genmove(
        &mut self,
        color: Color,
        clock: &GameClock,
        patience: Duration,
    ) -> Result<Reply, EngineError>;

    /// Lets the engine go.
    fn leave(self: Box<Self>);
}

/// What is wrong with a line that came before it was asked for.
pub(super) fn spoke_unasked(line: &str) -> EngineError {
    EngineError::Garbage(format!("it spoke without being asked: `{}`", excerpt(line)))
}

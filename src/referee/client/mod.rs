//! Speaking to an engine, whatever its protocol.

mod gomocup;
mod gtp;
mod score;

use std::time::Duration;

use thiserror::Error;

use super::process::Process;
pub(super) use super::process::Trouble;
use super::spec::{Dialect, EngineSpec};
use super::text::excerpt;
use super::time::GameClock;
use crate::clock::StopToken;
use crate::game::{Color, Point, Rules};

/// What an engine answered when it was asked to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Answer {
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
pub(super) struct Reply {
    pub(super) answer: Answer,
    /// From the request to the answer.
    pub(super) taken: Duration,
    /// The engine's own opinion, in its own unit, if it printed one.
    pub(super) score: Option<f64>,
}

/// Why an engine does not play.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum StartError {
    /// The game of this match is none it can play.
    #[error("{0}")]
    Refused(String),
    /// It did not come up.
    #[error(transparent)]
    Failed(#[from] Trouble),
}

/// An engine that has been told the rules. Each method sends one batch of lines and reads what
/// belongs to it; moves of the other side are kept until then, so that a move costs one exchange.
pub(super) trait Client: Send {
    /// Begins a game from an empty board, with the clock it will be played by.
    fn new_game(&mut self, clock: &GameClock) -> Result<(), Trouble>;

    /// A stone, or a pass, that this engine was not asked for: the opening and the other side.
    fn played(&mut self, color: Color, point: Option<Point>);

    /// Asks for a move of `color` and waits for it, at most `patience`.
    fn genmove(
        &mut self,
        color: Color,
        clock: &GameClock,
        patience: Duration,
    ) -> Result<Reply, Trouble>;

    /// Lets the engine go.
    fn leave(self: Box<Self>);
}

/// Starts an engine and tells it the rules. `stall` is how long each of its answers is waited for
/// then, and at the beginning of each game: some load large files.
pub(super) fn start(
    spec: &EngineSpec,
    rules: &Rules,
    stall: Duration,
    stop: &StopToken,
) -> Result<Box<dyn Client>, StartError> {
    let process = Process::start(spec, stop).map_err(|error| {
        let program = spec.program();
        StartError::Refused(format!("cannot start {}: {error}", program.display()))
    })?;
    let last_words = process.last_words();
    let client: Result<Box<dyn Client>, StartError> = match spec.proto {
        Dialect::Gtp => gtp::Gtp::introduce(process, spec, rules, stall).map(|c| Box::new(c) as _),
        Dialect::Gomocup => {
            gomocup::Gomocup::introduce(process, spec, rules, stall).map(|c| Box::new(c) as _)
        }
    };
    client.map_err(|error| match (error, last_words) {
        // It has its last words already, or nobody wants them.
        (error @ StartError::Failed(Trouble::Ended(_) | Trouble::Stopped), _) => error,
        (error, Some(words)) => StartError::Refused(format!("{error}{}", words.text())),
        (error, None) => error,
    })
}

/// What is wrong with a line that came before it was asked for.
fn spoke_unasked(line: &str) -> Trouble {
    Trouble::Garbage(format!("it spoke without being asked: `{}`", excerpt(line)))
}

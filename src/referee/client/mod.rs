//! Speaking to an engine, whatever its protocol.

mod gomocup;
mod gtp;
mod score;

use std::time::{Duration, Instant};

use thiserror::Error;

pub(super) use super::process::Trouble;
use super::process::{Process, excerpt};
use super::spec::{Dialect, EngineSpec};
use super::time::GameClock;
use crate::clock::StopToken;
use crate::game::{Color, Point, Rules};

/// How long an engine may take from its start to its last answer about the settings, and to begin
/// a new game: some load large files.
pub(super) const PREPARING: Duration = Duration::from_secs(60);

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

/// Starts an engine and tells it the rules.
pub(super) fn start(
    spec: &EngineSpec,
    rules: &Rules,
    stop: &StopToken,
) -> Result<Box<dyn Client>, StartError> {
    let process = Process::start(spec, stop).map_err(|error| {
        let program = spec.program();
        StartError::Refused(format!("cannot start {}: {error}", program.display()))
    })?;
    Ok(match spec.proto {
        Dialect::Gtp => Box::new(gtp::Gtp::introduce(process, spec, rules)?),
        Dialect::Gomocup => Box::new(gomocup::Gomocup::introduce(process, spec, rules)?),
    })
}

/// What is left of `patience`, counted from `since`.
fn left(patience: Duration, since: Instant) -> Duration {
    patience.saturating_sub(since.elapsed())
}

/// What is wrong with a line that came before it was asked for.
fn spoke_unasked(line: &str) -> Trouble {
    Trouble::Garbage(format!("it spoke without being asked: `{}`", excerpt(line)))
}

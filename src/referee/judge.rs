//! Asking an engine how even a position is.

use std::time::Duration;

use thiserror::Error;

use super::client::{self, Answer, Client, EngineError, StartError};
use super::spec::EngineSpec;
use super::time::GameClock;
use crate::clock::StopToken;
use crate::game::{Point, Rules};
use crate::openings::color_of;

/// Why an engine did not judge.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum JudgeError {
    /// It cannot be started, or cannot play by these rules.
    #[error("{0} cannot judge: {1}")]
    Start(String, String),
    /// It did not answer as it should.
    #[error("{0}: {1}")]
    Engine(String, String),
    /// It answers with moves, but prints no score.
    #[error(
        "{0} prints no score with its move; the Gomocup protocol has `MESSAGE … eval N` for it"
    )]
    NoScore(String),
    /// Stopped from outside.
    #[error("stopped")]
    Stopped,
}

/// An engine that is asked for its opinion. It searches each position as it would for a move,
/// within the nodes and the time it was given; its score is read as in `--resign`.
pub struct Judge {
    client: Box<dyn Client>,
    spec: EngineSpec,
    scale: f64,
    patience: Duration,
}

impl Judge {
    /// Starts the engine. `scale` is the score at which it expects to win 73 % (more precisely
    /// `1/(1 + 1/e)`) of the games: the win rate is `1/(1 + e^(−score/scale))`. An answer that has
    /// no time limit is waited for as long as `patience`.
    ///
    /// # Errors
    ///
    /// It does not start, or cannot play by these rules.
    pub fn start(
        spec: EngineSpec,
        rules: &Rules,
        scale: f64,
        patience: Duration,
        stop: &StopToken,
    ) -> Result<Judge, JudgeError> {
        let client = client::start(&spec, rules, patience, stop).map_err(|error| match error {
            StartError::Failed(EngineError::Stopped) => JudgeError::Stopped,
            error => JudgeError::Start(spec.name.clone(), error.to_string()),
        })?;
        Ok(Judge {
            client,
            spec,
            scale,
            patience,
        })
    }

    /// The win rate, in 0..=1, of the side that moves after these moves, colours in turn from
    /// Black. Each position is a new game to the engine.
    ///
    /// # Errors
    ///
    /// The engine does not answer, or without a score.
    pub fn win_rate(&mut self, points: &[Point]) -> Result<f64, JudgeError> {
        let name = self.spec.name.clone();
        let trouble = |trouble| match trouble {
            EngineError::Stopped => JudgeError::Stopped,
            other => JudgeError::Engine(name.clone(), other.to_string()),
        };
        let clock = GameClock::new(self.spec.tc);
        self.client.new_game(&clock).map_err(trouble)?;
        for (i, &point) in points.iter().enumerate() {
            self.client.played(color_of(i), Some(point));
        }
        let patience = clock
            .limit()
            .map_or(self.patience, |limit| limit.saturating_add(self.patience));
        let color = color_of(points.len());
        let reply = self.client.genmove(color, &clock, patience);
        let reply = reply.map_err(trouble)?;
        if reply.answer == Answer::Resign {
            return Ok(0.0);
        }
        let score = reply.score.ok_or(JudgeError::NoScore(name))?;
        Ok(1.0 / (1.0 + (-score / self.scale).exp()))
    }

    /// Lets the engine go.
    pub fn leave(self) {
        self.client.leave();
    }
}

//! Speaking to an engine, whatever its protocol.

mod engine;
mod gomocup;
mod gtp;
mod score;

use std::time::Duration;

use super::process::Process;
use super::spec::{Dialect, EngineSpec};
use crate::clock::StopToken;
use crate::game::Rules;

pub(super) use super::process::EngineError;
pub(super) use engine::{Answer, Client, StartError};

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
        (error @ StartError::Failed(EngineError::Ended(_) | EngineError::Stopped), _) => error,
        (error, Some(words)) => StartError::Refused(format!("{error}{}", words.text())),
        (error, None) => error,
    })
}

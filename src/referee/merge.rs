//! Adding up the parts of a match.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::results::{self, Results, ResultsError, ResultsHeader};
use super::run::{Ending, MatchOutcome, take_in};
use super::schedule::{Schedule, Shard};
use super::settings::SettingsError;
use super::sprt::Sprt;
use super::tally::Tally;

/// Why parts cannot be added up.
#[derive(Debug, Error)]
pub enum MergeError {
    /// There are none.
    #[error("no files")]
    NoFiles,
    /// A file has no first line.
    #[error("{0} is empty")]
    Empty(PathBuf),
    /// The openings cannot be read, or are others than those that were played.
    #[error("{0}: the openings of this match cannot be had")]
    Openings(PathBuf),
    /// Two files are of two matches; what differs.
    #[error("{0} is of another match than {1}: {2}")]
    OtherMatch(PathBuf, PathBuf, String),
    /// The settings of the match are none.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A file cannot be read or written.
    #[error(transparent)]
    Results(#[from] ResultsError),
}

/// Adds up the results files of a match that was played in parts; all games go into `out`, if it is
/// named.
///
/// # Errors
///
/// A file cannot be read, or is of another match than the first.
pub fn merge(files: &[PathBuf], out: Option<&Path>) -> Result<MatchOutcome, MergeError> {
    let first = files.first().ok_or(MergeError::NoFiles)?;
    let header = header_of(first)?;
    let schedule = Schedule::new(&header.settings).ok();
    let schedule = schedule.filter(|schedule| schedule.fingerprint() == header.openings);
    let schedule = schedule.ok_or_else(|| MergeError::Openings(first.clone()))?;
    let mut tally = Tally::new(header.settings.engines.iter().map(|spec| spec.name.clone()));
    let kept = ResultsHeader {
        shard: Shard::WHOLE.to_string(),
        ..header.clone()
    };
    let mut whole = out.map(|out| Results::create(out, &kept)).transpose()?;
    for path in files {
        let part = ResultsHeader {
            shard: header.shard.clone(),
            ..header_of(path)?
        };
        if let Some(what) = part.difference(&header) {
            return Err(MergeError::OtherMatch(path.clone(), first.clone(), what));
        }
        results::read(path, |record| {
            take_in(&mut tally, &schedule, &header.settings, &record)?;
            match &mut whole {
                Some(whole) => whole.append(&record).map_err(|error| error.to_string()),
                None => Ok(()),
            }
        })?;
    }
    let sprt = header.settings.sprt()?;
    let total = schedule.total();
    Ok(MatchOutcome {
        ending: ending(sprt.as_ref(), &tally, total),
        tally,
        total,
        sprt,
    })
}

fn ending(sprt: Option<&Sprt>, tally: &Tally, total: u64) -> Ending {
    let score = tally.overall(0);
    let state = sprt.map(|sprt| sprt.state(sprt.llr(&score.pairs, &score.games())));
    match state {
        Some(state) if state.is_decided() => Ending::Sprt(state),
        _ if tally.games() < total => Ending::Interrupted,
        _ => Ending::Done,
    }
}

fn header_of(path: &Path) -> Result<ResultsHeader, MergeError> {
    results::read_header(path)?.ok_or_else(|| MergeError::Empty(path.to_owned()))
}

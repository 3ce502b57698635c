//! Openings that engines call even.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use super::judge::{Judge, JudgeError};
use super::results::ResultsError;
use super::settings::{MatchSettings, OpeningSource, RulesText, SettingsError};
use super::spec::EngineSpec;
use crate::clock::Watch;
use crate::game::{Point, Rules};
use crate::openings::{MadeSet, Opening, SetFile, SetPlan, is_balanced};

/// Why no set was made.
#[derive(Debug, Error)]
pub enum OpeningsFailure {
    /// An engine does not judge.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// What was asked, or the set, cannot be kept.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Who judges openings, and what counts as even.
#[derive(Debug, Clone, PartialEq)]
pub struct Jury {
    /// They must all agree, and are asked in this order.
    pub engines: Vec<EngineSpec>,
    /// How far from one half a win rate may be for an opening to count as even.
    pub tolerance: f64,
    /// The engines' score that means a win rate of 73 %: 1 / (1 + e^(−score/scale)).
    pub scale: f64,
    /// An answer is waited for so long, if not longer by the engine's own time.
    pub stall: Duration,
}

impl Jury {
    /// Makes a set of openings that all the engines call even; they are told the rules `told`. The
    /// set is written to `out` when it is whole; until then all answers stand in a file beside it,
    /// and are not asked for again.
    ///
    /// # Errors
    ///
    /// An engine does not judge, or a file cannot be written.
    pub fn make(
        &self,
        plan: &SetPlan,
        told: &Rules,
        out: Option<SetFile<'_>>,
        watch: &Watch<'_>,
    ) -> Result<MadeSet, OpeningsFailure> {
        let mut judges = Vec::new();
        for spec in &self.engines {
            let judge = Judge::start(spec.clone(), told, self.scale, self.stall, watch.stop());
            judges.push(judge?);
        }
        let is_even = |opening: &Opening| match self.ask(&mut judges, opening.points()) {
            Err(JudgeError::Stopped) => Ok(None),
            is_even => Ok::<_, OpeningsFailure>(Some(is_even?)),
        };
        let made = match out {
            Some(file) => plan.make_file(file, &self.terms(told), watch, is_even),
            None => plan.make(watch, is_even),
        };
        judges.into_iter().for_each(Judge::leave);
        made
    }

    /// All that an answer depends on, as one line.
    fn terms(&self, told: &Rules) -> String {
        let (engines, tolerance, scale) = (&self.engines, self.tolerance, self.scale);
        serde_json::json!([RulesText::from(*told), engines, tolerance, scale]).to_string()
    }

    fn ask(&self, judges: &mut [Judge], points: &[Point]) -> Result<bool, JudgeError> {
        for judge in judges {
            if !is_balanced(Some(judge.win_rate(points)?), self.tolerance) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The settings of a match with openings that this jury calls even: made, and kept in a file
    /// beside its results; or taken from that file if the match is resumed. `None` if it was stopped
    /// before they were made.
    ///
    /// # Errors
    ///
    /// The openings of the match are no random ones, an engine does not judge, or a file cannot be
    /// written or is there already.
    pub fn choose_openings(
        &self,
        mut settings: MatchSettings,
        results: &Path,
        resume: bool,
        watch: &Watch<'_>,
    ) -> Result<Option<MatchSettings>, SettingsError> {
        let other = |error: &dyn std::fmt::Display| SettingsError::Other(error.to_string());
        let (low, high) = settings.random_stones()?.ok_or_else(|| {
            let text = "--judge goes with random openings: --openings random or random:3-8";
            SettingsError::Other(text.to_owned())
        })?;
        let mut path = results.as_os_str().to_owned();
        path.push(".openings");
        let path = PathBuf::from(path);
        if path.exists() && !resume {
            return Err(other(&ResultsError::Exists(path)));
        }
        if !path.exists() {
            let plan = SetPlan {
                rules: settings.rules()?,
                stones: low..=high,
                count: settings.openings_wanted(),
                seed: settings.seed,
            };
            let file = SetFile {
                path: &path,
                text: &|made| made.text("Openings of a match."),
            };
            match self.make(&plan, &plan.rules, Some(file), watch) {
                Ok(made) if made.stopped => return Ok(None),
                Ok(_) => {}
                Err(OpeningsFailure::Judge(JudgeError::Stopped)) => return Ok(None),
                Err(error) => return Err(other(&error)),
            }
        }
        settings.openings = OpeningSource::File(path);
        Ok(Some(settings))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::StopToken;

    #[test]
    fn a_match_that_is_stopped_before_its_openings_are_made_has_none() {
        let jury = Jury {
            engines: Vec::new(),
            tolerance: 0.1,
            scale: 200.0,
            stall: Duration::from_secs(1),
        };
        let name = format!("lianzhu-judged-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let settings = MatchSettings {
            openings: OpeningSource::Random(3, 5),
            games: 20,
            ..MatchSettings::of(Vec::new())
        };
        let choose = |stop: &StopToken, name: &str| {
            let results = folder.join(name);
            let watch = Watch::new(stop, &|_| {});
            let chosen = jury.choose_openings(settings.clone(), &results, false, &watch);
            chosen.unwrap().map(|settings| settings.openings)
        };
        let file = folder.join("whole.openings");
        let whole = choose(&StopToken::new(), "whole");
        assert_eq!(whole, Some(OpeningSource::File(file.clone())));
        assert!(file.exists());
        let stop = StopToken::new();
        stop.stop();
        assert_eq!(choose(&stop, "stopped"), None);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

//! What is played: everything that a match is made of, and that its results file keeps.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::spec::{EngineSpec, SpecError, distinct_names};
use super::sprt::Sprt;
use crate::game::Rules;
use crate::notation::ParseVariantError;
use crate::openings::{
    Opening, RandomOpenings, embedded_openings, final_openings, read_openings, shuffle,
    with_symmetries,
};

/// No more random openings are made.
const MAX_RANDOM: usize = 100_000;

/// Stones of a random opening, if nothing else is said.
const RANDOM_STONES: (u8, u8) = (2, 5);

/// Who meets whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everyone meets everyone.
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Format, String> {
        match text {
            "round-robin" => Ok(Format::RoundRobin),
            "gauntlet" => Ok(Format::Gauntlet),
            _ => Err("round-robin or gauntlet is wanted".to_owned()),
        }
    }
}

/// Where openings come from. Written `default`, `final`, `empty`, `random`, `random:3-8`, or else the name
/// of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub enum OpeningSource {
    /// The embedded set for these rules, or random ones where there is none.
    #[default]
    Default,
    /// The embedded set for final figures, which exists for few rules.
    Final,
    /// Games begin on the empty board.
    Empty,
    /// Made from the seed, with at least and at most so many stones.
    Random(u8, u8),
    /// A file in a form that [`read_openings`] reads.
    File(PathBuf),
}

impl From<String> for OpeningSource {
    fn from(text: String) -> OpeningSource {
        let range = |text: &str| {
            let (low, high) = text.split_once('-').unwrap_or((text, text));
            Some((low.parse().ok()?, high.parse().ok()?))
        };
        match text.as_str() {
            "default" => OpeningSource::Default,
            "final" => OpeningSource::Final,
            "empty" => OpeningSource::Empty,
            "random" => OpeningSource::Random(RANDOM_STONES.0, RANDOM_STONES.1),
            _ => match text.strip_prefix("random:").and_then(range) {
                Some((low, high)) if low <= high => OpeningSource::Random(low, high),
                _ => OpeningSource::File(PathBuf::from(text)),
            },
        }
    }
}

impl From<OpeningSource> for String {
    fn from(source: OpeningSource) -> String {
        match source {
            OpeningSource::Default => "default".to_owned(),
            OpeningSource::Final => "final".to_owned(),
            OpeningSource::Empty => "empty".to_owned(),
            OpeningSource::Random(low, high) => format!("random:{low}-{high}"),
            OpeningSource::File(path) => path.to_string_lossy().into_owned(),
        }
    }
}

/// When an engine that thinks itself lost is believed: `--resign SCORE,MOVES`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Resignation {
    /// Its own score, in its own unit, is at most minus this …
    pub score: f64,
    /// … for so many of its moves in a row.
    pub moves: u32,
}

impl FromStr for Resignation {
    type Err = String;

    fn from_str(text: &str) -> Result<Resignation, String> {
        let read = || {
            let (score, moves) = text.split_once(',').unwrap_or((text, "1"));
            let score: f64 = score.parse().ok()?;
            let moves: u32 = moves.parse().ok()?;
            (score.is_finite() && score > 0.0 && moves > 0).then_some(Resignation { score, moves })
        };
        read().ok_or_else(|| "SCORE,MOVES is wanted: both above 0, as in 800,3".to_owned())
    }
}

impl TryFrom<String> for Resignation {
    type Error = String;

    fn try_from(text: String) -> Result<Resignation, String> {
        text.parse()
    }
}

impl From<Resignation> for String {
    fn from(resignation: Resignation) -> String {
        format!("{},{}", resignation.score, resignation.moves)
    }
}

/// Width, height, win length and variant, as the results file has them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesText {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// How many in a row win.
    pub winlength: u32,
    /// The variant's name.
    pub rule: String,
}

impl From<Rules> for RulesText {
    fn from(rules: Rules) -> RulesText {
        RulesText {
            width: rules.width().into(),
            height: rules.height().into(),
            winlength: rules.win_length().into(),
            rule: rules.variant().name().to_owned(),
        }
    }
}

/// A whole match. Two processes with equal settings play the same schedule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSettings {
    /// Two or more.
    pub engines: Vec<EngineSpec>,
    /// What is played.
    pub rules: RulesText,
    /// Who meets whom.
    pub format: Format,
    /// Games of each two engines that meet.
    pub games: u64,
    /// Where openings come from.
    pub openings: OpeningSource,
    /// Each opening also turned and mirrored.
    pub symmetries: bool,
    /// The openings in an order that the seed decides.
    pub shuffle: bool,
    /// What random openings and their order are made from.
    pub seed: u64,
    /// Seconds an answer may be late.
    pub margin: f64,
    /// Seconds that a late answer is waited for.
    pub grace: f64,
    /// Seconds that an answer is waited for that has no time limit.
    pub stall: f64,
    /// The game is a draw after so many moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_after: Option<usize>,
    /// When an engine is taken to have lost by its own word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<Resignation>,
    /// The test that may stop the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
}

/// Why settings are no match.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SettingsError {
    /// An engine is none, or two cannot be told apart.
    #[error(transparent)]
    Engine(#[from] SpecError),
    /// Nobody to play against.
    #[error("a match needs two engines or more: --engine twice")]
    TooFewEngines,
    /// The test compares two engines.
    #[error("--sprt compares two engines, not {0}")]
    SprtEngines(usize),
    /// Anything else, in words.
    #[error("{0}")]
    Other(String),
}

impl MatchSettings {
    /// A match of these engines, as it is if nothing else is said.
    pub fn of(engines: Vec<EngineSpec>) -> MatchSettings {
        MatchSettings {
            engines,
            rules: Rules::default().into(),
            format: Format::default(),
            games: 100,
            openings: OpeningSource::default(),
            symmetries: false,
            shuffle: false,
            seed: 1,
            margin: 0.1,
            grace: 2.0,
            stall: 300.0,
            draw_after: None,
            resign: None,
            sprt: None,
        }
    }

    /// Checks everything that can be checked without starting an engine.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn validate(&self) -> Result<(), SettingsError> {
        if self.engines.len() < 2 {
            return Err(SettingsError::TooFewEngines);
        }
        distinct_names(&self.engines)?;
        self.rules()?;
        if self.sprt()?.is_some() && self.engines.len() != 2 {
            return Err(SettingsError::SprtEngines(self.engines.len()));
        }
        for (name, value) in [
            ("--margin", self.margin),
            ("--grace", self.grace),
            ("--stall", self.stall),
        ] {
            if !(0.0..=1e6).contains(&value) {
                return Err(SettingsError::Other(format!(
                    "{name} takes seconds from 0 to 1000000, not {value}"
                )));
            }
        }
        Ok(())
    }

    /// The game that is played.
    ///
    /// # Errors
    ///
    /// There is no such game.
    pub fn rules(&self) -> Result<Rules, SettingsError> {
        let text = &self.rules;
        let told = |error: ParseVariantError| SettingsError::Other(error.to_string());
        let variant = text.rule.parse().map_err(told)?;
        Rules::new(text.width, text.height, text.winlength, variant)
            .map_err(|error| SettingsError::Other(error.to_string()))
    }

    /// The test that may stop the match.
    ///
    /// # Errors
    ///
    /// Its text cannot be read.
    pub fn sprt(&self) -> Result<Option<Sprt>, SettingsError> {
        let read = |text: &String| {
            text.parse::<Sprt>()
                .map_err(|error| SettingsError::Other(format!("--sprt: {error}")))
        };
        self.sprt.as_ref().map(read).transpose()
    }

    /// How many openings the games of two engines can use; at most 100,000.
    pub(super) fn openings_wanted(&self) -> usize {
        let wanted = usize::try_from(self.games.div_ceil(2)).unwrap_or(MAX_RANDOM);
        wanted.clamp(1, MAX_RANDOM)
    }

    /// How many stones at least and at most, if the openings are random ones.
    pub(super) fn random_stones(&self) -> Result<Option<(u8, u8)>, SettingsError> {
        Ok(match &self.openings {
            OpeningSource::Random(low, high) => Some((*low, *high)),
            OpeningSource::Default => {
                let embedded = embedded_openings(&self.rules()?);
                embedded.is_none().then_some(RANDOM_STONES)
            }
            OpeningSource::Final | OpeningSource::Empty | OpeningSource::File(_) => None,
        })
    }

    /// The openings in the order they are played, at least one. The embedded sets are enlarged by the
    /// symmetries of the board if they are too small for so many games.
    ///
    /// # Errors
    ///
    /// A file that cannot be read; no final set for these rules.
    pub fn openings(&self) -> Result<Vec<Opening>, SettingsError> {
        let rules = self.rules()?;
        let wanted = self.openings_wanted();
        let random = |low, high| {
            let made = RandomOpenings::new(rules, low..=high, self.seed);
            made.take(wanted).collect()
        };
        // An image is another opening to an engine, if not quite as independent a one.
        let enlarged = |set: Vec<Opening>| {
            if set.len() < wanted {
                with_symmetries(&set, &rules)
            } else {
                set
            }
        };
        let mut openings: Vec<Opening> = match &self.openings {
            OpeningSource::Default => match embedded_openings(&rules) {
                Some(set) => enlarged(set),
                None => random(RANDOM_STONES.0, RANDOM_STONES.1),
            },
            OpeningSource::Final => final_openings(&rules).map(enlarged).ok_or_else(|| {
                let text = "--openings final: there is no such set for these rules";
                SettingsError::Other(text.to_owned())
            })?,
            OpeningSource::Random(low, high) => random(*low, *high),
            OpeningSource::Empty => Vec::new(),
            OpeningSource::File(path) => {
                let told = |error: &dyn fmt::Display| {
                    SettingsError::Other(format!("{}: {error}", path.display()))
                };
                let text = std::fs::read_to_string(path).map_err(|e| told(&e))?;
                read_openings(&text, &rules).map_err(|e| told(&e))?
            }
        };
        if openings.is_empty() {
            openings.push(Opening::empty());
        }
        if self.symmetries {
            openings = with_symmetries(&openings, &rules);
        }
        if self.shuffle {
            shuffle(&mut openings, self.seed);
        }
        Ok(openings)
    }

    /// The settings without what may differ between the machines that share a match: where the
    /// programs lie.
    pub(super) fn anywhere(&self) -> MatchSettings {
        let mut settings = self.clone();
        for spec in &mut settings.engines {
            spec.dir = None;
            spec.stderr = false;
            if let Some(program) = spec.cmd.first_mut() {
                *program = "program".to_owned();
            }
        }
        if let OpeningSource::File(path) = &mut settings.openings {
            *path = PathBuf::from("file");
        }
        settings
    }
}

/// What a game needs to know of the match.
#[derive(Debug, Clone)]
pub(super) struct Conditions {
    pub(super) rules: Rules,
    pub(super) margin: Duration,
    pub(super) grace: Duration,
    pub(super) stall: Duration,
    pub(super) draw_after: Option<usize>,
    pub(super) resign: Option<Resignation>,
}

impl Conditions {
    pub(super) fn of(settings: &MatchSettings) -> Result<Conditions, SettingsError> {
        let seconds = |value: f64| Duration::try_from_secs_f64(value).unwrap_or_default();
        Ok(Conditions {
            rules: settings.rules()?,
            margin: seconds(settings.margin),
            grace: seconds(settings.grace),
            stall: seconds(settings.stall),
            draw_after: settings.draw_after,
            resign: settings.resign,
        })
    }
}

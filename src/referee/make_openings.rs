//! `lianzhu openings`: makes a set of openings that engines call even.

use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use thiserror::Error;

use super::judge::{Judge, JudgeError};
use super::openings::{Asked, MadeSet, SetPlan, is_balanced};
use super::options::{read_rule, read_size};
use super::results::write_whole;
use super::settings::RulesText;
use super::spec::EngineSpec;
use crate::clock::Watch;
use crate::game::{Point, Rules, RulesError, Variant};

/// Why no set was made.
#[derive(Debug, Error)]
pub enum OpeningsFailure {
    /// There is no such game.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// An engine does not judge.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// The file of the set is there already.
    #[error("{0} exists: choose another name, or write over it with --force")]
    Exists(PathBuf),
    /// What was asked, or the set, cannot be kept.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The file of a set, and what its text is.
pub(super) type Place<'a> = (&'a Path, &'a dyn Fn(&MadeSet) -> String);

/// What counts as even.
#[derive(Debug, Clone, Args)]
pub(super) struct Fairness {
    /// How far from one half a win rate may be for an opening to count as even.
    #[arg(long, value_name = "SHARE", default_value_t = 0.08, value_parser = read_positive)]
    tolerance: f64,
    /// The judging engines' score that means a win rate of 73 %: 1 / (1 + e^(-score/SCALE)).
    #[arg(long, value_name = "SCORE", default_value_t = 200.0, value_parser = read_positive)]
    scale: f64,
}

impl Fairness {
    /// Makes a set of openings that all these engines call even; they are told the rules `told`,
    /// and an answer is waited for as long as `stall`, if not longer by their own time. The set is
    /// written to `out` when it is whole; until then all answers stand in a file beside it, and are
    /// not asked for again. It is not whole if it is stopped.
    ///
    /// # Errors
    ///
    /// An engine does not judge, or a file cannot be written.
    pub(super) fn make(
        &self,
        plan: &SetPlan,
        engines: &[EngineSpec],
        told: &Rules,
        stall: Duration,
        out: Option<Place<'_>>,
        watch: &Watch<'_>,
    ) -> Result<MadeSet, OpeningsFailure> {
        let terms =
            serde_json::json!([RulesText::from(*told), engines, self.tolerance, self.scale]);
        let asked = out.map(|(path, _)| Asked::beside(path, &terms.to_string()));
        let mut asked = asked.transpose()?;
        let mut judges = Vec::new();
        for spec in engines {
            let judge = Judge::start(spec.clone(), told, self.scale, stall, watch.stop());
            judges.push(judge?);
        }
        let mut kept = 0;
        let mut stopped = false;
        let made = plan.make(|opening| {
            stopped = !watch.goes_on("openings", kept, plan.count);
            if stopped {
                return Ok(None);
            }
            let known = asked.as_ref().and_then(|asked| asked.answer(opening));
            let is_even = match known {
                Some(is_even) => is_even,
                None => match self.ask(&mut judges, opening.points()) {
                    Err(JudgeError::Stopped) => {
                        stopped = true;
                        return Ok(None);
                    }
                    is_even => is_even?,
                },
            };
            if let (None, Some(asked)) = (known, &mut asked) {
                asked.note(opening, is_even)?;
            }
            kept += usize::from(is_even);
            Ok::<_, OpeningsFailure>(Some(is_even))
        });
        judges.into_iter().for_each(Judge::leave);
        let made = made?;
        if let (Some((path, text)), Some(asked), false) = (out, asked, stopped) {
            // Half a file must not be taken for the set when a match is resumed.
            let told = |e: io::Error| io::Error::new(e.kind(), format!("{}: {e}", path.display()));
            write_whole(path, text(&made)).map_err(told)?;
            asked.forget()?;
        }
        Ok(made)
    }

    fn ask(&self, judges: &mut [Judge], points: &[Point]) -> Result<bool, JudgeError> {
        for judge in judges {
            if !is_balanced(Some(judge.win_rate(points)?), self.tolerance) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Make a set of short openings that engines call even.
///
/// Random positions of a few stones near the centre, legal, without a decisive move, no two of them
/// images of each other; kept are those that every --engine, one after the other, gives a win rate
/// of one half ± --tolerance. The same options and the same answers make the same set.
#[derive(Debug, Clone, Args)]
pub struct OpeningsArgs {
    /// An engine that judges, in the words of `lianzhu match --engine`; it must print a score with
    /// its move (proto=gomocup). Several must all agree and are asked in this order: the quickest
    /// first.
    #[arg(long = "engine", value_name = "WORDS", required = true)]
    engines: Vec<EngineSpec>,
    /// The board: N or WxH.
    #[arg(long, value_name = "SIZE", default_value = "15", value_parser = read_size)]
    size: (u32, u32),
    /// How many in a row win.
    #[arg(long, value_name = "N", default_value_t = 5)]
    winlength: u32,
    /// freestyle, exact, renju or caro.
    #[arg(long, value_name = "RULE", default_value = "freestyle", value_parser = read_rule)]
    rule: Variant,
    /// The rule the engines are told, if they do not know the other one.
    #[arg(long, value_name = "RULE", value_parser = read_rule)]
    judged_as: Option<Variant>,
    /// How many openings.
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// How many stones: N or LOW-HIGH, each number equally often.
    #[arg(long, value_name = "RANGE", default_value = "3-8", value_parser = read_range)]
    stones: RangeInclusive<u8>,
    /// The seed of the candidates.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    fairness: Fairness,
    /// Seconds that an answer is waited for (beyond the engine's time, if it has one).
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = read_positive)]
    stall: f64,
    /// Write the set into this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write over that file if it exists.
    #[arg(long)]
    force: bool,
}

impl OpeningsArgs {
    /// Does what the options say, and writes the set to the file if one is named. Returns its text,
    /// if none is; that of what was found, if it was stopped.
    ///
    /// # Errors
    ///
    /// See [`OpeningsFailure`].
    pub fn make(&self, watch: &Watch<'_>) -> Result<Option<String>, OpeningsFailure> {
        let rules = |variant| Rules::new(self.size.0, self.size.1, self.winlength, variant);
        let told = rules(self.judged_as.unwrap_or(self.rule))?;
        let plan = SetPlan {
            rules: rules(self.rule)?,
            stones: self.stones.clone(),
            count: self.count as usize,
            seed: self.seed,
        };
        let stall = Duration::try_from_secs_f64(self.stall).unwrap_or(Duration::MAX);
        let text = |made: &MadeSet| made.text(&self.comment(&plan.rules, made));
        let out = self.out.as_deref();
        if let Some(path) = out.filter(|path| !self.force && path.exists()) {
            return Err(OpeningsFailure::Exists(path.to_owned()));
        }
        let out = out.map(|path| -> Place<'_> { (path, &text) });
        let made = self
            .fairness
            .make(&plan, &self.engines, &told, stall, out, watch)?;
        Ok(self.out.is_none().then(|| text(&made)))
    }

    /// What the file says of itself.
    fn comment(&self, rules: &Rules, made: &MadeSet) -> String {
        let (low, high) = (self.stones.start(), self.stones.end());
        let mut text = format!(
            "{} openings for {}x{}, {} in a row, {}: {low} to {high} stones, seed {}.\n",
            made.openings.len(),
            rules.width(),
            rules.height(),
            rules.win_length(),
            rules.variant(),
            self.seed
        );
        let judges = self.engines.iter().map(|spec| match spec.nodes {
            Some(nodes) => format!("{nodes} nodes"),
            None => format!("{} of time", spec.tc),
        });
        text += &format!(
            "Made by `lianzhu openings`: random, without a decisive move, no two symmetric; win rate \
             0.5 ± {} after {}.",
            self.fairness.tolerance,
            judges.collect::<Vec<_>>().join(" and again after ")
        );
        if let Some(variant) = self.judged_as.filter(|&variant| variant != self.rule) {
            text += &format!("\nJudged by the rules of {variant}.");
        }
        text
    }
}

fn read_range(text: &str) -> Result<RangeInclusive<u8>, String> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    match (low.parse(), high.parse()) {
        (Ok(low), Ok(high)) if low <= high => Ok(low..=high),
        _ => Err("N or LOW-HIGH is wanted, as in 3-8".to_owned()),
    }
}

fn read_positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|number: &f64| number.is_finite() && *number > 0.0)
        .ok_or_else(|| "a number above 0 is wanted".to_owned())
}

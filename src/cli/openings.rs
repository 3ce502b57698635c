//! `lianzhu openings`: makes a set of openings that engines call even.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use lianzhu::clock::Watch;
use lianzhu::game::{Rules, Variant};
use lianzhu::openings::{MadeSet, SetFile, SetPlan};
use lianzhu::referee::{EngineSpec, Jury, OpeningsFailure};

use super::options::{bad, rule, size};
use super::outcome::CommandResult;
use super::progress::{GOES_ON, SO_FAR, interrupted, watched};

/// What counts as even.
#[derive(Debug, Clone, Args)]
pub struct Fairness {
    /// How far from one half a win rate may be for an opening to count as even.
    #[arg(long, value_name = "SHARE", default_value_t = 0.08, value_parser = positive, requires = "judges")]
    tolerance: f64,
    /// The judging engines' score that means a win rate of 73 %: 1 / (1 + e^(-score/SCALE)).
    #[arg(long, value_name = "SCORE", default_value_t = 200.0, value_parser = positive, requires = "judges")]
    scale: f64,
}

impl Fairness {
    /// These engines, that are to agree that an opening is even.
    pub fn jury(&self, engines: Vec<EngineSpec>, stall: Duration) -> Jury {
        Jury {
            engines,
            tolerance: self.tolerance,
            scale: self.scale,
            stall,
        }
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
    judges: Vec<EngineSpec>,
    /// The board: N or WxH.
    #[arg(long, value_name = "SIZE", default_value = "15", value_parser = size)]
    size: (u32, u32),
    /// How many in a row win.
    #[arg(long, value_name = "N", default_value_t = 5)]
    winlength: u32,
    /// freestyle, exact, renju or caro.
    #[arg(long, value_name = "RULE", default_value = "freestyle", value_parser = rule)]
    rule: Variant,
    /// The rule the engines are told, if they do not know the other one.
    #[arg(long, value_name = "RULE", value_parser = rule)]
    judged_as: Option<Variant>,
    /// How many openings.
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// How many stones: N or LOW-HIGH, each number equally often.
    #[arg(long, value_name = "RANGE", default_value = "3-8", value_parser = range)]
    stones: RangeInclusive<u8>,
    /// The seed of the candidates.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    fairness: Fairness,
    /// Seconds that an answer is waited for (beyond the engine's time, if it has one).
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = positive)]
    stall: f64,
    /// Write the set into this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write over that file if it exists.
    #[arg(long)]
    force: bool,
}

impl OpeningsArgs {
    /// Makes the set, and writes it to the file if one is named. Returns its text, if none is; that
    /// of what was found, if it was stopped.
    fn make(
        &self,
        plan: &SetPlan,
        told: &Rules,
        watch: &Watch<'_>,
    ) -> Result<Option<String>, OpeningsFailure> {
        let stall = Duration::try_from_secs_f64(self.stall).unwrap_or(Duration::MAX);
        let jury = self.fairness.jury(self.judges.clone(), stall);
        let text = |made: &MadeSet| made.text(&self.comment(&plan.rules, made));
        let out = self.out.as_deref();
        let out = out.map(|path| SetFile { path, text: &text });
        let made = jury.make(plan, told, out, watch)?;
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
        let judges = self.judges.iter().map(|spec| match spec.nodes {
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

/// Makes a set of openings: it goes to the file or to standard output, all else to standard error.
pub fn run(options: &OpeningsArgs) -> CommandResult {
    let (width, height) = options.size;
    let rules = |variant| Rules::new(width, height, options.winlength, variant).map_err(bad);
    let told = rules(options.judged_as.unwrap_or(options.rule))?;
    let plan = SetPlan {
        rules: rules(options.rule)?,
        stones: options.stones.clone(),
        count: options.count as usize,
        seed: options.seed,
    };
    let out = options.out.as_ref();
    if let Some(path) = out.filter(|path| !options.force && path.exists()) {
        let path = path.display();
        let text = format!("{path} exists: choose another name, or write over it with --force");
        return Err(bad(text).into());
    }
    let (made, stopped) = watched(|watch| options.make(&plan, &told, watch));
    let text = match made {
        Err(OpeningsFailure::Judge(_)) if stopped => None,
        made => made?,
    };
    if let Some(text) = &text {
        io::stdout().write_all(text.as_bytes())?;
    }
    match text {
        Some(_) if stopped => interrupted(SO_FAR),
        None if stopped => interrupted(GOES_ON),
        _ => Ok(ExitCode::SUCCESS),
    }
}

fn range(text: &str) -> Result<RangeInclusive<u8>, String> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    match (low.parse(), high.parse()) {
        (Ok(low), Ok(high)) if low <= high => Ok(low..=high),
        _ => Err("N or LOW-HIGH is wanted, as in 3-8".to_owned()),
    }
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|number: &f64| number.is_finite() && *number > 0.0)
        .ok_or_else(|| "a number above 0 is wanted".to_owned())
}

//! `lianzhu openings`: makes a set of openings that engines call even.

use std::fs;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::front::Status;
use super::judge::{Judge, JudgeError};
use super::openings::{MadeSet, SetPlan, is_balanced};
use super::options::{read_rule, read_size};
use super::spec::EngineSpec;
use crate::clock::StopToken;
use crate::game::{Rules, Variant};

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
    /// and an answer is waited for as long as `stall`, if not longer by their own time.
    ///
    /// # Errors
    ///
    /// An engine does not judge.
    pub(super) fn make(
        &self,
        plan: &SetPlan,
        engines: &[EngineSpec],
        told: &Rules,
        stall: Duration,
        stop: &StopToken,
    ) -> Result<MadeSet, JudgeError> {
        let mut judges = Vec::new();
        for spec in engines {
            judges.push(Judge::start(spec.clone(), told, self.scale, stall, stop)?);
        }
        let (mut asked, mut kept) = (0_u64, 0_u64);
        let made = plan.make(|points| {
            asked += 1;
            for judge in &mut judges {
                let rate = judge.win_rate(points)?;
                if !is_balanced(Some(rate), self.tolerance) {
                    return Ok(false);
                }
            }
            kept += 1;
            log::info!("{kept} of {} openings, {asked} candidates", plan.count);
            Ok(true)
        });
        judges.into_iter().for_each(Judge::leave);
        made
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
}

/// Does what the options say: the set goes to the file or to standard output, all else to standard
/// error.
pub fn make_openings(args: &OpeningsArgs) -> Status {
    let stop = StopToken::new();
    let handler = stop.clone();
    if let Err(error) = ctrlc::set_handler(move || handler.stop()) {
        log::warn!("Ctrl-C will not end the engines cleanly: {error}");
    }
    let done = args.rules().and_then(|(rules, told)| {
        let made = args.make(rules, &told, &stop).map_err(|e| match e {
            JudgeError::Stopped => (Status::Interrupted, e.to_string()),
            _ => (Status::Failed, e.to_string()),
        })?;
        let text = made.text(&args.comment(&rules, &made));
        let written = match &args.out {
            Some(path) => fs::write(path, text).map_err(|e| format!("{}: {e}", path.display())),
            None => io::stdout()
                .write_all(text.as_bytes())
                .map_err(|e| e.to_string()),
        };
        written.map_err(|error| (Status::Failed, error))
    });
    match done {
        Ok(()) => Status::Done,
        Err((status, text)) => {
            eprintln!("error: {text}");
            status
        }
    }
}

impl OpeningsArgs {
    /// The game, and the one that the engines are told.
    fn rules(&self) -> Result<(Rules, Rules), (Status, String)> {
        let rules = |variant| {
            Rules::new(self.size.0, self.size.1, self.winlength, variant)
                .map_err(|error| (Status::Usage, error.to_string()))
        };
        let told = rules(self.judged_as.unwrap_or(self.rule))?;
        Ok((rules(self.rule)?, told))
    }

    fn make(&self, rules: Rules, told: &Rules, stop: &StopToken) -> Result<MadeSet, JudgeError> {
        let stall = Duration::try_from_secs_f64(self.stall).unwrap_or(Duration::MAX);
        let plan = SetPlan {
            rules,
            stones: self.stones.clone(),
            count: self.count as usize,
            seed: self.seed,
        };
        self.fairness.make(&plan, &self.engines, told, stall, stop)
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

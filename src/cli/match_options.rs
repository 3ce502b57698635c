//! The command line of `lianzhu match`.

use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::{Args, Subcommand};

use lianzhu::clock::Watch;
use lianzhu::game::Variant;
use lianzhu::referee::{
    EngineSpec, Format, MatchSettings, OpeningSource, Resignation, RulesText, RunOptions,
    SettingsError, Shard, engines_from_file, read_header,
};

use super::openings::Fairness;
use super::options::{rule, size};

/// Pit engines against each other.
///
/// Exit status: 0 all games were played, 1 the match could not begin or go on, 2 wrong options,
/// 10 the SPRT accepted elo1, 11 the SPRT accepted elo0, 12 a fault under --strict,
/// 130 interrupted.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct MatchArgs {
    #[command(subcommand)]
    pub command: Option<MatchCommand>,
    #[command(flatten)]
    pub play: PlayArgs,
}

#[derive(Debug, Subcommand)]
pub enum MatchCommand {
    /// Add up the results of a match that was played in parts, and print its tables.
    Merge {
        /// Results files: parts of one match, or one whole.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Write all games into this file.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
pub struct PlayArgs {
    /// An engine, as words: name=… cmd='PROGRAM ARGUMENT …' proto=gtp|gomocup tc=TIME nodes=N
    /// dir=DIRECTORY init='LINE' memory=BYTES restart=true stderr=true, further words are
    /// arguments of the program. TIME: none, 60, 60+0.5, 2/move or 60+0.5,5/move (seconds).
    #[arg(long = "engine", value_name = "WORDS")]
    engines: Vec<String>,
    /// Words for every --engine; its own words come after them.
    #[arg(long, value_name = "WORDS")]
    each: Option<String>,
    /// A TOML file with one [[engine]] table for each engine.
    #[arg(long, value_name = "FILE")]
    engines_file: Option<PathBuf>,
    #[command(flatten)]
    game: GameArgs,
    /// An engine, in the words of --engine, that must call a random opening even for it to be
    /// played (it must print its score with its move: proto=gomocup). Several must all agree. The
    /// openings are kept beside the results, in a file whose name ends in `.openings`.
    #[arg(long = "judge", value_name = "WORDS")]
    judges: Vec<EngineSpec>,
    #[command(flatten)]
    fairness: Fairness,
    /// Games at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=4096))]
    concurrency: u16,
    /// Play only part I of N of the schedule.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Where the results go; must not exist. By default a new file named after the time.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    out: Option<PathBuf>,
    /// Go on where this results file ends, or begin it if it is missing. Without engines, they and
    /// all settings that are not given are taken from the file. Only --games may be another number
    /// than there, a higher one.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Write each game as SGF into this directory.
    #[arg(long, value_name = "DIRECTORY")]
    sgf: Option<PathBuf>,
    /// Write over SGF files of other games that are in that directory.
    #[arg(long)]
    force: bool,
    /// Stop at the first fault of an engine.
    #[arg(long)]
    strict: bool,
}

/// What is played. Everything may be left out, so that what is given can be told from what is not.
#[derive(Debug, Args)]
struct GameArgs {
    /// The board: N or WxH [default: 15]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    size: Option<(u32, u32)>,
    /// How many in a row win [default: 5]
    #[arg(long, value_name = "N")]
    winlength: Option<u32>,
    /// freestyle, exact, renju or caro [default: freestyle]
    #[arg(long, value_name = "RULE", value_parser = rule)]
    rule: Option<Variant>,
    /// Who meets whom: round-robin or gauntlet [default: round-robin]
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// Games of each two engines that meet, half of them with either colour [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: Option<u64>,
    /// A file (one opening a line), or `default` (the embedded set for these rules, else random
    /// ones), `final` (the set that no tuning has seen), `empty`, `random`, `random:3-8` (so many
    /// stones) [default: default]
    #[arg(long, value_name = "SOURCE")]
    openings: Option<String>,
    /// Play each opening also turned and mirrored.
    #[arg(long)]
    symmetries: bool,
    /// Play the openings in an order that the seed decides.
    #[arg(long)]
    shuffle: bool,
    /// The seed of random openings and of --shuffle [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Seconds an answer may be late before it counts as a loss on time [default: 0.1]
    #[arg(long, value_name = "SECONDS")]
    margin: Option<f64>,
    /// Seconds that a late answer is waited for beyond that, before the engine is killed
    /// [default: 2]
    #[arg(long, value_name = "SECONDS")]
    grace: Option<f64>,
    /// Seconds that an answer without a time limit is waited for, also while an engine starts
    /// [default: 300]
    #[arg(long, value_name = "SECONDS")]
    stall: Option<f64>,
    /// Call the game a draw after so many moves, those of the opening included.
    #[arg(long, value_name = "N")]
    draw_after: Option<usize>,
    /// Call the game lost for an engine whose own score (as it prints it in MESSAGE lines) has
    /// been at most -SCORE for MOVES of its moves in a row.
    #[arg(long, value_name = "SCORE,MOVES")]
    resign: Option<Resignation>,
    /// Stop as soon as the first engine is shown to be better than elo0 or worse than elo1.
    #[arg(long, value_name = "elo0=A elo1=B [alpha=.05 beta=.05]", num_args = 1..=4)]
    sprt: Option<Vec<String>>,
}

impl GameArgs {
    /// These settings, with all that is given here in its place.
    fn change(&self, settings: MatchSettings) -> MatchSettings {
        let rules = settings.rules;
        let size = self.size.unwrap_or((rules.width, rules.height));
        let openings = self.openings.clone().map(OpeningSource::from);
        MatchSettings {
            engines: settings.engines,
            rules: RulesText {
                width: size.0,
                height: size.1,
                winlength: self.winlength.unwrap_or(rules.winlength),
                rule: self.rule.map_or(rules.rule, |rule| rule.name().to_owned()),
            },
            format: self.format.unwrap_or(settings.format),
            games: self.games.unwrap_or(settings.games),
            openings: openings.unwrap_or(settings.openings),
            symmetries: self.symmetries || settings.symmetries,
            shuffle: self.shuffle || settings.shuffle,
            seed: self.seed.unwrap_or(settings.seed),
            margin: self.margin.unwrap_or(settings.margin),
            grace: self.grace.unwrap_or(settings.grace),
            stall: self.stall.unwrap_or(settings.stall),
            draw_after: self.draw_after.or(settings.draw_after),
            resign: self.resign.or(settings.resign),
            sprt: self
                .sprt
                .as_ref()
                .map(|words| words.join(" "))
                .or(settings.sprt),
        }
    }
}

impl PlayArgs {
    /// What is played: by the command line, and without engines there by the file that is resumed.
    pub fn settings(&self) -> Result<(MatchSettings, Shard), SettingsError> {
        let other = |error: &dyn std::fmt::Display| SettingsError::Other(error.to_string());
        let mut engines = match &self.engines_file {
            Some(path) => engines_from_file(path)?,
            None => Vec::new(),
        };
        if self.each.is_some() && self.engines.is_empty() {
            return Err(other(&"--each has no --engine to add its words to"));
        }
        let each = self.each.as_deref().unwrap_or_default();
        for words in &self.engines {
            let spec: EngineSpec = format!("{each} {words}")
                .parse()
                .map_err(|error| SettingsError::Other(format!("--engine {words}: {error}")))?;
            engines.push(spec);
        }
        let (settings, shard) = match &self.resume {
            Some(path) if engines.is_empty() => {
                let header = read_header(path).map_err(|e| other(&e))?;
                let header = header.ok_or_else(|| {
                    SettingsError::Other(format!("{} is empty: name the engines", path.display()))
                })?;
                let shard = header.shard.parse().map_err(|e: String| other(&e))?;
                (header.settings, shard)
            }
            _ => (MatchSettings::of(engines), Shard::WHOLE),
        };
        let settings = self.game.change(settings);
        settings.validate()?;
        Ok((settings, self.shard.unwrap_or(shard)))
    }

    /// The settings with the openings that the judges call even, if there are judges.
    pub fn judged(
        &self,
        settings: MatchSettings,
        orders: &RunOptions,
        watch: &Watch<'_>,
    ) -> Result<Option<MatchSettings>, SettingsError> {
        if self.judges.is_empty() {
            return Ok(Some(settings));
        }
        // What is no time has been refused with the settings.
        let stall = Duration::try_from_secs_f64(settings.stall).unwrap_or_default();
        let jury = self.fairness.jury(self.judges.clone(), stall);
        jury.choose_openings(settings, &orders.results, orders.resume, watch)
    }

    /// How it is played.
    pub fn orders(&self, shard: Shard) -> RunOptions {
        let results = self.resume.clone().or_else(|| self.out.clone());
        RunOptions {
            shard,
            concurrency: self.concurrency.into(),
            results: results.unwrap_or_else(name_after_time),
            resume: self.resume.is_some(),
            sgf: self.sgf.clone(),
            force: self.force,
            strict: self.strict,
        }
    }
}

fn name_after_time() -> PathBuf {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let seconds = since.map_or(0, |since| since.as_secs());
    PathBuf::from(format!("match-{seconds}-{}.jsonl", std::process::id()))
}

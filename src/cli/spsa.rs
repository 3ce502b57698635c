use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use lianzhu::search::{ParamInfo, Params};
use lianzhu::tune::{SpsaSettings, spsa};

use super::options::{GameOptions, at_least_one, bad, search_constant};
use super::outcome::CommandResult;
use super::progress::{GOES_ON, interrupted, watched};

/// Options of `lianzhu spsa`.
#[derive(Debug, Args)]
pub struct SpsaOptions {
    #[command(flatten)]
    game: GameOptions,

    /// The constants that are tuned, by name; all of them without it
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = search_constant)]
    params: Vec<ParamInfo>,

    /// Iterations
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value = "2000")]
    iterations: u64,

    /// Pairs of games in an iteration
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value = "8")]
    pairs: u64,

    /// The most nodes searched for one move
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value = "5000")]
    nodes: u64,

    /// How far a constant is moved for a pair in the end, as a share of its value, or of a sixteenth of its
    /// range if that is more
    #[arg(long, value_name = "SHARE", default_value_t = 0.2)]
    step: f64,

    /// How far it follows a game that was won in the end, as a share of that; with 0 it stays, and the run
    /// tells what each constant's step is worth
    #[arg(long, value_name = "SHARE", default_value_t = 0.002)]
    rate: f64,

    /// Where random numbers start
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Pairs played at once; what is found does not depend on it
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,

    /// The file that iterations are written to; it is continued if it has fewer
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Tunes, and prints what was found.
pub fn run(options: &SpsaOptions) -> CommandResult {
    let rules = options.game.rules()?;
    let share = |share: f64| (0.0..=1.0).contains(&share);
    if !share(options.step) || !share(options.rate) || options.step == 0.0 {
        return Err(bad("--step is above 0, --rate 0 or more, and 1 the most").into());
    }
    let mut names: Vec<&str> = options.params.iter().map(|info| info.name).collect();
    names.sort_unstable();
    if names.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(bad("--params names a constant twice").into());
    }
    let whole = |number: u64| usize::try_from(number).map_err(bad);
    let settings = SpsaSettings {
        rules,
        nodes: options.nodes,
        seed: options.seed,
        iterations: whole(options.iterations)?,
        pairs: whole(options.pairs)?,
        step: options.step,
        rate: options.rate,
        params: match &options.params[..] {
            [] => Params::ALL.to_vec(),
            some => some.to_vec(),
        },
    };
    let (found, stopped) = watched(|watch| spsa(&settings, &options.out, options.threads, watch));
    let found = found?;
    println!("constant, shipped, found, Elo of a step up over a step down");
    let found = found.values.iter().zip(&found.effects);
    for (info, (value, effect)) in settings.params.iter().zip(found) {
        let elo = effect.estimate().map_or_else(String::new, |e| e.elo_text());
        println!("{} {} {value:.1} {elo}", info.name, info.value);
    }
    if stopped {
        return interrupted(GOES_ON);
    }
    Ok(ExitCode::SUCCESS)
}

use std::path::PathBuf;

use clap::Args;

use lianzhu::tune::{PolicySettings, train_policy};

use super::outcome::{CommandResult, parse_file, read_texts};
use super::progress::watched;
use super::tune::keep;

/// Options of `lianzhu train-policy`.
#[derive(Debug, Args)]
pub struct TrainPolicyOptions {
    /// Files of self-play games of one variant at five in a row, written by `lianzhu datagen`
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,

    /// The file of the policy
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// A file of a policy to start from, in place of a random one
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// The most nodes of the search of each position of the games
    #[arg(long, value_name = "N", default_value_t = PolicySettings::default().nodes)]
    nodes: u64,

    /// One in so many of the moves that cut there is fitted to
    #[arg(long, value_name = "N", default_value_t = PolicySettings::default().one_in)]
    one_in: u64,

    /// Passes over these moves
    #[arg(long, value_name = "N", default_value_t = PolicySettings::default().epochs)]
    epochs: usize,

    /// Where random numbers start: the same seed and files give the same policy
    #[arg(long, value_name = "N", default_value_t = PolicySettings::default().seed)]
    seed: u64,
}

/// Fits a policy to searches of self-play games.
pub fn run(options: &TrainPolicyOptions) -> CommandResult {
    let texts = read_texts(&options.data)?;
    let settings = PolicySettings {
        nodes: options.nodes,
        one_in: options.one_in,
        epochs: options.epochs,
        seed: options.seed,
        ..PolicySettings::default()
    };
    let start = parse_file(options.from.as_deref())?;
    let (fitted, stopped) = watched(|watch| train_policy(&texts, start.as_ref(), &settings, watch));
    keep("Policy", "train-policy", fitted, stopped, &options.out)
}

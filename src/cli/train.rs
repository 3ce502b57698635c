use std::path::PathBuf;

use clap::Args;

use lianzhu::tune::{TrainSettings, train};

use super::options::{threads, up_to};
use super::outcome::{CommandResult, parse_file, read_texts};
use super::progress::watched;
use super::tune::keep;

/// The most positions a step.
const MOST: usize = 1 << 20;

/// The least that a weight may be thought to move: a hundredth of a small one.
const LEAST_WIDTH: f32 = 1e-4;

/// Options of `lianzhu train`.
#[derive(Debug, Args)]
pub struct TrainOptions {
    /// Files of self-play games of one variant at five in a row, written by `lianzhu datagen`
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,

    /// The file of the network
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// A file of a network to start from, in place of a random one
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// Passes over the positions
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().epochs)]
    epochs: usize,

    /// The length of the first steps
    #[arg(long, value_name = "R", value_parser = to_one,
        default_value_t = TrainSettings::default().rate)]
    rate: f32,

    /// Positions a step
    #[arg(long, value_name = "N", value_parser = batch,
        default_value_t = TrainSettings::default().batch)]
    batch: usize,

    /// How much results count against the search's scores, 0 to 1
    #[arg(long, value_name = "SHARE", value_parser = to_one,
        default_value_t = TrainSettings::default().blend)]
    blend: f32,

    /// How much the scores of later positions of a game count against a position's own, 0 to 1
    #[arg(long, value_name = "SHARE", value_parser = to_one,
        default_value_t = TrainSettings::default().ahead)]
    ahead: f32,

    /// How far weights are thought to end from where they began, 0.0001 to 1: 1 hardly holds them, 0.03 suits
    /// a network that goes on with few games
    #[arg(long, value_name = "WIDTH", value_parser = width,
        default_value_t = TrainSettings::default().width)]
    width: f32,

    /// Where random numbers start: the same seed and files give the same network
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().seed)]
    seed: u64,

    /// How many threads work, of which 4 are of use; the network is the same with any number
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().threads,
        value_parser = threads)]
    threads: usize,
}

fn batch(text: &str) -> Result<usize, String> {
    up_to(text, MOST)
}

fn to_one(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|n| (0.0..=1.0).contains(n));
    number.ok_or_else(|| "it is a number from 0 to 1".to_owned())
}

fn width(text: &str) -> Result<f32, String> {
    let width = to_one(text).ok().filter(|&width| width >= LEAST_WIDTH);
    width.ok_or_else(|| format!("it is a number from {LEAST_WIDTH} to 1"))
}

/// Fits a network to self-play games.
pub fn run(options: &TrainOptions) -> CommandResult {
    let texts = read_texts(&options.data)?;
    let settings = TrainSettings {
        blend: options.blend,
        ahead: options.ahead,
        epochs: options.epochs,
        batch: options.batch,
        rate: options.rate,
        width: options.width,
        seed: options.seed,
        threads: options.threads,
    };
    let start = parse_file(options.from.as_deref())?;
    let (fitted, stopped) = watched(|watch| train(&texts, start.as_ref(), &settings, watch));
    keep("Network", "train", fitted, stopped, &options.out)
}

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use lianzhu::tune::{Settings, fit};

use super::Outcome;

/// Options of `lianzhu tune`.
#[derive(Debug, Args)]
pub struct TuneOptions {
    /// Files of self-play games of one variant, written by `lianzhu datagen`
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,

    /// The file of weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// A file of weights to start from, in place of the hand-made ones: what the data say little
    /// about stays near it
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// How much results count against the search's scores, 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = Settings::default().blend)]
    blend: f32,

    /// Passes over the positions for the static score
    #[arg(long, value_name = "N", default_value_t = Settings::default().epochs)]
    epochs: usize,

    /// Passes over the choices of moves for the ordering scores
    #[arg(long, value_name = "N", default_value_t = Settings::default().order_epochs)]
    order_epochs: usize,
}

/// Fits weights to self-play games.
pub fn run(options: &TuneOptions) -> Outcome {
    let read = options.data.iter().map(std::fs::read_to_string);
    let texts: Vec<String> = read.collect::<Result<_, _>>()?;
    let settings = Settings {
        blend: options.blend,
        epochs: options.epochs,
        order_epochs: options.order_epochs,
        ..Settings::default()
    };
    let from = options.from.as_ref().map(std::fs::read_to_string);
    let start = from.transpose()?.map(|text| text.parse()).transpose()?;
    let (variant, weights) = fit(&texts, start, &settings)?;
    let note = format!("# Weights for {variant}, fitted by `lianzhu tune` to self-play games.\n");
    std::fs::write(&options.out, format!("{note}{weights}"))?;
    Ok(ExitCode::SUCCESS)
}

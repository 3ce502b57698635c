use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use lianzhu::game::Variant;
use lianzhu::tune::{FitError, FitSettings, fit};

use super::outcome::{CommandResult, parse_file, read_texts};
use super::progress::{interrupted, watched};

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
    #[arg(long, value_name = "SHARE", default_value_t = FitSettings::default().blend)]
    blend: f32,

    /// Passes over the positions for the static score
    #[arg(long, value_name = "N", default_value_t = FitSettings::default().epochs)]
    epochs: usize,

    /// Passes over the choices of moves for the ordering scores
    #[arg(long, value_name = "N", default_value_t = FitSettings::default().order_epochs)]
    order_epochs: usize,
}

/// Writes down what was fitted to the games of a variant by a command, also if it was stopped.
pub fn keep(
    what: &str,
    command: &str,
    fitted: Result<(Variant, impl Display), FitError>,
    stopped: bool,
    out: &Path,
) -> CommandResult {
    let (variant, fitted) = match fitted {
        Err(FitError::Stopped) => return interrupted("nothing was fitted yet"),
        fitted => fitted?,
    };
    let end = if stopped {
        "; stopped before the end"
    } else {
        ""
    };
    let note =
        format!("# {what} for {variant}, fitted by `lianzhu {command}` to self-play games{end}.\n");
    std::fs::write(out, format!("{note}{fitted}"))?;
    if stopped {
        let out = out.display();
        return interrupted(&format!("{out} is what it came to: --from goes on with it"));
    }
    Ok(ExitCode::SUCCESS)
}

/// Fits weights to self-play games.
pub fn run(options: &TuneOptions) -> CommandResult {
    let texts = read_texts(&options.data)?;
    let settings = FitSettings {
        blend: options.blend,
        epochs: options.epochs,
        order_epochs: options.order_epochs,
        ..FitSettings::default()
    };
    let start = parse_file(options.from.as_deref())?;
    let (fitted, stopped) = watched(|watch| fit(&texts, start, &settings, watch));
    keep("Weights", "tune", fitted, stopped, &options.out)
}

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use lianzhu::clock::{StopToken, Watch};
use lianzhu::eval::win_rate;
use lianzhu::tune::fit_curve;

use super::outcome::{CommandResult, read_texts};
use super::progress::Bar;

/// Options of `lianzhu curve`.
#[derive(Debug, Args)]
pub struct CurveOptions {
    /// Files of self-play games, written by `lianzhu datagen`
    #[arg(value_name = "FILE", required = true)]
    data: Vec<PathBuf>,
}

/// Fits the curve from scores to chances, and shows it beside the one in force.
pub fn run(options: &CurveOptions) -> CommandResult {
    let texts = read_texts(&options.data)?;
    // There is nothing to keep: Ctrl-C ends it as it ends any program.
    let nobody = StopToken::new();
    let bar = Bar::new();
    let curve = fit_curve(&texts, &Watch::new(&nobody, &|progress| bar.show(progress)))?;
    drop(bar);
    let mut out = io::stdout().lock();
    writeln!(out, "games {} positions {}", curve.games, curve.positions)?;
    writeln!(
        out,
        "win scale {:.0} loss scale {:.0}",
        curve.win_scale, curve.loss_scale
    )?;
    writeln!(out, " score  positions    won  fitted  in force")?;
    for bin in &curve.bins {
        let scale = if bin.score > 0 {
            curve.win_scale
        } else {
            curve.loss_scale
        };
        let fitted = 1.0 / (1.0 + (-f64::from(bin.score) / scale).exp());
        writeln!(
            out,
            "{:6} {:10}  {:.3}   {fitted:.3}     {:.3}",
            bin.score,
            bin.positions,
            bin.won,
            win_rate(bin.score)
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

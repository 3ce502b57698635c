use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use lianzhu::tune::{RescoreJob, read_games, rescore_all};

use super::outcome::{CommandResult, named, read_text};
use super::progress::{GOES_ON, interrupted, watched};

/// Options of `lianzhu rescore`.
#[derive(Debug, Args)]
pub struct RescoreOptions {
    /// A file of self-play games, written by `lianzhu datagen`
    #[arg(long, value_name = "FILE")]
    data: PathBuf,

    /// The most nodes searched for one position: more than those of the search that played
    #[arg(long, value_name = "N", default_value_t = 6000)]
    nodes: u64,

    /// Games whose positions are searched at once
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,

    /// The file of the games with other scores; it is continued if it holds fewer than there are
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Writes games with the scores of longer searches.
pub fn run(options: &RescoreOptions) -> CommandResult {
    let text = read_text(&options.data)?;
    let (header, games) = read_games(&text).map_err(|error| named(&options.data, error))?;
    let job = RescoreJob {
        header,
        games: &games,
        nodes: options.nodes,
        threads: options.threads,
    };
    let (done, stopped) = watched(|watch| rescore_all(&job, &options.out, watch));
    done?;
    if stopped {
        return interrupted(GOES_ON);
    }
    Ok(ExitCode::SUCCESS)
}

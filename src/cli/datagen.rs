use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use lianzhu::game::Rules;
use lianzhu::openings::Starts;
use lianzhu::player::PlayerKind;
use lianzhu::tune::{Header, Job, Opponent, generate};

use super::options::GameOptions;
use super::outcome::{CommandResult, named, read_text};
use super::progress::{GOES_ON, interrupted, watched};

/// Options of `lianzhu datagen`.
#[derive(Debug, Args)]
pub struct DatagenOptions {
    #[command(flatten)]
    game: GameOptions,

    /// How many games the file is to hold; it is continued if it holds fewer
    #[arg(long, value_name = "N")]
    games: u64,

    /// The most nodes searched for one move
    #[arg(long, value_name = "N", default_value_t = 2000)]
    nodes: u64,

    /// Where random numbers start: game i depends on the seed and i alone
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// A weaker player to play against, scoring or random; the search plays itself without it
    #[arg(long, value_name = "PLAYER", value_parser = weaker)]
    against: Option<PlayerKind>,

    /// One in so many of the weaker player's moves is drawn from all points near the stones; none
    /// without it
    #[arg(long, value_name = "N", default_value_t = 0, requires = "against")]
    errs: u32,

    /// Games, as for `match --openings` but played on to their end if need be, in a position of which each game
    /// begins, where the search calls it balanced; random openings without it
    #[arg(long, value_name = "FILE", conflicts_with = "against")]
    starts: Option<PathBuf>,

    /// Games played at once
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,

    /// The file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

fn weaker(text: &str) -> Result<PlayerKind, String> {
    let player = text.parse().ok();
    let player = player.filter(|&player| player != PlayerKind::Search);
    player.ok_or_else(|| "the weaker players are scoring and random".to_owned())
}

fn read_starts(path: &Path, rules: &Rules) -> Result<Starts, Box<dyn Error>> {
    Starts::read(&read_text(path)?, rules).map_err(|error| named(path, error))
}

/// Writes self-play games.
pub fn run(options: &DatagenOptions) -> CommandResult {
    let rules = options.game.rules()?;
    let starts = options.starts.as_deref();
    let starts = starts.map(|path| read_starts(path, &rules)).transpose()?;
    let job = Job {
        header: Header {
            rules,
            nodes: options.nodes,
            seed: options.seed,
            starts: starts.as_ref().map(Starts::fingerprint),
            opponent: options.against.map(|player| Opponent {
                player,
                errs: options.errs,
            }),
            rescored: None,
        },
        starts: starts.as_ref(),
        games: options.games,
        threads: options.threads,
    };
    let (done, stopped) = watched(|watch| generate(&job, &options.out, watch));
    done?;
    if stopped {
        return interrupted(GOES_ON);
    }
    Ok(ExitCode::SUCCESS)
}

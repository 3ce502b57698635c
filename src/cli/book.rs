use std::error::Error;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use lianzhu::book::{GrowSettings, MOST_STONES, OpeningBook, grow};
use lianzhu::files::write_whole;

use super::options::{GameOptions, at_least_one, hash, up_to};
use super::outcome::{CommandResult, named, read_text};
use super::progress::{GOES_ON, interrupted, watched};

/// The most moves of a position.
const MOST_LINES: usize = 100;

/// Options of `lianzhu book`.
#[derive(Debug, Args)]
pub struct BookOptions {
    #[command(flatten)]
    game: GameOptions,

    /// How many positions the book is to have; 0 to search none
    #[arg(long, value_name = "N", default_value_t = 100)]
    positions: usize,

    /// Positions that are searched for each
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value = "400000")]
    nodes: u64,

    /// The most moves of a position
    #[arg(long, value_name = "N", value_parser = |text: &str| up_to(text, MOST_LINES), default_value = "5")]
    lines: usize,

    /// The most stones of a position
    #[arg(long, value_name = "N", value_parser = |text: &str| up_to(text, MOST_STONES), default_value = "12")]
    stones: usize,

    /// Take in these books of the same game too; of a position in several the one that was searched longest
    #[arg(long, value_name = "FILE", num_args = 1..)]
    join: Vec<PathBuf>,

    /// In the end leave out what the book's own moves lead to only by one that is worse than the best by more
    /// than these points of score
    #[arg(long, value_name = "SCORE")]
    prune: Option<u16>,

    /// The transposition table in MiB
    #[arg(long, value_name = "MIB", value_parser = hash, default_value = "64")]
    hash: usize,

    /// The file; it is continued if it is there, but its comments are not kept
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Makes a book.
pub fn run(options: &BookOptions) -> CommandResult {
    let rules = options.game.rules()?;
    let mut book = OpeningBook::new(rules);
    if options.out.exists() {
        let text = read_text(&options.out)?;
        // Whoever is killed leaves a line that was cut off; no other is without its end.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            log::warn!("the last line is cut off and left out: {}", &text[whole..]);
        }
        join(&mut book, &options.out, &text[..whole])?;
    }
    for path in &options.join {
        join(&mut book, path, &read_text(path)?)?;
    }
    let write = |book: &OpeningBook| {
        let text = book.to_string();
        write_whole(&options.out, text.as_bytes()).map_err(|error| named(&options.out, error))
    };
    write(&book)?;
    let file = OpenOptions::new().append(true).open(&options.out);
    let mut file = file.map_err(|error| named(&options.out, error))?;
    let settings = GrowSettings {
        positions: options.positions,
        nodes: options.nodes,
        lines: options.lines,
        stones: options.stones,
        hash: options.hash,
    };
    let mut keep = |line: &str| file.write_all(format!("{line}\n").as_bytes());
    let (grown, stopped) = watched(|watch| grow(&mut book, &settings, watch, &mut keep));
    grown.map_err(|error| named(&options.out, error))?;
    if stopped {
        return interrupted(GOES_ON);
    }
    if let Some(loss) = options.prune {
        book.prune(loss.into());
    }
    // In order. Windows replaces no file that is open.
    drop(file);
    write(&book)?;
    Ok(ExitCode::SUCCESS)
}

/// Takes in the book of a file, which has to be of the same game.
fn join(book: &mut OpeningBook, path: &Path, text: &str) -> Result<(), Box<dyn Error>> {
    let other: OpeningBook = text.parse().map_err(|error| named(path, error))?;
    if other.rules() != book.rules() {
        return Err(named(path, "it is of another game"));
    }
    book.join(other);
    Ok(())
}

use std::fmt::Display;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use log::LevelFilter;

use lianzhu::clock::seconds;
use lianzhu::engine::{Config, Engine, MAX_HASH, MAX_THREADS};
use lianzhu::eval::Network;
use lianzhu::game::{MAX_SIDE, MIN_SIDE, Rules, Variant};
use lianzhu::notation::ParseVariantError;
use lianzhu::player::{Book, Level, LevelError, PlayerKind, Resources};
use lianzhu::search::{ParamInfo, Params};
use lianzhu::solve::ProofBook;

use super::outcome::BadOptions;

/// What an engine is started with.
#[derive(Debug, Args)]
pub struct EngineOptions {
    /// The board: one number for a square, or WIDTHxHEIGHT; 3 to 52 a side [default: 15]
    #[arg(long, value_name = "N|WxH", value_parser = size, allow_negative_numbers = true)]
    size: Option<(u32, u32)>,

    /// How many in a row win, 3 to the longer side [default: 5, or the longer side if that is less]
    #[arg(long, value_name = "N", value_parser = win_length, allow_negative_numbers = true)]
    winlength: Option<u32>,

    /// Which runs win: freestyle (n or more), exact (exactly n), renju (five, with Black's
    /// forbidden points) or caro (exactly n, not closed at both ends) [default: freestyle]
    #[arg(long, value_name = "RULE", value_parser = rule)]
    rule: Option<Variant>,

    /// Who plays: random, scoring or search [default: search]
    #[arg(long, value_name = "PLAYER", value_parser = player)]
    player: Option<PlayerKind>,

    /// Where random numbers start: the same seed and the same commands give the same moves
    /// [default: another one in every run]
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,

    /// The most time for one genmove, decimals allowed; the tightest limit in force counts
    #[arg(long, value_name = "SECONDS", value_parser = move_time, allow_negative_numbers = true)]
    move_time: Option<Duration>,

    /// What is kept in hand of a move's time for the way to whoever measures it, decimals allowed;
    /// never more than three tenths of the time [default: 0.01]
    #[arg(long, value_name = "SECONDS", value_parser = move_time, allow_negative_numbers = true)]
    move_overhead: Option<Duration>,

    /// The most nodes searched for one move
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    max_nodes: Option<u64>,

    /// The most plies searched
    #[arg(long, value_name = "N", value_parser = depth, allow_negative_numbers = true)]
    max_depth: Option<u32>,

    /// Threads that search, 1 to 256 [default: 1]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    threads: Option<usize>,

    /// The transposition table in MiB, 1 to 65536 [default: 64 a thread, at most 256]
    #[arg(long, value_name = "MIB", value_parser = hash, allow_negative_numbers = true)]
    hash: Option<usize>,

    /// How strong it searches: 1, a child's opponent, to 10 [default: 10, for `play` 4]
    #[arg(long, value_name = "N", value_parser = level, allow_negative_numbers = true)]
    level: Option<Level>,

    /// A constant of the search in place of the shipped one, for matches between two versions of it;
    /// may be given several times
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = constant)]
    params: Vec<(&'static str, i32)>,

    /// Evaluate with this network of `lianzhu train` where five win, in place of the rule's own
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,

    /// Play even openings in one way or another, as with a seed
    #[arg(long)]
    variety: bool,

    /// Play by this proof of a win, of `solve`, in the game that it is of
    #[arg(long, value_name = "FILE", conflicts_with = "no_book")]
    proof_book: Option<PathBuf>,

    /// Play by this opening book alone, of `book`, in games that it is of, and by no proof
    #[arg(long, value_name = "FILE", conflicts_with_all = ["no_book", "proof_book"])]
    book: Option<PathBuf>,

    /// Search every move, also where the program has a proof or an opening book
    #[arg(long)]
    no_book: bool,

    /// Think in the opponent's time
    #[arg(long)]
    ponder: bool,

    /// Resign when the game is lost; without this it plays to the end
    #[arg(long)]
    resign: bool,
}

impl EngineOptions {
    /// The engine that these options ask for.
    pub fn engine(&self) -> Result<Engine, BadOptions> {
        self.engine_from(Config::default())
    }

    /// The engine that these options ask for; what they leave open is as in `defaults`.
    pub fn engine_from(&self, defaults: Config) -> Result<Engine, BadOptions> {
        let (width, height) = self.size.unwrap_or((defaults.width, defaults.height));
        let variant = self.rule.unwrap_or(defaults.variant);
        if let Some(win_length) = self.winlength {
            // Asked for by name it must fit; only the default gives way to a small board.
            Rules::new(width, height, win_length, variant).map_err(bad)?;
        }
        let mut params = defaults.params.clone();
        for &(name, value) in &self.params {
            params.set(name, value);
        }
        let book = match (&self.proof_book, &self.book) {
            (Some(path), _) => Book::Proof(read_book(path)?),
            (_, Some(path)) => Book::Openings(Arc::new(read_parsed(path)?)),
            _ if self.no_book => Book::Off,
            _ => defaults.book.clone(),
        };
        let network = match &self.eval_file {
            Some(path) => Some(Arc::new(read_parsed::<Network>(path)?)),
            None => defaults.network.clone(),
        };
        let config = Config {
            params,
            network,
            book,
            width,
            height,
            win_length: self.winlength.unwrap_or(defaults.win_length),
            variant,
            player: self.player.unwrap_or(defaults.player),
            seed: self.seed,
            move_time: self.move_time,
            move_overhead: self.move_overhead.unwrap_or(defaults.move_overhead),
            max_nodes: self.max_nodes,
            max_depth: self.max_depth,
            resign: self.resign,
            resources: Resources {
                threads: self.threads.unwrap_or(defaults.resources.threads),
                hash: self.hash,
                ..defaults.resources
            },
            level: self.level.unwrap_or(defaults.level),
            variety: self.variety.then_some(true).or(defaults.variety),
            ponder: self.ponder,
            ..defaults
        };
        Engine::new(config).map_err(bad)
    }
}

fn read_book(path: &Path) -> Result<ProofBook, BadOptions> {
    let file = File::open(path).map_err(|error| wrong(path, &error))?;
    ProofBook::read(BufReader::new(file)).map_err(|error| wrong(path, &error))
}

/// Reads what a text file says.
fn read_parsed<T: FromStr<Err: Display>>(path: &Path) -> Result<T, BadOptions> {
    let text = fs::read_to_string(path).map_err(|error| wrong(path, &error))?;
    text.parse().map_err(|error| wrong(path, &error))
}

/// Says what is wrong with a file.
fn wrong(path: &Path, error: &dyn Display) -> BadOptions {
    bad(format!("{}: {error}", path.display()))
}

/// The game that a fit or a tuner has played.
#[derive(Debug, Args)]
pub struct GameOptions {
    /// Which runs win: freestyle, exact, renju or caro
    #[arg(long, value_name = "RULE", value_parser = rule, default_value = "freestyle")]
    rule: Variant,

    /// The side of the board
    #[arg(long, value_name = "N", default_value_t = 15)]
    size: u32,

    /// How many in a row win
    #[arg(long, value_name = "N", default_value_t = 5)]
    winlength: u32,
}

impl GameOptions {
    /// The rules that these options ask for.
    pub fn rules(&self) -> Result<Rules, BadOptions> {
        Rules::new(self.size, self.size, self.winlength, self.rule).map_err(bad)
    }
}

/// Options that can be read but do not go together, and why.
pub fn bad(error: impl ToString) -> BadOptions {
    BadOptions(error.to_string())
}

/// Reads the sides of a board: one number, or two with an x between them.
pub fn size(text: &str) -> Result<(u32, u32), String> {
    let side = |text: &str| {
        number(text)
            .and_then(|side| u32::try_from(side).ok())
            .filter(|side| (u32::from(MIN_SIDE)..=u32::from(MAX_SIDE)).contains(side))
            .ok_or_else(|| {
                format!("a side is {MIN_SIDE} to {MAX_SIDE}; a size is one number or WIDTHxHEIGHT")
            })
    };
    match text.split_once(['x', 'X']) {
        Some((width, height)) => Ok((side(width)?, side(height)?)),
        None => side(text).map(|side| (side, side)),
    }
}

/// Reads a win length that some board has.
pub fn win_length(text: &str) -> Result<u32, String> {
    number(text)
        .and_then(|length| u32::try_from(length).ok())
        .filter(|length| (u32::from(MIN_SIDE)..=u32::from(MAX_SIDE)).contains(length))
        .ok_or_else(|| format!("a win length is {MIN_SIDE} to the longer side of the board"))
}

fn seed(text: &str) -> Result<u64, String> {
    number(text).ok_or_else(|| format!("a seed is a whole number from 0 to {}", u64::MAX))
}

/// Reads a whole number from 1 up.
pub fn at_least_one(text: &str) -> Result<u64, String> {
    let number = number(text).filter(|&number| number > 0);
    number.ok_or_else(|| "it is a whole number from 1 up".to_owned())
}

fn depth(text: &str) -> Result<u32, String> {
    at_least_one(text).map(|depth| u32::try_from(depth).unwrap_or(u32::MAX))
}

/// Reads how many threads there are.
pub fn threads(text: &str) -> Result<usize, String> {
    up_to(text, MAX_THREADS)
}

/// Reads the size of a table, in MiB.
pub fn hash(text: &str) -> Result<usize, String> {
    up_to(text, MAX_HASH)
}

/// Reads a whole number from 1 to `most`.
pub fn up_to(text: &str, most: usize) -> Result<usize, String> {
    number(text)
        .and_then(|number| usize::try_from(number).ok())
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| format!("it is a whole number from 1 to {most}"))
}

/// Reads a constant of the search and its value.
fn constant(text: &str) -> Result<(&'static str, i32), String> {
    let (name, value) = text.split_once('=').ok_or("it is NAME=VALUE")?;
    let info = search_constant(name)?;
    let value = value.parse().ok();
    let value = value.filter(|value| (info.min..=info.max).contains(value));
    let value = value.ok_or_else(|| format!("{name} is {} to {}", info.min, info.max))?;
    Ok((info.name, value))
}

/// Reads the name of a constant of the search.
pub fn search_constant(name: &str) -> Result<ParamInfo, String> {
    let known = Params::ALL.iter().find(|info| info.name == name);
    known.copied().ok_or_else(|| {
        let names: Vec<&str> = Params::ALL.iter().map(|info| info.name).collect();
        let names = names.join(", ");
        format!("there is no constant {name:?} of the search, but {names}")
    })
}

fn level(text: &str) -> Result<Level, String> {
    text.parse().map_err(|error: LevelError| error.to_string())
}

/// Reads a time of a millisecond or more, in seconds with or without the letter for them.
pub fn time(text: &str) -> Result<Duration, String> {
    let text = text.strip_suffix('s').unwrap_or(text);
    let time = seconds(text).map_err(|error| error.to_string())?;
    if time < Duration::from_millis(1) {
        return Err("a millisecond is the least".to_owned());
    }
    Ok(time)
}

fn move_time(text: &str) -> Result<Duration, String> {
    seconds(text).map_err(|error| error.to_string())
}

/// Reads a variant by its name.
pub fn rule(text: &str) -> Result<Variant, String> {
    text.parse()
        .map_err(|error: ParseVariantError| error.to_string())
}

fn player(text: &str) -> Result<PlayerKind, String> {
    text.parse()
        .map_err(|error: lianzhu::player::UnknownPlayer| error.to_string())
}

/// Reads a log level by its lower-case name.
pub fn log_level(text: &str) -> Result<LevelFilter, String> {
    LevelFilter::iter()
        .find(|level| level.as_str().to_ascii_lowercase() == text)
        .ok_or_else(|| "the levels are off, error, warn, info, debug and trace".to_owned())
}

/// A number in digits only: no sign, no blanks.
fn number(text: &str) -> Option<u64> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

//! What is called how.
//!
//! A new subcommand is a variant of [`Command`], with its options as a `clap::Args` in a file of
//! its own beside this one, and a line in [`Command::run`].

mod analyse;
mod bench;
mod book;
mod curve;
mod datagen;
mod gomocup;
mod gtp;
mod match_options;
mod matches;
mod openings;
mod options;
mod outcome;
mod play;
mod progress;
mod rescore;
mod signals;
mod solve;
mod spsa;
mod train;
mod train_policy;
mod tune;

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use log::{Level, LevelFilter};

use bench::BenchArgs;
use match_options::MatchArgs;
use openings::OpeningsArgs;
use options::{EngineOptions, log_level};
use outcome::{BadOptions, CommandResult, USAGE};

/// The exit status when nobody reads what is printed: that of tools which die of it.
const UNREAD: u8 = 141;

/// Plays n in a row: any board from 3x3 to 52x52, any win length, four rule variants.
///
/// Without a subcommand it speaks GTP on standard input and output. Messages go to standard error;
/// RUST_LOG sets their level too.
#[derive(Debug, Parser)]
#[command(name = "lianzhu", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(flatten)]
    engine: EngineOptions,

    /// How much is said on standard error: off, error, warn, info, debug or trace
    #[arg(long, value_name = "LEVEL", value_parser = log_level, global = true)]
    log_level: Option<LevelFilter>,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Speaks GTP on standard input and output, as without a subcommand
    Gtp(EngineOptions),
    /// Speaks the Gomocup protocol, as Piskvork does to its brains; also without this word if the
    /// program's file is called pbrain-…
    Gomocup(EngineOptions),
    /// A game in the terminal: you against lianzhu, or two persons
    Play(play::PlayOptions),
    /// Pits engines against each other, and judges them
    Match(Box<MatchArgs>),
    /// Searches every move of recorded games: SGF with comments and variations out, and a page
    Analyse(analyse::AnalyseOptions),
    /// Proves what a position is worth: win, loss or draw; writes proofs, and checks them
    ///
    /// The first line of the answer is one word, or "no win". What cannot be decided within the limits is
    /// "unknown" (exit status 3).
    ///
    /// On boards of at most 64 points all moves are tried. On larger ones wins of either side are searched for,
    /// by threats and quiet moves, with every reply to them; draws are found where few lines are left.
    Solve(solve::SolveOptions),
    /// Searches fixed positions: the speed, and the signature of the search
    Bench(BenchArgs),
    /// Lets the search play itself and writes the games down, for `tune`
    Datagen(datagen::DatagenOptions),
    /// Gives the positions of games of `datagen` the scores of longer searches, for `train`
    Rescore(rescore::RescoreOptions),
    /// Fits the weights of the evaluation to the games of `datagen`
    Tune(tune::TuneOptions),
    /// Fits the network of the evaluation to the games of `datagen`
    Train(train::TrainOptions),
    /// Fits the policy, which orders moves, to what cuts in searches of the games of `datagen`
    TrainPolicy(train_policy::TrainPolicyOptions),
    /// Tunes the constants of the search by games against itself
    Spsa(spsa::SpsaOptions),
    /// Fits the curve from scores to chances of winning to the games of `datagen`
    Curve(curve::CurveOptions),
    /// Makes an opening book, or goes on with one: long searches of the first positions of a game
    Book(book::BookOptions),
    /// Makes a set of short openings that engines call even
    Openings(OpeningsArgs),
}

impl Command {
    fn run(self) -> CommandResult {
        match self {
            Command::Gtp(options) => gtp::run(&options),
            Command::Analyse(options) => analyse::run(&options),
            Command::Solve(options) => solve::run(&options),
            Command::Bench(arguments) => bench::run(&arguments),
            Command::Spsa(options) => spsa::run(&options),
            Command::Book(options) => book::run(&options),
            Command::Openings(arguments) => openings::run(&arguments),
            Command::Gomocup(options) => gomocup::run(&options),
            Command::Play(options) => play::run(&options),
            Command::Match(arguments) => matches::run(&arguments),
            Command::Datagen(options) => datagen::run(&options),
            Command::Rescore(options) => rescore::run(&options),
            Command::Tune(options) => tune::run(&options),
            Command::Train(options) => train::run(&options),
            Command::TrainPolicy(options) => train_policy::run(&options),
            Command::Curve(options) => curve::run(&options),
        }
    }
}

/// Reads the command line and does what it says.
pub fn run() -> ExitCode {
    run_with(std::env::args_os())
}

/// What the files of engines are called that Piskvork starts.
const BRAIN: &str = "pbrain-";

/// What Yixin-Board starts, without any arguments; on Windows with the ending of programs.
const YIXIN_ENGINE: [&str; 2] = ["engine", "engine.exe"];

/// The arguments, with the subcommand that the name of the program stands for. It gives way to a
/// subcommand that is named.
fn with_subcommand(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    let is_brain = arguments
        .first()
        .and_then(|program| Path::new(program).file_name())
        .is_some_and(|name| {
            let name = name.to_string_lossy().to_lowercase();
            name.starts_with(BRAIN) || YIXIN_ENGINE.contains(&&*name)
        });
    let only_options = arguments
        .get(1)
        .is_none_or(|first| first.to_string_lossy().starts_with('-'));
    if is_brain && only_options {
        arguments.insert(1, "gomocup".into());
    }
    arguments
}

fn run_with(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(with_subcommand(arguments)) {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    start_log(
        cli.log_level,
        matches!(cli.command, Some(Command::Gomocup(_))),
    );
    match cli.command.unwrap_or(Command::Gtp(cli.engine)).run() {
        Ok(status) => status,
        Err(error) if is_unread(&*error) => ExitCode::from(UNREAD),
        Err(error) => {
            eprintln!("error: {error}");
            match error.downcast_ref::<BadOptions>() {
                Some(_) => ExitCode::from(USAGE),
                None => ExitCode::FAILURE,
            }
        }
    }
}

fn is_unread(error: &(dyn Error + 'static)) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Help and version go to standard output; what is wrong goes to standard error, in one line.
fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Nobody may be listening; there is nobody to tell.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    let first: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.is_empty())
        .collect();
    eprintln!("{}", first.join(" "));
    ExitCode::from(USAGE)
}

/// Piskvork reads standard error as it reads standard output, so there a brain's lines have to be
/// ones of the protocol that answer nothing.
fn start_log(level: Option<LevelFilter>, brain: bool) {
    let mut builder = env_logger::Builder::new();
    builder.filter_level(LevelFilter::Warn).parse_default_env();
    if let Some(level) = level {
        builder.filter_level(level);
    }
    if brain {
        builder.format(|out, record| {
            let shown = record.level() <= Level::Warn;
            let kind = if shown { "MESSAGE" } else { "DEBUG" };
            writeln!(out, "{kind} {}", record.args())
        });
    }
    builder.init();
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn brains_speak_the_gomocup_protocol() {
        let read = |words: &[&str]| {
            let words = words.iter().map(OsString::from);
            Cli::try_parse_from(with_subcommand(words)).map(|cli| cli.command)
        };
        for brain in [
            "pbrain-lianzhu",
            "/engines/PBRAIN-x.exe",
            "./pbrain-",
            "engine.exe",
            "./Engine",
        ] {
            assert!(matches!(read(&[brain]), Ok(Some(Command::Gomocup(_)))));
            let seeded = read(&[brain, "--seed", "1"]);
            assert!(matches!(seeded, Ok(Some(Command::Gomocup(_)))));
            assert!(matches!(read(&[brain, "gtp"]), Ok(Some(Command::Gtp(_)))));
        }
        assert!(matches!(read(&["lianzhu"]), Ok(None)));
        assert!(matches!(read(&["lianzhu-pbrain-"]), Ok(None)));
        assert!(matches!(read(&["engines"]), Ok(None)));
        let named = read(&["lianzhu", "gomocup", "--rule", "renju"]);
        assert!(matches!(named, Ok(Some(Command::Gomocup(_)))));
    }

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}

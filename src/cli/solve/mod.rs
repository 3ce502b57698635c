//! `lianzhu solve`: what a position is worth, with a proof of it.

mod position;
mod proof;
mod quiet;
mod shown;
mod words;

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use lianzhu::engine::MAX_THREADS;
use lianzhu::game::Board;
use lianzhu::solve::{
    Answer, Form, Hints, Limit, Means, Part, ProofBook, Question, Quiet, Solution, Value, decide,
    is_proof, tries_all,
};

use super::options::{bad, hash, threads, time};
use super::outcome::{CommandResult, named};
use super::signals::interrupts;
use position::{PositionOptions, read_lines};
use proof::{check_file, check_target, write_proofs};
use shown::Shown;
use words::{UNKNOWN, reason, say_win, stopped};

const UNPROVEN: &str = "the answer is known, but no proof of it was found within the limits";

/// Options of `lianzhu solve`.
#[derive(Debug, Args)]
pub struct SolveOptions {
    #[command(flatten)]
    position: PositionOptions,

    /// What is asked of the side to move
    #[arg(
        long = "for",
        value_name = "QUESTION",
        value_enum,
        default_value = "value"
    )]
    question: Asked,

    /// Whether the side to move wins with at most so many quiet moves, 0 for continuous threats alone, or what the fewest
    /// are that win: a number, or fewest. With --for win
    #[arg(long, value_name = "N|fewest", value_parser = quiet::quiet, conflicts_with = "resume", allow_negative_numbers = true)]
    quiet: Option<Quiet>,

    /// The most time, in seconds, decimals and a final s allowed [default: as long as it takes]
    #[arg(long, value_name = "SECONDS", value_parser = time, allow_negative_numbers = true)]
    time: Option<Duration>,

    /// The most memory for tables and positions, in MiB
    #[arg(long, value_name = "MIB", value_parser = hash, default_value = "512", allow_negative_numbers = true)]
    memory: usize,

    /// Threads, 1 to 256 [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    threads: Option<usize>,

    /// Write the proof into this file. A draw takes two: FILE.black and FILE.white. No file is written
    /// over that is no proof
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,

    /// How the proof of a win is written
    #[arg(
        long,
        value_name = "FORM",
        value_enum,
        default_value = "explicit",
        requires = "proof"
    )]
    form: WinForm,

    /// Keep the work in this file while it is done, and go on with what it holds. Whether the opponent
    /// wins has a file of its own, FILE.loss
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,

    /// Do only part I of N of the work, one for each of several machines: every N-th of the first replies that
    /// threats do not answer. The files of --resume are then joined
    #[arg(long, value_name = "I/N", value_parser = part, requires = "resume", conflicts_with = "proof")]
    part: Option<Part>,

    /// Moves to try before others: lines of play from the position, one a line as vertices, or the proof of a win, of this
    /// rule or another, laid in the middle of a board of another size. They count also where a position is the same but for a symmetry
    #[arg(long, value_name = "FILE")]
    hints: Option<PathBuf>,

    /// Check a proof, and say what it proves
    #[arg(long, value_name = "FILE", exclusive = true)]
    check: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Asked {
    /// Whether it wins, draws or loses
    Value,
    /// Whether it can force a line
    Win,
    /// Whether it can keep the opponent from forcing one
    Draw,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum WinForm {
    /// With every threat: to be checked without searching
    Explicit,
    /// Quiet moves only: far smaller, and the reader finds the threats again
    Strategy,
}

impl From<WinForm> for Form {
    fn from(form: WinForm) -> Form {
        match form {
            WinForm::Explicit => Form::Explicit,
            WinForm::Strategy => Form::Strategy,
        }
    }
}

impl From<Asked> for Question {
    fn from(asked: Asked) -> Question {
        match asked {
            Asked::Value => Question::Value,
            Asked::Win => Question::Win,
            Asked::Draw => Question::Draw,
        }
    }
}

/// Answers the question, or checks a proof.
pub fn run(options: &SolveOptions) -> CommandResult {
    if let Some(path) = &options.check {
        return check_file(path);
    }
    let start = Instant::now();
    let board = options.position.board()?;
    let question = options.question.into();
    check(options, &board)?;
    let hints = match &options.hints {
        Some(path) => read_hints(path, &board)?,
        None => Hints::default(),
    };
    let cores = available_parallelism().map_or(1, usize::from);
    let stop = interrupts();
    let means = Means {
        time: options.time,
        memory: options.memory,
        threads: options.threads.unwrap_or(cores.min(MAX_THREADS)),
        journal: options.resume.clone(),
        hints,
        part: options.part,
        proof: options.proof.is_some(),
        stop: stop.clone(),
    };
    if let Some(quiet) = options.quiet {
        let proof = options.proof.as_deref();
        let proof = proof.map(|path| (path, options.form.into()));
        return quiet::run(&board, quiet, &means, proof);
    }
    let shown = Shown::new();
    let found = decide(&board, question, &means, &|color, progress| {
        shown.tell(color, *progress)
    });
    drop(shown);
    let solution = found.map_err(|error| match &options.resume {
        Some(path) => named(path, error),
        None => error.into(),
    })?;
    tell(&board, question, &solution, start.elapsed())?;
    if solution.limit == Some(Limit::Stop) {
        return stopped(options.resume.is_some());
    }
    if let (Some(part), Some((proven, all))) = (options.part, solution.part) {
        let (number, of) = (part.number + 1, part.of);
        writeln!(
            io::stdout(),
            "part {number}/{of}: first replies answered: {proven} of {all}"
        )?;
        if proven == all {
            return Ok(ExitCode::SUCCESS);
        }
    }
    if solution.answer(question) == Answer::Unknown {
        return Ok(ExitCode::from(UNKNOWN));
    }
    let Some(path) = &options.proof else {
        return Ok(ExitCode::SUCCESS);
    };
    let left = |time: Duration| time.saturating_sub(start.elapsed());
    let means = Means {
        time: means.time.map(left),
        ..means
    };
    if write_proofs(
        path,
        options.form.into(),
        &board,
        question,
        &solution,
        &means,
    )? {
        return Ok(ExitCode::SUCCESS);
    }
    if stop.is_stopped() {
        return stopped(options.resume.is_some());
    }
    let message = match (solution.win, solution.loss) {
        (Answer::Yes, _) | (_, Answer::Yes) => UNPROVEN,
        _ if tries_all(board.rules()) => UNPROVEN,
        _ => "the answer is known, but proofs that a side holds are of boards of at most 64 points",
    };
    Err(message.into())
}

/// The moves of a file that holds lines of play, or the proof of a win.
fn read_hints(path: &Path, board: &Board) -> Result<Hints, Box<dyn Error>> {
    let bytes = fs::read(path).map_err(|error| named(path, error))?;
    let rules = board.rules();
    if is_proof(&bytes) {
        let book = ProofBook::read(&bytes[..]).map_err(|error| named(path, error))?;
        return Ok(book.hints(rules));
    }
    let text = String::from_utf8(bytes).map_err(|error| named(path, error))?;
    let lines = read_lines(&text, rules).map_err(|error| named(path, error))?;
    Ok(Hints::of_lines(board, &lines))
}

/// Reads which part of how many.
fn part(text: &str) -> Result<Part, String> {
    let numbers = text.split_once('/').and_then(|(number, of)| {
        let (number, of): (usize, usize) = (number.parse().ok()?, of.parse().ok()?);
        (1..=of).contains(&number).then_some(Part {
            number: number - 1,
            of,
        })
    });
    numbers.ok_or_else(|| "it is I/N, with I from 1 to N".to_owned())
}

/// What cannot work is said before hours are spent.
fn check(options: &SolveOptions, board: &Board) -> Result<(), Box<dyn Error>> {
    if let Some(path) = &options.proof {
        if board.is_decided() {
            return Err(bad("the game is over: there is nothing to prove").into());
        }
        check_target(path)?;
    }
    if options.part.is_some() && !matches!(options.question, Asked::Win) {
        return Err(bad("--part is for --for win").into());
    }
    if options.part.is_some() && tries_all(board.rules()) {
        let message = "--part is for boards of more than 64 points: smaller ones are solved whole";
        return Err(bad(message).into());
    }
    if options.quiet.is_some() && !matches!(options.question, Asked::Win) {
        return Err(bad("--quiet is about wins: it needs --for win").into());
    }
    if options.resume.is_some() && options.proof == options.resume {
        return Err(bad("--proof and --resume name the same file").into());
    }
    Ok(())
}

/// Prints the answer: one word, then what else is known.
fn tell(board: &Board, question: Question, solution: &Solution, took: Duration) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let word = match (question, solution.answer(question)) {
        (_, Answer::Unknown) => "unknown",
        (Question::Win, Answer::Yes) => "win",
        (Question::Win, Answer::No) => "no win",
        (Question::Draw, Answer::Yes) => "holds",
        (Question::Draw, Answer::No) => "loss",
        (Question::Value, _) => match solution.value() {
            Some(Value::Win) => "win",
            Some(Value::Loss) => "loss",
            Some(Value::Draw) => "draw",
            None => "unknown",
        },
    };
    writeln!(out, "{word}")?;
    if board.is_decided() {
        return writeln!(out, "the game is over");
    }
    let own = board.side_to_move();
    let winner = match (solution.win, solution.loss) {
        (Answer::Yes, _) => Some(own),
        (_, Answer::Yes) => Some(!own),
        _ => None,
    };
    if let Some(limit) = solution.limit {
        writeln!(out, "{}", reason(limit))?;
        for (color, answer) in [(own, solution.win), (!own, solution.loss)] {
            if answer == Answer::No {
                writeln!(out, "{color} cannot force a win")?;
            }
        }
    }
    if let Some(winner) = winner {
        say_win(
            &mut out,
            own,
            winner,
            &solution.line,
            solution.proof.as_ref(),
        )?;
    }
    let (nodes, seconds) = (solution.nodes, took.as_secs_f64());
    writeln!(out, "searched: {nodes} nodes, {seconds:.1} s")
}

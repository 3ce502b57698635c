//! `lianzhu solve --quiet`: wins with few quiet moves.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use lianzhu::game::Board;
use lianzhu::solve::{Answer, Form, Limit, Means, Quiet, Shortest, shortest};

use super::proof::write_win;
use super::shown::Shown;
use super::words::{UNKNOWN, count, reason, say_win, stopped};
use crate::cli::outcome::CommandResult;

/// What the answers count.
const MEANING: &str = "each move made where continuous threats do not win yet, threats among them";

/// The argument of the option.
pub fn quiet(text: &str) -> Result<Quiet, String> {
    if text == "fewest" {
        return Ok(Quiet::Fewest);
    }
    let number = text.parse().map(Quiet::AtMost);
    number.map_err(|_| "a number of moves, or fewest".to_owned())
}

/// Answers whether the side to move wins so, and writes the proof.
pub fn run(
    board: &Board,
    quiet: Quiet,
    means: &Means,
    proof: Option<(&Path, Form)>,
) -> CommandResult {
    let start = Instant::now();
    let shown = Shown::new();
    let color = board.side_to_move();
    let found = shortest(board, quiet, means, &|progress| {
        shown.tell(color, *progress)
    })?;
    drop(shown);
    tell(board, quiet, &found, start.elapsed())?;
    if found.limit == Some(Limit::Stop) {
        return stopped(false);
    }
    if found.answer == Answer::Unknown {
        return Ok(ExitCode::from(UNKNOWN));
    }
    if let (Some((path, form)), Some(proof)) = (proof, &found.proof)
        && !write_win(path, form, proof, means)?
    {
        return stopped(false);
    }
    Ok(ExitCode::SUCCESS)
}

fn tell(board: &Board, quiet: Quiet, found: &Shortest, took: Duration) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let word = match found.answer {
        Answer::Yes => "win",
        Answer::No => "no win",
        Answer::Unknown => "unknown",
    };
    writeln!(out, "{word}")?;
    if board.is_decided() {
        return writeln!(out, "the game is over");
    }
    if let Some(limit) = found.limit {
        writeln!(out, "{}", reason(limit))?;
    }
    let own = board.side_to_move();
    if found.answer == Answer::Yes {
        say_win(&mut out, own, own, &found.line, found.proof.as_ref())?;
    }
    let how_many = match (quiet, found.answer) {
        (Quiet::Fewest, Answer::Yes) => format!("the fewest: {}", moves(found.least)),
        (_, Answer::Yes) => String::new(),
        (Quiet::AtMost(bound), Answer::No) => format!("not with {}", moves(bound)),
        (Quiet::Fewest, _) if found.least > 0 => format!("at least {}", moves(found.least)),
        _ => String::new(),
    };
    if !how_many.is_empty() {
        writeln!(out, "quiet: {how_many} ({MEANING})")?;
    }
    let (nodes, seconds) = (found.nodes, took.as_secs_f64());
    writeln!(out, "searched: {nodes} nodes, {seconds:.1} s")
}

fn moves(number: usize) -> String {
    match number {
        0 => "no quiet move, threats alone".to_owned(),
        _ => count(number, "quiet move"),
    }
}

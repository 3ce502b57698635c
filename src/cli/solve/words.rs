//! What `lianzhu solve` says of any answer.

use std::io::{self, Write};

use lianzhu::game::{Color, Point};
use lianzhu::notation::{Vertex, vertices};
use lianzhu::solve::{Limit, WinProof};

use crate::cli::outcome::CommandResult;
use crate::cli::progress::{GOES_ON, interrupted};

/// The exit status where the question has no answer within the limits.
pub const UNKNOWN: u8 = 3;

/// Tells of an interruption, and whether the work is kept.
pub fn stopped(keeps_work: bool) -> CommandResult {
    interrupted(if keeps_work {
        GOES_ON
    } else {
        "nothing is kept without --resume"
    })
}

/// Tells of a win: the move, the line and the size of the proof.
pub fn say_win(
    out: &mut impl Write,
    own: Color,
    winner: Color,
    line: &[Point],
    proof: Option<&WinProof>,
) -> io::Result<()> {
    if let (true, Some(&first)) = (winner == own, line.first()) {
        writeln!(out, "move: {}", Vertex::from(first))?;
    }
    if line.len() > 1 {
        writeln!(out, "line: {}", vertices(line.iter().copied()))?;
    }
    if let Some(proof) = proof {
        let (positions, quiet) = (proof.positions(), proof.quiet_moves());
        let depth = proof.depth();
        write!(out, "proof: {}, ", count(positions, "position"))?;
        match quiet {
            0 => writeln!(out, "threats alone")?,
            _ => writeln!(
                out,
                "{}, {depth} at most on a line",
                count(quiet, "quiet move")
            )?,
        }
    }
    Ok(())
}

/// So many of something.
pub fn count(number: usize, what: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {what}{ending}")
}

/// What was missing.
pub const fn reason(limit: Limit) -> &'static str {
    match limit {
        Limit::Stop => "it was interrupted",
        Limit::Time => "the time is up",
        Limit::Memory => "the memory is full",
        Limit::Method => "nothing more can be tried",
    }
}

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use lianzhu::bench;
use lianzhu::notation::Vertex;
use lianzhu::search::{Searcher, score_text};

use super::outcome::CommandResult;

/// What a benchmark is run with.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// The depth of the searches, in plies
    #[arg(default_value_t = bench::DEFAULT_DEPTH, value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: u32,
}

/// Searches the fixed positions, one line each, then the sum and the signature.
pub fn run(arguments: &BenchArgs) -> CommandResult {
    let mut searcher = Searcher::new(bench::HASH, 1);
    let mut out = io::stdout().lock();
    let mut number = 0;
    let total = bench::run(&mut searcher, arguments.depth, |board, report| {
        number += 1;
        let rules = board.rules();
        writeln!(
            out,
            "{number:2}  {:>5} {:9} {}  stones {:2}  {:>10}  {:>4}  nodes {:9}  nps {:8}",
            format!("{}x{}", rules.width(), rules.height()),
            rules.variant().name(),
            rules.win_length(),
            board.stones(),
            score_text(report.score),
            Vertex::from(report.pv.first().copied()).to_string(),
            report.nodes.total(),
            report.nps(),
        )
    })?;
    writeln!(out)?;
    write!(out, "{total}")?;
    Ok(ExitCode::SUCCESS)
}

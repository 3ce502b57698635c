use std::fs::File;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Instant;

use clap::Args;

use lianzhu::clock::{StopToken, Watch};
use lianzhu::game::Board;
use lianzhu::notation::Vertex;
use lianzhu::solve::{Effort, Form, check, prove_win};

use super::options::{GameOptions, bad};
use super::outcome::CommandResult;

/// Options of `lianzhu solve`.
#[derive(Debug, Args)]
pub struct SolveOptions {
    /// The position: the moves that lead to it
    #[arg(value_name = "MOVE")]
    moves: Vec<Vertex>,

    #[command(flatten)]
    game: GameOptions,

    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,

    /// The file of the work done
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,

    /// The file of the proof
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,

    /// Checks a proof
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
}

/// Proves the value of a position.
pub fn run(options: &SolveOptions) -> CommandResult {
    let start = Instant::now();
    if let Some(path) = &options.check {
        println!(
            "{:?}",
            check(std::io::BufReader::new(File::open(path)?))?.verdict
        );
        println!("{:?}", start.elapsed());
        return Ok(ExitCode::SUCCESS);
    }
    let rules = options.game.rules()?;
    let mut board = Board::new(rules);
    for vertex in &options.moves {
        if let Some(point) = vertex.on_board(&rules).map_err(bad)? {
            board
                .play(board.position().side_to_move(), point)
                .map_err(bad)?;
        }
    }
    let effort = Effort {
        threads: options.threads,
        positions: usize::MAX,
        journal: options.resume.clone(),
    };
    let stop = StopToken::new();
    let attacker = lianzhu::game::Color::Black;
    let last = Mutex::new(Instant::now());
    let attempt = prove_win(&board, attacker, &effort, &stop, &|p| {
        let mut last = last.lock().unwrap();
        if last.elapsed().as_secs() >= 5 {
            *last = Instant::now();
            eprintln!("{:?} {:?}", start.elapsed(), p);
        }
    })?;
    println!(
        "{:?} {:?} {:?}",
        attempt.answer,
        attempt.progress,
        start.elapsed()
    );
    if let Some(proof) = attempt.proof {
        println!(
            "{} {} {}",
            proof.positions(),
            proof.quiet_moves(),
            proof.depth()
        );
        if let Some(path) = &options.proof {
            let mut file = std::io::BufWriter::new(File::create(path)?);
            proof.write(Form::Explicit, &mut file, options.threads, &Watch::nobody())?;
            let mut file = std::io::BufWriter::new(File::create(path.with_extension("strategy"))?);
            proof.write(Form::Strategy, &mut file, options.threads, &Watch::nobody())?;
        }
    }
    println!("{:?}", start.elapsed());
    Ok(ExitCode::SUCCESS)
}

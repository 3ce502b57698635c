use std::collections::HashSet;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::Duration;

use clap::Args;

use lianzhu::engine::MAX_THREADS;
use lianzhu::game::{Rules, Variant};
use lianzhu::review::{
    Batch, Effort, Game, Job, ProofEffort, Request, ReviewError, Reviewed, Source, check_page,
    collection, jobs, read_bounded, summary, write_page,
};

use super::options::{at_least_one, bad, hash, rule, threads, time, win_length};
use super::outcome::{CommandResult, USAGE, files};
use super::progress::{GOES_ON, SO_FAR, interrupted, watched};

/// The exit status if a record is bad.
const FAILED: u8 = 1;

/// What stands for standard input and output instead of a file.
const STANDARD: &str = "-";

/// SGF's number for Go.
const GO: u32 = 1;

/// What is spent on a position if nothing else is said.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Options of `lianzhu analyse`.
#[derive(Debug, Args)]
pub struct AnalyseOptions {
    /// Game records: SGF, of one game or several, or Piskvork's PSQ; a folder stands for all records
    /// in it and below, - for standard input
    #[arg(value_name = "FILE|FOLDER", required = true)]
    files: Vec<PathBuf>,

    /// The time for each position, decimals and a final s allowed [default: 1, unless --nodes is
    /// given]
    #[arg(long, value_name = "SECONDS", value_parser = time, allow_negative_numbers = true)]
    time: Option<Duration>,

    /// The most nodes searched for each position of a game: the same result on every machine
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    nodes: Option<u64>,

    /// Prove what is won and what is lost, and which moves win: the most time for that at each position
    #[arg(long, value_name = "SECONDS", value_parser = time, allow_negative_numbers = true)]
    prove_time: Option<Duration>,

    /// The same, bounded by nodes: the same result on every machine
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    prove_nodes: Option<u64>,

    /// Where the review goes, - for standard output; for several files, the folder where they go
    /// [default: beside each file, with the ending .review.sgf]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Write a page to look at, too: one for all games
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Write over files that are no reviews, though never over a record that is reviewed
    #[arg(long)]
    force: bool,

    /// Positions searched at once, 1 to 256 [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    threads: Option<usize>,

    /// The transposition table of each of them in MiB
    #[arg(long, value_name = "MIB", value_parser = hash, default_value = "32")]
    hash: usize,

    /// The rule of games that do not name one
    #[arg(long, value_name = "RULE", value_parser = rule, default_value = "freestyle")]
    rule: Variant,

    /// The win length of games that do not name one
    #[arg(long, value_name = "N", value_parser = win_length, default_value = "5")]
    winlength: u32,
}

/// Reviews the files; what was found goes to standard output, complaints to standard error.
pub fn run(options: &AnalyseOptions) -> CommandResult {
    let request = request(options)?;
    let batch = Batch::open(&request);
    // What is wrong with the records is said before hours are spent on them.
    let mut status = batch.files().map(complain).max().unwrap_or(0);
    let was_read: Vec<bool> = batch.files().map(|file| file.games.is_ok()).collect();
    let (reviewed, stopped) = watched(|watch| batch.run(watch));
    for (file, was_read) in reviewed.iter().zip(was_read) {
        if was_read && file.games.is_err() {
            status = status.max(complain(file));
        }
    }
    let games = named(&reviewed);
    let page = options.html.as_ref().filter(|_| !games.is_empty());
    if let Some(path) = page {
        write_page(path, &games, request.effort)?;
    }
    let to_output = options.out.as_deref() == Some(Path::new(STANDARD));
    for file in &reviewed {
        let Ok(games) = &file.games else { continue };
        if to_output {
            io::stdout().write_all(&collection(games, request.effort))?;
            tell(&mut io::stderr(), file, games, request.effort)?;
        } else {
            tell(&mut io::stdout(), file, games, request.effort)?;
        }
    }
    if let Some(path) = page {
        let said = format!("page: {}", path.display());
        if to_output {
            eprintln!("{said}");
        } else {
            writeln!(io::stdout(), "{said}")?;
        }
    }
    if stopped {
        let kept = reviewed.iter().any(|file| file.job.output.is_some());
        return interrupted(if kept { GOES_ON } else { SO_FAR });
    }
    Ok(ExitCode::from(status))
}

/// Says what is wrong with a file; returns the exit status for that.
fn complain(file: &Reviewed) -> u8 {
    let input = &file.job.input;
    let games = match &file.games {
        Ok(games) => games,
        Err(error) => {
            eprintln!("error: {input}: {}", with_hint(error));
            return if is_refusal(error) { USAGE } else { FAILED };
        }
    };
    let mut status = 0;
    for (index, game) in games.iter().enumerate() {
        let which = if games.len() > 1 {
            format!("{input}: game {}", index + 1)
        } else {
            input.to_string()
        };
        if let Some(number) = game.other_game() {
            let name = if number == GO { "Go" } else { "another game" };
            eprintln!(
                "warning: {which}: a record of {name} (GM[{number}]), reviewed as {} in a row",
                game.rules().win_length()
            );
        }
        if let Some(bad) = game.bad_move() {
            eprintln!("error: {which}: {bad}; reviewed up to there");
            status = FAILED;
        }
    }
    status
}

/// Whether a file was spared, since something else stands where the review or the page would go.
fn is_refusal(error: &ReviewError) -> bool {
    use ReviewError::{Collision, Foreign, ForeignPage, PageCollision};
    matches!(
        error,
        Collision(_) | Foreign(_) | PageCollision(_) | ForeignPage(_)
    )
}

fn with_hint(error: &ReviewError) -> String {
    match error {
        ReviewError::Foreign(_) | ReviewError::ForeignPage(_) => {
            format!("{error}; --force writes over it")
        }
        _ => error.to_string(),
    }
}

fn tell(out: &mut impl Write, file: &Reviewed, games: &[Game], effort: Effort) -> io::Result<()> {
    let input = &file.job.input;
    match &file.job.output {
        Some(output) => writeln!(out, "{input}: reviewed in {}", output.display())?,
        None => writeln!(out, "{input}: reviewed")?,
    }
    for (index, game) in games.iter().enumerate() {
        if games.len() > 1 {
            writeln!(out, "  game {}", index + 1)?;
        }
        for line in summary(game, effort).lines() {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}

/// All games with their names: those of the files, the paths where several files have one name, and a
/// number if a file holds several games.
fn named(reviewed: &[Reviewed]) -> Vec<(String, &Game)> {
    let mut names = HashSet::new();
    let is_new = |file: &Reviewed| names.insert(file_name(&file.job.input));
    let all_differ = reviewed.iter().all(is_new);
    let mut named = Vec::new();
    for file in reviewed {
        let Ok(games) = &file.games else { continue };
        let name = if all_differ {
            file_name(&file.job.input)
        } else {
            file.job.input.to_string()
        };
        for (index, game) in games.iter().enumerate() {
            let name = if games.len() > 1 {
                format!("{name}, game {}", index + 1)
            } else {
                name.clone()
            };
            named.push((name, game));
        }
    }
    named
}

fn file_name(input: &Source) -> String {
    match input.file().and_then(Path::file_name) {
        Some(name) => name.to_string_lossy().into_owned(),
        None => input.to_string(),
    }
}

fn request(options: &AnalyseOptions) -> Result<Request, Box<dyn Error>> {
    let cores = available_parallelism().map_or(1, usize::from);
    let jobs = all_jobs(options)?;
    if let Some(page) = &options.html {
        check_page(page, &jobs, options.force).map_err(|error| bad(with_hint(&error)))?;
    }
    let side = 15_u32.max(options.winlength);
    let rules = Rules::new(side, side, options.winlength, options.rule).map_err(bad)?;
    Ok(Request {
        jobs,
        effort: Effort {
            time: match (options.time, options.nodes) {
                (None, None) => Some(DEFAULT_TIME),
                (time, _) => time,
            },
            nodes: options.nodes,
            proof: match (options.prove_time, options.prove_nodes) {
                (None, None) => None,
                (time, nodes) => Some(ProofEffort { time, nodes }),
            },
        },
        threads: options.threads.unwrap_or(cores.min(MAX_THREADS)),
        hash: options.hash,
        rules,
        win_length: options.winlength,
        force: options.force,
    })
}

/// What is to be reviewed, with the folders where reviews go.
fn all_jobs(options: &AnalyseOptions) -> Result<Vec<Job>, Box<dyn Error>> {
    let named = files(&options.files);
    let mut sources: Vec<Source> = named.into_iter().map(Source::File).collect();
    let standard = Source::File(STANDARD.into());
    if sources.iter().filter(|source| **source == standard).count() > 1 {
        return Err(bad("standard input can be read once").into());
    }
    if let Some(place) = sources.iter_mut().find(|source| **source == standard) {
        *place = Source::Text {
            name: "standard input".to_owned(),
            text: read_bounded(io::stdin().lock())
                .map_err(|error| format!("standard input: cannot read it: {error}"))?,
        };
    }
    let out = options.out.as_deref();
    let mut jobs = jobs(sources, out);
    if out == Some(Path::new(STANDARD)) {
        for job in &mut jobs {
            job.output = None;
        }
    }
    let several = jobs.iter().any(|job| job.output.as_deref() != out);
    for folder in jobs.iter().filter(|_| out.is_some() && several) {
        let folder = folder.output.as_deref().and_then(Path::parent);
        if let Some(folder) = folder.filter(|folder| *folder != Path::new("")) {
            fs::create_dir_all(folder)
                .map_err(|error| bad(format!("{}: {error}", folder.display())))?;
        }
    }
    Ok(jobs)
}

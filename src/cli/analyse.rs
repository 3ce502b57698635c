use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use clap::Args;

use lianzhu::clock::{StopToken, seconds};
use lianzhu::engine::{MAX_HASH, MAX_THREADS};
use lianzhu::game::{Rules, Variant};
use lianzhu::review::{Effort, Game, Job, News, Request, Reviewed, page, review, summary};

use super::options::{at_least_one, bad, rule, up_to, win_length};
use super::{BadOptions, Outcome};

/// The exit status of a review that was interrupted.
const INTERRUPTED: u8 = 130;

/// What is spent on a position if nothing else is said.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The bar is drawn no more often than this.
const DRAW_EVERY: Duration = Duration::from_millis(100);

/// Options of `lianzhu analyse`.
#[derive(Debug, Args)]
pub struct AnalyseOptions {
    /// Game records in SGF; each may hold several games
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The time for each position, decimals and a final s allowed [default: 1, unless --nodes is
    /// given]
    #[arg(long, value_name = "SECONDS", value_parser = time, allow_negative_numbers = true)]
    time: Option<Duration>,

    /// The most positions searched for each position of a game: the same result on every machine
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    nodes: Option<u64>,

    /// Where the review goes; for several files, the folder where they go [default: beside each
    /// file, with the ending .review.sgf]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Write a page to look at, too: one for all games
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

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

fn time(text: &str) -> Result<Duration, String> {
    let text = text.strip_suffix('s').unwrap_or(text);
    let time = seconds(text).map_err(|error| error.to_string())?;
    if time < Duration::from_millis(1) {
        return Err("a millisecond is the least".to_owned());
    }
    Ok(time)
}

fn threads(text: &str) -> Result<usize, String> {
    up_to(text, MAX_THREADS)
}

fn hash(text: &str) -> Result<usize, String> {
    up_to(text, MAX_HASH)
}

/// Reviews the files; what was found goes to standard output, complaints to standard error.
pub fn run(options: &AnalyseOptions) -> Outcome {
    let request = request(options)?;
    let stop = StopToken::new();
    let handler = stop.clone();
    if let Err(error) = ctrlc::set_handler(move || handler.stop()) {
        log::warn!("Ctrl-C will not end the review cleanly: {error}");
    }
    let mut bar = Bar::new();
    let reviewed = review(&request, &stop, &mut |news| bar.show(news));
    bar.end();
    let mut failed = false;
    let mut out = io::stdout().lock();
    for file in &reviewed {
        match &file.games {
            Ok(games) => tell(&mut out, file, games, request.effort)?,
            Err(error) => {
                failed = true;
                eprintln!("error: {}: {error}", file.job.input.display());
            }
        }
    }
    if let Some(path) = &options.html {
        let games = named(&reviewed);
        if !games.is_empty() {
            fs::write(path, page(&games, request.effort))
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
            writeln!(out, "page: {}", path.display())?;
        }
    }
    if stop.is_stopped() {
        eprintln!("interrupted; the same command goes on where it stopped");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

fn tell(out: &mut impl Write, file: &Reviewed, games: &[Game], effort: Effort) -> io::Result<()> {
    let input = file.job.input.display();
    writeln!(out, "{input}: reviewed in {}", file.job.output.display())?;
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

/// All games with their names: those of the files, and a number if a file holds several.
fn named(reviewed: &[Reviewed]) -> Vec<(String, &Game)> {
    let mut named = Vec::new();
    for file in reviewed {
        let Ok(games) = &file.games else { continue };
        let name = file
            .job
            .input
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        for (index, game) in games.iter().enumerate() {
            let name = if games.len() > 1 {
                format!("{name}, game {}", index + 1)
            } else {
                name.to_string()
            };
            named.push((name, game));
        }
    }
    named
}

fn request(options: &AnalyseOptions) -> Result<Request, BadOptions> {
    let cores = available_parallelism().map_or(1, usize::from);
    let out = options.out.as_deref();
    let jobs = options.files.iter().map(|input| Job {
        input: input.clone(),
        output: output(input, out, options.files.len() > 1),
    });
    let side = 15_u32.max(options.winlength);
    let rules = Rules::new(side, side, options.winlength, options.rule).map_err(bad)?;
    let request = Request {
        jobs: jobs.collect(),
        effort: Effort {
            time: match (options.time, options.nodes) {
                (None, None) => Some(DEFAULT_TIME),
                (time, _) => time,
            },
            nodes: options.nodes,
        },
        threads: options.threads.unwrap_or(cores.min(MAX_THREADS)),
        hash: options.hash,
        rules,
        win_length: options.winlength,
    };
    if let Some(folder) = out.filter(|_| options.files.len() > 1) {
        fs::create_dir_all(folder)
            .map_err(|error| bad(format!("{}: {error}", folder.display())))?;
    }
    Ok(request)
}

/// Where the review of a file goes.
fn output(input: &Path, out: Option<&Path>, several: bool) -> PathBuf {
    let mut name = input.file_stem().unwrap_or_default().to_owned();
    name.push(".review.sgf");
    match out {
        Some(folder) if several || folder.is_dir() => folder.join(name),
        Some(file) => file.to_owned(),
        None => input.with_file_name(name),
    }
}

/// The line on standard error that shows how far it is; on a terminal only.
struct Bar {
    live: bool,
    drawn: Option<Instant>,
}

impl Bar {
    const WIDTH: usize = 30;

    fn new() -> Bar {
        Bar {
            live: io::stderr().is_terminal(),
            drawn: None,
        }
    }

    fn show(&mut self, news: News) {
        let due = self.drawn.is_none_or(|drawn| drawn.elapsed() >= DRAW_EVERY);
        if self.live && (due || news.done == news.total) {
            self.drawn = Some(Instant::now());
            eprint!("\r\x1b[K{}", Bar::line(news));
        }
    }

    fn line(news: News) -> String {
        let filled = Bar::WIDTH * news.done / news.total.max(1);
        let bar = format!("{:·<1$}", "█".repeat(filled), Bar::WIDTH);
        let now = news.done - news.before;
        let left = news.total - news.done;
        let rest = if now == 0 || left == 0 {
            String::new()
        } else {
            let seconds = (news.elapsed.as_secs_f64() / now as f64 * left as f64).ceil() as u64;
            format!(", {}:{:02} left", seconds / 60, seconds % 60)
        };
        format!("{bar} {} of {} positions{rest}", news.done, news.total)
    }

    fn end(&mut self) {
        if self.drawn.is_some() {
            eprint!("\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_fills() {
        let line = |done, elapsed| {
            Bar::line(News {
                done,
                total: 60,
                before: 10,
                elapsed: Duration::from_secs(elapsed),
            })
        };
        assert!(line(10, 0).ends_with("· 10 of 60 positions"));
        assert!(line(30, 40).ends_with("· 30 of 60 positions, 1:00 left"));
        assert!(line(60, 100).ends_with("█ 60 of 60 positions"));
        assert_eq!(line(30, 1).matches('█').count(), 15);
        assert_eq!(line(30, 1).matches('·').count(), 15);
    }

    #[test]
    fn outputs_stand_beside_the_input_or_where_they_are_told() {
        let put =
            |out: Option<&str>, several| output(Path::new("a/b.sgf"), out.map(Path::new), several);
        assert_eq!(put(None, false), Path::new("a/b.review.sgf"));
        assert_eq!(put(Some("c.sgf"), false), Path::new("c.sgf"));
        assert_eq!(put(Some("c"), true), Path::new("c/b.review.sgf"));
    }
}

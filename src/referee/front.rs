//! `lianzhu match`: from the options to the tables.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::options::{MatchArgs, MatchCommand};
use super::results::{self, Header, Results};
use super::run::{Ending, MatchError, News, Outcome, run, take_in};
use super::schedule::{Schedule, Shard};
use super::sprt::{Sprt, SprtState};
use super::table::table;
use super::tally::Tally;
use crate::clock::{StopToken, Watch};

/// A plain line about the state of the match comes no more often than this.
const PLAIN_EVERY: Duration = Duration::from_secs(5);

/// The live line on a terminal is written no more often than this.
const LIVE_EVERY: Duration = Duration::from_millis(100);

/// The exit status of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// All games were played.
    Done = 0,
    /// The match could not begin or go on.
    Failed = 1,
    /// The options are wrong.
    Usage = 2,
    /// The SPRT accepted elo1.
    Accepted = 10,
    /// The SPRT accepted elo0.
    Rejected = 11,
    /// A fault under `--strict`.
    Fault = 12,
    /// Stopped by a signal.
    Interrupted = 130,
}

/// Does what the options say; results go to standard output, complaints to standard error.
pub fn main(args: MatchArgs) -> Status {
    let done = match args.command {
        Some(MatchCommand::Merge { files, out }) => merge(&files, out.as_deref()),
        None => {
            let (settings, shard) = match args.play.settings() {
                Ok(found) => found,
                Err(error) => {
                    eprintln!("error: {error}");
                    return Status::Usage;
                }
            };
            let orders = args.play.orders(shard);
            let stop = StopToken::new();
            let handler = stop.clone();
            if let Err(error) = ctrlc::set_handler(move || handler.stop()) {
                log::warn!("Ctrl-C will not end the match cleanly: {error}");
            }
            let watch = Watch::new(&stop, &|_| {});
            let settings = match args.play.judged(settings, &orders, &watch) {
                _ if stop.is_stopped() => return Status::Interrupted,
                Ok(settings) => settings,
                Err(error) => {
                    eprintln!("error: {error}");
                    return Status::Usage;
                }
            };
            let mut screen = Screen::new(&orders.results);
            let outcome = run(&settings, &orders, &stop, &mut |news| screen.show(&news));
            screen.end();
            if let Err(error @ (MatchError::Settings(_) | MatchError::SgfExists(_))) = &outcome {
                eprintln!("error: {error}");
                return Status::Usage;
            }
            outcome.map_err(|error| error.to_string())
        }
    };
    match done {
        Ok(outcome) => {
            print(&table(&outcome.tally, outcome.sprt.as_ref()));
            status(&outcome)
        }
        Err(error) => {
            eprintln!("error: {error}");
            Status::Failed
        }
    }
}

fn status(outcome: &Outcome) -> Status {
    match outcome.ending {
        Ending::Done => Status::Done,
        Ending::Sprt(SprtState::AcceptedH1) => Status::Accepted,
        Ending::Sprt(_) => Status::Rejected,
        Ending::Fault => Status::Fault,
        Ending::Interrupted => Status::Interrupted,
    }
}

/// Adds up the parts of a match.
fn merge(files: &[PathBuf], out: Option<&Path>) -> Result<Outcome, String> {
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let mut whole: Option<(Header, Schedule, Tally, Option<Results>)> = None;
    for path in files {
        if whole.is_none() {
            let header = first_line(path)?;
            let schedule = Schedule::new(&header.settings).ok();
            let schedule = schedule.filter(|schedule| schedule.fingerprint() == header.openings);
            let schedule = schedule.ok_or_else(|| {
                format!(
                    "{}: the openings of this match cannot be had",
                    path.display()
                )
            })?;
            let names = header.settings.engines.iter().map(|spec| spec.name.clone());
            let tally = Tally::new(names);
            let kept = Header {
                shard: Shard::WHOLE.to_string(),
                ..header.clone()
            };
            let results = out.map(|out| Results::create(out, &kept));
            let results = results.transpose().map_err(|e| told(&e))?;
            whole = Some((header, schedule, tally, results));
        }
        let Some((header, schedule, tally, results)) = &mut whole else {
            continue;
        };
        let part = first_line(path)?;
        let of_one = Header {
            shard: header.shard.clone(),
            ..part
        };
        if let Some(what) = of_one.difference(header) {
            let (path, first) = (path.display(), files.first());
            let first = first.map(|first| first.display()).ok_or("no files")?;
            return Err(format!("{path} is of another match than {first}: {what}"));
        }
        let each = |record| {
            take_in(tally, schedule, &header.settings, &record)?;
            match results {
                Some(results) => results.append(&record).map_err(|e| e.to_string()),
                None => Ok(()),
            }
        };
        results::read(path, each).map_err(|e| told(&e))?;
    }
    let (header, schedule, tally, _) = whole.ok_or("no files")?;
    let missing = schedule.total().saturating_sub(tally.games());
    if missing > 0 {
        eprintln!("{missing} of {} games are missing", schedule.total());
    }
    let sprt = header.settings.sprt().map_err(|e| told(&e))?;
    Ok(Outcome {
        ending: merged_ending(sprt.as_ref(), &tally, missing),
        tally,
        sprt,
    })
}

fn merged_ending(sprt: Option<&Sprt>, tally: &Tally, missing: u64) -> Ending {
    let score = tally.overall(0);
    let state = sprt.map(|sprt| sprt.state(sprt.llr(&score.pairs, &score.games())));
    match state {
        Some(state) if state.is_decided() => Ending::Sprt(state),
        _ if missing > 0 => Ending::Interrupted,
        _ => Ending::Done,
    }
}

fn first_line(path: &Path) -> Result<Header, String> {
    let header = results::read_header(path).map_err(|error| error.to_string())?;
    header.ok_or_else(|| format!("{} is empty", path.display()))
}

/// Standard output while games are played: one line that changes on a terminal, now and then a
/// plain one where there is none.
struct Screen {
    results: PathBuf,
    live: bool,
    shown: Option<Instant>,
    last: String,
}

impl Screen {
    fn new(results: &Path) -> Screen {
        Screen {
            results: results.to_owned(),
            live: io::stdout().is_terminal(),
            shown: None,
            last: String::new(),
        }
    }

    fn show(&mut self, news: &News<'_>) {
        let News::Game(record, line) = news;
        if self.last.is_empty() && self.shown.is_none() {
            say(&format!("results: {}", self.results.display()));
        }
        self.last.clone_from(line);
        if let Some((color, fault)) = record.fault() {
            let [black, white] = record.names();
            let name = [black, white]
                .get(color.index())
                .copied()
                .unwrap_or_default();
            let clear = if self.live { "\r\x1b[K" } else { "" };
            say(&format!(
                "{clear}game {} ({black} - {white}): {name} lost by {fault}: {}",
                record.game, record.detail
            ));
        }
        let every = if self.live { LIVE_EVERY } else { PLAIN_EVERY };
        if self.shown.is_some_and(|shown| shown.elapsed() < every) {
            return;
        }
        self.shown = Some(Instant::now());
        self.write();
    }

    fn write(&mut self) {
        let line = std::mem::take(&mut self.last);
        if line.is_empty() {
            return;
        }
        if self.live {
            let width = columns();
            let line: String = line.chars().take(width.saturating_sub(1)).collect();
            print(&format!("\r\x1b[K{line}"));
        } else {
            say(&line);
        }
    }

    fn end(&mut self) {
        self.write();
        if self.live && self.shown.is_some() {
            say("");
        }
    }
}

/// How wide the terminal is.
fn columns() -> usize {
    #[cfg(unix)]
    let width = rustix::termios::tcgetwinsize(io::stdout())
        .ok()
        .map(|size| usize::from(size.ws_col));
    #[cfg(not(unix))]
    let width = None;
    width.filter(|&width| width > 0).unwrap_or(80)
}

fn say(line: &str) {
    print(&format!("{line}\n"));
}

/// Nobody may be listening any more; the match goes on all the same.
fn print(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

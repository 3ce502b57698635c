//! `lianzhu match`: from the options to the tables.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use lianzhu::clock::{Progress, Watch};
use lianzhu::referee::{
    Ending, MatchError, MatchOutcome as Played, SprtState, Standing, live_line, merge, run as play,
    standing, table,
};

use super::match_options::{MatchArgs, MatchCommand, PlayArgs};
use super::options::bad;
use super::outcome::{CommandResult, files as named};
use super::progress::Bar;
use super::signals::{INTERRUPTED, interrupts};

/// A plain line about the state of the match comes no more often than this.
const PLAIN_EVERY: Duration = Duration::from_secs(5);

/// The exit status after the SPRT accepted elo1.
const ACCEPTED: u8 = 10;

/// The exit status after the SPRT accepted elo0.
const REJECTED: u8 = 11;

/// The exit status after a fault under `--strict`.
const FAULT: u8 = 12;

/// Does what the options say; results go to standard output, complaints to standard error.
pub fn run(options: &MatchArgs) -> CommandResult {
    let played = match &options.command {
        Some(MatchCommand::Merge { files, out }) => {
            let merged = merge(&named(files), out.as_deref())?;
            let missing = merged.total.saturating_sub(merged.tally.games());
            if missing > 0 {
                eprintln!("{missing} of {} games are missing", merged.total);
            }
            merged
        }
        None => match play_with(&options.play)? {
            Some(played) => played,
            None => return Ok(ExitCode::from(INTERRUPTED)),
        },
    };
    print(&table(&played.tally, played.sprt.as_ref()));
    Ok(match played.ending {
        Ending::Done => ExitCode::SUCCESS,
        Ending::Sprt(SprtState::AcceptedH1) => ExitCode::from(ACCEPTED),
        Ending::Sprt(_) => ExitCode::from(REJECTED),
        Ending::Fault => ExitCode::from(FAULT),
        Ending::Interrupted => ExitCode::from(INTERRUPTED),
    })
}

/// Plays a match; nothing if it was stopped before it began.
fn play_with(options: &PlayArgs) -> Result<Option<Played>, Box<dyn std::error::Error>> {
    let (settings, shard) = options.settings().map_err(bad)?;
    let orders = options.orders(shard);
    let stop = interrupts();
    let bar = Bar::new();
    let judged = {
        let show = |progress| bar.show(progress);
        options.judged(settings, &orders, &Watch::new(&stop, &show))
    };
    let Some(settings) = judged.map_err(bad)?.filter(|_| !stop.is_stopped()) else {
        return Ok(None);
    };
    let mut screen = Screen::new(&orders.results, &bar);
    let played = play(&settings, &orders, &stop, &mut |standing| {
        screen.show(&standing);
    });
    screen.end();
    match played {
        Err(error @ (MatchError::Settings(_) | MatchError::SgfExists(_))) => Err(bad(error).into()),
        played => Ok(Some(played?)),
    }
}

/// What is said while games are played: a bar on a terminal, now and then a plain line on standard
/// output that is none.
struct Screen<'a> {
    results: PathBuf,
    bar: &'a Bar,
    plain: bool,
    said: Option<Instant>,
    /// The plain line that is still to be said.
    last: String,
}

impl<'a> Screen<'a> {
    fn new(results: &Path, bar: &'a Bar) -> Screen<'a> {
        Screen {
            results: results.to_owned(),
            bar,
            plain: !(io::stdout().is_terminal() && io::stderr().is_terminal()),
            said: None,
            last: String::new(),
        }
    }

    fn show(&mut self, now: &Standing<'_>) {
        let Standing {
            last,
            tally,
            sprt,
            pace,
        } = *now;
        if self.said.is_none() && self.last.is_empty() {
            self.say(&format!("results: {}", self.results.display()));
        }
        self.last = live_line(tally, &pace, sprt);
        if let Some((color, fault)) = last.fault() {
            let [black, white] = last.names();
            let name = [black, white]
                .get(color.index())
                .copied()
                .unwrap_or_default();
            self.say(&format!(
                "game {} ({black} - {white}): {name} lost by {fault}: {}",
                last.game, last.detail
            ));
        }
        self.bar.note(&standing(tally, sprt));
        self.bar.show(Progress {
            unit: "games",
            done: tally.games() as usize,
            total: pace.total as usize,
        });
        if self.said.is_none_or(|said| said.elapsed() >= PLAIN_EVERY) {
            self.said = Some(Instant::now());
            self.end();
        }
    }

    /// The last plain line, if it was not said yet.
    fn end(&mut self) {
        let line = std::mem::take(&mut self.last);
        if self.plain && !line.is_empty() {
            self.say(&line);
        }
    }

    fn say(&self, line: &str) {
        self.bar.aside(|| print(&format!("{line}\n")));
    }
}

/// Nobody may be listening any more; the match goes on all the same.
fn print(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

//! Long commands: how far they are, and what is said when they were interrupted.

use std::fmt::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use lianzhu::clock::{Progress, Watch};

use super::outcome::CommandResult;
use super::signals::{INTERRUPTED, interrupts};

/// The line is drawn this often.
const TICK: Duration = Duration::from_millis(100);

/// Does long work: shows how far it is, and stops it at Ctrl-C or when it is told to end. Returns also
/// whether it was stopped.
pub fn watched<T>(work: impl FnOnce(&Watch<'_>) -> T) -> (T, bool) {
    let stop = interrupts();
    let bar = Bar::new();
    let done = work(&Watch::new(&stop, &|progress| bar.show(progress)));
    (done, stop.is_stopped())
}

/// What is said where what was done is kept.
pub const GOES_ON: &str = "the same command goes on where it stopped";

/// What is said where what was found so far is printed.
pub const SO_FAR: &str = "this is what was found so far";

/// Says that the command was interrupted, and what can be done about it.
pub fn interrupted(rest: &str) -> CommandResult {
    eprintln!("interrupted; {rest}");
    Ok(ExitCode::from(INTERRUPTED))
}

/// The line on standard error that shows how far a command is: how much is done, how fast, and what
/// time is left. There is none where that is no terminal.
pub struct Bar(ProgressBar);

/// What the line is made of.
const LINE: &str = "{wide_bar} {pos} of {len} {msg}{rest}";

impl Bar {
    /// Nothing is shown until something is known.
    pub fn new() -> Bar {
        let bar = Bar(ProgressBar::hidden());
        bar.set_template(LINE);
        bar
    }

    fn set_template(&self, template: &str) {
        // Tests draw it: the template is sound.
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.0
                .set_style(style.progress_chars("█·").with_key("rest", rest));
        }
    }

    /// Shows what is known where nobody knows how much there is to do.
    pub fn say(&self, text: String) {
        let is_new = self.0.message().is_empty();
        self.0.set_message(text);
        if is_new {
            self.set_template("{spinner} {elapsed} {msg}");
            self.0.set_draw_target(ProgressDrawTarget::stderr());
            self.0.enable_steady_tick(TICK);
        }
    }

    /// Shows a line of text below it from now on.
    pub fn note(&self, text: &str) {
        if self.0.prefix().is_empty() {
            self.set_template(&format!("{LINE}\n{{prefix}}"));
        }
        self.0.set_prefix(text.to_owned());
    }

    /// Lets something else be written to the terminal.
    pub fn aside(&self, write: impl FnOnce()) {
        self.0.suspend(write);
    }

    /// Shows it. What is done already when something is counted first counts as done before.
    pub fn show(&self, progress: Progress) {
        let Progress { unit, done, total } = progress;
        let is_new = self.0.message() != unit;
        if is_new {
            self.0.disable_steady_tick();
            self.0.set_message(unit);
        }
        self.0.update(|state| {
            state.set_len(total as u64);
            state.set_pos(done as u64);
        });
        if is_new {
            // What was done before says nothing of the pace; only now it is drawn.
            self.0.reset_eta();
            self.0.set_draw_target(ProgressDrawTarget::stderr());
            self.0.enable_steady_tick(TICK);
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// How fast it goes, and how long it will.
fn rest(state: &ProgressState, out: &mut dyn Write) {
    // What cannot be written is not shown.
    let _ = pace(state.per_sec(), state.eta(), out);
}

fn pace(per_second: f64, left: Duration, out: &mut dyn Write) -> fmt::Result {
    let rates = [(1.0, "a second"), (60.0, "a minute"), (3600.0, "an hour")];
    let rate = rates.map(|(seconds, unit)| (per_second * seconds, unit));
    let Some((rate, unit)) = rate.into_iter().find(|&(rate, _)| rate >= 1.0) else {
        return Ok(());
    };
    let decimals = usize::from(rate < 100.0);
    write!(out, ", {rate:.decimals$} {unit}")?;
    let seconds = left.as_secs_f64().ceil() as u64;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match (hours, seconds) {
        (_, 0) => Ok(()),
        (0, _) => write!(out, ", {minutes}:{:02} left", seconds % 60),
        _ => write!(out, ", {hours}:{minutes:02}:{:02} left", seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pace_is_said_in_a_unit_that_can_be_read() {
        let pace = |per_second, left| {
            let mut text = String::new();
            pace(per_second, Duration::from_secs_f64(left), &mut text).unwrap();
            text
        };
        assert_eq!(pace(0.0, 0.0), "");
        assert_eq!(pace(1234.5, 0.0), ", 1234 a second");
        assert_eq!(pace(2.25, 59.5), ", 2.2 a second, 1:00 left");
        assert_eq!(pace(0.5, 3661.0), ", 30.0 a minute, 1:01:01 left");
        assert_eq!(pace(0.01, 5.0), ", 36.0 an hour, 0:05 left");
    }
}

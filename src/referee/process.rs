//! One engine process: lines to it, lines from it, and its end.

use std::io;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::last_words::LastWords;
use super::outbox::Outbox;
use super::spec::EngineSpec;
use super::text::readable;
use super::tree::Tree;
use crate::clock::StopToken;
use crate::wire::{Event, Inbox, Inspection, LineReader};

/// How often a wait looks up to see whether the match is stopped or the process is gone.
const TICK: Duration = Duration::from_millis(50);

/// How often it does while the engine has not taken all that was sent.
const SENDING_TICK: Duration = Duration::from_millis(1);

/// After that long it is said that an engine which was just started is being waited for.
const NOTICE: Duration = Duration::from_secs(3);

/// How long a process whose output has ended may take to end itself, before that counts as an
/// output that was closed.
const LAST_BREATH: Duration = Duration::from_millis(200);

/// How long an engine may take to leave when it is asked politely.
const FAREWELL: Duration = Duration::from_millis(500);

/// No answer is longer; of a longer line only the beginning is looked at.
const LONGEST_LINE: usize = 16 * 1024;

/// Why an engine did not answer as it should.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EngineError {
    /// The process has ended.
    #[error("its process ended: {0}")]
    Ended(String),
    /// Its input or its output is closed, the process goes on.
    #[error("it closed its {0}")]
    Closed(&'static str),
    /// No answer in the time it was waited for.
    #[error("no answer within {:.3} s", .0.as_secs_f64())]
    Silent(Duration),
    /// What came is no answer.
    #[error("{0}")]
    Garbage(String),
    /// The match is being stopped; no fault of the engine.
    #[error("the match was stopped")]
    Stopped,
}

/// A line and when it came.
pub(super) struct TimedLine {
    pub(super) at: Instant,
    pub(super) text: String,
}

/// A running engine. Killed with its children when dropped, or when the referee is.
pub(super) struct Process {
    name: String,
    tree: Tree,
    input: Outbox,
    lines: Inbox,
    last_words: Option<Arc<LastWords>>,
    stop: StopToken,
    /// Nothing is said about waiting for it: it has come up, or that was said.
    quiet: bool,
}

impl Process {
    /// Starts the engine.
    pub(super) fn start(spec: &EngineSpec, stop: &StopToken) -> io::Result<Process> {
        let mut command = Command::new(spec.program());
        command
            .args(spec.cmd.iter().skip(1))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(if spec.stderr {
                Stdio::inherit()
            } else {
                Stdio::piped()
            });
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        let mut tree = Tree::spawn(command, spec.stderr)?;
        let pipes = tree.child.stdin.take().zip(tree.child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| io::Error::other("the engine has no pipes"))?;
        let last_words = tree.child.stderr.take().map(LastWords::of).transpose()?;
        let source = LineReader::new(output).with_limit(LONGEST_LINE);
        Ok(Process {
            name: spec.name.clone(),
            tree,
            input: Outbox::new(input)?,
            lines: Inbox::spawn(source, |_| Inspection::Queue)?,
            last_words: last_words.map(Arc::new),
            stop: stop.clone(),
            quiet: false,
        })
    }

    /// It has come up: from now on it may take its time without a word.
    pub(super) fn introduced(&mut self) {
        self.quiet = true;
    }

    /// Where its last words will be; nothing if its standard error is the referee's own.
    pub(super) fn last_words(&self) -> Option<Arc<LastWords>> {
        self.last_words.clone()
    }

    /// Sends whole lines without waiting: what the engine does not take now goes to it while its
    /// answer is waited for, so that one that does not read is one that does not answer.
    pub(super) fn send(&mut self, text: &str) -> Result<(), EngineError> {
        log::debug!("[{}] < {}", self.tree.child.id(), text.trim_end());
        let sent = self.input.send(text);
        sent.map_err(|_| self.ended("input"))
    }

    /// The next line, waited for until `patience` after `asked` is over. A line that came later is
    /// none.
    pub(super) fn line(
        &mut self,
        asked: Instant,
        patience: Duration,
    ) -> Result<TimedLine, EngineError> {
        let mut gone = false;
        loop {
            let left = patience.saturating_sub(asked.elapsed());
            let tick = if self.input.is_empty() {
                TICK
            } else {
                SENDING_TICK
            };
            match self.lines.recv_timeout(left.min(tick)) {
                Some(Event::Line(received)) => {
                    if received.at.saturating_duration_since(asked) > patience {
                        return Err(EngineError::Silent(patience));
                    }
                    let text = readable(&received.line);
                    log::debug!("[{}] > {text}", self.tree.child.id());
                    return Ok(TimedLine {
                        at: received.at,
                        text,
                    });
                }
                Some(Event::End | Event::Failed(_)) => return Err(self.ended("output")),
                // A child of the engine may hold the pipe open after the engine has gone.
                None if gone => return Err(self.ended("output")),
                None => gone = self.tree.has_exited(),
            }
            if self.stop.is_stopped() {
                return Err(EngineError::Stopped);
            }
            if left.is_zero() && !gone {
                return Err(EngineError::Silent(patience));
            }
            if self.input.flush().is_err() {
                return Err(self.ended("input"));
            }
            if !self.quiet && asked.elapsed() >= NOTICE {
                self.quiet = true;
                let (name, patience) = (&self.name, patience.as_secs_f64());
                log::warn!("{name} does not answer yet; it is given {patience} s (--stall)");
            }
        }
    }

    /// A line that is there already, without waiting.
    pub(super) fn pending(&mut self) -> Option<String> {
        match self.lines.recv_timeout(Duration::ZERO)? {
            Event::Line(received) => Some(readable(&received.line)),
            Event::End | Event::Failed(_) => None,
        }
    }

    /// What the end of a pipe means.
    fn ended(&mut self, pipe: &'static str) -> EngineError {
        if !self.tree.exits_within(LAST_BREATH) {
            return EngineError::Closed(pipe);
        }
        let mut how = self.tree.kill();
        how.extend(self.last_words.iter().map(|words| words.text()));
        EngineError::Ended(how)
    }

    /// Asks it to leave, waits a moment, and kills what is left of it.
    pub(super) fn leave(mut self, goodbye: &str) {
        if self.send(goodbye).is_ok() {
            self.tree.exits_within(FAREWELL);
        }
    }
}

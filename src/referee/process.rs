//! One engine process: lines to it, lines from it, and its end.

use std::io;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::spec::EngineSpec;
use crate::clock::StopToken;
use crate::wire::{Event, Inbox, Line, LineReader, Sender, Verdict};

/// How often a wait looks up to see whether the match is stopped or the process is gone.
const TICK: Duration = Duration::from_millis(50);

/// How long a process whose output has ended may take to end itself, before that counts as an
/// output that was closed.
const LAST_BREATH: Duration = Duration::from_millis(200);

/// How long an engine may take to leave when it is asked politely.
const FAREWELL: Duration = Duration::from_millis(500);

/// No answer is longer; of a longer line only the beginning is looked at.
const LONGEST_LINE: usize = 16 * 1024;

/// How much of an unexpected line is quoted.
const QUOTED: usize = 80;

/// Why an engine did not answer as it should.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Trouble {
    /// The process has ended.
    #[error("its process ended: {0}")]
    Ended(String),
    /// The output has ended, the process goes on.
    #[error("it closed its output")]
    OutputEnded,
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
pub(super) struct Heard {
    pub(super) at: Instant,
    pub(super) text: String,
}

/// A running engine. Killed with its children when dropped.
pub(super) struct Process {
    child: Child,
    input: Sender<ChildStdin>,
    lines: Inbox,
    stop: StopToken,
    /// Waited for: its number may belong to another process by now.
    reaped: bool,
}

impl Process {
    /// Starts the engine in a process group of its own, so that a Ctrl-C meant for the referee does
    /// not reach it and its children can be killed with it.
    pub(super) fn start(spec: &EngineSpec, stop: &StopToken) -> io::Result<Process> {
        let mut command = Command::new(spec.program());
        command
            .args(spec.cmd.iter().skip(1))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(if spec.stderr {
                Stdio::inherit()
            } else {
                Stdio::null()
            });
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| io::Error::other("the engine has no pipes"))?;
        let source = LineReader::new(output).with_limit(LONGEST_LINE);
        let lines = match Inbox::spawn(source, |_| Verdict::Queue) {
            Ok(lines) => lines,
            Err(error) => {
                kill_group(&mut child);
                child.wait()?;
                return Err(error);
            }
        };
        Ok(Process {
            child,
            input: Sender::new(input),
            lines,
            stop: stop.clone(),
            reaped: false,
        })
    }

    /// Writes whole lines. Every batch is short beside what a pipe holds and is followed by
    /// waiting for its answer, so this does not block on an engine that does not read.
    pub(super) fn send(&mut self, text: &str) -> Result<(), Trouble> {
        log::debug!("[{}] < {}", self.child.id(), text.trim_end());
        let sent = self.input.send(text);
        sent.map_err(|_| self.ended())
    }

    /// The next line, waited for until `patience` after now is over.
    pub(super) fn line(&mut self, patience: Duration) -> Result<Heard, Trouble> {
        let since = Instant::now();
        let mut gone = false;
        loop {
            let left = patience.saturating_sub(since.elapsed());
            match self.lines.recv_timeout(left.min(TICK)) {
                Some(Event::Line(received)) => {
                    let text = readable(&received.line);
                    log::debug!("[{}] > {text}", self.child.id());
                    return Ok(Heard {
                        at: received.at,
                        text,
                    });
                }
                Some(Event::End | Event::Failed(_)) => return Err(self.ended()),
                // A child of the engine may hold the pipe open after the engine has gone.
                None if gone => return Err(self.ended()),
                None => gone = self.has_exited(),
            }
            if self.stop.is_stopped() {
                return Err(Trouble::Stopped);
            }
            if left.is_zero() && !gone {
                return Err(Trouble::Silent(patience));
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

    fn has_exited(&mut self) -> bool {
        if self.reaped {
            return true;
        }
        #[cfg(unix)]
        {
            use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
            // It is left to be waited for: until then its number belongs to nobody else.
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
            let pid = Pid::from_child(&self.child);
            !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
        }
        #[cfg(not(unix))]
        {
            !matches!(self.child.try_wait(), Ok(None))
        }
    }

    /// What the end of the pipes means.
    fn ended(&mut self) -> Trouble {
        if !self.exits_within(LAST_BREATH) {
            return Trouble::OutputEnded;
        }
        Trouble::Ended(self.kill())
    }

    /// Kills it with its group and waits for it, so that no zombie is left. Says how it ended.
    fn kill(&mut self) -> String {
        if !self.reaped {
            kill_group(&mut self.child);
            self.reaped = true;
        }
        match self.child.wait() {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        }
    }

    fn exits_within(&mut self, patience: Duration) -> bool {
        let since = Instant::now();
        let mut pause = Duration::from_micros(200);
        while !self.has_exited() {
            if since.elapsed() >= patience {
                return false;
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
        }
        true
    }

    /// Asks it to leave, waits a moment, and kills what is left of it.
    pub(super) fn leave(mut self, goodbye: &str) {
        if self.send(goodbye).is_ok() {
            self.exits_within(FAREWELL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Kills the process with everything in its group. To be called before it is waited for: until
/// then its number, which is the group's too, cannot have gone to another process.
fn kill_group(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // An error says that nobody is left in the group.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
    #[cfg(not(unix))]
    {
        let _ = child.kill();
    }
}

/// The text of a line, or of the beginning of a very long one, without blanks around it and control characters in it.
fn readable(line: &Line) -> String {
    let text = String::from_utf8_lossy(line.bytes());
    let text = text.trim_matches(|c: char| c.is_whitespace() || c.is_control());
    if text.contains(|c: char| c.is_control() && c != '\t') {
        return text.replace(|c: char| c.is_control() && c != '\t', "");
    }
    text.to_owned()
}

/// The beginning of a line, for a message.
pub(super) fn excerpt(text: &str) -> String {
    let mut short: String = text.chars().take(QUOTED).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

//! What an engine wrote to its standard error at last.

use std::collections::VecDeque;
use std::io;
use std::process::ChildStderr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::text::readable;
use crate::wire::{Event, Inbox, Inspection, LineReader};

/// How many lines are kept.
const LINES: usize = 5;

/// How much of a line is kept, in bytes.
const LONGEST: usize = 200;

/// How long the end of what a killed process has written is waited for: a child that has left its
/// group may keep the pipe open.
const END_WAIT: Duration = Duration::from_millis(200);

/// The last lines of an engine's standard error, which is read as long as the engine writes.
pub(super) struct LastWords {
    lines: Arc<Mutex<VecDeque<String>>>,
    source: Inbox,
}

impl LastWords {
    /// # Errors
    ///
    /// No thread can be started.
    pub(super) fn of(pipe: ChildStderr) -> io::Result<LastWords> {
        let lines = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&lines);
        let keep = move |event: &Event| {
            if let Event::Line(received) = event {
                let text = readable(&received.line);
                let mut lines = kept.lock().unwrap_or_else(PoisonError::into_inner);
                if !text.is_empty() {
                    lines.push_back(text);
                }
                if lines.len() > LINES {
                    lines.pop_front();
                }
            }
            Inspection::Drop
        };
        let source = Inbox::spawn(LineReader::new(pipe).with_limit(LONGEST), keep)?;
        Ok(LastWords { lines, source })
    }

    /// The lines, each on a line of its own behind `\n    | `; nothing if there are none. To be
    /// asked when the process is gone.
    pub(super) fn text(&self) -> String {
        // No line is queued, so the end is all that can come.
        self.source.recv_timeout(END_WAIT);
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().map(|line| format!("\n    | {line}")).collect()
    }
}

//! An engine's process with its children, and what ends them all.

use std::io;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix::{Group, has_exited};
#[cfg(windows)]
use windows::{Group, has_exited};

/// A process and its children. All of them are killed when it is dropped, and when the referee is
/// killed; only children that make a session or a group of their own escape.
pub(super) struct Tree {
    pub(super) child: Child,
    group: Group,
    /// Waited for: its number may belong to another process by now.
    reaped: bool,
}

impl Tree {
    /// Starts the process in a group that a Ctrl-C meant for the referee does not reach; `is_heard`
    /// says whether its standard error is the referee's own.
    ///
    /// # Errors
    ///
    /// It cannot be started.
    pub(super) fn spawn(command: Command, is_heard: bool) -> io::Result<Tree> {
        let (child, group) = Group::spawn(command, is_heard)?;
        Ok(Tree {
            child,
            group,
            reaped: false,
        })
    }

    /// Whether the process itself has ended.
    pub(super) fn has_exited(&mut self) -> bool {
        self.reaped || has_exited(&mut self.child)
    }

    /// Whether the process itself ends within this time.
    pub(super) fn exits_within(&mut self, patience: Duration) -> bool {
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

    /// Kills it with its children and waits for it, so that no zombie is left. Says how it ended.
    pub(super) fn kill(&mut self) -> String {
        if !self.reaped {
            self.group.kill(&self.child);
            // An error says that it has ended.
            let _ = self.child.kill();
            self.reaped = true;
        }
        match self.child.wait() {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        }
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        self.kill();
    }
}

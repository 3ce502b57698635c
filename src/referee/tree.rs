//! An engine's process with its children, and what ends them all.

use std::io::{self, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

/// A process and its children. All of them are killed when it is dropped, and when the referee is
/// killed; only children that make a session or a group of their own escape.
pub(super) struct Tree {
    pub(super) child: Child,
    guard: Option<Guard>,
    /// Waited for: its number may belong to another process by now.
    reaped: bool,
}

impl Tree {
    /// Starts the process in a group that a guard leads, so that a Ctrl-C meant for the referee
    /// does not reach it.
    ///
    /// # Errors
    ///
    /// It cannot be started.
    pub(super) fn spawn(mut command: Command) -> io::Result<Tree> {
        let guard = if cfg!(unix) {
            Guard::start().inspect_err(|error| {
                log::warn!("no shell guards the engines, a killed referee leaves them: {error}");
            })
        } else {
            Err(io::ErrorKind::Unsupported.into())
        };
        let mut guard = guard.ok();
        match &guard {
            Some(guard) => guard.take_in(&mut command),
            None => own_group(&mut command),
        }
        match command.spawn() {
            Ok(child) => {
                if let Some(guard) = &mut guard {
                    guard.watch(&child);
                }
                Ok(Tree {
                    child,
                    guard,
                    reaped: false,
                })
            }
            Err(error) => {
                guard.iter_mut().for_each(Guard::kill);
                Err(error)
            }
        }
    }

    /// Whether the process itself has ended.
    pub(super) fn has_exited(&mut self) -> bool {
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
            self.guard.iter_mut().for_each(Guard::kill);
            kill_group(&self.child);
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

/// Reads the number of the engine, then waits for the end of its input, which comes with the end
/// of the referee, however that ended. An engine may have left for a group of its own, as
/// `timeout` does; the last line ends the guard's own group and the guard.
const SCRIPT: &str = "trap '' HUP INT TERM
read -r engine
read -r _
kill -s KILL -- \"-$engine\"
kill -s KILL -- \"$engine\"
kill -s KILL -- 0";

/// The leader of the process group that an engine is started in: a shell that waits for the end
/// of the referee and kills the group.
struct Guard {
    child: Child,
    wire: ChildStdin,
}

impl Guard {
    /// Starts a guard in a process group of its own.
    fn start() -> io::Result<Guard> {
        let mut command = Command::new("sh");
        command
            .args(["-c", SCRIPT])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        own_group(&mut command);
        let mut child = command.spawn()?;
        let wire = child.stdin.take();
        let wire = wire.ok_or_else(|| io::Error::other("the guard has no pipe"))?;
        Ok(Guard { child, wire })
    }

    /// Lets the engine belong to the guard's group from its first moment on.
    fn take_in(&self, engine: &mut Command) {
        #[cfg(unix)]
        {
            let group = i32::try_from(self.child.id()).unwrap_or_default();
            std::os::unix::process::CommandExt::process_group(engine, group);
        }
        #[cfg(not(unix))]
        let _ = engine;
    }

    /// Says who the engine is, in case that it leaves the group.
    fn watch(&mut self, engine: &Child) {
        // A guard that is gone already has taken its group along.
        let _ = writeln!(self.wire, "{}", engine.id());
    }

    /// Kills everybody in the group, the guard included, and waits for the guard.
    fn kill(&mut self) {
        kill_group(&self.child);
        let _ = self.child.wait();
    }
}

/// Kills the group that this process leads, if it leads one. To be called before it is waited for:
/// until then its number, which is the group's too, cannot have gone to another process.
fn kill_group(leader: &Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // An error says that there is no such group.
        let _ = kill_process_group(Pid::from_child(leader), Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = leader;
}

fn own_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

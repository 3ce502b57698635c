//! The processes of an engine as a process group that a shell guards.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// The group an engine is started in, with its guard if there is one.
pub(super) struct Group(Option<Guard>);

impl Group {
    /// Starts an engine in a group of its own, which a guard leads.
    ///
    /// # Errors
    ///
    /// The engine cannot be started.
    pub(super) fn spawn(mut command: Command, _: bool) -> io::Result<(Child, Group)> {
        let guard = Guard::start().inspect_err(|error| {
            log::warn!("no shell guards the engines, a killed referee leaves them: {error}");
        });
        let mut guard = guard.ok();
        command.process_group(guard.as_ref().map_or(0, Guard::group));
        match command.spawn() {
            Ok(child) => {
                if let Some(guard) = &mut guard {
                    guard.watch(&child);
                }
                Ok((child, Group(guard)))
            }
            Err(error) => {
                guard.iter_mut().for_each(Guard::kill);
                Err(error)
            }
        }
    }

    /// Kills everybody in it, the engine included. To be called before the engine is waited for.
    pub(super) fn kill(&mut self, engine: &Child) {
        self.0.iter_mut().for_each(Guard::kill);
        kill_group(engine);
    }
}

/// Whether a process has ended. It is left to be waited for: until then its number belongs to
/// nobody else.
pub(super) fn has_exited(child: &mut Child) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    let pid = Pid::from_child(child);
    !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
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
            .stderr(Stdio::null())
            .process_group(0);
        let mut child = command.spawn()?;
        let wire = child.stdin.take();
        let wire = wire.ok_or_else(|| io::Error::other("the guard has no pipe"))?;
        Ok(Guard { child, wire })
    }

    /// The number of the group, so that the engine belongs to it from its first moment on.
    fn group(&self) -> i32 {
        i32::try_from(self.child.id()).unwrap_or_default()
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
    // An error says that there is no such group.
    let _ = kill_process_group(Pid::from_child(leader), Signal::KILL);
}

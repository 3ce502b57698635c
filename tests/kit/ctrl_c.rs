//! Ctrl-C for a program that a test has started, and for nobody else.

use std::process::{Child, Command};

pub use console::{expected, press};

#[cfg(unix)]
mod console {
    use super::{Child, Command};
    use rustix::process::{Pid, Signal, kill_process};

    /// To be said of the program before it starts.
    pub fn expected(command: &mut Command) -> &mut Command {
        command
    }

    /// Presses Ctrl-C in the program's terminal.
    pub fn press(child: &Child) {
        kill_process(Pid::from_child(child), Signal::INT).expect("a process to signal");
    }
}

#[cfg(windows)]
pub mod console {
    use super::{Child, Command};
    use std::env;
    use std::os::windows::process::CommandExt;
    use std::process::exit;
    use std::thread::sleep;
    use std::time::Duration;

    use windows_sys::Win32::System::Console::{
        AttachConsole, CTRL_C_EVENT, FreeConsole, GenerateConsoleCtrlEvent, SetConsoleCtrlHandler,
    };
    use windows_sys::Win32::System::Threading::CREATE_NO_WINDOW;

    /// Names the process in whose console Ctrl-C is to be pressed.
    const PRESS: &str = "LIANZHU_PRESS_CTRL_C";

    /// To be said of the program before it starts: Ctrl-C goes to all who share a console, so it gets
    /// one of its own.
    pub fn expected(command: &mut Command) -> &mut Command {
        command.creation_flags(CREATE_NO_WINDOW)
    }

    /// Presses Ctrl-C in the program's console. A process has one at most, so this test program runs
    /// again to press the keys.
    pub fn press(child: &Child) {
        let helper = Command::new(env::current_exe().expect("a program"))
            .args(["--ignored", "ctrl_c_is_pressed"])
            .env(PRESS, child.id().to_string())
            .output()
            .expect("this program starts");
        assert!(helper.status.success(), "{helper:?}");
    }

    /// The other run, where the keys are pressed and which ends here.
    pub fn serve() {
        let Ok(process) = env::var(PRESS) else { return };
        let process = process.parse().expect("a process");
        // SAFETY: it takes nothing.
        unsafe { FreeConsole() };
        // SAFETY: it takes no pointer.
        let attach = || unsafe { AttachConsole(process) != 0 };
        // On a busy machine a console comes some time after its process.
        let attached = (0..100).any(|_| {
            attach() || {
                sleep(Duration::from_millis(100));
                false
            }
        });
        // SAFETY: the handler alone is a pointer, and a missing one is allowed: with it Ctrl-C is
        // nothing to this process.
        let done = attached
            && unsafe {
                SetConsoleCtrlHandler(None, 1) != 0
                    && GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0) != 0
            };
        exit(if done { 0 } else { 1 });
    }

    #[test]
    #[ignore = "what other tests run to press Ctrl-C"]
    fn ctrl_c_is_pressed() {
        serve();
    }
}

//! A pseudo-terminal with a program on it, and what can be seen there.

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::os::fd::OwnedFd;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use super::kit::PROGRAM;

/// Where a program that hangs is given up.
const PATIENCE: Duration = Duration::from_secs(60);

struct Written {
    bytes: Vec<u8>,
    screen: vt100::Parser,
}

pub struct Terminal {
    child: Child,
    /// None once the window is closed.
    ours: Option<File>,
    theirs: OwnedFd,
    written: Arc<Mutex<Written>>,
    closed: Arc<AtomicBool>,
    reading: Option<JoinHandle<()>>,
}

impl Terminal {
    /// Starts the program on a window of so many columns and rows.
    pub fn start(size: (u16, u16), variables: &[(&str, &str)], arguments: &[&str]) -> Terminal {
        Terminal::start_with(size, variables, arguments, None)
    }

    /// As [`start`](Terminal::start), with standard output elsewhere.
    pub fn start_with(
        size: (u16, u16),
        variables: &[(&str, &str)],
        arguments: &[&str],
        output: Option<Stdio>,
    ) -> Terminal {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)
            .expect("a terminal");
        grantpt(&ours).expect("a terminal");
        unlockpt(&ours).expect("a terminal");
        let name = ptsname(&ours, Vec::new()).expect("a name");
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let theirs = open(name.as_c_str(), flags, Mode::empty()).expect("a terminal");
        set_size(&theirs, size);
        let end = || Stdio::from(theirs.try_clone().expect("a terminal"));
        let child = Command::new(PROGRAM)
            .args(arguments)
            .env_remove("RUST_LOG")
            .env_remove("NO_COLOR")
            .env_remove("COLORTERM")
            .env("TERM", "xterm-256color")
            .envs(variables.iter().copied())
            .stdin(end())
            .stdout(output.unwrap_or_else(end))
            .stderr(end())
            .spawn()
            .expect("the program starts");
        let written = Arc::new(Mutex::new(Written {
            bytes: Vec::new(),
            screen: vt100::Parser::new(side(size.1), side(size.0), 0),
        }));
        let ours = File::from(ours);
        let mut reader = ours.try_clone().expect("a terminal");
        let seen = Arc::clone(&written);
        let closed = Arc::new(AtomicBool::new(false));
        let closing = Arc::clone(&closed);
        let reading = thread::spawn(move || {
            let mut chunk = [0; 4096];
            let step = Timespec::try_from(Duration::from_millis(20)).expect("a time");
            while !closing.load(Ordering::Relaxed) {
                let mut files = [PollFd::new(&reader, PollFlags::IN)];
                if poll(&mut files, Some(&step)) == Ok(0) {
                    continue;
                }
                let Ok(length @ 1..) = reader.read(&mut chunk) else {
                    break;
                };
                let mut seen = seen.lock().expect("no reader panics");
                seen.bytes.extend_from_slice(&chunk[..length]);
                seen.screen.process(&chunk[..length]);
            }
        });
        Terminal {
            child,
            ours: Some(ours),
            theirs,
            written,
            closed,
            reading: Some(reading),
        }
    }

    /// Closes the window, as a terminal program does that is killed.
    pub fn hang_up(&mut self) {
        self.closed.store(true, Ordering::Relaxed);
        let reading = self.reading.take().expect("a reader");
        reading.join().expect("no reader panics");
        self.ours = None;
    }

    /// Presses keys.
    pub fn press(&mut self, keys: &str) {
        let ours = self.ours.as_mut().expect("an open window");
        ours.write_all(keys.as_bytes()).expect("a terminal");
    }

    /// What the window shows.
    pub fn text(&self) -> String {
        self.look().0
    }

    /// Whether the window shows what a program put up for itself.
    pub fn is_alternate(&self) -> bool {
        let written = self.written.lock().expect("no reader panics");
        written.screen.screen().alternate_screen()
    }

    /// What the window shows, and whether it is all drawn: the caret is hidden until then.
    fn look(&self) -> (String, bool) {
        let written = self.written.lock().expect("no reader panics");
        let screen = written.screen.screen();
        (screen.contents(), !screen.hide_cursor())
    }

    /// Everything that was written, escape codes included.
    pub fn written(&self) -> String {
        let written = self.written.lock().expect("no reader panics");
        String::from_utf8_lossy(&written.bytes).into_owned()
    }

    /// Waits until the window shows something; what it shows then.
    pub fn until(&self, is_there: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let (text, is_whole) = self.look();
            if is_whole && is_there(&text) {
                return text;
            }
            assert!(start.elapsed() < PATIENCE, "not seen in\n{text}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until the window shows this text.
    pub fn see(&self, text: &str) -> String {
        self.until(|seen| seen.contains(text))
    }

    /// Gives the window another size.
    pub fn resize(&mut self, size: (u16, u16)) {
        set_size(&self.theirs, size);
        let mut written = self.written.lock().expect("no reader panics");
        let screen = written.screen.screen_mut();
        screen.set_size(side(size.1), side(size.0));
        drop(written);
        self.signal(Signal::WINCH);
    }

    pub fn signal(&self, signal: Signal) {
        let pid = Pid::from_child(&self.child);
        kill_process(pid, signal).expect("a process");
    }

    /// Whether lines are read and shown by the terminal itself, as a shell needs it.
    pub fn is_cooked(&self) -> bool {
        let modes = tcgetattr(&self.theirs).expect("a terminal").local_modes;
        modes.contains(LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG)
    }

    /// Waits for the end of the program.
    pub fn wait(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a process") {
                return status;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "it does not end\n{}",
                self.text()
            );
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// What a program with standard output elsewhere wrote there, after its end.
    pub fn output(&mut self) -> String {
        let mut text = String::new();
        let mut output = self.child.stdout.take().expect("an output");
        output.read_to_string(&mut text).expect("text");
        text
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn side(length: u16) -> NonZeroU16 {
    NonZeroU16::new(length).expect("a length")
}

fn set_size(terminal: &OwnedFd, (columns, rows): (u16, u16)) {
    let size = Winsize {
        ws_col: columns,
        ws_row: rows,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(terminal, size).expect("a terminal");
}

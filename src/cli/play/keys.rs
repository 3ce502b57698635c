//! What a terminal sends: keys, that the window has another size, and that it was closed.

use std::io;
use std::panic::catch_unwind;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use crossterm::event::{self, Event};

/// What a terminal has for its reader.
#[derive(Debug)]
pub enum Input {
    /// A key, or another size.
    Event(Event),
    /// Nothing more will come: the terminal is closed.
    Gone,
}

/// The input of the terminal.
///
/// It is read on a thread of its own, since crossterm reads a terminal that was closed again and
/// again and never returns; such a thread ends with the program. That the terminal was closed is
/// found out beside it.
#[derive(Debug)]
pub struct Keys(Receiver<io::Result<Input>>);

impl Keys {
    /// Reads the terminal from now on, to the end of the program: there can be one reader only.
    ///
    /// # Errors
    ///
    /// A thread cannot be started.
    pub fn open() -> io::Result<Keys> {
        let (sender, receiver) = channel();
        let gone = sender.clone();
        let watch = move || wait_for_hang_up().then(|| gone.send(Ok(Input::Gone)));
        thread::Builder::new()
            .name("hang-up".to_owned())
            .spawn(watch)?;
        let read = move || {
            // The game does not wait for keys that nobody reads.
            if catch_unwind(|| read(&sender)).is_err() {
                let _ = sender.send(Ok(Input::Gone));
            }
        };
        thread::Builder::new().name("keys".to_owned()).spawn(read)?;
        Ok(Keys(receiver))
    }

    /// What has come, waited for at most as long as `patience`.
    ///
    /// # Errors
    ///
    /// The terminal cannot be read.
    pub fn wait(&self, patience: Duration) -> io::Result<Option<Input>> {
        match self.0.recv_timeout(patience) {
            Ok(input) => input.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            // Nobody reads any more.
            Err(RecvTimeoutError::Disconnected) => Ok(Some(Input::Gone)),
        }
    }
}

/// Sends all events, up to an error or until nobody is interested.
fn read(sender: &Sender<io::Result<Input>>) {
    loop {
        let event = event::read().map(Input::Event);
        let failed = event.is_err();
        if sender.send(event).is_err() || failed {
            return;
        }
    }
}

/// Returns when the terminal is closed; whether it is known to be.
#[cfg(unix)]
fn wait_for_hang_up() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    let stdin = io::stdin();
    loop {
        // What is told without being asked for: an error, and that nobody is there any more.
        let mut files = [PollFd::new(&stdin, PollFlags::empty())];
        match poll(&mut files, None) {
            // A system that cannot watch terminals says so.
            Ok(_) if files[0].revents().contains(PollFlags::NVAL) => return false,
            Ok(_) => return true,
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => {
                log::warn!("that the terminal is closed will not be noticed: {error}");
                return false;
            }
        }
    }
}

/// Not known: the system itself ends the programs of a console that is closed.
#[cfg(not(unix))]
fn wait_for_hang_up() -> bool {
    false
}

//! The loop that every front runs in: one thread reads and looks at each line at once, the other
//! answers the lines in order.

use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use log::{debug, error};
use thiserror::Error;

use crate::clock::StopToken;
use crate::wire::{Event, Inbox, LineReader, Received, SendError, Sender, Verdict};

/// Whether a front wants to hear more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// The next line, please.
    Continue,
    /// Nothing after this line is answered.
    Quit,
}

/// Where a front puts what it says. Each call is written whole and flushed at once.
pub trait Out {
    /// Writes `text` as it is, terminators included.
    ///
    /// # Errors
    ///
    /// Nobody listens any more, or writing failed.
    fn say(&mut self, text: &str) -> Result<(), SendError>;
}

impl<W: Write> Out for Sender<W> {
    fn say(&mut self, text: &str) -> Result<(), SendError> {
        self.send(text)
    }
}

/// A protocol: how lines are answered, and which of them act before their turn.
pub trait Front {
    /// A line of the input, in its turn, on the thread that called [`serve`].
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    fn hear(&mut self, received: &Received, out: &mut dyn Out) -> Result<Flow, SendError>;

    /// Looks at every line as soon as it is read, while earlier ones are still being answered, on
    /// a thread of its own. Lines that ask for nothing should be dropped there.
    fn inspector(&self) -> impl FnMut(&Received) -> Verdict + Send + 'static;
}

/// Why a front could not be served to its end.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The thread that reads could not be started.
    #[error("cannot start a thread for reading: {0}")]
    Thread(#[source] io::Error),
    /// The answers could not be written, for another reason than that nobody listens.
    #[error(transparent)]
    Write(SendError),
}

/// Answers the lines of `source` into `sink` until one of them quits, the input ends, or nobody
/// listens any more. All that was read before the end of the input is answered.
///
/// # Errors
///
/// See [`ServeError`]; input that cannot be read counts as ended.
pub fn serve<F, R, W>(front: &mut F, source: LineReader<R>, sink: W) -> Result<(), ServeError>
where
    F: Front,
    R: Read + Send + 'static,
    W: Write,
{
    let mut inspect = front.inspector();
    let inbox = Inbox::spawn(source, move |event| match event {
        Event::Line(received) => inspect(received),
        Event::End | Event::Failed(_) => Verdict::Queue,
    })
    .map_err(ServeError::Thread)?;
    let mut out = Sender::new(sink);
    loop {
        let received = match inbox.recv() {
            Event::Line(received) => received,
            Event::End => return Ok(()),
            Event::Failed(kind) => {
                error!("the input cannot be read: {kind}");
                return Ok(());
            }
        };
        match front.hear(&received, &mut out) {
            Ok(Flow::Continue) => {}
            Ok(Flow::Quit) => return Ok(()),
            Err(SendError::Closed) => {
                debug!("nobody reads the answers any more");
                return Ok(());
            }
            Err(error) => return Err(ServeError::Write(error)),
        }
    }
}

/// Lets the reading thread stop what the other one does, by the order of the lines and not by
/// what happens to run: an interrupt stops all that was asked for in earlier lines and not
/// answered yet, and nothing that is asked for later. So a script that is piped in is answered
/// alike however fast it is read.
///
/// Clones share their state. Nobody else may stop or reset the token.
#[derive(Debug, Clone)]
pub struct Interrupts(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    /// The last line that interrupts.
    line: u64,
    /// What whoever thinks looks at.
    token: StopToken,
}

impl Interrupts {
    /// Nothing is interrupted. `token` is what the one who thinks looks at.
    pub fn new(token: StopToken) -> Interrupts {
        Interrupts(Arc::new(Mutex::new(State { line: 0, token })))
    }

    /// The line with this number stops all earlier ones.
    pub fn interrupt(&self, line: u64) {
        let mut state = self.lock();
        state.line = line;
        state.token.stop();
    }

    /// The line with this number is being answered from now on. The token is stopped, now or
    /// later, if a line behind this one interrupts.
    pub fn begin(&self, line: u64) {
        let state = self.lock();
        if state.line > line {
            state.token.stop();
        } else {
            state.token.reset();
        }
    }

    /// The state is consistent whenever its lock is free, so a poisoned one is as good as any.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupt_stops_what_was_asked_before_it_only() {
        let token = StopToken::new();
        let interrupts = Interrupts::new(token.clone());
        let stopped = |line| {
            interrupts.begin(line);
            token.is_stopped()
        };
        assert!(!stopped(1));
        interrupts.interrupt(3);
        assert!(token.is_stopped());
        assert!(stopped(2));
        assert!(!stopped(4));
        interrupts.interrupt(6);
        assert!(token.is_stopped());
        assert!(!stopped(7));
    }
}

//! The loop that every front runs in: one thread reads and looks at each line at once, the other
//! answers the lines in order.

use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use log::debug;
use thiserror::Error;

use crate::clock::StopToken;
use crate::wire::{Event, Inbox, Inspection, LineReader, Received, SendError, Sender};

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

impl Out for String {
    fn say(&mut self, text: &str) -> Result<(), SendError> {
        self.push_str(text);
        Ok(())
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
    /// a thread of its own, and at the end of the input. Lines that ask for nothing should be
    /// dropped there.
    fn inspector(&self) -> impl FnMut(&Event) -> Inspection + Send + 'static;

    /// No line waits for an answer: the front may think ahead until its inspector sees one.
    fn idle(&mut self) {}
}

/// Why a front could not be served to its end.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The thread that reads could not be started.
    #[error("cannot start a thread for reading: {0}")]
    Thread(#[source] io::Error),
    /// The input could not be read to its end.
    #[error("the input cannot be read: {0}")]
    Read(io::ErrorKind),
    /// The answers could not be written, for another reason than that nobody listens.
    #[error(transparent)]
    Write(SendError),
}

/// Answers the lines of `source` into `sink` until one of them quits, the input ends, or nobody
/// listens any more. All that was read before the end of the input is answered.
///
/// # Errors
///
/// See [`ServeError`].
pub fn serve<F, R, W>(front: &mut F, source: LineReader<R>, sink: W) -> Result<(), ServeError>
where
    F: Front,
    R: Read + Send + 'static,
    W: Write,
{
    let inbox = Inbox::spawn(source, front.inspector()).map_err(ServeError::Thread)?;
    let mut out = Sender::new(sink);
    loop {
        let event = inbox.recv_timeout(Duration::ZERO).unwrap_or_else(|| {
            front.idle();
            inbox.recv()
        });
        let received = match event {
            Event::Line(received) => received,
            Event::End => return Ok(()),
            Event::Failed(kind) => return Err(ServeError::Read(kind)),
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

/// What the one who answers a line gives way to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StoppedBy {
    /// Only lines that interrupt.
    InterruptLines,
    /// Every line that asks for something.
    Commands,
    /// Every line, empty ones and comments too, and the end of the input.
    Anything,
}

/// Lets the reading thread stop what the other one does, by the order of the lines and not by
/// what happens to run: an interrupt stops all that was asked for in earlier lines and not
/// answered yet, and nothing that is asked for later. So a script that is piped in is answered
/// alike however fast it is read. Other lines stop what gives way to them, and nothing else.
///
/// Clones share their state. Nobody else may reset the token.
#[derive(Debug, Clone)]
pub struct Interrupts(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    /// The last line of each kind: interrupts, all that ask for something, and all there are.
    last: [u64; 3],
    /// The line that is being answered.
    now: u64,
    yields: StoppedBy,
    /// What whoever thinks looks at.
    token: StopToken,
}

impl State {
    fn is_stopped(&self) -> bool {
        let last = self.last.get(self.yields as usize);
        last.is_some_and(|&last| last > self.now)
    }
}

impl Interrupts {
    /// Nothing is interrupted. `token` is what the one who thinks looks at.
    pub fn new(token: StopToken) -> Interrupts {
        Interrupts(Arc::new(Mutex::new(State {
            last: [0; 3],
            now: 0,
            yields: StoppedBy::InterruptLines,
            token,
        })))
    }

    /// The line with this number was read; `kind` is the least that gives way to it.
    pub fn read(&self, line: u64, kind: StoppedBy) {
        let mut state = self.lock();
        for last in state.last.iter_mut().skip(kind as usize) {
            *last = line;
        }
        if state.is_stopped() {
            state.token.stop();
        }
    }

    /// The input has ended: nothing that waits for lines goes on.
    pub fn end(&self) {
        self.read(u64::MAX, StoppedBy::Commands);
    }

    /// The line with this number is being answered from now on. The token is stopped, now or
    /// later, if a line behind this one interrupts.
    pub fn begin(&self, line: u64) {
        self.begin_yielding(line, StoppedBy::InterruptLines);
    }

    /// As [`begin`](Interrupts::begin), giving way to more.
    pub fn begin_yielding(&self, line: u64, yields: StoppedBy) {
        let mut state = self.lock();
        state.now = line;
        state.yields = yields;
        if state.is_stopped() {
            state.token.stop();
        } else {
            state.token.reset();
        }
    }

    /// The line that is being answered gives way to more, or to less, from now on.
    pub fn yield_now(&self, yields: StoppedBy) {
        let now = self.lock().now;
        self.begin_yielding(now, yields);
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
        interrupts.read(3, StoppedBy::InterruptLines);
        assert!(token.is_stopped());
        assert!(stopped(2));
        assert!(!stopped(4));
        interrupts.read(6, StoppedBy::InterruptLines);
        assert!(token.is_stopped());
        assert!(!stopped(7));
    }

    #[test]
    fn only_what_gives_way_is_stopped_by_other_lines() {
        let token = StopToken::new();
        let interrupts = Interrupts::new(token.clone());
        interrupts.begin(1);
        interrupts.read(2, StoppedBy::Commands);
        assert!(!token.is_stopped());
        interrupts.yield_now(StoppedBy::Commands);
        assert!(token.is_stopped());
        interrupts.begin_yielding(2, StoppedBy::Commands);
        assert!(!token.is_stopped());
        interrupts.read(3, StoppedBy::Anything);
        assert!(!token.is_stopped());
        interrupts.yield_now(StoppedBy::Anything);
        assert!(token.is_stopped());
        interrupts.begin(3);
        interrupts.end();
        assert!(!token.is_stopped());
        interrupts.yield_now(StoppedBy::Anything);
        assert!(token.is_stopped());
    }
}

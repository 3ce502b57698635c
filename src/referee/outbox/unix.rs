//! A pipe that takes what it can and never waits.

use std::io::{self, Write};
use std::process::ChildStdin;

/// The engine's input, written to without ever waiting for the engine: what the pipe does not take
/// is kept, and tried again at the next [`flush`](Outbox::flush).
pub(crate) struct Outbox {
    pipe: ChildStdin,
    unsent: Vec<u8>,
}

impl Outbox {
    /// # Errors
    ///
    /// The pipe cannot be written to without waiting.
    pub(crate) fn new(pipe: ChildStdin) -> io::Result<Outbox> {
        rustix::io::ioctl_fionbio(&pipe, true)?;
        Ok(Outbox {
            pipe,
            unsent: Vec::new(),
        })
    }

    /// Writes this behind what is still on its way.
    ///
    /// # Errors
    ///
    /// The engine has closed its input.
    pub(crate) fn send(&mut self, text: &str) -> io::Result<()> {
        self.unsent.extend_from_slice(text.as_bytes());
        self.flush()
    }

    /// Writes as much as the pipe takes.
    ///
    /// # Errors
    ///
    /// The engine has closed its input.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        while !self.is_empty() {
            match self.pipe.write(&self.unsent) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => drop(self.unsent.drain(..written)),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Whether everything has been written.
    pub(crate) fn is_empty(&self) -> bool {
        self.unsent.is_empty()
    }
}

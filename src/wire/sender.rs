use std::io::{self, Write};

use thiserror::Error;

/// Why an answer could not be written.
#[derive(Debug, Error)]
pub enum SendError {
    /// The other side has closed its end: nobody listens any more, and nothing will be written
    /// again.
    #[error("the other side has closed the connection")]
    Closed,
    /// Any other failure.
    #[error("cannot write: {0}")]
    Failed(#[source] io::Error),
}

/// Writes whole answers, each flushed at once.
///
/// After the first failure every further [`send`](Sender::send) fails as [`SendError::Closed`]
/// without writing, so that the other side never sees half an answer followed by another.
///
/// ```
/// use lianzhu::wire::Sender;
/// let mut written = Vec::new();
/// Sender::new(&mut written).send("= 2\n\n")?;
/// assert_eq!(written, b"= 2\n\n");
/// # Ok::<(), lianzhu::wire::SendError>(())
/// ```
#[derive(Debug)]
pub struct Sender<W> {
    sink: W,
    failed: bool,
}

impl<W: Write> Sender<W> {
    /// A sender into this sink.
    pub fn new(sink: W) -> Sender<W> {
        Sender {
            sink,
            failed: false,
        }
    }

    /// Writes all of `answer` as it is, terminators included, and flushes it. Blocks while the
    /// other side does not read and the pipe between is full.
    ///
    /// # Errors
    ///
    /// The other side is gone, or the sink failed. Never panics.
    pub fn send(&mut self, answer: impl AsRef<[u8]>) -> Result<(), SendError> {
        if self.failed {
            return Err(SendError::Closed);
        }
        self.sink
            .write_all(answer.as_ref())
            .and_then(|()| self.sink.flush())
            .map_err(|error| {
                self.failed = true;
                match error.kind() {
                    io::ErrorKind::BrokenPipe
                    | io::ErrorKind::ConnectionReset
                    | io::ErrorKind::ConnectionAborted
                    | io::ErrorKind::NotConnected
                    | io::ErrorKind::WriteZero => SendError::Closed,
                    _ => SendError::Failed(error),
                }
            })
    }
}

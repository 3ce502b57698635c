//! A thread that waits for the engine, so that the referee need not: pipes here take all or wait.

use std::io::{self, Write};
use std::process::ChildStdin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

/// The engine's input, written to without ever waiting for the engine.
pub(crate) struct Outbox {
    texts: Sender<Vec<u8>>,
    /// How many texts are not written yet.
    unsent: Arc<AtomicUsize>,
    /// It ends when the pipe does: with the engine, at the latest when that is killed.
    writer: JoinHandle<()>,
}

impl Outbox {
    /// # Errors
    ///
    /// A thread cannot be started.
    pub(crate) fn new(mut pipe: ChildStdin) -> io::Result<Outbox> {
        let (texts, queue): (_, Receiver<Vec<u8>>) = channel();
        let unsent = Arc::new(AtomicUsize::new(0));
        let left = Arc::clone(&unsent);
        let write = move || {
            for text in queue {
                if pipe.write_all(&text).is_err() {
                    return;
                }
                left.fetch_sub(1, Ordering::Release);
            }
        };
        let writer = thread::Builder::new()
            .name("engine input".to_owned())
            .spawn(write)?;
        Ok(Outbox {
            texts,
            unsent,
            writer,
        })
    }

    /// Writes this behind what is still on its way.
    ///
    /// # Errors
    ///
    /// The engine has closed its input.
    pub(crate) fn send(&mut self, text: &str) -> io::Result<()> {
        self.unsent.fetch_add(1, Ordering::Relaxed);
        let sent = self.texts.send(text.as_bytes().to_owned());
        sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    /// What is on its way goes by itself.
    ///
    /// # Errors
    ///
    /// The engine has closed its input.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        match self.writer.is_finished() {
            true => Err(io::ErrorKind::BrokenPipe.into()),
            false => Ok(()),
        }
    }

    /// Whether everything has been written.
    pub(crate) fn is_empty(&self) -> bool {
        self.unsent.load(Ordering::Acquire) == 0
    }
}

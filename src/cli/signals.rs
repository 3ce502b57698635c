//! Ctrl-C, and the signals that ask a program to end.

use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use lianzhu::clock::StopToken;

/// The exit status of a command that was interrupted.
pub const INTERRUPTED: u8 = 130;

/// Who presses Ctrl-C again after this long does not want to wait. Before that it may be the same one,
/// delivered twice.
const AGAIN: Duration = Duration::from_secs(1);

/// Calls `handler` whenever the program is asked to end. Only the first handler is heard.
fn listen(handler: impl FnMut() + Send + 'static) {
    if let Err(error) = ctrlc::set_handler(handler) {
        log::warn!("Ctrl-C will end this without keeping what is done: {error}");
    }
}

/// A token that is stopped by Ctrl-C and its like; the second one ends the program.
pub fn interrupts() -> StopToken {
    let stop = StopToken::new();
    let handler = stop.clone();
    let first = OnceLock::new();
    listen(move || {
        handler.stop();
        if first.get_or_init(Instant::now).elapsed() > AGAIN {
            process::exit(INTERRUPTED.into());
        }
    });
    stop
}

/// Counts the signals that ask the program to end. Each also stops the engine.
#[derive(Debug, Clone)]
pub struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// Listens from now on.
    pub fn listen(stop: StopToken) -> Signals {
        let count = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&count);
        listen(move || {
            counter.fetch_add(1, Ordering::Relaxed);
            stop.stop();
        });
        Signals(count)
    }

    /// How many have come.
    pub fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use super::Instant;

/// Tells a thinking player to answer at once. Clones share one flag, so one thread can stop what
/// another runs.
///
/// Whoever stops resets: only he knows which request the stop was meant for.
#[derive(Debug, Clone, Default)]
pub struct StopToken(Arc<Signal>);

#[derive(Debug, Default)]
struct Signal {
    stopped: AtomicBool,
    /// Held while the flag is set, so that whoever waits cannot miss it.
    gate: Mutex<()>,
    raised: Condvar,
}

impl StopToken {
    /// A token that is not stopped.
    pub fn new() -> StopToken {
        StopToken::default()
    }

    /// Asks for an answer at once.
    pub fn stop(&self) {
        let _gate = self.0.gate.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.stopped.store(true, Ordering::Relaxed);
        self.0.raised.notify_all();
    }

    /// Whether an answer at once is asked for. Cheap enough for every node of a search; in
    /// WebAssembly the host is asked, too, which costs as much as several nodes.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        #[cfg(target_family = "wasm")]
        if super::host::is_stopped() {
            return true;
        }
        self.0.stopped.load(Ordering::Relaxed)
    }

    /// Takes the request back.
    pub fn reset(&self) {
        self.0.stopped.store(false, Ordering::Relaxed);
    }

    /// Waits without using a processor until the token is stopped or `until` has come; for ever
    /// if that is `None`. Returns whether it is stopped.
    pub fn wait(&self, until: Option<Instant>) -> bool {
        let mut gate = self.0.gate.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() {
            let Some(until) = until else {
                let woken = self.0.raised.wait(gate);
                gate = woken.unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            let woken = self.0.raised.wait_timeout(gate, left);
            gate = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }
}

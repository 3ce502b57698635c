//! WebAssembly has neither a clock nor a second thread: what embeds the engine there is asked.

use std::ops::Add;
use std::time::Duration;

#[link(wasm_import_module = "lianzhu")]
unsafe extern "C" {
    /// Milliseconds since any moment, never less than before.
    safe fn now() -> f64;
    /// Not 0 if what runs is to end.
    safe fn stopped() -> i32;
}

/// A moment, as [`std::time::Instant`] is elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    pub fn now() -> Instant {
        Instant(Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default())
    }

    /// The time since this moment.
    pub fn elapsed(self) -> Duration {
        Instant::now().saturating_duration_since(self)
    }

    /// The time from `earlier` to this moment; none if that is the later one.
    pub fn saturating_duration_since(self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// The moment after this time; `None` if it cannot be held.
    pub fn checked_add(self, time: Duration) -> Option<Instant> {
        self.0.checked_add(time).map(Instant)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, time: Duration) -> Instant {
        Instant(self.0.saturating_add(time))
    }
}

/// Whether the host wants what runs to end.
pub(super) fn is_stopped() -> bool {
    stopped() != 0
}

//! Where the threads of a search are, so that each goes where no other is.
//!
//! A move that another thread is searching is put off until the others have been searched: by then its
//! result stands in the table, more often than not (ABDADA, Weill, 1996, without its changes of the
//! table, as in Kerrigan's simplified ABDADA).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Places for positions: many times as many as are ever searched at once, so that two seldom share
/// one. 64 KiB.
const PLACES: usize = 1 << 13;

/// The positions that are being searched right now. It may forget one, and nothing but time depends on
/// it.
pub(super) struct Busy(Box<[AtomicU64]>);

impl Busy {
    /// Without any.
    pub fn new() -> Busy {
        Busy((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.0[key as usize % PLACES]
    }

    /// Whether a thread is searching the position of this key.
    pub fn contains(&self, key: u64) -> bool {
        self.place(key).load(Relaxed) == key
    }

    /// Tells that a thread begins to search this position.
    pub fn enter(&self, key: u64) {
        self.place(key).store(key, Relaxed);
    }

    /// Tells that it has searched it. The first of two that searched the same speaks for both.
    pub fn leave(&self, key: u64) {
        let place = self.place(key);
        if place.load(Relaxed) == key {
            place.store(0, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_busy_from_its_beginning_to_its_end() {
        let busy = Busy::new();
        let (key, other) = (0x9e37_79b9_7f4a_7c15, 77);
        assert!(!busy.contains(key));
        busy.enter(key);
        busy.enter(other);
        assert!(busy.contains(key) && busy.contains(other));
        busy.leave(key);
        assert!(!busy.contains(key) && busy.contains(other));
    }

    #[test]
    fn of_two_in_one_place_the_later_is_known() {
        let busy = Busy::new();
        let (key, other) = (5, 5 + PLACES as u64);
        busy.enter(key);
        busy.enter(other);
        assert!(!busy.contains(key) && busy.contains(other));
        busy.leave(key);
        assert!(busy.contains(other));
    }
}

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::*};

use super::fill::Fill;
use super::pages::{ENTRIES, Pages, Slot};
use crate::clock::StopToken;

/// What a stored score says about the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// At most this.
    Upper,
    /// At least this.
    Lower,
    /// Just this.
    Exact,
}

/// One stored result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The best move, if one is known.
    pub slot: Option<u16>,
    /// The score, as seen from its own node.
    pub score: i32,
    /// The static score, if it was worked out.
    pub eval: Option<i32>,
    /// The depth it was searched to.
    pub depth: i32,
    /// What the score says.
    pub bound: Bound,
    /// Whether it was once on a principal variation.
    pub pv: bool,
}

const DEPTH_OFFSET: i32 = 16;
/// Stands for a static score that is not known: none is so low.
const NO_EVAL: i16 = i16::MIN;
const GENERATIONS: u8 = 64;

/// The transposition table: shared between threads without locks.
///
/// An entry is two words, the second the data, the first the key exclusive-ored with it, so that a
/// torn entry reads as one of another position (Hyatt and Mann, 2002). Four entries share a
/// cache line.
///
/// Its memory is made ready by other threads, and a search on the clock uses what is ready when it
/// begins, or when it has filled that: the place of a position depends on how much is in use, so
/// what was stored before is lost whenever that changes.
pub struct TranspositionTable {
    pages: Arc<Pages>,
    fill: Fill,
    /// Buckets in use, at least one during a search.
    len: AtomicUsize,
    generation: AtomicU8,
    /// Whether anything may be stored.
    used: bool,
}

/// A search goes over to more memory when it has entered so many positions for each entry that is
/// in use.
const FULL: usize = 1;

impl TranspositionTable {
    /// A table of at most `mebibytes` MiB and a cache line, at least one bucket. Where the system
    /// has not so much memory, half of it, a quarter and so on, with a warning on the log. Its
    /// memory is made ready in the background from now on.
    pub fn new(mebibytes: usize) -> TranspositionTable {
        let pages = Arc::new(Pages::new(mebibytes));
        TranspositionTable {
            fill: Fill::new(&pages),
            pages,
            len: AtomicUsize::new(0),
            generation: AtomicU8::new(0),
            used: false,
        }
    }

    /// Forgets everything: in the background, and keeping the memory, as both getting memory from
    /// the system and giving it back take long.
    pub fn clear(&mut self) {
        if !self.used {
            return;
        }
        self.fill.restart(&self.pages);
        self.generation = AtomicU8::new(0);
        self.used = false;
    }

    /// Begins a search on so many threads: what older ones left is replaced first. One on the clock
    /// takes what is ready; another waits for all of the table, unless it is stopped, so that what
    /// it finds does not depend on how fast the machine is.
    pub fn begin(&mut self, clocked: bool, threads: usize, stop: &StopToken) {
        self.used = true;
        let next = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
        if clocked {
            self.fill.share_with(threads);
        } else {
            self.fill.finish(&self.pages, stop);
        }
        self.len.store(self.fill.ready(&self.pages), Release);
    }

    /// Ends a search.
    pub fn end(&self) {
        self.fill.share_with(0);
    }

    /// Goes over to all that is ready if a search that has entered so many positions has use for
    /// it.
    pub fn grow(&self, nodes: u64) {
        let len = self.len.load(Relaxed);
        if len == self.pages.buckets() || nodes < (len * ENTRIES * FULL) as u64 {
            return;
        }
        let ready = self.fill.ready(&self.pages);
        if ready > len {
            self.len.store(ready, Release);
        } else {
            self.fill.hurry();
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; ENTRIES] {
        let index = (u128::from(key) * self.len.load(Acquire) as u128) >> 64;
        self.pages.bucket(index as usize)
    }

    /// Asks the memory for the place of a position that is looked up soon. Worth five per
    /// cent of the search's speed: the look-up comes after several hundred nanoseconds of other
    /// work, and without this it waits for the memory that long again.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        crate::processor::prefetch(self.bucket(key).as_ptr());
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        for Slot(entry) in self.bucket(key) {
            let data = entry[1].load(Relaxed);
            if entry[0].load(Relaxed) ^ data == key && data != 0 {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Stores a result, in place of one of the same position, or the one that is worth the least
    /// by depth and age. A much shallower bound does not replace a result of the same position.
    pub fn put(&self, key: u64, mut entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let mut worst = (i32::MAX, 0);
        let bucket = self.bucket(key);
        for (i, Slot(words)) in bucket.iter().enumerate() {
            let data = words[1].load(Relaxed);
            if data == 0 {
                worst = (i32::MIN, i);
                continue;
            }
            let old = unpack(data);
            if words[0].load(Relaxed) ^ data == key {
                let stale = generation_of(data) != generation;
                if entry.bound != Bound::Exact && entry.depth + 4 <= old.depth && !stale {
                    return;
                }
                entry.slot = entry.slot.or(old.slot);
                worst = (i32::MIN, i);
                break;
            }
            let age = (GENERATIONS + generation - generation_of(data)) % GENERATIONS;
            let worth = old.depth - 8 * i32::from(age);
            if worth < worst.0 {
                worst = (worth, i);
            }
        }
        let data = pack(entry, generation);
        let Slot(words) = &bucket[worst.1];
        words[0].store(key ^ data, Relaxed);
        words[1].store(data, Relaxed);
    }
}

fn generation_of(data: u64) -> u8 {
    (data >> 56) as u8 % GENERATIONS
}

/// Bits: move + 1 (12), score (16), static score (16), depth (8), bound (2), PV (1), one that is
/// always set, generation from bit 56 on (6).
fn pack(entry: Entry, generation: u8) -> u64 {
    let slot = entry.slot.map_or(0, |slot| u64::from(slot) + 1);
    let bound = match entry.bound {
        Bound::Upper => 0,
        Bound::Lower => 1,
        Bound::Exact => 2,
    };
    let depth = (entry.depth + DEPTH_OFFSET).clamp(0, 255) as u64;
    slot | u64::from(entry.score as i16 as u16) << 12
        | u64::from(entry.eval.map_or(NO_EVAL, |eval| eval as i16) as u16) << 28
        | depth << 44
        | bound << 52
        | u64::from(entry.pv) << 54
        | 1 << 55
        | u64::from(generation) << 56
}

fn unpack(data: u64) -> Entry {
    Entry {
        slot: ((data & 0xfff) as u16).checked_sub(1),
        score: i32::from((data >> 12) as u16 as i16),
        eval: Some((data >> 28) as u16 as i16)
            .filter(|&eval| eval != NO_EVAL)
            .map(i32::from),
        depth: (data >> 44 & 0xff) as i32 - DEPTH_OFFSET,
        bound: match data >> 52 & 3 {
            0 => Bound::Upper,
            1 => Bound::Lower,
            _ => Bound::Exact,
        },
        pv: data >> 54 & 1 == 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table that is all in use.
    fn ready(mebibytes: usize) -> TranspositionTable {
        let mut table = TranspositionTable::new(mebibytes);
        table.begin(false, 1, &StopToken::new());
        table
    }

    fn entry(depth: i32) -> Entry {
        Entry {
            slot: Some(1),
            score: 5,
            eval: None,
            depth,
            bound: Bound::Lower,
            pv: false,
        }
    }

    #[test]
    fn entries_come_back_as_they_went() {
        let table = ready(1);
        let mut n = 0;
        for depth in [-16, -3, 0, 7, 200] {
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                for (slot, score, eval) in [
                    (None, -30_000, Some(12)),
                    (Some(0), 29_999, Some(-10_000)),
                    (Some(2_703), 0, None),
                ] {
                    n += 1;
                    let key = 0x9e37_79b9_7f4a_7c15u64.wrapping_mul(n);
                    let entry = Entry {
                        slot,
                        score,
                        eval,
                        depth,
                        bound,
                        pv: n % 2 == 0,
                    };
                    table.put(key, entry);
                    assert_eq!(table.get(key), Some(entry));
                    assert_eq!(table.get(key ^ 1), None);
                }
            }
        }
    }

    #[test]
    fn what_is_cleared_is_forgotten() {
        let mut table = ready(5);
        let key = |n: u64| 0x9e37_79b9_7f4a_7c15u64.wrapping_mul(n);
        for _ in 0..3 {
            assert!((0..9_999).all(|n| table.get(key(n)).is_none()));
            (0..9_999).for_each(|n| table.put(key(n), entry(3)));
            assert!((0..9_999).all(|n| table.get(key(n)) == Some(entry(3))));
            table.clear();
            table.begin(false, 1, &StopToken::new());
        }
    }

    #[test]
    fn a_search_on_the_clock_begins_with_what_is_ready_and_gets_more() {
        let mut table = TranspositionTable::new(64);
        let all = table.pages.buckets();
        table.begin(true, usize::MAX, &StopToken::new());
        let len = table.len.load(Relaxed);
        assert!((1..=all).contains(&len));
        table.put(1, entry(3));
        table.grow(0);
        assert_eq!(table.len.load(Relaxed), len);
        assert_eq!(table.get(1), Some(entry(3)));
        while table.len.load(Relaxed) < all {
            table.grow(u64::MAX);
        }
        table.end();
    }

    #[test]
    fn a_full_bucket_gives_up_its_oldest_and_shallowest() {
        let mut table = ready(0);
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7)] {
            table.put(key, entry(depth));
        }
        table.put(5, entry(6));
        assert_eq!(table.get(2), None);
        assert!([1, 3, 4, 5].iter().all(|&key| table.get(key).is_some()));
        table.begin(false, 1, &StopToken::new());
        table.put(6, entry(1));
        assert_eq!(
            table.get(5),
            None,
            "the shallowest of the last search goes first"
        );
    }
}

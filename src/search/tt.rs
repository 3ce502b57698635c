use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

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

const ENTRIES: usize = 4;
const DEPTH_OFFSET: i32 = 16;
/// Stands for a static score that is not known: none is so low.
const NO_EVAL: i16 = i16::MIN;
const GENERATIONS: u8 = 64;

/// The transposition table: shared between threads without locks.
///
/// An entry is two words, the second the data, the first the key exclusive-ored with it, so that a
/// torn entry reads as one of another position (Hyatt and Mann, 2002). Four entries share a
/// cache line.
pub struct Table {
    slots: Box<[Slot]>,
    /// The first slot that begins a cache line.
    first: usize,
    buckets: usize,
    generation: AtomicU8,
}

/// An entry as it is stored.
#[repr(align(16))]
struct Slot([AtomicU64; 2]);

/// Bytes of a cache line, and of a bucket.
const LINE: usize = ENTRIES * size_of::<Slot>();

/// The largest table, in MiB: a terabyte, far below what an address can reach.
const MAX_MEBIBYTES: usize = 1 << 20;

/// What a table leaves to the rest of the program, in slots: 16 MiB.
const SPARE: usize = (16 << 20) / size_of::<Slot>();

/// So many empty slots, in memory that the system hands out zeroed when it is first touched; `None`
/// if there is not so much.
///
/// Writing the zeros took a second for 256 MiB on a busy machine, and the Gomocup protocol lets the
/// size be set within the time of a move; this takes microseconds. Slots are aligned to 16 bytes
/// because memory of a stricter alignment is not handed out so.
fn empty_slots(count: usize) -> Option<Box<[Slot]>> {
    let layout = Layout::array::<Slot>(count.max(1)).ok()?;
    // SAFETY: the layout is not empty, as there is at least one slot.
    let memory = unsafe { alloc_zeroed(layout) };
    if memory.is_null() {
        return None;
    }
    ask_for_huge_pages(memory, layout.size());
    let slots = std::ptr::slice_from_raw_parts_mut(memory.cast::<Slot>(), count.max(1));
    // SAFETY: the memory was just allocated by the global allocator with the layout of this slice,
    // nobody else has it, and all zeros are a slot, two numbers.
    Some(unsafe { Box::from_raw(slots) })
}

/// Asks the system for pages of 2 MiB behind this memory. The search looks up places all over the
/// table: with pages of 4 KiB most look-ups wait for the page's address first.
#[cfg(target_os = "linux")]
fn ask_for_huge_pages(memory: *mut u8, size: usize) {
    use rustix::mm::{Advice, madvise};
    const PAGE: usize = 4096;
    let skip = memory.align_offset(PAGE);
    let whole = size.saturating_sub(skip) / PAGE * PAGE;
    if whole > 0 {
        // SAFETY: the pages lie within the memory that was just allocated, and this advice changes
        // nothing that a program can see. If it is not taken, all goes on as before.
        let _ = unsafe { madvise(memory.add(skip).cast(), whole, Advice::LinuxHugepage) };
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_huge_pages(_: *mut u8, _: usize) {}

impl Table {
    /// A table of at most `mebibytes` MiB and a cache line, at least one bucket. Where the system
    /// has not so much memory, half of it, a quarter and so on, with a warning on the log.
    pub fn new(mebibytes: usize) -> Table {
        let wanted = (mebibytes.min(MAX_MEBIBYTES) * (1 << 20) / LINE).max(1);
        let mut buckets = wanted;
        let slots = loop {
            let slots = empty_slots(buckets * ENTRIES + ENTRIES - 1);
            match slots {
                Some(slots) if buckets == 1 || empty_slots(SPARE).is_some() => break slots,
                _ if buckets > 1 => buckets /= 2,
                _ => handle_alloc_error(Layout::new::<[Slot; ENTRIES]>()),
            }
        };
        if buckets < wanted {
            log::warn!(
                "no memory for a transposition table of {mebibytes} MiB: it has {} MiB",
                (buckets * LINE) >> 20
            );
        }
        let over = slots.as_ptr().addr() % LINE;
        Table {
            first: (LINE - over) % LINE / size_of::<Slot>(),
            slots,
            buckets,
            generation: AtomicU8::new(0),
        }
    }

    /// Begins a new search: what older ones left is replaced first.
    pub fn age(&self) {
        let next = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        let index = (u128::from(key) * self.buckets as u128) >> 64;
        let first = self.first + index as usize * ENTRIES;
        &self.slots[first..first + ENTRIES]
    }

    /// Asks the memory for the place of a position that is looked up soon. Worth five per cent of the
    /// search's speed: the look-up comes after several hundred nanoseconds of other work, and without
    /// this it waits for the memory that long again.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Slot = self.bucket(key).as_ptr();
            // SAFETY: a prefetch changes nothing and may be given any address; every processor of
            // this architecture has it.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
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

    #[test]
    fn entries_come_back_as_they_went() {
        let table = Table::new(1);
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
    fn where_memory_is_short_the_table_is_smaller() {
        let entry = Entry {
            slot: Some(7),
            score: 3,
            eval: Some(3),
            depth: 2,
            bound: Bound::Exact,
            pv: true,
        };
        let table = Table::new(usize::MAX);
        for key in [0, 1 << 63, u64::MAX] {
            table.put(key, entry);
            assert_eq!(table.get(key), Some(entry));
        }
        assert!(empty_slots(usize::MAX).is_none());
    }

    #[test]
    fn a_full_bucket_gives_up_its_oldest_and_shallowest() {
        let table = Table::new(0);
        let entry = |depth| Entry {
            slot: Some(1),
            score: 5,
            eval: None,
            depth,
            bound: Bound::Lower,
            pv: false,
        };
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7)] {
            table.put(key, entry(depth));
        }
        table.put(5, entry(6));
        assert_eq!(table.get(2), None);
        assert!([1, 3, 4, 5].iter().all(|&key| table.get(key).is_some()));
        table.age();
        table.put(6, entry(1));
        assert_eq!(
            table.get(5),
            None,
            "the shallowest of the last search goes first"
        );
    }
}

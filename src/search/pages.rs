//! The memory of a transposition table.

use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Entries of a bucket.
pub(super) const ENTRIES: usize = 4;

/// An entry as it is stored.
#[repr(align(16))]
pub(super) struct Slot(pub [AtomicU64; 2]);

/// Bytes of a cache line, and of a bucket.
pub(super) const LINE: usize = ENTRIES * size_of::<Slot>();

/// The largest table, in MiB: a terabyte, far below what an address of 64 bits can reach; one of 32
/// bits reaches no more than 2 GiB in one piece.
const MAX_MEBIBYTES: usize = if usize::BITS > 32 { 1 << 20 } else { 1 << 10 };

/// What a table leaves to the rest of the program, in slots: 16 MiB.
const SPARE: usize = (16 << 20) / size_of::<Slot>();

/// Buckets, all empty at first.
pub(super) struct Pages {
    slots: Box<[Slot]>,
    /// The first slot that begins a cache line.
    first: usize,
    buckets: usize,
}

/// So many empty slots, in memory that the system hands out zeroed when it is first touched; `None`
/// if there is not so much.
///
/// Slots are aligned to 16 bytes because memory of a stricter alignment is not handed out so.
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

/// The memory that programs can still get without others being put on disk or killed, in bytes, as
/// far as the system tells. It promises more than it has, and all of a table is touched.
fn available() -> usize {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
    kib.map_or(usize::MAX, |kib| kib.saturating_mul(1024))
}

impl Pages {
    /// At most `mebibytes` MiB and a cache line, at least one bucket. Where the system has not so much
    /// memory, half of it, a quarter and so on, with a warning on the log.
    pub fn new(mebibytes: usize) -> Pages {
        let wanted = (mebibytes.min(MAX_MEBIBYTES) * (1 << 20) / LINE).max(1);
        let available = available();
        let mut buckets = wanted;
        let slots = loop {
            let fits = buckets == 1 || buckets * LINE <= available;
            let slots = fits.then(|| empty_slots(buckets * ENTRIES + ENTRIES - 1));
            match slots.flatten() {
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
        Pages {
            first: (LINE - over) % LINE / size_of::<Slot>(),
            slots,
            buckets,
        }
    }

    /// How many buckets there are.
    pub fn buckets(&self) -> usize {
        self.buckets
    }

    /// One of the buckets.
    #[inline]
    pub fn bucket(&self, index: usize) -> &[Slot; ENTRIES] {
        let slots = &self.slots[self.first + index * ENTRIES..];
        slots.first_chunk().expect("a bucket is whole")
    }

    /// Empties some of the buckets. If they are, it touches their memory.
    pub fn wipe(&self, buckets: Range<usize>) {
        let slots = self.first + buckets.start * ENTRIES..self.first + buckets.end * ENTRIES;
        for Slot(words) in &self.slots[slots] {
            for word in words {
                word.store(0, Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_memory_is_short_there_are_fewer_buckets() {
        let pages = Pages::new(usize::MAX);
        assert!((2..1 << 34).contains(&pages.buckets()));
        for index in [0, pages.buckets() - 1] {
            pages.wipe(index..index + 1);
            assert_eq!(pages.bucket(index)[ENTRIES - 1].0[1].load(Relaxed), 0);
        }
        assert!(empty_slots(usize::MAX).is_none());
    }
}

//! Static scores that a thread has worked out, by position.

/// How many there is room for: a power of two.
const ENTRIES: usize = 1 << 16;

/// The bits of an entry that are the score; above them stand those of the key.
const SCORE_BITS: u32 = 16;

/// The static scores of the positions last evaluated, half a MiB of them.
///
/// A search comes to most positions again, in the next iteration or another way. A third of all
/// evaluations are of a position that is found here. As a score depends on the position alone, the
/// search finds the same with this and without.
pub(super) struct EvalCache {
    /// By the low bits of the key, whose other bits stand in the entry. None is 0: a score is not.
    entries: Box<[u64; ENTRIES]>,
}

impl EvalCache {
    pub fn new() -> EvalCache {
        let entries = vec![0; ENTRIES].into_boxed_slice();
        EvalCache {
            entries: entries.try_into().expect("as many as it was made of"),
        }
    }

    /// The score of the position with this key, if it was the last to be [`put`](EvalCache::put)
    /// in its place.
    #[inline]
    pub fn get(&self, key: u64) -> Option<i32> {
        let entry = self.entries[key as usize % ENTRIES];
        let is_of_key = (entry ^ key) >> SCORE_BITS == 0 && entry != 0;
        is_of_key.then(|| i32::from(entry as u16) + i32::from(i16::MIN))
    }

    /// Asks the memory for the place of a position that is looked up soon: the entries do not fit beside what else
    /// the search uses.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        crate::processor::prefetch(&raw const self.entries[key as usize % ENTRIES]);
    }

    /// Keeps a score, −32,767 to 32,767, in place of what was there.
    #[inline]
    pub fn put(&mut self, key: u64, score: i32) {
        let score = (score - i32::from(i16::MIN)) as u16;
        self.entries[key as usize % ENTRIES] = key >> SCORE_BITS << SCORE_BITS | u64::from(score);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_found_by_its_whole_key_alone() {
        let mut cache = EvalCache::new();
        for key in [0, 1, u64::MAX, 0x9e37_79b9_7f4a_7c15] {
            assert_eq!(cache.get(key), None);
            for score in [0, 1, -1, 10_000, -10_000, 32_767, -32_767] {
                cache.put(key, score);
                assert_eq!(cache.get(key), Some(score));
                for bit in 0..64 {
                    assert_eq!(cache.get(key ^ 1 << bit), None, "{key:x}, bit {bit}");
                }
            }
            cache = EvalCache::new();
        }
    }

    #[test]
    fn the_last_score_in_a_place_is_kept() {
        let mut cache = EvalCache::new();
        let (key, other) = (7, 7 + (ENTRIES as u64) * 3);
        cache.put(key, 5);
        cache.put(other, -6);
        assert_eq!((cache.get(key), cache.get(other)), (None, Some(-6)));
        cache.put(other, 8);
        assert_eq!(cache.get(other), Some(8));
    }
}

/// Words enough for the largest board, which has 43, and a power of two.
const WORDS: usize = 64;

/// A set of points of one board, by slot (`x + y · width`). Iterating costs the words of the board,
/// four on 15×15.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointSet {
    words: [u64; WORDS],
    used: u8,
}

impl PointSet {
    pub(super) fn new(area: usize) -> PointSet {
        PointSet {
            words: [0; WORDS],
            used: area.div_ceil(64).min(WORDS) as u8,
        }
    }

    #[inline]
    pub(super) fn toggle(&mut self, slot: usize) {
        self.words[(slot >> 6) % WORDS] ^= 1 << (slot & 63);
    }

    #[inline]
    pub(super) fn insert(&mut self, slot: usize) {
        self.words[(slot >> 6) % WORDS] |= 1 << (slot & 63);
    }

    /// Adds the slots `first + i` for the bits `i` of `bits`, which are fewer than 32 and on the
    /// board.
    #[inline]
    pub(super) fn insert_span(&mut self, first: usize, bits: u64) {
        let (word, shift) = (first >> 6, first & 63);
        self.words[word % WORDS] |= bits << shift;
        if shift > 32 {
            let rest = bits >> (64 - shift);
            if rest != 0 {
                self.words[(word + 1) % WORDS] |= rest;
            }
        }
    }

    #[inline]
    pub(super) fn words(&self) -> &[u64] {
        &self.words[..self.used as usize]
    }

    #[inline]
    pub(super) fn restore(&mut self, first: usize, saved: &[u64]) {
        for (word, &old) in self.words[first..].iter_mut().zip(saved) {
            *word = old;
        }
    }

    /// Whether the slot is in the set.
    #[inline]
    pub fn contains(&self, slot: usize) -> bool {
        self.words[(slot >> 6) % WORDS] >> (slot & 63) & 1 == 1
    }

    /// Whether there is nothing in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    /// The lowest slot in the set.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The slots in the set, ascending.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words()
            .iter()
            .enumerate()
            .flat_map(|(i, &word)| Bits { word, base: i * 64 })
    }

    /// The slots in this set and not in `other`, ascending.
    #[inline]
    pub fn iter_without<'a>(&'a self, other: &'a PointSet) -> impl Iterator<Item = usize> + 'a {
        let pairs = self.words().iter().zip(other.words());
        pairs.enumerate().flat_map(|(i, (&a, &b))| Bits {
            word: a & !b,
            base: i * 64,
        })
    }
}

struct Bits {
    word: u64,
    base: usize,
}

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.word == 0 {
            return None;
        }
        let bit = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(self.base + bit)
    }
}

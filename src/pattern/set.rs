use super::pattern4::ThreatSet;
use crate::game::Color;

/// Sets kept together: four a colour, of which [`ThreatSet`] names three.
const SETS: usize = 8;

/// The threat sets of both colours. What belongs to the same 64 slots lies together, so that a
/// point enters and leaves all sets at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ThreatSets(Box<[Words]>);

/// The words of all sets for the same slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
struct Words([u64; SETS]);

/// The bits of a byte, one a word: compilers would take the byte apart bit by bit.
static SPREAD: [Words; 256] = {
    let mut spread = [Words([0; SETS]); 256];
    let mut i = 0;
    while i < 256 * SETS {
        spread[i / SETS].0[i % SETS] = ((i / SETS) >> (i % SETS) & 1) as u64;
        i += 1;
    }
    spread
};

impl ThreatSets {
    /// Empty sets of the slots of a board.
    pub fn new(area: usize) -> ThreatSets {
        ThreatSets(vec![Words([0; SETS]); area.div_ceil(64)].into_boxed_slice())
    }

    /// Puts a slot into sets, or takes it out of them: a bit a [`ThreatSet`], White's four bits
    /// higher than Black's.
    #[inline(always)]
    pub fn toggle(&mut self, threats: u8, slot: usize) {
        let spread = &SPREAD[usize::from(threats)].0;
        for (word, bit) in self.0[slot >> 6].0.iter_mut().zip(spread) {
            *word ^= bit << (slot & 63);
        }
    }

    #[inline]
    pub fn of(&self, color: Color, threat_set: ThreatSet) -> PointSet<'_> {
        PointSet {
            words: &self.0,
            set: color.index() * (SETS / 2) + threat_set as usize,
        }
    }
}

/// A set of points of one board, by slot (`x + y · width`). Iterating costs the words of the board,
/// four on 15×15.
#[derive(Debug, Clone, Copy)]
pub struct PointSet<'a> {
    words: &'a [Words],
    set: usize,
}

impl<'a> PointSet<'a> {
    /// Whether the slot is in the set.
    #[inline]
    pub fn contains(self, slot: usize) -> bool {
        let words = self.words.get(slot >> 6);
        words.is_some_and(|words| words.0[self.set % SETS] >> (slot & 63) & 1 == 1)
    }

    /// Whether there is nothing in it.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.words.iter().all(|words| words.0[self.set % SETS] == 0)
    }

    /// The lowest slot in the set.
    #[inline]
    pub fn first(self) -> Option<usize> {
        self.iter().next()
    }

    /// The slots in the set, ascending.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> + 'a {
        let words = self.words.iter().enumerate();
        words.flat_map(move |(i, words)| Bits {
            word: words.0[self.set % SETS],
            base: i * 64,
        })
    }
}

/// The set bits of a word, counted from a base.
pub(super) struct Bits {
    pub word: u64,
    pub base: usize,
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

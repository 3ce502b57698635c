use crate::game::MAX_SIDE;

const WORDS: usize = (MAX_SIDE as usize * MAX_SIDE as usize).div_ceil(64);

/// A set of points by their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointBits([u64; WORDS]);

impl PointBits {
    /// No point.
    pub const fn new() -> PointBits {
        PointBits([0; WORDS])
    }

    /// Adds a point.
    pub fn insert(&mut self, slot: u16) {
        self.0[usize::from(slot) / 64] |= 1 << (slot % 64);
    }

    /// Whether a point is in it.
    pub fn contains(&self, slot: u16) -> bool {
        self.0[usize::from(slot) / 64] >> (slot % 64) & 1 != 0
    }
}

impl Extend<u16> for PointBits {
    fn extend<I: IntoIterator<Item = u16>>(&mut self, slots: I) {
        for slot in slots {
            self.insert(slot);
        }
    }
}

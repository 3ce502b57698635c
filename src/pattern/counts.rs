use super::kind::Kind;

/// Bits of one counter: enough for the points of the largest board.
const BITS: usize = 12;

/// How many points are of each threatening kind, all counters in one word, so that a change is an
/// addition without a branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Counts(u128);

/// Where the counter of a kind lies; beyond the word for the kinds that are not counted.
const SHIFTS: [usize; Kind::COUNT] = {
    let mut shifts = [128; Kind::COUNT];
    let mut i = 0;
    let mut used = 0;
    while i < Kind::COUNT {
        if Kind::ALL[i].groups() != 0 {
            shifts[i] = used * BITS;
            used += 1;
        }
        i += 1;
    }
    shifts
};

/// One of each kind.
static ONES: [u128; Kind::COUNT] = {
    let mut ones = [0; Kind::COUNT];
    let mut i = 0;
    while i < Kind::COUNT {
        if SHIFTS[i] < 128 {
            ones[i] = 1 << SHIFTS[i];
        }
        i += 1;
    }
    ones
};

impl Counts {
    #[inline(always)]
    pub fn add(&mut self, kind: Kind) {
        self.0 = self.0.wrapping_add(ONES[kind as usize]);
    }

    #[inline(always)]
    pub fn remove(&mut self, kind: Kind) {
        self.0 = self.0.wrapping_sub(ONES[kind as usize]);
    }

    #[inline(always)]
    pub fn get(self, kind: Kind) -> u32 {
        match SHIFTS[kind as usize] {
            128.. => 0,
            shift => (self.0 >> shift) as u32 & ((1 << BITS) - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_do_not_meet() {
        let counted = || Kind::ALL.into_iter().filter(|kind| kind.groups() != 0);
        assert!(counted().count() * BITS <= 128);
        let mut counts = Counts::default();
        for kind in counted() {
            for _ in 0..2_704 {
                counts.add(kind);
            }
        }
        for kind in Kind::ALL {
            let expected = if kind.groups() != 0 { 2_704 } else { 0 };
            assert_eq!(counts.get(kind), expected);
            counts.add(kind);
            counts.remove(kind);
        }
        assert_eq!(counts.get(Kind::Five), 2_704);
    }
}

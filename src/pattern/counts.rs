use super::kind::Kind;

/// How many points are of each threatening kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Counts {
    /// By kind; those that are not counted stay at zero.
    each: [u16; 16],
    /// Which of them are not zero, a bit a kind.
    present: u16,
}

/// One for each kind that is counted.
static ONES: [u8; 16] = {
    let mut ones = [0; 16];
    let mut i = 0;
    while i < Kind::COUNT {
        if Kind::ALL[i].threats() != 0 {
            ones[i] = 1;
        }
        i += 1;
    }
    ones
};

impl Counts {
    #[inline(always)]
    pub fn add(&mut self, kind: Kind) {
        let (kind, one) = (kind as usize % 16, ONES[kind as usize % 16]);
        self.each[kind] += u16::from(one);
        self.present |= u16::from(one) << kind;
    }

    #[inline(always)]
    pub fn remove(&mut self, kind: Kind) {
        let (kind, one) = (kind as usize % 16, ONES[kind as usize % 16]);
        let left = self.each[kind].wrapping_sub(u16::from(one));
        self.each[kind] = left;
        self.present &= !(u16::from(left == 0) << kind);
    }

    #[inline(always)]
    pub fn get(&self, kind: Kind) -> u32 {
        u32::from(self.each[kind as usize % 16])
    }

    /// The kinds of which there are points: bit `kind as u8`.
    #[inline(always)]
    pub fn present(&self) -> u16 {
        self.present
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threats_are_counted_and_nothing_else_is() {
        let counted = |kind: Kind| kind.threats() != 0;
        let mut counts = Counts::default();
        for kind in Kind::ALL {
            for _ in 0..2_704 {
                counts.add(kind);
            }
        }
        for kind in Kind::ALL {
            let expected = if counted(kind) { 2_704 } else { 0 };
            assert_eq!(counts.get(kind), expected);
            assert_eq!(counts.present() >> kind as u8 & 1 == 1, counted(kind));
        }
        for kind in Kind::ALL {
            (0..2_704).for_each(|_| counts.remove(kind));
            assert_eq!(counts.present() >> kind as u8 & 1, 0);
        }
        assert_eq!(counts, Counts::default());
    }
}

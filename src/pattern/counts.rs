use super::kind::Kind;

/// How many points are of each threatening kind.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(32))]
pub(super) struct Counts {
    /// By kind; what stands for those that are not threatening means nothing.
    each: [u16; 16],
}

/// The kinds that are counted: bit `kind as u8`.
const COUNTED: u16 = {
    let mut counted = 0;
    let mut i = 0;
    while i < Kind::COUNT {
        if Kind::ALL[i].threats() != 0 {
            counted |= 1 << i;
        }
        i += 1;
    }
    counted
};

impl Counts {
    #[inline(always)]
    pub fn add(&mut self, kind: Kind) {
        let each = &mut self.each[kind as usize % 16];
        *each = each.wrapping_add(1);
    }

    #[inline(always)]
    pub fn remove(&mut self, kind: Kind) {
        let each = &mut self.each[kind as usize % 16];
        *each = each.wrapping_sub(1);
    }

    #[inline(always)]
    pub fn get(&self, kind: Kind) -> u32 {
        let counted = COUNTED >> kind as u8 & 1 == 1;
        u32::from(if counted {
            self.each[kind as usize % 16]
        } else {
            0
        })
    }

    /// The kinds of which there are points: bit `kind as u8`.
    #[inline(always)]
    pub fn present(&self) -> u16 {
        let bits = self.each.iter().enumerate();
        COUNTED & bits.fold(0, |present, (i, &each)| present | u16::from(each != 0) << i)
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
    }
}

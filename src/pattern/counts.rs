use super::kind::{FIRST_THREAT, Kind};

/// How many points are of each threatening kind.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(32))]
pub(super) struct Counts {
    /// By kind; what stands for those that are not threatening means nothing.
    each: [u16; 16],
}

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
        u32::from(if kind >= FIRST_THREAT {
            self.each[kind as usize % 16]
        } else {
            0
        })
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
        }
        for kind in Kind::ALL {
            (0..2_704).for_each(|_| counts.remove(kind));
            assert_eq!(counts.get(kind), 0);
        }
    }
}

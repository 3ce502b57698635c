use super::pattern4::{FIRST_THREAT, Pattern4};

/// How many points are of each threatening pattern.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(32))]
pub(super) struct Counts {
    /// By pattern; what stands for those that are not threatening means nothing.
    each: [u16; 16],
}

impl Counts {
    #[inline(always)]
    pub fn add(&mut self, pattern4: Pattern4) {
        let each = &mut self.each[pattern4 as usize % 16];
        *each = each.wrapping_add(1);
    }

    #[inline(always)]
    pub fn remove(&mut self, pattern4: Pattern4) {
        let each = &mut self.each[pattern4 as usize % 16];
        *each = each.wrapping_sub(1);
    }

    #[inline(always)]
    pub fn get(&self, pattern4: Pattern4) -> u32 {
        u32::from(if pattern4 >= FIRST_THREAT {
            self.each[pattern4 as usize % 16]
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
        let counted = |pattern4: Pattern4| pattern4.threats() != 0;
        let mut counts = Counts::default();
        for pattern4 in Pattern4::ALL {
            for _ in 0..2_704 {
                counts.add(pattern4);
            }
        }
        for pattern4 in Pattern4::ALL {
            let expected = if counted(pattern4) { 2_704 } else { 0 };
            assert_eq!(counts.get(pattern4), expected);
        }
        for pattern4 in Pattern4::ALL {
            (0..2_704).for_each(|_| counts.remove(pattern4));
            assert_eq!(counts.get(pattern4), 0);
        }
    }
}

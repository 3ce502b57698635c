use super::pattern4::{FIRST_THREAT, Pattern4};

/// How many points are of each threatening pattern.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(32))]
pub(super) struct Counts {
    /// By pattern; what stands for those that are not threatening means nothing.
    each: [u16; 16],
}

impl Counts {
    /// One more point of the pattern with this number.
    #[inline(always)]
    pub fn add(&mut self, number: u8) {
        let each = &mut self.each[usize::from(number) % 16];
        *each = each.wrapping_add(1);
    }

    /// One point less of the pattern with this number.
    #[inline(always)]
    pub fn remove(&mut self, number: u8) {
        let each = &mut self.each[usize::from(number) % 16];
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

    /// Of which threatening patterns there is a point: a bit a pattern.
    #[inline(always)]
    pub fn present(&self) -> u32 {
        const TOP: u64 = 0x8000_8000_8000_8000;
        // Patterns that are no threats are by themselves in the first word.
        const { assert!(FIRST_THREAT as usize == 4) };
        let (words, _) = self.each.as_chunks::<4>();
        let mut present = 0;
        for (i, word) in words.iter().enumerate().skip(1) {
            let lanes = word
                .iter()
                .rev()
                .fold(0, |all, &count| all << 16 | u64::from(count));
            // No count reaches the top bit of its lane, so that this does if there is one.
            let some = ((lanes + !TOP) & TOP) >> 15;
            // The lowest bit of each lane, side by side in the highest one.
            let side_by_side = some.wrapping_mul(1 << 48 | 1 << 33 | 1 << 18 | 1 << 3) >> 48 & 15;
            present |= (side_by_side as u32) << (4 * i);
        }
        present
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
                counts.add(pattern4 as u8);
            }
        }
        for pattern4 in Pattern4::ALL {
            let expected = if counted(pattern4) { 2_704 } else { 0 };
            assert_eq!(counts.get(pattern4), expected);
        }
        let bit = |pattern4: Pattern4| u32::from(counted(pattern4)) << pattern4 as u32;
        let all = Pattern4::ALL.map(bit).iter().sum::<u32>();
        assert_eq!(counts.present(), all);
        for pattern4 in Pattern4::ALL {
            assert_eq!(counts.present() & bit(pattern4), bit(pattern4));
            (0..2_704).for_each(|_| counts.remove(pattern4 as u8));
            assert_eq!(counts.get(pattern4), 0);
            assert_eq!(counts.present() & bit(pattern4), 0);
        }
        // Of those that are no threats more may be taken away than there are.
        for pattern4 in Pattern4::ALL.into_iter().filter(|&kind| !counted(kind)) {
            counts.remove(pattern4 as u8);
            assert_eq!(counts.present(), 0);
        }
    }
}

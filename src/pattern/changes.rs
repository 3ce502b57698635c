//! Which points a stone gives other line patterns, and which: found for all points in reach at once, without a branch.

use super::lookup::Lookup;

/// The most points in reach of a stone where a table looks lines up.
pub(super) const MOST: usize = 64;

/// The points in reach of a stone: direction by direction, ascending.
pub(super) struct Changes {
    /// Which of them change, a bit each.
    pub which: u64,
    /// Where they are.
    pub slots: [u16; MOST],
    /// Their new line patterns.
    pub pairs: [u32; MOST],
}

impl Changes {
    /// What changes around a stone in the middle of these windows, at a slot and [`around`] it; `pairs_at` says what the line
    /// patterns of a slot have been. In steps that each do one thing for all points, as compilers make vectors of such.
    #[inline(always)]
    pub fn of<L: Lookup>(
        lookup: L,
        windows: [L::Window; 4],
        (slot, around): (usize, &[u16; MOST]),
        pairs_at: impl Fn(u16) -> u32,
    ) -> Changes {
        let reach = lookup.reach();
        let count = (8 * reach).min(MOST);
        let (mut keys, mut empty) = ([0; MOST], [0; MOST]);
        for (d, window) in windows.into_iter().enumerate() {
            for i in 0..2 * reach {
                let number = (2 * reach * d + i) % MOST;
                // The stone itself is left out.
                let (key, is_empty) = lookup.key(window, i + reach + usize::from(i >= reach));
                keys[number] = key;
                empty[number] = if is_empty { 0xff << (8 * d) } else { 0 };
            }
        }
        let mut changes = Changes {
            which: 0,
            slots: [0; MOST],
            pairs: [0; MOST],
        };
        for (at, around) in changes.slots.iter_mut().zip(around).take(count) {
            // Off the board the cell is not empty, and the slot is any.
            *at = (slot as u16).wrapping_add(*around);
        }
        let mut new = [0; MOST];
        for number in 0..count {
            new[number] = u32::from(lookup.pair(keys[number]));
            changes.pairs[number] = pairs_at(changes.slots[number]);
        }
        let mut is_other = [0; MOST];
        for number in 0..count {
            let pairs = changes.pairs[number];
            let change = (pairs ^ (new[number] * 0x0101_0101)) & empty[number];
            changes.pairs[number] = pairs ^ change;
            is_other[number] = u8::from(change != 0);
        }
        let (eights, _) = is_other.as_chunks::<8>();
        for (i, &eight) in eights.iter().enumerate().take(reach) {
            // The lowest bits of its bytes side by side in the highest one.
            let bits = u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            changes.which |= bits << (8 * i);
        }
        changes
    }
}

/// How far the slots in reach of a stone are from its own, modulo 2^16: those that [`Changes`] is of, in their order. `steps` are
/// from a slot to the next in each direction.
pub(super) fn around(steps: [usize; 4], reach: usize) -> [u16; MOST] {
    let mut around = [0; MOST];
    for (d, step) in steps.into_iter().enumerate() {
        for i in 0..2 * reach {
            let away = (i + usize::from(i >= reach)).wrapping_sub(reach);
            if let Some(place) = around.get_mut(2 * reach * d + i) {
                *place = step.wrapping_mul(away) as u16;
            }
        }
    }
    around
}

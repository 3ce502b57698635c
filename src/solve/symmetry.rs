use super::windows::{Side, Windows};
use crate::game::Rules;

/// The stones of a position and who is to move, as bits: two for every point, then one.
pub type Key = Box<[u64]>;

/// The ways a board can be laid upon itself, each as a list of where every point comes to lie.
#[derive(Debug, Clone, Default)]
pub struct Symmetries(Vec<Vec<u16>>);

impl Symmetries {
    /// The 8 of a square, the 4 of a rectangle. The first changes nothing.
    pub fn of(rules: &Rules) -> Symmetries {
        let (width, height) = (u16::from(rules.width()), u16::from(rules.height()));
        let count = if width == height { 8 } else { 4 };
        let image = |bits: u16, slot: u16| {
            let flip = |flips: bool, at, side| if flips { side - 1 - at } else { at };
            let x = flip(bits & 1 != 0, slot % width, width);
            let y = flip(bits & 2 != 0, slot / width, height);
            if bits & 4 != 0 {
                x * width + y
            } else {
                y * width + x
            }
        };
        let map = |bits| (0..width * height).map(|slot| image(bits, slot)).collect();
        Symmetries((0..count).map(map).collect())
    }

    /// Where each lays the points.
    pub fn maps(&self) -> &[Vec<u16>] {
        &self.0
    }

    /// The stones and who is to move, each point where `map` lays it.
    pub fn key(map: &[u16], windows: &Windows, to_move: Side) -> Key {
        let mut key = vec![0; (2 * map.len() + 1).div_ceil(64)];
        let mut set = |bit: usize| key[bit / 64] |= 1 << (bit % 64);
        for (slot, &image) in map.iter().enumerate() {
            if let Some(side) = windows.cell(slot as u16) {
                set(2 * usize::from(image) + side as usize);
            }
        }
        if to_move == Side::Defender {
            set(2 * map.len());
        }
        key.into_boxed_slice()
    }

    /// The least of the keys of all positions that are the same but for a symmetry, and which one makes it.
    pub fn canonical(&self, windows: &Windows, to_move: Side) -> (Key, usize) {
        let keys = self.0.iter().map(|map| Self::key(map, windows, to_move));
        let least = keys.enumerate().map(|(i, key)| (key, i)).min();
        least.unwrap_or_default()
    }

    /// Where the symmetry that undoes this one lays a point.
    pub fn back(&self, number: usize, slot: u16) -> u16 {
        let place = self.0[number].iter().position(|&image| image == slot);
        place.map_or(slot, |place| place as u16)
    }
}

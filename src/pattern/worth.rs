//! From the classes of a point's four lines to what the point is worth.

use super::class::Class;
use super::kind::Kind;

/// Unordered pairs of classes.
const PAIRS: usize = Class::COUNT * (Class::COUNT + 1) / 2;

/// What an empty point is worth to one colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(8))]
pub struct Worth {
    /// Its share of the static score, in the unit that the weights are kept in.
    pub value: i16,
    /// Ordering score of a move there by this colour.
    pub attack: i16,
    /// Ordering score of a move there by the other colour, who takes it away.
    pub defence: i16,
    /// The strongest combination.
    pub kind: Kind,
    /// The threat sets it belongs to, a bit a [`ThreatSet`](super::ThreatSet).
    pub threats: u8,
}

/// [`Worth`] for every four classes of one colour. 88 KB; one load a look-up.
#[derive(Clone)]
pub struct WorthTable {
    entries: Box<[Worth]>,
}

static PAIR_INDEX: [u8; 256] = {
    let mut index = [0; 256];
    let mut i = 0;
    while i < 256 {
        let (mut a, mut b) = (i & 15, i >> 4);
        if a > b {
            (a, b) = (b, a);
        }
        if b < Class::COUNT {
            index[i] = (b * (b + 1) / 2 + a) as u8;
        }
        i += 1;
    }
    index
};

impl WorthTable {
    /// A table filled from `worth`, which is asked once for every multiset of four classes, given
    /// ascending, and answers value, attack and defence. `restrained` for Black in renju.
    pub fn new(restrained: bool, mut worth: impl FnMut([Class; 4]) -> [i16; 3]) -> WorthTable {
        let nothing = Worth {
            value: 0,
            attack: 0,
            defence: 0,
            kind: Kind::None,
            threats: 0,
        };
        let mut entries = vec![nothing; PAIRS * PAIRS].into_boxed_slice();
        for classes in multisets() {
            let [value, attack, defence] = worth(classes);
            let kind = Kind::of(classes, restrained);
            let entry = Worth {
                value,
                attack,
                defence,
                kind,
                threats: kind.threats(),
            };
            let [a, b, c, d] = classes.map(|class| class as u32);
            for (w, x, y, z) in [(a, b, c, d), (a, c, b, d), (a, d, b, c)] {
                for (w, x, y, z) in [(w, x, y, z), (y, z, w, x)] {
                    entries[WorthTable::index(w | x << 8 | y << 16 | z << 24)] = entry;
                }
            }
        }
        WorthTable { entries }
    }

    #[inline]
    fn index(classes: u32) -> usize {
        let two = classes | classes >> 4;
        let low = PAIR_INDEX[two as usize & 0xff] as usize;
        let high = PAIR_INDEX[two as usize >> 16 & 0xff] as usize;
        low * PAIRS + high
    }

    /// The worth for four classes, one a byte.
    #[inline]
    pub(super) fn get(&self, classes: u32) -> Worth {
        self.entries[WorthTable::index(classes)]
    }
}

/// The number of multisets of four classes.
pub const CODES: usize = 2380;

/// Every multiset of four classes, each ascending, in the order of their [`code`]s.
pub fn multisets() -> impl Iterator<Item = [Class; 4]> {
    let n = Class::COUNT;
    (0..n).flat_map(|d| {
        (0..=d).flat_map(move |c| {
            (0..=c).flat_map(move |b| (0..=b).map(move |a| [a, b, c, d].map(|i| Class::ALL[i])))
        })
    })
}

/// The number of a multiset of four classes, given in any order: below [`CODES`].
pub fn code(mut classes: [Class; 4]) -> usize {
    classes.sort_unstable();
    let [a, b, c, d] = classes.map(|class| class as usize);
    a + b * (b + 1) / 2 + c * (c + 1) * (c + 2) / 6 + d * (d + 1) * (d + 2) * (d + 3) / 24
}

use std::collections::HashMap;
use std::sync::Arc;

use super::symmetry::{Key, Symmetries};
use super::windows::{Side, Windows};

/// Moves of the attacker's that are worth trying first, in positions that are given by lines of play.
#[derive(Debug, Clone)]
pub struct Hints {
    symmetries: Symmetries,
    /// By the position's canonical key: the position as it lay, and the move in it.
    known: Arc<HashMap<Key, (Key, u16)>>,
}

impl Hints {
    /// The attacker's moves on these lines, which begin at `root`. A line ends where a point is taken.
    pub fn new(root: &Windows, to_move: Side, lines: &[Vec<u16>]) -> Hints {
        let symmetries = Symmetries::of(root.rules());
        let mut known = HashMap::new();
        for line in lines {
            let mut windows = root.clone();
            let mut side = to_move;
            for &slot in line {
                if !windows.is_empty(slot) {
                    break;
                }
                if side == Side::Attacker {
                    let (canonical, _) = symmetries.canonical(&windows, side);
                    let key = Symmetries::key(&symmetries.maps()[0], &windows, side);
                    known.entry(canonical).or_insert((key, slot));
                }
                windows.place(slot, side);
                side = side.other();
            }
        }
        Hints {
            symmetries,
            known: Arc::new(known),
        }
    }

    /// No moves.
    pub fn none(root: &Windows) -> Hints {
        Hints::new(root, Side::Attacker, &[])
    }

    /// The move to try first in this position.
    pub fn get(&self, windows: &Windows) -> Option<u16> {
        if self.known.is_empty() {
            return None;
        }
        let (canonical, _) = self.symmetries.canonical(windows, Side::Attacker);
        let (key, slot) = self.known.get(&canonical)?;
        let maps = self.symmetries.maps();
        let fits = |map: &Vec<u16>| Symmetries::key(map, windows, Side::Attacker) == *key;
        let number = maps.iter().position(fits)?;
        Some(self.symmetries.back(number, *slot))
    }
}

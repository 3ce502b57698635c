use std::collections::HashMap;
use std::sync::Arc;

use super::symmetry::{Key, Symmetries};
use super::windows::{Side, Windows};
use crate::game::{Board, Color, Point, Rules};

/// Moves that are worth trying first, in positions that are given by lines of play or by a proof. A position that is
/// the same but for a symmetry has the same move.
#[derive(Debug, Clone, Default)]
pub struct Hints {
    symmetries: Symmetries,
    /// By who moves, and by the position's canonical key: the position as it lay, and the move in it.
    known: [Arc<HashMap<Key, (Key, u16)>>; 2],
}

impl Hints {
    /// Both sides' moves on these lines, which begin at `board`. A line ends where a point is taken. Of two moves in
    /// one position the first counts.
    pub fn of_lines(board: &Board, lines: &[Vec<Point>]) -> Hints {
        let known = Color::ALL.map(|attacker| {
            let root = Windows::new(board.position(), attacker);
            let mut hints = Collected::new(root.rules());
            for line in lines {
                let mut windows = root.clone();
                let mut side = windows.side(board.side_to_move());
                for &point in line {
                    let slot = windows.slot(point);
                    if !windows.rules().contains(point) || !windows.is_empty(slot) {
                        break;
                    }
                    if side == Side::Attacker {
                        hints.add(&windows, slot);
                    }
                    windows.place(slot, side);
                    side = side.other();
                }
            }
            Arc::new(hints.known)
        });
        Hints {
            symmetries: Symmetries::of(board.rules()),
            known,
        }
    }

    /// These moves of this attacker's.
    pub(super) fn of_moves(
        rules: &Rules,
        attacker: Color,
        moves: impl Iterator<Item = (Windows, u16)>,
    ) -> Hints {
        let mut hints = Collected::new(rules);
        for (windows, slot) in moves {
            hints.add(&windows, slot);
        }
        let mut known = [(); 2].map(|()| Arc::default());
        known[attacker.index()] = Arc::new(hints.known);
        Hints {
            symmetries: hints.symmetries,
            known,
        }
    }

    /// The attacker's move to try first in this position.
    pub(super) fn get(&self, windows: &Windows) -> Option<u16> {
        let known = &self.known[windows.color(Side::Attacker).index()];
        if known.is_empty() {
            return None;
        }
        let (canonical, _) = self.symmetries.canonical(windows, Side::Attacker);
        let (key, slot) = known.get(&canonical)?;
        let maps = self.symmetries.maps();
        let fits = |map: &Vec<u16>| Symmetries::key(map, windows, Side::Attacker) == *key;
        let number = maps.iter().position(fits)?;
        Some(self.symmetries.back(number, *slot))
    }
}

/// The moves of one attacker.
struct Collected {
    symmetries: Symmetries,
    known: HashMap<Key, (Key, u16)>,
}

impl Collected {
    fn new(rules: &Rules) -> Collected {
        Collected {
            symmetries: Symmetries::of(rules),
            known: HashMap::new(),
        }
    }

    fn add(&mut self, windows: &Windows, slot: u16) {
        let (canonical, _) = self.symmetries.canonical(windows, Side::Attacker);
        let key = Symmetries::key(&self.symmetries.maps()[0], windows, Side::Attacker);
        self.known.entry(canonical).or_insert((key, slot));
    }
}

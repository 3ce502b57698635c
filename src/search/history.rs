use super::params::HISTORY_MAX;
use crate::game::Color;

/// What the search has learned about moves: which ones cut, and which answered a move.
pub struct History {
    area: usize,
    main: Box<[i16]>,
    counters: Box<[u16]>,
}

const NO_MOVE: u16 = u16::MAX;

impl History {
    /// An empty history for a board of this many points.
    pub fn new(area: usize) -> History {
        History {
            area,
            main: vec![0; 2 * area].into_boxed_slice(),
            counters: vec![NO_MOVE; 2 * area].into_boxed_slice(),
        }
    }

    /// −[`HISTORY_MAX`]..=[`HISTORY_MAX`].
    #[inline]
    pub fn get(&self, color: Color, slot: u16) -> i32 {
        i32::from(self.main[color.index() * self.area + slot as usize])
    }

    /// Moves an entry by `bonus`, the less the nearer it is to the limit.
    pub fn update(&mut self, color: Color, slot: u16, bonus: i32) {
        let entry = &mut self.main[color.index() * self.area + slot as usize];
        let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
        let old = i32::from(*entry);
        *entry = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }

    /// The move of `color` that last refuted the opponent's move `last`.
    #[inline]
    pub fn counter(&self, color: Color, last: Option<u16>) -> Option<u16> {
        let counter = self.counters[color.index() * self.area + last? as usize];
        (counter != NO_MOVE).then_some(counter)
    }

    /// Remembers what refuted a move.
    pub fn set_counter(&mut self, color: Color, last: Option<u16>, slot: u16) {
        if let Some(last) = last {
            self.counters[color.index() * self.area + last as usize] = slot;
        }
    }
}

use super::params::{HISTORY_MAX, Params};
use crate::eval::THREAT_INPUTS;
use crate::game::Color;

/// How far a move may lie from an earlier one for the continuation histories to know it.
const NEAR: i32 = 8;

const SPAN: usize = 2 * NEAR as usize + 1;

/// What the search has learned: the main history by point, the continuation histories by offset from
/// each of the last two moves, the counter moves, and the correction histories.
pub struct History {
    area: usize,
    width: usize,
    /// Column and row of every slot: dividing is slow.
    places: Box<[(u8, u8)]>,
    main: Box<[i16]>,
    /// For each colour and each of the last two moves: by offset from it.
    continuation: Box<[[[i16; SPAN * SPAN]; 2]; 2]>,
    counters: Box<[u16]>,
    /// Correction history: how far off static scores were, by colour to move and the threat inputs of the
    /// position.
    by_threat_inputs: Box<[[i16; THREAT_INPUTS]; 2]>,
    /// Correction history by the opponent's last move.
    by_move: Box<[i16]>,
}

/// The moves before a node that its histories look at: the opponent's last and one's own last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LastMoves {
    /// The last move, and the one before it.
    pub moves: [Option<u16>; 2],
}

const NO_MOVE: u16 = u16::MAX;

impl History {
    /// An empty history for a board of this many points in rows of `width`.
    pub fn new(area: usize, width: usize) -> History {
        History {
            area,
            width,
            places: (0..area)
                .map(|slot| ((slot % width) as u8, (slot / width) as u8))
                .collect(),
            main: vec![0; 2 * area].into_boxed_slice(),
            continuation: Box::new([[[0; SPAN * SPAN]; 2]; 2]),
            counters: vec![NO_MOVE; 2 * area].into_boxed_slice(),
            by_threat_inputs: Box::new([[0; THREAT_INPUTS]; 2]),
            by_move: vec![0; 2 * area].into_boxed_slice(),
        }
    }

    /// Whether this is a history for such a board.
    pub fn fits(&self, area: usize, width: usize) -> bool {
        self.area == area && self.width == width
    }

    /// Halves what was learned about moves, for the next search. How far off static scores are stays.
    pub fn age(&mut self) {
        let continuation = self.continuation.iter_mut().flatten().flatten();
        for value in self.main.iter_mut().chain(continuation) {
            *value /= 2;
        }
    }

    /// Where the offset of `slot` from an earlier move is kept.
    #[inline]
    fn offset(&self, from: Option<u16>, slot: u16) -> Option<usize> {
        let (from, slot) = (self.places[from? as usize], self.places[slot as usize]);
        let dx = (i32::from(slot.0) - i32::from(from.0) + NEAR) as usize;
        let dy = (i32::from(slot.1) - i32::from(from.1) + NEAR) as usize;
        (dx < SPAN && dy < SPAN).then(|| dx * SPAN + dy)
    }

    /// What is known of the moves of a colour after `before`.
    #[inline]
    pub fn after<'a>(
        &'a self,
        params: &Params,
        color: Color,
        before: LastMoves,
    ) -> MoveHistory<'a> {
        // Without a move before, from a corner far off the board.
        let corners = before.moves.map(|from| match from {
            Some(from) => {
                let (x, y) = self.places[from as usize];
                [i32::from(x) - NEAR, i32::from(y) - NEAR]
            }
            None => [i32::MIN / 2; 2],
        });
        MoveHistory {
            places: &self.places,
            main: &self.main[color.index() * self.area..][..self.area],
            continuation: &self.continuation[color.index()],
            corners,
            weights: [params.history_weight, params.continuation_weight],
        }
    }

    /// The main history of a point: −[`HISTORY_MAX`]..=[`HISTORY_MAX`].
    #[inline]
    pub fn get(&self, color: Color, slot: u16) -> i32 {
        i32::from(self.main[color.index() * self.area + slot as usize])
    }

    /// The sum of both continuation histories of a move, each of −[`HISTORY_MAX`]..=[`HISTORY_MAX`].
    #[inline]
    pub fn continuation(&self, color: Color, before: LastMoves, slot: u16) -> i32 {
        let tables = &self.continuation[color.index()];
        let known = before.moves.into_iter().zip(tables).map(|(from, table)| {
            let index = self.offset(from, slot);
            index.map_or(0, |index| i32::from(table[index]))
        });
        known.sum()
    }

    /// Moves what is known of a move by `bonus`, and by so much of it in 1/64 in the continuation
    /// histories, the less the nearer it is to the limit.
    pub fn update(
        &mut self,
        color: Color,
        before: LastMoves,
        slot: u16,
        (bonus, share): (i32, i32),
    ) {
        let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
        shift(
            &mut self.main[color.index() * self.area + slot as usize],
            bonus,
        );
        for (i, from) in before.moves.into_iter().enumerate() {
            if let Some(index) = self.offset(from, slot) {
                shift(
                    &mut self.continuation[color.index()][i][index],
                    bonus * share / 64,
                );
            }
        }
    }

    /// What is to be added to a static score, in its unit: the static scores of such positions were
    /// so far below what searches found (the correction history of Stockfish and others).
    #[inline]
    pub fn correction(
        &self,
        params: &Params,
        color: Color,
        threat_inputs: usize,
        before: LastMoves,
    ) -> i32 {
        let mut sum =
            i32::from(self.by_threat_inputs[color.index()][threat_inputs % THREAT_INPUTS])
                * params.correction_threats;
        if let Some(last) = before.moves[0] {
            let entry = self.by_move[color.index() * self.area + last as usize];
            sum += i32::from(entry) * params.correction_move;
        }
        sum >> HISTORY_MAX.trailing_zeros()
    }

    /// Learns how far a search's score was above the static one as corrected.
    pub fn correct(&mut self, color: Color, threat_inputs: usize, before: LastMoves, bonus: i32) {
        let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
        shift(
            &mut self.by_threat_inputs[color.index()][threat_inputs % THREAT_INPUTS],
            bonus,
        );
        if let Some(last) = before.moves[0] {
            shift(
                &mut self.by_move[color.index() * self.area + last as usize],
                bonus,
            );
        }
    }

    /// The move of `color` that last refuted the opponent's last move.
    #[inline]
    pub fn counter(&self, color: Color, before: LastMoves) -> Option<u16> {
        let counter = self.counters[color.index() * self.area + before.moves[0]? as usize];
        (counter != NO_MOVE).then_some(counter)
    }

    /// Remembers what refuted the last move.
    pub fn set_counter(&mut self, color: Color, before: LastMoves, slot: u16) {
        if let Some(last) = before.moves[0] {
            self.counters[color.index() * self.area + last as usize] = slot;
        }
    }
}

/// What a [`History`] knows of the moves of one colour after the last ones.
pub struct MoveHistory<'a> {
    places: &'a [(u8, u8)],
    main: &'a [i16],
    continuation: &'a [[i16; SPAN * SPAN]; 2],
    /// Where the tables of continuations begin on the board.
    corners: [[i32; 2]; 2],
    weights: [i32; 2],
}

impl MoveHistory<'_> {
    /// The ordering score of a move: the sum of three histories, each of
    /// −[`HISTORY_MAX`]..=[`HISTORY_MAX`] before it is weighed.
    #[inline(always)]
    pub fn score(&self, slot: u16) -> i32 {
        let (x, y) = self.places[slot as usize];
        let [weight, continuation_weight] = self.weights;
        let mut sum = i32::from(self.main[slot as usize]) * weight;
        for (&[left, top], table) in self.corners.iter().zip(self.continuation) {
            let (dx, dy) = (i32::from(x) - left, i32::from(y) - top);
            let (dx, dy) = (dx as u32 as usize, dy as u32 as usize);
            if dx < SPAN && dy < SPAN {
                sum += i32::from(table[dx * SPAN + dy]) * continuation_weight;
            }
        }
        sum >> HISTORY_MAX.trailing_zeros()
    }
}

fn shift(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_follow_errors_and_stay_within_their_limits() {
        let params = Params::default();
        let mut history = History::new(225, 15);
        let after = |last| LastMoves {
            moves: [Some(last), None],
        };
        let most = params.correction_threats + params.correction_move;
        for error in [1, -1] {
            for _ in 0..200 {
                history.correct(Color::White, 5, after(7), error * i32::MAX / 2);
            }
            let told = |color, threat_inputs, before| {
                history.correction(&params, color, threat_inputs, before)
            };
            let here = error * told(Color::White, 5, after(7));
            let half = error * told(Color::White, 6, after(7));
            assert!(half > 0 && half < here && here <= most, "{half} {here}");
            assert_eq!(told(Color::White, 6, after(8)), 0);
            assert_eq!(told(Color::White, 6, LastMoves::default()), 0);
            assert_eq!(told(Color::Black, 5, after(7)), 0);
        }
    }
}

use super::params::{HISTORY_MAX, Params};
use crate::eval::THREAT_INPUTS;
use crate::game::{Color, MAX_SIDE};
use crate::pattern::{Pattern4, Patterns};

/// How far a move may lie from an earlier one for the continuation histories to know it.
const NEAR: u16 = 8;

/// Places are columns of so many rows: two of them differ by one number for each offset on any board.
const COLUMN: u16 = 128;
const _: () = assert!(COLUMN as usize > 2 * MAX_SIDE as usize);

/// The offset of a point from itself.
const NO_OFFSET: u16 = MAX_OFFSETS as u16 / 2 + COLUMN / 2;

/// Offsets, all sums of [`NO_OFFSET`] and a difference of places.
const MAX_OFFSETS: usize = 1 << 14;
const _: () = assert!(MAX_SIDE as usize * (COLUMN as usize + 1) < MAX_OFFSETS / 2);

/// A number for every offset from an earlier move.
type ByOffset = [i16; MAX_OFFSETS];

/// What is known where there was no move before.
static UNKNOWN: ByOffset = [0; MAX_OFFSETS];

/// The number of an offset.
#[inline(always)]
fn offset(base: u16, place: u16) -> usize {
    usize::from(base.wrapping_add(place)) % MAX_OFFSETS
}

/// Which sides may make a combination next, a four-three or a double three: what is worth playing depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Combinations(u8);

impl Combinations {
    /// The number of cases.
    const COUNT: usize = 4;

    /// What both sides threaten.
    #[inline]
    pub fn of(patterns: &Patterns) -> Combinations {
        let us = patterns.board().side_to_move();
        let may = |color| {
            let kinds = [
                Pattern4::FourThree,
                Pattern4::DoubleThree,
                Pattern4::MaybeForbiddenFour,
            ];
            let any = kinds.iter().fold(0, |any, &kind| any | 1 << kind as u32);
            u8::from(patterns.present(color) & any != 0)
        };
        Combinations(may(us) << 1 | may(!us))
    }
}

/// The number of [pairs of patterns](Patterns::both_patterns4).
const PATTERN_PAIRS: usize = 256;

/// What the search has learned: the main history by point, others by what is threatened and by patterns, the
/// continuation histories by offset from each of the last two moves, the counter moves, and the correction
/// histories.
pub struct History {
    area: usize,
    width: usize,
    /// The place of every slot.
    places: Box<[u16]>,
    main: Box<[i16]>,
    /// The main history anew for each case of [`Combinations`].
    by_combinations: [Box<[i16]>; Combinations::COUNT],
    /// By colour and what a point is to both.
    by_patterns: [[i16; PATTERN_PAIRS]; 2],
    /// By point and ply, for the first [`LOW_PLIES`] plies from the root.
    low_ply: Box<[i16]>,
    /// For each colour and each of the last two moves: by offset from it.
    continuation: [[Box<ByOffset>; 2]; 2],
    counters: Box<[u16]>,
    /// Correction history: how far off static scores were, by colour to move and the threat inputs of the
    /// position.
    by_threat_inputs: Box<[[i16; THREAT_INPUTS]; 2]>,
    /// Correction histories by the opponent's last move and by one's own last.
    by_move: [Box<[i16]>; 2],
}

/// The moves before a node that its histories look at: the opponent's last and one's own last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LastMoves {
    /// The last move, and the one before it.
    pub moves: [Option<u16>; 2],
}

const NO_MOVE: u16 = u16::MAX;

/// Plies from the root that have histories of their own (the low-ply history of Stockfish).
const LOW_PLIES: usize = 4;

impl History {
    /// An empty history for a board of this many points in rows of `width`.
    pub fn new(area: usize, width: usize) -> History {
        History {
            area,
            width,
            places: (0..area)
                .map(|slot| (slot % width) as u16 * COLUMN + (slot / width) as u16)
                .collect(),
            main: vec![0; 2 * area].into_boxed_slice(),
            by_combinations: [(); Combinations::COUNT]
                .map(|()| vec![0; 2 * area].into_boxed_slice()),
            by_patterns: [[0; PATTERN_PAIRS]; 2],
            low_ply: vec![0; LOW_PLIES * area].into_boxed_slice(),
            continuation: [(); 2].map(|()| [(); 2].map(|()| Box::new(UNKNOWN))),
            counters: vec![NO_MOVE; 2 * area].into_boxed_slice(),
            by_threat_inputs: Box::new([[0; THREAT_INPUTS]; 2]),
            by_move: [(); 2].map(|()| vec![0; 2 * area].into_boxed_slice()),
        }
    }

    /// Whether this is a history for such a board.
    pub fn fits(&self, area: usize, width: usize) -> bool {
        self.area == area && self.width == width
    }

    /// Halves what was learned about moves, for the next search, and forgets what was near the root. How far
    /// off static scores are stays.
    pub fn age(&mut self) {
        self.low_ply.fill(0);
        let continuation = self.continuation.iter_mut().flatten();
        let continuation = continuation.flat_map(|table| table.iter_mut());
        let combinations = self.by_combinations.iter_mut().flatten();
        let patterns = self.by_patterns.iter_mut().flatten();
        let values = self.main.iter_mut().chain(combinations).chain(patterns);
        for value in values.chain(continuation) {
            *value /= 2;
        }
    }

    /// What a place is added to for its offset from an earlier move.
    #[inline]
    fn base(&self, from: u16) -> u16 {
        NO_OFFSET - self.places[from as usize]
    }

    /// Where the offset of `slot` from an earlier move is kept, if it is not too far away.
    #[inline]
    fn near(&self, from: u16, slot: u16) -> Option<usize> {
        let [a, b] = [from, slot].map(|slot| self.places[slot as usize]);
        let near = |a: u16, b: u16| a.abs_diff(b) <= NEAR;
        let is_near = near(a / COLUMN, b / COLUMN) && near(a % COLUMN, b % COLUMN);
        is_near.then(|| offset(self.base(from), b))
    }

    /// What is known of the moves of a colour after `before`, `ply` plies from the root, where the sides threaten
    /// these combinations.
    #[inline]
    pub fn after<'a>(
        &'a self,
        params: &Params,
        color: Color,
        before: LastMoves,
        (ply, combinations): (usize, Combinations),
    ) -> MoveHistory<'a> {
        let tables = &self.continuation[color.index()];
        let continuation = [0, 1].map(|i| match before.moves[i] {
            Some(from) => (self.base(from), &*tables[i]),
            None => (0, &UNKNOWN),
        });
        MoveHistory {
            places: &self.places,
            main: &self.main[color.index() * self.area..][..self.area],
            combination: &self.by_combinations[usize::from(combinations.0)]
                [color.index() * self.area..][..self.area],
            by_patterns: &self.by_patterns[color.index()],
            low_ply: (ply < LOW_PLIES).then(|| &self.low_ply[ply * self.area..][..self.area]),
            continuation,
            counter: self.counter(color, before),
            weights: [params.history_weight, params.continuation_weight],
            low_ply_weight: params.low_ply_weight,
            combination_weight: params.combination_weight,
            pattern_weight: params.pattern_weight,
            counter_weight: params.counter_weight,
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
            let place = self.places[slot as usize];
            from.map_or(0, |from| i32::from(table[offset(self.base(from), place)]))
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
        shift(
            &mut self.main[color.index() * self.area + slot as usize],
            bonus,
        );
        for (i, from) in before.moves.into_iter().enumerate() {
            if let Some(index) = from.and_then(|from| self.near(from, slot)) {
                shift(
                    &mut self.continuation[color.index()][i][index],
                    bonus * share / 64,
                );
            }
        }
    }

    /// Moves what is known of a move so near to the root by `bonus`, the less the nearer it is to the limit.
    pub fn update_low_ply(&mut self, ply: usize, slot: u16, bonus: i32) {
        if ply < LOW_PLIES {
            shift(&mut self.low_ply[ply * self.area + slot as usize], bonus);
        }
    }

    /// Moves what is known of a move where the sides threaten these combinations by `bonus`, the less the nearer
    /// it is to the limit.
    pub fn update_combination(
        &mut self,
        color: Color,
        combinations: Combinations,
        slot: u16,
        bonus: i32,
    ) {
        let of_case = &mut self.by_combinations[usize::from(combinations.0)];
        shift(
            &mut of_case[color.index() * self.area + slot as usize],
            bonus,
        );
    }

    /// Moves what is known of moves of such patterns by `bonus`, the less the nearer it is to the limit.
    pub fn update_pattern(&mut self, color: Color, pattern_pair: u8, bonus: i32) {
        shift(
            &mut self.by_patterns[color.index()][usize::from(pattern_pair)],
            bonus,
        );
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
        let most = [params.correction_move, params.correction_own_move];
        for ((last, of_move), most) in before.moves.into_iter().zip(&self.by_move).zip(most) {
            if let Some(last) = last {
                let entry = of_move[color.index() * self.area + last as usize];
                sum += i32::from(entry) * most;
            }
        }
        sum >> HISTORY_MAX.trailing_zeros()
    }

    /// Learns how far a search's score was above the static one as corrected.
    pub fn correct(&mut self, color: Color, threat_inputs: usize, before: LastMoves, bonus: i32) {
        shift(
            &mut self.by_threat_inputs[color.index()][threat_inputs % THREAT_INPUTS],
            bonus,
        );
        for (last, of_move) in before.moves.into_iter().zip(&mut self.by_move) {
            if let Some(last) = last {
                shift(
                    &mut of_move[color.index() * self.area + last as usize],
                    bonus,
                );
            }
        }
    }

    /// The move of `color` that last refuted the opponent's last move.
    #[inline]
    fn counter(&self, color: Color, before: LastMoves) -> Option<u16> {
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
    places: &'a [u16],
    main: &'a [i16],
    combination: &'a [i16],
    by_patterns: &'a [i16; PATTERN_PAIRS],
    low_ply: Option<&'a [i16]>,
    /// For each of the last two moves.
    continuation: [(u16, &'a ByOffset); 2],
    /// The counter move.
    counter: Option<u16>,
    weights: [i32; 2],
    low_ply_weight: i32,
    combination_weight: i32,
    pattern_weight: i32,
    counter_weight: i32,
}

impl MoveHistory<'_> {
    /// What is added to the ordering score of a move on a point of such patterns: the sum of its histories, each of
    /// −[`HISTORY_MAX`]..=[`HISTORY_MAX`] before it is weighed, and what a counter move is worth.
    #[inline(always)]
    pub fn score(&self, slot: u16, pattern_pair: u8) -> i32 {
        let place = self.places[slot as usize];
        let [weight, continuation_weight] = self.weights;
        let mut sum = i32::from(self.main[slot as usize]) * weight;
        for (base, table) in self.continuation {
            sum += i32::from(table[offset(base, place)]) * continuation_weight;
        }
        sum += i32::from(self.combination[slot as usize]) * self.combination_weight;
        sum += i32::from(self.by_patterns[usize::from(pattern_pair)]) * self.pattern_weight;
        if let Some(low_ply) = self.low_ply {
            sum += i32::from(low_ply[slot as usize]) * self.low_ply_weight;
        }
        let countered = i32::from(self.counter == Some(slot)) * self.counter_weight;
        (sum >> HISTORY_MAX.trailing_zeros()) + countered
    }
}

fn shift(entry: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn low_ply_histories_are_of_one_ply_and_one_search() {
        let params = Params::default();
        let mut history = History::new(225, 15);
        for _ in 0..200 {
            history.update_low_ply(1, 7, HISTORY_MAX / 8);
            history.update_low_ply(LOW_PLIES, 7, HISTORY_MAX / 8);
        }
        let told = |history: &History, ply, slot| {
            let place = (ply, Combinations::default());
            let after = history.after(&params, Color::White, LastMoves::default(), place);
            after.score(slot, 0)
        };
        let most = params.low_ply_weight;
        assert!((most * 9 / 10..=most).contains(&told(&history, 1, 7)));
        assert_eq!(told(&history, 1, 8), 0);
        for ply in [0, 2, LOW_PLIES, LOW_PLIES + 1] {
            assert_eq!(told(&history, ply, 7), 0);
        }
        history.age();
        assert_eq!(told(&history, 1, 7), 0);
    }

    #[test]
    fn combination_and_pattern_histories_are_of_one_case_and_age() {
        let params = Params::default();
        let mut history = History::new(225, 15);
        let [here, elsewhere] = [Combinations(1), Combinations(2)];
        for _ in 0..200 {
            history.update_combination(Color::White, here, 7, HISTORY_MAX / 8);
            history.update_pattern(Color::White, 5, HISTORY_MAX / 8);
        }
        let told = |history: &History, color, combinations, slot, pair| {
            let after = history.after(&params, color, LastMoves::default(), (9, combinations));
            after.score(slot, pair)
        };
        let close = |most: i32| most * 9 / 10..=most;
        let of_both = told(&history, Color::White, here, 7, 5);
        assert!(close(params.combination_weight + params.pattern_weight).contains(&of_both));
        let of_case = told(&history, Color::White, here, 7, 6);
        assert!(close(params.combination_weight).contains(&of_case));
        let of_patterns = told(&history, Color::White, elsewhere, 7, 5);
        assert!(close(params.pattern_weight).contains(&of_patterns));
        assert_eq!(told(&history, Color::Black, here, 7, 5), 0);
        assert_eq!(told(&history, Color::White, here, 8, 6), 0);
        history.age();
        assert!(told(&history, Color::White, here, 7, 5) <= of_both / 2 + 1);
    }

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
        let own = |last| LastMoves {
            moves: [None, Some(last)],
        };
        history.correct(Color::White, 5, own(9), HISTORY_MAX);
        let told = |before| history.correction(&params, Color::White, 6, before);
        assert_eq!(
            [told(own(9)), told(after(9))],
            [params.correction_own_move, 0]
        );
    }
}

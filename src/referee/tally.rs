//! The results of a match, added up game by game.

use std::collections::{HashMap, HashSet};

use thiserror::Error;

use super::record::{Fault, ResultRecord};
use super::stats::{Estimate, Pentanomial, Wdl};
use crate::game::Color;

/// What two engines did against each other, seen from the first of them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Score {
    /// The games the first engine played with Black.
    pub as_black: Wdl,
    /// The games the first engine played with White.
    pub as_white: Wdl,
    /// The pairs of which both games are over.
    pub pairs: Pentanomial,
    /// Moves of all games, openings included.
    pub plies: u64,
    /// Seconds that the first and the second engine took.
    pub seconds: [f64; 2],
    /// Moves that these seconds were taken for.
    pub timed_moves: [u64; 2],
    /// Faults of the first and the second engine, in the order of [`Fault::ALL`].
    pub faults: [[u64; Fault::ALL.len()]; 2],
}

impl Score {
    /// The results of both colours.
    pub fn games(&self) -> Wdl {
        let mut games = self.as_black;
        games += self.as_white;
        games
    }

    /// Elo and its error. From the pairs, if they hold at least half of the games and differ from
    /// each other; else from single games. `None` without games.
    pub fn estimate(&self) -> Option<Estimate> {
        let most = self.pairs.pairs() * 4 >= self.games().games();
        let varied = self.pairs.normalized_variance().is_some_and(|v| v > 0.0);
        if most && varied {
            self.pairs.estimate()
        } else {
            self.games().estimate()
        }
    }

    /// The same games from the second engine's side.
    pub fn reversed(&self) -> Score {
        let swap = |[a, b]: [u64; 2]| [b, a];
        let ([s0, s1], [f0, f1]) = (self.seconds, self.faults);
        Score {
            as_black: self.as_white.reversed(),
            as_white: self.as_black.reversed(),
            pairs: self.pairs.reversed(),
            plies: self.plies,
            seconds: [s1, s0],
            timed_moves: swap(self.timed_moves),
            faults: [f1, f0],
        }
    }

    /// Plies of an average game; `None` without games.
    pub fn mean_plies(&self) -> Option<f64> {
        let games = self.games().games();
        (games > 0).then(|| self.plies as f64 / games as f64)
    }

    /// Seconds that both engines took in an average game; `None` without games.
    pub fn mean_seconds(&self) -> Option<f64> {
        let games = self.games().games();
        (games > 0).then(|| self.seconds.iter().sum::<f64>() / games as f64)
    }

    /// Seconds that the first engine took for an average move; `None` without moves.
    pub fn seconds_per_move(&self) -> Option<f64> {
        let ([seconds, _], [moves, _]) = (self.seconds, self.timed_moves);
        (moves > 0).then(|| seconds / moves as f64)
    }

    /// The number of faults of the first engine.
    pub fn own_faults(&self) -> u64 {
        let [own, _] = self.faults;
        own.iter().sum()
    }

    fn add(&mut self, record: &ResultRecord, first: Color) {
        let wdl = match first {
            Color::Black => &mut self.as_black,
            Color::White => &mut self.as_white,
        };
        match record.result.points(first) {
            0 => wdl.losses += 1,
            1 => wdl.draws += 1,
            _ => wdl.wins += 1,
        }
        self.plies += record.plies() as u64;
        for (i, seconds) in record.times.iter().enumerate() {
            let [own, other] = &mut self.seconds;
            let [own_moves, other_moves] = &mut self.timed_moves;
            if record.mover(i) == first {
                *own += seconds;
                *own_moves += 1;
            } else {
                *other += seconds;
                *other_moves += 1;
            }
        }
        if let Some((color, fault)) = record.fault() {
            let [own, other] = &mut self.faults;
            let counts = if color == first { own } else { other };
            for (count, kind) in counts.iter_mut().zip(Fault::ALL) {
                *count += u64::from(kind == fault);
            }
        }
    }

    fn merge(&mut self, other: &Score) {
        self.as_black += other.as_black;
        self.as_white += other.as_white;
        self.pairs += other.pairs;
        self.plies += other.plies;
        for (sum, more) in self.seconds.iter_mut().zip(other.seconds) {
            *sum += more;
        }
        for (sum, more) in self.timed_moves.iter_mut().zip(other.timed_moves) {
            *sum += more;
        }
        for (sums, more) in self.faults.iter_mut().zip(&other.faults) {
            for (sum, more) in sums.iter_mut().zip(more) {
                *sum += more;
            }
        }
    }
}

/// Why two tallies cannot be added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("game {0} is in both parts")]
pub struct OverlapError(pub u64);

/// The results of all games so far. The order in which games are added, and the way they are split
/// into parts that are merged later, make no difference, but for the rounding of the times.
///
/// Memory grows by the games' numbers alone, about 20 bytes each.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tally {
    engines: Vec<String>,
    /// By the positions of two engines, the lower one first.
    scores: HashMap<(usize, usize), Score>,
    /// Half-played pairs: engines and number, to the half points of the lower engine and the
    /// colour it had.
    open_pairs: HashMap<(usize, usize, u64), (u8, Color)>,
    seen: HashSet<u64>,
    /// Games won by Black, drawn, and won by White.
    colors: Wdl,
}

impl Tally {
    /// No games yet. The engines keep this order in the tables; the first one is the one that
    /// numbers are told about. Others that turn up in a record are put at the end.
    pub fn new(engines: impl IntoIterator<Item = String>) -> Tally {
        let mut tally = Tally::default();
        for engine in engines {
            tally.engine(&engine);
        }
        tally
    }

    /// Adds a game. `false` if its number has been added before; then nothing changes.
    pub fn add(&mut self, record: &ResultRecord) -> bool {
        if !self.seen.insert(record.game) {
            return false;
        }
        let (black, white) = (self.engine(&record.black), self.engine(&record.white));
        let (low, high) = (black.min(white), black.max(white));
        let first = if low == black {
            Color::Black
        } else {
            Color::White
        };
        match record.result.winner() {
            None => self.colors.draws += 1,
            Some(Color::Black) => self.colors.wins += 1,
            Some(Color::White) => self.colors.losses += 1,
        }
        let score = self.scores.entry((low, high)).or_default();
        score.add(record, first);
        let points = record.result.points(first).min(2) as u8;
        self.close_pair((low, high, record.pair), (points, first));
        true
    }

    /// Adds all games of another part of the match. Engines are known by their names.
    ///
    /// # Errors
    ///
    /// A game is in both; nothing changes.
    pub fn merge(&mut self, other: &Tally) -> Result<(), OverlapError> {
        if let Some(&game) = self.seen.intersection(&other.seen).min() {
            return Err(OverlapError(game));
        }
        self.seen.extend(&other.seen);
        let places: Vec<usize> = other.engines.iter().map(|name| self.engine(name)).collect();
        let place = |i: usize| places.get(i).copied().unwrap_or(i);
        for (&(low, high), score) in &other.scores {
            let (a, b) = (place(low), place(high));
            if a <= b {
                self.scores.entry((a, b)).or_default().merge(score);
            } else {
                let reversed = score.reversed();
                self.scores.entry((b, a)).or_default().merge(&reversed);
            }
        }
        for (&(low, high, pair), &(points, color)) in &other.open_pairs {
            let (a, b) = (place(low), place(high));
            if a <= b {
                self.close_pair((a, b, pair), (points, color));
            } else {
                self.close_pair((b, a, pair), (2 - points.min(2), !color));
            }
        }
        self.colors += other.colors;
        Ok(())
    }

    /// Matches one game of a pair with the other one, if that is over, else remembers it.
    fn close_pair(&mut self, key: (usize, usize, u64), half: (u8, Color)) {
        match self.open_pairs.remove(&key) {
            Some((points, color)) if color != half.1 => {
                let score = self.scores.entry((key.0, key.1)).or_default();
                score.pairs.add(points, half.0);
            }
            // The same colours twice: no pair.
            Some(other) => {
                self.open_pairs.insert(key, other);
            }
            None => {
                self.open_pairs.insert(key, half);
            }
        }
    }

    fn engine(&mut self, name: &str) -> usize {
        match self.engines.iter().position(|engine| engine == name) {
            Some(i) => i,
            None => {
                self.engines.push(name.to_owned());
                self.engines.len() - 1
            }
        }
    }

    /// The engines, in the order of the tables.
    pub fn engines(&self) -> &[String] {
        &self.engines
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.seen.len() as u64
    }

    /// Whether the game with this number has been added.
    pub fn contains(&self, game: u64) -> bool {
        self.seen.contains(&game)
    }

    /// The games won by Black, drawn, and won by White.
    pub fn colors(&self) -> Wdl {
        self.colors
    }

    /// The games of two engines, given by their positions, from the first one's side.
    pub fn score(&self, first: usize, second: usize) -> Score {
        if first <= second {
            self.scores
                .get(&(first, second))
                .cloned()
                .unwrap_or_default()
        } else {
            self.score(second, first).reversed()
        }
    }

    /// All games of an engine against all others.
    pub fn overall(&self, engine: usize) -> Score {
        let mut sum = Score::default();
        for other in 0..self.engines.len() {
            if other != engine {
                sum.merge(&self.score(engine, other));
            }
        }
        sum
    }

    /// The engines' positions that have played each other, in the order of the tables.
    pub fn matchups(&self) -> Vec<(usize, usize)> {
        let mut matchups: Vec<_> = self.scores.keys().copied().collect();
        matchups.sort_unstable();
        matchups
    }

    /// Plies of an average game and seconds that both engines took for it; `None` without games.
    pub fn mean_game(&self) -> Option<(f64, f64)> {
        let games = self.games() as f64;
        let plies: u64 = self.scores.values().map(|score| score.plies).sum();
        // Summed in a fixed order, so that the same games give the same text.
        let seconds: f64 = self
            .matchups()
            .into_iter()
            .flat_map(|(a, b)| self.score(a, b).seconds)
            .sum();
        (games > 0.0).then(|| (plies as f64 / games, seconds / games))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::referee::{GameResult, Reason};

    /// A game of `plies` moves, each taking an eighth of a second.
    pub fn game(number: u64, black: &str, white: &str, result: GameResult) -> ResultRecord {
        ResultRecord {
            game: number,
            pair: number / 2,
            black: black.to_owned(),
            white: white.to_owned(),
            opening: "1".to_owned(),
            opening_plies: 1,
            moves: vec!["A1".to_owned(); 9],
            times: vec![0.125; 8],
            result,
            reason: Reason::Line,
            detail: String::new(),
        }
    }

    const RESULTS: [GameResult; 3] = [GameResult::Black, GameResult::Draw, GameResult::White];

    /// A round-robin of three with these results: the colours change inside each pair.
    fn round_robin(results: &[usize]) -> Vec<ResultRecord> {
        let names = [("a", "b"), ("a", "c"), ("b", "c")];
        results
            .iter()
            .enumerate()
            .map(|(i, &result)| {
                let (x, y) = names[i / 2 % 3];
                let (black, white) = if i % 2 == 0 { (x, y) } else { (y, x) };
                game(i as u64, black, white, RESULTS[result])
            })
            .collect()
    }

    fn names() -> impl Iterator<Item = String> {
        ["a", "b", "c"].map(str::to_owned).into_iter()
    }

    #[test]
    fn a_pair_counts_once_it_is_complete() {
        let mut tally = Tally::new(names());
        assert!(tally.add(&game(0, "a", "b", GameResult::Black)));
        assert_eq!(tally.score(0, 1).pairs, Pentanomial::default());
        assert!(!tally.add(&game(0, "a", "b", GameResult::White)));
        assert!(tally.add(&game(1, "b", "a", GameResult::Draw)));
        let score = tally.score(0, 1);
        assert_eq!(score.pairs, Pentanomial([0, 0, 0, 1, 0]));
        assert_eq!(score.as_black, Wdl::new(1, 0, 0));
        assert_eq!(score.as_white, Wdl::new(0, 1, 0));
        assert_eq!(tally.score(1, 0).pairs, Pentanomial([0, 1, 0, 0, 0]));
        assert_eq!(tally.colors(), Wdl::new(1, 1, 0));
        assert_eq!(tally.games(), 2);
        assert!(tally.contains(1) && !tally.contains(2));
        // White to move after one stone of opening: four moves of each, and one stone of opening.
        assert_eq!(score.timed_moves, [8, 8]);
        assert_eq!(score.seconds, [1.0, 1.0]);
        assert_eq!(score.mean_plies(), Some(9.0));
        assert_eq!(score.mean_seconds(), Some(1.0));
        assert_eq!(score.seconds_per_move(), Some(0.125));
    }

    #[test]
    fn a_fault_belongs_to_the_loser() {
        let mut tally = Tally::new(names());
        let mut lost = game(0, "b", "a", GameResult::White);
        lost.reason = Reason::Fault(Fault::Timeout);
        tally.add(&lost);
        let timeout = Fault::ALL
            .iter()
            .position(|&f| f == Fault::Timeout)
            .unwrap();
        let score = tally.score(0, 1);
        assert_eq!(score.own_faults(), 0);
        assert_eq!(score.faults[1][timeout], 1);
        assert_eq!(tally.overall(1).own_faults(), 1);
    }

    #[test]
    fn the_same_colours_twice_are_no_pair() {
        let mut tally = Tally::new(names());
        tally.add(&game(0, "a", "b", GameResult::Black));
        tally.add(&game(1, "a", "b", GameResult::Black));
        assert_eq!(tally.score(0, 1).pairs.pairs(), 0);
        assert_eq!(tally.score(0, 1).games(), Wdl::new(2, 0, 0));
    }

    #[test]
    fn overlapping_parts_are_refused() {
        let mut a = Tally::new(names());
        a.add(&game(7, "a", "b", GameResult::Black));
        let before = a.clone();
        assert_eq!(a.merge(&before), Err(OverlapError(7)));
        assert_eq!(a, before);
        assert_eq!(a.merge(&Tally::default()), Ok(()));
        assert_eq!(a, before);
    }

    proptest! {
        #[test]
        fn order_and_parts_make_no_difference(
            results in prop::collection::vec(0usize..3, 0..40),
            order in any::<u64>(),
            parts in 1usize..5,
        ) {
            let games = round_robin(&results);
            let mut whole = Tally::new(names());
            for game in &games {
                prop_assert!(whole.add(game));
            }
            // Engines met in another order in each part, halves of pairs torn apart.
            let mut split = vec![Tally::default(); parts];
            for game in games.iter().rev() {
                let part = (game.game.wrapping_mul(order | 1) >> 7) as usize % parts;
                prop_assert!(split[part].add(game));
            }
            let mut merged = Tally::new(names());
            for part in &split {
                merged.merge(part).unwrap();
            }
            prop_assert_eq!(&merged, &whole);
            let played: u64 = whole.matchups().iter()
                .map(|&(a, b)| whole.score(a, b).games().games()).sum();
            prop_assert_eq!(played, games.len() as u64);
            let pairs: u64 = whole.matchups().iter()
                .map(|&(a, b)| whole.score(a, b).pairs.pairs()).sum();
            prop_assert_eq!(pairs, games.len() as u64 / 2);
        }
    }
}

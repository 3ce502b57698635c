use std::collections::HashSet;
use std::ops::RangeInclusive;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::opening::{Opening, board_after};
use super::symmetry;
use super::threats::{leaves_threat, leaves_win};
use crate::game::{Point, Rules};

/// Candidates in a row that may fail before the generator takes it that there are no more.
const ATTEMPTS: u32 = 2000;

/// Sides of the region that the stones of one opening lie in, in points.
const REGION: RangeInclusive<u32> = 4..=7;

/// No stone is further than this from all those before it, in columns and in rows.
const CLOSE: u8 = 3;

/// How quiet an opening must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quiet {
    /// Nobody can win at once, nor threaten two wins at once.
    NoThreat,
    /// Nobody can win at once.
    NoWin,
    /// The game is not over.
    Unfinished,
}

/// An endless stream of short random openings, as far as the board has so many: a few stones close
/// to each other in a region near the centre, for any board, win length and variant.
///
/// Every opening can be played, and differs from all earlier ones in its position under the
/// board's symmetries. No side can win at once or make two threats to win at once (an open four);
/// only where the game leaves nothing so quiet (three in a row on a large board), first the one and
/// then the other is let pass. The stream depends on rules, stones and seed alone, and ends when
/// 2000 candidates in a row have brought nothing new.
///
/// Random openings are rarely fair; [`is_balanced`](super::is_balanced) keeps those that an engine
/// calls so.
///
/// ```
/// use lianzhu::game::Rules;
/// use lianzhu::openings::{RandomOpenings, is_balanced};
///
/// let rules = Rules::default();
/// let a: Vec<_> = RandomOpenings::new(rules, 2..=5, 17).take(10).collect();
/// let b: Vec<_> = RandomOpenings::new(rules, 2..=5, 17).take(10).collect();
/// assert_eq!(a, b);
///
/// let ask_an_engine = |_points: &[_]| Some(0.52);
/// let fair = RandomOpenings::new(rules, 3..=8, 17)
///     .filter(|opening| is_balanced(ask_an_engine(opening.points()), 0.1));
/// assert_eq!(fair.take(3).count(), 3);
/// ```
#[derive(Debug, Clone)]
pub struct RandomOpenings {
    rules: Rules,
    stones: RangeInclusive<u32>,
    rng: Xoshiro256PlusPlus,
    seen: HashSet<Vec<Vec<Point>>>,
    quiet: Quiet,
    found: usize,
}

impl RandomOpenings {
    /// Openings of so many stones (at most half the board; an empty range is its lower end).
    pub fn new(rules: Rules, stones: RangeInclusive<u8>, seed: u64) -> RandomOpenings {
        let half = rules.area() as u32 / 2;
        let low = u32::from(*stones.start()).min(half);
        let high = u32::from(*stones.end()).min(half).max(low);
        RandomOpenings {
            rules,
            stones: low..=high,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            seen: HashSet::new(),
            quiet: Quiet::NoThreat,
            found: 0,
        }
    }

    /// A part of one side of the board near its middle: where it begins, and its length.
    fn span(&mut self, side: u8) -> (u32, u32) {
        let side = u32::from(side);
        let length = self.rng.random_range(REGION).min(side);
        let free = side - length;
        let margin = free / 4;
        (self.rng.random_range(margin..=free - margin), length)
    }

    /// Stones at random; `None` if they do not keep together.
    fn candidate(&mut self) -> Option<Vec<Point>> {
        let stones = self.rng.random_range(self.stones.clone()) as usize;
        let (left, width) = self.span(self.rules.width());
        let (bottom, height) = self.span(self.rules.height());
        if stones > (width * height) as usize {
            return None;
        }
        let mut points: Vec<Point> = Vec::with_capacity(stones);
        while points.len() < stones {
            let x = left + self.rng.random_range(0..width);
            let y = bottom + self.rng.random_range(0..height);
            let point = Point::try_new(u8::try_from(x).ok()?, u8::try_from(y).ok()?)?;
            if points.contains(&point) {
                continue;
            }
            let is_close = |other: &Point| {
                other.x().abs_diff(point.x()) <= CLOSE && other.y().abs_diff(point.y()) <= CLOSE
            };
            if !points.is_empty() && !points.iter().any(is_close) {
                return None;
            }
            points.push(point);
        }
        Some(points)
    }

    fn is_good(&self, points: &[Point]) -> bool {
        board_after(points, &self.rules).is_ok_and(|board| match self.quiet {
            Quiet::NoThreat => !leaves_threat(&board),
            Quiet::NoWin => !leaves_win(&board),
            Quiet::Unfinished => true,
        })
    }
}

impl Iterator for RandomOpenings {
    type Item = Opening;

    fn next(&mut self) -> Option<Opening> {
        loop {
            for _ in 0..ATTEMPTS {
                let Some(points) = self.candidate() else {
                    continue;
                };
                let class = symmetry::class(&points, &self.rules);
                if self.seen.contains(&class) || !self.is_good(&points) {
                    continue;
                }
                self.seen.insert(class);
                self.found += 1;
                let name = self.found.to_string();
                return Some(Opening { name, points });
            }
            self.quiet = match self.quiet {
                // What there is of the quiet ones has been found.
                _ if self.found > 0 => return None,
                Quiet::NoThreat => Quiet::NoWin,
                Quiet::NoWin => Quiet::Unfinished,
                Quiet::Unfinished => return None,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game::Variant;
    use crate::openings::{is_balanced, without_duplicates};

    #[test]
    fn the_seed_is_all_there_is() {
        let make = |seed| -> Vec<_> {
            RandomOpenings::new(Rules::default(), 2..=8, seed)
                .take(20)
                .collect()
        };
        assert_eq!(make(5), make(5));
        assert_ne!(make(5), make(6));
        // The same on every machine, from one release to the next.
        let first: Vec<String> = make(1).iter().take(3).map(Opening::to_string).collect();
        let expected = ["D6 G7", "F4 G4 J7 H7 G6 G9 E3 H9", "H10 J8 F8 J10 G8 G9"];
        assert_eq!(first, expected);
    }

    #[test]
    fn every_number_of_stones_comes() {
        let made: Vec<_> = RandomOpenings::new(Rules::default(), 2..=8, 3)
            .take(100)
            .collect();
        let lengths: HashSet<usize> = made.iter().map(|o| o.points().len()).collect();
        assert_eq!(lengths, (2..=8).collect());
        for opening in &made {
            let board = board_after(opening.points(), &Rules::default()).unwrap();
            assert!(!leaves_threat(&board), "{opening}");
            // Near the centre: no stone on the two outer lines.
            for point in opening.points() {
                assert!((2..=12).contains(&point.x()) && (2..=12).contains(&point.y()));
            }
        }
        assert_eq!(without_duplicates(&made, &Rules::default()), made);
    }

    #[test]
    fn small_and_loud_games_have_openings_too() {
        let small = Rules::new(3, 3, 3, Variant::Freestyle).unwrap();
        let made: Vec<_> = RandomOpenings::new(small, 2..=8, 1).collect();
        assert!(!made.is_empty() && made.len() < 60, "{}", made.len());
        // Every stone in the open is an open two already; nothing quiet exists.
        let loud = Rules::new(30, 30, 3, Variant::Freestyle).unwrap();
        let made = RandomOpenings::new(loud, 2..=4, 1).take(20);
        for opening in made {
            let board = board_after(opening.points(), &loud).unwrap();
            assert!(!leaves_win(&board), "{opening}");
        }
        let none = RandomOpenings::new(Rules::default(), 0..=0, 1);
        assert_eq!(none.map(|o| o.points().len()).collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn balance_is_a_distance_from_one_half() {
        assert!(is_balanced(Some(0.45), 0.06) && is_balanced(Some(0.55), 0.06));
        assert!(!is_balanced(Some(0.4), 0.06) && !is_balanced(Some(f64::NAN), 0.06));
        assert!(!is_balanced(None, 1.0));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn openings_can_be_played(
            width in 3u32..=52, height in 3u32..=52, n in 3u32..=8, variant in 0usize..4, seed: u64
        ) {
            let variant = Variant::ALL[variant];
            let n = if variant == Variant::Renju { 5 } else { n };
            let Ok(rules) = Rules::new(width, height, n, variant) else {
                return Ok(());
            };
            for opening in RandomOpenings::new(rules, 2..=8, seed).take(3) {
                prop_assert!((2..=8).contains(&opening.points().len()));
                prop_assert!(Opening::new("", opening.points(), &rules).is_ok());
            }
        }
    }
}

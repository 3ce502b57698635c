//! Positions of whole games, for other games to begin with.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::opening::{OpeningError, board_after, fingerprint};
use super::read::{OpeningsError, read_lines};
use crate::game::{Point, Rules};

/// The fewest stones of a position that games begin with.
const FEWEST: usize = 3;

/// The positions of some games, from three stones on and up to the last in which the game is not over, for
/// games to begin with that are not played for their result: where a stronger or another opponent led a
/// player, it has something to learn that it does not come to by itself.
///
/// ```
/// use lianzhu::game::Rules;
/// use lianzhu::openings::Starts;
///
/// let text = "(;GM[4]SZ[15];B[hh];W[ig];B[gg];W[gf])\nh8 j9 g7 g8 f9";
/// let starts = Starts::read(text, &Rules::default())?;
/// let counts: Vec<usize> = starts.draw(1).take(50).map(|points| points.len()).collect();
/// assert!((3..=5).all(|stones| counts.contains(&stones)));
/// assert!(starts.draw(1).take(50).eq(starts.draw(1).take(50)));
/// # Ok::<(), lianzhu::openings::OpeningsError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Starts {
    games: Vec<Vec<Point>>,
    /// Of each position its game and its stones.
    positions: Vec<(u32, u16)>,
}

impl Starts {
    /// Reads games, each in any form that [`read_openings`](super::read_openings) reads: the last move of each may
    /// end it.
    ///
    /// # Errors
    ///
    /// As those of `read_openings`, but for games that are over; also a text whose games have fewer than three
    /// moves.
    pub fn read(text: &str, rules: &Rules) -> Result<Starts, OpeningsError> {
        let mut starts = Starts {
            games: Vec::new(),
            positions: Vec::new(),
        };
        read_lines(text, rules, |_, mut points| {
            match board_after(&points, rules) {
                Err(OpeningError::Over(number)) if number == points.len() => {
                    points.pop();
                }
                Err(error) => return Err(error),
                Ok(_) => {}
            }
            let game = starts.games.len() as u32;
            let stones = FEWEST..=points.len();
            (starts.positions).extend(stones.map(|stones| (game, stones as u16)));
            starts.games.push(points);
            Ok(())
        })?;
        if starts.positions.is_empty() {
            return Err(OpeningsError::Empty);
        }
        Ok(starts)
    }

    /// The positions in an endless order that the seed decides, each as its stones in their order.
    pub fn draw(&self, seed: u64) -> impl Iterator<Item = &[Point]> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        std::iter::from_fn(move || {
            let drawn = rng.random_range(0..self.positions.len());
            let &(game, stones) = self.positions.get(drawn)?;
            self.games.get(game as usize)?.get(..stones.into())
        })
    }

    /// A number that tells these games, in this order, from others.
    pub fn fingerprint(&self) -> u64 {
        fingerprint(self.games.iter().map(Vec::as_slice))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game::Variant;

    proptest! {
        #[test]
        fn any_text_is_answered(text in "[a-e0-9, #\n;()\\[\\]BWGMSZ]{0,80}") {
            if let Ok(starts) = Starts::read(&text, &Rules::default()) {
                for points in starts.draw(1).take(9) {
                    prop_assert!(points.len() >= FEWEST);
                    prop_assert!(board_after(points, &Rules::default()).is_ok());
                }
            }
        }
    }

    #[test]
    fn a_game_may_be_over_with_its_last_move_only() {
        let rules = Rules::new(4, 3, 3, Variant::Freestyle).unwrap();
        let starts = Starts::read("a1 a2 b1 b2 c1", &rules).unwrap();
        let stones = |seed| starts.draw(seed).next().unwrap().len();
        assert!((0..40).all(|seed| (3..=4).contains(&stones(seed))));
        let error = |text: &str| Starts::read(text, &rules).unwrap_err().to_string();
        assert_eq!(
            error("a1 a2 b1 b2 c1 c2"),
            "line 1: the game is over after move 5"
        );
        assert_eq!(
            error("a1 a2 b1\na1 a1"),
            "line 2: move 2 (A1) is not legal: the point is occupied"
        );
        assert_eq!(error("# nothing\na1 a2"), "there is no opening");
    }
}

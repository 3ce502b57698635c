use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The random numbers of a player: xoshiro256++, whose stream is the same on every machine, drawn
/// in ranges of `u32` only.
#[derive(Debug, Clone)]
pub(crate) struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// The stream that begins at `seed`.
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `most`, each as likely; 0 if `most` is 0.
    pub(crate) fn below(&mut self, most: u32) -> u32 {
        if most == 0 {
            0
        } else {
            self.0.random_range(0..most)
        }
    }

    /// One of `points`, each as likely; `None` if there are none. Draws nothing for a single one.
    pub(super) fn pick<T: Copy>(&mut self, points: &[T]) -> Option<T> {
        match points {
            [] => None,
            [only] => Some(*only),
            _ => {
                let index = self.below(u32::try_from(points.len()).ok()?);
                points.get(index as usize).copied()
            }
        }
    }
}

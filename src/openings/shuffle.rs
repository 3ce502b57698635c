use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::opening::Opening;

/// Puts a set into an order that depends on the seed alone.
pub fn shuffle(openings: &mut [Opening], seed: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for i in (1..openings.len()).rev() {
        openings.swap(i, rng.random_range(0..=i as u32) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::openings::embedded_openings;

    #[test]
    fn shuffling_keeps_every_opening_and_depends_on_the_seed() {
        let set: Vec<Opening> = embedded_openings(&Rules::default()).unwrap();
        let shuffled = |seed| {
            let mut copy = set.clone();
            shuffle(&mut copy, seed);
            copy
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        let mut back = shuffled(3);
        back.sort_by_key(|opening| opening.name().parse::<usize>().unwrap());
        assert_eq!(back, set);
        shuffle(&mut [], 1);
    }
}

//! Why a defender who only breaks lines holds: potential and pairs.
//!
//! A live line counts 2^−m, m being the points that it lacks (Erdős and Selfridge). With the defender
//! to move, and a sum below one, he takes the point that counts most again and again, and the sum
//! never reaches one. With the attacker to move it has to stay below one after any move.
//!
//! Two points that are a pair are shared: whenever the attacker takes one, the defender takes the
//! other. A line that lacks both is dead, and every other line is taken to have what it lacks of them.

use super::geometry::{Lacks, MAX_POINTS, UNIT, bits};
use super::table::Numbers;

/// Two points, the lower one first.
pub(super) type Pair = (u8, u8);

/// What lines count that lack `lacks` points.
#[inline]
pub(super) fn worth(lacks: u64) -> u64 {
    UNIT >> lacks.count_ones()
}

/// The sum over the lines, and what each point has of it.
pub(super) struct Potential {
    pub sum: u64,
    pub of: [u64; MAX_POINTS],
}

impl Potential {
    #[inline]
    pub fn new(lines: &[u64]) -> Potential {
        let mut potential = Potential {
            sum: 0,
            of: [0; MAX_POINTS],
        };
        for &lacks in lines {
            let worth = worth(lacks);
            potential.sum += worth;
            for p in bits(lacks) {
                potential.of[usize::from(p)] += worth;
            }
        }
        potential
    }

    /// Whether the defender holds with the attacker to move.
    #[inline]
    pub fn holds(&self) -> bool {
        self.sum < UNIT && self.sum + self.of.iter().max().unwrap_or(&0) < UNIT
    }
}

/// The numbers of a position that was not looked at, in shares of its potential: where that is one,
/// these and one.
pub(super) struct Guess {
    pub proof: u32,
    pub disproof: u32,
}

impl Guess {
    pub fn numbers(&self, potential: u64) -> Numbers {
        let sixteenths = (potential / (UNIT / 16)).clamp(1, 1 << 12) as u32;
        Numbers {
            proof: 1 + self.proof * 16 / sixteenths,
            disproof: 1 + self.disproof * sixteenths / 16,
        }
    }
}

/// The lines that are left when a pair is set aside.
pub(super) fn without(lines: &[u64], (x, y): Pair) -> Lacks {
    let pair = 1 << x | 1 << y;
    let left = lines.iter().filter(|&&lacks| lacks & pair != pair);
    left.map(|lacks| lacks & !pair).collect()
}

/// Pairs by which the defender holds with the attacker to move, if so few tries find them.
pub(super) fn pairs(lines: &[u64], tries: &mut u32) -> Option<Vec<Pair>> {
    let mut found = Vec::new();
    search(lines, tries, &mut found).then_some(found)
}

fn search(lines: &[u64], tries: &mut u32, found: &mut Vec<Pair>) -> bool {
    let Some(&shortest) = lines.iter().min_by_key(|lacks| lacks.count_ones()) else {
        return true;
    };
    if shortest.count_ones() < 2 || *tries == 0 {
        return false;
    }
    *tries -= 1;
    let potential = Potential::new(lines);
    if potential.holds() {
        return true;
    }
    let of = |p: u8| potential.of[usize::from(p)];
    let mut choices: Vec<(u64, Pair)> = Vec::new();
    for x in bits(shortest) {
        for y in bits(shortest & (!0 << x << 1)) {
            let pair: u64 = 1 << x | 1 << y;
            let dead = lines.iter().filter(|&&lacks| lacks & pair == pair);
            let dead: u64 = dead.map(|&lacks| worth(lacks)).sum();
            // What is left counts: dead lines go, and the others through the pair lack less and count twice.
            choices.push((potential.sum + of(x) + of(y) - 3 * dead, (x, y)));
        }
    }
    choices.sort_unstable();
    for (_, pair) in choices {
        found.push(pair);
        if search(&without(lines, pair), tries, found) {
            return true;
        }
        found.pop();
        if *tries == 0 {
            return false;
        }
    }
    false
}

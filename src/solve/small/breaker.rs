//! The game in which the defender only breaks lines: the attacker wins by any n in a row, and a line of
//! the defender is nothing. Who holds in it holds in every variant, as long as he may play anywhere.
//!
//! A position is what the attacker has and what is free, both only as far as some live line has it.
//! Stones never hurt here, so the following keep the value: two free points that lie in the same live
//! lines are a pair and those lines are dead; a point that lies in no line without a second one is no
//! better than that; a reply outside of the points that a win rests on changes nothing.

use super::bound::{Guess, Potential, pairs, worth};
use super::geometry::{Geometry, Lacks, MAX_POINTS, UNIT, bits};
use super::record::Kind;
use super::search::{After, Game, Look, Move};
use super::table::{Key, Numbers};

/// The tries for pairs at a node.
const TRIES: u32 = 25;

/// What to expect of a position that was not looked at.
const GUESS: Guess = Guess {
    proof: 4,
    disproof: 8,
};

pub(super) struct Breaker<'a> {
    pub geometry: &'a Geometry,
}

/// For each point what all the lines through it lack.
pub(super) fn common(lines: &[u64]) -> [u64; MAX_POINTS] {
    let mut common = [!0; MAX_POINTS];
    for &lacks in lines {
        for p in bits(lacks) {
            common[usize::from(p)] &= lacks;
        }
    }
    common
}

/// The points among `free` that no other point is at least as good as, one of each kind.
pub(super) fn best_points(free: u64, common: &[u64; MAX_POINTS]) -> u64 {
    let is_better = |q: u8, p: u8| common[usize::from(q)] >> p & 1 == 0 || q < p;
    let worse = |p: u8| bits(common[usize::from(p)] & free & !(1 << p)).any(|q| is_better(q, p));
    bits(free)
        .filter(|&p| !worse(p))
        .fold(0, |set, p| set | 1 << p)
}

impl Breaker<'_> {
    /// What the live lines lack.
    pub fn lines(&self, key: Key) -> Lacks {
        let all = key.a | key.b;
        let lines = self
            .geometry
            .lines
            .iter()
            .filter(|line| line.mask & !all == 0);
        lines.map(|line| line.mask & key.b).collect()
    }

    /// The position without what no longer matters.
    pub fn reduced(&self, mut key: Key) -> Key {
        loop {
            let all = key.a | key.b;
            let mut used = 0;
            let mut common = [!0; MAX_POINTS];
            for line in self
                .geometry
                .lines
                .iter()
                .filter(|line| line.mask & !all == 0)
            {
                used |= line.mask;
                let lacks = line.mask & key.b;
                for p in bits(lacks) {
                    common[usize::from(p)] &= lacks;
                }
            }
            key.a &= used;
            key.b &= used;
            let mut twins = 0;
            for p in bits(key.b) {
                let others = common[usize::from(p)] & key.b & !twins & (!0 << p << 1);
                let twin = bits(others).find(|&q| common[usize::from(q)] >> p & 1 == 1);
                if let Some(q) = twin.filter(|_| twins >> p & 1 == 0) {
                    twins |= 1 << p | 1 << q;
                }
            }
            if twins == 0 {
                return key;
            }
            key.b &= !twins;
        }
    }

    /// The reduced position's least image.
    pub fn canonical(&self, key: Key) -> After {
        let key = self.reduced(key);
        let (a, b, symmetry) = self.geometry.canonical(key.a, key.b);
        After {
            key: Key {
                a,
                b,
                attack: key.attack,
            },
            symmetry,
        }
    }

    fn attack(&self, key: Key, lines: &[u64], potential: &Potential, again: bool) -> Look {
        if let Some(&lacks) = lines.iter().find(|lacks| lacks.count_ones() == 1) {
            return Look::Known(true, lacks);
        }
        if !again {
            if potential.holds() || pairs(lines, &mut { TRIES }).is_some() {
                return Look::Known(false, 0);
            }
            let mut left = FOURS;
            if let Some(zone) = fours(lines, &mut left) {
                return Look::Known(true, zone);
            }
        }
        let moves = bits(best_points(key.b, &common(lines))).map(|p| {
            let sum = potential.sum + potential.of[usize::from(p)];
            Move {
                point: 1 << p,
                numbers: if sum < UNIT {
                    Numbers::NO_WIN
                } else {
                    GUESS.numbers(sum)
                },
            }
        });
        Look::Moves(moves.collect())
    }

    fn defend(&self, key: Key, lines: &[u64], potential: &Potential) -> Look {
        let fours = lines.iter().filter(|lacks| lacks.count_ones() == 1);
        let fours = fours.fold(0, |fours, lacks| fours | lacks);
        if fours.count_ones() > 1 {
            return Look::Known(true, fours);
        }
        if potential.sum < UNIT {
            return Look::Known(false, 0);
        }
        let moves = if fours != 0 {
            fours
        } else {
            best_points(key.b, &common(lines))
        };
        let moves = bits(moves).map(|p| Move {
            point: 1 << p,
            numbers: GUESS.numbers(potential.sum - potential.of[usize::from(p)]),
        });
        Look::Moves(moves.collect())
    }
}

/// The positions looked at for a win by fours.
const FOURS: u32 = 40;

/// A win by fours alone: the points that it rests on.
fn fours(lines: &[u64], left: &mut u32) -> Option<u64> {
    for &lacks in lines.iter().filter(|lacks| lacks.count_ones() == 2) {
        for p in bits(lacks) {
            if *left == 0 {
                return None;
            }
            *left -= 1;
            let own = 1u64 << p;
            let mut after: Lacks = lines.iter().map(|lacks| lacks & !own).collect();
            let fours = after.iter().filter(|lacks| lacks.count_ones() == 1);
            let fours = fours.fold(0, |fours, lacks| fours | lacks);
            if fours.count_ones() > 1 {
                return Some(fours | own);
            }
            after.retain(|lacks| *lacks & fours == 0);
            if let Some(zone) = self::fours(&after, left) {
                return Some(zone | fours | own);
            }
        }
    }
    None
}

impl Game for Breaker<'_> {
    const KIND: Kind = Kind::Breaker;
    const ZONES: bool = true;

    fn look(&mut self, key: Key, again: bool) -> Look {
        let lines = self.lines(key);
        if lines.is_empty() {
            return Look::Known(false, 0);
        }
        debug_assert!(lines.iter().all(|&lacks| worth(lacks) < UNIT));
        let potential = Potential::new(&lines);
        match key.attack {
            true => self.attack(key, &lines, &potential, again),
            false => self.defend(key, &lines, &potential),
        }
    }

    fn after(&self, key: Key, point: u64) -> After {
        let b = key.b & !point;
        if key.attack {
            let (a, b, symmetry) = self.geometry.canonical(key.a | point, b);
            After {
                key: Key {
                    a,
                    b,
                    attack: false,
                },
                symmetry,
            }
        } else {
            self.canonical(Key {
                a: key.a,
                b,
                attack: true,
            })
        }
    }

    fn zone_before(&self, after: &After, zone: u64) -> u64 {
        self.geometry
            .image(self.geometry.inverse(after.symmetry), zone)
    }
}

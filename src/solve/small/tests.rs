//! The game in which the defender only breaks lines, against a plain search of it: elsewhere it is
//! asked only where the game by the rules takes long.

use std::collections::HashMap;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::bound::pairs;
use super::breaker::Breaker;
use super::geometry::{Geometry, bits};
use super::search::Search;
use super::table::Key;
use super::*;
use crate::game::{Rules, Variant};

/// Whether the attacker gets a line, having `a` and the points of `b` being free.
fn plain(geometry: &Geometry, key: Key, known: &mut HashMap<(u64, u64), bool>) -> bool {
    if geometry.lines.iter().any(|line| line.mask & !key.a == 0) {
        return true;
    }
    if let Some(&known) = known.get(&(key.a, key.b)) {
        return known;
    }
    let after = |p: u8| Key {
        a: if key.attack { key.a | 1 << p } else { key.a },
        b: key.b & !(1 << p),
        attack: !key.attack,
    };
    let found = bits(key.b).any(|p| plain(geometry, after(p), known) == key.attack);
    let wins = if key.b == 0 {
        false
    } else {
        found == key.attack
    };
    known.insert((key.a, key.b), wins);
    wins
}

#[test]
fn breaking_lines_agrees_with_a_plain_search() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut wins = [0; 2];
    for round in 0..600 {
        let (width, height, n) = [(4, 4, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (6, 5, 5)][round % 5];
        let rules = Rules::new(width, height, n, Variant::Freestyle).expect("rules");
        let geometry = Geometry::new(rules).expect("at most 64 points");
        let mut key = Key {
            a: 0,
            b: geometry.all,
            attack: rng.random_bool(0.5),
        };
        while key.b.count_ones() > 11 {
            let bit = 1 << rng.random_range(0..rules.area());
            key.b &= !bit;
            if rng.random_bool(0.5) {
                key.a |= bit;
            }
        }
        key.a &= !key.b;
        let breaker = Breaker {
            geometry: &geometry,
        };
        let lines = breaker.lines(key);
        if lines.contains(&0) {
            continue;
        }
        let expected = plain(&geometry, key, &mut HashMap::new());
        let key = breaker.canonical(key).key;
        let found = Search::new(breaker, 1).solve(key, &Limits::default().budget());
        assert_eq!(found, Some(expected), "{rules:?} {key:?}");
        wins[usize::from(expected)] += 1;
        if key.attack && pairs(&lines, &mut 1000).is_some() {
            assert!(!expected, "{rules:?} {key:?}");
        }
    }
    assert!(wins[0] > 100 && wins[1] > 100, "{wins:?}");
}

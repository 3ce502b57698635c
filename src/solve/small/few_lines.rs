//! Boards of any size on which few lines are left: whether the defender holds by breaking them.
//!
//! Nothing of the board matters but what the attacker's live lines lack. If that is little enough, one
//! look says that the defender holds; if it is at most 64 points, the game of breaking lines
//! ([`breaker`](super::breaker)) is searched over these points alone.

use std::collections::HashMap;

use smallvec::SmallVec;

use super::breaker::Breaker;
use super::geometry::{Geometry, MAX_POINTS};
use super::search::{Budget, Search};
use super::table::Key;
use crate::game::{Color, Position, Variant};
use crate::solve::windows::{Side, Windows};

/// A line that lacks nothing, in a sum over lines. The longest line lacks 52 points.
const WHOLE: u128 = 1 << 60;

/// Longer lines are taken to lack no more, which helps the attacker alone.
const MOST_OF_LINE: usize = 24;

/// The points that a live line lacks, by their numbers on the board.
type Lacking = SmallVec<[u16; 8]>;

/// What the live lines of a colour lack.
struct Left {
    lines: Vec<Lacking>,
}

impl Left {
    fn new(position: &Position, attacker: Color) -> Left {
        let windows = Windows::new(position, attacker);
        let lines = windows.live(Side::Attacker);
        Left {
            lines: lines.map(|line| line.collect()).collect(),
        }
    }

    /// Lets lines die that have two points which no other line tells apart: whenever the attacker takes one of
    /// the two, the defender takes the other.
    fn pair(&mut self) {
        loop {
            let mut of_point: HashMap<u16, Vec<usize>> = HashMap::new();
            for (i, line) in self.lines.iter().enumerate() {
                for &point in line {
                    of_point.entry(point).or_default().push(i);
                }
            }
            let mut points: HashMap<&[usize], usize> = HashMap::new();
            for lines in of_point.values() {
                *points.entry(lines).or_default() += 1;
            }
            let mut dead = vec![false; self.lines.len()];
            for (lines, _) in points.into_iter().filter(|&(_, points)| points > 1) {
                lines.iter().for_each(|&line| dead[line] = true);
            }
            if !dead.contains(&true) {
                return;
            }
            let mut dead = dead.into_iter();
            self.lines.retain(|_| !dead.next().unwrap_or_default());
        }
    }

    /// Whether the potential is too small for the attacker (Erdős and Selfridge, see [`bound`](super::bound)).
    fn holds(&self, attack: bool) -> bool {
        let mut sum = 0;
        let mut of_point: HashMap<u16, u128> = HashMap::new();
        for line in &self.lines {
            let worth = WHOLE >> line.len();
            sum += worth;
            for &point in line {
                *of_point.entry(point).or_default() += worth;
            }
        }
        let most = of_point.into_values().max().unwrap_or_default();
        sum + if attack { most } else { 0 } < WHOLE
    }

    /// The lines as sets, if they lack at most 64 points together.
    fn sets(&self) -> Option<Vec<u64>> {
        let mut points: Vec<u16> = self.lines.iter().flatten().copied().collect();
        points.sort_unstable();
        points.dedup();
        if points.len() > MAX_POINTS {
            return None;
        }
        let bit = |point: &u16| points.binary_search(point).map_or(0, |bit| 1 << bit);
        let set = |line: &Lacking| {
            let points = line.iter().take(MOST_OF_LINE);
            points.fold(0, |set, point| set | bit(point))
        };
        Some(self.lines.iter().map(set).collect())
    }
}

/// Whether the defender is found to hold by breaking lines, and the positions looked at. Never in renju if he is
/// Black, who may not play everywhere.
pub(super) fn holds(
    position: &Position,
    attacker: Color,
    memory: usize,
    budget: &Budget,
) -> (bool, u64) {
    let rules = *position.rules();
    if rules.variant() == Variant::Renju && attacker == Color::White {
        return (false, 0);
    }
    let attack = position.side_to_move() == attacker;
    let mut left = Left::new(position, attacker);
    if left.lines.iter().any(|line| line.is_empty()) {
        return (false, 0);
    }
    left.pair();
    if left.holds(attack) {
        return (true, 1);
    }
    let Some(lines) = left.sets() else {
        return (false, 1);
    };
    let geometry = Geometry::of_lines(rules, lines);
    let breaker = Breaker {
        geometry: &geometry,
    };
    let free = Key {
        a: 0,
        b: geometry.all,
        attack,
    };
    let key = breaker.canonical(free).key;
    let mut search = Search::new(breaker, memory);
    let found = search.solve(key, budget);
    (found == Some(false), search.nodes)
}

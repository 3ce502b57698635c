//! The game by its rules: both sides complete lines. Where the defender has to complete lines himself
//! to hold, this is the game to search.

use std::cmp::Reverse;

use crate::game::{Color, SearchPosition, Variant};

use super::bound::{Guess, Potential, pairs};
use super::breaker::{best_points, common};
use super::fours::{Fours, Win};
use super::geometry::{Geometry, UNIT, bits};
use super::record::Kind;
use super::search::{After, Game, Look, Move};
use super::sides::Sides;
use super::table::{Key, Numbers};

/// The tries for pairs at a node.
const TRIES: u32 = 12;

/// The positions looked at for a win by fours.
const FOURS: u32 = 60;

/// What to expect of a position that was not looked at.
const GUESS: Guess = Guess {
    proof: 256,
    disproof: 16,
};

/// The attacker has `Key::a`, the defender `Key::b`.
pub(super) struct Real<'a> {
    geometry: &'a Geometry,
    attacker: Color,
    sides: Sides<'a>,
}

impl<'a> Real<'a> {
    pub fn new(geometry: &'a Geometry, attacker: Color) -> Real<'a> {
        let rules = [attacker, !attacker].map(|color| geometry.rule(color));
        Real {
            geometry,
            attacker,
            sides: Sides { geometry, rules },
        }
    }

    fn is_renju(&self) -> bool {
        self.geometry.rules.variant() == Variant::Renju
    }

    /// Whether more stones never hurt, so that points can be compared by their lines alone.
    fn is_plain(&self) -> bool {
        !self.is_renju() && self.sides.rules.iter().all(|rule| rule.is_plain())
    }

    /// The points that still matter: those of live lines, and their ends where an end matters; and one
    /// more where a side may wish to wait.
    fn relevant(&self, key: Key) -> u64 {
        let free = self.geometry.all & !(key.a | key.b);
        if self.is_renju() {
            return free;
        }
        let sides = [(key.a, key.b), (key.b, key.a)];
        let mut used = 0;
        for line in &self.geometry.lines {
            for (rule, (own, other)) in self.sides.rules.iter().zip(sides) {
                if rule.is_live(line, own, other) {
                    used |= line.mask | if rule.is_plain() { 0 } else { line.ends };
                }
            }
        }
        let rest = free & !used;
        let wait = if self.is_plain() {
            0
        } else {
            rest & rest.wrapping_neg()
        };
        free & used | wait
    }

    /// In renju the points of the set that are not forbidden to who is to move.
    pub fn legal(&self, key: Key, points: u64) -> u64 {
        let color = if key.attack {
            self.attacker
        } else {
            !self.attacker
        };
        if !self.is_renju() || color == Color::White {
            return points;
        }
        let mut position = SearchPosition::new(self.geometry.rules);
        for (stones, color) in [(key.a, self.attacker), (key.b, !self.attacker)] {
            for bit in bits(stones) {
                position.make(self.geometry.point(bit), color);
            }
        }
        let legal = bits(points).filter(|&p| position.is_legal(color, self.geometry.point(p)));
        legal.fold(0, |set, p| set | 1 << p)
    }

    /// The position without what no longer matters: a stone in no live line of its own side, and an empty
    /// point in none at all, become a wall, which is a stone of both sides.
    fn reduced(&self, key: Key) -> Key {
        if !self.is_plain() {
            return key;
        }
        let (mut attacked, mut defended) = (0, 0);
        for line in &self.geometry.lines {
            if line.mask & key.b == 0 {
                attacked |= line.mask;
            }
            if line.mask & key.a == 0 {
                defended |= line.mask;
            }
        }
        let matters =
            key.a & attacked | key.b & defended | (attacked | defended) & !(key.a | key.b);
        let walls = self.geometry.all & !matters;
        Key {
            a: key.a | walls,
            b: key.b | walls,
            ..key
        }
    }

    /// The reduced position's least image.
    pub fn canonical(&self, key: Key) -> After {
        let key = self.reduced(key);
        let (a, b, symmetry) = self.geometry.canonical(key.a, key.b);
        After {
            key: Key { a, b, ..key },
            symmetry,
        }
    }

    /// Whether the defender may play anywhere, so that he holds where a breaker of lines holds.
    pub fn is_free(&self) -> bool {
        !self.is_renju() || self.attacker == Color::Black
    }

    /// The attacker's legal move whose lines count most, the nearest to the middle among equals.
    pub fn busiest(&self, key: Key) -> Option<u64> {
        let (lines, _) = self.sides.lines(key.a, key.b, 0);
        let potential = Potential::new(&lines);
        let free = self.legal(key, self.geometry.all & !(key.a | key.b));
        let rules = &self.geometry.rules;
        let from_middle = |at: u8, side: u8| (2 * at + 1).abs_diff(side);
        let worth = |&p: &u8| {
            let point = self.geometry.point(p);
            let far =
                from_middle(point.x(), rules.width()) + from_middle(point.y(), rules.height());
            (potential.of[usize::from(p)], Reverse(far))
        };
        bits(free).max_by_key(worth).map(|p| 1 << p)
    }

    /// Whether the defender holds by breaking lines, the attacker being to move.
    fn is_held(&self, lines: &[u64], potential: &Potential) -> bool {
        self.is_free() && (potential.holds() || pairs(lines, &mut { TRIES }).is_some())
    }

    fn attack(&self, key: Key, again: bool) -> Look {
        let (lines, threat) = self.sides.lines(key.a, key.b, 0);
        if threat.wins != 0 {
            return Look::Known(true, 0);
        }
        let free = self.geometry.all & !(key.a | key.b);
        let other = self.sides.threat(key.b, key.a, 1);
        if lines.is_empty() || free == 0 || other.wins != 0 && other.stops & free == 0 {
            return Look::Known(false, 0);
        }
        let potential = Potential::new(&lines);
        if !again && self.is_held(&lines, &potential) {
            return Look::Known(false, 0);
        }
        if !again && !self.is_renju() {
            let mut fours = Fours {
                sides: self.sides,
                left: FOURS,
            };
            if fours.win(key.a, key.b).is_some() {
                return Look::Known(true, 0);
            }
        }
        let points = match other.wins {
            0 => self.candidates(key, &lines, free),
            _ => other.stops & free,
        };
        let legal = self.legal(key, points);
        if legal == 0 {
            return match other.wins {
                0 => Look::Moves(vec![Move {
                    point: 0,
                    numbers: GUESS.numbers(potential.sum),
                }]),
                _ => Look::Known(false, 0),
            };
        }
        let held = self.is_free();
        let moves = bits(legal).map(|p| {
            let sum = potential.sum + potential.of[usize::from(p)];
            let numbers = if held && sum < UNIT {
                Numbers::NO_WIN
            } else {
                GUESS.numbers(sum)
            };
            Move {
                point: 1 << p,
                numbers,
            }
        });
        Look::Moves(moves.collect())
    }

    fn defend(&self, key: Key) -> Look {
        if self.sides.threat(key.b, key.a, 1).wins != 0 {
            return Look::Known(false, 0);
        }
        let free = self.geometry.all & !(key.a | key.b);
        let (lines, threat) = self.sides.lines(key.a, key.b, 0);
        if lines.is_empty() || free == 0 {
            return Look::Known(false, 0);
        }
        let potential = Potential::new(&lines);
        let points = if threat.wins != 0 {
            threat.stops & free
        } else if self.is_free() && potential.sum < UNIT {
            return Look::Known(false, 0);
        } else {
            self.replies(key, &lines, free)
        };
        let legal = self.legal(key, points);
        if legal == 0 {
            return match threat.wins {
                0 if self.is_renju() => Look::Moves(vec![Move {
                    point: 0,
                    numbers: GUESS.numbers(potential.sum),
                }]),
                _ => Look::Known(true, 0),
            };
        }
        let moves = bits(legal).map(|p| {
            let sum = potential.sum - potential.of[usize::from(p)];
            Move {
                point: 1 << p,
                numbers: GUESS.numbers(sum),
            }
        });
        Look::Moves(moves.collect())
    }

    /// The moves without a threat to answer, of which some is best for either side.
    fn candidates(&self, key: Key, lines: &[u64], free: u64) -> u64 {
        let points = self.relevant(key) & free;
        if !self.is_plain() {
            return points;
        }
        let (mut all, _) = self.sides.lines(key.b, key.a, 1);
        all.extend_from_slice(lines);
        best_points(points, &common(&all))
    }

    /// The replies that do not lose to a win by fours, which there may be if the defender passed.
    fn replies(&self, key: Key, lines: &[u64], free: u64) -> u64 {
        let points = self.candidates(key, lines, free);
        if self.is_renju() {
            return points;
        }
        let mut fours = Fours {
            sides: self.sides,
            left: FOURS,
        };
        match fours.win(key.a, key.b) {
            Some(win) => points & self.disturbing(key, &win),
            None => points,
        }
    }

    /// Where a stone of the defender can matter to a win by fours: on its points, and where together
    /// with the replies it makes a four of his own.
    fn disturbing(&self, key: Key, win: &Win) -> u64 {
        let n = u32::from(self.geometry.rules.win_length());
        let stones = key.b | win.replies;
        let lines = self
            .geometry
            .lines
            .iter()
            .filter(|line| line.mask & key.a == 0);
        let fours = lines.filter(|line| (line.mask & stones).count_ones() + 2 >= n);
        fours.fold(win.zone, |set, line| set | line.mask)
    }
}

impl Game for Real<'_> {
    const KIND: Kind = Kind::Real;
    const ZONES: bool = false;

    fn look(&mut self, key: Key, again: bool) -> Look {
        match key.attack {
            true => self.attack(key, again),
            false => self.defend(key),
        }
    }

    fn after(&self, key: Key, point: u64) -> After {
        let (a, b) = match key.attack {
            true => (key.a | point, key.b),
            false => (key.a, key.b | point),
        };
        let attack = !key.attack;
        self.canonical(Key { a, b, attack })
    }

    fn zone_before(&self, _: &After, zone: u64) -> u64 {
        zone
    }
}

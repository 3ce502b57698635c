//! Both games in turns, until one of them says the value.

use std::io;
use std::path::Path;
use std::rc::Rc;

use crate::game::{Color, Position};

use super::breaker::Breaker;
use super::geometry::{Geometry, Lacks, bits};
use super::real::Real;
use super::record::{Kind, Record};
use super::search::{Budget, Game, Search};
use super::table::Key;

/// The nodes of the first turn, by the rules; each round has four times as many.
const FIRST_TURN: u64 = 1_000;

/// The game of breaking lines has so many times as many: it is decided far sooner where it says anything.
const BREAKER_SHARE: u64 = 4;

/// The attacker's likeliest first move has so many times as many by itself: many boards are won by one move alone.
const FIRST_SHARE: u64 = 4;

pub(super) struct Solver<'a> {
    geometry: &'a Geometry,
    attacker: Color,
    real: Search<Real<'a>>,
    /// Where the defender may play anywhere.
    breaker: Option<Search<Breaker<'a>>>,
}

impl<'a> Solver<'a> {
    /// With tables of so many MiB.
    pub fn new(geometry: &'a Geometry, attacker: Color, memory: usize) -> Solver<'a> {
        let real = Real::new(geometry, attacker);
        let breaker = real
            .is_free()
            .then(|| Search::new(Breaker { geometry }, memory / 2));
        let memory = if breaker.is_some() {
            memory - memory / 2
        } else {
            memory
        };
        Solver {
            geometry,
            attacker,
            real: Search::new(real, memory),
            breaker,
        }
    }

    /// Goes on with a file of what was found before, or begins it, and writes down what is found.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, or is of another game or another attacker.
    pub fn go_on(&mut self, path: &Path) -> io::Result<()> {
        let (real, breaker) = (&mut self.real, &mut self.breaker);
        let record = Record::open(path, self.geometry, self.attacker, |fact| match fact.kind {
            Kind::Real => real.recollect(fact.key, fact.known),
            Kind::Breaker => {
                if let Some(breaker) = breaker {
                    breaker.recollect(fact.key, fact.known);
                }
            }
        })?;
        let record = Rc::new(record);
        if let Some(breaker) = breaker {
            breaker.write_down(record.clone());
        }
        real.write_down(record);
        Ok(())
    }

    /// The attacker's and the defender's stones.
    pub fn key(&self, position: &Position) -> Key {
        Key {
            a: self.geometry.stones(position, self.attacker),
            b: self.geometry.stones(position, !self.attacker),
            attack: position.side_to_move() == self.attacker,
        }
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.real.nodes + self.breaker.as_ref().map_or(0, |breaker| breaker.nodes)
    }

    /// Whether the attacker wins; `None` if the budget is spent first.
    pub fn solve(&mut self, key: Key, budget: &Budget) -> Option<bool> {
        let real = self.real.game.canonical(key).key;
        let mut breaker = self.breaker_key(key);
        let most = self.nodes().saturating_add(budget.nodes);
        let mut turn = FIRST_TURN;
        let mut first = key.attack.then(|| self.first(key)).flatten();
        loop {
            let left = most.saturating_sub(self.nodes());
            let found = self.real.solve(real, &budget.at_most(left.min(turn)));
            if found.is_some() {
                return found;
            }
            let left = most.saturating_sub(self.nodes());
            if let Some(after) = first.filter(|_| left > 0) {
                let nodes = left.min(turn.saturating_mul(FIRST_SHARE));
                match self.real.solve(after, &budget.at_most(nodes)) {
                    Some(true) => return Some(true),
                    Some(false) => first = None,
                    None => {}
                }
            }
            let left = most.saturating_sub(self.nodes());
            if let (Some(search), Some(key), true) = (&mut self.breaker, breaker, left > 0) {
                let nodes = left.min(turn.saturating_mul(BREAKER_SHARE));
                match search.solve(key, &budget.at_most(nodes)) {
                    Some(false) => return Some(false),
                    // The defender needs lines of his own.
                    Some(true) => breaker = None,
                    None => {}
                }
            }
            if self.nodes() >= most || budget.is_over() {
                return None;
            }
            turn = turn.saturating_mul(4);
        }
    }

    /// The position after the attacker's move that has most lines.
    fn first(&self, key: Key) -> Option<Key> {
        let point = self.real.game.busiest(key)?;
        Some(self.real.game.after(key, point).key)
    }

    /// The position of the game in which the defender only breaks lines, if the attacker has not won it.
    fn breaker_key(&self, key: Key) -> Option<Key> {
        let breaker = &self.breaker.as_ref()?.game;
        let free = Key {
            b: self.geometry.all & !(key.a | key.b),
            ..key
        };
        let won = breaker.lines(free).contains(&0);
        (!won).then(|| breaker.canonical(free).key)
    }

    /// A move of the attacker's, who is to move, that is known to win.
    pub fn winning(&self, key: Key) -> Option<u8> {
        let game = &self.real.game;
        let free = self.geometry.all & !(key.a | key.b);
        let wins = |&p: &u8| self.real.known(game.after(key, 1 << p).key) == Some(true);
        bits(game.legal(key, free)).find(wins)
    }

    /// What is known of a position by the rules.
    pub fn known(&self, key: Key) -> Option<bool> {
        self.real.known(self.real.game.canonical(key).key)
    }

    /// Whether the attacker, having `Key::a` and `Key::b` being free, wins where the defender only
    /// breaks lines. `None` also where that game says nothing of the one by the rules.
    pub fn breaks(&mut self, key: Key, budget: &Budget) -> Option<bool> {
        let search = self.breaker.as_mut()?;
        if search.game.lines(key).contains(&0) {
            return None;
        }
        let key = search.game.canonical(key).key;
        search.solve(key, budget)
    }

    /// What is known of that.
    pub fn known_breaks(&self, key: Key) -> Option<bool> {
        let search = self.breaker.as_ref()?;
        search.known(search.game.canonical(key).key)
    }

    /// The position of that game without what no longer matters.
    pub fn breaker_reduced(&self, key: Key) -> Key {
        Breaker {
            geometry: self.geometry,
        }
        .reduced(key)
    }

    /// What the lines lack in that game.
    pub fn breaker_lines(&self, key: Key) -> Lacks {
        Breaker {
            geometry: self.geometry,
        }
        .lines(key)
    }
}

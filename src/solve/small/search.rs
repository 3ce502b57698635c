//! Proof numbers over a game of two sets of points (df-pn), in bounded memory.
//!
//! Many orders of moves lead to one position, so the numbers of a node are not sums, which would count
//! it many times over, but the largest of its moves' and one for every two further moves.

use std::rc::Rc;

use crate::clock::{Instant, StopToken};

use super::record::{Fact, Kind, Record};
use super::table::{INFINITE, Key, Known, Numbers, Table};

/// What a look at a position says.
pub(super) enum Look {
    /// Its value, and for a win the zone.
    Known(bool, u64),
    /// The moves worth a try.
    Moves(Vec<Move>),
}

/// A move, and what is known of it before it is looked at.
pub(super) struct Move {
    /// The point as a set; none for a pass.
    pub point: u64,
    pub numbers: Numbers,
}

/// A position after a move: the least image of it, and by which symmetry that comes.
pub(super) struct After {
    pub key: Key,
    pub symmetry: usize,
}

/// A game of two players, one of whom attacks.
pub(super) trait Game {
    /// Which one it is.
    const KIND: Kind;

    /// Whether a win's zone is known: a reply outside of it changes nothing.
    const ZONES: bool;

    /// `again`: it was looked at before, so that it need not be asked once more whether it is settled.
    fn look(&mut self, key: Key, again: bool) -> Look;

    fn after(&self, key: Key, point: u64) -> After;

    /// A zone in the frame of the position before.
    fn zone_before(&self, after: &After, zone: u64) -> u64;
}

struct Child {
    point: u64,
    /// Once it was asked for.
    after: Option<After>,
    numbers: Numbers,
    zone: u64,
}

/// When to give up, in nodes from now on.
pub(super) struct Budget {
    pub nodes: u64,
    pub until: Option<Instant>,
    pub stop: StopToken,
}

impl Budget {
    /// The same with other nodes.
    pub fn at_most(&self, nodes: u64) -> Budget {
        Budget {
            nodes,
            until: self.until,
            stop: self.stop.clone(),
        }
    }

    /// Whether the time is over.
    pub fn is_over(&self) -> bool {
        self.stop.is_stopped() || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

pub(super) struct Search<G> {
    pub game: G,
    pub table: Table,
    /// Positions looked at so far.
    pub nodes: u64,
    most: u64,
    stopped: bool,
    /// Where positions that took long are written down.
    record: Option<Rc<Record>>,
}

impl<G: Game> Search<G> {
    pub fn new(game: G, mebibytes: usize) -> Search<G> {
        Search {
            game,
            table: Table::new(mebibytes),
            nodes: 0,
            most: 0,
            stopped: false,
            record: None,
        }
    }

    /// What a record tells. What is solved stays so.
    pub fn recollect(&mut self, key: Key, known: Known) {
        if known.numbers.is_solved() || self.known(key).is_none() {
            self.table.put(key, known);
        }
    }

    /// Writes down from now on what is found.
    pub fn write_down(&mut self, record: Rc<Record>) {
        self.record = Some(record);
    }

    /// Whether the attacker wins; `None` if the budget is spent first. What was found stays in the table.
    pub fn solve(&mut self, key: Key, budget: &Budget) -> Option<bool> {
        let known = self.known(key);
        if known.is_some() {
            return known;
        }
        self.stopped = false;
        self.most = self.nodes.saturating_add(budget.nodes);
        let infinite = Numbers {
            proof: INFINITE,
            disproof: INFINITE,
        };
        let numbers = self.work(key, infinite, budget).numbers;
        numbers.is_solved().then_some(numbers.proof == 0)
    }

    /// What is known of a position without a further look.
    pub fn known(&self, key: Key) -> Option<bool> {
        let numbers = self.table.get(key)?.numbers;
        numbers.is_solved().then_some(numbers.proof == 0)
    }

    /// Works on a position until it is solved or one of its numbers reaches its limit.
    fn work(&mut self, key: Key, most: Numbers, budget: &Budget) -> Known {
        let before = self.table.get(key);
        if let Some(known) = before.filter(|known| reaches(known.numbers, most)) {
            return known;
        }
        self.nodes += 1;
        let start = self.nodes;
        if self.nodes >= self.most || self.nodes & 0xff == 0 && budget.is_over() {
            self.stopped = true;
        }
        let moves = match self.game.look(key, before.is_some()) {
            Look::Known(wins, zone) => {
                let numbers = if wins { Numbers::WIN } else { Numbers::NO_WIN };
                let nodes = 1;
                let known = Known {
                    numbers,
                    zone,
                    nodes,
                };
                return self.keep(key, known, 0);
            }
            Look::Moves(moves) => moves,
        };
        let unknown = |Move { point, numbers }| Child {
            point,
            after: None,
            numbers,
            zone: 0,
        };
        let mut children: Vec<Child> = moves.into_iter().map(unknown).collect();
        if before.is_some() {
            for child in &mut children {
                self.recall(key, child);
            }
        }
        let spent = before.map_or(0, |known| known.nodes);
        let mut region = !0;
        let mut zone = 0;
        let known = loop {
            if G::ZONES && !key.attack {
                shrink(&mut children, &mut region, &mut zone);
            }
            let (now, best, limits) = gather(&children, key.attack, most);
            if now.proof == 0 && key.attack {
                zone = children[best].zone | children[best].point;
            }
            let known = Known {
                numbers: now,
                zone,
                nodes: u32::try_from(self.nodes - start + 1)
                    .map_or(u32::MAX, |nodes| spent.saturating_add(nodes)),
            };
            if self.stopped || reaches(now, most) {
                break known;
            }
            let child = &mut children[best];
            let Some(after) = &child.after else {
                self.recall(key, child);
                continue;
            };
            let found = self.work(after.key, limits, budget);
            child.numbers = found.numbers;
            if G::ZONES && found.numbers.proof == 0 {
                child.zone = self.game.zone_before(after, found.zone);
            }
        };
        self.keep(key, known, spent)
    }

    /// Looks up what is known of a move.
    fn recall(&self, key: Key, child: &mut Child) {
        if child.numbers.is_solved() {
            return;
        }
        let after = self.game.after(key, child.point);
        if let Some(known) = self.table.get(after.key) {
            child.numbers = known.numbers;
            if G::ZONES && known.numbers.proof == 0 {
                child.zone = self.game.zone_before(&after, known.zone);
            }
        }
        child.after = Some(after);
    }

    /// `before`: the nodes of the visits before.
    fn keep(&mut self, key: Key, known: Known, before: u32) -> Known {
        self.table.put(key, known);
        if let Some(record) = &self.record {
            let kind = G::KIND;
            record.put(&Fact { kind, key, known }, before);
        }
        known
    }
}

/// Whether nothing is left to do.
fn reaches(now: Numbers, most: Numbers) -> bool {
    now.is_solved() || now.proof >= most.proof || now.disproof >= most.disproof
}

/// A reply that loses tells which others lose as well: those outside of the zone of the win.
fn shrink(children: &mut Vec<Child>, region: &mut u64, zone: &mut u64) {
    let mut i = 0;
    while i < children.len() {
        let child = &children[i];
        if child.point & *region == 0 {
            children.swap_remove(i);
        } else if child.numbers.proof == 0 {
            *region &= child.zone;
            *zone |= child.zone | child.point;
            children.swap_remove(i);
            i = 0;
        } else {
            i += 1;
        }
    }
}

/// The numbers of a node, its most promising move, and how far to work on that one.
fn gather(children: &[Child], attack: bool, most: Numbers) -> (Numbers, usize, Numbers) {
    // With the attacker to move the least proof number counts, else the least disproof number.
    let split = |numbers: Numbers| match attack {
        true => (numbers.proof, numbers.disproof),
        false => (numbers.disproof, numbers.proof),
    };
    let (mut least, mut second, mut best) = (INFINITE, INFINITE, 0);
    let (mut largest, mut open, mut least_other) = (0, 0, 0);
    for (i, child) in children.iter().enumerate() {
        let (own, other) = split(child.numbers);
        if other != 0 {
            largest = largest.max(other);
            open += 1;
        }
        if own < least || own == least && other < least_other {
            second = least;
            (least, least_other, best) = (own, other, i);
        } else {
            second = second.min(own);
        }
    }
    let further = if open == 0 { 0 } else { open - 1 };
    let sum = if least == 0 {
        INFINITE
    } else {
        INFINITE.min(largest + further / 2)
    };
    let now = Numbers {
        proof: least,
        disproof: sum,
    };
    let (most_own, most_other) = split(most);
    let own = most_own
        .min(second.saturating_add(1 + second / 4))
        .min(INFINITE);
    let other = if most_other >= INFINITE {
        INFINITE
    } else {
        most_other.saturating_sub(further / 2)
    };
    let limits = Numbers {
        proof: own,
        disproof: other,
    };
    match attack {
        true => (now, best, limits),
        false => (
            Numbers {
                proof: now.disproof,
                disproof: now.proof,
            },
            best,
            Numbers {
                proof: limits.disproof,
                disproof: limits.proof,
            },
        ),
    }
}

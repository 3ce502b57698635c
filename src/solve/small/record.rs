//! Positions that took long in a file that grows, so that a search can go on after whatever ended it.

use std::cell::RefCell;
use std::fmt::{self, Display, Formatter};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::geometry::Geometry;
use super::table::{INFINITE, Key, Known, Numbers};
use crate::files::fnv1a64;
use crate::game::Color;
use crate::solve::grown::open_grown;

/// The least nodes of a position that is written down: fewer are soon searched again.
const WORTH: u32 = 1_000;

/// The game that a position is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The one by the rules.
    Real,
    /// That in which the defender only breaks lines.
    Breaker,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Kind::Real => "real",
            Kind::Breaker => "breaker",
        }
    }
}

/// What was found of a position of one of the two games.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fact {
    pub kind: Kind,
    pub key: Key,
    pub known: Known,
}

/// One line without its check.
impl Display for Fact {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Key { a, b, attack } = self.key;
        let side = if attack { 'a' } else { 'd' };
        write!(
            f,
            "{} {side} {a:x} {b:x} {} ",
            self.kind.name(),
            self.known.nodes
        )?;
        let Numbers { proof, disproof } = self.known.numbers;
        match (proof, disproof) {
            (0, _) => write!(f, "won {:x}", self.known.zone),
            (_, 0) => write!(f, "held"),
            _ => write!(f, "open {proof} {disproof}"),
        }
    }
}

impl Fact {
    /// Reads what is written so, on a board of these points.
    fn read(text: &str, all: u64) -> Option<Fact> {
        let mut words = text.split(' ');
        let name = words.next()?;
        let mut kinds = [Kind::Real, Kind::Breaker].into_iter();
        let kind = kinds.find(|kind| kind.name() == name)?;
        let attack = match words.next()? {
            "a" => true,
            "d" => false,
            _ => return None,
        };
        let mut set = || {
            let set = u64::from_str_radix(words.next()?, 16).ok()?;
            (set & !all == 0).then_some(set)
        };
        let (a, b) = (set()?, set()?);
        let nodes = words.next()?.parse().ok()?;
        let (numbers, zone) = match words.next()? {
            "won" => {
                let zone = u64::from_str_radix(words.next()?, 16).ok()?;
                (Numbers::WIN, zone)
            }
            "held" => (Numbers::NO_WIN, 0),
            "open" => {
                let (proof, disproof) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
                let open = 1..=INFINITE;
                let are_open = open.contains(&proof) && open.contains(&disproof);
                (are_open.then_some(Numbers { proof, disproof })?, 0)
            }
            _ => return None,
        };
        let fact = Fact {
            kind,
            key: Key { a, b, attack },
            known: Known {
                numbers,
                zone,
                nodes,
            },
        };
        // Nothing else reads as it does.
        (fact.to_string() == text).then_some(fact)
    }
}

/// The file. A line is the game (`real` or `breaker`), who is to move (`a`, the attacker, or `d`), two sets of points in
/// base sixteen, the nodes it took so far, `won` and the zone, `held`, or `open` with proof and disproof number, and a
/// check of all that. The last line of a position counts.
///
/// What a line says is true of its position by the rules of the first line, wherever the search began.
pub(super) struct Record {
    /// Until it cannot be written.
    file: RefCell<Option<File>>,
}

impl Record {
    /// Goes on with this file, or begins it. `tell` hears what it holds.
    ///
    /// # Errors
    ///
    /// Where the file cannot be read or written, is of another game or another attacker, or holds a line that is none.
    pub fn open(
        path: &Path,
        geometry: &Geometry,
        attacker: Color,
        mut tell: impl FnMut(Fact),
    ) -> io::Result<Record> {
        let rules = &geometry.rules;
        let (width, height, n) = (rules.width(), rules.height(), rules.win_length());
        let variant = rules.variant();
        let title =
            format!("lianzhu positions 1 {width} {height} {n} {variant} attacker {attacker}");
        let file = open_grown(path, &title, |line| {
            let (text, check) = line.rsplit_once(' ')?;
            if check != self::check(text) {
                return None;
            }
            tell(Fact::read(text, geometry.all)?);
            Some(())
        })?;
        Ok(Record {
            file: RefCell::new(Some(file)),
        })
    }

    /// Writes down what was found, if it took long enough and is new: a solution, or twice the nodes, roughly, of what
    /// was written before. `before` are the nodes of the visits before.
    pub fn put(&self, fact: &Fact, before: u32) {
        let nodes = fact.known.nodes;
        let is_new = fact.known.numbers.is_solved()
            || before < WORTH
            || before.leading_zeros() > nodes.leading_zeros();
        if nodes < WORTH || !is_new {
            return;
        }
        let mut file = self.file.borrow_mut();
        let Some(open) = &mut *file else {
            return;
        };
        let text = fact.to_string();
        let line = format!("{text} {}\n", check(&text));
        if let Err(error) = open.write_all(line.as_bytes()) {
            log::error!("the work cannot be written down any more: {error}");
            *file = None;
        }
    }
}

/// A check of a line: damage is found, no forgery is.
fn check(text: &str) -> String {
    format!("{:08x}", fnv1a64(text.bytes()) as u32)
}

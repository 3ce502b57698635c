//! Threat trees, and what it takes to believe one.
//!
//! A tree says how the attacker, who is to move, wins by threats, in numbers of 16 bits:
//!
//! ```text
//! tree   := move header [length tree] group*
//! header := 2 * (number of groups) + (1 if a tree of fours follows)
//! group  := count reply* length tree
//! ```
//!
//! The move comes first. If it wins, the header is zero. If it leaves the attacker points to win at (a
//! four), the replies that stop all of them have to be in the groups, each group with the tree that goes
//! on after any of its replies. If it is quiet, the tree that follows the header tells how the attacker
//! would win by fours alone if the defender passed, and every reply in that tree's *zone* has to
//! be in the groups. The defender must never have a point to win at when he is to move.
//!
//! The zone of a tree of fours holds the points at which one more stone of the defender's could harm it: where
//! it plays, where it is answered, the attacker's points to win at, and, whenever the defender is to move in
//! it, both empty points of each window of n in which he lacks two stones, as one more would make a
//! four. A reply elsewhere leaves the tree as good as it was, and so the attacker wins by it: the order of
//! threats is Thomsen's (2000) lambda search of order two, the zone that of Wu and Lin's (2010)
//! relevance-zone-oriented proof search. In renju a tree has every empty point in its zone where it depends
//! on what is forbidden in ways that a stone elsewhere may change.

use std::ops::Range;

use thiserror::Error;

use super::points::PointBits;
use super::windows::{Side, Slots, Windows};

/// The most numbers in a tree, so that each length fits one.
pub const MOST: usize = 60_000;

/// What is wrong with a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Wrong {
    /// The numbers end too early, or there are more than the tree needs.
    #[error("the tree is cut or too long")]
    Shape,
    /// The attacker's move is on a stone, off the board or forbidden.
    #[error("the attacker's move is not legal")]
    Illegal,
    /// The defender has a point to win at.
    #[error("the defender wins")]
    Lost,
    /// Nothing is threatened.
    #[error("the attacker's move threatens nothing")]
    NoThreat,
    /// A reply has no answer.
    #[error("a reply is left out")]
    NoAnswer,
    /// A move that wins is followed by more, or a four by a tree of fours.
    #[error("a tree where none belongs")]
    NotNeeded,
}

/// What is wrong, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{wrong}, number {at} of the tree")]
pub struct Fault {
    /// What.
    pub wrong: Wrong,
    /// The number of the tree at which it shows.
    pub at: usize,
}

/// One group of replies that one tree answers.
struct Group {
    replies: Range<usize>,
    tree: Range<usize>,
}

/// Follows trees on the board.
pub struct Replay<'a> {
    windows: &'a mut Windows,
    tokens: &'a [u16],
    /// The attacker's moves tried.
    pub moves: u64,
}

impl<'a> Replay<'a> {
    /// A replay of this tree.
    pub fn new(windows: &'a mut Windows, tokens: &'a [u16]) -> Replay<'a> {
        Replay {
            windows,
            tokens,
            moves: 0,
        }
    }

    /// Whether the tree wins for the attacker, who is to move. The stones are as before afterwards.
    pub fn check(&mut self) -> Result<(), Fault> {
        self.attack(0..self.tokens.len(), None)
    }

    /// The zone of a tree of fours.
    pub fn zone(&mut self) -> Result<PointBits, Fault> {
        let mut zone = PointBits::new();
        self.attack(0..self.tokens.len(), Some(&mut zone))?;
        Ok(zone)
    }

    fn number(&self, at: usize, range: &Range<usize>) -> Result<u16, Fault> {
        let number = self.tokens.get(at).filter(|_| range.contains(&at));
        number.copied().ok_or(fault(Wrong::Shape, at))
    }

    fn attack(&mut self, range: Range<usize>, zone: Option<&mut PointBits>) -> Result<(), Fault> {
        let slot = self.number(range.start, &range)?;
        let windows = &mut *self.windows;
        if !windows.is_legal(slot, Side::Attacker) {
            return Err(fault(Wrong::Illegal, range.start));
        }
        let mut zone = zone;
        if let Some(zone) = &mut zone {
            zone.insert(slot);
            if !windows.stays_legal(slot) {
                zone.extend(windows.empties());
            }
        }
        self.moves += 1;
        windows.place(slot, Side::Attacker);
        let result = self.answer(slot, range.start + 1..range.end, zone);
        self.windows.take(slot, Side::Attacker);
        result
    }

    /// The rest of a tree behind the attacker's move.
    fn answer(
        &mut self,
        slot: u16,
        range: Range<usize>,
        mut zone: Option<&mut PointBits>,
    ) -> Result<(), Fault> {
        let header = self.number(range.start, &range)?;
        let at = range.start;
        if self.windows.wins(slot, Side::Attacker) {
            return match (header, range.len()) {
                (0, 1) => Ok(()),
                _ => Err(fault(Wrong::NotNeeded, at)),
            };
        }
        if self.windows.has_five(Side::Defender) {
            return Err(fault(Wrong::Lost, at));
        }
        let has_fours = header & 1 != 0;
        let mut next = at + 1;
        let four = self.windows.has_five(Side::Attacker);
        let replies = if four {
            if has_fours {
                return Err(fault(Wrong::NotNeeded, at));
            }
            if let Some(zone) = &mut zone {
                self.windows.add_fives(zone);
                self.windows.add_counter_fours(zone);
            }
            let stops = self.windows.stops(Side::Defender);
            let windows = &*self.windows;
            if let Some(zone) = &mut zone
                && windows.depends_on_forbidden(&stops)
            {
                zone.extend(windows.empties());
            }
            stops
        } else {
            if !has_fours || zone.is_some() {
                return Err(fault(Wrong::NoThreat, at));
            }
            let length = usize::from(self.number(next, &range)?);
            let fours = next + 1..next + 1 + length;
            next = fours.end;
            if next > range.end {
                return Err(fault(Wrong::Shape, next));
            }
            let mut zone = PointBits::new();
            self.attack(fours, Some(&mut zone))?;
            let legal =
                |&slot: &u16| zone.contains(slot) && self.windows.is_legal(slot, Side::Defender);
            self.windows.empties().filter(legal).collect()
        };
        self.groups(header >> 1, next..range.end, &replies, zone)
    }

    fn groups(
        &mut self,
        count: u16,
        range: Range<usize>,
        replies: &Slots,
        mut zone: Option<&mut PointBits>,
    ) -> Result<(), Fault> {
        let mut answered = Slots::new();
        let mut next = range.start;
        for _ in 0..count {
            let group = self.group(next, &range)?;
            next = group.tree.end;
            for at in group.replies {
                let reply = self.tokens[at];
                if !replies.contains(&reply) {
                    continue;
                }
                if answered.contains(&reply) {
                    return Err(fault(Wrong::Shape, at));
                }
                answered.push(reply);
                if let Some(zone) = &mut zone {
                    zone.insert(reply);
                }
                self.windows.place(reply, Side::Defender);
                let result = self.attack(group.tree.clone(), zone.as_deref_mut());
                self.windows.take(reply, Side::Defender);
                result?;
            }
        }
        match (replies.len() - answered.len(), next == range.end) {
            (0, true) => Ok(()),
            (_, false) => Err(fault(Wrong::Shape, next)),
            _ => Err(fault(Wrong::NoAnswer, range.start)),
        }
    }

    fn group(&self, at: usize, range: &Range<usize>) -> Result<Group, Fault> {
        let count = usize::from(self.number(at, range)?);
        let replies = at + 1..at + 1 + count;
        let length = usize::from(self.number(replies.end, range)?);
        let tree = replies.end + 1..replies.end + 1 + length;
        if tree.end > range.end {
            return Err(fault(Wrong::Shape, range.end));
        }
        Ok(Group { replies, tree })
    }
}

/// The longest line of a tree that wins: the attacker's moves and the replies in turn.
pub fn longest(tree: &[u16]) -> Vec<u16> {
    let [slot, header, rest @ ..] = tree else {
        return tree.to_vec();
    };
    let mut rest = rest;
    let mut part = |count: usize| {
        let (part, after) = rest.split_at_checked(count)?;
        rest = after;
        Some(part)
    };
    let mut list = || {
        let length = *part(1)?.first()?;
        part(length.into())
    };
    let mut best = Vec::new();
    if header & 1 != 0 {
        list();
    }
    for _ in 0..header >> 1 {
        let (Some(replies), Some(tree)) = (list(), list()) else {
            break;
        };
        let line = longest(tree);
        if let (Some(&reply), true) = (replies.first(), line.len() >= best.len()) {
            best = [&[reply][..], &line].concat();
        }
    }
    [&[*slot][..], &best].concat()
}

fn fault(wrong: Wrong, at: usize) -> Fault {
    Fault { wrong, at }
}

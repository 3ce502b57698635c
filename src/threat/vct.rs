//! Victory by continuous threats: proof-number search over fours and open threes.

use super::defence::{any_reply, narrow_replies};
use super::every::{ALL_FOURS, EveryThreat, GivenUp, is_plain};
use super::proof::{Child, Expansion, INFINITY, ProofNumbers, Table};
use super::replies::{open_four_replies, replies_to_fours};
use super::vcf::{Vcf, VcfResult};
use crate::game::Color;
use crate::pattern::{Pattern4, Patterns, ThreatSet};

/// The answer of a search for a victory by continuous threats. [`VcfResult::None`] says that there
/// is no win by fours and open threes alone.
pub type VctResult = VcfResult;

/// The most nodes of a search for continuous fours at each of the attacker's positions.
const FOURS: u64 = 150;

/// How often, in positions worked on, it is asked whether to stop.
const POLL: u64 = 16;

/// The entries of the usual table: 1.5 MiB.
const ENTRIES: usize = 1 << 16;

/// A search for victories by continuous threats: fours, and moves that threaten an open four.
///
/// To each threat the defender has a complete set of replies: those that take the threat away, and
/// all his own fours, which have to be answered first. A win is a win against every defence; "none"
/// is answered only when all threats have been followed to their end. The method is depth-first
/// proof-number search (Nagai) with a table; every position of the attacker is first looked at for
/// a win by fours alone.
pub struct Vct {
    table: Table,
    vcf: Vcf,
    line: Vec<u16>,
    limit: u64,
    stopped: bool,
    worked: u64,
    /// Threats in the widest sense, if they count.
    every: Option<Box<EveryThreat>>,
    /// Nodes since this was made, those of the search for fours included.
    pub nodes: u64,
}

impl Default for Vct {
    fn default() -> Vct {
        Vct::new(ENTRIES)
    }
}

impl Vct {
    /// A search with a table of at least `entries` entries of 24 bytes.
    pub fn new(entries: usize) -> Vct {
        Vct {
            table: Table::new(entries),
            vcf: Vcf::new(),
            line: Vec::new(),
            limit: 0,
            stopped: false,
            worked: 0,
            every: None,
            nodes: 0,
        }
    }

    /// A search in which every move is a threat after which the attacker would win by fours alone if the defender
    /// passed, not only those that threaten an open four. Then "none" says that there is no victory by
    /// continuous threats at all. It is slower by far.
    pub fn of_every_threat(entries: usize) -> Vct {
        Vct {
            every: Some(Box::default()),
            ..Vct::new(entries)
        }
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.table.clear();
        self.vcf.clear();
        if let Some(every) = &mut self.every {
            every.clear();
        }
    }

    /// Searches for a win of the side to move, entering about `budget` positions. `stop` is asked
    /// now and then whether to give up. The position is as before afterwards.
    pub fn search(
        &mut self,
        patterns: &mut Patterns,
        budget: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> VctResult {
        let result = self.solve(patterns, true, budget, stop);
        if result.proof == 0 {
            // Finding the line again may take some positions whose entries were replaced.
            self.limit = self.nodes.saturating_add(budget.max(10_000));
            self.stopped = false;
            return if self.trace(patterns, stop) {
                VctResult::Win(result.plies.max(self.line.len() as u32))
            } else {
                VctResult::Unknown
            };
        }
        if result.disproof == 0 {
            VctResult::None
        } else {
            VctResult::Unknown
        }
    }

    /// As [`search`](Vct::search), for the side that moved last: whether it wins by threats of which
    /// that move was the first. [`line`](Vct::line) is empty afterwards.
    pub fn search_after_move(
        &mut self,
        patterns: &mut Patterns,
        budget: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> VctResult {
        let result = self.solve(patterns, false, budget, stop);
        match (result.proof, result.disproof) {
            (0, _) => VctResult::Win(result.plies),
            (_, 0) => VctResult::None,
            _ => VctResult::Unknown,
        }
    }

    fn solve(
        &mut self,
        patterns: &mut Patterns,
        attacking: bool,
        budget: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> ProofNumbers {
        self.line.clear();
        self.stopped = false;
        self.limit = self.nodes.saturating_add(budget.max(1));
        self.work(patterns, attacking, INFINITY, INFINITY, stop)
    }

    /// The winning line of the last search that answered [`VctResult::Win`]: the attacker's moves
    /// and the replies that hold out longest, the completing move last.
    pub fn line(&self) -> &[u16] {
        &self.line
    }

    /// Works on a position until it is solved or one of its numbers reaches its limit.
    fn work(
        &mut self,
        patterns: &mut Patterns,
        attacking: bool,
        most_proof: u32,
        most_disproof: u32,
        stop: &mut dyn FnMut() -> bool,
    ) -> ProofNumbers {
        let before = self.nodes;
        self.nodes += 1;
        self.worked += 1;
        if self.nodes > self.limit || self.worked.is_multiple_of(POLL) && stop() {
            self.stopped = true;
        }
        let key = key(patterns, attacking);
        let known = self.table.get(key);
        if let Some(known) = known.filter(|known| self.stopped || known.is_solved()) {
            return known;
        }
        if self.stopped {
            return ProofNumbers::open(1, 1);
        }
        let expanded = if attacking {
            self.attack(patterns, known.is_none(), stop)
        } else {
            self.defend(patterns, stop)
        };
        let mut children = match expanded {
            Ok(children) => children,
            Err(numbers) => {
                self.table.put(key, numbers, self.nodes - before);
                return numbers;
            }
        };
        loop {
            let expansion = Expansion::of(&children, attacking);
            let now = expansion.numbers;
            let done = now.is_solved() || now.proof >= most_proof || now.disproof >= most_disproof;
            if done || self.stopped {
                self.table.put(key, now, self.nodes - before);
                return now;
            }
            let child = &mut children[expansion.best];
            if let Some(known) = self.table.get(child.key).filter(|known| known.is_solved()) {
                child.numbers = known;
                continue;
            }
            // The number that is a minimum may grow past the second best by a quarter, so that the
            // search does not hop to and fro; the other one by as much as is left.
            let narrow =
                |most: u32| most.min(expansion.second.saturating_add(expansion.second / 4 + 1));
            let wide = |most: u32| most.saturating_sub(expansion.others).max(1);
            let (proof, disproof) = if attacking {
                (narrow(most_proof), wide(most_disproof))
            } else {
                (wide(most_proof), narrow(most_disproof))
            };
            let slot = child.slot;
            let color = patterns.board().side_to_move();
            patterns.make(patterns.point(slot as usize), color);
            let numbers = self.work(patterns, !attacking, proof, disproof, stop);
            patterns.unmake();
            children[expansion.best].numbers = numbers;
        }
    }

    /// The threats of the attacker, who is to move, or the solution.
    fn attack(
        &mut self,
        patterns: &mut Patterns,
        first_visit: bool,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Child>, ProofNumbers> {
        let us = patterns.board().side_to_move();
        let numbers = self.attack_at_once(patterns);
        if numbers.is_solved() {
            return Err(numbers);
        }
        let every = self.every.is_some();
        if first_visit || every {
            let before = self.vcf.nodes;
            let budget = if every { ALL_FOURS } else { FOURS };
            let result = self.vcf.search_until(patterns, budget, stop);
            self.nodes += self.vcf.nodes - before;
            match result {
                VcfResult::Win(plies) => return Err(ProofNumbers::proven(plies)),
                // Which moves are threats is known only where fours alone do not win.
                VcfResult::Unknown if every => return Err(self.give_up()),
                _ => {}
            }
        }
        let Ok(mut slots) = self.threats(patterns, stop) else {
            return Err(self.give_up());
        };
        slots.retain(|&slot| patterns.may_play(slot.into(), us));
        let mut children = self.children(patterns, &slots, true);
        children.retain(|child| child.numbers.disproof > 0);
        if children.is_empty() {
            return Err(ProofNumbers::DISPROVEN);
        }
        children.sort_by_key(|child| child.numbers.proof);
        Ok(children)
    }

    /// The replies of the defender, who is to move, or the solution.
    fn defend(
        &mut self,
        patterns: &mut Patterns,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Child>, ProofNumbers> {
        let Ok(slots) = self.replies(patterns, stop) else {
            return Err(self.give_up());
        };
        Ok(self.children(patterns, &slots?, false))
    }

    /// Ends the search, which cannot answer "none" any more.
    fn give_up(&mut self) -> ProofNumbers {
        self.stopped = true;
        ProofNumbers::open(1, 1)
    }

    fn threats(
        &mut self,
        patterns: &mut Patterns,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<u16>, GivenUp> {
        let Some(every) = &mut self.every else {
            return Ok(threats(patterns));
        };
        let before = self.vcf.nodes;
        let slots = every.threats(patterns, &mut self.vcf, stop);
        self.nodes += self.vcf.nodes - before;
        slots.map(Vec::from)
    }

    fn replies(
        &mut self,
        patterns: &mut Patterns,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Result<Vec<u16>, ProofNumbers>, GivenUp> {
        let Some(every) = &mut self.every else {
            return Ok(narrow_replies(patterns));
        };
        let before = self.vcf.nodes;
        let slots = every.replies(patterns, &mut self.vcf, stop);
        self.nodes += self.vcf.nodes - before;
        slots.map(|slots| slots.map(Vec::from))
    }

    /// What is known at once of a position with the attacker to move.
    fn attack_at_once(&self, patterns: &Patterns) -> ProofNumbers {
        match attack_at_once(patterns) {
            ProofNumbers::DISPROVEN if self.every.is_some() => ProofNumbers::open(4, 1),
            numbers => numbers,
        }
    }

    /// What is known at once of a position with the defender to move.
    fn defend_at_once(&self, patterns: &Patterns) -> ProofNumbers {
        if self.every.is_some() && !is_plain(patterns) {
            return ProofNumbers::open(12, 1);
        }
        match narrow_replies(patterns) {
            Ok(slots) => ProofNumbers::open(slots.len() as u32, 1),
            Err(ProofNumbers::DISPROVEN) if self.every.is_some() => ProofNumbers::open(1, 1),
            Err(numbers) => numbers,
        }
    }

    /// The positions after these moves, each with what the table or a first look says.
    fn children(&mut self, patterns: &mut Patterns, slots: &[u16], attacking: bool) -> Vec<Child> {
        let color = patterns.board().side_to_move();
        let child = |&slot: &u16| {
            patterns.make(patterns.point(slot as usize), color);
            self.nodes += 1;
            let key = key(patterns, !attacking);
            let at_once = || {
                if attacking {
                    self.defend_at_once(patterns)
                } else {
                    self.attack_at_once(patterns)
                }
            };
            let numbers = self.table.get(key).unwrap_or_else(at_once);
            patterns.unmake();
            Child { slot, key, numbers }
        };
        slots.iter().map(child).collect()
    }

    /// Plays the proven moves down to the five. False if that could not be found again.
    fn trace(&mut self, patterns: &mut Patterns, stop: &mut dyn FnMut() -> bool) -> bool {
        let mut made = 0;
        let mut attacking = true;
        let complete = loop {
            let us = patterns.board().side_to_move();
            if attacking && let Some(five) = patterns.threat_set(us, ThreatSet::Five).first() {
                self.line.push(five as u16);
                break true;
            }
            let next = if attacking {
                match self.trace_attack(patterns, stop) {
                    Some(Found::Move(slot)) => Some(slot),
                    Some(Found::Fours) => break true,
                    None => None,
                }
            } else {
                self.trace_defence(patterns, stop)
            };
            let Some(slot) = next else { break false };
            self.line.push(slot);
            patterns.make(patterns.point(slot as usize), us);
            made += 1;
            attacking = !attacking;
        };
        for _ in 0..made {
            patterns.unmake();
        }
        complete
    }

    fn trace_attack(
        &mut self,
        patterns: &mut Patterns,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Found> {
        let us = patterns.board().side_to_move();
        if let Some(slot) = open_four(patterns, us) {
            return Some(Found::Move(slot));
        }
        if let VcfResult::Win(_) = self.vcf.search_until(patterns, FOURS, stop) {
            self.line.extend_from_slice(self.vcf.line());
            return Some(Found::Fours);
        }
        for retry in [false, true] {
            if retry {
                let key = key(patterns, true);
                self.table.forget(key);
                self.work(patterns, true, INFINITY, INFINITY, stop);
            }
            let mut slots = self.threats(patterns, stop).ok()?;
            slots.retain(|&slot| patterns.may_play(slot.into(), us));
            let children = self.children(patterns, &slots, true);
            let proven = children.iter().filter(|child| child.numbers.proof == 0);
            if let Some(child) = proven.min_by_key(|child| child.numbers.plies) {
                return Some(Found::Move(child.slot));
            }
        }
        None
    }

    fn trace_defence(
        &mut self,
        patterns: &mut Patterns,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<u16> {
        let us = patterns.board().side_to_move();
        let Ok(slots) = self.replies(patterns, stop).ok()? else {
            return any_reply(patterns);
        };
        let mut children = self.children(patterns, &slots, false);
        for child in &mut children {
            if child.numbers.proof > 0 {
                patterns.make(patterns.point(child.slot as usize), us);
                child.numbers = self.work(patterns, true, INFINITY, INFINITY, stop);
                patterns.unmake();
            }
        }
        if children.iter().any(|child| child.numbers.proof > 0) {
            return None;
        }
        let longest = children.iter().max_by_key(|child| child.numbers.plies)?;
        Some(longest.slot)
    }
}

/// What [`Vct::trace_attack`] found.
enum Found {
    /// The next move.
    Move(u16),
    /// A win by fours; the line is complete.
    Fours,
}

/// The key of a position with who attacks in it.
fn key(patterns: &Patterns, attacking: bool) -> u64 {
    let key = patterns.board().key();
    if attacking {
        key
    } else {
        key ^ 0x5851_f42d_4c95_7f2d
    }
}

/// The point where `color`, who is to move, makes an open four or two fours while the opponent has
/// no five.
fn open_four(patterns: &Patterns, color: Color) -> Option<u16> {
    if patterns.count(!color, Pattern4::Five) > 0 || patterns.count(color, Pattern4::OpenFour) == 0
    {
        return None;
    }
    let fours = patterns.threat_set(color, ThreatSet::Four).iter();
    fours
        .map(|slot| slot as u16)
        .find(|&slot| patterns.pattern4(slot as usize, color) == Pattern4::OpenFour)
}

/// What is known at once of a position with the attacker to move.
fn attack_at_once(patterns: &Patterns) -> ProofNumbers {
    let us = patterns.board().side_to_move();
    if patterns.count(us, Pattern4::Five) > 0 {
        ProofNumbers::proven(1)
    } else if patterns.count(!us, Pattern4::Five) > 0 {
        ProofNumbers::open(1, 1)
    } else if patterns.count(us, Pattern4::OpenFour) > 0 {
        ProofNumbers::proven(3)
    } else {
        let count = |pattern4| patterns.count(us, pattern4);
        let fours =
            count(Pattern4::Four) + count(Pattern4::FourPlus) + count(Pattern4::MaybeForbiddenFour);
        let threes =
            count(Pattern4::Three) + count(Pattern4::ThreePlus) + count(Pattern4::MaybeForbidden);
        let strong = count(Pattern4::FourThree) + count(Pattern4::DoubleThree);
        match fours + threes + strong {
            0 => ProofNumbers::DISPROVEN,
            all => ProofNumbers::open(if strong > 0 { 1 } else { 2 }, 1 + all.min(12) / 4),
        }
    }
}

/// The attacker's threats, best first: all fours, and the moves that threaten an open four. If the
/// opponent has a five it has to be stopped, and if he has an open four then a move that is no
/// four has to stop that.
fn threats(patterns: &Patterns) -> Vec<u16> {
    let us = patterns.board().side_to_move();
    if patterns.count(!us, Pattern4::Five) > 0 {
        return replies_to_fours(patterns, !us).as_slice().to_vec();
    }
    let threat_set = |threat_set| {
        patterns
            .threat_set(us, threat_set)
            .iter()
            .map(|slot| slot as u16)
    };
    let mut slots: Vec<u16> = threat_set(ThreatSet::Four).collect();
    if patterns.count(!us, Pattern4::OpenFour) > 0 {
        let stops = open_four_replies(patterns, !us);
        let stopping = |slot: &u16| stops.as_slice().contains(slot);
        slots.extend(threat_set(ThreatSet::Three).filter(stopping));
    } else {
        slots.extend(threat_set(ThreatSet::Three));
    }
    slots.sort_by_key(|&slot| (-patterns.score(slot as usize, us), slot));
    slots
}

//! Threats in the widest sense: every move after which the attacker would win by fours alone if the defender passed.

use std::collections::HashMap;

use super::defence::narrow_replies;
use super::proof::ProofNumbers;
use super::replies::{open_four_replies, replies_to_fours};
use super::vcf::{Vcf, VcfResult};
use crate::game::{Direction, Point, Rules, Variant};
use crate::pattern::{Pattern4, Patterns, ThreatSet};

/// The most nodes of a search for fours, after which nothing is certain.
pub(super) const ALL_FOURS: u64 = 200_000;

/// The most positions whose moves are remembered.
const KEPT: usize = 1 << 16;

/// What a position's moves are, or why they are not known.
pub(super) type Moves<E> = Result<Box<[u16]>, E>;

/// A search for fours was given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GivenUp;

/// Finds threats in the widest sense and the replies to them, and remembers them.
#[derive(Default)]
pub(super) struct EveryThreat {
    rules: Option<Rules>,
    /// The slots of every window of n points in a row, n each.
    windows: Vec<u16>,
    threats: HashMap<u64, Box<[u16]>>,
    replies: HashMap<u64, Result<Box<[u16]>, ProofNumbers>>,
}

impl EveryThreat {
    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.threats.clear();
        self.replies.clear();
    }

    /// The attacker's threats, who is to move and does not win by fours alone: no other move is one.
    pub fn threats(
        &mut self,
        patterns: &mut Patterns,
        vcf: &mut Vcf,
        stop: &mut dyn FnMut() -> bool,
    ) -> Moves<GivenUp> {
        let key = patterns.board().key();
        if let Some(known) = self.threats.get(&key) {
            return Ok(known.clone());
        }
        let us = patterns.board().side_to_move();
        let slots = if patterns.count(!us, Pattern4::Five) > 0 {
            // Whether what stops it threatens anything is seen afterwards.
            replies_to_fours(patterns, !us).as_slice().to_vec()
        } else {
            let fours = patterns.threat_set(us, ThreatSet::Four).iter();
            let mut slots: Vec<u16> = fours.map(|slot| slot as u16).collect();
            let mut others = self.helpful(patterns);
            others.retain(|slot| !slots.contains(slot));
            // In caro two fours may have one reply.
            let is_caro = patterns.board().rules().variant() == Variant::Caro;
            if patterns.count(!us, Pattern4::OpenFour) > 0 && !is_caro {
                let stops = open_four_replies(patterns, !us);
                others.retain(|slot| stops.as_slice().contains(slot));
            }
            for slot in others {
                if !patterns.may_play(slot.into(), us) {
                    continue;
                }
                patterns.make(patterns.point(slot.into()), us);
                let fours = fours_after_pass(patterns, vcf, stop);
                patterns.unmake();
                match fours {
                    VcfResult::Win(_) => slots.push(slot),
                    VcfResult::None => {}
                    VcfResult::Unknown => return Err(GivenUp),
                }
            }
            slots.sort_by_key(|&slot| (-patterns.score(slot.into(), us), slot));
            slots
        };
        let slots: Box<[u16]> = slots.into();
        if self.threats.len() >= KEPT {
            self.threats.clear();
        }
        self.threats.insert(key, slots.clone());
        Ok(slots)
    }

    /// The replies of the defender, who is to move, that may stop what is threatened, or the solution. The outer error
    /// is of a search for fours.
    pub fn replies(
        &mut self,
        patterns: &mut Patterns,
        vcf: &mut Vcf,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Moves<ProofNumbers>, GivenUp> {
        let us = patterns.board().side_to_move();
        if is_plain(patterns) {
            let passes = |numbers| {
                // Black without a legal point has to pass.
                let is_lost = patterns.count(us, Pattern4::Five) == 0;
                if is_lost {
                    ProofNumbers::proven(4)
                } else {
                    numbers
                }
            };
            return Ok(narrow_replies(patterns).map(Vec::into).map_err(passes));
        }
        let key = patterns.board().key();
        if let Some(known) = self.replies.get(&key) {
            return Ok(known.clone());
        }
        let found = match fours_after_pass(patterns, vcf, stop) {
            VcfResult::Unknown => return Err(GivenUp),
            VcfResult::None => Err(ProofNumbers::DISPROVEN),
            VcfResult::Win(plies) => {
                let mut slots = zone(patterns, vcf.line());
                slots.retain(|&slot| patterns.may_play(slot.into(), us));
                if slots.is_empty() {
                    Err(ProofNumbers::proven(plies + 1))
                } else {
                    Ok(slots.into())
                }
            }
        };
        if self.replies.len() >= KEPT {
            self.replies.clear();
        }
        self.replies.insert(key, found.clone());
        Ok(found)
    }

    /// The empty points where a stone may give the side to move a win by fours that it does not have: a superset.
    ///
    /// In freestyle and exact such a stone is one of a four's, or in the way of what the defender's replies make for
    /// him. Every four and reply to it, in whatever order, lies where a window without a stone of the defender's lacks
    /// two, the points found so counted as the attacker's. Elsewhere what is forbidden, or closed, may depend on any
    /// point.
    fn helpful(&mut self, patterns: &Patterns) -> Vec<u16> {
        let rules = *patterns.board().rules();
        if matches!(rules.variant(), Variant::Renju | Variant::Caro) {
            let slots = 0..rules.area();
            let empty = slots.filter(|&slot| patterns.is_empty(slot));
            return empty.map(|slot| slot as u16).collect();
        }
        self.set_rules(&rules);
        let n = usize::from(rules.win_length());
        let us = patterns.board().side_to_move();
        let cell = |slot| {
            let cell = patterns.board().cell(patterns.point(slot));
            cell.color().map(|color| color == us)
        };
        let cells: Vec<Option<bool>> = (0..rules.area()).map(cell).collect();
        let mut joined = vec![false; rules.area()];
        let counts = |window: &[u16], joined: &[bool], own: bool| {
            let of = |&slot: &u16| match cells[usize::from(slot)] {
                Some(side) if side != own => None,
                side => Some(usize::from(side.is_some() || joined[usize::from(slot)])),
            };
            window.iter().map(of).sum::<Option<usize>>()
        };
        let windows = || self.windows.chunks_exact(n);
        loop {
            let mut grows = false;
            for window in windows() {
                if counts(window, &joined, true).is_some_and(|count| count + 2 >= n) {
                    for &slot in window {
                        let slot = usize::from(slot);
                        grows |= cells[slot].is_none() && !joined[slot];
                        joined[slot] |= cells[slot].is_none();
                    }
                }
            }
            if !grows {
                break;
            }
        }
        let mut helpful = joined.clone();
        for window in windows() {
            let own = counts(window, &joined, true).is_some_and(|count| count + 3 >= n);
            let other = counts(window, &joined, false).is_some_and(|count| count + 1 >= n);
            if own || other {
                for &slot in window {
                    helpful[usize::from(slot)] |= cells[usize::from(slot)].is_none();
                }
            }
        }
        let slots = (0..rules.area()).filter(|&slot| helpful[slot]);
        slots.map(|slot| slot as u16).collect()
    }

    fn set_rules(&mut self, rules: &Rules) {
        if self.rules == Some(*rules) {
            return;
        }
        self.rules = Some(*rules);
        self.windows.clear();
        let width = u16::from(rules.width());
        let slot = |point: Point| u16::from(point.y()) * width + u16::from(point.x());
        for start in rules.points() {
            for direction in Direction::ALL {
                let (dx, dy) = direction.delta();
                let at = |i| {
                    let point = start.offset(dx * i, dy * i);
                    point.filter(|&point| rules.contains(point)).map(slot)
                };
                let window: Option<Vec<u16>> = (0..rules.win_length() as i8).map(at).collect();
                self.windows.extend(window.into_iter().flatten());
            }
        }
    }
}

/// Whether the replies of the defender, who is to move, follow from what is on the board: somebody has a five, or the
/// attacker threatens an open four.
pub(super) fn is_plain(patterns: &Patterns) -> bool {
    let us = patterns.board().side_to_move();
    patterns.count(us, Pattern4::Five) > 0
        || patterns.count(!us, Pattern4::Five) > 0
        || patterns.count(!us, Pattern4::OpenFour) > 0
}

/// Whether the side that is not to move wins by fours if the other one passes.
fn fours_after_pass(
    patterns: &mut Patterns,
    vcf: &mut Vcf,
    stop: &mut dyn FnMut() -> bool,
) -> VcfResult {
    patterns.make_pass();
    let result = vcf.search_until(patterns, ALL_FOURS, stop);
    patterns.unmake_pass();
    result
}

/// Where a stone of the side to move may spoil this line of the opponent's fours, who would be to move: on the line, where
/// it completes a row, and where the stone makes a four.
fn zone(patterns: &mut Patterns, line: &[u16]) -> Vec<u16> {
    let defender = patterns.board().side_to_move();
    let mut zone: Vec<u16> = line.to_vec();
    patterns.make_pass();
    for (ply, &slot) in line.iter().enumerate() {
        let color = patterns.board().side_to_move();
        patterns.make(patterns.point(slot.into()), color);
        if ply % 2 == 0 {
            let fives = patterns.threat_set(!defender, ThreatSet::Five).iter();
            let fours = patterns.threat_set(defender, ThreatSet::Four).iter();
            zone.extend(fives.chain(fours).map(|slot| slot as u16));
            let stops = replies_to_fours(patterns, !defender);
            zone.extend(stops.as_slice());
        }
    }
    for _ in line {
        patterns.unmake();
    }
    patterns.unmake_pass();
    zone.sort_unstable();
    zone.dedup();
    zone.retain(|&slot| patterns.is_empty(slot.into()));
    let worth = |slot: &u16| {
        let score = |color| patterns.score(usize::from(*slot), color);
        std::cmp::Reverse(score(defender).max(score(!defender)))
    };
    zone.sort_by_key(worth);
    zone
}

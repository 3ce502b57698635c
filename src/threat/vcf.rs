use smallvec::SmallVec;

use crate::game::Color;
use crate::pattern::{Pattern4, Patterns, ThreatSet};
use crate::processor::prefetch;

use super::replies::replies_to_fours;

/// The answer of a search for a victory by continuous fours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VcfResult {
    /// The side to move wins, completing its line with the ply of this number, counted from 1.
    Win(u32),
    /// There is no win by fours alone.
    None,
    /// The search was stopped by its budget.
    Unknown,
}

/// Entries of the table of positions known to hold no win: 512 KiB.
const FAILURES: usize = 1 << 16;

/// How often, in positions, it is asked whether to stop.
const POLL: u64 = 256;

/// A search for victories by continuous fours, with the memory of where there are none.
///
/// The attacker plays fours only, the defender has one reply to each (in caro sometimes more). The
/// search is exact: a win is a win against every defence, and in full width "none" is final, as
/// every four fills two points and no position comes back.
pub struct Vcf {
    failures: Box<[u64]>,
    line: Vec<u16>,
    budget: u64,
    /// Whether this is a quick look: see [`search_quickly`](Vcf::search_quickly).
    quick: bool,
    /// Nodes since this was made.
    pub nodes: u64,
}

impl Default for Vcf {
    fn default() -> Vcf {
        Vcf::new()
    }
}

impl Vcf {
    /// A search with an empty memory.
    pub fn new() -> Vcf {
        let failures = vec![0; FAILURES].into_boxed_slice();
        Vcf {
            failures,
            line: Vec::new(),
            budget: 0,
            quick: false,
            nodes: 0,
        }
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.failures.fill(0);
    }

    /// Searches for a win of the side to move, entering at most `budget` positions. The position is
    /// as before afterwards.
    pub fn search(&mut self, patterns: &mut Patterns, budget: u64) -> VcfResult {
        self.search_until(patterns, budget, &mut || false)
    }

    /// As [`search`](Vcf::search); `stop` is asked every few hundred positions whether to give up.
    pub fn search_until(
        &mut self,
        patterns: &mut Patterns,
        budget: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> VcfResult {
        self.line.clear();
        self.budget = budget;
        self.quick = false;
        self.attack(patterns, 0, None, stop)
    }

    /// As [`search`](Vcf::search), without fours that make nothing else and, after the first, those
    /// far from the attacker's move before: finds most wins with far fewer positions, and "none"
    /// says little. (Rapfi's quick search for fours leaves out some of the same.)
    pub fn search_quickly(&mut self, patterns: &mut Patterns, budget: u64) -> VcfResult {
        self.line.clear();
        self.budget = budget;
        self.quick = true;
        self.attack(patterns, 0, None, &mut || false)
    }

    /// The winning line of the last search that answered [`VcfResult::Win`]: the attacker's moves
    /// and the replies, the completing move last. Against the defence chosen here, where there is a
    /// choice.
    pub fn line(&self) -> &[u16] {
        &self.line
    }

    fn attack(
        &mut self,
        patterns: &mut Patterns,
        depth: usize,
        last: Option<u16>,
        stop: &mut dyn FnMut() -> bool,
    ) -> VcfResult {
        if self.budget.is_multiple_of(POLL) && stop() {
            self.budget = 0;
        }
        if self.budget == 0 {
            return VcfResult::Unknown;
        }
        self.budget -= 1;
        self.nodes += 1;
        let us = patterns.board().side_to_move();
        if let Some(slot) = patterns.threat_set(us, ThreatSet::Five).first() {
            self.truncate(depth);
            self.line.push(slot as u16);
            return VcfResult::Win(1);
        }
        let forced = replies_to_fours(patterns, !us);
        let threatened = patterns.count(!us, Pattern4::Five) > 0;
        if threatened && forced.as_slice().is_empty() {
            return VcfResult::None;
        }
        let key = self.key(patterns.board().key(), last);
        let (memory, mark) = (key as usize % FAILURES, key | 1);
        if self.failures[memory] == mark {
            return VcfResult::None;
        }
        let fours = patterns.threat_set(us, ThreatSet::Four).iter();
        let fours = fours.filter(|&slot| !threatened || forced.as_slice().contains(&(slot as u16)));
        let all = !self.quick || threatened;
        let fours = fours.filter(|&slot| {
            let bare = patterns.pattern4(slot, us) == Pattern4::Four;
            all || !bare && last.is_none_or(|last| are_near(patterns, slot, last as usize))
        });
        let mut moves: SmallVec<[(i32, u16); 16]> = fours
            .map(|slot| (order(patterns, slot, us), slot as u16))
            .collect();
        moves.sort_unstable_by(|a, b| b.cmp(a));
        let mut unknown = false;
        for &(_, slot) in &moves {
            match self.try_four(patterns, slot, us, depth, stop) {
                VcfResult::Win(plies) => return VcfResult::Win(plies),
                VcfResult::Unknown => unknown = true,
                VcfResult::None => {}
            }
            if self.budget == 0 {
                return VcfResult::Unknown;
            }
        }
        if unknown {
            return VcfResult::Unknown;
        }
        self.failures[memory] = mark;
        VcfResult::None
    }

    /// The key by which a position with this one is remembered; `last` is the last four.
    #[inline]
    fn key(&self, key: u64, last: Option<u16>) -> u64 {
        if !self.quick {
            return key;
        }
        // What holds for a quick look after one move holds for no other.
        let last = last.map_or(0, |last| u64::from(last) + 1);
        key ^ (last + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Plays a four and every reply to it.
    fn try_four(
        &mut self,
        patterns: &mut Patterns,
        slot: u16,
        us: Color,
        depth: usize,
        stop: &mut dyn FnMut() -> bool,
    ) -> VcfResult {
        let point = patterns.point(slot as usize);
        if !patterns.may_play(slot.into(), us) {
            return VcfResult::None;
        }
        patterns.make(point, us);
        self.truncate(depth);
        self.line.push(slot);
        // In caro a point that closes one five of the opponent may leave another.
        let result = if patterns.count(!us, Pattern4::Five) > 0 {
            VcfResult::None
        } else {
            self.defend(patterns, us, depth + 1, slot, stop)
        };
        patterns.unmake();
        result
    }

    fn defend(
        &mut self,
        patterns: &mut Patterns,
        us: Color,
        depth: usize,
        slot: u16,
        stop: &mut dyn FnMut() -> bool,
    ) -> VcfResult {
        let replies = replies_to_fours(patterns, us);
        let mut longest = None;
        for &reply in replies.as_slice() {
            if !patterns.may_play(reply.into(), !us) {
                continue;
            }
            let point = patterns.point(reply as usize);
            let key = self.key(patterns.board().key_after(!us, point), Some(slot));
            prefetch(&raw const self.failures[key as usize % FAILURES]);
            patterns.make(point, !us);
            self.truncate(depth);
            self.line.push(reply);
            let result = self.attack(patterns, depth + 1, Some(slot), stop);
            patterns.unmake();
            match result {
                VcfResult::Win(plies) => {
                    longest = longest.max(Some(plies + 2));
                }
                failure => return failure,
            }
        }
        match longest {
            Some(plies) => VcfResult::Win(plies),
            None => self.no_reply(patterns, us, depth),
        }
    }

    /// Two completions, or one that the defender may not take: any reply, then the five.
    fn no_reply(&mut self, patterns: &Patterns, us: Color, depth: usize) -> VcfResult {
        self.truncate(depth);
        let Some(five) = patterns.threat_set(us, ThreatSet::Five).first() else {
            return VcfResult::None;
        };
        let reply = patterns
            .threat_set(us, ThreatSet::Five)
            .iter()
            .nth(1)
            .filter(|&slot| {
                us == Color::Black || patterns.board().forbidden(patterns.point(slot)).is_none()
            });
        let legal = || {
            let board = patterns.board();
            board
                .legal_points(!us)
                .map(|p| patterns.slot(p))
                .find(|&slot| slot != five)
        };
        if let Some(reply) = reply.or_else(legal) {
            self.line.push(reply as u16);
            self.line.push(five as u16);
        }
        VcfResult::Win(3)
    }

    fn truncate(&mut self, depth: usize) {
        self.line.truncate(depth);
    }
}

/// Whether two points lie within two of each other, or within four on a line.
fn are_near(patterns: &Patterns, a: usize, b: usize) -> bool {
    let (a, b) = (patterns.point(a), patterns.point(b));
    let (dx, dy) = (a.x().abs_diff(b.x()), a.y().abs_diff(b.y()));
    let far = dx.max(dy);
    far <= 2 || far <= 4 && (dx == dy || dx.min(dy) == 0)
}

/// Fours that build more come first.
fn order(patterns: &Patterns, slot: usize, us: Color) -> i32 {
    let rank = match patterns.pattern4(slot, us) {
        Pattern4::OpenFour => 4,
        Pattern4::FourThree | Pattern4::MaybeForbiddenFour => 3,
        Pattern4::FourPlus => 2,
        _ => 1,
    };
    rank * 20_000 + patterns.score(slot, us)
}

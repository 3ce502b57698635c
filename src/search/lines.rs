//! Several best moves of one position, each searched for itself.
//!
//! In every iteration the best of all moves is searched first, then the best of the others, and so on:
//! each line has an exact score. The moves are kept in three parts: proven wins, the shortest
//! first; those still searched; proven losses, the longest first.

use std::cmp::Reverse;
use std::ops::Range;

use super::picker::{ThreatState, is_legal};
use super::report::Report;
use super::root::{Exact, Known, RootMove};
use super::score::{MATE, WIN, mate_distance};
use super::worker::Worker;
use super::{AFTER_WIN, MAX_DEPTH, Scope};
use crate::pattern::ThreatSet;

impl Worker<'_> {
    /// The moves that `scope` asks for: also those that a search for the best one need not look at.
    pub fn scoped_moves(&mut self, scope: &Scope) -> Known {
        let us = self.us();
        let fives: Vec<u16> = self.slots_of(ThreatSet::Five);
        let mut slots = match &scope.allow {
            Some(_) => Vec::new(),
            None if fives.is_empty() => self.root_slots(&ThreatState::of(&self.patterns)),
            None => fives.clone(),
        };
        self.rank(&mut slots);
        let wanted = scope.lines + scope.avoid.len();
        if scope.allow.is_some() || slots.len() < wanted {
            let mut near: Vec<u16> = self.patterns.candidates().map(|slot| slot as u16).collect();
            self.rank(&mut near);
            slots.extend(near);
        }
        if scope.allow.is_some() || slots.len() < wanted {
            let area = self.patterns.board().rules().area();
            let mut all: Vec<u16> = (0..area as u16).collect();
            self.rank(&mut all);
            slots.extend(all);
        }
        let mut seen = vec![false; self.patterns.board().rules().area()];
        slots.retain(|&slot| {
            let point = self.patterns.point(slot as usize);
            let allowed = scope
                .allow
                .as_ref()
                .is_none_or(|only| only.contains(&point));
            !std::mem::replace(&mut seen[slot as usize], true)
                && allowed
                && !scope.avoid.contains(&point)
                && self.patterns.is_empty(slot as usize)
                && is_legal(&self.patterns, us, slot)
        });
        let mut moves: Vec<RootMove> = slots.into_iter().map(RootMove::new).collect();
        if moves.is_empty() {
            return Known::Nothing;
        }
        for tried in &mut moves {
            if fives.contains(&tried.slot) {
                *tried = RootMove::proven(tried.slot, MATE - 1, vec![tried.slot]);
            }
        }
        if fives.is_empty()
            && let Some(win) = self.root_fours()
            && let Some(tried) = moves.iter_mut().find(|tried| tried.slot == win.slot)
        {
            *tried = win;
        }
        Known::Moves(moves)
    }

    fn slots_of(&self, threat_set: ThreatSet) -> Vec<u16> {
        let slots = self.patterns.threat_set(self.us(), threat_set).iter();
        slots.map(|slot| slot as u16).collect()
    }

    /// The most promising first; among equals those nearest to the middle.
    fn rank(&self, slots: &mut [u16]) {
        let us = self.us();
        let rules = self.patterns.board().rules();
        let off = |at: u8, side: u8| (2 * i32::from(at) + 1 - i32::from(side)).pow(2);
        slots.sort_by_cached_key(|&slot| {
            let point = self.patterns.point(slot as usize);
            let score = if self.patterns.is_empty(slot as usize) {
                self.patterns.score(slot as usize, us)
            } else {
                0
            };
            let distance = off(point.x(), rules.width()) + off(point.y(), rules.height());
            (Reverse(score), distance, slot)
        });
    }

    /// Iterations over as many lines as `scope` asks for.
    pub fn deepen(&mut self, mut moves: Vec<RootMove>, scope: &Scope) -> Report {
        let limits = self.shared.limits;
        let lines = scope.lines.clamp(1, moves.len());
        let mut finished = 0;
        let mut proven_since = 0;
        let mut open = arrange(&mut moves, lines);
        self.tell(0, &moves);
        for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
            if open.is_empty() || open.start >= lines {
                break;
            }
            let before = moves[0].slot;
            let mut line = open.start;
            while line < lines.min(open.end) && !self.stopped {
                self.iterate(&mut moves[line..open.end], depth as i32);
                if line == 0 && self.add_far_moves(&mut moves, &mut open, scope) {
                    continue;
                }
                if self.stopped {
                    self.break_off(&mut moves[line..open.end], depth);
                    break;
                }
                // A line may turn out better than the ones before it.
                moves[open.start..=line].sort_by_key(|tried| Reverse(tried.exact.score));
                self.tell(depth, &moves);
                line += 1;
            }
            if self.stopped {
                break;
            }
            finished = depth;
            let proven = moves[..lines].iter().all(is_proven);
            proven_since = if proven { proven_since + 1 } else { 0 };
            for tried in &mut moves[open.start..lines.min(open.end)] {
                let distance = mate_distance(tried.exact.score).map(i32::unsigned_abs);
                tried.settled =
                    distance.is_some_and(|distance| distance <= depth || proven_since > AFTER_WIN);
            }
            open = arrange(&mut moves, lines);
            if let Some(time) = limits.time.filter(|_| !scope.endless) {
                let stable = before == moves[0].slot;
                if time.is_spent(self.shared.start.elapsed(), stable) {
                    break;
                }
            }
        }
        self.conclude(finished, &moves)
    }

    /// If the best move has just been found to lose, puts those far from all stones behind the open
    /// ones; whether there are any.
    fn add_far_moves(
        &self,
        moves: &mut Vec<RootMove>,
        open: &mut Range<usize>,
        scope: &Scope,
    ) -> bool {
        if self.stopped || moves[0].exact.score > -WIN || scope.allow.is_some() {
            return false;
        }
        let mut far = self.far_moves(moves);
        far.retain(|tried| {
            let point = self.patterns.point(tried.slot as usize);
            !scope.avoid.contains(&point)
        });
        if far.is_empty() {
            return false;
        }
        moves[0].exact = Exact::default();
        let count = far.len();
        moves.splice(open.end..open.end, far);
        open.end += count;
        true
    }

    /// What is answered in the end; the observer hears it, too.
    pub fn conclude(&mut self, depth: u32, moves: &[RootMove]) -> Report {
        self.tell(depth, moves);
        let mut report = self.report(depth, moves, self.lines());
        if let Some(best) = report.lines.first() {
            report.score = best.score;
            report.pv = best.pv.clone();
        }
        report
    }
}

fn is_proven(tried: &RootMove) -> bool {
    mate_distance(tried.exact.score).is_some() && tried.exact.depth > 0
}

/// Puts proven wins to the front and proven losses to the end; what is between them is to be
/// searched. What stands behind a line that is lost is lost as well.
fn arrange(moves: &mut [RootMove], lines: usize) -> Range<usize> {
    let lost = |tried: &RootMove| tried.settled && tried.exact.score < 0;
    let end = moves.iter().take(lines).position(lost);
    if let Some(end) = end {
        for tried in moves[end..].iter_mut().filter(|tried| !tried.settled) {
            tried.settled = true;
            tried.exact = Exact::default();
        }
    }
    moves.sort_by_key(|tried| match (tried.settled, tried.exact.score) {
        _ if tried.settled && tried.exact.depth == 0 => (3, 0),
        (true, score) if score > 0 => (0, -score),
        (true, score) => (2, -score),
        (false, _) => (1, 0),
    });
    let start = moves
        .iter()
        .take_while(|tried| tried.settled && tried.exact.score > 0)
        .count();
    let open = moves[start..]
        .iter()
        .take_while(|tried| !tried.settled)
        .count();
    start..start + open
}

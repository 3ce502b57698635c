//! Which moves the root has.

use std::cmp::Reverse;

use super::picker::ThreatState;
use super::root::{Exact, RootMove, RootMoves};
use super::scope::Scope;
use super::score::MATE;
use super::worker::Worker;
use crate::pattern::{Pattern4, ThreatSet};
use crate::threat::VcfResult;

impl Worker<'_> {
    /// The moves that `scope` asks for, the most promising first; those that win by force are found
    /// here. None if no point may be played.
    ///
    /// They are the points near the stones, or what answers a threat; all legal points only where
    /// these are fewer than are asked for, or a list is given.
    pub fn root_moves(&mut self, scope: &Scope) -> RootMoves {
        let fives = self.slots_of(ThreatSet::Five);
        let threat_state = ThreatState::of(&self.patterns);
        let mut slots = match &scope.allow {
            Some(_) => Vec::new(),
            None if fives.is_empty() => self.answers(&threat_state),
            None => fives.clone(),
        };
        // Where every answer is forbidden, the others lose as well, and one of them is to be played.
        slots.retain(|&slot| self.may_play(slot));
        self.rank(&mut slots);
        let wanted = scope.lines.max(1) + scope.avoid.len();
        if scope.allow.is_some() || slots.len() < wanted {
            let mut near: Vec<u16> = self.patterns.candidates().map(|slot| slot as u16).collect();
            // One that answers a threat as well counts once.
            near.retain(|slot| self.may_play(*slot) && !slots.contains(slot));
            self.rank(&mut near);
            slots.extend(near);
        }
        let area = self.patterns.board().rules().area();
        if scope.allow.is_some() || slots.len() < wanted {
            let mut rest: Vec<u16> = (0..area as u16).collect();
            self.rank(&mut rest);
            slots.extend(rest);
        }
        let mut seen = vec![false; area];
        slots.retain(|&slot| {
            let point = self.patterns.point(slot as usize);
            let listed = scope.allow.as_ref();
            !std::mem::replace(&mut seen[slot as usize], true)
                && listed.is_none_or(|list| list.contains(&point))
                && !scope.avoid.contains(&point)
                && self.may_play(slot)
        });
        let avoid = scope.avoid.iter();
        let avoid = avoid.map(|&point| self.patterns.slot(point) as u16);
        let mut moves = RootMoves {
            all: slots.into_iter().map(RootMove::new).collect(),
            avoid: avoid.collect(),
            is_listed: scope.allow.is_some(),
            is_complete: scope.allow.is_some() || !threat_state.is_quiet(),
            ..RootMoves::default()
        };
        self.find_wins(&mut moves.all, &fives, &threat_state);
        moves.arrange(scope.lines.max(1));
        moves
    }

    /// Gives the only move its static score, in place of a search.
    pub fn take_only_move(&mut self) {
        let score = self.static_eval();
        for tried in &mut self.root.all {
            tried.score = score;
            tried.exact = Exact {
                score,
                depth: 1,
                seldepth: 1,
                pv: tried.pv.clone(),
            };
        }
    }

    /// Settles the moves that win without a search: fives, open fours, continuous fours.
    fn find_wins(&mut self, moves: &mut [RootMove], fives: &[u16], threat_state: &ThreatState) {
        for tried in moves.iter_mut().filter(|tried| fives.contains(&tried.slot)) {
            tried.prove(MATE - 1, vec![tried.slot]);
        }
        if moves.is_empty() || !fives.is_empty() {
            return;
        }
        let vcf = self.root_vcf();
        let us = self.us();
        let is_open = |slot: u16| self.patterns.pattern4(slot as usize, us) == Pattern4::OpenFour;
        let in_time = !matches!(threat_state, ThreatState::Five(_));
        let mut open = moves.iter().filter(|tried| in_time && is_open(tried.slot));
        let (plies, pv) = match (vcf, open.next()) {
            (Some((plies, pv)), open) if plies <= 3 || open.is_none() => (plies, pv),
            (_, Some(open)) => (3, vec![open.slot]),
            _ => return,
        };
        if let Some(tried) = moves.iter_mut().find(|tried| tried.slot == pv[0]) {
            tried.prove(MATE - plies, pv);
        }
    }

    /// The plies of a win by continuous fours, and how it goes.
    fn root_vcf(&mut self) -> Option<(i32, Vec<u16>)> {
        let shared = self.shared;
        let budget = (self.params.vcf_root as u64).min(shared.limits.nodes.unwrap_or(u64::MAX));
        let mut stop = || {
            let time = shared.limits.time;
            let over = time.is_some_and(|time| shared.start.elapsed() >= time.hard);
            over || shared.stop.is_stopped()
        };
        match self.vcf.search_until(&mut self.patterns, budget, &mut stop) {
            VcfResult::Win(plies) => Some((plies as i32, self.vcf.line().to_vec())),
            _ => None,
        }
    }

    /// The points that answer the threats; those near the stones where there is none; on an empty
    /// board the middle.
    fn answers(&self, threat_state: &ThreatState) -> Vec<u16> {
        match threat_state {
            ThreatState::Quiet if self.patterns.board().stones() == 0 => {
                let rules = self.patterns.board().rules();
                let row = u16::from(rules.height() / 2);
                vec![row * u16::from(rules.width()) + u16::from(rules.width() / 2)]
            }
            ThreatState::Quiet => self.patterns.candidates().map(|slot| slot as u16).collect(),
            ThreatState::Five(replies) => replies.as_slice().to_vec(),
            ThreatState::OpenFour(replies) => {
                let mut slots = replies.as_slice().to_vec();
                let fours = self.slots_of(ThreatSet::Four).into_iter();
                slots.extend(fours.filter(|slot| !replies.as_slice().contains(slot)));
                slots
            }
        }
    }

    fn may_play(&self, slot: u16) -> bool {
        self.patterns.is_empty(slot as usize) && self.patterns.may_play(slot.into(), self.us())
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
}

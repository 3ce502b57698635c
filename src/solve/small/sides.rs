//! The lines of both sides, by the rules.

use super::geometry::{Geometry, LineRule};

/// What the next stone of a side completes, and what stops all of it.
#[derive(Clone, Copy)]
pub(super) struct Threat {
    /// The points that complete a line.
    pub wins: u64,
    /// The points on which a stone of the other side leaves none of them. Of no meaning without a threat.
    pub stops: u64,
}

/// The attacker is side 0, the defender side 1.
#[derive(Clone, Copy)]
pub(super) struct Sides<'a> {
    pub geometry: &'a Geometry,
    pub rules: [LineRule; 2],
}

impl Sides<'_> {
    /// What the live lines of a side lack.
    pub fn lines(&self, own: u64, other: u64, side: usize) -> Vec<u64> {
        let rule = self.rules[side];
        let live = self
            .geometry
            .lines
            .iter()
            .filter(|line| rule.is_live(line, own, other));
        live.map(|line| line.mask & !own).collect()
    }

    /// What a side threatens to complete.
    pub fn threat(&self, own: u64, other: u64, side: usize) -> Threat {
        let rule = self.rules[side];
        let mut threat = Threat { wins: 0, stops: !0 };
        for line in &self.geometry.lines {
            let lacks = line.mask & !own;
            if lacks & lacks.wrapping_sub(1) == 0 && rule.is_live(line, own, other) {
                threat.wins |= lacks;
                let mut stops = lacks;
                if rule.closes && line.closable && line.ends & other != 0 {
                    // One end is closed: the other one will do as well.
                    stops |= line.ends & !other;
                }
                threat.stops &= stops;
            }
        }
        threat
    }
}

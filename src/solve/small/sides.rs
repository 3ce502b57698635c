//! The lines of both sides, by the rules.

use smallvec::SmallVec;

use super::geometry::{Geometry, Lacks, Line, LineRule};

/// What lines lack that lack two points.
pub(super) type Pairs = SmallVec<[u64; 24]>;

/// What the next stone of a side completes, and what stops all of it.
#[derive(Clone, Copy)]
pub(super) struct Threat {
    /// The points that complete a line.
    pub wins: u64,
    /// The points on which a stone of the other side leaves none of them. Of no meaning without a threat.
    pub stops: u64,
    /// What the threat rests on.
    pub zone: u64,
}

impl Threat {
    const NONE: Threat = Threat {
        wins: 0,
        stops: !0,
        zone: 0,
    };

    /// Notes a live line.
    #[inline(always)]
    fn note(&mut self, rule: LineRule, line: &Line, lacks: u64, other: u64) {
        if lacks & lacks.wrapping_sub(1) != 0 {
            return;
        }
        let mut stops = lacks;
        if rule.closes && line.closable && line.ends & other != 0 {
            // One end is closed: the other one will do as well.
            stops |= line.ends & !other;
        }
        self.wins |= lacks;
        self.stops &= stops;
        self.zone |= lacks | if rule.closes { line.ends } else { 0 };
    }
}

/// The attacker is side 0, the defender side 1.
#[derive(Clone, Copy)]
pub(super) struct Sides<'a> {
    pub geometry: &'a Geometry,
    pub rules: [LineRule; 2],
}

impl Sides<'_> {
    /// What the live lines of a side lack, and what it threatens to complete.
    pub fn lines(&self, own: u64, other: u64, side: usize) -> (Lacks, Threat) {
        let rule = self.rules[side];
        let mut lines = Lacks::new();
        let mut threat = Threat::NONE;
        for line in &self.geometry.lines {
            if rule.is_live(line, own, other) {
                let lacks = line.mask & !own;
                lines.push(lacks);
                threat.note(rule, line, lacks, other);
            }
        }
        (lines, threat)
    }

    /// What the attacker and the defender threaten to complete, and in `pairs` what the attacker's live lines lack that
    /// lack two points.
    pub fn fours(&self, own: u64, other: u64, pairs: &mut Pairs) -> (Threat, Threat) {
        let [rule, answering] = self.rules;
        let (mut threat, mut answer) = (Threat::NONE, Threat::NONE);
        for line in &self.geometry.lines {
            let lacks = line.mask & !own;
            let further = lacks & lacks.wrapping_sub(1);
            if further & further.wrapping_sub(1) == 0 {
                if rule.is_live(line, own, other) {
                    match further {
                        0 => threat.note(rule, line, lacks, other),
                        _ => pairs.push(lacks),
                    }
                }
                continue;
            }
            let lacks = line.mask & !other;
            if lacks & lacks.wrapping_sub(1) == 0 && answering.is_live(line, other, own) {
                answer.note(answering, line, lacks, own);
            }
        }
        (threat, answer)
    }

    /// What a side threatens to complete.
    pub fn threat(&self, own: u64, other: u64, side: usize) -> Threat {
        let rule = self.rules[side];
        let mut threat = Threat::NONE;
        for line in &self.geometry.lines {
            let lacks = line.mask & !own;
            if lacks & lacks.wrapping_sub(1) == 0 && rule.is_live(line, own, other) {
                threat.note(rule, line, lacks, other);
            }
        }
        threat
    }
}

//! Wins by continuous fours in the game by its rules, and what they rest on. Not for renju.

use super::geometry::bits;
use super::sides::Sides;

/// A win by fours.
pub(super) struct Win {
    /// Every point that the win rests on: the stones to be placed, the replies, and what has to stay free.
    pub zone: u64,
    /// The replies of the defender.
    pub replies: u64,
}

pub(super) struct Fours<'a> {
    pub sides: Sides<'a>,
    /// The positions that may still be looked at.
    pub left: u32,
}

impl Fours<'_> {
    /// A win of the attacker, who is to move.
    pub fn win(&mut self, own: u64, other: u64) -> Option<Win> {
        let threat = self.sides.threat(own, other, 0);
        if threat.wins != 0 {
            return Some(Win {
                zone: self.with_ends(own, other),
                replies: 0,
            });
        }
        let answer = self.sides.threat(other, own, 1);
        let mut points = 0;
        for lacks in self.sides.lines(own, other, 0) {
            if lacks.count_ones() == 2 {
                points |= lacks;
            }
        }
        if answer.wins != 0 {
            points &= answer.stops;
        }
        bits(points).find_map(|p| self.four(own | 1 << p, other, 1 << p))
    }

    /// What the lines rest on that the attacker is about to complete.
    fn with_ends(&self, own: u64, other: u64) -> u64 {
        let rule = self.sides.rules[0];
        let mut zone = 0;
        for line in &self.sides.geometry.lines {
            let lacks = line.mask & !own;
            if lacks & lacks.wrapping_sub(1) == 0 && rule.is_live(line, own, other) {
                zone |= lacks | if rule.closes { line.ends } else { 0 };
            }
        }
        zone
    }

    /// A win after the attacker's stone `placed`.
    fn four(&mut self, own: u64, other: u64, placed: u64) -> Option<Win> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let threat = self.sides.threat(own, other, 0);
        if threat.wins == 0 {
            // The stone spoiled its own line.
            return None;
        }
        let replies = threat.stops & !(own | other);
        let mut win = Win {
            zone: placed | self.with_ends(own, other),
            replies,
        };
        for reply in bits(replies) {
            let further = self.win(own, other | 1 << reply)?;
            win.zone |= further.zone | 1 << reply;
            win.replies |= further.replies;
        }
        Some(win)
    }
}

//! Wins by continuous fours in the game by its rules, and what they rest on. Not for renju.

use super::geometry::bits;
use super::sides::{Pairs, Sides};

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
        let mut pairs = Pairs::new();
        let (threat, answer) = self.sides.fours(own, other, &mut pairs);
        if threat.wins != 0 {
            return Some(Win {
                zone: threat.zone,
                replies: 0,
            });
        }
        let mut points = pairs.iter().fold(0, |points, pair| points | pair);
        if answer.wins != 0 {
            points &= answer.stops;
        }
        if !self.sides.rules[0].is_plain() {
            return bits(points).find_map(|p| self.four(own | 1 << p, other, 1 << p));
        }
        bits(points).find_map(|p| {
            let through = pairs.iter().filter(|&&pair| pair >> p & 1 == 1);
            let wins = through.fold(0, |wins, pair| wins | pair & !(1 << p));
            if wins & (wins - 1) != 0 {
                return Some(Win {
                    zone: wins | 1 << p,
                    replies: 0,
                });
            }
            if self.left == 0 {
                return None;
            }
            self.left -= 1;
            let further = self.win(own | 1 << p, other | wins)?;
            Some(Win {
                zone: further.zone | wins | 1 << p,
                replies: further.replies | wins,
            })
        })
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
            zone: placed | threat.zone,
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

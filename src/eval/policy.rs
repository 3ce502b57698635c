//! The policy: what a network says of the moves of a quiet position before any of them is searched.
//!
//! Every empty point has [`POLICY_UNITS`] units more than those of the [static
//! score](super::network), of the side to move's view: sums over the point's four lines as that side
//! sees them and as its opponent does, and over the [threats](super::threat_and_side_inputs) of the
//! position, cut off below zero. A move's logit is a sum of them, beside its ordering score.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use super::forward::bits;
use super::network::{BOTH, KEYS, Reader, THREAT_AND_SIDE_INPUTS, section, weight_of_views};
use super::rows::Row;
use super::weights::{Fitted, WeightsError};
use crate::game::{Color, Rules};
use crate::pattern::Patterns;
use crate::processor::dot;

/// Units of a point in one colour's view.
pub const POLICY_UNITS: usize = 8;

/// Units of both views.
const POLICY_BOTH: usize = 2 * POLICY_UNITS;

/// What is kept up of a point: its units for the [static score](super::network) in both views, Black's first,
/// and behind them those of the policy.
pub(super) const POINT_UNITS: usize = BOTH + POLICY_BOTH;

/// Ordering points that make one unit of logit.
pub const ORDER_LOGIT: f32 = 100.0;

/// Parts of one that the pre-activation of a unit is kept in.
const SCALE: f32 = 256.0;

/// The parts of an ordering point, as a power of two, in which moves are scored.
const SHIFT: u32 = 12;

/// The most that a line may add to a pre-activation: those of a point fit 16 bits.
const LARGEST: f32 = 3000.0;

/// The most that a unit may count: the sum of all of a point fits 32 bits.
const LARGEST_OUT: f32 = 4000.0;

/// The most that ordering scores may count.
const LARGEST_SHARE: f32 = 4.0;

/// The weights of a policy.
#[derive(Debug, Clone, PartialEq)]
pub struct Policy {
    /// What each line adds to the pre-activations of a point's units, as the side to move sees it,
    /// by [`Network::key`](super::Network::key).
    pub own: Vec<[f32; POLICY_UNITS]>,
    /// The same for the line as the opponent sees it.
    pub other: Vec<[f32; POLICY_UNITS]>,
    /// The pre-activations before any line.
    pub bias: [f32; POLICY_UNITS],
    /// What each threat or side-to-move input adds to the pre-activations of all points.
    pub threats: [[f32; POLICY_UNITS]; THREAT_AND_SIDE_INPUTS],
    /// From the units to the logit.
    pub out: [f32; POLICY_UNITS],
    /// How much of a move's ordering score counts.
    pub share: f32,
}

impl Policy {
    /// The policy the binary ships for these rules, if there is one. The first call reads it.
    pub fn of(rules: &Rules) -> Option<&'static Policy> {
        static POLICIES: [OnceLock<Option<Policy>>; Fitted::COUNT] =
            [const { OnceLock::new() }; Fitted::COUNT];
        Fitted::of(rules).embedded(&POLICIES, Fitted::policy)
    }
}

/// Rows of numbers after a line with the name of the section, as of a [`Network`](super::Network).
impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        section(f, "own", &self.own)?;
        section(f, "other", &self.other)?;
        section(f, "bias", [&self.bias])?;
        section(f, "threats", &self.threats)?;
        section(f, "out", [&self.out])?;
        section(f, "share", [&[self.share]])
    }
}

impl FromStr for Policy {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Policy, WeightsError> {
        let mut reader = Reader::new(text);
        let policy = Policy {
            own: reader.rows("own", KEYS)?,
            other: reader.rows("other", KEYS)?,
            bias: reader.one("bias")?,
            threats: reader.table("threats")?,
            out: reader.one("out")?,
            share: reader.one::<1>("share")?[0],
        };
        reader.end()?;
        Ok(policy)
    }
}

/// A [`Policy`] made ready for use.
#[derive(Debug)]
pub(super) struct PolicyNet {
    bias: [i16; POLICY_UNITS],
    threats: [[i16; POLICY_UNITS]; THREAT_AND_SIDE_INPUTS],
    out: [i16; POLICY_UNITS],
    share: i32,
}

impl PolicyNet {
    pub fn new(policy: &Policy) -> PolicyNet {
        let part = |x: f32| (x * ORDER_LOGIT * (1 << SHIFT) as f32 / SCALE).round();
        PolicyNet {
            bias: policy.bias.map(unit),
            threats: policy.threats.map(|row| row.map(unit)),
            out: policy
                .out
                .map(|w| part(w).clamp(-LARGEST_OUT, LARGEST_OUT) as i16),
            share: (policy.share.clamp(-LARGEST_SHARE, LARGEST_SHARE) * (1 << SHIFT) as f32).round()
                as i32,
        }
    }

    /// What a line of Black's stones (0) or White's (1) with this [key](super::Network::key) adds to a unit, of
    /// Black's view and then of White's.
    pub fn line_weight(policy: &Policy, color: usize, key: usize, i: usize) -> i16 {
        unit(weight_of_views([&policy.own, &policy.other], color, key, i))
    }
}

/// A weight of a pre-activation in its parts.
fn unit(x: f32) -> i16 {
    (x * SCALE).round().clamp(-LARGEST, LARGEST) as i16
}

/// What the policy says of the moves of one position.
#[derive(Clone, Copy)]
pub struct MovePolicy<'a> {
    points: &'a [Row<POINT_UNITS>],
    /// The pre-activations before any line, with what the threats add.
    bias: [i16; POLICY_UNITS],
    out: [i16; POLICY_UNITS],
    share: i32,
    us: Color,
}

impl<'a> MovePolicy<'a> {
    pub(super) fn new(
        net: &PolicyNet,
        points: &'a [Row<POINT_UNITS>],
        patterns: &Patterns,
        threat_and_side_inputs: u32,
    ) -> MovePolicy<'a> {
        let mut bias = net.bias;
        for input in bits(threat_and_side_inputs) {
            let row = &net.threats[input];
            bias = std::array::from_fn(|i| bias[i].saturating_add(row[i]));
        }
        let us = patterns.board().side_to_move();
        MovePolicy {
            points,
            bias,
            out: net.out,
            share: net.share,
            us,
        }
    }

    /// The ordering score of a move, whose score without a policy is `order`.
    #[inline(always)]
    pub fn score(&self, slot: u16, order: i32) -> i32 {
        let Some(point) = self.points.get(usize::from(slot)) else {
            return order;
        };
        let (views, _) = point.0[BOTH..].as_chunks::<POLICY_UNITS>();
        let lines = &views[self.us.index()];
        let mut units = [0; POLICY_UNITS];
        for (i, unit) in units.iter_mut().enumerate() {
            *unit = lines[i].saturating_add(self.bias[i]).max(0);
        }
        let said = dot(units, self.out);
        (order * self.share + said) >> SHIFT
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    #[test]
    fn what_is_written_is_read() {
        let policy = Policy {
            own: (0..KEYS).map(|i| [i as f32 / 8.0; POLICY_UNITS]).collect(),
            other: (0..KEYS).map(|i| [-0.1 * i as f32; POLICY_UNITS]).collect(),
            bias: [0.25; POLICY_UNITS],
            threats: std::array::from_fn(|i| [0.5 * i as f32; POLICY_UNITS]),
            out: std::array::from_fn(|i| 1.0 / (1 + i) as f32),
            share: 0.75,
        };
        let text = format!("# a note\n{policy}");
        assert_eq!(text.parse::<Policy>().unwrap(), policy);
        assert!(format!("{text}1\n").parse::<Policy>().is_err());
        assert!(text[..text.len() - 6].parse::<Policy>().is_err());
        assert!(text.replacen(' ', " x", 5).parse::<Policy>().is_err());
        assert!(text.replacen("0.25", "inf", 1).parse::<Policy>().is_err());
    }

    #[test]
    fn shipped_policies_are_whole() {
        for variant in Variant::ALL {
            for length in [4, 5, 6, 7] {
                let Ok(rules) = Rules::new(15, 15, length, variant) else {
                    continue;
                };
                let text = Fitted::of(&rules).policy();
                let read: Option<Policy> = text.map(|text| text.parse().unwrap());
                assert_eq!(read.as_ref(), Policy::of(&rules), "{rules:?}");
                // A policy is played beside a network.
                let network = Fitted::of(&rules).network();
                assert!(text.is_none() || network.is_some(), "{rules:?}");
            }
        }
    }
}

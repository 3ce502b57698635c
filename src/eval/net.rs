//! A small network over the lines of every empty point, whose say is added to that of the values.
//!
//! Every empty point has [`UNITS`] units for each colour's view. What a unit is, is the square of a
//! sum over the point's four lines: of a number for the line as that colour sees it and one for the
//! line as the opponent sees it. Squares tell what two lines of one point are worth together. The
//! sums of the units over the board, the side to move's first, and the [threat
//! inputs](super::threat_inputs()) of the position go into one hidden layer, and that into a logit.
//!
//! So does what comes of adding up over each [area](super::areas) of the board what its points are before
//! squaring, times a weight for their place in it, and squaring that: it tells what points near each other
//! are worth together. An area has hidden units as well, of each colour's view, which see what it adds up in
//! both views and are cut off below zero: they tell what both colours are worth together there.
//!
//! A line as a colour sees it is two half-lines: the cells on both sides of the point, [`REACH`](super::network::REACH) at
//! most, up to the first that is the opponent's or off the board.
//!
//! ```text
//! | X . P X . O        seen by X: "X ." to the left, "X ." to the right
//! ```
//!
//! The form is a plain member of the family that Stockfish's NNUE and Rapfi's Mix networks (Jin et
//! al., "Rapfi: Distilling Efficient Neural Network for the Game of Gomoku") belong to: sums that a
//! stone changes in few places.

use super::areas::{self, PLACES};
use super::half_lines::Halves;
use super::line_table::LineTable;
use super::network::{
    AREA_HIDDEN, AREA_SCALE, BOTH, Head, LAYER_SCALE, Network, SUMS, UNIT_SCALE, UNITS,
    weight_of_views,
};
use super::policy::{POINT_UNITS, Policy, PolicyNet};
use crate::game::{Color, MAX_SIDE, Variant};
use crate::pattern::{Pattern4, Patterns};

/// The most that a line may add to what is squared: nine of them fit 16 bits.
const LARGEST: f32 = 3000.0;

/// What is squared is cut off here: the sum of a unit over the largest board fits 32 bits.
pub(super) const LARGEST_PRE_ACTIVATION: i16 = 890;
const _: () =
    assert!((LARGEST_PRE_ACTIVATION as i64).pow(2) * (MAX_SIDE as i64).pow(2) <= i32::MAX as i64);

/// The most that a point may count in an area.
const LARGEST_AREA_WEIGHT: f32 = 8.0;

/// What is added up over an area is cut off here, at 20 units, before it is squared, for the same reason.
/// Beyond 64 units it wraps around, which up to 108 is cut off to the same: searches of freestyle came to 51.
pub(super) const LARGEST_OF_AREA: i16 = 2570;
const _: () = assert!(
    (LARGEST_OF_AREA as i64).pow(2) * areas::most_of_board(MAX_SIDE as usize) as i64
        <= i32::MAX as i64
);

/// A [`Network`] made ready for use.
#[derive(Debug)]
pub(super) struct Net {
    lines: LineTable,
    bias: [i16; POINT_UNITS],
    /// Where areas have any say.
    areas: Option<AreaNet>,
    head: Head,
    is_told_side: bool,
    policy: Option<PolicyNet>,
}

/// What is read of areas. Their pre-activations are kept in parts [`AREA_SCALE`] times as small as those of
/// points, so that what points add to them is exact.
#[derive(Debug, Clone)]
pub(super) struct AreaNet {
    /// The pre-activations of an area without points.
    pub bias: [i16; BOTH],
    /// How many parts a part of a point counts, by its place.
    pub weights: [[i16; BOTH]; PLACES],
    /// What is read of its hidden units, where they have any say.
    pub layer: Option<AreaLayer>,
}

/// The hidden units of areas, Black's view first. All of its rows begin at cache lines.
#[derive(Debug, Clone)]
#[repr(C, align(64))]
pub(super) struct AreaLayer {
    /// The units without anything, in the parts of [`hidden`](AreaLayer::hidden).
    bias: [i16; AREA_LAYER],
    /// What each pre-activation of an area, Black's view first, counts in each unit, in parts of
    /// [`LAYER_SCALE`].
    weights: [[i16; AREA_LAYER]; BOTH],
}

/// Hidden units of an area of both views.
pub(super) const AREA_LAYER: usize = 2 * AREA_HIDDEN;

/// Parts of one that the hidden units of an area come in: those of its pre-activations times those of a
/// weight, less the 16 bits that are cut off.
const HIDDEN_SCALE: f32 = UNIT_SCALE * AREA_SCALE * LAYER_SCALE / 65536.0;

/// What cutting off takes from a unit, in such parts: half a part of each product.
const CUT_OFF: f32 = BOTH as f32 / 2.0;

impl AreaLayer {
    fn new(network: &Network) -> AreaLayer {
        let of = |unit: usize| (unit / AREA_HIDDEN, unit % AREA_HIDDEN);
        let rounded = |x: f32| x.round().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        AreaLayer {
            bias: std::array::from_fn(|unit| {
                let (view, unit) = of(unit);
                rounded(network.views[view].area_hidden_bias[unit] * HIDDEN_SCALE + CUT_OFF)
            }),
            weights: std::array::from_fn(|i| {
                std::array::from_fn(|unit| {
                    let (view, unit) = of(unit);
                    let own_first = i ^ (view * UNITS);
                    rounded(network.views[view].area_hidden[own_first][unit] * LAYER_SCALE)
                })
            }),
        }
    }

    /// The hidden units of an area with these pre-activations.
    #[inline(always)]
    pub fn hidden(&self, pre_activations: &[i16; BOTH]) -> [i16; AREA_LAYER] {
        // In two parts that do not wait for each other.
        let mut parts = [self.bias, [0; AREA_LAYER]];
        let (inputs, _) = pre_activations.as_chunks::<2>();
        let (rows, _) = self.weights.as_chunks::<2>();
        for (inputs, rows) in inputs.iter().zip(rows) {
            for ((part, weights), &x) in parts.iter_mut().zip(rows).zip(inputs) {
                for (unit, &weight) in part.iter_mut().zip(weights) {
                    // Cut off, not rounded: of this compilers make one instruction.
                    let product = (i32::from(x) * i32::from(weight)) >> 16;
                    *unit = unit.saturating_add(product as i16);
                }
            }
        }
        let [one, other] = parts;
        std::array::from_fn(|i| one[i].saturating_add(other[i]).max(0))
    }
}

/// The sums that the [`Head`] reads, Black's views first: over the points, over the areas, and over the
/// hidden units of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Sums {
    pub points: [i32; BOTH],
    pub areas: [i32; BOTH],
    pub hidden: [i32; AREA_LAYER],
}

impl Sums {
    /// Sums of nothing.
    pub const ZERO: Sums = Sums {
        points: [0; BOTH],
        areas: [0; BOTH],
        hidden: [0; AREA_LAYER],
    };

    /// All of them as the head takes them, this colour's views first.
    #[inline(always)]
    fn of(&self, color: Color) -> [f32; SUMS] {
        let mut all = [0.0; SUMS];
        let (points, rest) = all.split_at_mut(BOTH);
        let (areas, hidden) = rest.split_at_mut(BOTH);
        own_first(&self.points, color, points);
        own_first(&self.areas, color, areas);
        own_first(&self.hidden, color, hidden);
        all
    }
}

/// Sums with the views of a colour first, where Black's are first.
#[inline(always)]
fn own_first<const N: usize>(sums: &[i32; N], color: Color, to: &mut [f32]) {
    let (black, white) = sums.split_at(N / 2);
    let (own, other) = match color {
        Color::Black => (black, white),
        Color::White => (white, black),
    };
    let (first, second) = to.split_at_mut(N / 2);
    for (to, from) in [(first, own), (second, other)] {
        for (to, &sum) in to.iter_mut().zip(from) {
            *to = sum as f32;
        }
    }
}

impl Net {
    pub fn new(variant: Variant, network: &Network, policy: Option<&Policy>) -> Net {
        let unit = |x: f32| (x * UNIT_SCALE).round().clamp(-LARGEST, LARGEST) as i16;
        let feature_weight = |color: usize, key: usize, i: usize| {
            let view = &network.views[i / UNITS];
            unit(weight_of_views([&view.own, &view.other], color, key, i))
        };
        let line_weight = |color: usize, key: usize, i: usize| match (i.checked_sub(BOTH), policy) {
            (None, _) => feature_weight(color, key, i),
            (Some(i), Some(policy)) => PolicyNet::line_weight(policy, color, key, i),
            (Some(_), None) => 0,
        };
        let mut bias = [0; POINT_UNITS];
        for (i, bias) in bias.iter_mut().take(BOTH).enumerate() {
            *bias = unit(network.views[i / UNITS].bias[i % UNITS]);
        }
        let sum_scale = 1.0 / (UNIT_SCALE * UNIT_SCALE);
        let parts = |x: f32| (x * AREA_SCALE).round() as i16;
        let of_areas = || AreaNet {
            bias: std::array::from_fn(|i| {
                unit(network.views[i / UNITS].area_bias[i % UNITS]).wrapping_mul(AREA_SCALE as i16)
            }),
            weights: std::array::from_fn(|place| {
                std::array::from_fn(|i| {
                    let weight = network.views[i / UNITS].area_weights[place][i % UNITS];
                    parts(weight.clamp(-LARGEST_AREA_WEIGHT, LARGEST_AREA_WEIGHT))
                })
            }),
            layer: (network.head.hears_area_hidden()).then(|| AreaLayer::new(network)),
        };
        Net {
            lines: LineTable::new(line_weight),
            bias,
            areas: network.head.hears_areas().then(of_areas),
            head: network
                .head
                .scaled([sum_scale, sum_scale, 1.0 / HIDDEN_SCALE]),
            is_told_side: variant == Variant::Renju,
            policy: policy.map(PolicyNet::new),
        }
    }

    /// What a line adds to the units of a point, from its half-lines.
    #[inline(always)]
    pub fn line(&self, halves: Halves) -> &[i16; POINT_UNITS] {
        self.lines.row(halves)
    }

    /// The units of a point without lines.
    pub fn bias(&self) -> [i16; POINT_UNITS] {
        self.bias
    }

    /// What is read of areas; `None` if they have no say.
    #[inline(always)]
    pub fn areas(&self) -> Option<&AreaNet> {
        self.areas.as_ref()
    }

    /// What says something of the moves.
    #[inline(always)]
    pub fn policy(&self) -> Option<&PolicyNet> {
        self.policy.as_ref()
    }

    /// Whether that Black is to move is an input of the hidden layer.
    #[inline]
    pub fn is_told_side(&self) -> bool {
        self.is_told_side
    }

    /// The logit for the side to move, from the sums of the units, what is [`threat_and_side_inputs`], and
    /// the logit that the values alone say.
    #[inline(always)]
    pub fn logit(
        &self,
        sums: &Sums,
        patterns: &Patterns,
        threat_and_side_inputs: u32,
        values: f32,
    ) -> f32 {
        let inputs = sums.of(patterns.board().side_to_move());
        let forward = self.head.forward(&inputs, threat_and_side_inputs, values);
        forward.logit
    }
}

/// The threat and side-to-move inputs of the hidden layer, a bit each: the
/// [`threat_inputs`](super::threat_inputs()), whether we have an open four, whether they have one,
/// and in renju whether Black is to move.
#[inline]
pub fn threat_and_side_inputs(
    patterns: &Patterns,
    threat_inputs: usize,
    is_told_side: bool,
) -> u32 {
    let us = patterns.board().side_to_move();
    let has = |color, kind| u32::from(patterns.count(color, kind) > 0);
    threat_inputs as u32
        | has(us, Pattern4::OpenFour) << 12
        | has(!us, Pattern4::OpenFour) << 13
        | u32::from(is_told_side && us == Color::Black) << 14
}

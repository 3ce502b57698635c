//! What the network computes, for play and for training: from the lines of a point to the
//! pre-activations of its units, and from the sums of the units to the logit. The backward pass
//! stands beside it.
//!
//! Play counts what belongs to the points in integers and keeps it up from move to move, with
//! pre-activations cut off where they would not fit; training works it out anew in floats.

use std::hint::black_box;
use std::ops::AddAssign;

use super::network::{AREA_HIDDEN, BOTH, HIDDEN, Head, SUMS, THREAT_AND_SIDE_INPUTS, UNITS, View};
use crate::game::Color;

/// The pre-activations of a point's units: what there is before any line, and what each line adds.
#[inline(always)]
pub fn pre_activations<'a, T: Copy + AddAssign + 'a, const N: usize>(
    bias: [T; N],
    lines: impl IntoIterator<Item = &'a [T; N]>,
) -> [T; N] {
    let mut pre_activations = bias;
    for weights in lines {
        for (pre_activation, &weight) in pre_activations.iter_mut().zip(weights) {
            *pre_activation += weight;
        }
    }
    pre_activations
}

impl View {
    /// The hidden units of an area, of which these are the pre-activations in Black's view and White's, as
    /// the view of this colour has them.
    #[inline(always)]
    pub fn hidden_of_area(
        &self,
        pre_activations: &[[f32; UNITS]; 2],
        color: Color,
    ) -> [f32; AREA_HIDDEN] {
        let mut hidden = self.area_hidden_bias;
        for i in 0..BOTH {
            let whose = if i < UNITS { color } else { !color };
            let of_unit = pre_activations[whose.index()][i % UNITS];
            add(&mut hidden, &self.area_hidden[i], of_unit);
        }
        hidden.map(|unit| unit.max(0.0))
    }
}

/// What becomes of a position behind the sums of its units.
pub struct Forward {
    /// The pre-activations of the hidden layer.
    pub hidden: [f32; HIDDEN],
    /// The logit for the side to move.
    pub logit: f32,
}

impl Head {
    /// From the sums of the units of points, of areas and of their hidden units (of each the side to move's
    /// first, less those of the empty board), the
    /// [`threat_and_side_inputs`](super::threat_and_side_inputs) and the logit that the values alone
    /// say.
    #[inline(always)]
    pub fn forward(&self, sums: &[f32; SUMS], threat_and_side_inputs: u32, values: f32) -> Forward {
        let mut hidden = self.hidden_bias;
        for input in bits(threat_and_side_inputs) {
            add(&mut hidden, &self.threat_and_side_inputs[input], 1.0);
        }
        // In parts that do not wait for each other, which are put together in an order that is the same on every machine.
        let mut parts = [[0.0; HIDDEN]; 3];
        let [second, third, fourth] = &mut parts;
        for i in 0..SUMS / 4 {
            let [j, k, l] = [1, 2, 3].map(|part| part * (SUMS / 4) + i);
            add(&mut hidden, &self.hidden[i], sums[i]);
            add(second, &self.hidden[j], sums[j]);
            add(third, &self.hidden[k], sums[k]);
            add(fourth, &self.hidden[l], sums[l]);
        }
        add(&mut hidden, second, 1.0);
        add(third, fourth, 1.0);
        add(&mut hidden, third, 1.0);
        let mut lanes = [0.0; HIDDEN];
        for (lane, (h, w)) in lanes.iter_mut().zip(hidden.iter().zip(&self.out)) {
            *lane = h.max(0.0) * w;
        }
        for (x, w) in (sums.chunks_exact(HIDDEN)).zip(self.direct.chunks_exact(HIDDEN)) {
            for (lane, (x, w)) in lanes.iter_mut().zip(x.iter().zip(w)) {
                *lane += x * w;
            }
        }
        // By way of memory: compilers that see through here take all rows above apart.
        let lanes = black_box(lanes);
        let eight: [f32; HIDDEN / 2] = std::array::from_fn(|i| lanes[i] + lanes[HIDDEN / 2 + i]);
        let [a, b, c, d] = std::array::from_fn(|i| eight[i] + eight[4 + i]);
        Forward {
            hidden,
            logit: values * self.share + self.offset + (a + b) + (c + d),
        }
    }

    /// Adds to `gradient` what a `slope` of the logit means for each weight, where
    /// [`forward`](Head::forward) of the same inputs had this hidden layer; what it means for each of
    /// the sums.
    #[inline(always)]
    pub fn backward(
        &self,
        sums: &[f32; SUMS],
        threat_and_side_inputs: u32,
        values: f32,
        hidden: &[f32; HIDDEN],
        slope: f32,
        gradient: &mut Head,
    ) -> [f32; SUMS] {
        gradient.share += slope * values;
        gradient.offset += slope;
        add(&mut gradient.direct, sums, slope);
        let mut slopes = [0.0; HIDDEN];
        for (j, &value) in hidden.iter().enumerate() {
            if value > 0.0 {
                gradient.out[j] += slope * value;
                slopes[j] = slope * self.out[j];
            }
        }
        add(&mut gradient.hidden_bias, &slopes, 1.0);
        for input in bits(threat_and_side_inputs) {
            add(&mut gradient.threat_and_side_inputs[input], &slopes, 1.0);
        }
        std::array::from_fn(|i| {
            add(&mut gradient.hidden[i], &slopes, sums[i]);
            let through = self.hidden[i].iter().zip(&slopes);
            slope * self.direct[i] + through.map(|(w, slope)| w * slope).sum::<f32>()
        })
    }
}

/// The numbers of the threat and side-to-move inputs that are set.
#[inline(always)]
pub fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit < THREAT_AND_SIDE_INPUTS).then_some(bit)
    })
}

/// Adds a vector so many times to another.
#[inline(always)]
pub fn add<const N: usize>(sum: &mut [f32; N], more: &[f32; N], times: f32) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += times * more;
    }
}

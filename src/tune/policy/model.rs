//! A policy while it is being fitted.

use std::slice::from_mut;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::samples::{Candidate, PolicySample};
use crate::eval::forward::{add, bits, pre_activations};
use crate::eval::network::KEYS;
use crate::eval::{POLICY_UNITS, Policy};
use crate::tune::adam::Adam;

/// What weights are rounded to.
const STEP: f64 = 1e-4;

/// The least that the histories count for where a policy is put in their scale.
const LEAST: f32 = 0.1;

/// A policy on its way from random numbers, by Adam, and what the histories count beside it.
pub struct PolicyModel {
    now: Weighed,
    start: Vec<f32>,
    adam: Adam,
}

/// A policy beside the histories.
#[derive(Clone)]
struct Weighed {
    policy: Policy,
    history: f32,
}

/// How well a policy agrees with what cut.
#[derive(Default)]
pub struct Agreement {
    /// The mean cross-entropy.
    pub loss: f64,
    /// The share of cuts by the move that the policy puts first.
    pub first: f64,
    /// The share of cuts by one of the three moves that it puts first.
    pub among_three: f64,
}

type Units = [f32; POLICY_UNITS];

impl PolicyModel {
    /// A model that begins at a policy beside histories as they are.
    pub fn new(start: Policy) -> PolicyModel {
        let mut now = Weighed {
            policy: start,
            history: 1.0,
        };
        let start: Vec<f32> = weights(&mut now).map(|weight| *weight).collect();
        PolicyModel {
            adam: Adam::new(vec![0.0; start.len()]),
            now,
            start,
        }
    }

    /// The policy as it is now, in the scale of the histories, rounded so that its text is short.
    pub fn policy(&self) -> Policy {
        let mut policy = self.now.policy.clone();
        let history = self.now.history.max(LEAST);
        policy.share /= history;
        policy.out = policy.out.map(|weight| weight / history);
        let mut rounded = Weighed {
            policy,
            history: 1.0,
        };
        for weight in weights(&mut rounded) {
            *weight = ((f64::from(*weight) / STEP).round() * STEP) as f32 + 0.0;
        }
        rounded.policy
    }

    /// One step of length about `rate` down the mean loss of a batch. Returns the sum of the losses
    /// before it.
    pub fn step(&mut self, batch: &[&PolicySample], rate: f32) -> f64 {
        let (mut gradient, loss) = self.gradient(batch);
        let slopes: Vec<f32> = weights(&mut gradient).map(|slope| *slope).collect();
        self.adam.step(&slopes, 0.0, rate);
        let moved = self.start.iter().zip(&self.adam.at);
        for (weight, (start, moved)) in weights(&mut self.now).zip(moved) {
            *weight = start + moved;
        }
        loss
    }

    /// The gradient of a batch's mean loss, and the sum of its losses.
    fn gradient(&self, batch: &[&PolicySample]) -> (Weighed, f64) {
        let mut gradient = zero();
        let mut loss = 0.0;
        let mut units = Vec::new();
        for sample in batch {
            let mut slopes = self.chances(sample, &mut units);
            loss -= f64::from(slopes[0].max(1e-30).ln());
            slopes[0] -= 1.0;
            let candidates = sample.candidates.iter().zip(&units);
            for ((candidate, units), slope) in candidates.zip(slopes) {
                let slope = slope / batch.len() as f32;
                self.backward(sample, candidate, units, slope, &mut gradient);
            }
        }
        (gradient, loss)
    }

    /// The logit of each candidate, and the units of its point.
    fn logits(&self, sample: &PolicySample, units: &mut Vec<Units>) -> Vec<f32> {
        let Weighed { policy, history } = &self.now;
        let mut bias = policy.bias;
        for input in bits(sample.threat_and_side_inputs) {
            add(&mut bias, &policy.threats[input], 1.0);
        }
        units.clear();
        let logit = |candidate: &Candidate| {
            let own = candidate.own.map(|key| &policy.own[usize::from(key)]);
            let other = candidate.other.map(|key| &policy.other[usize::from(key)]);
            let point = pre_activations(bias, own.into_iter().chain(other));
            let point = point.map(|unit| unit.max(0.0));
            units.push(point);
            let said: f32 = point
                .iter()
                .zip(&policy.out)
                .map(|(unit, w)| unit * w)
                .sum();
            candidate.order * policy.share + candidate.history * history + said
        };
        sample.candidates.iter().map(logit).collect()
    }

    /// The chance of each candidate, and the units of its point.
    fn chances(&self, sample: &PolicySample, units: &mut Vec<Units>) -> Vec<f32> {
        let logits = self.logits(sample, units);
        let most = logits.iter().copied().fold(f32::MIN, f32::max);
        let chances: Vec<f32> = logits.iter().map(|logit| (logit - most).exp()).collect();
        let sum: f32 = chances.iter().sum();
        chances.iter().map(|chance| chance / sum).collect()
    }

    /// Adds what a slope of a candidate's logit means for each weight.
    fn backward(
        &self,
        sample: &PolicySample,
        candidate: &Candidate,
        units: &Units,
        slope: f32,
        gradient: &mut Weighed,
    ) {
        let into = &mut gradient.policy;
        into.share += slope * candidate.order;
        gradient.history += slope * candidate.history;
        add(&mut into.out, units, slope);
        let passed: Units = std::array::from_fn(|i| {
            let open = units[i] > 0.0;
            f32::from(open) * slope * self.now.policy.out[i]
        });
        add(&mut into.bias, &passed, 1.0);
        for input in bits(sample.threat_and_side_inputs) {
            add(&mut into.threats[input], &passed, 1.0);
        }
        for key in candidate.own {
            add(&mut into.own[usize::from(key)], &passed, 1.0);
        }
        for key in candidate.other {
            add(&mut into.other[usize::from(key)], &passed, 1.0);
        }
    }
}

/// How well a model agrees with samples.
pub fn agreement(model: &PolicyModel, samples: &[PolicySample]) -> Agreement {
    let mut agreement = Agreement::default();
    let each = 1.0 / samples.len().max(1) as f64;
    let mut units = Vec::new();
    for sample in samples {
        let chances = model.chances(sample, &mut units);
        let better = chances[1..].iter().filter(|&&chance| chance >= chances[0]);
        let better = better.count();
        agreement.loss -= each * f64::from(chances[0].max(1e-30).ln());
        agreement.first += each * f64::from(u8::from(better == 0));
        agreement.among_three += each * f64::from(u8::from(better < 3));
    }
    agreement
}

/// A policy to begin with: ordering scores as they are, and units that hardly say anything.
pub fn beginning(seed: u64) -> Policy {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut within = |size: f32| size * (2.0 * rng.random::<f32>() - 1.0);
    let mut policy = zero().policy;
    let tables = [&mut policy.own, &mut policy.other];
    for weight in tables
        .into_iter()
        .flat_map(|table| table.as_flattened_mut())
    {
        *weight = within(0.05);
    }
    policy.bias = [0.2; POLICY_UNITS];
    policy.out = std::array::from_fn(|i| if i % 2 == 0 { 0.5 } else { -0.5 });
    policy.share = 1.0;
    policy
}

/// A policy of zeros.
fn zero() -> Weighed {
    let policy = Policy {
        own: vec![[0.0; POLICY_UNITS]; KEYS],
        other: vec![[0.0; POLICY_UNITS]; KEYS],
        bias: [0.0; POLICY_UNITS],
        threats: Default::default(),
        out: [0.0; POLICY_UNITS],
        share: 0.0,
    };
    Weighed {
        policy,
        history: 0.0,
    }
}

/// All weights.
fn weights(weighed: &mut Weighed) -> impl Iterator<Item = &mut f32> {
    let policy = &mut weighed.policy;
    let parts: [&mut [f32]; 7] = [
        policy.own.as_flattened_mut(),
        policy.other.as_flattened_mut(),
        &mut policy.bias,
        policy.threats.as_flattened_mut(),
        &mut policy.out,
        from_mut(&mut policy.share),
        from_mut(&mut weighed.history),
    ];
    parts.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Evaluator, Network, ORDER_LOGIT, Weights, threat_inputs};
    use crate::game::{Board, Rules, Variant};
    use crate::pattern::Patterns;
    use crate::search::Cut;
    use crate::tune::policy::samples::sample;

    fn samples() -> Vec<PolicySample> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut keys = || std::array::from_fn(|_| rng.random_range(0..KEYS as u16));
        let mut candidate = |i: usize| Candidate {
            order: i as f32 / 3.0,
            history: 1.0 - i as f32 / 7.0,
            own: keys(),
            other: keys(),
        };
        let sample = |i: usize| PolicySample {
            candidates: (0..6 + i).map(&mut candidate).collect(),
            threat_and_side_inputs: 0x1234 >> (i % 5),
        };
        (0..20).map(sample).collect()
    }

    #[test]
    fn the_gradient_is_how_the_loss_changes() {
        let samples = samples();
        let batch: Vec<&PolicySample> = samples.iter().collect();
        let mut model = PolicyModel::new(beginning(3));
        // No small step makes a unit begin or cease to be cut off: half of them always are.
        model.now.policy.bias = std::array::from_fn(|i| if i % 4 < 2 { 4.0 } else { -4.0 });
        let (mut gradient, _) = model.gradient(&batch);
        let slopes: Vec<f32> = weights(&mut gradient).map(|slope| *slope).collect();
        let length = slopes.iter().map(|slope| slope * slope).sum::<f32>().sqrt();
        let before = model.now.clone();
        let [more, less] = [1.0, -1.0].map(|sign| {
            for (weight, slope) in weights(&mut model.now).zip(&slopes) {
                *weight += sign * 0.01 * slope / length;
            }
            let (_, loss) = model.gradient(&batch);
            model.now = before.clone();
            loss / batch.len() as f64
        });
        let found = (more - less) / 0.02;
        let error = (found - f64::from(length)).abs();
        assert!(error < 0.01 * found, "{found} {length}");
    }

    #[test]
    fn a_model_says_what_its_policy_says_when_it_plays() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
        let mut model = PolicyModel::new(beginning(4));
        for weight in weights(&mut model.now) {
            *weight += 0.1 * rng.random::<f32>();
        }
        model.now.history = 1.0;
        let policy = model.policy();
        let mut seen = 0;
        for variant in [Variant::Freestyle, Variant::Renju] {
            let rules = Rules::new(15, 15, 5, variant).unwrap();
            let network = (Network::of(&rules).unwrap(), Some(&policy));
            let evaluator = Evaluator::new(variant, Weights::of(&rules), Some(network));
            let score_tables = evaluator.score_tables.clone();
            let mut patterns = Patterns::new(&Board::new(rules), score_tables);
            let mut accumulator = evaluator.accumulator(&patterns);
            for _ in 0..30 {
                let us = patterns.board().side_to_move();
                let legal = |&slot: &usize| {
                    let point = patterns.point(slot);
                    patterns.board().is_legal(us, point)
                };
                let slots: Vec<usize> = patterns.candidates().filter(legal).collect();
                if slots.len() > 1 {
                    let histories = slots.iter().map(|&slot| (patterns.point(slot), 0));
                    let cut = Cut {
                        position: patterns.board().clone(),
                        point: patterns.point(slots[0]),
                        table_move: None,
                        histories: histories.collect(),
                    };
                    let sample = sample(&cut).unwrap();
                    let logits = model.logits(&sample, &mut Vec::new());
                    let inputs = threat_inputs(&patterns);
                    let played = evaluator.policy(&patterns, inputs, &mut accumulator);
                    let played = played.unwrap();
                    for (&slot, logit) in slots.iter().zip(logits) {
                        let order = patterns.score(slot, us);
                        let score = played.score(slot as u16, order) as f32;
                        assert!((score - logit * ORDER_LOGIT).abs() < 4.0, "{score} {logit}");
                        seen += usize::from((score - order as f32).abs() > 10.0);
                    }
                }
                let free = |&slot: &usize| {
                    patterns.is_empty(slot) && patterns.board().is_legal(us, patterns.point(slot))
                };
                let free: Vec<usize> = (0..rules.area()).filter(free).collect();
                let slot = free[rng.random_range(0..free.len())];
                patterns.make(patterns.point(slot), us);
            }
        }
        assert!(seen > 1000, "{seen}");
    }

    #[test]
    fn steps_find_what_cuts() {
        let samples = samples();
        let batch: Vec<&PolicySample> = samples.iter().collect();
        let mut model = PolicyModel::new(beginning(1));
        let before = agreement(&model, &samples);
        for _ in 0..200 {
            model.step(&batch, 0.01);
        }
        let after = agreement(&model, &samples);
        assert!(after.loss < before.loss / 2.0 && after.first > before.first);
    }
}

//! The static score: logistic regression on results and on what the search said.

use super::adam::Adam;
use super::codes::{CodeWeights, Widths};
use super::learner::{Course, learn};
use super::logit::{Loss, cross_entropy, score_scale, sigmoid};
use super::positions::ValueSample;
use super::settings::{FitSettings, Split};
use crate::clock::Watch;
use crate::eval::{LOGIT, THREAT_INPUTS, VALUE_SCALE, Weights};
use crate::game::Color;
use crate::pattern::PATTERN_CODES;

const WIDTHS: Widths = Widths {
    line_pattern: 20.0,
    pair: 6.0,
    pattern4: 20.0,
    own: 4.0,
};

/// Facts add up from single ones; each combination may differ from their sum by this much.
const FACT_WIDTH: f32 = 100.0;
const TOGETHER_WIDTH: f32 = 15.0;

const THREAT_INPUT_BITS: usize = THREAT_INPUTS.trailing_zeros() as usize;

/// The weights while they are being fitted, in score points.
struct ValueModel {
    points: Vec<CodeWeights>,
    threat_inputs: Vec<Vec<f32>>,
    prior_threat_inputs: Vec<Vec<f32>>,
    fact_steps: Vec<Adam>,
}

impl ValueModel {
    fn new(prior: &Weights, split: Split) -> ValueModel {
        let tables = split.tables();
        let points = (0..tables).map(|color| {
            let values = prior.points[color].iter();
            let values = values.map(|worth| f32::from(worth[0]) / f32::from(VALUE_SCALE));
            let restrained = split == Split::Renju && color == 0;
            CodeWeights::new(values.collect(), restrained, WIDTHS, |_| false)
        });
        let prior_threat_inputs: Vec<Vec<f32>> = (0..tables)
            .map(|color| {
                prior.threat_inputs[color]
                    .iter()
                    .map(|&w| f32::from(w))
                    .collect()
            })
            .collect();
        let mut pull = vec![1.0 / (FACT_WIDTH * FACT_WIDTH); THREAT_INPUT_BITS + 1];
        pull.extend([1.0 / (TOGETHER_WIDTH * TOGETHER_WIDTH); THREAT_INPUTS]);
        ValueModel {
            points: points.collect(),
            threat_inputs: prior_threat_inputs.clone(),
            prior_threat_inputs,
            fact_steps: (0..tables).map(|_| Adam::new(pull.clone())).collect(),
        }
    }

    /// The table of threat inputs for a side to move.
    fn threat_inputs_of(&self, color: Color) -> usize {
        color.index() % self.threat_inputs.len()
    }

    fn score(&self, position: &ValueSample) -> f32 {
        let weigh = |&(code, count): &(u16, i16)| {
            let (table, code) = (code as usize / PATTERN_CODES, code as usize % PATTERN_CODES);
            self.points[table].now[code] * f32::from(count)
        };
        let points: f32 = position.codes.iter().map(weigh).sum();
        points
            + self.threat_inputs[self.threat_inputs_of(position.color)]
                [position.threat_inputs as usize]
    }

    fn step(
        &mut self,
        batch: &[&ValueSample],
        target: impl Fn(&ValueSample) -> f32,
        share: f32,
        rate: f32,
    ) -> f64 {
        let mut loss = 0.0;
        let mut slopes = vec![vec![0.0; PATTERN_CODES]; self.points.len()];
        let mut threat_inputs =
            vec![vec![0.0; THREAT_INPUT_BITS + 1 + THREAT_INPUTS]; self.threat_inputs.len()];
        let each = 1.0 / (batch.len() as f32 * LOGIT as f32);
        for position in batch {
            let logit = self.score(position) / LOGIT as f32;
            let target = target(position);
            loss += cross_entropy(logit, target);
            let slope = (sigmoid(logit) - target) * each;
            for &(code, count) in &position.codes {
                slopes[code as usize / PATTERN_CODES][code as usize % PATTERN_CODES] +=
                    slope * f32::from(count);
            }
            let combination = position.threat_inputs as usize;
            let threat_inputs = &mut threat_inputs[self.threat_inputs_of(position.color)];
            threat_inputs[0] += slope;
            for bit in 0..THREAT_INPUT_BITS {
                if combination >> bit & 1 == 1 {
                    threat_inputs[1 + bit] += slope;
                }
            }
            threat_inputs[1 + THREAT_INPUT_BITS + combination] += slope;
        }
        for (points, slopes) in self.points.iter_mut().zip(&slopes) {
            points.step(slopes, share, rate);
        }
        for (table, slopes) in threat_inputs.iter().enumerate() {
            let adam = &mut self.fact_steps[table];
            adam.step(slopes, share, rate * 2.0);
            for combination in 0..THREAT_INPUTS {
                let bits = (0..THREAT_INPUT_BITS).filter(|bit| combination >> bit & 1 == 1);
                let single: f32 = bits.map(|bit| adam.at[1 + bit]).sum();
                let own = adam.at[1 + THREAT_INPUT_BITS + combination];
                self.threat_inputs[table][combination] =
                    self.prior_threat_inputs[table][combination] + adam.at[0] + single + own;
            }
        }
        loss
    }

    fn loss(&self, positions: &[ValueSample], target: impl Fn(&ValueSample) -> f32) -> Loss {
        let mut loss = Loss::default();
        for position in positions {
            let logit = self.score(position) / LOGIT as f32;
            loss.add(logit, target(position), position.result);
        }
        loss.mean(positions.len())
    }

    /// Rounds to what is kept, and writes it into `weights`.
    fn write(&mut self, weights: &mut Weights) {
        let scale = f32::from(VALUE_SCALE);
        let round = |weight: &mut f32, scale: f32| {
            let rounded = (*weight * scale).round().clamp(-12_000.0, 12_000.0);
            *weight = rounded / scale;
            rounded as i16
        };
        for color in 0..2 {
            let table = color % self.points.len();
            for code in 0..PATTERN_CODES {
                let weight = &mut self.points[table].now[code];
                weights.points[color][code][0] = round(weight, scale);
            }
            for combination in 0..THREAT_INPUTS {
                let weight = &mut self.threat_inputs[table][combination];
                weights.threat_inputs[color][combination] = round(weight, 1.0);
            }
        }
    }
}

/// Fits the values into `weights`, which hold the prior. `train` and `held` share no game.
pub fn fit(
    weights: &mut Weights,
    train: &[ValueSample],
    held: &[ValueSample],
    split: Split,
    settings: &FitSettings,
    watch: &Watch<'_>,
) {
    let scored = train.iter().map(|p| (p.score.into(), p.result.into()));
    let scale = score_scale(scored) as f32;
    let blend = settings.blend;
    let target =
        |p: &ValueSample| blend * p.result + (1.0 - blend) * sigmoid(p.score as f32 / scale);
    let mut model = ValueModel::new(weights, split);
    let report = |model: &ValueModel, when: &str| {
        let (seen, unseen) = (model.loss(train, target), model.loss(held, target));
        log::info!(
            "value {when}: train {:.5} held out {:.5}, against results {:.5} and {:.5}",
            seen.target,
            unseen.target,
            seen.result,
            unseen.result,
        );
    };
    log::info!(
        "value: {} positions, {} held out; a unit of logit is {scale:.0} points of the search's score",
        train.len(),
        held.len()
    );
    let count = held.len().max(1) as f64;
    let search = |p: &ValueSample| cross_entropy(p.score as f32 / scale, p.result);
    let search = held.iter().map(search).sum::<f64>() / count;
    log::info!("value: the search's own scores, held out, against results: {search:.5}");
    // Positions of one game share their result: they count for fewer.
    let share = 1.0 / (train.len() as f32 * settings.independent);
    let course = Course {
        steps: "steps of the static score",
        epochs: settings.epochs,
        batch: settings.batch,
        rate: settings.value_rate,
        seed: settings.seed,
        report_every: 10,
    };
    let step = |model: &mut ValueModel, batch: &[&ValueSample], rate: f32| {
        model.step(batch, target, share, rate)
    };
    learn(&mut model, train, &course, watch, step, report);
    report(&model, "after");
    model.write(weights);
    report(&model, "rounded");
}

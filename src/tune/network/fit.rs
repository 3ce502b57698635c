//! The descent.

use super::model::{Batch, NetworkModel, Trace};
use super::samples::{EmptyBoard, NetworkSamples, Sample};
use super::settings::TrainSettings;
use crate::clock::Watch;
use crate::eval::Network;
use crate::game::Variant;
use crate::tune::learner::{Course, learn};
use crate::tune::logit::{Loss, score_scale, sigmoid};

/// The chance that a sample is to be given: the search's score, blended with those of the positions
/// that came of it and with the result.
pub struct Target {
    scale: f32,
    ahead: f32,
    blend: f32,
}

impl Target {
    /// The target for samples, whose results say how a score reads as a logit.
    pub fn new(samples: &[Sample], settings: &TrainSettings) -> Target {
        let scored = samples
            .iter()
            .map(|sample| (sample.scores[0].into(), sample.result.into()));
        Target {
            scale: score_scale(scored) as f32,
            ahead: settings.ahead,
            blend: settings.blend,
        }
    }

    fn of(&self, sample: &Sample) -> f32 {
        let chance = |score: i32| sigmoid(score as f32 / self.scale);
        let (last, before) = sample.scores.split_last().expect("a score");
        // From the last on: what the position after it says, as its opponent sees it.
        let search = before.iter().rev().fold(chance(*last), |later, &score| {
            (1.0 - self.ahead) * chance(score) + self.ahead * (1.0 - later)
        });
        self.blend * sample.result + (1.0 - self.blend) * search
    }
}

/// What cannot be got rid of in a cross-entropy.
fn entropy(chance: f32) -> f64 {
    let chance = f64::from(chance);
    let part = |p: f64| if p > 0.0 { -p * p.ln() } else { 0.0 };
    part(chance) + part(1.0 - chance)
}

/// Fits a network to samples, beginning at `start`. Losses go to the log at level info.
pub fn fit(
    start: &Network,
    samples: &NetworkSamples,
    settings: &TrainSettings,
    watch: &Watch<'_>,
) -> Network {
    let NetworkSamples { train, held, .. } = samples;
    let two_views = samples.variant == Variant::Renju;
    let mut model = NetworkModel::new(start, two_views, settings.width);
    let target = Target::new(train, settings);
    log::info!(
        "network: {} positions, {} held out; a unit of logit is {:.0} points of the search's score",
        train.len(),
        held.len(),
        target.scale
    );
    let least: f64 = held.iter().map(|sample| entropy(target.of(sample))).sum();
    let least = least / held.len().max(1) as f64;
    let report = |model: &NetworkModel, when: &str| {
        let unseen = loss(model, held, &samples.boards, &target);
        log::info!(
            "network {when}: held out {:.5}, {:.5} above the least, against results {:.5}",
            unseen.target,
            unseen.target - least,
            unseen.result,
        );
    };
    let share = 1.0 / train.len() as f32;
    let course = Course {
        steps: "steps",
        epochs: settings.epochs,
        batch: settings.batch,
        rate: settings.rate,
        seed: settings.seed,
        report_every: 1,
    };
    let step = |model: &mut NetworkModel, samples_of: &[&Sample], rate: f32| {
        let batch = Batch {
            samples: samples_of,
            boards: &samples.boards,
            target: |sample: &Sample| target.of(sample),
            // The last batch is smaller: its positions count no more than others.
            each: 1.0 / course.batch.max(1) as f32,
            threads: settings.threads,
        };
        model.step(&batch, share, rate)
    };
    learn(&mut model, train, &course, watch, step, report);
    let network = model.network();
    report(
        &NetworkModel::new(&network, two_views, settings.width),
        "rounded",
    );
    network
}

/// The mean loss on samples played on these empty boards.
pub fn loss(
    model: &NetworkModel,
    samples: &[Sample],
    boards: &[EmptyBoard],
    target: &Target,
) -> Loss {
    let empty = model.empty(boards);
    let mut trace = Trace::new();
    let mut loss = Loss::default();
    for sample in samples {
        let logit = model.logit(sample, boards, &empty, &mut trace);
        loss.add(logit, target.of(sample), sample.result);
    }
    loss.mean(samples.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;
    use crate::game::{Board, Point, Rules};
    use crate::pattern::Patterns;
    use crate::tune::data::Played;
    use crate::tune::network::samples::sample;

    #[test]
    fn later_scores_count_up_to_the_first_random_move() {
        let rules = Rules::new(15, 15, 5, Variant::Freestyle).unwrap();
        let score_tables = Evaluator::of(&rules).score_tables.clone();
        let patterns = Patterns::new(&Board::new(rules), score_tables);
        let line = [(10, false), (-300, false), (200, true), (-900, false)];
        let line = line.map(|(score, random)| Played {
            point: Point::new(7, 7),
            score,
            random,
        });
        let of = |line: &[Played], ahead, blend| {
            let sample = sample(&patterns, line, 0, 1.0).unwrap();
            let target = Target {
                scale: 100.0,
                ahead,
                blend,
            };
            target.of(&sample)
        };
        let [a, b, c] = [0.1, -3.0, 2.0].map(sigmoid);
        let cases = [
            (0.0, 0.0, a),
            (
                0.8,
                0.0,
                0.2 * a + 0.8 * (1.0 - (0.2 * b + 0.8 * (1.0 - c))),
            ),
            (1.0, 0.0, c),
            (0.0, 0.25, 0.25 + 0.75 * a),
        ];
        for (ahead, blend, chance) in cases {
            assert!((of(&line, ahead, blend) - chance).abs() < 1e-6);
        }
        // Behind a random move nothing is known of what it was played in place of.
        let after = [line[2], line[3]];
        assert!((of(&after, 0.8, 0.0) - c).abs() < 1e-6);
    }
}

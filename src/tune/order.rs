//! The ordering scores: softmax regression on the moves that the search played.

use super::codes::{CodeWeights, Widths};
use super::learner::{Course, learn};
use super::positions::OrderSample;
use super::settings::{FitSettings, Split};
use crate::clock::Watch;
use crate::eval::{ORDER_LOGIT, Weights};
use crate::game::Color;
use crate::pattern::{PATTERN_CODES, Pattern4};

const WIDTHS: Widths = Widths {
    line_pattern: 60.0,
    pair: 30.0,
    pattern4: 80.0,
    own: 15.0,
};

/// Attack and defence, the weights of every code for each colour.
struct OrderModel {
    /// Per colour: what a move is worth that makes the code, and one that takes it away.
    tables: Vec<[CodeWeights; 2]>,
}

/// How well the order agrees with what was played.
#[derive(Default)]
struct Agreement {
    loss: f64,
    first: f64,
    among_three: f64,
    spread: f64,
}

impl OrderModel {
    fn new(prior: &Weights, split: Split) -> OrderModel {
        let tables = (0..split.tables()).map(|color| {
            let restrained = split == Split::Renju && color == 0;
            [1, 2].map(|what| {
                let worth = prior.points[color].iter();
                let worth = worth.map(|worth| f32::from(worth[what])).collect();
                // Wins come first whatever the data say, and the data hold none.
                CodeWeights::new(worth, restrained, WIDTHS, |pattern4| {
                    pattern4 == Pattern4::Five || what == 1 && pattern4 == Pattern4::OpenFour
                })
            })
        });
        OrderModel {
            tables: tables.collect(),
        }
    }

    fn table(&self, color: Color) -> usize {
        color.index() % self.tables.len()
    }

    /// Attack and defence tables of a choice.
    fn tables_of(&self, choice: &OrderSample) -> [usize; 2] {
        [self.table(choice.color), self.table(!choice.color)]
    }

    fn score(&self, [ours, theirs]: [usize; 2], codes: [u16; 2]) -> f32 {
        let attack = self.tables[ours][0].now[codes[0] as usize];
        attack + self.tables[theirs][1].now[codes[1] as usize]
    }

    /// The chance of every move.
    fn chances(&self, choice: &OrderSample, chances: &mut Vec<f32>) {
        let tables = self.tables_of(choice);
        chances.clear();
        let logit = |&codes: &[u16; 2]| self.score(tables, codes) / ORDER_LOGIT;
        chances.extend(choice.moves.iter().map(logit));
        let most = chances.iter().copied().fold(f32::MIN, f32::max);
        let mut sum = 0.0;
        for chance in chances.iter_mut() {
            *chance = (*chance - most).exp();
            sum += *chance;
        }
        chances.iter_mut().for_each(|chance| *chance /= sum);
    }

    fn step(&mut self, batch: &[&OrderSample], share: f32, rate: f32) -> f64 {
        let mut loss = 0.0;
        let mut slopes =
            vec![[vec![0.0; PATTERN_CODES], vec![0.0; PATTERN_CODES]]; self.tables.len()];
        let mut chances = Vec::new();
        let each = 1.0 / (batch.len() as f32 * ORDER_LOGIT);
        for choice in batch {
            let [ours, theirs] = self.tables_of(choice);
            self.chances(choice, &mut chances);
            loss -= f64::from(chances[0].max(1e-30).ln());
            chances[0] -= 1.0;
            for (&[own, other], chance) in choice.moves.iter().zip(&chances) {
                slopes[ours][0][own as usize] += chance * each;
                slopes[theirs][1][other as usize] += chance * each;
            }
        }
        for (tables, slopes) in self.tables.iter_mut().zip(&slopes) {
            for (weights, slopes) in tables.iter_mut().zip(slopes) {
                weights.step(slopes, share, rate);
            }
        }
        loss
    }

    fn agreement(&self, choices: &[OrderSample]) -> Agreement {
        let mut agreement = Agreement::default();
        let mut chances = Vec::new();
        for choice in choices {
            self.chances(choice, &mut chances);
            let played = chances[0];
            let better = chances.iter().filter(|&&chance| chance > played).count();
            agreement.loss -= f64::from(played.max(1e-30).ln());
            agreement.first += f64::from(u8::from(better == 0));
            agreement.among_three += f64::from(u8::from(better < 3));
            chances.sort_unstable_by(|a, b| b.total_cmp(a));
            let tenth = chances[9.min(chances.len() - 1)].max(1e-30);
            agreement.spread += f64::from((chances[0] / tenth).ln() * ORDER_LOGIT);
        }
        let count = choices.len().max(1) as f64;
        Agreement {
            loss: agreement.loss / count,
            first: agreement.first / count,
            among_three: agreement.among_three / count,
            spread: agreement.spread / count,
        }
    }

    fn write(&self, weights: &mut Weights) {
        for color in 0..2 {
            let table = &self.tables[color % self.tables.len()];
            for (what, tuned) in table.iter().enumerate() {
                for (worth, weight) in weights.points[color].iter_mut().zip(&tuned.now) {
                    worth[1 + what] = weight.round().clamp(-12_000.0, 12_000.0) as i16;
                }
            }
        }
    }
}

/// Fits the ordering scores into `weights`, which hold the prior. `train` and `held` share no game.
pub fn fit(
    weights: &mut Weights,
    train: &[OrderSample],
    held: &[OrderSample],
    split: Split,
    settings: &FitSettings,
    watch: &Watch<'_>,
) {
    let mut model = OrderModel::new(weights, split);
    let report = |model: &OrderModel, when: &str| {
        let seen = model.agreement(&train[..train.len().min(held.len())]);
        let unseen = model.agreement(held);
        log::info!(
            "order {when}: train {:.4} held out {:.4}, first {:.1} %, among three {:.1} %, \
             first to tenth {:.0} points",
            seen.loss,
            unseen.loss,
            100.0 * unseen.first,
            100.0 * unseen.among_three,
            unseen.spread,
        );
    };
    log::info!("order: {} choices, {} held out", train.len(), held.len());
    let share = 1.0 / train.len() as f32;
    let course = Course {
        steps: "steps of the order",
        epochs: settings.order_epochs,
        batch: settings.batch,
        rate: settings.order_rate,
        seed: settings.seed,
        report_every: 5,
    };
    let step =
        |model: &mut OrderModel, batch: &[&OrderSample], rate: f32| model.step(batch, share, rate);
    learn(&mut model, train, &course, watch, step, report);
    model.write(weights);
}

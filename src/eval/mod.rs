//! The attack/defence scoring: what a point is worth, and the static score of a position.
//!
//! The unit: 200 points are one unit of logit, so a score `s` stands for a chance of
//! `1 / (1 + exp(−s/200))` of winning.

mod weights;

use std::sync::{Arc, OnceLock};

use crate::game::{Color, Rules, Variant};
use crate::pattern::{Kind, Patterns, WorthTable};

pub use weights::{FLAGS, Weights};

/// Score points that make one unit of logit.
pub const LOGIT: f64 = 200.0;

/// The largest static score; everything beyond stands for a proven result.
pub const MAX_EVAL: i32 = 10_000;

/// What the evaluation of one variant needs.
pub struct Evaluator {
    /// What a point is worth, for Black and White.
    pub worth: [Arc<WorthTable>; 2],
    flags: [i16; FLAGS],
}

impl Evaluator {
    /// The evaluator for these rules, made at the first call for their variant.
    pub fn of(rules: &Rules) -> &'static Evaluator {
        static EVALUATORS: [OnceLock<Evaluator>; 4] = [const { OnceLock::new() }; 4];
        let variant = rules.variant();
        EVALUATORS[variant as usize].get_or_init(|| Evaluator::new(variant, Weights::of(variant)))
    }

    /// An evaluator over the given weights.
    pub fn new(variant: Variant, weights: &Weights) -> Evaluator {
        let worth = Color::ALL.map(|color| {
            let restrained = variant == Variant::Renju && color == Color::Black;
            Arc::new(WorthTable::new(restrained, |classes| {
                weights.worth(color, classes)
            }))
        });
        Evaluator {
            worth,
            flags: weights.flags,
        }
    }

    /// The static score of a position for the side to move, −10,000..=10,000. Constant time.
    #[inline]
    pub fn score(&self, patterns: &Patterns) -> i32 {
        let us = patterns.board().side_to_move();
        let value = if us == Color::Black {
            patterns.value()
        } else {
            -patterns.value()
        };
        let mut score = value + i32::from(self.flags[0]);
        let mut set = |index: usize, color: Color, kind: Kind| {
            if patterns.count(color, kind) > 0 {
                score += i32::from(self.flags[index]);
            }
        };
        for (i, kind) in FLAGGED.into_iter().enumerate() {
            set(1 + i, us, kind);
            set(1 + FLAGGED.len() + i, !us, kind);
        }
        score.clamp(-MAX_EVAL, MAX_EVAL)
    }
}

/// The kinds whose presence on the board the static score counts once, for the side to move and
/// for its opponent.
pub const FLAGGED: [Kind; 7] = [
    Kind::ThreePlus,
    Kind::Three,
    Kind::DoubleThree,
    Kind::Four,
    Kind::FourPlus,
    Kind::FourThree,
    Kind::OpenFour,
];

//! Logits and chances: what scores of the search say, and what it costs to be wrong.

use crate::eval::LOGIT;

/// What a set of positions says about weights.
#[derive(Debug, Clone, Copy, Default)]
pub struct Loss {
    /// Cross-entropy against the blended target.
    pub target: f64,
    /// Cross-entropy against the result alone.
    pub result: f64,
}

impl Loss {
    /// Adds what it costs to say `logit`.
    pub fn add(&mut self, logit: f32, target: f32, result: f32) {
        self.target += cross_entropy(logit, target);
        self.result += cross_entropy(logit, result);
    }

    /// The mean over so many positions.
    pub fn mean(self, count: usize) -> Loss {
        let count = count.max(1) as f64;
        Loss {
            target: self.target / count,
            result: self.result / count,
        }
    }
}

/// Score points to a unit of logit: the scale with the least cross-entropy of the results, for pairs
/// of a score and what the side to move came to, by Newton's method in its reciprocal, in which it is
/// convex.
pub fn score_scale(scored: impl Iterator<Item = (f64, f64)> + Clone) -> f64 {
    let mut slope = 1.0 / LOGIT;
    for _ in 0..50 {
        let (mut gradient, mut curvature) = (0.0, 0.0);
        for (score, won) in scored.clone() {
            let chance = 1.0 / (1.0 + (-slope * score).exp());
            gradient += (chance - won) * score;
            curvature += chance * (1.0 - chance) * score * score;
        }
        if curvature <= 0.0 {
            break;
        }
        let step = (gradient / curvature).clamp(-slope.abs() / 2.0, slope.abs() / 2.0);
        slope -= step;
        if step.abs() < 1e-9 {
            break;
        }
    }
    1.0 / slope
}

/// The chance that a logit stands for.
pub fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// What it costs to say `logit` where the chance is `target`.
pub fn cross_entropy(logit: f32, target: f32) -> f64 {
    // ln(1 + exp(logit)) − target · logit, without overflow.
    let softplus = logit.max(0.0) + (-logit.abs()).exp().ln_1p();
    f64::from(softplus - target * logit)
}

//! The descent that all fits share: passes over samples in another order each, in batches, with steps
//! that grow shorter.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::clock::Watch;

/// How a model is to learn.
#[derive(Debug, Clone, Copy)]
pub struct Course {
    /// What its steps are called where somebody watches.
    pub steps: &'static str,
    /// Passes over the samples.
    pub epochs: usize,
    /// Samples a step, at least one.
    pub batch: usize,
    /// The length of the first steps.
    pub rate: f32,
    /// Where random numbers start.
    pub seed: u64,
    /// It is reported after so many passes each.
    pub report_every: usize,
}

/// Has a model learn: `step` takes one step of a length along a batch and returns the batch's loss,
/// `report` is told when, and what the mean loss of the samples was in the pass before. When it is
/// stopped, the model is what it has come to.
pub fn learn<M, S>(
    model: &mut M,
    samples: &[S],
    course: &Course,
    watch: &Watch<'_>,
    step: impl Fn(&mut M, &[&S], f32) -> f64,
    report: impl Fn(&M, &str),
) {
    report(model, "before");
    let mut order: Vec<&S> = samples.iter().collect();
    let size = course.batch.max(1);
    let batches = samples.len().div_ceil(size);
    let total = course.epochs * batches;
    for epoch in 0..course.epochs {
        shuffle(&mut order, course.seed, epoch);
        let mut seen = 0.0;
        for (i, batch) in order.chunks(size).enumerate() {
            let done = epoch * batches + i;
            if !watch.goes_on(course.steps, done, total) {
                return;
            }
            seen += step(model, batch, falling(course.rate, done, total));
        }
        if (epoch + 1).is_multiple_of(course.report_every) {
            let seen = seen / samples.len().max(1) as f64;
            report(
                model,
                &format!("after epoch {}: train {seen:.5}", epoch + 1),
            );
        }
    }
}

/// Another order for every seed and epoch.
fn shuffle<T>(list: &mut [T], seed: u64, epoch: usize) {
    let seed = seed ^ (epoch as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    list.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
}

/// A learning rate that falls along a cosine from `rate` to a fiftieth.
pub fn falling(rate: f32, done: usize, of: usize) -> f32 {
    let share = done as f32 / of.max(1) as f32;
    rate * (0.02 + 0.98 * 0.5 * (1.0 + (share * std::f32::consts::PI).cos()))
}

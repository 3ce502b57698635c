//! How a network is fitted.

/// How to fit a network.
#[derive(Debug, Clone, Copy)]
pub struct TrainSettings {
    /// How much the result counts in the target; the rest is the search's score.
    pub blend: f32,
    /// How much the position after a position counts in its score, as its opponent's search sees it,
    /// the position after that in turn, and so on; the rest is its own score.
    pub ahead: f32,
    /// Passes over the positions.
    pub epochs: usize,
    /// Positions a step.
    pub batch: usize,
    /// The length of the first steps.
    pub rate: f32,
    /// How far a weight is thought to end from where it began, the width of a normal distribution: what a
    /// network has learned from many games it does not forget over few. 1 hardly holds a weight, as the
    /// usual one is some tenths; so are hidden units of areas that nothing has heard before.
    pub width: f32,
    /// Where random numbers start.
    pub seed: u64,
    /// How many threads work; the network is the same with any number.
    pub threads: usize,
}

impl Default for TrainSettings {
    fn default() -> TrainSettings {
        TrainSettings {
            blend: 0.0,
            ahead: 0.8,
            epochs: 10,
            batch: 512,
            rate: 0.006,
            width: 1.0,
            seed: 1,
            threads: 1,
        }
    }
}

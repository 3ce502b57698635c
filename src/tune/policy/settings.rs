//! How a policy is fitted.

/// How to fit a policy. The defaults are what the shipped ones were made with.
#[derive(Debug, Clone, Copy)]
pub struct PolicySettings {
    /// The most positions that a search through a position of a game enters.
    pub nodes: u64,
    /// One in so many cuts is fitted to.
    pub one_in: u64,
    /// Passes over the cuts.
    pub epochs: usize,
    /// Cuts a step.
    pub batch: usize,
    /// The length of the first steps.
    pub rate: f32,
    /// Where random numbers start.
    pub seed: u64,
}

impl Default for PolicySettings {
    fn default() -> PolicySettings {
        PolicySettings {
            nodes: 10_000,
            one_in: 60,
            epochs: 6,
            batch: 256,
            rate: 0.01,
            seed: 1,
        }
    }
}

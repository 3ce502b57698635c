//! How weights are fitted.

/// How to fit. The defaults are what the shipped weights were made with.
#[derive(Debug, Clone, Copy)]
pub struct FitSettings {
    /// How much the result counts in the target of the static score; the rest is the search's score.
    pub blend: f32,
    /// Passes over the positions, for the values.
    pub epochs: usize,
    /// Passes over the choices, for the ordering.
    pub order_epochs: usize,
    /// Positions a step.
    pub batch: usize,
    /// The length of the first steps of the values, in score points.
    pub value_rate: f32,
    /// The length of the first steps of the ordering, in ordering points.
    pub order_rate: f32,
    /// The share of the positions that count as independent, against the prior.
    pub independent: f32,
    /// Where random numbers start.
    pub seed: u64,
}

impl Default for FitSettings {
    fn default() -> FitSettings {
        FitSettings {
            blend: 0.75,
            epochs: 30,
            order_epochs: 10,
            batch: 1024,
            value_rate: 0.2,
            order_rate: 3.0,
            independent: 0.3,
            seed: 1,
        }
    }
}

/// Whether the colours have weights of their own: in renju.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Split {
    Shared,
    Renju,
}

impl Split {
    pub(super) fn tables(self) -> usize {
        match self {
            Split::Shared => 1,
            Split::Renju => 2,
        }
    }
}

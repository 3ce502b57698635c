//! From files of games to weights.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;

use super::data::{DataError, Game, Header, read_games};
use super::positions::{Samples, samples};
use super::{order, value};
use crate::clock::Watch;
use crate::eval::Weights;
use crate::game::Variant;

/// One game in so many is held out.
const HELD_OUT: usize = 10;

/// The fewest games that are fitted to.
const FEWEST: usize = 20;

/// How to fit. The defaults are what the shipped weights were made with.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// How much the result counts in the target of the static score; the rest is the search's score.
    pub blend: f32,
    /// Passes over the positions, ...
    pub epochs: usize,
    /// ... and over the choices.
    pub order_epochs: usize,
    /// Positions a step.
    pub batch: usize,
    /// The length of the first steps, in score points, ...
    pub value_rate: f32,
    /// ... and in ordering points.
    pub order_rate: f32,
    /// The share of the positions that count as independent, against the prior.
    pub independent: f32,
    /// Where random numbers start.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
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

/// Another order for every seed and epoch.
pub(super) fn shuffle<T>(list: &mut [T], seed: u64, epoch: usize) {
    let seed = seed ^ (epoch as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    list.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
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

/// Why no weights came to be.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FitError {
    /// A file is no self-play data.
    #[error("file {0}: {1}")]
    Data(usize, DataError),
    /// It was stopped before anything was fitted.
    #[error("stopped")]
    Stopped,
    /// The files are about different variants.
    #[error("the files are about different variants")]
    Variants,
    /// There is nothing to fit on.
    #[error("there are too few games: {FEWEST} at least")]
    TooFew,
    /// A network is fitted to games of another win length.
    #[error("a network is for five in a row, and there are games of {0} in a row")]
    WinLength(u8),
    /// The network to start from has a view for each colour, and the variant is not renju.
    #[error("the network to start from sees the colours in different ways: only renju's may")]
    Views,
}

/// Fits the weights of a variant to the games in these texts, starting from (and pulled towards)
/// `start`, or the hand-made prior. Progress and losses go to the log at level info. Reproducible:
/// the same texts, start and settings give the same weights. When it is stopped while it fits, the
/// weights are those that it has come to.
///
/// # Errors
///
/// If a text is no self-play data, they are about different variants, or hold too few games; if it is
/// stopped before all are read.
pub fn fit(
    texts: &[String],
    start: Option<Weights>,
    settings: &Settings,
    watch: &Watch<'_>,
) -> Result<(Variant, Weights), FitError> {
    let [mut train, mut held] = [Samples::default(), Samples::default()];
    let variant = read_all(texts, watch, |header, game, held_out| {
        let into = if held_out { &mut held } else { &mut train };
        let mut of = samples(header, game, header.rules.variant() == Variant::Renju);
        into.positions.append(&mut of.positions);
        into.choices.append(&mut of.choices);
        Ok(())
    })?;
    let split = if variant == Variant::Renju {
        Split::Renju
    } else {
        Split::Shared
    };
    let mut weights = start.unwrap_or_else(|| Weights::prior(variant));
    value::fit(
        &mut weights,
        &train.positions,
        &held.positions,
        split,
        settings,
        watch,
    );
    let Samples { choices, .. } = &train;
    order::fit(&mut weights, choices, &held.choices, split, settings, watch);
    Ok((variant, weights))
}

/// Shows `visit` all games in texts of one variant, with whether each is held out. Returns the
/// variant.
pub(super) fn read_all(
    texts: &[String],
    watch: &Watch<'_>,
    mut visit: impl FnMut(&Header, &Game, bool) -> Result<(), FitError>,
) -> Result<Variant, FitError> {
    let mut variant = None;
    let mut games = 0;
    // Each text begins with a header.
    let total = texts
        .iter()
        .map(|text| text.lines().count().saturating_sub(1))
        .sum();
    for (i, text) in texts.iter().enumerate() {
        let (header, list) = read_games(text).map_err(|error| FitError::Data(i + 1, error))?;
        let this = header.rules.variant();
        if *variant.get_or_insert(this) != this {
            return Err(FitError::Variants);
        }
        for game in &list {
            if !watch.goes_on("games read", games, total) {
                return Err(FitError::Stopped);
            }
            visit(&header, game, games % HELD_OUT == 0)?;
            games += 1;
        }
    }
    log::info!("{games} games");
    variant.filter(|_| games >= FEWEST).ok_or(FitError::TooFew)
}

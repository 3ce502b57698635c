//! From files of games to weights.

use super::games::{FitError, read_all};
use super::positions::{Samples, samples};
use super::settings::{FitSettings, Split};
use super::{order, value};
use crate::clock::Watch;
use crate::eval::Weights;
use crate::game::Variant;

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
    settings: &FitSettings,
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

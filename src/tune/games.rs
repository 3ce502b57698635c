//! The games of several files, and those that are held out of a fit.

use thiserror::Error;

use super::data::{DataError, Game, Header, read_games};
use crate::clock::Watch;
use crate::game::Variant;

/// One game in so many is held out.
const HELD_OUT: usize = 10;

/// The fewest games that are fitted to.
const FEWEST: usize = 20;

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
    #[error("a network or a policy is for five in a row, and there are games of {0} in a row")]
    WinLength(u8),
    /// The network to start from has a view for each colour, and the variant is not renju.
    #[error("the network to start from sees the colours in different ways: only renju's may")]
    Views,
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

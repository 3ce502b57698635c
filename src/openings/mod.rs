//! Openings: the first stones of a game, put down by the referee, so that two engines that always
//! answer the same do not always play the same game.
//!
//! An [`Opening`] is a list of points, Black and White in turn, that can be played by the rules
//! without the game being over. Sets of them are [read](read_openings) from a file, made
//! [at random](RandomOpenings), or [embedded](embedded_openings); each set can be enlarged by the
//! board's [symmetries](with_symmetries).

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod asked;
mod balanced;
mod embedded;
mod opening;
mod random;
mod read;
mod shuffle;
mod starts;
mod symmetry;
mod threats;

pub use balanced::{MadeSet, SetFile, SetPlan, is_balanced};
pub use embedded::{embedded_openings, final_openings};
pub(crate) use opening::color_of;
pub use opening::{Opening, OpeningError, fingerprint};
pub use random::RandomOpenings;
pub use read::{LineError, OpeningsError, read_openings};
pub use shuffle::shuffle;
pub use starts::Starts;
pub use symmetry::{with_symmetries, without_duplicates};
pub use threats::{leaves_threat, leaves_win};

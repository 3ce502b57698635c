//! Self-play data and the fitting of weights.
//!
//! [`generate`] lets the search play itself from random balanced openings and writes one line a
//! game.

mod data;
mod generate;
mod selfplay;

pub use data::{DataError, Game, Header, Played, read_games};
pub use generate::{GenerateError, Job, generate};

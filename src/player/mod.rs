//! Who answers `genmove`.
//!
//! A [`Player`] is asked for one move at a time and changes nothing but itself. The same seed and
//! the same questions give the same answers on every machine.

mod book;
mod dice;
mod forced;
mod kind;
mod level;
mod random;
mod scoring;
mod search;
mod task;

use crate::search::Searcher;

pub use crate::search::Report;
pub use book::Book;
pub(crate) use dice::Dice;
pub use kind::{PlayerKind, UnknownPlayer};
pub use level::{Level, LevelError};
pub use random::RandomPlayer;
pub use scoring::{ScoringPlayer, score, scores};
pub use search::SearchPlayer;
pub use task::{Choice, Player, Resources, Style, Task, Watch};

impl PlayerKind {
    /// Makes such a player. What it draws at random comes from `seed` alone.
    pub fn create(self, seed: u64) -> Box<dyn Player> {
        match self {
            PlayerKind::Random => Box::new(RandomPlayer::new(seed)),
            PlayerKind::Scoring => Box::new(ScoringPlayer::new(seed)),
            PlayerKind::Search => Box::new(SearchPlayer::new(Searcher::default(), seed)),
        }
    }
}

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The players there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PlayerKind {
    /// Any legal point, each as likely.
    Random,
    /// Wins or blocks at once, else a highest-scoring point of a fixed table.
    Scoring,
    /// Searches.
    #[default]
    Search,
}

impl PlayerKind {
    /// All players.
    pub const ALL: [PlayerKind; 3] = [PlayerKind::Random, PlayerKind::Scoring, PlayerKind::Search];

    /// The name in lower case, as options and parameters write it.
    pub const fn name(self) -> &'static str {
        match self {
            PlayerKind::Random => "random",
            PlayerKind::Scoring => "scoring",
            PlayerKind::Search => "search",
        }
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name no player has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the players are random, scoring and search")]
pub struct UnknownPlayer;

impl FromStr for PlayerKind {
    type Err = UnknownPlayer;

    fn from_str(name: &str) -> Result<PlayerKind, UnknownPlayer> {
        PlayerKind::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
            .ok_or(UnknownPlayer)
    }
}

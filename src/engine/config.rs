use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;
use std::time::Duration;

use crate::clock::DEFAULT_OVERHEAD;
use crate::eval::Network;
use crate::game::Variant;
use crate::player::{Book, Level, Player, PlayerKind, Resources, Style};
use crate::search::Params;

/// How many of the best moves an analysis searches if nothing else is said.
pub const DEFAULT_LINES: usize = 5;

/// The most moves that an analysis searches each for itself.
pub const MAX_LINES: usize = 50;

/// What a move may take when nothing else limits it.
pub const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// What an engine is started with. The default is 15×15, five in a row, freestyle, the
/// searching player with a seed of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// Columns, 3..=52.
    pub width: u32,
    /// Rows, 3..=52.
    pub height: u32,
    /// How many in a row win; a board too small for it plays with its longer side.
    pub win_length: u32,
    /// Which runs win and which moves are forbidden.
    pub variant: Variant,
    /// Who answers.
    pub player: PlayerKind,
    /// Where the random numbers come from; `None` for a fresh seed in every run.
    pub seed: Option<u64>,
    /// The most one `genmove` may take.
    pub move_time: Option<Duration>,
    /// What is kept in hand of a move's time, for the way to whoever measures it.
    pub move_overhead: Duration,
    /// The most nodes of a search for one move.
    pub max_nodes: Option<u64>,
    /// The most plies a search may go down.
    pub max_depth: Option<u32>,
    /// Whether to resign a game that is lost by force at the next move.
    pub resign: bool,
    /// What the player may use of the machine.
    pub resources: Resources,
    /// The constants of a player that searches.
    pub params: Params,
    /// A network in place of the shipped ones, where five win.
    pub network: Option<Arc<Network>>,
    /// How strong the player is.
    pub level: Level,
    /// The proofs and opening books that the player plays by.
    pub book: Book,
    /// Whether even openings may be played in one way or another; `None` for that if and only if
    /// a seed is given.
    pub variety: Option<bool>,
    /// The most time that one search may take, of a move or of an analysis.
    pub max_time: Option<Duration>,
    /// The most nodes of any search, of a move or of an analysis.
    pub max_visits: Option<u64>,
    /// How many of the best moves an analysis searches if nothing else is said, 1..=[`MAX_LINES`].
    pub lines: usize,
    /// Whether to think in the opponent's time.
    pub ponder: bool,
    /// Whether the game is played where nobody can pass, so that a side without a legal point loses.
    pub no_pass: bool,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            width: 15,
            height: 15,
            win_length: 5,
            variant: Variant::Freestyle,
            player: PlayerKind::default(),
            seed: None,
            move_time: None,
            move_overhead: DEFAULT_OVERHEAD,
            max_nodes: None,
            max_depth: None,
            resign: false,
            resources: Resources::default(),
            params: Params::default(),
            network: None,
            level: Level::default(),
            book: Book::default(),
            variety: None,
            max_time: None,
            max_visits: None,
            lines: DEFAULT_LINES,
            ponder: false,
            no_pass: false,
        }
    }
}

impl Config {
    /// How the player is to play.
    pub(super) fn style(&self) -> Style {
        Style {
            level: self.level,
            variety: self.variety.unwrap_or(self.seed.is_some()),
            no_pass: self.no_pass,
        }
    }
}

/// A seed that differs from run to run.
pub(super) fn fresh_seed() -> u64 {
    // The standard library seeds its hash maps from the operating system. Half of the bits, so
    // that every reader of numbers can hold a seed that is reported.
    RandomState::new().build_hasher().finish() >> 32
}

/// The player that is asked for, with what it may use.
pub(super) fn create(config: &Config, seed: u64) -> Box<dyn Player> {
    let mut player = config.player.create(seed);
    player.set_resources(config.resources);
    if let Some(searcher) = player.searcher() {
        searcher.set_params(config.params.clone());
        searcher.set_network(config.network.clone());
    }
    player.set_style(config.style());
    player.set_book(config.book.clone());
    player
}

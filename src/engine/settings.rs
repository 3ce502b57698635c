use std::time::Duration;

use super::facade::Engine;
use crate::player::{Level, Report, Resources};

/// The most threads that can be asked for.
pub const MAX_THREADS: usize = 256;

/// The largest transposition table that can be asked for, in MiB.
pub const MAX_HASH: usize = 1 << 16;

impl Engine {
    /// Bounds every later move in time; `None` for no such bound.
    pub fn set_move_time(&mut self, time: Option<Duration>) {
        self.config.move_time = time;
    }

    /// Bounds the positions that a search may enter for one move.
    pub fn set_max_nodes(&mut self, nodes: Option<u64>) {
        self.config.max_nodes = nodes;
    }

    /// Bounds the plies that a search may go down.
    pub fn set_max_depth(&mut self, depth: Option<u32>) {
        self.config.max_depth = depth;
    }

    /// Changes whether a game that is lost by force at the next move is resigned.
    pub fn set_resign(&mut self, resign: bool) {
        self.config.resign = resign;
    }

    /// Changes whether the game is played where nobody can pass, so that a side without a legal point
    /// loses.
    pub fn set_no_pass(&mut self, no_pass: bool) {
        self.config.no_pass = no_pass;
        self.player.set_style(self.config.style());
        self.analyst = None;
    }

    /// What the player may use of the machine.
    pub fn resources(&self) -> Resources {
        self.config.resources
    }

    /// Changes what the player may use of the machine, from the next move on.
    pub fn set_resources(&mut self, resources: Resources) {
        self.config.resources = resources;
        self.player.set_resources(resources);
        self.analyst = None;
        self.prepare_player();
    }

    /// How strong the player is.
    pub fn level(&self) -> Level {
        self.config.level
    }

    /// Changes how strong the player is, from the next move on.
    pub fn set_level(&mut self, level: Level) {
        self.config.level = level;
        self.player.set_style(self.config.style());
    }

    /// Whether even openings may be played in one way or another.
    pub fn variety(&self) -> bool {
        self.config.style().variety
    }

    /// Changes whether even openings may be played in one way or another.
    pub fn set_variety(&mut self, variety: bool) {
        self.config.variety = Some(variety);
        self.player.set_style(self.config.style());
    }

    /// Bounds every later search in time, of a move or of an analysis.
    pub fn set_max_time(&mut self, time: Option<Duration>) {
        self.config.max_time = time;
    }

    /// Bounds the positions of every later search, of a move or of an analysis.
    pub fn set_max_visits(&mut self, visits: Option<u64>) {
        self.config.max_visits = visits;
    }

    /// Changes whether the engine thinks in the opponent's time; whoever waits for the opponent
    /// then calls [`ponder`](Engine::ponder).
    pub fn set_pondering(&mut self, ponder: bool) {
        self.config.ponder = ponder;
    }

    /// Makes the player forget what it has learned: its table is empty.
    pub fn clear_cache(&mut self) {
        self.player.new_game();
        self.analyst = None;
        self.prepare_player();
    }

    /// From now on what would else be done within the time of the next move begins as soon as it can
    /// be, beside everything else: memory is allocated and touched, tables are built.
    pub fn prepare(&mut self) {
        self.prepared = true;
        self.prepare_player();
    }

    /// After a change of game or player.
    pub(super) fn prepare_player(&mut self) {
        if self.prepared {
            self.player.prepare(self.board.rules());
        }
    }

    /// What the last move was found by, if its player searched for it.
    pub fn last_report(&self) -> Option<&Report> {
        self.player.last_report()
    }
}

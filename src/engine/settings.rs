use std::time::Duration;

use super::Engine;
use crate::player::{Report, Resources};

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

    /// What the player may use of the machine.
    pub fn resources(&self) -> Resources {
        self.config.resources
    }

    /// Changes what the player may use of the machine, from the next move on.
    pub fn set_resources(&mut self, resources: Resources) {
        self.config.resources = resources;
        self.player.set_resources(resources);
    }

    /// Does now what would else be done within the time of the next move: memory is allocated.
    pub fn prepare(&mut self) {
        self.player.prepare();
    }

    /// What the last move was found by, if its player searched for it.
    pub fn last_report(&self) -> Option<&Report> {
        self.player.last_report()
    }
}

use crate::clock::{Budget, Limits};
use crate::game::{Board, Color};
use crate::player::{PlayerKind, Watch};
use crate::search::{Report, Scope};

use super::config::{Config, create};
use super::facade::Engine;

impl Engine {
    /// Searches the position for `color`, at full strength whatever the level, until it is
    /// stopped, a cap is reached, or, unless `scope` is endless, everything is found out. `watch`
    /// hears how far it is. Without lines if the game is over or no move that is asked for can be
    /// played. Plays nothing, and takes nothing off a clock.
    pub fn analyse(&mut self, color: Color, scope: &Scope, watch: Watch<'_>) -> Report {
        let config = &self.config;
        let time = config.max_time.map(|time| Budget {
            soft: time,
            hard: time,
        });
        let limits = Limits {
            time,
            nodes: config.max_visits,
            depth: None,
        };
        let scope = Scope {
            forced: true,
            ..scope.clone()
        };
        self.explore(color, &scope, limits, watch)
    }

    /// Thinks about the position until it is stopped or everything is found out, so that the next
    /// move is found sooner, also where the move to come is the only one: what matters is what
    /// comes after it. Only a player that searches does; the report of others has no lines.
    pub fn ponder(&mut self) -> Report {
        if self.player.searcher().is_none() {
            return Report::default();
        }
        let color = self.board.side_to_move();
        let scope = Scope {
            forced: true,
            ..Scope::default()
        };
        self.explore(color, &scope, Limits::default(), &|_| {})
    }

    fn explore(&mut self, color: Color, scope: &Scope, limits: Limits, watch: Watch<'_>) -> Report {
        let board = self.board.clone();
        self.search_on(&board, color, scope, limits, watch)
    }

    /// Searches any position of the game in force.
    pub(super) fn search_on(
        &mut self,
        board: &Board,
        color: Color,
        scope: &Scope,
        limits: Limits,
        watch: Watch<'_>,
    ) -> Report {
        if board.outcome().is_some() {
            return Report::default();
        }
        let searcher = match self.player.searcher() {
            Some(searcher) => Some(searcher),
            None => {
                let (config, seed) = (&self.config, self.seed);
                let analyst = self.analyst.get_or_insert_with(|| {
                    let config = Config {
                        player: PlayerKind::Search,
                        ..config.clone()
                    };
                    create(&config, seed)
                });
                analyst.searcher()
            }
        };
        let Some(searcher) = searcher else {
            return Report::default();
        };
        let mut tell = |report: &Report| watch(report);
        searcher.search_within(scope, board, color, limits, &self.stop, &mut tell)
    }
}

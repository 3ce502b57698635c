use super::{Choice, Player, PlayerKind, Task};
use crate::search::{Report, Searcher};

/// The strong player: whatever the search finds within the limits.
pub struct SearchPlayer {
    searcher: Searcher,
}

impl SearchPlayer {
    /// A player over its own search.
    pub fn new(searcher: Searcher) -> SearchPlayer {
        SearchPlayer { searcher }
    }
}

impl Player for SearchPlayer {
    fn kind(&self) -> PlayerKind {
        PlayerKind::Search
    }

    fn choose(&mut self, task: &Task<'_>) -> Choice {
        let mut observer = |report: &Report| {
            log::info!(
                "depth {}-{} score {} nodes {} time {} ms",
                report.depth,
                report.seldepth,
                report.score,
                report.nodes.total(),
                report.elapsed.as_millis(),
            );
        };
        let report = self.searcher.search(
            task.board,
            task.color,
            task.limits,
            task.stop,
            &mut observer,
        );
        match report.pv.first() {
            Some(&point) => Choice::Point(point),
            None => Choice::NoLegalPoint,
        }
    }

    fn new_game(&mut self) {
        self.searcher.clear();
    }
}

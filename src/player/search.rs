use super::{Choice, Player, PlayerKind, Resources, Task};
use crate::search::{DEFAULT_HASH, Report, Searcher};

/// Memory for everything but the transposition table: the program with its tables, and what each
/// thread works on, in MiB.
const RESERVE: u64 = 12;
const RESERVE_PER_THREAD: u64 = 4;

/// The largest transposition table that is worth its first touching, in MiB.
const MAX_HASH: u64 = 256;

/// The strong player: whatever the search finds within the limits.
pub struct SearchPlayer {
    searcher: Searcher,
    report: Option<Report>,
}

/// The transposition table that leaves room for the rest, in MiB: at least one, as there is no
/// search without.
fn hash_within(resources: Resources) -> usize {
    let Some(bytes) = resources.memory else {
        return DEFAULT_HASH;
    };
    let reserve = RESERVE + RESERVE_PER_THREAD * resources.threads as u64;
    (bytes >> 20).saturating_sub(reserve).clamp(1, MAX_HASH) as usize
}

impl SearchPlayer {
    /// A player over its own search.
    pub fn new(searcher: Searcher) -> SearchPlayer {
        SearchPlayer {
            searcher,
            report: None,
        }
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
        let choice = match report.pv.first() {
            Some(&point) => Choice::Point(point),
            None => Choice::NoLegalPoint,
        };
        self.report = Some(report);
        choice
    }

    fn new_game(&mut self) {
        self.searcher.clear();
        self.report = None;
    }

    fn set_resources(&mut self, resources: Resources) {
        self.searcher.set_hash(hash_within(resources));
        self.searcher.set_threads(resources.threads);
    }

    fn prepare(&mut self) {
        self.searcher.prepare();
    }

    fn last_report(&self) -> Option<&Report> {
        self.report.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_leaves_room_for_the_rest() {
        let hash = |memory, threads| hash_within(Resources { memory, threads });
        let mib = |n: u64| Some(n << 20);
        assert_eq!(hash(None, 1), DEFAULT_HASH);
        assert_eq!(hash(mib(64), 1), 48);
        assert_eq!(hash(mib(64), 4), 36);
        assert_eq!(hash(mib(350), 1), 256);
        assert_eq!(hash(mib(0), 1), 1);
        assert_eq!(hash(Some(u64::MAX), 256), 256);
    }
}

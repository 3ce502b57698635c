//! The benchmark: fixed positions searched to a fixed depth, on one thread.
//!
//! The number of nodes of all of them is the *signature* of a version: the same on every
//! machine, in every run and every build, and another as soon as a change makes the search
//! take another path. `lianzhu bench` prints it.

use std::fmt;
use std::time::Duration;

use crate::clock::{Limits, StopToken};
use crate::game::{Board, Rules, Variant};
use crate::notation::Vertex;
use crate::search::{Nodes, Report, Searcher};

/// The depth that signatures are quoted for.
pub const DEFAULT_DEPTH: u32 = 7;

/// The transposition table of a benchmark, in MiB.
pub const HASH: usize = 16;

/// Width, height, win length, variant, and the moves that lead to the position.
type Case = (u8, u8, u8, Variant, &'static str);

use Variant::{Caro, Exact, Freestyle, Renju};

/// From games that the engine played against itself, none of them decided yet.
static CASES: [Case; 24] = [
    (15, 15, 5, Freestyle, "j6"),
    (15, 15, 5, Freestyle, "h9 h6 f10 f6 e9 f5"),
    (
        15,
        15,
        5,
        Freestyle,
        "k6 k8 f8 l10 e7 h10 d6 c5 l7 j5 k11 j7 h6 j6",
    ),
    (
        15,
        15,
        5,
        Freestyle,
        "j10 k7 f7 f8 h8 e6 h10 h7 k11 k10 h9 g8 h11 h12 l11 j11 l9 l8 l12 m13 j6 g13 f14 k9",
    ),
    (
        15,
        15,
        5,
        Freestyle,
        "g9 g10 f11 e11 f9 f12 h10 f8 e9 d9 d8 g13 h14 j9 j11 c9 d10 l11 l13 k12 h8 h12 k11 g12 \
         j12 e12 d12 j13 g11 h11 c7 f10 b6 a5 j10 e14 e13 f13 d15 h13 k13 c11 c10 m10",
    ),
    (20, 20, 5, Freestyle, "l11 l10 m12 n13 m11 m10 n10 k11"),
    (
        20,
        20,
        5,
        Freestyle,
        "j11 m11 j10 k13 l12 j13 j9 j8 l13 l11 k12 h10 n12 m12 h9 m13 g8 k11 m10 n11 o11 k9 m14 \
         n15 h7 o14 e6 f7 p15 l15",
    ),
    (
        10,
        10,
        5,
        Freestyle,
        "g5 f4 f6 e6 e5 g7 h4 e7 h7 f5 j3 k2 g4 d7 f3 f7",
    ),
    (
        12,
        20,
        5,
        Freestyle,
        "h9 j11 f8 h12 f7 f10 g11 j10 e6 g13 k10 f12",
    ),
    (
        50,
        50,
        5,
        Freestyle,
        "z27 aa28 aa26 z25 ab26 y28 ad23 ab25 aa25 y27 ac26 ad26 y26 z26 ab28 z28 ab30 z24 ab29 \
         ab27",
    ),
    (15, 15, 5, Exact, "k7 h6 l5 k5 l7 l6 m7"),
    (
        15,
        15,
        5,
        Exact,
        "g7 h9 g10 f10 f9 h11 h8 g11 g6 g8 k11 h12 e9 h13 h10 f6 f7 j13 k14 h14",
    ),
    (
        15,
        15,
        5,
        Exact,
        "k6 k7 l5 j5 l8 j7 l6 l7 m7 j6 j8 k4 h7 k9 k8 j4 j3 m8 g8 h8 l4 l3 h6 m2 n1 h5 f5 g4 f3 \
         f4 h4 g6 k3 e5 g3 h3 k2 f6 d4 j9 g7 e8 f7 e11 f10 e6 e7 d7 c6 l9",
    ),
    (19, 19, 5, Exact, "h9 m8 j9 k9 h6 l8 h8 h7 j8 j10 m7 h11"),
    (15, 15, 5, Renju, "j7 k10 k5 k7 j5"),
    (
        15,
        15,
        5,
        Renju,
        "j7 h7 k7 j6 k6 h8 g8 k5 h9 l4 m3 h4 l5 h5 h6",
    ),
    (
        15,
        15,
        5,
        Renju,
        "g10 f10 e11 h11 e9 h9 d11 f8 c11 f11 a11 b11 f9 h10 h12 e10 d9 h8 h7 c9 j11 g8 e8 k8 j8 \
         j9 l7 f12",
    ),
    (
        15,
        15,
        5,
        Renju,
        "j6 h7 g10 f10 e11 h9 h11 j9 j12 f9 g9 f6 k13 l14 g7 g8 f8 h6 h5 h10 h8 e6 f7 e7 g11 f11 \
         g6 e8 g12 g13 j4 k3 e9 f13 f12 e5 e4 d11 e10 e12",
    ),
    (15, 15, 5, Caro, "j7 h6 k5 l5 l6 j4 j9 j8 h10"),
    (
        18,
        18,
        5,
        Caro,
        "l12 h11 m14 m12 l14 n14 h14 j14 l13 l11 l15 l17 n13 k16 k15 j11 k11 o13 h15 m15 p12 j16",
    ),
    (10, 10, 4, Exact, "e5 f6"),
    (
        15,
        15,
        6,
        Freestyle,
        "k7 h10 f9 j8 h7 k8 j9 j7 h6 h4 h8 f6 e9 g9 f8 j5 e7 e10",
    ),
    (
        16,
        16,
        7,
        Freestyle,
        "k9 g7 l8 h8 j9 g9 j10 h11 g10 j7 k6 h10 h9 j11 k7 k11 f8 k8 l11 l9 m10 f11 k12 n9 j6 m9",
    ),
    (
        20,
        20,
        8,
        Freestyle,
        "m11 l13 n10 m10 o9 l12 l11 j11 k12 l6 r6 t4 n11 o11 n9 n8 k9 j9 j8 n12 q9 m9 l10 f5 k10 \
         k11 m13 p9 q1 n1",
    ),
];

/// The position after a case's moves; `None` if they cannot be played.
fn board(&(width, height, win_length, variant, moves): &Case) -> Option<Board> {
    let rules = Rules::new(width.into(), height.into(), win_length.into(), variant).ok()?;
    let mut board = Board::new(rules);
    for word in moves.split_whitespace() {
        let point = word.parse::<Vertex>().ok()?.on_board(&rules).ok()??;
        board.play(board.side_to_move(), point).ok()?;
    }
    Some(board)
}

/// The benchmark's positions, each with its moves, Black's first.
pub fn positions() -> impl Iterator<Item = Board> {
    CASES.iter().filter_map(board)
}

/// What a benchmark adds up to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Total {
    /// Nodes, by what searched them.
    pub nodes: Nodes,
    /// The time of all searches together.
    pub elapsed: Duration,
}

impl Total {
    /// The signature.
    pub fn signature(&self) -> u64 {
        self.nodes.total()
    }

    /// Positions a second.
    pub fn nps(&self) -> u64 {
        (self.signature() as f64 / self.elapsed.as_secs_f64().max(1e-6)) as u64
    }
}

/// As lines: positions, time, speed and signature.
impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = self.nodes;
        writeln!(
            f,
            "Nodes {} (tree {}, horizon {}, fours {})",
            nodes.total(),
            nodes.tree,
            nodes.leaves,
            nodes.fours
        )?;
        writeln!(f, "Time {} ms", self.elapsed.as_millis())?;
        writeln!(f, "NPS {}", self.nps())?;
        writeln!(f, "Bench: {}", self.signature())
    }
}

/// Searches every position to `depth` plies with a search that has forgotten all others.
/// `observer` hears of each position when it is done. The numbers of threads and MiB are those of
/// `searcher`: the signature is defined for one thread and [`HASH`].
///
/// # Errors
///
/// What `observer` says; nothing is searched after that.
pub fn run<E>(
    searcher: &mut Searcher,
    depth: u32,
    mut observer: impl FnMut(&Board, &Report) -> Result<(), E>,
) -> Result<Total, E> {
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let mut total = Total::default();
    for board in positions() {
        searcher.clear();
        let color = board.side_to_move();
        let report = searcher.search(&board, color, limits, &StopToken::new(), &mut |_| {});
        total.nodes.tree += report.nodes.tree;
        total.nodes.leaves += report.nodes.leaves;
        total.nodes.fours += report.nodes.fours;
        total.elapsed += report.elapsed;
        observer(&board, &report)?;
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_reached_and_goes_on() {
        assert_eq!(positions().count(), CASES.len());
        assert!(positions().all(|board| board.outcome().is_none()));
    }
}

use std::path::PathBuf;

use super::graph::Part;
use super::hints::Hints;
use crate::clock::Instant;

/// What the search for a proof may use.
#[derive(Debug, Clone)]
pub struct Effort {
    /// Threads that work, at least one.
    pub threads: usize,
    /// The most positions kept; a position takes some 300 bytes.
    pub positions: usize,
    /// The nodes of the searches for threats from which on no other position is worked on.
    pub nodes: Option<u64>,
    /// The file of the work done so far, which grows; it is gone on with if there is one.
    pub journal: Option<PathBuf>,
    /// When it ends at the latest, some tenths of a second later on a slow machine.
    pub until: Option<Instant>,
    /// Moves of the attacker's that are tried before others.
    pub hints: Hints,
    /// The part of the work to do, if not all of it.
    pub part: Option<Part>,
    /// The most quiet moves of the attacker's on a line, as [`WinProof::depth`](super::WinProof::depth) counts them. With
    /// such a bound nothing is kept in the file.
    pub quiet: Option<usize>,
}

impl Default for Effort {
    /// One thread, a million positions, any nodes, no file, as long as it takes, any number of quiet moves.
    fn default() -> Effort {
        Effort {
            threads: 1,
            positions: 1_000_000,
            nodes: None,
            journal: None,
            until: None,
            hints: Hints::default(),
            part: None,
            quiet: None,
        }
    }
}

/// How far a search for a proof is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// Positions seen.
    pub positions: usize,
    /// In how many of them the attacker is known to win.
    pub proven: usize,
    /// How many were worked on, each time counted.
    pub expanded: u64,
    /// Nodes of the searches for threats.
    pub nodes: u64,
    /// The proof number of the position asked about: how much is left to do, at least.
    pub proof: u32,
}

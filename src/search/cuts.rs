//! Moves that cut, and what else could have been tried there: what a policy is fitted to.

use crate::game::{Point, Position};

/// A quiet node of a search that one of its moves cut, the table's move aside.
#[derive(Debug, Clone)]
pub struct Cut {
    /// The position of the node.
    pub position: Position,
    /// The move that cut.
    pub point: Point,
    /// The table's move, which was tried before all others.
    pub table_move: Option<Point>,
    /// What the histories add to the ordering score of each candidate when the cut is found, in ordering
    /// points.
    pub histories: Vec<(Point, i32)>,
}

/// The least depth of a node whose cut is kept.
pub(super) const LEAST_DEPTH: i32 = 2;

/// Keeps some of the cuts of a search.
#[derive(Debug)]
pub(super) struct CutLog {
    one_in: u64,
    pub cuts: Vec<Cut>,
}

impl CutLog {
    pub fn new(one_in: u64) -> CutLog {
        CutLog {
            one_in: one_in.max(1),
            cuts: Vec::new(),
        }
    }

    /// Which are kept depends on the position alone.
    pub fn keeps(&self, key: u64) -> bool {
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        mixed.is_multiple_of(self.one_in)
    }
}

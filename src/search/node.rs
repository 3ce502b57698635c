//! What a node is: its kind, and what is known of it before its moves are searched.

use super::history::Combinations;
use super::picker::ThreatState;
use super::tt::Entry;

/// What kind of node is searched: the type parameter of the search.
pub(super) trait NodeType {
    /// Whether it is the root, whose moves are kept and told.
    const ROOT: bool;
    /// Whether an exact score is asked for.
    const PV: bool;
}

/// The root.
pub(super) struct Root;
/// Another node that an exact score is asked of.
pub(super) struct Pv;
/// A node that is only compared with a bound: its window is empty.
pub(super) struct NonPv;

impl NodeType for Root {
    const ROOT: bool = true;
    const PV: bool = true;
}

impl NodeType for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
}

impl NodeType for NonPv {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// What is known of a node before its moves are searched.
pub(super) struct Node {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) pv: bool,
    pub(super) cut: bool,
    pub(super) threat_state: ThreatState,
    /// Whether the opponent threatens a four that one has no right to answer (renju), where nothing else has to be
    /// answered. Every move that does not stop it loses at once, so that the moves of such a node need no list of their
    /// own.
    pub(super) foul_threat: bool,
    pub(super) eval: i32,
    /// The raw static evaluation; none where something has to be answered.
    pub(super) raw_eval: Option<i32>,
    /// What the correction histories add to it.
    pub(super) correction: i32,
    /// The static evaluation as the correction histories mend it.
    pub(super) corrected_eval: i32,
    /// Which sides threaten a combination.
    pub(super) combinations: Combinations,
    /// See [`threat_inputs`]; zero where something has to be answered.
    pub(super) threat_inputs: usize,
    pub(super) improving: bool,
    /// Whether this is, or the table remembers it as, a node of a principal variation.
    pub(super) tt_pv: bool,
    pub(super) entry: Option<Entry>,
    pub(super) excluded: Option<u16>,
}

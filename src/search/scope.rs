use std::time::Duration;

use crate::game::Point;

/// Which of the root's moves a search is about, and when it ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope {
    /// How many of the best moves are searched, each for itself: at least one.
    pub lines: usize,
    /// The only moves that are considered, if there is such a list. Points that cannot be played are
    /// passed over.
    pub allow: Option<Vec<Point>>,
    /// Moves that are not considered.
    pub avoid: Vec<Point>,
    /// Whether the search goes on, or waits, until it is stopped or its time is over: also after a
    /// proof and after the last iteration.
    pub endless: bool,
    /// Whether a move that is the only one is searched as well, for its score. Who wants but a move
    /// has it at once.
    pub forced: bool,
    /// How often the observer hears how an iteration goes on; only after iterations, if `None`.
    pub refresh: Option<Duration>,
}

impl Default for Scope {
    /// The one best of all moves, until it is found.
    fn default() -> Scope {
        Scope {
            lines: 1,
            allow: None,
            avoid: Vec::new(),
            endless: false,
            forced: false,
            refresh: None,
        }
    }
}

impl Scope {
    /// Whether only the best move is asked for, so that everything is left out that cannot be it.
    pub fn is_plain(&self) -> bool {
        self.lines <= 1 && self.allow.is_none() && self.avoid.is_empty() && !self.endless
    }
}

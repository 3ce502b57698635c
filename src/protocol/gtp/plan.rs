//! What an analysis is asked for.

use std::time::Duration;

use crate::game::Color;
use crate::search::Scope;

/// How reports are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Win rates as whole numbers from 0 to 10000.
    Integer,
    /// Win rates from 0 to 1 with a decimal point, and KataGo's names for the score.
    Kata,
}

/// What a stream ends in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    /// Nothing: it goes on until it is interrupted.
    Analysis,
    /// A move, which is played.
    Move,
    /// A move that is only told, and only if nobody interrupts; there are no reports.
    Suggestion,
}

/// What is to be streamed.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) dialect: Dialect,
    pub(super) goal: Goal,
    pub(super) color: Color,
    /// The time between reports.
    pub(super) interval: Duration,
    pub(super) scope: Scope,
    /// The most moves of a report.
    pub(super) most: usize,
    /// Whether reports say something of the position, too.
    pub(super) root_info: bool,
}

//! An observer of a search, with what it was told last.

use std::time::Duration;

use super::report::Report;
use crate::clock::Instant;

/// An observer with what it was told last.
pub(super) struct Observer<'a> {
    pub observer: &'a mut dyn FnMut(&Report),
    /// How many moves are told.
    pub lines: usize,
    /// How often it is told within an iteration; never, if `None`.
    pub every: Option<Duration>,
    pub report: Option<Report>,
    pub told: Instant,
    /// The first worker's positions that are in the report's lines.
    pub counted: u64,
}

impl<'a> Observer<'a> {
    pub fn new(
        observer: &'a mut dyn FnMut(&Report),
        lines: usize,
        every: Option<Duration>,
    ) -> Observer<'a> {
        Observer {
            observer,
            lines,
            every,
            report: None,
            told: Instant::now(),
            counted: 0,
        }
    }
}

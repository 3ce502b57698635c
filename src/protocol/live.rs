//! A search that is told of while it goes on.

use std::cell::RefCell;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::Instant;
use crate::engine::Watch;
use crate::search::Report;
use crate::wire::SendError;

/// The last report of a search, and whether it is over.
#[derive(Default)]
struct Latest {
    state: Mutex<(Option<Report>, bool)>,
    over: Condvar,
}

impl Latest {
    fn lock(&self) -> MutexGuard<'_, (Option<Report>, bool)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, report: &Report) {
        self.lock().0 = Some(report.clone());
    }

    fn finish(&self) {
        self.lock().1 = true;
        self.over.notify_all();
    }

    /// Waits until the search is over, `timeout` at most: whether it is.
    fn wait(&self, timeout: Duration) -> bool {
        let waiting = self
            .over
            .wait_timeout_while(self.lock(), timeout, |state| !state.1);
        waiting.unwrap_or_else(PoisonError::into_inner).0.1
    }

    fn report(&self) -> Option<Report> {
        self.lock().0.clone()
    }
}

/// Says that the search is over when it ends, however it does.
struct Finisher<'a>(&'a Latest);

impl Drop for Finisher<'_> {
    fn drop(&mut self) {
        self.0.finish();
    }
}

/// Runs `search` on a thread of its own and meanwhile calls `tell` every `interval` with the last
/// report, if there is one, until it fails. Returns what was found, and whether all could be told.
///
/// Only the last report is kept, so that one who reads slowly finds the newest and no queue grows;
/// the search never waits for the reader.
pub(super) fn watched<T: Send>(
    interval: Duration,
    mut tell: impl FnMut(Option<&Report>) -> Result<(), SendError>,
    search: impl FnOnce(Watch<'_>) -> T + Send,
) -> (T, Result<(), SendError>) {
    let latest = Latest::default();
    std::thread::scope(|threads| {
        let searching = threads.spawn(|| {
            let _finisher = Finisher(&latest);
            search(&|report| latest.put(report))
        });
        let start = Instant::now();
        let mut told = Ok(());
        let mut next = interval;
        while !latest.wait(next.saturating_sub(start.elapsed())) {
            if told.is_ok() {
                told = tell(latest.report().as_ref());
            }
            // Whoever did not read in time gets no more for it.
            while next <= start.elapsed() {
                next += interval;
            }
        }
        match searching.join() {
            Ok(found) => (found, told),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// As [`watched`], on this thread alone: the search waits while it is told of.
pub(super) fn watched_here<T>(
    interval: Duration,
    tell: impl FnMut(Option<&Report>) -> Result<(), SendError>,
    search: impl FnOnce(Watch<'_>) -> T,
) -> (T, Result<(), SendError>) {
    let state = RefCell::new((tell, Ok(()), Instant::now()));
    let found = search(&|report| {
        let (tell, told, last) = &mut *state.borrow_mut();
        if told.is_ok() && last.elapsed() >= interval {
            *told = tell(Some(report));
            *last = Instant::now();
        }
    });
    (found, state.into_inner().1)
}

//! Making the memory of a table ready, beside everything else.
//!
//! The first touch of a page waits for the system, which fills it with zeros: up to several
//! milliseconds for 2 MiB, and on a young table nearly every look-up is such a first touch. So threads
//! go over the memory chunk by chunk, and a search that does not wait for them uses the chunks at its
//! beginning that are ready.

use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::pages::{LINE, Pages};
use crate::clock::StopToken;

/// Buckets of a chunk: 2 MiB, a page.
const CHUNK: usize = (2 << 20) / LINE;

/// The most threads that make memory ready: more of them only wait for the memory.
const MOST: usize = 8;

/// How long threads wait before they begin, so that whoever asked for it is answered first: starting
/// threads and touching memory hold each other up.
pub(super) const LATER: Duration = Duration::from_millis(10);

/// How often whoever waits looks whether he is stopped.
const GLANCE: Duration = Duration::from_millis(5);

/// How far the memory of a table is ready.
pub(super) struct Fill {
    work: Arc<Work>,
    /// Ends when nothing of the memory is touched any more.
    thread: Option<JoinHandle<()>>,
}

struct Work {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// The next chunk to be taken.
    next: usize,
    /// Which chunks are ready, and how many of the first are.
    done: Vec<bool>,
    ready: usize,
    /// Threads that may work now.
    allowed: usize,
    /// An earlier fill, and whether it may still touch the memory.
    before: Option<JoinHandle<()>>,
    blocked: bool,
    cancelled: bool,
}

fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| thread::available_parallelism().map_or(1, usize::from))
}

impl Work {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    /// Makes a chunk ready that was taken.
    fn wipe(&self, pages: &Pages, chunk: usize) {
        pages.wipe(buckets(pages, chunk));
        self.change(|state| {
            state.done[chunk] = true;
            while state.done.get(state.ready) == Some(&true) {
                state.ready += 1;
            }
        });
    }

    /// What one of the threads does, to the end.
    fn run(&self, pages: &Pages, thread: usize) {
        let mut state = self.lock();
        while !state.cancelled && state.next < state.done.len() {
            if thread >= state.allowed {
                let woken = self.changed.wait(state);
                state = woken.unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let chunk = state.next;
            state.next += 1;
            drop(state);
            self.wipe(pages, chunk);
            state = self.lock();
        }
    }

    /// What all threads do, after those of an earlier fill.
    fn run_all(&self, pages: &Pages) {
        let state = self.lock();
        let wanted = |state: &mut State| !state.cancelled;
        let waited = self.changed.wait_timeout_while(state, LATER, wanted);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
        let before = state.before.take();
        drop(state);
        self.end(before);
        thread::scope(|scope| {
            for index in 1..cores().min(MOST) {
                let work = move || self.run(pages, index);
                // With fewer threads it takes longer.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            self.run(pages, 0);
        });
    }

    /// Waits for the end of an earlier fill, which has been cancelled.
    fn end(&self, before: Option<JoinHandle<()>>) {
        if let Some(before) = before {
            // A thread that has panicked touches nothing, either.
            let _ = before.join();
            self.change(|state| state.blocked = false);
        }
    }

    /// Sees to it that the first `chunks` are ready, unless it is stopped first: never before the
    /// very first one is.
    fn secure(&self, pages: &Pages, chunks: usize, stop: Option<&StopToken>) {
        let mut state = self.lock();
        while state.ready < chunks {
            if state.ready > 0 && stop.is_some_and(StopToken::is_stopped) {
                return;
            }
            if let Some(before) = state.before.take() {
                drop(state);
                self.end(Some(before));
                state = self.lock();
            } else if state.next < chunks && !state.blocked {
                let chunk = state.next;
                state.next += 1;
                drop(state);
                self.wipe(pages, chunk);
                state = self.lock();
            } else {
                let woken = self.changed.wait_timeout(state, GLANCE);
                state = woken.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }
}

/// The buckets of a chunk.
fn buckets(pages: &Pages, chunk: usize) -> Range<usize> {
    chunk * CHUNK..((chunk + 1) * CHUNK).min(pages.buckets())
}

impl Fill {
    /// Begins to make memory ready.
    pub fn new(pages: &Arc<Pages>) -> Fill {
        Fill::after(None, pages)
    }

    /// Begins anew, once this one is at its end.
    pub fn restart(&mut self, pages: &Arc<Pages>) {
        self.cancel();
        let before = self.thread.take();
        *self = Fill::after(before, pages);
    }

    fn after(before: Option<JoinHandle<()>>, pages: &Arc<Pages>) -> Fill {
        let before = before.filter(|thread| !thread.is_finished());
        let chunks = pages.buckets().div_ceil(CHUNK);
        let blocked = before.is_some();
        let work = Arc::new(Work {
            state: Mutex::new(State {
                next: 0,
                done: vec![false; chunks],
                ready: 0,
                allowed: MOST,
                before,
                blocked,
                cancelled: false,
            }),
            changed: Condvar::new(),
        });
        if chunks == 1 && !blocked {
            // Sooner done than a thread is started.
            work.secure(pages, 1, None);
            return Fill { work, thread: None };
        }
        let (theirs, memory) = (work.clone(), pages.clone());
        let run = move || theirs.run_all(&memory);
        let thread = thread::Builder::new().spawn(run).ok();
        if thread.is_none() {
            work.secure(pages, chunks, None);
        }
        Fill { work, thread }
    }

    /// How many of the first buckets are ready, at least some: it sees to that.
    pub fn ready(&self, pages: &Pages) -> usize {
        self.work.secure(pages, 1, None);
        (self.work.lock().ready * CHUNK).min(pages.buckets())
    }

    /// Waits until all is ready, and lends a hand, unless it is stopped first.
    pub fn finish(&self, pages: &Pages, stop: &StopToken) {
        let chunks = self.work.lock().done.len();
        self.work.secure(pages, chunks, Some(stop));
    }

    /// Leaves so many of the machine's cores to others.
    pub fn share_with(&self, threads: usize) {
        let allowed = match threads {
            0 => MOST,
            _ => cores().saturating_sub(threads),
        };
        self.work.change(|state| state.allowed = allowed);
    }

    /// Goes on whoever needs the cores.
    pub fn hurry(&self) {
        self.work
            .change(|state| state.allowed = state.allowed.max(1));
    }

    fn cancel(&self) {
        self.work.change(|state| state.cancelled = true);
    }
}

/// The threads end, with the chunks that they are at.
impl Drop for Fill {
    fn drop(&mut self) {
        self.cancel();
        if let Some(thread) = self.thread.take() {
            // A thread that has panicked is at its end, too.
            let _ = thread.join();
        }
    }
}

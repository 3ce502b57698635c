//! The helper threads of a search: they live as long as the searcher and wait for work.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use super::report::Report;
use super::root::RootMoves;
use super::scope::Scope;
use super::worker::{Shared, ThreadData, Worker};
use crate::clock::StopToken;
use crate::game::{Board, Color};

/// What the helpers are to search.
#[derive(Clone)]
pub(super) struct SearchJob {
    pub shared: Arc<Shared>,
    pub board: Board,
    pub color: Color,
    pub scope: Scope,
    pub root: RootMoves,
}

/// One thread with what it has learned.
struct Helper {
    /// Counted from 1, as the main thread is 0.
    index: usize,
    jobs: Option<Sender<Box<(SearchJob, bool)>>>,
    done: Receiver<Report>,
    thread: Option<JoinHandle<()>>,
    /// Whether the thread is to forget what it has learned before its next search.
    forgets: bool,
}

impl Helper {
    /// Starts the thread of this index, from 1 on. `None` if the system has no thread left.
    fn new(index: usize) -> Option<Helper> {
        let (jobs, todo) = mpsc::channel::<Box<(SearchJob, bool)>>();
        let (end, done) = mpsc::channel();
        let run = move || {
            let mut data = None;
            while let Ok(task) = todo.recv() {
                let (job, forgets) = *task;
                data = data.filter(|_| !forgets);
                let found = search(index, job, &mut data);
                if end.send(found).is_err() {
                    return;
                }
            }
        };
        let name = format!("helper {index}");
        let thread = thread::Builder::new().name(name).spawn(run).ok()?;
        Some(Helper {
            index,
            jobs: Some(jobs),
            done,
            thread: Some(thread),
            forgets: false,
        })
    }
}

/// One search of a helper, until a thread is done whose answer counts.
fn search(index: usize, job: SearchJob, data: &mut Option<ThreadData>) -> Report {
    let rules = job.board.rules();
    let data = data.get_or_insert_with(|| ThreadData::new(rules));
    data.renew(rules);
    let mut worker = Worker::new(&job.shared, index, &job.board, job.color, data);
    worker.root = job.root;
    let found = worker.deepen(&job.scope);
    if !worker.stopped && job.shared.any_may_answer(&job.scope) {
        job.shared.done.stop();
    }
    found
}

impl Drop for Helper {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A thread that has panicked is at its end, too.
            let _ = thread.join();
        }
    }
}

/// All helper threads.
#[derive(Default)]
pub(super) struct Helpers(Vec<Helper>);

impl Helpers {
    /// Sees to it that there are so many of them, as far as the system allows.
    pub fn set_count(&mut self, count: usize) {
        // One that has panicked is replaced.
        let lives = |thread: &JoinHandle<()>| !thread.is_finished();
        self.0
            .retain(|helper| helper.index <= count && helper.thread.as_ref().is_some_and(lives));
        while self.0.len() < count {
            let taken = |index: &usize| self.0.iter().any(|helper| helper.index == *index);
            let index = (1..).find(|index| !taken(index)).unwrap_or(count);
            let Some(helper) = Helper::new(index) else {
                log::warn!("no thread left: {} in place of {count}", self.0.len());
                return;
            };
            self.0.push(helper);
        }
    }

    /// Has all of them forget what they have learned, before the next search.
    pub fn forget(&mut self) {
        for helper in &mut self.0 {
            helper.forgets = true;
        }
    }

    /// Sets all of them to work, until what is returned is ended or dropped.
    pub fn start(&mut self, job: &SearchJob) -> Running<'_> {
        let mut busy = Vec::new();
        for helper in &mut self.0 {
            let job = Box::new((job.clone(), std::mem::take(&mut helper.forgets)));
            let sent = helper.jobs.as_ref().map(|jobs| jobs.send(job));
            if let Some(Ok(())) = sent {
                busy.push(&helper.done);
            }
        }
        Running {
            done: job.shared.done.clone(),
            busy,
        }
    }
}

/// Helpers at work. They end, and are waited for, at the latest when this is dropped.
pub(super) struct Running<'a> {
    done: StopToken,
    busy: Vec<&'a Receiver<Report>>,
}

impl Running<'_> {
    /// Ends them, and tells what each of them has found.
    pub fn end(&mut self) -> Vec<Report> {
        self.done.stop();
        // One that has panicked is at its end, too, and has found nothing.
        let found = self.busy.drain(..).filter_map(|done| done.recv().ok());
        found.collect()
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::clock::Limits;
    use crate::eval::Evaluator;
    use crate::game::Rules;
    use crate::search::evaluation::EvaluatorSource;
    use crate::search::params::Params;
    use crate::search::reductions;
    use crate::search::tt::TranspositionTable;
    use crate::search::worker::NodeCount;

    /// One node from the empty board for one helper, whose root has these open moves.
    fn job(open: std::ops::Range<usize>) -> SearchJob {
        let rules = Rules::default();
        let params = Params::default();
        SearchJob {
            shared: Arc::new(Shared {
                table: Arc::new(TranspositionTable::new(1)),
                reductions: reductions::table(&params),
                params,
                evaluator: EvaluatorSource::Shipped(Evaluator::of(&rules)),
                no_pass: false,
                limits: Limits {
                    nodes: Some(1),
                    ..Limits::default()
                },
                start: Instant::now(),
                stop: StopToken::new(),
                done: StopToken::new(),
                nodes: (0..2).map(|_| NodeCount::default()).collect(),
                busy: None,
            }),
            board: Board::new(rules),
            color: Color::Black,
            scope: Scope::default(),
            root: RootMoves {
                open,
                ..RootMoves::default()
            },
        }
    }

    #[test]
    fn a_helper_that_has_panicked_is_replaced() {
        let mut helpers = Helpers::default();
        helpers.set_count(1);
        let first = helpers.0[0].thread.as_ref().unwrap().thread().id();
        // The root is said to have moves that it does not have.
        let running = helpers.start(&job(0..5));
        assert!(running.busy[0].recv().is_err());
        drop(running);
        while !helpers.0[0].thread.as_ref().unwrap().is_finished() {
            thread::yield_now();
        }
        assert!(helpers.start(&job(0..0)).busy.is_empty());
        helpers.set_count(1);
        assert_ne!(helpers.0[0].thread.as_ref().unwrap().thread().id(), first);
        assert_eq!(helpers.0[0].index, 1);
        let settled = job(0..0);
        let running = helpers.start(&settled);
        assert!(running.busy[0].recv().is_ok());
        // Nothing is left to be found out: it has ended the others.
        assert!(settled.shared.done.is_stopped());
        // It has been waited for.
        std::mem::forget(running);
    }
}

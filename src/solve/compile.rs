use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::body::Answers;
use super::hints::Hints;
use super::outline::{Plan, Step};
use super::prover::Worker;
use super::threats::End;
use super::windows::{Side, Windows};
use crate::clock::StopToken;

/// The most nodes of the search for threats, after one another.
const BUDGETS: [u64; 3] = [30_000, 300_000, 3_000_000];

/// Finds the threats of every step of a proof, on several threads. `done` hears how many are done. An error is the
/// number of a step where they were not found; `None` says that it was stopped.
pub fn answers(
    root: &Windows,
    steps: &[Step],
    threads: usize,
    stop: &StopToken,
    done: &(dyn Fn(usize) + Sync),
) -> Option<Result<Vec<Answers>, usize>> {
    let end = End {
        stop: stop.clone(),
        until: None,
    };
    let next = AtomicUsize::new(0);
    let finished = AtomicUsize::new(0);
    let found: Mutex<Vec<Option<Result<Answers, usize>>>> = Mutex::new(vec![None; steps.len()]);
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let Ok(mut worker) = Worker::new(root, Hints::default(), end.clone()) else {
                    return;
                };
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(step) = steps.get(number) else {
                        break;
                    };
                    let Some(answer) = of_step(&mut worker, step) else {
                        break;
                    };
                    let failed = answer.is_none();
                    if let Ok(mut found) = found.lock() {
                        found[number] = Some(answer.ok_or(number));
                    }
                    if failed {
                        next.store(steps.len(), Ordering::Relaxed);
                    }
                    done(finished.fetch_add(1, Ordering::Relaxed) + 1);
                }
            });
        }
    });
    let found = found.into_inner().ok()?;
    if let Some(failed) = found
        .iter()
        .find_map(|answers| answers.as_ref()?.as_ref().err())
    {
        return Some(Err(*failed));
    }
    let all: Option<Vec<Answers>> = found.into_iter().map(|answers| answers?.ok()).collect();
    all.map(Ok)
}

/// What threats answer at this step; the inner `None` if something is left that they don't.
fn of_step(worker: &mut Worker, step: &Step) -> Option<Option<Answers>> {
    let to_move = match step.plan {
        Plan::Wait => Side::Defender,
        _ => Side::Attacker,
    };
    if worker.set_stones(&step.stones, to_move).is_err() {
        return Some(None);
    }
    let slot = match step.plan {
        Plan::Threats => {
            let mut trees = BUDGETS
                .iter()
                .map(|&budget| worker.threats().find(2 * budget));
            let tree = trees.find_map(|tree| tree);
            if tree.is_none() && worker.threats().is_over() {
                return None;
            }
            return Some(tree.map(|tree| Answers {
                tree: Some(tree),
                groups: Vec::new(),
            }));
        }
        Plan::Move(slot) => Some(slot),
        Plan::Wait => None,
    };
    if let Some(slot) = slot {
        if !worker.threats().windows().is_legal(slot, Side::Attacker) {
            return Some(None);
        }
        worker.threats().place(slot, Side::Attacker);
    }
    let mut answered: Vec<u16> = step.links.iter().map(|&(reply, _)| reply).collect();
    let mut groups = Vec::new();
    let mut left = true;
    for budget in BUDGETS {
        let replies = worker.replies(&answered, budget, usize::MAX)?;
        answered.extend(replies.answered.iter().flat_map(|(replies, _)| replies));
        groups.extend(replies.answered);
        left = !replies.unanswered.is_empty();
        if !left {
            break;
        }
    }
    // A four that nothing stops has no replies.
    let four = worker.threats().windows().has_five(Side::Attacker);
    if let Some(slot) = slot {
        worker.threats().take(slot, Side::Attacker);
    }
    let any = four || !step.links.is_empty() || !groups.is_empty();
    Some((any && !left).then_some(Answers { tree: None, groups }))
}

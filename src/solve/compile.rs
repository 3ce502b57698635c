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

/// The most nodes of the search for threats, after one another: of the writer of a proof, and, with the last, of its
/// reader, so that he finds what the writer found.
const BUDGETS: [u64; 3] = [30_000, 300_000, 3_000_000];

/// Who looks for threats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Who writes a proof.
    Writer,
    /// Who checks one.
    Reader,
}

impl Role {
    fn budgets(self) -> &'static [u64] {
        match self {
            Role::Writer => &BUDGETS[..2],
            Role::Reader => &BUDGETS,
        }
    }
}

/// What threats answer at a step, and what they don't.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// What they answer.
    pub answers: Answers,
    /// The replies without an answer.
    pub unanswered: Vec<u16>,
    /// Whether the step itself fails: it wins by no threats, has an illegal move or nothing that could be replied to.
    pub fails: bool,
}

impl Found {
    /// Whether nothing is left.
    pub fn is_whole(&self) -> bool {
        !self.fails && self.unanswered.is_empty()
    }
}

/// Finds the threats of these steps of a proof, on several threads. `done` hears how many are done. `None` if stopped.
pub fn find(
    root: &Windows,
    steps: &[Step],
    which: &[usize],
    role: Role,
    threads: usize,
    stop: &StopToken,
    done: &(dyn Fn(usize) + Sync),
) -> Option<Vec<Found>> {
    let end = End {
        stop: stop.clone(),
        until: None,
    };
    let next = AtomicUsize::new(0);
    let finished = AtomicUsize::new(0);
    let found: Mutex<Vec<Option<Found>>> = Mutex::new(vec![None; which.len()]);
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, which.len().max(1)) {
            scope.spawn(|| {
                let Ok(mut worker) = Worker::new(root, Hints::default(), end.clone()) else {
                    return;
                };
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&number) = which.get(place) else {
                        break;
                    };
                    let mut answer = of_step(&mut worker, &steps[number], role);
                    // A search that begins anew may find what one does not that did much before.
                    if role == Role::Reader
                        && answer.as_ref().is_some_and(|answer| !answer.is_whole())
                        && let Ok(fresh) = Worker::new(root, Hints::default(), end.clone())
                    {
                        worker = fresh;
                        answer = of_step(&mut worker, &steps[number], role);
                    }
                    let Some(answer) = answer else {
                        break;
                    };
                    // The first failure ends the reading.
                    if role == Role::Reader && !answer.is_whole() {
                        next.store(which.len(), Ordering::Relaxed);
                    }
                    if let Ok(mut found) = found.lock() {
                        found[place] = Some(answer);
                    }
                    done(finished.fetch_add(1, Ordering::Relaxed) + 1);
                }
            });
        }
    });
    let found = found.into_inner().ok()?;
    let failed = |found: &Option<Found>| found.as_ref().is_some_and(|found| !found.is_whole());
    if role == Role::Reader && found.iter().any(failed) {
        return Some(found.into_iter().map(Option::unwrap_or_default).collect());
    }
    found.into_iter().collect()
}

/// The threats of one step. `None` if stopped.
fn of_step(worker: &mut Worker, step: &Step, role: Role) -> Option<Found> {
    let fails = Found {
        fails: true,
        ..Found::default()
    };
    let to_move = match step.plan {
        Plan::Wait => Side::Defender,
        _ => Side::Attacker,
    };
    if worker.set_stones(&step.stones, to_move).is_err() {
        return Some(fails);
    }
    let slot = match step.plan {
        Plan::Threats => {
            let mut budgets = role.budgets().iter();
            let tree = budgets.find_map(|&budget| worker.threats().find(2 * budget));
            if tree.is_none() && worker.threats().is_over() {
                return None;
            }
            return Some(Found {
                fails: tree.is_none(),
                answers: Answers {
                    tree,
                    groups: Vec::new(),
                },
                unanswered: Vec::new(),
            });
        }
        Plan::Move(slot) => Some(slot),
        Plan::Wait => None,
    };
    if let Some(slot) = slot {
        if !worker.threats().windows().is_legal(slot, Side::Attacker) {
            return Some(fails);
        }
        worker.threats().place(slot, Side::Attacker);
    }
    let mut answered: Vec<u16> = step.links.iter().map(|&(reply, _)| reply).collect();
    let mut groups = Vec::new();
    let mut unanswered = Vec::new();
    for &budget in role.budgets() {
        let replies = worker.replies(&answered, budget, usize::MAX)?;
        answered.extend(replies.answered.iter().flat_map(|(replies, _)| replies));
        groups.extend(replies.answered);
        unanswered = replies.unanswered;
        if unanswered.is_empty() {
            break;
        }
    }
    // A four that nothing stops has no replies.
    let four = worker.threats().windows().has_five(Side::Attacker);
    if let Some(slot) = slot {
        worker.threats().take(slot, Side::Attacker);
    }
    let any = four || !answered.is_empty() || !unanswered.is_empty();
    Some(Found {
        fails: !any,
        answers: Answers { tree: None, groups },
        unanswered,
    })
}

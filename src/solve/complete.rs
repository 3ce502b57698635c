//! Proofs that their readers can follow: what threats were found for once they may not be found for again, as a search
//! depends on what it did before. Where a reader may not find them, the proof has more quiet moves.

use super::body::Answers;
use super::compile::{self, Role};
use super::effort::Effort;
use super::hints::Hints;
use super::journal::Journal;
use super::outline::{Plan, Step, outline};
use super::prover::{DEEP, Prover, Worker};
use super::symmetry::Symmetries;
use super::threats::{End, Tree};
use super::windows::{Side, Windows};
use crate::clock::StopToken;

/// The most positions of a proof in the place of threats.
const POSITIONS: usize = 20_000;

/// A proof with all its threats.
#[derive(Debug)]
pub struct Whole {
    /// Its steps.
    pub steps: Vec<Step>,
    /// What threats answer at each.
    pub answers: Vec<Answers>,
}

/// Completes a proof, and finds its threats.
pub struct Completion<'a> {
    root: &'a Windows,
    threads: usize,
    stop: &'a StopToken,
    steps: Vec<Step>,
    answers: Vec<Answers>,
}

impl<'a> Completion<'a> {
    /// Nothing is done yet.
    pub fn new(root: &'a Windows, steps: &[Step], threads: usize, stop: &'a StopToken) -> Self {
        Completion {
            root,
            threads,
            stop,
            steps: steps.to_vec(),
            answers: vec![Answers::default(); steps.len()],
        }
    }

    /// The whole proof, with all threats. `done` hears how many steps are done, and how many there are. An error is the
    /// number of a step that could not be completed; `None` says that it was stopped.
    pub fn run(mut self, done: &(dyn Fn(usize, usize) + Sync)) -> Option<Result<Whole, usize>> {
        let mut open: Vec<usize> = (0..self.steps.len()).collect();
        while !open.is_empty() {
            let all = self.steps.len();
            let before = all - open.len();
            let tell = |count| done(before + count, all);
            let (root, steps) = (self.root, &self.steps);
            let found = compile::find(
                root,
                steps,
                &open,
                Role::Writer,
                self.threads,
                self.stop,
                &tell,
            )?;
            let mut next = Vec::new();
            for (number, found) in open.into_iter().zip(found) {
                if found.fails {
                    let known = self.steps.len();
                    if !self.prove(number)? {
                        return Some(Err(number));
                    }
                    if self.answers[number].tree.is_none() {
                        next.push(number);
                    }
                    next.extend(known..self.steps.len());
                    continue;
                }
                self.answers[number] = found.answers;
                for reply in found.unanswered {
                    next.push(self.link(number, reply));
                }
            }
            open = next;
        }
        Some(Ok(Whole {
            steps: self.steps,
            answers: self.answers,
        }))
    }

    fn add(&mut self, step: Step) -> usize {
        self.steps.push(step);
        self.answers.push(Answers::default());
        self.steps.len() - 1
    }

    /// Adds the position after a reply that threats do not answer, and a link to it.
    fn link(&mut self, number: usize, reply: u16) -> usize {
        let step = &self.steps[number];
        let mut windows = self.root.with_stones(&step.stones);
        if let Plan::Move(slot) = step.plan {
            windows.place(slot, Side::Attacker);
        }
        windows.place(reply, Side::Defender);
        let target = self.add(Step {
            stones: windows.placed(),
            plan: Plan::Threats,
            links: Vec::new(),
        });
        let links = &mut self.steps[number].links;
        links.push((reply, target as u32));
        links.sort_unstable();
        target
    }

    /// Searches for a proof of a step's position, whose threats were not found. `None` if stopped; `false` if there is
    /// none.
    fn prove(&mut self, number: usize) -> Option<bool> {
        if self.steps[number].plan != Plan::Threats {
            return Some(false);
        }
        let root = self.root.with_stones(&self.steps[number].stones);
        let symmetries = Symmetries::of(root.rules());
        let effort = Effort {
            positions: POSITIONS,
            threads: self.threads,
            ..Effort::default()
        };
        let journal = Journal::none();
        let prover = Prover::new(
            &root,
            Side::Attacker,
            &symmetries,
            &effort,
            journal,
            self.stop,
        );
        let (graph, _) = prover.run(&|_| {});
        if self.stop.is_stopped() {
            return None;
        }
        if graph.node(0).won {
            // A search that begins anew finds them.
            let tree = threats(&root, self.stop);
            if tree.is_none() && self.stop.is_stopped() {
                return None;
            }
            let found = tree.is_some();
            self.answers[number].tree = tree;
            return Some(found);
        }
        if graph.node(0).proof > 0 {
            return Some(false);
        }
        let mut proof = outline(&graph, &root, &symmetries).into_iter();
        let first = proof.next()?;
        let base = self.steps.len() as u32 - 1;
        let moved = |step: Step| Step {
            links: step
                .links
                .into_iter()
                .map(|(reply, target)| (reply, base + target))
                .collect(),
            ..step
        };
        self.steps[number] = moved(first);
        for step in proof {
            self.add(moved(step));
        }
        Some(true)
    }
}

/// The tree of a position that threats decide.
fn threats(root: &Windows, stop: &StopToken) -> Option<Tree> {
    let end = End {
        stop: stop.clone(),
        until: None,
    };
    let mut worker = Worker::new(root, Hints::default(), end).ok()?;
    worker.threats().find(DEEP)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Board, Color, Rules, Variant};
    use crate::solve::compile::Found;

    fn completed(steps: &[Step], root: &Windows) -> Vec<Step> {
        let stop = StopToken::new();
        let done = Completion::new(root, steps, 1, &stop).run(&|_, _| {});
        let Whole { steps, answers } = done.unwrap().unwrap();
        let all: Vec<usize> = (0..steps.len()).collect();
        let found = compile::find(root, &steps, &all, Role::Reader, 1, &stop, &|_| {}).unwrap();
        assert!(found.iter().all(Found::is_whole));
        for (step, answers) in steps.iter().zip(&answers) {
            assert_eq!(step.plan == Plan::Threats, answers.tree.is_some());
        }
        steps
    }

    fn step(plan: Plan) -> Step {
        Step {
            stones: Vec::new(),
            plan,
            links: Vec::new(),
        }
    }

    fn empty(side: u32, n: u32) -> Windows {
        let rules = Rules::new(side, side, n, Variant::Freestyle).unwrap();
        Windows::new(Board::new(rules).position(), Color::Black)
    }

    #[test]
    fn quiet_moves_take_the_place_of_threats_that_are_not_found() {
        let steps = completed(&[step(Plan::Threats)], &empty(6, 4));
        assert!(matches!(steps[0].plan, Plan::Move(_)));
    }

    #[test]
    fn what_is_not_won_is_not_completed() {
        let root = empty(3, 3);
        let stop = StopToken::new();
        let done = Completion::new(&root, &[step(Plan::Move(0))], 1, &stop).run(&|_, _| {});
        assert!(matches!(done, Some(Err(number)) if number > 0));
    }
}

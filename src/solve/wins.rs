//! The reader of proven wins.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use thiserror::Error;

use super::body::{Answers, Reader};
use super::compile::{self, Role};
use super::header::{Form, Header};
use super::outline::{Plan, Step};
use super::symmetry::Symmetries;
use super::tree::{self, Replay};
use super::windows::{Side, Slots, Windows};
use crate::clock::StopToken;
use crate::game::Color;

/// What is wrong with the body of a proven win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum WinFault {
    /// A byte that does not belong there, or none where one does.
    #[error("cannot be read")]
    Unreadable,
    /// Nothing leads to this node, or nodes are missing.
    #[error("the node is nowhere needed, or missing")]
    Unused,
    /// The wrong kind of node for who is to move.
    #[error("the wrong side moves")]
    Turn,
    /// The attacker's move is not legal.
    #[error("the attacker's move is not legal")]
    Illegal,
    /// The defender has a point to win at, or no move.
    #[error("the defender wins, or has no move")]
    Lost,
    /// A reply that there is none, or that is answered twice.
    #[error("no such reply, or a second answer to it")]
    Reply,
    /// A reply leads on to a node that is another position, or does not come later.
    #[error("a reply leads to another position")]
    Link,
    /// A reply has no answer.
    #[error("a reply is left out")]
    NoAnswer,
    /// A tree of threats does not win.
    #[error("a tree of threats does not win: {0}")]
    Tree(#[from] tree::Fault),
    /// No tree of threats was found that wins.
    #[error("no threats were found that win")]
    NoThreats,
}

/// Where a fault is: the byte at which the node ends, and its number.
pub type Place = (usize, u64, WinFault);

/// Checks the body of a proof that `winner` wins.
pub fn check_win(header: &Header, winner: Color, body: &[u8]) -> Result<(), Place> {
    let claim = &header.claim;
    let explicit = header.form == Form::Explicit;
    let Some(board) = claim.board() else {
        return Err((0, 0, WinFault::Unreadable));
    };
    let root = Windows::new(board.position(), winner);
    let mut reader = Reader::new(body, explicit);
    let mut steps = Vec::new();
    let mut answers = Vec::new();
    let mut ends = Vec::new();
    for number in 0..header.nodes {
        let at = reader.at;
        let (step, answer) = reader.step().ok_or((at, number, WinFault::Unreadable))?;
        steps.push(step);
        answers.push(answer);
        ends.push(reader.at);
    }
    if !reader.is_at_end() || header.nodes == 0 {
        return Err((reader.at, header.nodes, WinFault::Unreadable));
    }
    let fault = |(number, fault): (usize, WinFault)| (ends[number], number as u64, fault);
    lay_out(&root, root.side(claim.to_move), &mut steps).map_err(fault)?;
    check_all(&root, &steps, explicit.then_some(&answers)).map_err(fault)
}

/// Gives each step its stones, and checks that all links fit.
fn lay_out(root: &Windows, to_move: Side, steps: &mut [Step]) -> Result<(), (usize, WinFault)> {
    let symmetries = Symmetries::of(root.rules());
    let mut stones: VecDeque<Option<Vec<(u16, Side)>>> = vec![None; steps.len()].into();
    stones[0] = Some(root.placed());
    for number in 0..steps.len() {
        let here = stones[number].take().ok_or((number, WinFault::Unused))?;
        let mut windows = root.with_stones(&here);
        let step = &mut steps[number];
        step.stones = here;
        let waits = number == 0 && to_move == Side::Defender;
        if waits != (step.plan == Plan::Wait) {
            return Err((number, WinFault::Turn));
        }
        if let Plan::Move(slot) = step.plan {
            if !windows.is_legal(slot, Side::Attacker) {
                return Err((number, WinFault::Illegal));
            }
            windows.place(slot, Side::Attacker);
        }
        for &(reply, target) in &step.links {
            let target = target as usize;
            if !windows.is_empty(reply) {
                return Err((number, WinFault::Reply));
            }
            if target <= number || target >= stones.len() {
                return Err((number, WinFault::Link));
            }
            windows.place(reply, Side::Defender);
            match &stones[target] {
                None => stones[target] = Some(windows.placed()),
                Some(there) => {
                    let there = root.with_stones(there);
                    let (key, _) = symmetries.canonical(&windows, Side::Attacker);
                    if symmetries.canonical(&there, Side::Attacker).0 != key {
                        return Err((number, WinFault::Link));
                    }
                }
            }
            windows.take(reply, Side::Defender);
        }
    }
    Ok(())
}

/// Checks every step for itself, on as many threads as there are cores; finds the threats that are not given.
/// Of the faults that are found the first one is told.
fn check_all(
    root: &Windows,
    steps: &[Step],
    answers: Option<&Vec<Answers>>,
) -> Result<(), (usize, WinFault)> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let found;
    let answers = match answers {
        Some(answers) => answers,
        None => {
            let all: Vec<usize> = (0..steps.len()).collect();
            let stop = StopToken::new();
            let result = compile::find(root, steps, &all, Role::Reader, threads, &stop, &|_| {});
            let result = result.ok_or((0, WinFault::NoThreats))?;
            if let Some(number) = result.iter().position(|found| !found.is_whole()) {
                return Err((number, WinFault::NoThreats));
            }
            found = result.into_iter().map(|found| found.answers).collect();
            &found
        }
    };
    let next = AtomicUsize::new(0);
    let first: Mutex<Option<(usize, WinFault)>> = Mutex::new(None);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(step) = steps.get(number) else { break };
                    let Err(fault) = check_step(root, step, &answers[number]) else {
                        continue;
                    };
                    next.store(steps.len(), Ordering::Relaxed);
                    if let Ok(mut first) = first.lock()
                        && first.is_none_or(|(known, _)| number < known)
                    {
                        *first = Some((number, fault));
                    }
                }
            });
        }
    });
    match first.into_inner() {
        Ok(None) => Ok(()),
        Ok(Some(fault)) => Err(fault),
        Err(_) => Err((0, WinFault::Unreadable)),
    }
}

fn check_step(root: &Windows, step: &Step, answers: &Answers) -> Result<(), WinFault> {
    let mut windows = root.with_stones(&step.stones);
    match step.plan {
        Plan::Threats => {
            let tree = answers.tree.as_ref().ok_or(WinFault::NoThreats)?;
            Replay::new(&mut windows, tree).check()?;
            return Ok(());
        }
        Plan::Move(slot) => {
            windows.place(slot, Side::Attacker);
            if windows.wins(slot, Side::Attacker) {
                return Err(WinFault::Illegal);
            }
        }
        Plan::Wait => {}
    }
    let replies = replies(&mut windows)?;
    let mut answered: Vec<u16> = step.links.iter().map(|&(reply, _)| reply).collect();
    let is_new =
        |reply: u16, answered: &[u16]| replies.contains(&reply) && !answered.contains(&reply);
    for (number, &reply) in answered.iter().enumerate() {
        if !is_new(reply, &answered[..number]) {
            return Err(WinFault::Reply);
        }
    }
    for (group, tree) in &answers.groups {
        for &reply in group {
            if !is_new(reply, &answered) {
                return Err(WinFault::Reply);
            }
            answered.push(reply);
            windows.place(reply, Side::Defender);
            let result = Replay::new(&mut windows, tree).check();
            windows.take(reply, Side::Defender);
            result?;
        }
    }
    if answered.len() < replies.len() {
        return Err(WinFault::NoAnswer);
    }
    Ok(())
}

/// All that the defender, to move, can try: those that stop the attacker's points to win at, or anything.
fn replies(windows: &mut Windows) -> Result<Slots, WinFault> {
    if windows.has_five(Side::Defender) {
        return Err(WinFault::Lost);
    }
    if windows.has_five(Side::Attacker) {
        return Ok(windows.stops(Side::Defender));
    }
    let legal = windows
        .empties()
        .filter(|&slot| windows.is_legal(slot, Side::Defender));
    let replies: Slots = legal.collect();
    if replies.is_empty() {
        Err(WinFault::Lost)
    } else {
        Ok(replies)
    }
}

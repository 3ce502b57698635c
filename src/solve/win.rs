use std::io::{self, Write};
use std::path::Path;

use super::body;
use super::complete::{Completion, Whole};
use super::effort::{Effort, Progress};
use super::graph::Graph;
use super::header::{Claim, Form, Header, Verdict};
use super::hints::Hints;
use super::journal::Journal;
use super::outline::{Plan, Step, outline};
use super::prover::{Prover, Worker};
use super::small::Answer;
use super::symmetry::Symmetries;
use super::threats::End;
use super::tree::longest;
use super::windows::{Side, Windows};
use crate::clock::{StopToken, Watch};
use crate::files::fnv1a64;
use crate::game::{Board, Color, Point};
use crate::notation::vertices;

/// The nodes of the search that finds threats again to show them.
const THREATS: u64 = 60_000;

/// How a search for a proof of a win ended.
#[derive(Debug)]
pub struct Attempt {
    /// Whether the attacker wins.
    pub answer: Answer,
    /// The proof, if he does.
    pub proof: Option<WinProof>,
    /// How far it came.
    pub progress: Progress,
    /// Of a part of the work: how many of its replies are answered, and how many there are.
    pub part: Option<(usize, usize)>,
}

/// Searches for a proof that `attacker` can force a line. Either side may be to move.
///
/// "Yes" rests on threat trees that were replayed against every reply. "No" is answered only where every move is
/// refuted, hence seldom on boards of more than some points, and never in renju; with a bound of the quiet moves, where
/// every one is refuted within it, in any variant.
///
/// The method is proof-number search (Allis, 1994) over quiet moves: those of the attacker are ordered by the search
/// that plays, each of the defender's replies that no threats answer is worked on. It depends on timing which proof is
/// found with several threads.
///
/// # Errors
///
/// If the journal cannot be read or written, or is of another search.
pub fn prove_win(
    board: &Board,
    attacker: Color,
    effort: &Effort,
    stop: &StopToken,
    watch: &(dyn Fn(&Progress) + Sync),
) -> io::Result<Attempt> {
    let root = Windows::new(board.position(), attacker);
    let symmetries = Symmetries::of(board.rules());
    let to_move = root.side(board.position().side_to_move());
    if board.is_decided() || root.empties().next().is_none() {
        let wins = board.position().has_line(attacker);
        return Ok(Attempt {
            answer: if wins { Answer::Yes } else { Answer::No },
            proof: None,
            progress: Progress::default(),
            part: None,
        });
    }
    let journal = match &effort.journal {
        Some(path) if effort.quiet.is_none() => open(path, &root, &symmetries, to_move)?,
        _ => Journal::none(),
    };
    let prover = Prover::new(&root, to_move, &symmetries, effort, journal, stop);
    let (graph, progress) = prover.run(watch);
    let first = graph.node(0);
    let answer = match (first.proof, first.disproof) {
        (0, _) => Answer::Yes,
        (_, 0) if !root.can_forbid() || effort.quiet.is_some() => Answer::No,
        _ => Answer::Unknown,
    };
    Ok(Attempt {
        answer,
        proof: (answer == Answer::Yes).then(|| WinProof::new(&graph, root, to_move, &symmetries)),
        progress,
        part: graph.done(),
    })
}

fn open(
    path: &Path,
    root: &Windows,
    symmetries: &Symmetries,
    to_move: Side,
) -> io::Result<Journal> {
    let rules = root.rules();
    let (width, height, n) = (rules.width(), rules.height(), rules.win_length());
    let mut title = format!("{width} {height} {n} {}", rules.variant());
    for color in Color::ALL {
        let stones = vertices(root.points_of(root.side(color)));
        title += &format!(" {color} {stones}");
    }
    let attacker = root.color(Side::Attacker);
    title += &format!(" to-move {} win {attacker}", root.color(to_move));
    Journal::open(path, &title, root, symmetries, to_move)
}

/// A proof that one colour wins: his quiet moves, and which replies each has to be followed by another.
#[derive(Debug)]
pub struct WinProof {
    root: Windows,
    to_move: Side,
    steps: Vec<Step>,
}

impl WinProof {
    fn new(graph: &Graph, root: Windows, to_move: Side, symmetries: &Symmetries) -> WinProof {
        let steps = outline(graph, &root, symmetries);
        WinProof {
            root,
            to_move,
            steps,
        }
    }

    /// The positions in it, each once for all symmetries.
    pub fn positions(&self) -> usize {
        self.steps.len()
    }

    /// The positions in which the winner makes a quiet move.
    pub fn quiet_moves(&self) -> usize {
        let quiet = |step: &&Step| matches!(step.plan, Plan::Move(_));
        self.steps.iter().filter(quiet).count()
    }

    /// The most quiet moves of the winner on one line, before the threats begin.
    pub fn depth(&self) -> usize {
        self.depths().first().copied().unwrap_or(0)
    }

    fn depths(&self) -> Vec<usize> {
        let mut depths = vec![0; self.steps.len()];
        for (number, step) in self.steps.iter().enumerate().rev() {
            let below = step
                .links
                .iter()
                .map(|&(_, target)| depths[target as usize]);
            let own = usize::from(matches!(step.plan, Plan::Move(_)));
            depths[number] = own + below.max().unwrap_or(0);
        }
        depths
    }

    /// The winner's first move, if he is to move and it is a quiet one.
    pub fn first_move(&self) -> Option<Point> {
        match self.steps.first()?.plan {
            Plan::Move(slot) => Some(self.root.point(slot)),
            _ => None,
        }
    }

    /// What happens if the defender holds out as long as he can, or nearly: the moves of both sides, the
    /// winner's quiet ones and then his threats, up to where nothing stops him any more. It may end early.
    pub fn line(&self) -> Vec<Point> {
        let slots = self.slots();
        slots.iter().map(|&slot| self.root.point(slot)).collect()
    }

    fn slots(&self) -> Vec<u16> {
        let depths = self.depths();
        let (mut line, mut number) = (Vec::new(), 0);
        while let Some(step) = self.steps.get(number) {
            let mut stones = self.root.with_stones(&step.stones);
            match step.plan {
                Plan::Threats => {
                    line.extend(self.threats(step).unwrap_or_default());
                    break;
                }
                Plan::Move(slot) => {
                    stones.place(slot, Side::Attacker);
                    line.push(slot);
                }
                Plan::Wait => {}
            }
            // Another position may lie otherwise than after this reply.
            let lies_so = |&&(slot, target): &&(u16, u32)| {
                let mut after = stones.clone();
                after.place(slot, Side::Defender);
                after.placed() == self.steps[target as usize].stones
            };
            let links = step.links.iter().filter(lies_so);
            let Some(&(slot, target)) = links.max_by_key(|link| depths[link.1 as usize]) else {
                break;
            };
            line.push(slot);
            number = target as usize;
        }
        line
    }

    fn threats(&self, step: &Step) -> Option<Vec<u16>> {
        let mut worker = Worker::new(&self.root, Hints::default(), End::default()).ok()?;
        worker.set_stones(&step.stones, Side::Attacker).ok()?;
        let tree = worker.threats().find(THREATS)?;
        Some(longest(&tree))
    }

    /// Writes the proof in the form `strategy`, or in `explicit`, for which all threats are found again first.
    /// False if it was stopped.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or (not seen so far) if threats were not found again.
    pub fn write(
        &self,
        form: Form,
        out: &mut dyn Write,
        threads: usize,
        watch: &Watch<'_>,
    ) -> io::Result<bool> {
        let done = |done, all| {
            watch.goes_on("positions", done, all);
        };
        let completion = Completion::new(&self.root, &self.steps, threads, watch.stop());
        let Whole { steps, answers } = match completion.run(&done) {
            None => return Ok(false),
            Some(Ok(whole)) => whole,
            Some(Err(number)) => {
                let message = format!("the threats at node {number} were not found again");
                return Err(io::Error::other(message));
            }
        };
        let mut bytes = Vec::new();
        for (step, answers) in steps.iter().zip(&answers) {
            let answers = (form == Form::Explicit).then_some(answers);
            body::write(&mut bytes, step, answers);
        }
        let stones = |color| self.root.points_of(self.root.side(color)).collect();
        let claim = Claim {
            rules: *self.root.rules(),
            stones: Color::ALL.map(stones),
            to_move: self.root.color(self.to_move),
            verdict: Verdict::Win(self.root.color(Side::Attacker)),
        };
        let header = Header {
            form,
            claim,
            nodes: steps.len() as u64,
            bytes: bytes.len() as u64,
            hash: fnv1a64(bytes.iter().copied()),
        };
        write!(out, "{header}")?;
        out.write_all(&bytes)?;
        out.flush()?;
        Ok(true)
    }
}

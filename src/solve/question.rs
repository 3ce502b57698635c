//! What a position is worth, by the way that suits its board.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::effort::{Effort, Progress};
use super::graph::Part;
use super::hints::Hints;
use super::small::{self, Answer, Limits, Value};
use super::win::{WinProof, prove_win};
use crate::clock::{Instant, StopToken};
use crate::game::{Board, Color, Outcome, Point, Rules};

/// The most points of a board on which all moves are tried.
const SMALL: usize = 64;

/// What a position of the search for a win takes, in bytes.
const POSITION: usize = 400;

/// The most positions, and the memory in MiB, that whether a colour holds by breaking lines may take on a larger board.
const BREAKING: (u64, usize) = (200_000, 16);

/// The most positions of a proof that is only to be told of.
const TOLD: usize = 100;

/// How many positions the two questions get in turn at first, if there is one thread; then four times as many.
const FIRST_TURN: usize = 250;

/// How often it is looked whether somebody stops two searches that one of them may stop, too.
const TICK: Duration = Duration::from_millis(50);

/// What is asked, always of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Whether it wins, draws or loses.
    Value,
    /// Whether it can force a line.
    Win,
    /// Whether it can keep the opponent from forcing one.
    Draw,
}

/// What an answer may take.
#[derive(Debug, Clone)]
pub struct Means {
    /// From the start.
    pub time: Option<Duration>,
    /// For tables and positions, in MiB.
    pub memory: usize,
    /// Threads that work, at least one. In WebAssembly there is one.
    pub threads: usize,
    /// Where the work done is kept, see [`works_of`].
    pub journal: Option<PathBuf>,
    /// Moves that are tried first. Only where wins are searched for, not where all moves are tried.
    pub hints: Hints,
    /// The part of the search for a win to do, if not all of it. Only of boards of more than 64 points, and only of the
    /// question whether the side to move wins.
    pub part: Option<Part>,
    /// Whether the proof of a win is needed, and not only the answer.
    pub proof: bool,
    /// Ends it.
    pub stop: StopToken,
}

impl Default for Means {
    /// 256 MiB, one thread, as long as it takes, no file, only the answer.
    fn default() -> Means {
        Means {
            time: None,
            memory: 256,
            threads: 1,
            journal: None,
            hints: Hints::default(),
            part: None,
            proof: false,
            stop: StopToken::new(),
        }
    }
}

impl Means {
    /// The threads that work.
    pub(super) fn threads(&self) -> usize {
        if cfg!(target_family = "wasm") {
            return 1;
        }
        self.threads.max(1)
    }
}

/// How many positions of the search for a win fit into so many MiB.
pub(super) const fn positions_in(memory: usize) -> usize {
    (memory << 20) / POSITION
}

/// Whether all moves are tried on such a board: it has at most 64 points.
pub fn tries_all(rules: &Rules) -> bool {
    rules.area() <= SMALL
}

/// The files of the work done on whether the side to move wins, and on whether the opponent does.
pub fn works_of(journal: &Path) -> [PathBuf; 2] {
    let mut loss = journal.to_owned().into_os_string();
    loss.push(".loss");
    [journal.to_owned(), loss.into()]
}

/// Why nothing was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// It was stopped.
    Stop,
    /// The time is up.
    Time,
    /// The memory is full.
    Memory,
    /// This way finds nothing here.
    Method,
}

/// What was found.
#[derive(Debug)]
pub struct Solution {
    /// Whether the side to move can force a line.
    pub win: Answer,
    /// Whether its opponent can.
    pub loss: Answer,
    /// Positions looked at, and nodes of the searches for threats.
    pub nodes: u64,
    /// Moves of both sides from here on where a side wins, as far as they are known.
    pub line: Vec<Point>,
    /// The proof of a win of either side. On boards of at most 64 points a win may be known without.
    pub proof: Option<WinProof>,
    /// What was missing, if the question has no answer.
    pub limit: Option<Limit>,
    /// Of a part of the search: how many of its replies are answered, and how many there are, once they are known.
    pub part: Option<(usize, usize)>,
}

impl Solution {
    /// What the position is worth to the side to move, if that is known.
    pub fn value(&self) -> Option<Value> {
        Value::of(self.win, self.loss)
    }

    /// The answer to the question itself.
    pub fn answer(&self, question: Question) -> Answer {
        match (question, self.value(), self.win, self.loss) {
            (Question::Value, Some(_), ..) | (Question::Draw, _, _, Answer::No) => Answer::Yes,
            (Question::Value, None, ..) => Answer::Unknown,
            (Question::Win, _, win, _) => win,
            (Question::Draw, _, _, Answer::Yes) => Answer::No,
            (Question::Draw, _, _, Answer::Unknown) => Answer::Unknown,
        }
    }

    fn over(outcome: Outcome, own: Color) -> Solution {
        let wins = |color| match outcome {
            Outcome::Win(winner) if winner == color => Answer::Yes,
            _ => Answer::No,
        };
        Solution {
            win: wins(own),
            loss: wins(!own),
            nodes: 0,
            line: Vec::new(),
            proof: None,
            limit: None,
            part: None,
        }
    }
}

/// Answers a question about the side to move. `watch` hears how far the search for a win of a colour is; that which
/// tries all moves, on boards of at most 64 points, tells nothing.
///
/// On larger boards wins are found (either side's), and that nobody wins only where so few lines are left that
/// both sides hold by breaking them. With several threads both sides' wins are searched for at once, with one in turn.
///
/// ```
/// use lianzhu::game::{Board, Color, Point, Rules};
/// use lianzhu::solve::{Means, Question, Value, decide};
///
/// let mut board = Board::new(Rules::default());
/// for x in 6..9 {
///     board.play(Color::Black, Point::new(x, 7))?;
///     board.play(Color::White, Point::new(x, 0))?;
/// }
/// let solution = decide(&board, Question::Value, &Means::default(), &|_, _| {})?;
/// assert_eq!(solution.value(), Some(Value::Win));
/// // An open four: nothing stops it.
/// assert_eq!(solution.line.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If a file of the work done cannot be read or written, or is of another search.
pub fn decide(
    board: &Board,
    question: Question,
    means: &Means,
    watch: &(dyn Fn(Color, &Progress) + Sync),
) -> io::Result<Solution> {
    let own = board.side_to_move();
    if let Some(outcome) = board.outcome() {
        return Ok(Solution::over(outcome, own));
    }
    let mut search = Search {
        board,
        own,
        means,
        watch,
        until: means.time.and_then(|time| Instant::now().checked_add(time)),
        small: tries_all(board.rules()),
        held: [None; 2],
    };
    search.held = Color::ALL.map(|attacker| search.held(attacker));
    let wins = question != Question::Draw || !search.small;
    let losses = question != Question::Win;
    let [win, loss] = match (wins, losses) {
        (true, true) if search.threads() > 1 => search.at_once()?,
        (true, true) if search.small => search.one_by_one()?,
        (true, true) => search.in_turn()?,
        (true, false) => [search.all(own)?, Found::default()],
        _ => [Found::default(), search.all(!own)?],
    };
    search.solution(question, win, loss)
}

/// What was found of the win of one colour.
#[derive(Debug)]
struct Found {
    answer: Answer,
    nodes: u64,
    proof: Option<WinProof>,
    /// A move that wins, if the colour is to move and one was met where all are tried.
    first: Option<Point>,
    /// Whether more memory might have helped.
    full: bool,
    part: Option<(usize, usize)>,
}

impl Default for Found {
    fn default() -> Found {
        Found {
            answer: Answer::Unknown,
            nodes: 0,
            proof: None,
            first: None,
            full: false,
            part: None,
        }
    }
}

/// What one question may have of all the means.
struct Share<'a> {
    threads: usize,
    memory: usize,
    positions: usize,
    stop: &'a StopToken,
}

struct Search<'a> {
    board: &'a Board,
    /// Who is asked about.
    own: Color,
    means: &'a Means,
    watch: &'a (dyn Fn(Color, &Progress) + Sync),
    until: Option<Instant>,
    small: bool,
    /// By attacker, the nodes that it took if the other colour is found to hold by breaking lines alone.
    held: [Option<u64>; 2],
}

impl Search<'_> {
    fn threads(&self) -> usize {
        self.means.threads()
    }

    fn positions(&self) -> usize {
        positions_in(self.means.memory)
    }

    fn everything(&self) -> Share<'_> {
        Share {
            threads: self.threads(),
            memory: self.means.memory,
            positions: self.positions(),
            stop: &self.means.stop,
        }
    }

    fn limits(&self, nodes: Option<u64>, memory: usize, stop: &StopToken) -> Limits {
        let left = |until: Instant| until.saturating_duration_since(Instant::now());
        Limits {
            time: self.until.map(left),
            nodes,
            memory,
            stop: stop.clone(),
        }
    }

    /// Of larger boards whether few enough lines are left for the opponent to hold by breaking them.
    fn held(&self, attacker: Color) -> Option<u64> {
        if self.small {
            return None;
        }
        let (nodes, memory) = BREAKING;
        let limits = self.limits(Some(nodes), memory.min(self.means.memory), &self.means.stop);
        let held = small::holds_by_breaking(self.board.position(), attacker, &limits);
        held.answer.then_some(held.nodes)
    }

    /// Whether a colour wins, with all that there is.
    fn all(&self, attacker: Color) -> io::Result<Found> {
        self.ask(attacker, &self.everything())
    }

    fn ask(&self, attacker: Color, share: &Share<'_>) -> io::Result<Found> {
        if let Some(nodes) = self.held[attacker.index()] {
            return Ok(Found {
                answer: Answer::No,
                nodes,
                ..Found::default()
            });
        }
        let journal = self.means.journal.as_deref().map(works_of);
        let journal = journal.map(|[win, loss]| if attacker == self.own { win } else { loss });
        if self.small {
            let limits = self.limits(None, share.memory, share.stop);
            let (solved, first) =
                small::can_win_on(self.board, attacker, &limits, journal.as_deref())?;
            return Ok(Found {
                answer: solved.answer,
                nodes: solved.nodes,
                first,
                ..Found::default()
            });
        }
        let effort = Effort {
            threads: share.threads,
            positions: share.positions,
            nodes: None,
            journal,
            until: self.until,
            hints: self.means.hints.clone(),
            part: self.means.part,
            quiet: None,
        };
        let watch = |progress: &Progress| (self.watch)(attacker, progress);
        let attempt = prove_win(self.board, attacker, &effort, share.stop, &watch)?;
        Ok(Found {
            answer: attempt.answer,
            nodes: attempt.progress.nodes,
            proof: attempt.proof,
            first: None,
            full: attempt.progress.positions >= share.positions,
            part: attempt.part,
        })
    }

    fn one_by_one(&self) -> io::Result<[Found; 2]> {
        let own = self.board.side_to_move();
        let win = self.all(own)?;
        let loss = match win.answer {
            Answer::Yes => Found::default(),
            _ => self.all(!own)?,
        };
        Ok([win, loss])
    }

    /// Both questions, each with half of everything. The first "yes" ends the other.
    fn at_once(&self) -> io::Result<[Found; 2]> {
        let own = self.board.side_to_move();
        let all = self.everything();
        let over = AtomicBool::new(false);
        let stop = StopToken::new();
        let ask = |attacker, threads| {
            let share = Share {
                threads,
                memory: all.memory.div_ceil(2),
                positions: all.positions.div_ceil(2),
                stop: &stop,
            };
            let part = self.ask(attacker, &share);
            if !matches!(&part, Ok(part) if part.answer != Answer::Yes) {
                stop.stop();
            }
            part
        };
        thread::scope(|scope| {
            let loss = scope.spawn(|| ask(!own, all.threads / 2));
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    if all.stop.wait(Instant::now().checked_add(TICK)) {
                        stop.stop();
                        break;
                    }
                }
            });
            let win = ask(own, all.threads.div_ceil(2));
            let loss = loss.join();
            over.store(true, Ordering::Relaxed);
            match loss {
                Ok(loss) => Ok([win?, loss?]),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    }

    /// Both questions on one thread: each is begun anew with more positions, until one is answered by "yes".
    fn in_turn(&self) -> io::Result<[Found; 2]> {
        let own = self.board.side_to_move();
        let all = self.everything();
        let mut parts = [Found::default(), Found::default()];
        let mut positions = FIRST_TURN;
        loop {
            for (part, attacker) in parts.iter_mut().zip([own, !own]) {
                if part.answer == Answer::No {
                    continue;
                }
                let share = Share {
                    positions: positions.min(all.positions),
                    ..self.everything()
                };
                let nodes = part.nodes;
                *part = self.ask(attacker, &share)?;
                part.nodes += nodes;
                if part.answer == Answer::Yes {
                    return Ok(parts);
                }
            }
            let goes_on = parts.iter().any(|part| part.full);
            if !goes_on || positions >= all.positions || self.limit().is_some() {
                return Ok(parts);
            }
            positions = positions.saturating_mul(4);
        }
    }

    /// What has come to an end, if anything has.
    fn limit(&self) -> Option<Limit> {
        if self.means.stop.is_stopped() {
            return Some(Limit::Stop);
        }
        let is_late = self.until.is_some_and(|until| Instant::now() >= until);
        is_late.then_some(Limit::Time)
    }

    fn solution(&self, question: Question, win: Found, loss: Found) -> io::Result<Solution> {
        let own = self.board.side_to_move();
        let limit = self.limit();
        let full = win.full || loss.full;
        let first = win.first;
        let mut solution = Solution {
            // One side at most forces a line.
            win: if loss.answer == Answer::Yes {
                Answer::No
            } else {
                win.answer
            },
            loss: if win.answer == Answer::Yes {
                Answer::No
            } else {
                loss.answer
            },
            nodes: win.nodes + loss.nodes,
            line: Vec::new(),
            proof: win.proof.or(loss.proof),
            limit: None,
            part: win.part,
        };
        if solution.answer(question) == Answer::Unknown {
            let full = if full { Limit::Memory } else { Limit::Method };
            solution.limit = limit.or(Some(full));
            return Ok(solution);
        }
        let winner = match (solution.win, solution.loss) {
            (Answer::Yes, _) => own,
            (_, Answer::Yes) => !own,
            _ => return Ok(solution),
        };
        if self.small {
            solution.proof = self.told(winner)?;
        }
        if let Some(proof) = &solution.proof {
            solution.line = proof.line();
        } else if winner == own {
            solution.line.extend(first.or_else(|| self.winning_move()));
        }
        Ok(solution)
    }

    /// A proof of what is known already, with more effort if it is needed.
    fn told(&self, winner: Color) -> io::Result<Option<WinProof>> {
        let positions = self.positions();
        let effort = Effort {
            threads: self.threads(),
            positions: if self.means.proof {
                positions
            } else {
                positions.min(TOLD)
            },
            until: self.until,
            hints: self.means.hints.clone(),
            ..Effort::default()
        };
        let watch = |progress: &Progress| (self.watch)(winner, progress);
        let attempt = prove_win(self.board, winner, &effort, &self.means.stop, &watch)?;
        Ok(attempt.proof)
    }

    /// A move that wins, found by trying all moves.
    fn winning_move(&self) -> Option<Point> {
        let own = self.board.side_to_move();
        let points: Vec<Point> = self.board.legal_points(own).collect();
        points.into_iter().find(|&point| {
            let mut after = self.board.clone();
            let played = self.limit().is_none() && after.play(own, point).is_ok();
            let search = Search {
                board: &after,
                ..*self
            };
            let wins = |part: Found| part.answer == Answer::Yes;
            played && search.all(own).is_ok_and(wins)
        })
    }
}

//! Boards of at most 64 points: whether a colour can force a line, by exhaustive search.
//!
//! Two games are searched in turns, with proof numbers: the one by the rules ([`real`]) and the one in
//! which the defender only breaks lines ([`breaker`]), where far more can be left out, and where who
//! holds holds in the other as well.

mod bound;
mod breaker;
mod check;
mod few_lines;
mod fours;
mod geometry;
mod hold;
mod real;
mod record;
mod search;
mod sides;
mod solver;
mod table;
#[cfg(test)]
mod tests;
mod write;

use std::io;
use std::path::Path;
use std::time::Duration;

use crate::clock::{Instant, StopToken};
use crate::game::{Board, Color, Point, Position, Rules, Variant};

pub use check::Fault;
pub(super) use check::check_hold;

use super::header::{Claim, Form, Header, Verdict};
use crate::files::fnv1a64;
use geometry::Geometry;
use hold::Ground;
use search::Budget;
use solver::Solver;
use write::Writer;

/// An exact answer, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Answer {
    /// It is so.
    Yes,
    /// It is not so.
    No,
    /// The limits came first.
    Unknown,
}

/// What a game is worth to who is to move, if both play best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// He can force a line.
    Win,
    /// Nobody can.
    Draw,
    /// His opponent can.
    Loss,
}

impl Value {
    /// The value, if it is known whether who is to move can force a line, and whether his opponent can.
    pub fn of(win: Answer, loss: Answer) -> Option<Value> {
        match (win, loss) {
            (Answer::Yes, _) => Some(Value::Win),
            (_, Answer::Yes) => Some(Value::Loss),
            (Answer::No, Answer::No) => Some(Value::Draw),
            _ => None,
        }
    }
}

/// What a proof may take. The first bound that is reached ends it.
#[derive(Debug, Clone)]
pub struct Limits {
    /// From the start.
    pub time: Option<Duration>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// The memory of the tables, in MiB.
    pub memory: usize,
    /// Ends it at once.
    pub stop: StopToken,
}

impl Default for Limits {
    /// 256 MiB, as long as it takes.
    fn default() -> Limits {
        Limits {
            time: None,
            nodes: None,
            memory: 256,
            stop: StopToken::new(),
        }
    }
}

impl Limits {
    fn budget(&self) -> Budget {
        Budget {
            nodes: self.nodes.unwrap_or(u64::MAX),
            until: self.time.and_then(|time| Instant::now().checked_add(time)),
            stop: self.stop.clone(),
        }
    }
}

/// What was found, and what it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solved<T> {
    /// What was found.
    pub answer: T,
    /// Positions looked at.
    pub nodes: u64,
}

/// Whether `attacker` can force a line by the rules of the game, whatever the opponent does. The
/// opponent escapes by a line of his own or by a full board. Either side may be to move.
///
/// Unknown on boards of more than 64 points.
///
/// ```
/// use lianzhu::game::{Color, Position, Rules, Variant};
/// use lianzhu::solve::{Answer, Limits, can_win};
///
/// let board = Position::new(Rules::new(4, 3, 3, Variant::Freestyle)?);
/// let limits = Limits::default();
/// assert_eq!(can_win(&board, Color::Black, &limits).answer, Answer::Yes);
/// assert_eq!(can_win(&board, Color::White, &limits).answer, Answer::No);
/// # Ok::<(), lianzhu::game::RulesError>(())
/// ```
pub fn can_win(position: &Position, attacker: Color, limits: &Limits) -> Solved<Answer> {
    let budget = limits.budget();
    solve(position, attacker, limits.memory, &budget, |_| true).0
}

/// [`can_win`] with a winning move of the attacker, if he is to move and one was met. It goes on with a file of
/// positions if there is one, and writes further ones into it.
///
/// # Errors
///
/// If the file cannot be read or written, or is of another game or another attacker.
pub(super) fn can_win_on(
    position: &Position,
    attacker: Color,
    limits: &Limits,
    file: Option<&Path>,
) -> io::Result<(Solved<Answer>, Option<Point>)> {
    let mut answer = Ok(());
    let begin = |solver: &mut Solver<'_>| {
        if let Some(path) = file {
            answer = solver.go_on(path);
        }
        answer.is_ok()
    };
    let solved = solve(position, attacker, limits.memory, &limits.budget(), begin);
    answer.map(|()| solved)
}

/// Whether the opponent of `attacker` is found to hold, on a board of any size on which few lines are left: by
/// breaking them all, without a line of his own. False says nothing. Costs a look at all lines, and at most
/// the limits if these lack no more than 64 points.
///
/// ```
/// use lianzhu::game::{Color, Position, Rules, Variant};
/// use lianzhu::solve::{Limits, holds_by_breaking};
///
/// let board = Position::new(Rules::new(15, 15, 9, Variant::Freestyle)?);
/// assert!(holds_by_breaking(&board, Color::Black, &Limits::default()).answer);
/// # Ok::<(), lianzhu::game::RulesError>(())
/// ```
pub fn holds_by_breaking(position: &Position, attacker: Color, limits: &Limits) -> Solved<bool> {
    let (answer, nodes) = few_lines::holds(position, attacker, limits.memory, &limits.budget());
    Solved { answer, nodes }
}

/// The value of a position to who is to move; `None` if the limits came first, and on boards of more
/// than 64 points.
///
/// ```
/// use lianzhu::game::{Position, Rules, Variant};
/// use lianzhu::solve::{Limits, Value, value};
///
/// let board = Position::new(Rules::new(3, 3, 3, Variant::Freestyle)?);
/// assert_eq!(value(&board, &Limits::default()).answer, Some(Value::Draw));
/// # Ok::<(), lianzhu::game::RulesError>(())
/// ```
pub fn value(position: &Position, limits: &Limits) -> Solved<Option<Value>> {
    let mut budget = limits.budget();
    let own = position.side_to_move();
    let win = solve(position, own, limits.memory, &budget, |_| true).0;
    if win.answer == Answer::Yes {
        return Solved {
            answer: Some(Value::Win),
            nodes: win.nodes,
        };
    }
    budget.nodes -= win.nodes.min(budget.nodes);
    let loss = solve(position, !own, limits.memory, &budget, |_| true).0;
    let answer = Value::of(win.answer, loss.answer);
    Solved {
        answer,
        nodes: win.nodes + loss.nodes,
    }
}

/// `begin` says whether all is well with the solver before it starts.
fn solve(
    position: &Position,
    attacker: Color,
    memory: usize,
    budget: &Budget,
    begin: impl FnOnce(&mut Solver<'_>) -> bool,
) -> (Solved<Answer>, Option<Point>) {
    for (color, answer) in [(attacker, Answer::Yes), (!attacker, Answer::No)] {
        if position.has_line(color) {
            return (Solved { answer, nodes: 0 }, None);
        }
    }
    let unknown = Solved {
        answer: Answer::Unknown,
        nodes: 0,
    };
    let Some(geometry) = Geometry::new(*position.rules()) else {
        return (unknown, None);
    };
    let mut solver = Solver::new(&geometry, attacker, memory);
    if !begin(&mut solver) {
        return (unknown, None);
    }
    let key = solver.key(position);
    let answer = match solver.solve(key, budget) {
        Some(true) => Answer::Yes,
        Some(false) => Answer::No,
        None => Answer::Unknown,
    };
    let winning = (key.attack && answer == Answer::Yes)
        .then(|| solver.winning(key))
        .flatten();
    let solved = Solved {
        answer,
        nodes: solver.nodes(),
    };
    (solved, winning.map(|p| geometry.point(p)))
}

/// A proof that `defender` holds: the whole file, in the form `hold`. `None` if he does not, if the
/// limits came first, and where the form proves nothing: on boards of more than 64 points, of positions
/// that are decided, of Black in renju, and of White in renju if he needs Black's forbidden points.
///
/// ```
/// use lianzhu::game::{Board, Color, Rules, Variant};
/// use lianzhu::solve::{Limits, Verdict, check, hold};
///
/// let board = Board::new(Rules::new(3, 3, 3, Variant::Freestyle)?);
/// let proof = hold(&board, Color::White, &Limits::default()).answer.ok_or("a loss")?;
/// assert_eq!(check(&proof[..])?.verdict, Verdict::Hold(Color::White));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hold(board: &Board, defender: Color, limits: &Limits) -> Solved<Option<Vec<u8>>> {
    let mut nodes = 0;
    // Without a file nothing can go wrong.
    let answer = written(board, defender, limits, None, &mut nodes).unwrap_or_default();
    Solved { answer, nodes }
}

/// [`hold`], which goes on with the file of solved positions that the search for a win of the other side left.
///
/// # Errors
///
/// If the file cannot be read or written, or is of another game or another attacker.
pub fn hold_on(
    board: &Board,
    defender: Color,
    limits: &Limits,
    file: &Path,
) -> io::Result<Solved<Option<Vec<u8>>>> {
    let mut nodes = 0;
    // The proof is of another game in renju.
    let file = Some(file).filter(|_| board.rules().variant() != Variant::Renju);
    let answer = written(board, defender, limits, file, &mut nodes)?;
    Ok(Solved { answer, nodes })
}

fn written(
    board: &Board,
    defender: Color,
    limits: &Limits,
    file: Option<&Path>,
    nodes: &mut u64,
) -> io::Result<Option<Vec<u8>>> {
    let rules = *board.rules();
    let freer = match rules.variant() {
        Variant::Renju => {
            let (width, height) = (rules.width().into(), rules.height().into());
            Rules::new(width, height, 5, Variant::Freestyle).ok()
        }
        _ => Some(rules),
    };
    let geometries = (Geometry::new(rules), freer.and_then(Geometry::new));
    let (Some(geometry), Some(freer), false) = (geometries.0, geometries.1, board.is_decided())
    else {
        return Ok(None);
    };
    let Some(ground) = Ground::new(&geometry, defender) else {
        return Ok(None);
    };
    let mut solver = Solver::new(&freer, !defender, limits.memory);
    if let Some(path) = file {
        solver.go_on(path)?;
    }
    let key = solver.key(board);
    let mut writer = Writer::new(ground, solver, limits.budget());
    let found = writer.write(key);
    *nodes = writer.solver.nodes();
    if !found.unwrap_or(false) {
        return Ok(None);
    }
    let stones = |color: Color| {
        let own = rules
            .points()
            .filter(|&point| board.cell(point) == color.into());
        own.collect()
    };
    let header = Header {
        form: Form::Hold,
        claim: Claim {
            rules,
            stones: Color::ALL.map(stones),
            to_move: board.side_to_move(),
            verdict: Verdict::Hold(defender),
        },
        nodes: writer.nodes.into(),
        bytes: writer.body.len() as u64,
        hash: fnv1a64(writer.body.iter().copied()),
    };
    let mut file = header.to_string().into_bytes();
    file.append(&mut writer.body);
    Ok(Some(file))
}

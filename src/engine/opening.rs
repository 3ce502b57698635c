//! Fair openings: who proposes wants a position that nobody would rather have, and who chooses takes
//! the better side of it.

use std::time::Duration;

use thiserror::Error;

use crate::clock::{Budget, Instant, Limits};
use crate::game::{Board, Color, Point};
use crate::player::Dice;
use crate::search::{Report, Scope};

use super::facade::Engine;

/// The ways in which players agree on an opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Swap {
    /// One places Black's first stone, the other chooses a side.
    One,
    /// One places two stones of Black and one of White; the other chooses a side, or places one more
    /// of each and leaves the choice.
    Two,
}

/// What a player says in such an opening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SwapReply {
    /// These stones, Black and White in turn as the position goes on: a proposal if there are
    /// several or if the board is empty, else the move of one who stays on its side.
    Place(Vec<Point>),
    /// The other side, please.
    Swap,
}

/// Why nothing is said in such an opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SwapError {
    /// The rule has nothing to say about so many stones.
    #[error("there is nothing to propose or to choose with {0} stones on the board")]
    Stones(usize),
    /// The stones are not Black and White in turn with the right side to move, or the game is over.
    #[error("the position is no opening with the right side to move")]
    Position,
    /// There is no such opening on this board.
    #[error("no opening can be proposed on this board")]
    Board,
}

/// Positions of a first look at a proposal.
const GLANCE: u64 = 600;

/// Proposals that are looked at.
const SAMPLES: usize = 40;

/// Of them, those that are looked at twice.
const FINALISTS: usize = 6;

/// Positions of a second look, and of a choice, if nothing limits them.
const LOOK: u64 = 30_000;

/// Who has more than this, in score points, had better keep it.
const EVEN: i32 = 25;

impl Engine {
    /// What the engine says in an opening by `swap`, for the position on the board. Nothing is played.
    /// Takes about as long as a move, and is hurried like one.
    ///
    /// # Errors
    ///
    /// See [`SwapError`].
    pub fn swap(&mut self, swap: Swap) -> Result<SwapReply, SwapError> {
        let board = self.board.clone();
        let stones = board.stones();
        let due = match (swap, stones) {
            (Swap::One, 0 | 1) | (Swap::Two, 0 | 3 | 5) => {
                let turn = if stones.is_multiple_of(2) {
                    Color::Black
                } else {
                    Color::White
                };
                board.side_to_move() == turn && board.outcome().is_none()
            }
            _ => return Err(SwapError::Stones(stones)),
        };
        if !due {
            return Err(SwapError::Position);
        }
        let time = self.limits(board.side_to_move()).time;
        let nodes = self.limits(board.side_to_move()).nodes;
        let mut task = OpeningSearch {
            engine: self,
            end: time.and_then(|time| Some((Instant::now().checked_add(time.soft)?, time.hard))),
            nodes: nodes.unwrap_or(u64::MAX),
        };
        match (swap, stones) {
            (Swap::One, 0) => task.propose(&board, 1).ok_or(SwapError::Board),
            (_, 0) => task.propose(&board, 3).ok_or(SwapError::Board),
            (Swap::Two, 3) => task.choose(&board, true),
            _ => task.choose(&board, false),
        }
    }
}

/// One answer that is being found.
struct OpeningSearch<'a> {
    engine: &'a mut Engine,
    /// When it should be found, and the most that a search may take.
    end: Option<(Instant, Duration)>,
    /// Positions that may be entered in all.
    nodes: u64,
}

impl OpeningSearch<'_> {
    fn is_late(&self) -> bool {
        let late = self.end.is_some_and(|(end, _)| Instant::now() >= end);
        late || self.nodes == 0 || self.engine.stop.is_stopped()
    }

    /// Searches so many positions, or as many as are left.
    fn look(&mut self, board: &Board, nodes: u64, lines: usize) -> Report {
        let nodes = nodes.min(self.nodes).max(1);
        let time = self.end.map(|(end, most)| {
            let left = end.saturating_duration_since(Instant::now()).min(most);
            Budget {
                soft: left,
                hard: left.max(Duration::from_millis(5)),
            }
        });
        let limits = Limits {
            time,
            nodes: Some(nodes),
            depth: None,
        };
        let scope = Scope {
            lines,
            ..Scope::default()
        };
        let color = board.side_to_move();
        let report = self.engine.search_on(board, color, &scope, limits, &|_| {});
        self.nodes = self.nodes.saturating_sub(report.nodes.total());
        report
    }

    /// So many stones on an empty board, after which both sides are as well off as can be.
    fn propose(&mut self, empty: &Board, stones: usize) -> Option<SwapReply> {
        let mut dice = Dice::new(self.engine.seed ^ self.engine.openings);
        self.engine.openings += 1;
        let mut found: Vec<(i32, Board)> = Vec::new();
        for _ in 0..SAMPLES {
            let Some(board) = scatter(empty, stones, &mut dice) else {
                continue;
            };
            if self.is_late() && !found.is_empty() {
                break;
            }
            let score = self.look(&board, GLANCE, 1).score;
            found.push((score.abs(), board));
        }
        found.sort_by_key(|&(score, _)| score);
        found.truncate(FINALISTS);
        let mut best = found.first().cloned()?;
        let mut least = i32::MAX;
        for (_, board) in found {
            if self.is_late() {
                break;
            }
            let score = self.look(&board, LOOK, 1).score.abs();
            if score < least {
                least = score;
                best = (score, board);
            }
            if least <= EVEN / 4 {
                break;
            }
        }
        let moves = best.1.moves().filter_map(|played| played.point);
        Some(SwapReply::Place(moves.collect()))
    }

    /// The better side of the position, or two more stones if neither is and `more` may be placed.
    fn choose(&mut self, board: &Board, more: bool) -> Result<SwapReply, SwapError> {
        let half = if more { 2 } else { 1 };
        let nodes = (self.nodes / half).min(20 * LOOK);
        let report = self.look(board, nodes, 1);
        if report.score < if more { -EVEN } else { 0 } {
            return Ok(SwapReply::Swap);
        }
        if more
            && report.score <= EVEN
            && let Some(points) = self.add_two(board, &report)
        {
            return Ok(SwapReply::Place(points));
        }
        match report.pv.first() {
            Some(&point) => Ok(SwapReply::Place(vec![point])),
            None => Err(SwapError::Position),
        }
    }

    /// A stone of White and one of Black after which nobody is better off.
    fn add_two(&mut self, board: &Board, report: &Report) -> Option<Vec<Point>> {
        let mut best: Option<(i32, Vec<Point>)> = None;
        let mut firsts: Vec<Point> = report.pv.first().copied().into_iter().collect();
        let others = self.look(board, LOOK, 6);
        firsts.extend(others.lines.iter().filter_map(|line| line.pv.first()));
        for first in firsts {
            if self.is_late() && best.is_some() {
                break;
            }
            let mut after = board.clone();
            if after.play(after.side_to_move(), first).is_err() || after.outcome().is_some() {
                continue;
            }
            for line in self.look(&after, LOOK, 8).lines {
                let Some(&second) = line.pv.first() else {
                    continue;
                };
                let score = line.score.abs();
                if best.as_ref().is_none_or(|(least, _)| score < *least) {
                    best = Some((score, vec![first, second]));
                }
            }
        }
        let (score, points) = best?;
        (score <= EVEN).then_some(points)
    }
}

/// Stones at random, near each other anywhere on the board.
fn scatter(empty: &Board, stones: usize, dice: &mut Dice) -> Option<Board> {
    /// How far the stones lie from the first one, at most.
    const REACH: u32 = 3;
    let rules = empty.rules();
    let (width, height) = (u32::from(rules.width()), u32::from(rules.height()));
    let (x, y) = (dice.below(width), dice.below(height));
    let mut board = empty.clone();
    for number in 0..stones {
        let mut near = |at: u32, side: u32| {
            let reach = if number == 0 { 0 } else { REACH };
            let least = at.saturating_sub(reach);
            let most = (at + reach).min(side - 1);
            u8::try_from(least + dice.below(most - least + 1)).ok()
        };
        let point = Point::try_new(near(x, width)?, near(y, height)?)?;
        board.play(board.side_to_move(), point).ok()?;
    }
    board.outcome().is_none().then_some(board)
}

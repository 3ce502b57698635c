//! The table player: looks one move ahead.
//!
//! For an empty point, a colour and one of the four lines let *c* be the stones of that colour
//! standing in unbroken runs right beside the point, both sides added, and *e* the number of sides
//! on which such a run (one of no stones too) is followed by an empty point of the board. Each line
//! adds an entry for the player's stones and one for the opponent's, by the stones *missing* to a
//! win once the point is played:
//!
//! | missing     | own, e = 0 / 1 / 2 | opponent's, e = 0 / 1 / 2 |
//! |-------------|--------------------|---------------------------|
//! | any, c = 0  |      5             |      0                    |
//! | 3 or more   |     10             |     10                    |
//! | 2           |   0 / 25 / 50      |   0 / 30 / 40             |
//! | 1           |   0 / 55 / 100     |   0 / 60 / 2000           |
//! | 0           |  20000             |  10100                    |

use crate::game::{Board, Cell, Color, Direction, Point, Variant};

use super::dice::Dice;
use super::forced::stopping;
use super::kind::PlayerKind;
use super::task::{Choice, Player, Task};

/// Wins if it can, else blocks if it must, else plays a legal point with the highest [`score`];
/// among equals each is as likely.
#[derive(Debug)]
pub struct ScoringPlayer {
    dice: Dice,
    best: Vec<Point>,
}

impl ScoringPlayer {
    /// A player whose ties are decided by `seed`.
    pub fn new(seed: u64) -> ScoringPlayer {
        ScoringPlayer {
            dice: Dice::new(seed),
            best: Vec::new(),
        }
    }
}

/// Why a point is played; a later one beats an earlier one whatever the scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reason {
    Score,
    /// It takes a point at which the opponent would win.
    Blocks,
    /// It leaves the opponent no such point.
    Stops,
    Wins,
}

impl Player for ScoringPlayer {
    fn kind(&self) -> PlayerKind {
        PlayerKind::Scoring
    }

    fn choose(&mut self, task: &Task<'_>) -> Choice {
        let (board, color) = (task.board, task.color);
        self.best.clear();
        let mut highest = None;
        // Elsewhere only a point that blocks can stop anything, and only if it is the only one.
        let stopping = match board.rules().variant() {
            Variant::Caro => stopping(board, color),
            _ => Vec::new(),
        };
        for point in board.rules().points() {
            if board.cell(point) != Cell::Empty {
                continue;
            }
            let reason = if board.wins(point, color) {
                Reason::Wins
            } else if stopping.contains(&point) {
                Reason::Stops
            } else if board.wins(point, !color) {
                Reason::Blocks
            } else {
                Reason::Score
            };
            let value = Some((reason, score(board, point, color)));
            // Whether the point is legal is asked last: in renju that costs most.
            if value < highest || !board.is_legal(color, point) {
                continue;
            }
            if value > highest {
                highest = value;
                self.best.clear();
            }
            self.best.push(point);
        }
        self.dice
            .pick(&self.best)
            .map_or(Choice::NoLegalPoint, Choice::Point)
    }
}

/// One side of a line: the stones of one colour in an unbroken run right beside a point, at most
/// n − 1, and whether an empty point follows them.
struct SideRun {
    stones: u32,
    open: bool,
}

fn side(board: &Board, point: Point, step: (i8, i8), color: Color) -> SideRun {
    let reach = u32::from(board.rules().win_length()) - 1;
    let own = Cell::from(color);
    let mut stones = 0;
    let mut next = point.offset(step.0, step.1);
    while let Some(point) = next {
        let cell = board.cell(point);
        if cell != own || stones == reach {
            return SideRun {
                stones,
                open: cell == Cell::Empty,
            };
        }
        stones += 1;
        next = point.offset(step.0, step.1);
    }
    SideRun {
        stones,
        open: false,
    }
}

/// What a line is worth with `count` stones beside the point and `open` open sides.
fn entry(win_length: u32, count: u32, open: usize, own: bool) -> u32 {
    const OWN: [[u32; 3]; 4] = [[20000; 3], [0, 55, 100], [0, 25, 50], [10; 3]];
    const OPPONENT: [[u32; 3]; 4] = [[10100; 3], [0, 60, 2000], [0, 30, 40], [10; 3]];
    if count == 0 {
        return if own { 5 } else { 0 };
    }
    let missing = (win_length - 1).saturating_sub(count).min(3) as usize;
    let table = if own { &OWN } else { &OPPONENT };
    table[missing][open]
}

/// The score of a point for `color`: the sum of the table's entries over the four lines and both
/// colours. 0 on stones and off the board; legal or not does not matter. Twenty for every point of
/// an empty board.
///
/// ```
/// use lianzhu::game::{Board, Color, Point, Rules};
/// use lianzhu::player::score;
/// let mut board = Board::new(Rules::default());
/// assert_eq!(score(&board, Point::new(0, 0), Color::Black), 20);
/// board.play(Color::Black, Point::new(7, 7))?;
/// // 5 for each of the four lines, and 10 for the single black stone on one of them.
/// assert_eq!(score(&board, Point::new(8, 7), Color::White), 30);
/// # Ok::<(), lianzhu::game::PlayError>(())
/// ```
pub fn score(board: &Board, point: Point, color: Color) -> u32 {
    if board.cell(point) != Cell::Empty {
        return 0;
    }
    let win_length = u32::from(board.rules().win_length());
    let mut sum = 0;
    for direction in Direction::ALL {
        let (dx, dy) = direction.delta();
        for stones in Color::ALL {
            let forward = side(board, point, (dx, dy), stones);
            let backward = side(board, point, (-dx, -dy), stones);
            sum += entry(
                win_length,
                forward.stones + backward.stones,
                usize::from(forward.open) + usize::from(backward.open),
                stones == color,
            );
        }
    }
    sum
}

/// The [`score`] of every point of the board for `color`, row by row from the lower left corner.
pub fn scores(board: &Board, color: Color) -> Vec<u32> {
    board
        .rules()
        .points()
        .map(|point| score(board, point, color))
        .collect()
}

use std::ops::Deref;

use super::cell::Cell;
use super::color::Color;
use super::legal::PlayError;
use super::outcome::{DrawReason, Outcome};
use super::point::{CELLS, Point};
use super::position::Position;
use super::rules::Rules;
use super::setup::{Setup, SetupError};

/// One entry of the move list: a stone, or a pass if there is no point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Who moved.
    pub color: Color,
    /// Where, or `None` for a pass.
    pub point: Option<Point>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Record {
    action: Move,
    side_before: Color,
}

/// A game as far as it has been played: a position that the rules allow, and the moves that led to it.
///
/// [`play`](Board::play), [`pass`](Board::pass) and [`undo`](Board::undo) check everything and take
/// constant time, whatever the size of the board. A position that was not played from the empty
/// board is validated first: a board is made from a [`Setup`]. A search plays unchecked, on a
/// [`SearchPosition`](super::SearchPosition) that begins as a copy of a board's position.
///
/// ```
/// use lianzhu::game::{Board, Color, Point, Rules, Setup, SetupError};
///
/// let stone = (Color::Black, Point::new(7, 7));
/// let board = Board::try_from(Setup::new(Rules::default(), [stone], Color::White))?;
/// assert_eq!(board.stones(), 1);
/// let twice = Setup::new(Rules::default(), [stone, stone], Color::White);
/// assert_eq!(Board::try_from(twice), Err(SetupError::Duplicate(stone.1)));
/// # Ok::<(), SetupError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    position: Position,
    winner: Option<Color>,
    history: Vec<Record>,
}

impl Deref for Board {
    type Target = Position;

    #[inline]
    fn deref(&self) -> &Position {
        &self.position
    }
}

impl TryFrom<Setup> for Board {
    type Error = SetupError;

    /// The board without moves that was set up. If one colour has a winning line the game is over.
    fn try_from(setup: Setup) -> Result<Board, SetupError> {
        let mut position = Position::new(setup.rules);
        for (color, point) in setup.stones {
            match position.cell(point) {
                Cell::Off => return Err(SetupError::OffBoard(point)),
                Cell::Black | Cell::White => return Err(SetupError::Duplicate(point)),
                Cell::Empty => position.make(point, color),
            }
        }
        position.set_side_to_move(setup.side_to_move);
        let winner = match Color::ALL.map(|color| position.has_line(color)) {
            [true, true] => return Err(SetupError::BothWin),
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            [false, false] => None,
        };
        Ok(Board {
            winner,
            history: Vec::with_capacity(position.rules().area()),
            position,
        })
    }
}

impl Board {
    /// The empty board, Black to move.
    pub fn new(rules: Rules) -> Board {
        Board {
            position: Position::new(rules),
            winner: None,
            history: Vec::with_capacity(rules.area()),
        }
    }

    /// The stones and whose move it is, without the moves that led there.
    #[inline]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Gives the move to `color`. Not an entry of the move list: [`undo`](Board::undo) restores
    /// who was to move before the move that it takes back.
    pub fn set_side_to_move(&mut self, color: Color) {
        self.position.set_side_to_move(color);
    }

    /// The moves since the set-up position, passes included, oldest first.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.history.iter().map(|record| record.action)
    }

    /// The last move, passes included.
    #[inline]
    pub fn last_move(&self) -> Option<Move> {
        self.history.last().map(|record| record.action)
    }

    /// The position before the first move of the move list; its stones row by row from the lower left
    /// corner. Costs a scan of the board.
    pub fn setup(&self) -> Setup {
        let mut played = vec![false; CELLS];
        for action in self.moves() {
            if let Some(point) = action.point {
                played[point.index()] = true;
            }
        }
        let points = self.rules().points();
        let stones = points
            .filter(|point| !played[point.index()])
            .filter_map(|point| Some((self.cell(point).color()?, point)));
        Setup::new(*self.rules(), stones, self.first_to_move())
    }

    /// Who was to move before the first move of the move list.
    pub fn first_to_move(&self) -> Color {
        self.history
            .first()
            .map_or(self.side_to_move(), |record| record.side_before)
    }

    /// Puts a stone, whoever is to move, and gives the move to the other colour.
    ///
    /// # Errors
    ///
    /// The game is over, or the point is off the board, occupied or forbidden; nothing changes.
    pub fn play(&mut self, color: Color, point: Point) -> Result<(), PlayError> {
        if self.is_decided() {
            return Err(PlayError::GameOver);
        }
        self.check(color, point)?;
        if self.wins(point, color) {
            self.winner = Some(color);
        }
        self.record(color, Some(point));
        self.position.make(point, color);
        Ok(())
    }

    /// Passes. Always possible; two passes in a row end an undecided game in a draw.
    pub fn pass(&mut self, color: Color) {
        self.record(color, None);
        self.position.set_side_to_move(!color);
    }

    /// Takes the last move or pass back; `None` if there is none.
    pub fn undo(&mut self) -> Option<Move> {
        let Record {
            action,
            side_before,
        } = self.history.pop()?;
        if let Some(point) = action.point {
            // It was played while nobody had won.
            self.winner = None;
            self.position.unmake(point, action.color);
        }
        self.position.set_side_to_move(side_before);
        Some(action)
    }

    fn record(&mut self, color: Color, point: Option<Point>) {
        self.history.push(Record {
            action: Move { color, point },
            side_before: self.side_to_move(),
        });
    }

    /// Whether the game has ended: what [`play`](Board::play) asks. Constant time.
    pub fn is_decided(&self) -> bool {
        self.outcome().is_some()
    }

    fn ended_by_passes(&self) -> bool {
        let mut last = self.moves().rev();
        let mut passed = || last.next().is_some_and(|action| action.point.is_none());
        passed() && passed()
    }

    /// How the game ended, or `None` while it goes on. Constant time.
    ///
    /// A side whose empty points are all forbidden to it (Black in renju) has not lost and the game
    /// is not over: it has to pass. See [`must_pass`](Board::must_pass).
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(color) = self.winner {
            Some(Outcome::Win(color))
        } else if self.empty_points() == 0 {
            Some(Outcome::Draw(DrawReason::FullBoard))
        } else if self.ended_by_passes() {
            Some(Outcome::Draw(DrawReason::TwoPasses))
        } else {
            None
        }
    }

    /// Whether the game goes on, but `color` has no legal point: only Black in renju. See
    /// [`Position::must_pass`].
    pub fn must_pass(&self, color: Color) -> bool {
        !self.is_decided() && self.position.must_pass(color)
    }
}

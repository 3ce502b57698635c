use thiserror::Error;

use super::color::Color;
use super::forbidden::Forbidden;
use super::lines::Lines;
use super::outcome::{DrawReason, Outcome};
use super::point::{CELLS, Point};
use super::rules::{Rules, Variant};
use super::zobrist;

/// What stands on a cell of the padded board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Cell {
    /// An empty point of the board.
    Empty = 0,
    /// A black stone.
    Black = 1,
    /// A white stone.
    White = 2,
    /// Beyond the edge.
    Off = 3,
}

impl Cell {
    /// The colour of the stone, if there is one.
    #[inline]
    pub const fn color(self) -> Option<Color> {
        match self {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            Cell::Empty | Cell::Off => None,
        }
    }
}

impl From<Color> for Cell {
    #[inline]
    fn from(color: Color) -> Cell {
        match color {
            Color::Black => Cell::Black,
            Color::White => Cell::White,
        }
    }
}

/// One entry of the move list: a stone, or a pass if there is no point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Who moved.
    pub color: Color,
    /// Where, or `None` for a pass.
    pub point: Option<Point>,
}

/// Why a move was refused. The board is as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The point is not on this board.
    #[error("the point is off the board")]
    OffBoard,
    /// There is a stone already.
    #[error("the point is occupied")]
    Occupied,
    /// Renju forbids it to Black.
    #[error("the point is forbidden to Black: {0}")]
    Forbidden(Forbidden),
    /// The game is over.
    #[error("the game is over")]
    GameOver,
}

/// Why a set-up position was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SetupError {
    /// A stone stands off this board.
    #[error("a stone is off the board: column {}, row {}", .0.x() + 1, .0.y() + 1)]
    OffBoard(Point),
    /// Two stones on one point.
    #[error("a point is given twice: column {}, row {}", .0.x() + 1, .0.y() + 1)]
    Duplicate(Point),
    /// Both colours have a winning line.
    #[error("both colours have a winning line")]
    BothWin,
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[repr(align(64))]
struct Cells([Cell; CELLS]);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Record {
    action: Move,
    side_before: Color,
}

/// A position with the moves that led to it.
///
/// Fronts use [`play`](Board::play), [`pass`](Board::pass) and [`undo`](Board::undo), which
/// check everything; a search uses [`make`](Board::make) and [`unmake`](Board::unmake), which check
/// nothing. All take constant time, whatever the size of the board.
///
/// The cells lie in rows of 64 bytes on every board, with at least one cell of padding on every
/// side, so that a step in a direction is a constant. Every line is kept as a word of bits besides,
/// which is what the win checker and the forbidden points are read from. A board takes 16 KB on the
/// heap, and its move list; cloning it copies that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    cells: Box<Cells>,
    lines: Box<Lines>,
    rules: Rules,
    side_to_move: Color,
    winner: Option<Color>,
    stones: u32,
    key: u64,
    history: Vec<Record>,
}

impl Board {
    /// The empty board, Black to move.
    pub fn new(rules: Rules) -> Board {
        let mut cells = Box::new(Cells([Cell::Off; CELLS]));
        for point in rules.points() {
            cells.0[point.index()] = Cell::Empty;
        }
        Board {
            cells,
            lines: Box::new(Lines::new(&rules)),
            rules,
            side_to_move: Color::Black,
            winner: None,
            stones: 0,
            key: zobrist::empty(&rules),
            history: Vec::with_capacity(rules.area()),
        }
    }

    /// A position without history: any stones, no forbidden check. If one colour has a winning
    /// line the game is over.
    ///
    /// # Errors
    ///
    /// A stone off the board, two on one point, or winning lines of both colours.
    pub fn setup(
        rules: Rules,
        stones: impl IntoIterator<Item = (Color, Point)>,
        side_to_move: Color,
    ) -> Result<Board, SetupError> {
        let mut board = Board::new(rules);
        for (color, point) in stones {
            if !rules.contains(point) {
                return Err(SetupError::OffBoard(point));
            }
            if board.cell(point) != Cell::Empty {
                return Err(SetupError::Duplicate(point));
            }
            board.put(point, color);
        }
        board.set_side_to_move(side_to_move);
        board.winner = match Color::ALL.map(|color| board.has_line(color)) {
            [true, true] => return Err(SetupError::BothWin),
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            [false, false] => None,
        };
        Ok(board)
    }

    /// The game that is played.
    #[inline]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Who is to move: Black at the start, then the opponent of whoever moved last.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The [`key`](Board::key) after `color` puts a stone on an empty point and the move passes to
    /// the opponent, `color` being to move. Cheap: for looking a position up before it is made.
    #[inline]
    pub fn key_after(&self, color: Color, point: Point) -> u64 {
        self.key ^ zobrist::stone(point, color) ^ zobrist::WHITE_TO_MOVE
    }

    /// Gives the move to `color`. Not an entry of the move list: [`undo`](Board::undo) restores
    /// who was to move before the move that it takes back.
    pub fn set_side_to_move(&mut self, color: Color) {
        if self.side_to_move != color {
            self.side_to_move = color;
            self.key ^= zobrist::WHITE_TO_MOVE;
        }
    }

    /// What stands on a point; [`Cell::Off`] if it is not on this board.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        self.at(point.index())
    }

    /// What stands on the cell with this index, taken modulo the size of the padded board.
    #[inline]
    pub(super) fn at(&self, index: usize) -> Cell {
        self.cells.0[index % CELLS]
    }

    /// The stones as lines of bits.
    #[inline]
    pub(super) fn lines_of_bits(&self) -> &Lines {
        &self.lines
    }

    /// The Zobrist key of rules, stones and side to move.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The number of stones on the board, set-up stones included.
    #[inline]
    pub const fn stones(&self) -> usize {
        self.stones as usize
    }

    /// The number of empty points.
    #[inline]
    pub const fn empty_points(&self) -> usize {
        self.rules.area() - self.stones as usize
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

    /// The stones that were not played but set up, row by row from the lower left corner. Costs a
    /// scan of the board.
    pub fn setup_stones(&self) -> Vec<(Color, Point)> {
        let mut played = vec![false; CELLS];
        for action in self.moves() {
            if let Some(point) = action.point {
                played[point.index()] = true;
            }
        }
        self.rules
            .points()
            .filter(|point| !played[point.index()])
            .filter_map(|point| Some((self.cell(point).color()?, point)))
            .collect()
    }

    /// Who was to move before the first move of the move list.
    pub fn first_to_move(&self) -> Color {
        self.history
            .first()
            .map_or(self.side_to_move, |record| record.side_before)
    }

    /// Whether `color` may put a stone on `point`, leaving aside whether the game is over.
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.check(color, point).is_ok()
    }

    fn check(&self, color: Color, point: Point) -> Result<(), PlayError> {
        match self.cell(point) {
            Cell::Off => return Err(PlayError::OffBoard),
            Cell::Black | Cell::White => return Err(PlayError::Occupied),
            Cell::Empty => {}
        }
        if color == Color::Black
            && let Some(forbidden) = self.forbidden(point)
        {
            return Err(PlayError::Forbidden(forbidden));
        }
        Ok(())
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
        self.make(point, color);
        Ok(())
    }

    /// Passes. Always possible; two passes in a row end an undecided game in a draw.
    pub fn pass(&mut self, color: Color) {
        self.record(Move { color, point: None });
    }

    /// Takes the last move or pass back; `None` if there is none.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.last_move()?;
        // A stone can only have been played while nobody had won.
        if last.point.is_some() {
            self.winner = None;
        }
        self.unmake();
        Some(last)
    }

    /// Puts a stone on an empty point without any check, and gives the move to the other colour.
    #[inline]
    pub fn make(&mut self, point: Point, color: Color) {
        debug_assert_eq!(self.cell(point), Cell::Empty);
        self.put(point, color);
        self.record(Move {
            color,
            point: Some(point),
        });
    }

    /// Takes back what the last [`make`](Board::make) did. Does nothing without a move.
    #[inline]
    pub fn unmake(&mut self) {
        let Some(record) = self.history.pop() else {
            return;
        };
        if let Some(point) = record.action.point {
            self.cells.0[point.index() % CELLS] = Cell::Empty;
            self.lines.flip(point.index(), record.action.color);
            self.stones -= 1;
            self.key ^= zobrist::stone(point, record.action.color);
        }
        self.set_side_to_move(record.side_before);
    }

    #[inline]
    fn put(&mut self, point: Point, color: Color) {
        self.cells.0[point.index() % CELLS] = Cell::from(color);
        self.lines.flip(point.index(), color);
        self.stones += 1;
        self.key ^= zobrist::stone(point, color);
    }

    #[inline]
    fn record(&mut self, action: Move) {
        self.history.push(Record {
            action,
            side_before: self.side_to_move,
        });
        self.set_side_to_move(!action.color);
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

    /// Whether the game goes on, but `color` has no legal point. Only in renju, for Black, does this
    /// cost more than constant time, as it then looks for a point that is not forbidden.
    pub fn must_pass(&self, color: Color) -> bool {
        self.rules.variant() == Variant::Renju
            && color == Color::Black
            && !self.is_decided()
            && self.legal_points(color).next().is_none()
    }
}

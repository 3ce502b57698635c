use thiserror::Error;

use super::offset::Offset;
use super::vertex::OffBoardError;
use crate::game::{
    Board, Color, Outcome, PlayError, Point, Rules, RulesError, Setup, SetupError, Variant,
};

/// The board of a game of Go, and so of a record that names neither game nor size.
const GO_SIDE: u32 = 19;

/// SGF's number for Go.
const GO: u32 = 1;

/// The only win length renju is played with.
const RENJU_LENGTH: u32 = 5;

/// A pass as files before SGF's fourth edition wrote it on boards of no more than 19×19 points:
/// the point `tt`.
const OLD_PASS: Offset = Offset { x: 19, y: 19 };

/// The longest side of a board on which [`OLD_PASS`] is one.
const OLD_PASS_SIDE: u8 = 19;

/// A game as it was written down: nothing of it has been judged yet.
///
/// Points are [`Offset`]s, since a record may not say how large its board is. Made from a game by
/// [`GameRecord::of`], from text by [`sgf::read`](super::sgf::read); becomes a game again by
/// [`rules`](GameRecord::rules) and [`board`](GameRecord::board).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameRecord {
    /// Which game it says it is, in SGF's numbers (1 Go, 4 Gomoku).
    pub game: Option<u32>,
    /// Width and height.
    pub size: Option<(u32, u32)>,
    /// How many in a row win.
    pub win_length: Option<u32>,
    /// Which runs win and which moves are forbidden.
    pub variant: Option<Variant>,
    /// The stones of the position before the first move, each point at most once.
    pub setup: Vec<(Color, Offset)>,
    /// Who was to move in that position; whoever moved first if it is not said.
    pub first_to_move: Option<Color>,
    /// The moves in order; no point is a pass.
    pub moves: Vec<(Color, Option<Offset>)>,
    /// Who is to move after the last move, if that was changed.
    pub next_to_move: Option<Color>,
    /// The names of the players, Black's first.
    pub players: [Option<String>; 2],
    /// The result in SGF's words: `B+`, `W+R`, `0` …
    pub result: Option<String>,
}

/// Why a record that could be read is no legal game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RecordError {
    /// A stone of the set-up position is off the board.
    #[error("a stone of the set-up position: {0}")]
    SetupOffBoard(OffBoardError),
    /// The set-up position is none.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move is off the board.
    #[error("move {number}: {error}")]
    MoveOffBoard {
        /// Which move, from 1.
        number: usize,
        /// The board it is not on.
        error: OffBoardError,
    },
    /// A move is illegal.
    #[error("move {number}: {error}")]
    Move {
        /// Which move, from 1.
        number: usize,
        /// What is wrong with it.
        error: PlayError,
    },
}

impl GameRecord {
    /// The record of a game, with its result if it has ended. The players are not named.
    pub fn of(board: &Board) -> GameRecord {
        let rules = board.rules();
        let offset = |point: Point| Offset::of(point, rules);
        let setup = board.setup();
        let expected = board
            .last_move()
            .map_or(setup.side_to_move, |last| !last.color);
        GameRecord {
            game: None,
            size: Some((u32::from(rules.width()), u32::from(rules.height()))),
            win_length: Some(u32::from(rules.win_length())),
            variant: Some(rules.variant()),
            setup: setup
                .stones
                .into_iter()
                .map(|(color, point)| (color, offset(point)))
                .collect(),
            first_to_move: Some(setup.side_to_move),
            moves: board
                .moves()
                .map(|action| (action.color, action.point.map(offset)))
                .collect(),
            next_to_move: (board.side_to_move() != expected).then_some(board.side_to_move()),
            players: [None, None],
            result: board.outcome().map(|outcome| {
                match outcome {
                    Outcome::Win(Color::Black) => "B+",
                    Outcome::Win(Color::White) => "W+",
                    Outcome::Draw(_) => "0",
                }
                .to_owned()
            }),
        }
    }

    /// The rules the record asks for. What it leaves open is as in `current`, with these
    /// exceptions: a record of Go, or of no named game, without a size is on 19×19; renju without
    /// a win length is for five. `asked_length` is the win length in force where the record has
    /// none; a board too small for it plays with its longer side, but a win length that the record
    /// does name must fit.
    ///
    /// # Errors
    ///
    /// The first bound that is broken.
    pub fn rules(&self, current: &Rules, asked_length: u32) -> Result<Rules, RulesError> {
        let (width, height) = self.size.unwrap_or_else(|| match self.game {
            None | Some(GO) => (GO_SIDE, GO_SIDE),
            Some(_) => (u32::from(current.width()), u32::from(current.height())),
        });
        let variant = self.variant.unwrap_or(current.variant());
        match (self.win_length, self.variant) {
            (Some(length), _) => Rules::new(width, height, length, variant),
            (None, Some(Variant::Renju)) => Rules::new(width, height, RENJU_LENGTH, variant),
            (None, _) => Rules::fitted(width, height, asked_length, variant),
        }
    }

    /// The game of this record under these rules, up to its end or, with `before`, to the position
    /// before that move (from 1; beyond the last move is the end). Only what is loaded is judged.
    ///
    /// # Errors
    ///
    /// What is not legal: the set-up position, or the first move that is not.
    pub fn board(&self, rules: Rules, before: Option<usize>) -> Result<Board, RecordError> {
        let mut stones = Vec::with_capacity(self.setup.len());
        for &(color, offset) in &self.setup {
            let point = offset
                .on_board(&rules)
                .map_err(RecordError::SetupOffBoard)?;
            stones.push((color, point));
        }
        let first = self.first_to_move.unwrap_or(self.implied_first());
        let mut board = Board::try_from(Setup::new(rules, stones, first))?;
        let wanted = before.map_or(usize::MAX, |number| number.saturating_sub(1));
        for (index, &(color, offset)) in self.moves.iter().take(wanted).enumerate() {
            let number = index + 1;
            match self.point(offset, &rules) {
                Ok(None) => board.pass(color),
                Ok(Some(point)) => board
                    .play(color, point)
                    .map_err(|error| RecordError::Move { number, error })?,
                Err(error) => return Err(RecordError::MoveOffBoard { number, error }),
            }
        }
        let next = match self.moves.get(wanted) {
            // The first to move is said by itself, and a first move out of turn changes nothing.
            Some(_) if wanted == 0 => None,
            Some(&(color, _)) => Some(color),
            None => self.next_to_move,
        };
        if let Some(color) = next {
            board.set_side_to_move(color);
        }
        Ok(board)
    }

    /// Who was to move first if that is not said: whoever does move first.
    pub(super) fn implied_first(&self) -> Color {
        self.moves.first().map_or(Color::Black, |&(color, _)| color)
    }

    fn point(&self, offset: Option<Offset>, rules: &Rules) -> Result<Option<Point>, OffBoardError> {
        match offset {
            None => Ok(None),
            Some(OLD_PASS) if rules.longer_side() <= OLD_PASS_SIDE => Ok(None),
            Some(offset) => offset.on_board(rules).map(Some),
        }
    }
}

//! A game under review: its moves, what was found in each position, and what that says of the moves.

use thiserror::Error;

use super::look::{Finding, Force};
use super::proof::{MoveProof, OtherMoves, Proven};
use crate::game::{Board, Color, Move, Point, Rules, RulesError};
use crate::notation::psq::{self, PsqError};
use crate::notation::sgf::{SgfError, Tree};
use crate::notation::{GameRecord, Reading, RecordError};
use crate::solve::{Answer, Value};

/// SGF's number for Gomoku, under which all n in a row goes.
const GOMOKU: u32 = 4;

/// From this drop of the win rate on a move is an inaccuracy.
pub const INACCURACY: f64 = 0.1;

/// From this drop on it is a mistake.
pub const MISTAKE: f64 = 0.2;

/// From this drop on it is a blunder.
pub const BLUNDER: f64 = 0.3;

/// Why a game cannot be reviewed.
#[derive(Debug, Error)]
pub enum GameError {
    /// It is no game record.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// It is no saved game.
    #[error(transparent)]
    Psq(#[from] PsqError),
    /// Its rules are none.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A stone that is set up is not legal.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The first move is not legal.
    #[error(transparent)]
    Move(#[from] BadMove),
}

/// The move with which a record stops being a game: it is reviewed up to there.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("move {number}, line {line}: {what}")]
pub struct BadMove {
    /// Which move, from 1.
    pub number: usize,
    /// The line of the file it stands on, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

/// What is said of a move, by how much it lowers its side's win rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveQuality {
    /// By less than [`INACCURACY`].
    Good,
    /// By at least [`INACCURACY`].
    Inaccuracy,
    /// By at least [`MISTAKE`].
    Mistake,
    /// By at least [`BLUNDER`].
    Blunder,
}

impl MoveQuality {
    /// What a drop of the win rate is called.
    pub fn of_loss(loss: f64) -> MoveQuality {
        if loss >= BLUNDER {
            MoveQuality::Blunder
        } else if loss >= MISTAKE {
            MoveQuality::Mistake
        } else if loss >= INACCURACY {
            MoveQuality::Inaccuracy
        } else {
            MoveQuality::Good
        }
    }

    /// In words; empty for a good move.
    pub const fn name(self) -> &'static str {
        match self {
            MoveQuality::Good => "",
            MoveQuality::Inaccuracy => "inaccuracy",
            MoveQuality::Mistake => "mistake",
            MoveQuality::Blunder => "blunder",
        }
    }
}

/// A move after review. Win rates are those of the side that moved, 0..=1.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// From 1.
    pub number: usize,
    /// What was played.
    pub action: Move,
    /// The win rate before it, with the best move; never less than after it.
    pub before: f64,
    /// The win rate after it.
    pub after: f64,
    /// What is said of it.
    pub verdict: MoveQuality,
    /// The best line in its place, which may begin with the move itself.
    pub line: Vec<Point>,
    /// How a win was forced that the move let go, and in how many plies.
    pub missed: Option<(Force, u32)>,
    /// How the opponent forces a win after it, and in how many plies, if he did not before.
    pub allowed: Option<(Force, u32)>,
    /// What is proven before and after it, if proofs were asked for.
    pub proof: Option<MoveProof>,
}

impl Judged {
    /// By how much the move lowers the win rate.
    pub fn loss(&self) -> f64 {
        self.before - self.after
    }

    /// The best move, unless it was played.
    pub fn better(&self) -> Option<Point> {
        self.line
            .first()
            .copied()
            .filter(|&best| Some(best) != self.action.point)
    }

    /// Whether the move belongs on a list of those worth looking at.
    pub fn is_notable(&self) -> bool {
        let is_to_blame = |proof: &MoveProof| proof.gives_win_away() || proof.loses();
        self.verdict >= MoveQuality::Mistake
            || self.missed.is_some()
            || self.proof.as_ref().is_some_and(is_to_blame)
    }
}

/// One of the answers, and nothing for the others.
fn only(answer: Answer, counts: Answer) -> Answer {
    if answer == counts {
        counts
    } else {
        Answer::Unknown
    }
}

/// The position of a game after so many moves, the side to move being the one that moved next.
pub(super) fn position(end: &Board, moves: usize) -> Board {
    let mut board = end.clone();
    while board.moves().len() > moves {
        board.undo();
    }
    if let Some(next) = end.moves().nth(moves) {
        board.set_side_to_move(next.color);
    }
    board
}

/// A game and what has been found out about it so far.
#[derive(Debug, Clone)]
pub struct Game {
    /// The record, without what an earlier review added to it.
    pub(super) tree: Tree,
    record: GameRecord,
    board: Board,
    bad_move: Option<BadMove>,
    /// By position: the one before the first move first, the last one after the last move.
    findings: Vec<Option<Finding>>,
}

impl Game {
    /// The main line of a record, up to the first move that cannot be read or is illegal. What it
    /// leaves open of its rules is as in `rules`, and `asked_length` the win length if it names none.
    ///
    /// # Errors
    ///
    /// The record is no game, or its first move cannot be read or is illegal.
    pub fn new(tree: Tree, rules: &Rules, asked_length: u32) -> Result<Game, GameError> {
        let reading = tree.reading()?;
        Game::of(tree, reading, rules, asked_length)
    }

    /// As [`new`](Game::new), from a game that Piskvork saved.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn of_psq(text: &[u8], rules: &Rules, asked_length: u32) -> Result<Game, GameError> {
        let reading = psq::read(text)?;
        let tree = Tree::of(&reading.record)?;
        Game::of(tree, reading, rules, asked_length)
    }

    fn of(
        tree: Tree,
        reading: Reading,
        rules: &Rules,
        asked_length: u32,
    ) -> Result<Game, GameError> {
        let Reading {
            record,
            lines,
            fault,
        } = reading;
        let rules = record.rules(rules, asked_length)?;
        let stop = |number: usize, what: String| BadMove {
            number,
            line: lines.get(number - 1).copied().unwrap_or_default(),
            what,
        };
        let (board, bad_move) = match record.board(rules, None) {
            Ok(board) => {
                let unread = fault.map(|fault| BadMove {
                    number: record.moves.len() + 1,
                    line: fault.line,
                    what: fault.what.to_owned(),
                });
                (board, unread)
            }
            Err(error) => {
                let bad = match error {
                    RecordError::Move { number, error } => stop(number, error.to_string()),
                    RecordError::MoveOffBoard { number, error } => stop(number, error.to_string()),
                    other => return Err(other.into()),
                };
                if bad.number == 1 {
                    return Err(bad.into());
                }
                (record.board(rules, Some(bad.number))?, Some(bad))
            }
        };
        let positions = board.moves().len() + 1;
        let mut game = Game {
            tree,
            record,
            board,
            bad_move,
            findings: vec![None; positions],
        };
        if let Some(outcome) = game.board.outcome() {
            let side = game.position(positions - 1).side_to_move();
            game.findings[positions - 1] = Some(Finding::over(outcome, side));
        }
        Ok(game)
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Rules {
        self.board.rules()
    }

    /// The position at its end, with its moves.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The move at which the review ends though the record goes on, since it is none.
    pub fn bad_move(&self) -> Option<&BadMove> {
        self.bad_move.as_ref()
    }

    /// SGF's number of the game that the record says it is, if that is another one (1 is Go): it may
    /// make little sense as n in a row.
    pub fn other_game(&self) -> Option<u32> {
        let ours = self.record.variant.is_some() || self.record.win_length.is_some();
        self.record.game.filter(|&game| game != GOMOKU && !ours)
    }

    /// The names of the players, Black's first.
    pub fn players(&self) -> &[Option<String>; 2] {
        &self.record.players
    }

    /// The result, as the record or else the board says it.
    pub fn result(&self) -> Option<String> {
        let end = GameRecord::of(&self.board).result;
        self.record.result.clone().or(end)
    }

    /// How many positions there are: one more than moves.
    pub fn positions(&self) -> usize {
        self.findings.len()
    }

    /// The position after so many moves, the side to move being the one that moved next.
    pub fn position(&self, moves: usize) -> Board {
        position(&self.board, moves)
    }

    /// What was found in the position after so many moves.
    pub fn finding(&self, moves: usize) -> Option<&Finding> {
        self.findings.get(moves)?.as_ref()
    }

    /// Notes what was found in a position, unless the game is over there.
    pub fn set_finding(&mut self, moves: usize, finding: Finding) {
        if let Some(place) = self.findings.get_mut(moves) {
            place.get_or_insert(finding);
        }
    }

    /// The positions in which nothing has been found yet.
    pub fn open(&self) -> impl Iterator<Item = usize> + '_ {
        let open = |&moves: &usize| self.finding(moves).is_none();
        (0..self.positions()).filter(open)
    }

    /// Whether every position has been searched.
    pub fn is_complete(&self) -> bool {
        self.open().next().is_none()
    }

    /// Whether this is the same game by the same rules, whatever is said of it.
    pub fn is_same(&self, other: &Game) -> bool {
        self.board.setup() == other.board.setup() && self.board.moves().eq(other.board.moves())
    }

    /// Takes over what was found in the same game before.
    pub fn take_over(&mut self, other: &Game) {
        for (moves, finding) in other.findings.iter().enumerate() {
            if let Some(finding) = finding {
                self.set_finding(moves, finding.clone());
            }
        }
    }

    /// What is proven of the position after so many moves, if proofs were asked for: there, or by
    /// what is proven of the positions beside it.
    pub fn proven(&self, moves: usize) -> Option<Proven> {
        let of = |moves: usize| self.finding(moves)?.proven.as_ref();
        let mut proven = of(moves)?.clone();
        if let Some((next, _)) = of(moves + 1).zip(self.alternating(moves)) {
            proven.add_win(only(next.loss, Answer::Yes));
            proven.add_loss(only(next.win, Answer::No));
        }
        let before = moves.checked_sub(1);
        let before = before.and_then(|before| Some((of(before)?, self.alternating(before)?)));
        if let Some((before, played)) = before {
            proven.add_win(only(before.loss, Answer::Yes));
            proven.add_loss(only(before.win, Answer::No));
            if before.others == OtherMoves::NoWin && !before.winning.contains(&played) {
                proven.add_loss(Answer::No);
            }
        }
        Some(proven)
    }

    /// The move made in the position after so many moves, if the sides take turns there.
    fn alternating(&self, moves: usize) -> Option<Point> {
        let point = self.board.moves().nth(moves)?.point;
        point.filter(|_| self.position_side(moves) != self.position_side(moves + 1))
    }

    /// The win rate of the side to move in the position after so many moves, 0..=1: what is proven
    /// counts before what was searched.
    fn win_rate(&self, moves: usize) -> Option<f64> {
        let searched = self.finding(moves)?.win_rate();
        let proven = self.proven(moves).and_then(|proven| proven.value());
        Some(proven.map_or(searched, |value| match value {
            Value::Win => 1.0,
            Value::Draw => 0.5,
            Value::Loss => 0.0,
        }))
    }

    /// Black's win rate in the position after so many moves, 0..=1.
    pub fn black_rate(&self, moves: usize) -> Option<f64> {
        let rate = self.win_rate(moves)?;
        Some(match self.position_side(moves) {
            Color::Black => rate,
            Color::White => 1.0 - rate,
        })
    }

    fn position_side(&self, moves: usize) -> Color {
        let next = self.board.moves().nth(moves);
        next.map_or(self.board.side_to_move(), |next| next.color)
    }

    /// The move with this number, from 1, if the positions before and after it have been searched.
    pub fn judged(&self, number: usize) -> Option<Judged> {
        let action = self.board.moves().nth(number.checked_sub(1)?)?;
        let (best, next) = (self.finding(number - 1)?, self.finding(number)?);
        let ours = self.position_side(number) == action.color;
        let after = if ours {
            self.win_rate(number)?
        } else {
            1.0 - self.win_rate(number)?
        };
        let asked = best.proven.is_some();
        let proof = self.proven(number - 1).zip(self.proven(number));
        let proof = proof.filter(|_| asked).map(|(before, after)| MoveProof {
            before,
            after: if ours { after } else { after.of_opponent() },
        });
        // What a search looks at behind the move, it may find out only there.
        let known = self.win_rate(number - 1)?;
        let is_exact = proof
            .as_ref()
            .is_some_and(|proof| proof.before.value().is_some());
        let (before, after) = match is_exact {
            true => (known, after.min(known)),
            false => (known.max(after), after),
        };
        let plies = |finding: &Finding| finding.mate().unwrap_or(0).unsigned_abs();
        let played_best = action.point.is_some() && best.line.first() == action.point.as_ref();
        let missed = best.force.filter(|_| after < 1.0 && !played_best);
        let allowed = next.force.filter(|_| !ours && known > 0.0 && !played_best);
        Some(Judged {
            number,
            action,
            before,
            after,
            verdict: if played_best {
                MoveQuality::Good
            } else {
                MoveQuality::of_loss(before - after)
            },
            line: best.line.clone(),
            missed: missed.map(|force| (force, plies(best))),
            allowed: allowed.map(|force| (force, plies(next))),
            proof,
        })
    }

    /// All moves that can be judged so far.
    pub fn all_judged(&self) -> impl Iterator<Item = Judged> + '_ {
        (1..self.positions()).filter_map(|number| self.judged(number))
    }
}

//! One game between two engines, judged move by move.

use std::time::Duration;

use super::client::{Answer, Client};
use super::process::EngineError;
use super::record::{Fault, GameResult, Reason};
use super::settings::{Conditions, Resignation};
use super::time::GameClock;
use crate::game::{Board, Color, DrawReason, Outcome, PlayError, Point};
use crate::notation::Vertex;
use crate::openings::Opening;

/// How a game went.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Played {
    pub(super) moves: Vec<Option<Point>>,
    pub(super) times: Vec<Duration>,
    pub(super) result: GameResult,
    pub(super) reason: Reason,
    pub(super) detail: String,
}

impl Played {
    /// A game that this colour lost by a fault before a move was asked for.
    pub(super) fn lost_at_start(opening: &Opening, loser: Color, trouble: &EngineError) -> Played {
        let (fault, detail) = fault_of(trouble);
        Played {
            moves: opening.points().iter().copied().map(Some).collect(),
            times: Vec::new(),
            result: GameResult::win(!loser),
            reason: Reason::Fault(fault),
            detail,
        }
    }
}

/// One side of a game.
pub(super) struct Contender<'a> {
    pub(super) client: &'a mut dyn Client,
    pub(super) clock: GameClock,
}

/// Why a game has ended, and for whom.
type Ending = (GameResult, Reason, String);

struct Game<'a> {
    conditions: &'a Conditions,
    board: Board,
    times: Vec<Duration>,
    /// For each colour, how many of its moves in a row it has thought itself lost.
    hopeless: [u32; 2],
}

/// Plays a game from the opening to its end; `None` if the match was stopped meanwhile. Black's
/// seat comes first.
pub(super) fn play(
    conditions: &Conditions,
    opening: &Opening,
    seats: &mut [Contender<'_>; 2],
) -> Option<Played> {
    for (color, seat) in Color::ALL.into_iter().zip(seats.iter_mut()) {
        if let Err(trouble) = seat.client.new_game(&seat.clock) {
            let stopped = trouble == EngineError::Stopped;
            return (!stopped).then(|| Played::lost_at_start(opening, color, &trouble));
        }
    }
    let mut game = Game {
        conditions,
        board: Board::new(conditions.rules),
        times: Vec::new(),
        hopeless: [0; 2],
    };
    for &point in opening.points() {
        let color = game.board.side_to_move();
        // Openings were played through when they were read.
        game.board.play(color, point).ok()?;
        for seat in seats.iter_mut() {
            seat.client.played(color, Some(point));
        }
    }
    let (result, reason, detail) = loop {
        if let Some(ending) = game.ending() {
            break ending;
        }
        let [black, white] = &mut *seats;
        let ending = match game.board.side_to_move() {
            Color::Black => game.turn(black, white),
            Color::White => game.turn(white, black),
        };
        match ending {
            Ok(()) => {}
            Err(Some(ending)) => break ending,
            Err(None) => return None,
        }
    };
    Some(Played {
        moves: game.board.moves().map(|action| action.point).collect(),
        times: game.times,
        result,
        reason,
        detail,
    })
}

impl Game<'_> {
    /// How the game has ended by the rules or by a bound of the match, if it has.
    fn ending(&self) -> Option<Ending> {
        let draw = |reason| Some((GameResult::Draw, reason, String::new()));
        match self.board.outcome() {
            Some(Outcome::Win(color)) => {
                Some((GameResult::win(color), Reason::Line, String::new()))
            }
            Some(Outcome::Draw(DrawReason::FullBoard)) => draw(Reason::FullBoard),
            Some(Outcome::Draw(DrawReason::TwoPasses)) => draw(Reason::TwoPasses),
            None => {
                let moves = self.board.moves().len();
                let limit = self.conditions.draw_after;
                limit
                    .is_some_and(|limit| moves >= limit)
                    .then(|| (GameResult::Draw, Reason::MoveLimit, String::new()))
            }
        }
    }

    /// One move. An error ends the game, one without an ending the match.
    fn turn(
        &mut self,
        mover: &mut Contender<'_>,
        other: &mut Contender<'_>,
    ) -> Result<(), Option<Ending>> {
        let color = self.board.side_to_move();
        if self.board.must_pass(color) {
            // Nothing is left to ask, and the Gomocup protocol knows no pass.
            self.board.pass(color);
            self.times.push(Duration::ZERO);
            mover.client.played(color, None);
            other.client.played(color, None);
            return Ok(());
        }
        let lost = |reason, detail: String| Err(Some((GameResult::win(!color), reason, detail)));
        let limit = mover.clock.limit();
        let patience = match limit {
            Some(limit) => limit + self.conditions.margin + self.conditions.grace,
            None => self.conditions.stall,
        };
        let reply = match mover.client.genmove(color, &mover.clock, patience) {
            Ok(reply) => reply,
            Err(EngineError::Stopped) => return Err(None),
            Err(trouble) => {
                if let EngineError::Silent(waited) = trouble {
                    self.times.push(waited);
                }
                let (fault, detail) = fault_of(&trouble);
                return lost(Reason::Fault(fault), detail);
            }
        };
        self.times.push(reply.taken);
        if !mover.clock.spend(reply.taken, self.conditions.margin) {
            let detail = format!(
                "{:.3} s, {:.3} s were left",
                reply.taken.as_secs_f64(),
                limit.unwrap_or_default().as_secs_f64()
            );
            return lost(Reason::Fault(Fault::Timeout), detail);
        }
        let point = match reply.answer {
            Answer::Point(point) => {
                if let Err((fault, detail)) = judge(&mut self.board, color, point) {
                    return lost(Reason::Fault(fault), detail);
                }
                Some(point)
            }
            Answer::Pass => {
                self.board.pass(color);
                None
            }
            Answer::OffBoard(text) => {
                let detail = format!("{text}: the point is off the board");
                return lost(Reason::Fault(Fault::IllegalMove), detail);
            }
            Answer::Resign => return lost(Reason::Resign, String::new()),
        };
        if self.gives_up(color, reply.score) {
            return lost(Reason::Score, String::new());
        }
        other.client.played(color, point);
        Ok(())
    }

    /// Whether this colour, whose game goes on, has thought itself lost for long enough.
    fn gives_up(&mut self, color: Color, score: Option<f64>) -> bool {
        let Some(Resignation {
            score: bound,
            moves,
        }) = self.conditions.resign
        else {
            return false;
        };
        let Some(count) = self.hopeless.get_mut(color.index()) else {
            return false;
        };
        *count = match score {
            Some(score) if score <= -bound => *count + 1,
            _ => 0,
        };
        *count >= moves && !self.board.is_decided()
    }
}

fn judge(board: &mut Board, color: Color, point: Point) -> Result<(), (Fault, String)> {
    board.play(color, point).map_err(|error| {
        let fault = match error {
            PlayError::Forbidden(_) => Fault::ForbiddenMove,
            PlayError::OffBoard | PlayError::Occupied | PlayError::GameOver => Fault::IllegalMove,
        };
        (fault, format!("{}: {error}", Vertex::from(point)))
    })
}

fn fault_of(trouble: &EngineError) -> (Fault, String) {
    let fault = match trouble {
        EngineError::Ended(_) => Fault::Crash,
        EngineError::Closed(_) => Fault::EndOfOutput,
        EngineError::Silent(_) => Fault::Stall,
        EngineError::Garbage(_) | EngineError::Stopped => Fault::Garbage,
    };
    (fault, one_line(&trouble.to_string()))
}

/// A text of several lines as one.
pub(super) fn one_line(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

//! What is kept of a finished game: one line of the results file.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::game::Color;

/// One finished game. Written as one line of JSON, and all that the tables are made from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ResultRecord {
    /// The number of the game in the schedule, from 0. Each number is played exactly once.
    pub game: u64,
    /// Games with the same number were played from one opening, by the same two engines, with
    /// the colours swapped. At most two games share it; the other one may never be played.
    pub pair: u64,
    /// The name of the engine that played Black.
    pub black: String,
    /// The name of the engine that played White.
    pub white: String,
    /// What the opening is called in its set.
    pub opening: String,
    /// How many of `moves` belong to the opening.
    pub opening_plies: usize,
    /// All moves as GTP vertices (`H8`, `pass`), Black first and alternating, opening included.
    /// A move that lost by a fault is not among them, it stands in `detail`.
    pub moves: Vec<String>,
    /// Seconds taken for each move after the opening, in the order of `moves`; one more than
    /// there are moves if the last request was not answered by a move.
    pub times: Vec<f64>,
    /// Who won.
    pub result: GameResult,
    /// Why the game ended.
    pub reason: Reason,
    /// What happened, in words, where the reason alone does not say it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

impl ResultRecord {
    /// The names of the engines, Black first.
    pub fn names(&self) -> [&str; 2] {
        [&self.black, &self.white]
    }

    /// Moves played, those of the opening included.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Seconds both engines took together.
    pub fn seconds(&self) -> f64 {
        self.times.iter().sum()
    }

    /// Who moves at the `i`-th entry of `times`.
    pub fn mover(&self, i: usize) -> Color {
        if (self.opening_plies + i).is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        }
    }

    /// The fault and the colour that committed it, if the game was lost by one.
    pub fn fault(&self) -> Option<(Color, Fault)> {
        match (self.reason, self.result.winner()) {
            (Reason::Fault(fault), Some(winner)) => Some((!winner, fault)),
            _ => None,
        }
    }
}

/// Who won a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// Black won.
    Black,
    /// White won.
    White,
    /// Nobody won.
    Draw,
}

impl GameResult {
    /// The colour that won.
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameResult::Black => Some(Color::Black),
            GameResult::White => Some(Color::White),
            GameResult::Draw => None,
        }
    }

    /// The points of `color`: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn points(self, color: Color) -> u32 {
        match self.winner() {
            None => 1,
            Some(winner) if winner == color => 2,
            Some(_) => 0,
        }
    }

    /// A win of `color`.
    pub const fn win(color: Color) -> GameResult {
        match color {
            Color::Black => GameResult::Black,
            Color::White => GameResult::White,
        }
    }
}

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A winning line.
    Line,
    /// The loser resigned.
    Resign,
    /// The loser's own score was below the bound of `--resign` for long enough.
    Score,
    /// A draw: no point is empty.
    FullBoard,
    /// A draw: two passes in a row.
    TwoPasses,
    /// A draw: the number of moves of `--draw-after` was reached.
    MoveLimit,
    /// The loser did something that an engine must not do.
    #[serde(untagged)]
    Fault(Fault),
}

impl Reason {
    /// The name, as the results file writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Line => "line",
            Reason::Resign => "resign",
            Reason::Score => "score",
            Reason::FullBoard => "full-board",
            Reason::TwoPasses => "two-passes",
            Reason::MoveLimit => "move-limit",
            Reason::Fault(fault) => fault.name(),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What an engine did that lost it the game; afterwards it was killed and started anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// Its process ended in the middle of a game, or could not be started again.
    Crash,
    /// It answered, but too late.
    Timeout,
    /// It did not answer, and was not waited for any longer.
    Stall,
    /// It played on a stone or off the board.
    IllegalMove,
    /// It played Black on a point that renju forbids.
    ForbiddenMove,
    /// It said something that is not an answer in its protocol, or refused a legal request.
    Garbage,
    /// Its output ended while its process went on.
    EndOfOutput,
}

impl Fault {
    /// All faults, in the order of the tables.
    pub const ALL: [Fault; 7] = [
        Fault::Crash,
        Fault::Timeout,
        Fault::Stall,
        Fault::IllegalMove,
        Fault::ForbiddenMove,
        Fault::Garbage,
        Fault::EndOfOutput,
    ];

    /// The name, as the results file writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Fault::Crash => "crash",
            Fault::Timeout => "timeout",
            Fault::Stall => "stall",
            Fault::IllegalMove => "illegal-move",
            Fault::ForbiddenMove => "forbidden-move",
            Fault::Garbage => "garbage",
            Fault::EndOfOutput => "end-of-output",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(reason: Reason) -> ResultRecord {
        ResultRecord {
            game: 3,
            pair: 1,
            black: "a".into(),
            white: "b".into(),
            opening: "7".into(),
            opening_plies: 1,
            moves: vec!["H8".into(), "J9".into()],
            times: vec![0.25],
            result: GameResult::White,
            reason,
            detail: String::new(),
        }
    }

    #[test]
    fn a_record_survives_the_file() {
        let reasons = [
            Reason::Line,
            Reason::Resign,
            Reason::Score,
            Reason::FullBoard,
            Reason::TwoPasses,
            Reason::MoveLimit,
        ];
        let faults = Fault::ALL.map(Reason::Fault);
        for reason in reasons.into_iter().chain(faults) {
            let text = serde_json::to_string(&record(reason)).unwrap();
            assert!(text.contains(&format!("\"reason\":\"{reason}\"")), "{text}");
            let back: ResultRecord = serde_json::from_str(&text).unwrap();
            assert_eq!(back, record(reason));
        }
    }

    #[test]
    fn the_loser_is_at_fault_and_the_mover_alternates() {
        let game = record(Reason::Fault(Fault::Crash));
        assert_eq!(game.fault(), Some((Color::Black, Fault::Crash)));
        assert_eq!(game.mover(0), Color::White);
        assert_eq!(record(Reason::Line).fault(), None);
        assert_eq!(GameResult::White.points(Color::White), 2);
        assert_eq!(GameResult::Draw.points(Color::White), 1);
    }
}

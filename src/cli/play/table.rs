use lianzhu::engine::{Engine, Reply};
use lianzhu::game::{Board, Color, Outcome, Point, Rules};
use lianzhu::notation::vertices;
use lianzhu::search::Report;

use super::phrases;

/// Who plays a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Controller {
    /// The one person there is.
    You,
    /// The first of two persons.
    First,
    /// The second of two persons.
    Second,
    /// The engine.
    Engine,
}

/// What happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// Nothing: the game has ended.
    Over,
    /// A person moves.
    Person(Color),
    /// The engine moves.
    Engine(Color),
    /// A person has no legal point, and so passes.
    Pass(Color),
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// This colour gave up.
    Resigned(Color),
    /// By the rules.
    Rules(Outcome),
}

/// How a sitting ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// It was asked to.
    Quit,
    /// Nothing more can be read.
    EndOfInput,
    /// By Ctrl-C or a signal.
    Interrupted,
}

/// What the engine found.
#[derive(Debug, Clone)]
pub enum Found {
    /// Its move.
    Reply(Reply),
    /// What an analysis says.
    Report(Report),
}

/// A game, and who sits at it.
pub struct Table {
    /// The game.
    pub engine: Engine,
    /// By colour.
    pub seats: [Controller; 2],
    resigned: Option<Color>,
    /// The file this game was saved in.
    pub saved: Option<String>,
    /// Set when one has had enough.
    pub ended: Option<Ended>,
}

impl Table {
    /// A person with this colour, or two, before the first move.
    pub fn new(engine: Engine, color: Color, two: bool) -> Table {
        let mut seats = if two {
            [Controller::First, Controller::Second]
        } else {
            [Controller::You, Controller::Engine]
        };
        if color == Color::White {
            seats.reverse();
        }
        Table {
            engine,
            seats,
            resigned: None,
            saved: None,
            ended: None,
        }
    }

    /// Who plays this colour.
    pub fn seat(&self, color: Color) -> Controller {
        let [black, white] = self.seats;
        match color {
            Color::Black => black,
            Color::White => white,
        }
    }

    /// Whether two persons play.
    pub fn is_of_two(&self) -> bool {
        !self.seats.contains(&Controller::Engine)
    }

    /// How the game ended, or `None` while it goes on.
    pub fn ending(&self) -> Option<Ending> {
        let by_rules = || self.engine.outcome().map(Ending::Rules);
        self.resigned.map(Ending::Resigned).or_else(by_rules)
    }

    /// What happens next.
    pub fn turn(&self) -> Turn {
        let color = self.engine.board().side_to_move();
        match self.seat(color) {
            _ if self.ending().is_some() => Turn::Over,
            Controller::Engine => Turn::Engine(color),
            _ if self.engine.board().must_pass(color) => Turn::Pass(color),
            Controller::You | Controller::First | Controller::Second => Turn::Person(color),
        }
    }

    /// Puts a stone of the side to move.
    ///
    /// # Errors
    ///
    /// Why it cannot stand there, in words.
    pub fn play(&mut self, point: Point) -> Result<(), String> {
        if self.ending().is_some() {
            return Err("The game is over: `undo` takes moves back.".to_owned());
        }
        let board = self.engine.board();
        let (color, owner) = (board.side_to_move(), board.cell(point).color());
        self.engine
            .play(color, point)
            .map_err(|error| phrases::refused(point, error, owner))
    }

    /// What the engine answered for `color`, its move being on the board already.
    pub fn take(&mut self, color: Color, found: &Found) {
        if matches!(found, Found::Reply(Reply::Resign)) {
            self.resigned = Some(color);
        }
    }

    /// The side to move gives up.
    ///
    /// # Errors
    ///
    /// The game is over.
    pub fn resign(&mut self) -> Result<(), String> {
        if self.ending().is_some() {
            return Err("The game is over.".to_owned());
        }
        self.resigned = Some(self.engine.board().side_to_move());
        Ok(())
    }

    /// Takes moves back to where the person moved last, or a resignation; what was taken back, in
    /// words.
    ///
    /// # Errors
    ///
    /// No person has moved.
    pub fn undo(&mut self) -> Result<String, String> {
        if self.resigned.take().is_some() {
            return Ok("The resignation is taken back.".to_owned());
        }
        let moves: Vec<_> = self.engine.board().moves().collect();
        let own = moves
            .iter()
            .rposition(|action| {
                self.seat(action.color) != Controller::Engine && action.point.is_some()
            })
            .ok_or("There is no move of yours to take back.")?;
        let back = &moves[own..];
        self.engine
            .undo(back.len())
            .map_err(|error| format!("{error}."))?;
        Ok(format!(
            "Taken back: {}.",
            vertices(back.iter().map(|action| action.point))
        ))
    }

    /// Changes the colours.
    pub fn swap(&mut self) {
        self.seats.reverse();
    }

    /// A new game under the rules in force.
    pub fn again(&mut self) {
        self.engine.clear();
        self.fresh();
    }

    /// A new game under other rules; `asked` is the win length that larger boards get back.
    pub fn begin(&mut self, rules: Rules, asked: u32) {
        self.engine.set_board(Board::new(rules), asked);
        self.fresh();
    }

    fn fresh(&mut self) {
        self.resigned = None;
        self.saved = None;
    }
}

//! The Gomocup protocol, as Piskvork and the tournaments speak it to engines.
//!
//! `protocol.md` beside the sources describes every command and every key of `INFO`. One table of
//! each feeds dispatch and the test against `protocol.md`.

mod about;
mod command;
mod game;
mod info;
mod line;
mod reply;
mod session;
mod swap;
mod think;
mod yixin;

use log::{debug, info};

use crate::engine::Engine;
use crate::protocol::{Flow, Front, Interrupts, Out, StoppedBy};
use crate::wire::{Event, Inspection, Line, Received, SendError};

use line::{InputLine, hear};
use reply::{Answer, Failure, lines};
use session::Session;
use think::Sudden;

pub use command::Command;
pub use info::{Key, keys};

/// The families of commands, in the order of `protocol.md`.
static FAMILIES: [&[Command]; 5] = [
    game::COMMANDS,
    swap::COMMANDS,
    info::COMMANDS,
    about::COMMANDS,
    yixin::COMMANDS,
];

/// Every command there is.
///
/// ```
/// use lianzhu::protocol::gomocup;
/// assert!(gomocup::commands().any(|command| command.name == "TURN"));
/// ```
pub fn commands() -> impl Iterator<Item = &'static Command> {
    FAMILIES.into_iter().flatten()
}

fn find(name: &str) -> Option<&'static Command> {
    commands().find(|command| command.name == name)
}

/// An engine that is spoken to in the Gomocup protocol.
///
/// ```
/// use lianzhu::engine::{Config, Engine};
/// use lianzhu::protocol::gomocup::Gomocup;
/// use lianzhu::wire::Line;
///
/// let mut front = Gomocup::new(Engine::new(Config::default())?);
/// let mut ask = |text: &str| front.answer(&Line::Whole(text.into()));
/// assert_eq!(ask("START 15"), "OK\n");
/// assert_eq!(ask("INFO rule 1"), "");
/// assert_eq!(ask("TURN 7,15"), "ERROR 7,15 is not on the 15x15 board\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Gomocup {
    session: Session,
    interrupts: Interrupts,
    sudden: Sudden,
    /// The number of the last line that was answered.
    heard: u64,
}

impl Gomocup {
    /// A front before the first command, over this engine. Until something else is said, it plays
    /// by the rules and limits of the engine.
    pub fn new(engine: Engine) -> Gomocup {
        Gomocup {
            interrupts: Interrupts::new(engine.stop_token()),
            sudden: Sudden::new(engine.config().move_overhead),
            session: Session::new(engine),
            heard: 0,
        }
    }

    /// The engine that the commands work on.
    pub fn engine(&self) -> &Engine {
        self.session.engine()
    }

    /// Whether `END` was heard: nothing behind it should be.
    pub fn has_ended(&self) -> bool {
        self.session.has_ended()
    }

    /// All that is answered to a line, lines with their ends; empty for nothing.
    pub fn answer(&mut self, line: &Line) -> String {
        let mut text = String::new();
        // Text takes everything.
        let _ = self.respond(line, None, &mut text);
        text
    }

    /// Answers a line; `number` is that of a line while lines are read.
    fn respond(
        &mut self,
        line: &Line,
        number: Option<u64>,
        out: &mut dyn Out,
    ) -> Result<(), SendError> {
        let mut answer = match hear(line) {
            InputLine::Nothing => return Ok(()),
            InputLine::Overlong => self.session.overlong(),
            InputLine::Request { name, arguments } => self.run(&name, &arguments),
        };
        if let Some(thought) = self.session.thought.take() {
            answer = think::think(&mut self.session, thought, number, &self.sudden, out)?;
        }
        // Messages stand before the answer that they belong to.
        let mut text = String::new();
        if !matches!(answer, Ok(None)) {
            text = self.session.take_messages();
        }
        text.push_str(&lines(&answer));
        if text.is_empty() {
            return Ok(());
        }
        out.say(&text)
    }

    fn run(&mut self, name: &str, arguments: &str) -> Answer {
        debug!("{name} {arguments}");
        let answer = match self.session.board_line(name, arguments) {
            Some(answer) => answer,
            None => match find(name) {
                Some(command) => (command.run)(&mut self.session, arguments),
                None => Err(Failure::Unknown("command".into())),
            },
        };
        if let Err(failure) = &answer {
            info!("{name} {arguments}: {failure}");
        }
        answer
    }
}

/// Whether the line ends the thinking at once: the game is to end, or a move is asked for now.
fn is_urgent(line: &Line) -> bool {
    // Most lines are told apart without any copying.
    line.bytes().len() < 64
        && matches!(hear(line), InputLine::Request { name, .. }
            if ["END", "STOP", "YXSTOP"].contains(&name.as_str()))
}

impl Front for Gomocup {
    fn hear(&mut self, received: &Received, out: &mut dyn Out) -> Result<Flow, SendError> {
        self.heard = received.number;
        self.interrupts.begin(received.number);
        self.respond(&received.line, Some(received.number), out)?;
        Ok(if self.has_ended() {
            Flow::Quit
        } else {
            Flow::Continue
        })
    }

    fn inspector(&self) -> impl FnMut(&Event) -> Inspection + Send + 'static {
        let interrupts = self.interrupts.clone();
        let sudden = self.sudden.clone();
        move |event| {
            let Event::Line(received) = event else {
                interrupts.end();
                return Inspection::Queue;
            };
            if is_urgent(&received.line) {
                interrupts.read(received.number, StoppedBy::InterruptLines);
                return Inspection::Queue;
            }
            if hear(&received.line) == InputLine::Nothing {
                return Inspection::Drop;
            }
            sudden.read(received);
            interrupts.read(received.number, StoppedBy::Commands);
            Inspection::Queue
        }
    }

    fn idle(&mut self) {
        if self.session.may_ponder() {
            self.interrupts
                .begin_yielding(self.heard, StoppedBy::Commands);
            self.session.engine_mut().ponder();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_and_stop_are_urgent() {
        let urgent = |text: &str| is_urgent(&Line::Whole(text.into()));
        assert!(urgent("END") && urgent("end\r") && urgent("YXSTOP") && urgent("stop"));
        assert!(!urgent("ENDING") && !urgent("DONE") && !urgent("INFO x END") && !urgent(""));
    }
}

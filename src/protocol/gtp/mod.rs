//! GTP: the Go Text Protocol, version 2, as GUIs and referees speak it.
//!
//! `protocol.md` beside the sources describes every command. Here each family of commands has a
//! file with one table, and the tables together are the registry: dispatch, `help`,
//! `list_commands`, `known_command` and the test against `protocol.md` read nothing else.
//!
//! A command reads all its arguments before it touches the engine, so one that fails has changed
//! nothing.

mod analyze;
mod args;
mod core;
mod dialog;
mod files;
mod gfx;
mod gogui;
mod kata;
mod lianzhu;
mod line;
mod livegfx;
mod plan;
mod play;
mod record;
mod reply;
mod session;
mod stream;
mod text;
mod time;

use log::{debug, info};

use crate::engine::Engine;
use crate::protocol::{Flow, Front, Interrupts, Out, StoppedBy};
use crate::wire::{Event, Inspection, Line, Received, SendError};

use args::Args;
use line::{InputLine, hear, is_interrupt, is_silent};
use reply::{Answer, Failure, frame};
use session::Session;
use stream::Company;

pub use files::Files;
pub use session::Command;

/// The families of commands, in the order in which they are listed.
static FAMILIES: [&[Command]; 8] = [
    core::COMMANDS,
    play::COMMANDS,
    record::COMMANDS,
    time::COMMANDS,
    kata::COMMANDS,
    analyze::COMMANDS,
    gogui::COMMANDS,
    lianzhu::COMMANDS,
];

/// Every command there is.
///
/// ```
/// use lianzhu::protocol::gtp;
/// assert!(gtp::commands().any(|command| command.name == "genmove"));
/// ```
pub fn commands() -> impl Iterator<Item = &'static Command> {
    FAMILIES.into_iter().flatten()
}

/// An engine that is spoken to in GTP.
///
/// ```
/// use lianzhu::engine::{Config, Engine};
/// use lianzhu::protocol::gtp::Gtp;
/// use lianzhu::wire::Line;
///
/// let mut gtp = Gtp::new(Engine::new(Config::default())?);
/// let mut ask = |text: &str| gtp.answer(&Line::Whole(text.into()));
/// assert_eq!(ask("1 play black h8").as_deref(), Some("=1 \n\n"));
/// assert_eq!(ask("2 play white h8").as_deref(), Some("?2 illegal move\n\n"));
/// assert_eq!(ask("# nothing"), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Gtp {
    session: Session,
    interrupts: Interrupts,
    /// The number of the last line that was answered.
    heard: u64,
}

impl Gtp {
    /// A front before the first command, over this engine.
    pub fn new(engine: Engine) -> Gtp {
        Gtp {
            interrupts: Interrupts::new(engine.stop_token()),
            session: Session::new(engine, &FAMILIES),
            heard: 0,
        }
    }

    /// The engine that the commands work on.
    pub fn engine(&self) -> &Engine {
        &self.session.engine
    }

    /// Whether `quit` was answered: nothing behind it should be.
    pub fn has_quit(&self) -> bool {
        self.session.quit
    }

    /// The whole response to a line, with the empty line that ends it; `None` if the line asks
    /// for nothing. As nobody can interrupt here, an analysis ends when everything is found out,
    /// and at once if there is no cap on it.
    pub fn answer(&mut self, line: &Line) -> Option<String> {
        let mut response = String::new();
        // Text takes everything.
        let _ = self.respond(line, &mut response, Company::Nobody);
        (!response.is_empty()).then_some(response)
    }

    /// Writes the response to a line into `out`, piece by piece as it comes, all on this thread. Only
    /// the engine's [`stop_token`](Engine::stop_token) interrupts it; an analysis goes on until then,
    /// until a cap on it is reached, or until everything is found out.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    pub fn answer_to(&mut self, line: &Line, out: &mut dyn Out) -> Result<(), SendError> {
        self.interrupts.begin(self.heard);
        self.respond(line, out, Company::Host)
    }

    /// The files that the commands read and write.
    pub fn files_mut(&mut self) -> &mut Files {
        &mut self.session.files
    }

    fn respond(
        &mut self,
        line: &Line,
        out: &mut dyn Out,
        company: Company,
    ) -> Result<(), SendError> {
        let (id, answer) = match hear(line) {
            InputLine::Nothing => return Ok(()),
            InputLine::Overlong { id } => (id, Err(Failure::OVERLONG)),
            InputLine::Request(request) => {
                let answer = self.run(&request.name, &request.arguments);
                (request.id, answer)
            }
        };
        match self.session.plan.take() {
            Some(plan) if answer.is_ok() => stream::run(
                &mut self.session,
                &self.interrupts,
                &plan,
                &id,
                company,
                out,
            ),
            _ => out.say(&frame(&id, &answer)),
        }
    }

    fn run(&mut self, name: &str, arguments: &str) -> Answer {
        debug!("{name} {arguments}");
        let command = self.session.find(name).ok_or(Failure::UNKNOWN_COMMAND)?;
        let answer = (command.run)(&mut self.session, &Args::new(arguments));
        if let Err(failure) = &answer {
            info!("{name} {arguments}: {failure}");
        }
        answer
    }
}

impl Front for Gtp {
    fn hear(&mut self, received: &Received, out: &mut dyn Out) -> Result<Flow, SendError> {
        self.heard = received.number;
        self.interrupts.begin(received.number);
        self.respond(&received.line, out, Company::Reader)?;
        Ok(if self.has_quit() {
            Flow::Quit
        } else {
            Flow::Continue
        })
    }

    fn inspector(&self) -> impl FnMut(&Event) -> Inspection + Send + 'static {
        let interrupts = self.interrupts.clone();
        move |event| {
            let Event::Line(received) = event else {
                interrupts.end();
                return Inspection::Queue;
            };
            let (kind, verdict) = if is_interrupt(&received.line) {
                (StoppedBy::InterruptLines, Inspection::Drop)
            } else if is_silent(&received.line) {
                (StoppedBy::Anything, Inspection::Drop)
            } else {
                (StoppedBy::Commands, Inspection::Queue)
            };
            interrupts.read(received.number, kind);
            verdict
        }
    }

    fn idle(&mut self) {
        let session = &mut self.session;
        if session.engine.config().ponder && session.waiting == Some(session.here()) {
            self.interrupts
                .begin_yielding(self.heard, StoppedBy::Commands);
            session.engine.ponder();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_told_apart_and_can_be_sent() {
        let mut seen = HashSet::new();
        for command in commands() {
            assert!(seen.insert(command.name), "{} twice", command.name);
            assert!(
                command
                    .name
                    .bytes()
                    .all(|b| b.is_ascii_graphic() && b != b'#'),
                "{}",
                command.name
            );
            assert!(!command.name.bytes().all(|b| b.is_ascii_digit()));
        }
    }
}

//! What a command is, and what it works on.

use super::args::Args;
use super::files::Files;
use super::plan::Plan;
use super::reply::Answer;
use crate::engine::Engine;

/// A command of the registry.
pub struct Command {
    /// The name, as it is sent.
    pub name: &'static str,
    /// What stands behind the name, as `protocol.md` writes it; empty for nothing. Words in
    /// capitals stand for a value, square brackets for what may be left out, `|` between what may
    /// be chosen from, `…` for any number more.
    pub syntax: &'static str,
    /// What it does, in a few words without an end: what `help` says, and `protocol.md`'s table.
    pub summary: &'static str,
    pub(super) run: fn(&mut Session, &Args<'_>) -> Answer,
}

/// What the commands work on.
pub(super) struct Session {
    pub(super) engine: Engine,
    pub(super) quit: bool,
    pub(super) files: Files,
    /// What a command has found it is to stream, instead of its answer.
    pub(super) plan: Option<Plan>,
    /// Whether what the engine thinks is drawn on GoGui's board.
    pub(super) live: bool,
    /// Where the engine waits for the opponent, and may think: the moves so far, and the
    /// position's key.
    pub(super) waiting: Option<(usize, u64)>,
    families: &'static [&'static [Command]],
}

impl Session {
    /// A session before the first command, over this engine; these are the commands that it knows.
    pub(super) fn new(engine: Engine, families: &'static [&'static [Command]]) -> Session {
        Session {
            engine,
            quit: false,
            files: Files::default(),
            plan: None,
            live: false,
            waiting: None,
            families,
        }
    }

    /// Every command there is.
    pub(super) fn commands(&self) -> impl Iterator<Item = &'static Command> {
        self.families.iter().copied().flatten()
    }

    /// The command with this name. Names are told apart by case.
    pub(super) fn find(&self, name: &str) -> Option<&'static Command> {
        self.commands().find(|command| command.name == name)
    }

    /// The game as it is, to tell whether it goes on from here.
    pub(super) fn here(&self) -> (usize, u64) {
        let board = self.engine.board();
        (board.moves().len(), board.key())
    }

    /// The engine has moved: from now on it is the opponent's time.
    pub(super) fn wait_for_opponent(&mut self) {
        self.waiting = Some(self.here());
    }
}

//! The game as plain lines, for pipes and for terminals that cannot be drawn on: nothing but text
//! on standard output, and lines from standard input.

use std::io::{self, IsTerminal, Stdin, Write};
use std::thread;
use std::time::{Duration, Instant};

use lianzhu::search::Report;
use lianzhu::wire::{Event, Inbox, Inspection, LineReader};

use super::drawing::{View, board};
use super::face::{Face, PlayerInput};
use super::scene::Scene;
use super::table::Ended;
use crate::cli::signals::Signals;

/// The face of plain lines.
pub struct Lines {
    inbox: Inbox,
    signals: Signals,
    /// The signals that were dealt with.
    seen: usize,
    /// Whether a person types: else what is read is written, too, so that the output can be read.
    typed: bool,
    /// The board that was shown last, with what is said of it.
    shown: String,
    /// What to ask with, and whether that was done.
    prompt: String,
    asked: bool,
    /// What the engine does, and since when.
    work: Option<(&'static str, Instant)>,
    /// Whether a person who waits was told so.
    told: bool,
}

/// A person who waits for longer is told what for.
const QUIET: Duration = Duration::from_secs(1);

impl Lines {
    /// Reads standard input from now on.
    pub fn open(signals: Signals) -> io::Result<Lines> {
        let source: LineReader<Stdin> = LineReader::new(io::stdin());
        Ok(Lines {
            inbox: Inbox::spawn(source, |_| Inspection::Queue)?,
            signals,
            seen: 0,
            typed: io::stdin().is_terminal(),
            shown: String::new(),
            prompt: String::new(),
            asked: false,
            work: None,
            told: false,
        })
    }

    fn write(&self, text: &str) -> io::Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    /// The answer to the prompt is known: it ends its line.
    fn answered(&mut self, text: &str) -> io::Result<()> {
        self.asked = false;
        self.write(text)
    }

    /// Whether a signal asks for the end. While the engine works, the first one of a person has
    /// stopped it, and asks for nothing else.
    fn is_interrupted(&self) -> bool {
        let spared = usize::from(self.work.is_some() && self.typed);
        self.signals.count() > self.seen + spared
    }
}

/// A line as text: control characters and what is no UTF-8 are no part of any request.
fn readable(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes)
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control())
        .collect()
}

impl Face for Lines {
    fn say(&mut self, text: &str) -> io::Result<()> {
        self.write(&format!("{text}\n"))
    }

    fn page(&mut self, text: &str) -> io::Result<()> {
        self.say(text)
    }

    fn show(&mut self, scene: &Scene) -> io::Result<()> {
        self.work = scene.work.map(|work| (work, Instant::now()));
        self.told = !self.typed;
        self.prompt.clone_from(&scene.prompt);
        if self.work.is_some() {
            return Ok(());
        }
        let mut text = String::new();
        for line in board(scene, &View::whole(&scene.board), None) {
            let line: String = line.into_iter().map(|(letter, _)| letter).collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text.push_str(&scene.status);
        if text != self.shown {
            self.say(&text)?;
            self.shown = text;
        }
        Ok(())
    }

    fn hear(&mut self, _: Option<&Report>, patience: Duration) -> io::Result<Option<PlayerInput>> {
        if self.is_interrupted() {
            self.answered("\n")?;
            return Ok(Some(PlayerInput::Ended(Ended::Interrupted)));
        }
        if let Some((work, since)) = self.work {
            if !self.told && since.elapsed() >= QUIET {
                self.told = true;
                self.say(&format!("({work})"))?;
            }
            thread::sleep(patience);
            return Ok(None);
        }
        if !self.asked {
            self.asked = true;
            self.write(&self.prompt)?;
        }
        match self.inbox.recv_timeout(patience) {
            None => Ok(None),
            Some(Event::Line(received)) => {
                let line = readable(received.line.bytes());
                let echo = if self.typed { "" } else { &format!("{line}\n") };
                self.answered(echo)?;
                Ok(Some(PlayerInput::Line(line)))
            }
            Some(Event::End | Event::Failed(_)) => {
                self.answered("\n")?;
                Ok(Some(PlayerInput::Ended(Ended::EndOfInput)))
            }
        }
    }

    fn rest(&mut self) {
        self.work = None;
        self.seen = self.signals.count();
    }
}

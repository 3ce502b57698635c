//! A game in the terminal, against the engine or of two persons.
//!
//! [`Table`] is the game with those who sit at it, and [`command`] what they may ask for; neither
//! knows how it is shown. A [`Face`] does: [`screen`] draws on a terminal and hears keys,
//! [`lines`] writes and reads plain lines.

mod command;
mod drawing;
mod face;
mod frame;
mod keys;
mod lines;
mod phrases;
mod scene;
mod screen;
mod table;
mod words;

use std::env;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::Args;
use lianzhu::engine::Config;
use lianzhu::game::Color;
use lianzhu::player::Level;

use super::options::EngineOptions;
use super::outcome::CommandResult;
use super::signals::{INTERRUPTED, Signals};
use face::{Face, Job, PlayerInput, ask, think};
use lines::Lines;
use scene::Scene;
use screen::Screen;
use table::{Ended, Table, Turn};

/// The level that is a game for most people; others are one word away.
const DEFAULT_LEVEL: u32 = 4;

/// Options of `lianzhu play`.
#[derive(Debug, Args)]
pub struct PlayOptions {
    /// Your colour: black, who begins, or white
    #[arg(long, value_name = "COLOUR", value_parser = color, default_value = "black")]
    color: Color,

    /// Two persons play, and lianzhu only watches the rules
    #[arg(long)]
    two: bool,

    #[command(flatten)]
    engine: EngineOptions,
}

fn color(text: &str) -> Result<Color, String> {
    match text.to_ascii_lowercase().as_str() {
        "black" | "b" => Ok(Color::Black),
        "white" | "w" => Ok(Color::White),
        _ => Err("the colours are black and white".to_owned()),
    }
}

/// Plays until one has had enough.
pub fn run(options: &PlayOptions) -> CommandResult {
    let engine = options.engine.engine_from(Config {
        level: Level::new(DEFAULT_LEVEL)?,
        variety: Some(true),
        ..Config::default()
    })?;
    let mut table = Table::new(engine, options.color, options.two);
    let signals = Signals::listen(table.engine.stop_token());
    let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    let draws = io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb;
    let ended = if draws {
        let mut screen = Screen::open(signals)?;
        let ended = sit(&mut table, &mut screen);
        let closed = screen.close(&Scene::of(&table, None));
        ended.and_then(|ended| closed.map(|()| ended))
    } else {
        let mut lines = Lines::open(signals)?;
        sit(&mut table, &mut lines)
    };
    match ended {
        Ok(Ended::Interrupted) => Ok(ExitCode::from(INTERRUPTED)),
        Ok(Ended::Quit | Ended::EndOfInput) => Ok(ExitCode::SUCCESS),
        // Whoever does not look any more need not be told.
        Err(error) if is_closed(&error) => Ok(ExitCode::SUCCESS),
        Err(error) => Err(error.into()),
    }
}

/// Whether nobody reads what is written, as the pipe or the terminal is closed.
fn is_closed(error: &io::Error) -> bool {
    #[cfg(unix)]
    let is_gone = error.raw_os_error() == Some(rustix::io::Errno::IO.raw_os_error());
    #[cfg(not(unix))]
    let is_gone = false;
    is_gone || error.kind() == io::ErrorKind::BrokenPipe
}

/// One game after the other, until one has had enough.
fn sit(table: &mut Table, face: &mut dyn Face) -> io::Result<Ended> {
    face.say(&words::welcome(table))?;
    loop {
        if let Some(ended) = table.ended {
            face.say(words::farewell(table, ended))?;
            return Ok(ended);
        }
        match table.turn() {
            Turn::Engine(color) => {
                let found = think(table, face, Job::Move(color))?;
                face.say(&words::engine_moved(table, color, &found))?;
                table.take(color, &found);
            }
            Turn::Pass(color) => {
                face.say(&phrases::passes(color))?;
                table.engine.pass(color);
            }
            Turn::Person(_) | Turn::Over => match ask(table, face)? {
                PlayerInput::Line(line) => command::obey(table, face, &line)?,
                PlayerInput::Point(point) => {
                    if let Err(refusal) = table.play(point) {
                        face.say(&refusal)?;
                    }
                }
                PlayerInput::Ended(ended) => table.ended = Some(ended),
            },
        }
    }
}

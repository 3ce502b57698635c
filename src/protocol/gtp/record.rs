//! Positions and games as text: the diagram, and SGF.

use super::args::Args;
use super::reply::{Answer, Failure};
use super::session::{Command, Session};
use crate::notation::{Diagram, GameRecord, sgf};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "showboard",
        syntax: "",
        summary: "the board as text",
        run: showboard,
    },
    Command {
        name: "printsgf",
        syntax: "[FILE]",
        summary: "the game as SGF, or into a file",
        run: printsgf,
    },
    Command {
        name: "loadsgf",
        syntax: "FILE [N]",
        summary: "loads a game, up to the position before move N",
        run: loadsgf,
    },
];

fn showboard(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    Ok(format!("\n{}", Diagram(session.engine.board())))
}

fn printsgf(session: &mut Session, args: &Args<'_>) -> Answer {
    let text = sgf::write(&GameRecord::of(session.engine.board()));
    if args.is_empty() {
        return Ok(text);
    }
    let (name, rest) = args.file()?;
    rest.expect_none()?;
    let written = session.files.write(name, text + "\n");
    written.map_err(|error| Failure::because(format_args!("cannot write the file: {error}")))?;
    Ok(String::new())
}

fn loadsgf(session: &mut Session, args: &Args<'_>) -> Answer {
    let (name, rest) = args.file()?;
    rest.expect(0, 1)?;
    let before = if rest.is_empty() {
        None
    } else {
        Some(rest.get_int(0, 0, u32::MAX)? as usize)
    };
    let file = session.files.open(name);
    let file =
        file.map_err(|error| Failure::because(format_args!("cannot open the file: {error}")))?;
    let record = sgf::read_from(file).map_err(Failure::because)?;
    let asked = session.engine.asked_win_length();
    let rules = record
        .rules(session.engine.rules(), asked)
        .map_err(Failure::because)?;
    let board = record.board(rules, before).map_err(Failure::because)?;
    session
        .engine
        .set_board(board, record.win_length.unwrap_or(asked));
    Ok(String::new())
}

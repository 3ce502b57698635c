//! Boards and moves.

use super::command::Command;
use super::reply::{Answer, Failure};
use super::session::{AfterStones, Session};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "START",
        syntax: "SIZE | WIDTH HEIGHT",
        run: start,
    },
    Command {
        name: "RECTSTART",
        syntax: "WIDTH,HEIGHT",
        run: rectstart,
    },
    Command {
        name: "RESTART",
        syntax: "",
        run: |session, _| session.restart(),
    },
    Command {
        name: "BEGIN",
        syntax: "",
        run: begin,
    },
    Command {
        name: "TURN",
        syntax: "X,Y",
        run: turn,
    },
    Command {
        name: "BOARD",
        syntax: "",
        run: board,
    },
    Command {
        name: "DONE",
        syntax: "",
        run: |_, _| Err(Failure::of("there is no BOARD to be done with")),
    },
    Command {
        name: "SUGGEST",
        syntax: "",
        run: suggest,
    },
    Command {
        name: "PLAY",
        syntax: "X,Y",
        run: play,
    },
    Command {
        name: "TAKEBACK",
        syntax: "X,Y",
        run: take_back,
    },
];

/// A side of a board: digits only. What does not fit the type is no side of any board.
fn side(text: &str) -> Option<u32> {
    let text = text.trim_matches(' ');
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(u32::MAX))
}

fn start(session: &mut Session, arguments: &str) -> Answer {
    if let Some((width, height)) = arguments.split_once(' ')
        && let Some((width, height)) = side(width).zip(side(height))
    {
        return session.start(width, height);
    }
    let size = side(arguments).ok_or(Failure::of("START takes the side of a square board"))?;
    session.start(size, size)
}

fn rectstart(session: &mut Session, arguments: &str) -> Answer {
    let unreadable = Failure::of("RECTSTART takes two sides with a comma between them");
    let (width, height) = arguments.split_once(',').ok_or(unreadable.clone())?;
    let (width, height) = side(width).zip(side(height)).ok_or(unreadable)?;
    session.start(width, height)
}

fn begin(session: &mut Session, _: &str) -> Answer {
    session.playable()?;
    if session.engine().board().stones() > 0 {
        return Err(Failure::of("the board is not empty"));
    }
    session.answer_move(session.suggests)
}

fn turn(session: &mut Session, arguments: &str) -> Answer {
    session.playable()?;
    let point = session.point(arguments)?;
    session.play(point)?;
    session.answer_move(session.suggests)
}

fn board(session: &mut Session, _: &str) -> Answer {
    session.begin_board(AfterStones::Move);
    Ok(None)
}

fn suggest(session: &mut Session, _: &str) -> Answer {
    session.playable()?;
    session.answer_move(true)
}

fn play(session: &mut Session, arguments: &str) -> Answer {
    session.playable()?;
    let point = session.point(arguments)?;
    session.play(point)?;
    Ok(Some(session.show(point)))
}

fn take_back(session: &mut Session, arguments: &str) -> Answer {
    session.playable()?;
    let point = session.point(arguments)?;
    session.take_back(point)
}

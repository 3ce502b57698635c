//! The board, moves, and how a game ended.

use log::info;

use super::args::{ArgError, Args};
use super::livegfx;
use super::reply::{Answer, Failure};
use super::session::{Command, Session};
use super::text::reply_text;
use crate::engine::Engine;
use crate::game::{Color, MIN_SIDE, Outcome, Point, RulesError};
use crate::notation::Vertex;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "boardsize",
        syntax: "N | W H",
        summary: "an empty board of this size, and a new game",
        run: boardsize,
    },
    Command {
        name: "rectangular_boardsize",
        syntax: "W H",
        summary: "as boardsize",
        run: rectangular_boardsize,
    },
    Command {
        name: "winlength",
        syntax: "[N]",
        summary: "how many in a row win; changes it before the first stone",
        run: winlength,
    },
    Command {
        name: "clear_board",
        syntax: "",
        summary: "an empty board, and a new game",
        run: clear_board,
    },
    Command {
        name: "komi",
        syntax: "X",
        summary: "accepted for GUIs that send it, and of no effect",
        run: komi,
    },
    Command {
        name: "play",
        syntax: "C V",
        summary: "puts a stone, or passes",
        run: play,
    },
    Command {
        name: "genmove",
        syntax: "C",
        summary: "finds a move and plays it",
        run: genmove,
    },
    Command {
        name: "reg_genmove",
        syntax: "C",
        summary: "finds a move without playing it",
        run: reg_genmove,
    },
    Command {
        name: "undo",
        syntax: "",
        summary: "takes the last move back",
        run: undo,
    },
    Command {
        name: "gg-undo",
        syntax: "[N]",
        summary: "takes the last N moves back",
        run: gg_undo,
    },
    Command {
        name: "set_position",
        syntax: "[C V …]",
        summary: "a new game from these stones",
        run: set_position,
    },
    Command {
        name: "final_score",
        syntax: "",
        summary: "the result of a game that is over",
        run: final_score,
    },
];

fn boardsize(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(1, 2)?;
    set_size(session, args)
}

fn rectangular_boardsize(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(2, 2)?;
    set_size(session, args)
}

/// Sets the board to the first argument wide and the last one high.
fn set_size(session: &mut Session, args: &Args<'_>) -> Answer {
    let side = |index| args.get_int(index, 0, u32::MAX);
    let sides = [side(0), side(args.len().saturating_sub(1))];
    if sides.contains(&Err(ArgError::Unreadable)) {
        return Err(Failure::SYNTAX);
    }
    let [Ok(width), Ok(height)] = sides else {
        return Err(Failure::UNACCEPTABLE_SIZE);
    };
    match session.engine.set_size(width, height) {
        Ok(()) => Ok(String::new()),
        Err(RulesError::Width(_) | RulesError::Height(_)) => Err(Failure::UNACCEPTABLE_SIZE),
        Err(error) => Err(Failure::because(error)),
    }
}

fn winlength(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(0, 1)?;
    if args.is_empty() {
        return Ok(session.engine.rules().win_length().to_string());
    }
    match args.get_int(0, 0, u32::MAX) {
        Ok(length) => session
            .engine
            .set_win_length(length)
            .map(|()| String::new())
            .map_err(Failure::because),
        Err(ArgError::Unreadable) => Err(Failure::SYNTAX),
        Err(ArgError::OutOfRange) => {
            let longer = session.engine.rules().longer_side();
            Err(Failure::because(format_args!(
                "the win length must be {MIN_SIDE} to {longer} on this board"
            )))
        }
    }
}

fn clear_board(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    session.engine.clear();
    Ok(String::new())
}

/// GUIs send a komi and give up on engines that don't take it.
fn komi(_: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(1, 1)?;
    args.get_real(0)?;
    Ok(String::new())
}

fn play(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(2, 2)?;
    let (color, vertex) = (args.get_color(0)?, args.get_vertex(1)?);
    let refused = |why: String| {
        info!("{color} cannot play {vertex}: {why}");
        Failure::ILLEGAL_MOVE
    };
    let point = vertex
        .on_board(session.engine.rules())
        .map_err(|error| refused(error.to_string()))?;
    match point {
        Some(point) => session
            .engine
            .play(color, point)
            .map_err(|error| refused(error.to_string()))?,
        None => session.engine.pass(color),
    }
    Ok(String::new())
}

fn genmove(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(1, 1)?;
    let color = args.get_color(0)?;
    let reply = livegfx::with_graphics(session, Engine::genmove_within, color, None);
    session.wait_for_opponent();
    Ok(reply_text(reply))
}

fn reg_genmove(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(1, 1)?;
    let color = args.get_color(0)?;
    let reply = livegfx::with_graphics(session, Engine::reg_genmove_within, color, None);
    Ok(reply_text(reply))
}

fn undo(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    take_back(session, 1)
}

fn gg_undo(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(0, 1)?;
    if args.is_empty() {
        return take_back(session, 1);
    }
    match args.get_int(0, 0, u32::MAX) {
        Ok(count) => take_back(session, count as usize),
        Err(ArgError::Unreadable) => Err(Failure::SYNTAX),
        Err(ArgError::OutOfRange) => Err(Failure::CANNOT_UNDO),
    }
}

fn take_back(session: &mut Session, count: usize) -> Answer {
    session
        .engine
        .undo(count)
        .map(|()| String::new())
        .map_err(|_| Failure::CANNOT_UNDO)
}

fn set_position(session: &mut Session, args: &Args<'_>) -> Answer {
    let stones = stones(session, args)?;
    session
        .engine
        .set_position(stones, Color::Black)
        .map(|()| String::new())
        .map_err(Failure::because)
}

/// The arguments as stones to set up: colours and vertices in turn, no pass, each vertex on the
/// board and named once.
pub(super) fn stones(session: &Session, args: &Args<'_>) -> Result<Vec<(Color, Point)>, Failure> {
    let mut stones: Vec<(Color, Point)> = Vec::with_capacity(args.len() / 2);
    let moves = args.moves()?;
    if moves.iter().any(|&(_, vertex)| vertex == Vertex::Pass) {
        return Err(Failure::SYNTAX);
    }
    for (color, vertex) in moves {
        let failed = |error| Failure::because(format_args!("{vertex}: {error}"));
        if let Some(point) = vertex.on_board(session.engine.rules()).map_err(failed)? {
            stones.push((color, point));
        }
    }
    let mut points: Vec<Point> = stones.iter().map(|&(_, point)| point).collect();
    points.sort_unstable();
    for pair in points.windows(2) {
        if let [one, other] = pair
            && one == other
        {
            let vertex = Vertex::from(*one);
            return Err(Failure::because(format_args!("{vertex} is given twice")));
        }
    }
    Ok(stones)
}

fn final_score(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    match session.engine.outcome() {
        Some(Outcome::Win(Color::Black)) => Ok("B+R".to_owned()),
        Some(Outcome::Win(Color::White)) => Ok("W+R".to_owned()),
        Some(Outcome::Draw(_)) => Ok("0".to_owned()),
        None => Err(Failure::CANNOT_SCORE),
    }
}

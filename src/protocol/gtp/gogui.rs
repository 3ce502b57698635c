//! What GoGui asks of the program that knows the rules of a game, and its other extensions.

use log::info;

use super::args::Args;
use super::reply::{Answer, Failure};
use super::session::{Command, Session};
use super::text::grid;
use super::{dialog, gfx, play};
use crate::game::{Cell, Color};
use crate::notation::{Vertex, vertices};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "gogui-rules_game_id",
        syntax: "",
        summary: "the name of the game, for GoGui",
        run: |_, args| {
            args.expect_none()?;
            Ok("Gomoku".to_owned())
        },
    },
    Command {
        name: "gogui-rules_board_size",
        syntax: "",
        summary: "width and height",
        run: rules_board_size,
    },
    Command {
        name: "gogui-rules_board",
        syntax: "",
        summary: "the board, for GoGui",
        run: rules_board,
    },
    Command {
        name: "gogui-rules_legal_moves",
        syntax: "",
        summary: "the points that may be played",
        run: rules_legal_moves,
    },
    Command {
        name: "gogui-rules_side_to_move",
        syntax: "",
        summary: "the colour to move",
        run: rules_side_to_move,
    },
    Command {
        name: "gogui-rules_captured_count",
        syntax: "",
        summary: "always 0 0, as nothing is captured",
        run: |_, args| {
            args.expect_none()?;
            Ok("0 0".to_owned())
        },
    },
    Command {
        name: "gogui-rules_final_result",
        syntax: "",
        summary: "the result in words",
        run: rules_final_result,
    },
    Command {
        name: "gogui-rules_board_gfx",
        syntax: "",
        summary: "marks the finished row, for GoGui",
        run: gfx::rules_board,
    },
    Command {
        name: "gogui-rules_setup",
        syntax: "",
        summary: "accepted for GoGui, and of no effect",
        run: nothing,
    },
    Command {
        name: "gogui-analyze_commands",
        syntax: "",
        summary: "what GoGui's menu of analysis offers",
        run: analyze_commands,
    },
    Command {
        name: "gogui-param",
        syntax: "[P X]",
        summary: "the parameters of GoGui's dialog, or changes one",
        run: dialog::param,
    },
    Command {
        name: "gogui-play_sequence",
        syntax: "[C V …]",
        summary: "plays several moves, or none of them",
        run: play_sequence,
    },
    Command {
        name: "gogui-setup",
        syntax: "[C V …]",
        summary: "a new game from these stones",
        run: setup,
    },
    Command {
        name: "gogui-setup_player",
        syntax: "C",
        summary: "gives the move to a colour",
        run: setup_player,
    },
    Command {
        name: "gogui-title",
        syntax: "",
        summary: "the title of GoGui's window",
        run: title,
    },
    Command {
        name: "gogui-version",
        syntax: "[TEXT]",
        summary: "accepted for GoGui, and of no effect",
        run: version,
    },
    Command {
        name: "gogui-interrupt",
        syntax: "",
        summary: "tells GoGui that `# interrupt` is understood",
        run: nothing,
    },
];

/// What GoGui offers in its list of analyze commands: type, label and command.
const ANALYZE_COMMANDS: [&str; 22] = [
    "gfx/Best Moves/lianzhu-gfx_best %c",
    "gfx/Threats/lianzhu-gfx_threats",
    "cboard/Heat Map Black/lianzhu-heat b",
    "cboard/Heat Map White/lianzhu-heat w",
    "sboard/Scores in Numbers/lianzhu-scores %c",
    "gfx/Forbidden Points/lianzhu-gfx_forbidden",
    "varc/Win by Fours/lianzhu-vcf %c",
    "varc/Win by Threats/lianzhu-vct %c",
    "hstring/Proven Value/lianzhu-solve %c",
    "varc/Principal Variation/lianzhu-pv %c",
    "varc/Move of the Engine/reg_genmove %c",
    "plist/Winning Line/lianzhu-winline",
    "plist/Legal Moves/gogui-rules_legal_moves",
    "hstring/Static Score/lianzhu-eval",
    "param/Parameters/gogui-param",
    "string/Win Length/winlength",
    "string/Rules/kata-get-rules",
    "string/Result/gogui-rules_final_result",
    "string/Board/showboard",
    "none/Save SGF/printsgf %w",
    "none/Forget What Was Searched/clear_cache",
    "string/Processor Time/cputime",
];

/// For commands whose being listed is all they say.
fn nothing(_: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    Ok(String::new())
}

fn rules_board_size(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    let (width, height) = (
        session.engine.rules().width(),
        session.engine.rules().height(),
    );
    Ok(if width == height {
        width.to_string()
    } else {
        format!("{width} {height}")
    })
}

fn rules_board(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    let board = session.engine.board();
    Ok(grid(session.engine.rules(), |point| {
        match board.cell(point) {
            Cell::Black => "X",
            Cell::White => "O",
            Cell::Empty | Cell::Off => ".",
        }
    }))
}

fn rules_legal_moves(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    let board = session.engine.board();
    if session.engine.outcome().is_some() {
        return Ok(String::new());
    }
    match vertices(board.legal_points(board.side_to_move())) {
        none if none.is_empty() => Ok(Vertex::Pass.to_string()),
        points => Ok(points),
    }
}

fn rules_side_to_move(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    Ok(match session.engine.board().side_to_move() {
        Color::Black => "black",
        Color::White => "white",
    }
    .to_owned())
}

fn rules_final_result(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    session
        .engine
        .outcome()
        .map(|outcome| outcome.to_string())
        .ok_or(Failure::CANNOT_SCORE)
}

fn analyze_commands(_: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    Ok(ANALYZE_COMMANDS.join("\n"))
}

fn play_sequence(session: &mut Session, args: &Args<'_>) -> Answer {
    let mut sequence = Vec::with_capacity(args.len() / 2);
    for (color, vertex) in args.moves()? {
        let point = vertex.on_board(session.engine.rules()).map_err(|error| {
            info!("{color} cannot play {vertex}: {error}");
            Failure::ILLEGAL_MOVE
        })?;
        sequence.push((color, point));
    }
    session
        .engine
        .play_sequence(sequence)
        .map(|()| String::new())
        .map_err(|error| {
            info!("{error}");
            Failure::ILLEGAL_MOVE
        })
}

fn setup(session: &mut Session, args: &Args<'_>) -> Answer {
    let stones = play::stones(session, args)?;
    if session.engine.board().stones() > 0 {
        return Err(Failure::of("the board is not empty"));
    }
    session
        .engine
        .set_position(stones, Color::Black)
        .map(|()| String::new())
        .map_err(Failure::because)
}

fn setup_player(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(1, 1)?;
    let color = args.get_color(0)?;
    session.engine.set_side_to_move(color);
    Ok(String::new())
}

fn title(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    let rules = session.engine.rules();
    Ok(format!(
        "{}: {} in a row, {}",
        env!("CARGO_PKG_NAME"),
        rules.win_length(),
        rules.variant()
    ))
}

fn version(_: &mut Session, args: &Args<'_>) -> Answer {
    info!("the GUI is GoGui {}", args.text());
    Ok(String::new())
}

//! What only this engine knows.

use std::time::Duration;

use super::args::{ArgError, Args};
use super::reply::{Answer, Failure};
use super::session::{Command, Session};
use super::text::{grid, reply_text};
use super::{gfx, livegfx};
use crate::clock::seconds;
use crate::engine::{Engine, Forced, MAX_LINES, Reply, Swap, SwapReply, Threat};
use crate::game::{Color, Point};
use crate::notation::{Vertex, vertices};
use crate::player::{Level, LevelError};
use crate::search::{Scope, score_text};
use crate::solve::Value;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "lianzhu-scores",
        syntax: "C",
        summary: "the attack/defence score of every point",
        run: scores,
    },
    Command {
        name: "lianzhu-heat",
        syntax: "C",
        summary: "these scores as colours, for GoGui",
        run: gfx::heat,
    },
    Command {
        name: "lianzhu-gfx_best",
        syntax: "C [N]",
        summary: "the best moves, for GoGui",
        run: best,
    },
    Command {
        name: "lianzhu-gfx_threats",
        syntax: "",
        summary: "the threats of both colours, for GoGui",
        run: gfx::threats,
    },
    Command {
        name: "lianzhu-gfx_forbidden",
        syntax: "",
        summary: "Black's forbidden points in renju, for GoGui",
        run: gfx::forbidden,
    },
    Command {
        name: "lianzhu-threats",
        syntax: "",
        summary: "the points that win at once, and the open runs one short of it",
        run: threats,
    },
    Command {
        name: "lianzhu-winline",
        syntax: "",
        summary: "the stones of the finished row",
        run: winline,
    },
    Command {
        name: "lianzhu-eval",
        syntax: "",
        summary: "the position without any search",
        run: eval,
    },
    Command {
        name: "lianzhu-vcf",
        syntax: "C",
        summary: "a forced win by fours",
        run: vcf,
    },
    Command {
        name: "lianzhu-vct",
        syntax: "C [N]",
        summary: "a forced win by fours and threes",
        run: vct,
    },
    Command {
        name: "lianzhu-solve",
        syntax: "C [X]",
        summary: "what the position is worth, proven",
        run: solve,
    },
    Command {
        name: "lianzhu-pv",
        syntax: "C",
        summary: "the line the engine expects",
        run: pv,
    },
    Command {
        name: "genmove_debug",
        syntax: "C",
        summary: "plays a move and says how it was found",
        run: genmove_debug,
    },
    Command {
        name: "level",
        syntax: "N",
        summary: "how strong the engine plays, 1 to 10",
        run: level,
    },
    Command {
        name: "lianzhu-swap1",
        syntax: "",
        summary: "an opening move by swap",
        run: |session, args| opening(session, args, Swap::One),
    },
    Command {
        name: "lianzhu-swap2",
        syntax: "",
        summary: "an opening move by swap2",
        run: |session, args| opening(session, args, Swap::Two),
    },
    Command {
        name: "clear_cache",
        syntax: "",
        summary: "forgets what was learned",
        run: clear_cache,
    },
];

/// Positions that a search for threats may enter if nothing else is said.
const THREAT_NODES: u32 = 100_000;

/// How long a value is searched for if nothing else is said.
const SOLVE_TIME: Duration = Duration::from_secs(10);

const GAME_OVER: Failure = Failure::of("the game is over");

fn undecided(session: &Session) -> Result<(), Failure> {
    match session.engine.outcome() {
        Some(_) => Err(GAME_OVER),
        None => Ok(()),
    }
}

fn eval(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    undecided(session)?;
    let evaluation = session.engine.evaluate();
    let mut lines = vec![
        format!("score {:+}", evaluation.score),
        format!("winrate {:.3}", evaluation.win_rate),
    ];
    for (color, threats) in Color::ALL.into_iter().zip(&evaluation.threats) {
        for threat in Threat::ALL {
            let points = threats.iter().filter(|(_, made)| *made == threat);
            let points: Vec<Point> = points.map(|&(point, _)| point).collect();
            if !points.is_empty() {
                let points = vertices(points);
                lines.push(format!("{} {} {points}", name(color), threat.name()));
            }
        }
    }
    Ok(lines.join("\n"))
}

fn vcf(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(1, 1)?;
    let color = args.get_color(0)?;
    undecided(session)?;
    Ok(forced(session.engine.vcf(color)))
}

fn vct(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(1, 2)?;
    let color = args.get_color(0)?;
    let nodes = if args.len() > 1 {
        args.get_int(1, 1, u32::MAX)?
    } else {
        THREAT_NODES
    };
    undecided(session)?;
    Ok(forced(session.engine.vct(color, nodes.into())))
}

/// A proven value, and how a win goes on.
fn solve(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(1, 2)?;
    let color = args.get_color(0)?;
    let time = if args.len() > 1 {
        seconds(args.get(1)?).map_err(|_| Failure::SYNTAX)?
    } else {
        SOLVE_TIME
    };
    undecided(session)?;
    let solution = session.engine.solve(color, time);
    let solution = solution.map_err(Failure::because)?;
    let mut text = match solution.value() {
        Some(Value::Win) => "win".to_owned(),
        Some(Value::Draw) => "draw".to_owned(),
        Some(Value::Loss) => "loss".to_owned(),
        None => "unknown".to_owned(),
    };
    let line = &solution.line;
    if let (Some(Value::Win), Some(&first)) = (solution.value(), line.first()) {
        text += &format!(" {}", Vertex::from(first));
    }
    if !line.is_empty() {
        text += &format!("\nline {}", vertices(line.iter().copied()));
    }
    if let Some(proof) = &solution.proof {
        let (positions, quiet) = (proof.positions(), proof.quiet_moves());
        text += &format!(
            "\npositions {positions} quiet {quiet} depth {}",
            proof.depth()
        );
    }
    Ok(text)
}

/// Several best moves, each searched for itself within the limits of one move.
fn best(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(1, 2)?;
    let color = args.get_color(0)?;
    let lines = if args.len() > 1 {
        args.get_int(1, 1, MAX_LINES as u32)? as usize
    } else {
        session.engine.config().lines
    };
    undecided(session)?;
    let scope = Scope {
        lines,
        forced: true,
        ..Scope::default()
    };
    let reply = livegfx::with_graphics(session, Engine::reg_genmove_within, color, Some(&scope));
    match (session.engine.last_report(), reply) {
        (Some(report), _) => Ok(livegfx::best_moves(report, color)),
        (None, Reply::Play(point)) => Ok(format!("CIRCLE {}", Vertex::from(point))),
        (None, _) => Ok("TEXT no move to play".to_owned()),
    }
}

/// The line that the player expects; its move alone if it did not search.
fn pv(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(1, 1)?;
    let color = args.get_color(0)?;
    undecided(session)?;
    let reply = livegfx::with_graphics(session, Engine::reg_genmove_within, color, None);
    let Reply::Play(point) = reply else {
        return Err(Failure::of("there is no move to play"));
    };
    let report = session.engine.last_report();
    let line = report.map(|report| &report.pv[..]);
    let line = line.filter(|line| line.first() == Some(&point));
    Ok(vertices(line.unwrap_or(&[point]).iter().copied()))
}

fn forced(forced: Forced) -> String {
    match forced {
        Forced::Win(line) => vertices(line),
        Forced::None => "none".to_owned(),
        Forced::Unknown => "unknown".to_owned(),
    }
}

fn genmove_debug(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(1, 1)?;
    let color = args.get_color(0)?;
    let over = session.engine.outcome().is_some();
    let reply = reply_text(session.engine.genmove(color));
    session.wait_for_opponent();
    let report = session.engine.last_report();
    let Some(report) = report.filter(|_| !over && reply != "resign") else {
        return Ok(reply);
    };
    let nodes = report.nodes;
    Ok(format!(
        "{reply}\ndepth {} seldepth {}\nscore {}\nnodes {} tree {} horizon {} fours {}\n\
         time {:.3} nps {}\npv {}",
        report.depth,
        report.seldepth,
        score_text(report.score),
        nodes.total(),
        nodes.tree,
        nodes.leaves,
        nodes.fours,
        report.elapsed.as_secs_f64(),
        report.nps(),
        vertices(report.pv.iter().copied()),
    ))
}

fn level(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(1, 1)?;
    let level = match args.get_int(0, 0, u32::MAX) {
        Ok(number) => Level::new(number),
        Err(ArgError::OutOfRange) => Err(LevelError),
        Err(error) => return Err(error.into()),
    };
    session.engine.set_level(level.map_err(Failure::because)?);
    Ok(String::new())
}

fn opening(session: &mut Session, args: &Args<'_>, swap: Swap) -> Answer {
    args.expect_none()?;
    match session.engine.swap(swap).map_err(Failure::because)? {
        SwapReply::Place(points) => Ok(vertices(points)),
        SwapReply::Swap => Ok("swap".to_owned()),
    }
}

fn clear_cache(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    session.engine.clear_cache();
    Ok(String::new())
}

fn scores(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(1, 1)?;
    let color = args.get_color(0)?;
    let scores = session.engine.scores(color);
    let width = usize::from(session.engine.rules().width());
    Ok(grid(session.engine.rules(), |point| {
        let index = usize::from(point.y()) * width + usize::from(point.x());
        scores.get(index).copied().unwrap_or_default()
    }))
}

fn threats(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    let threats = session.engine.threats();
    let wins = Color::ALL
        .into_iter()
        .zip(&threats.wins)
        .filter(|(_, points)| !points.is_empty())
        .map(|(color, points)| format!("{} win {}", name(color), vertices(points.iter().copied())));
    let runs = threats
        .runs
        .iter()
        .map(|run| format!("{} run {}", name(run.color), Vertex::from(run.first)));
    let findings: Vec<String> = wins.chain(runs).collect();
    Ok(if findings.is_empty() {
        "No".to_owned()
    } else {
        findings.join("\n")
    })
}

fn winline(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    let lines: Vec<String> = session
        .engine
        .win_lines()
        .iter()
        .map(|line| vertices(line.points()))
        .collect();
    Ok(lines.join("\n"))
}

fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

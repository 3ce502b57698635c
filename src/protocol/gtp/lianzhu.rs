//! What only this engine knows.

use super::reply::Answer;
use super::{Args, Command, Session, gogui};
use crate::game::{Color, Point};
use crate::notation::Vertex;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "lianzhu-scores",
        syntax: "C",
        run: scores,
    },
    Command {
        name: "lianzhu-threats",
        syntax: "",
        run: threats,
    },
    Command {
        name: "lianzhu-winline",
        syntax: "",
        run: winline,
    },
];

fn scores(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(1, 1)?;
    let color = args.get_color(0)?;
    let scores = session.engine.scores(color);
    let width = usize::from(session.engine.rules().width());
    Ok(gogui::grid(session, |point| {
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

fn vertices(points: impl Iterator<Item = Point>) -> String {
    let vertices: Vec<String> = points
        .map(|point| Vertex::from(point).to_string())
        .collect();
    vertices.join(" ")
}

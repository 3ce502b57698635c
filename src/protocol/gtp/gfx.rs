//! Drawings on GoGui's board: what its analyze types `gfx` and `cboard` show.

use super::args::Args;
use super::reply::Answer;
use super::session::Session;
use super::text::grid;
use crate::engine::Threat;
use crate::game::{Cell, Forbidden, Point};
use crate::notation::{Vertex, vertices};

/// The colours of a heat map, from the least to the most.
const HEAT: [[u8; 3]; 5] = [
    [255, 250, 205],
    [254, 217, 118],
    [253, 141, 60],
    [227, 26, 28],
    [128, 0, 38],
];

/// The least ratio between the best and the worst score that the whole scale is used for: where all
/// points are worth about the same, none is dark.
const RANGE: f64 = 25.0;

/// What marks a finished line.
const WON: &str = "#7fc97f";

/// How a class of threats is drawn: field colour, label, and what the status line calls it.
fn look(threat: Threat) -> (&'static str, &'static str, &'static str) {
    match threat {
        Threat::Five => ("#e41a1c", "5", "red 5 five"),
        Threat::OpenFour => ("#ff7f00", "4+", "orange 4+ open four"),
        Threat::Four => ("#ffd92f", "4", "yellow 4 four"),
        Threat::Three => ("#7fc97f", "3", "green 3 open three"),
        Threat::Forbidden => ("#999999", "X", "grey X forbidden"),
    }
}

/// The last move and the stones of a finished line, drawn whenever the board changes.
pub(super) fn rules_board(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    let engine = &session.engine;
    let mut lines = Vec::new();
    let won: Vec<Point> = engine
        .win_lines()
        .iter()
        .flat_map(|line| line.points().collect::<Vec<_>>())
        .collect();
    if !won.is_empty() {
        let won = vertices(won);
        lines.push(format!("COLOR {WON} {won}"));
        lines.push(format!("SQUARE {won}"));
    }
    if let Some(point) = engine.board().last_move().and_then(|last| last.point) {
        lines.push(format!("CIRCLE {}", Vertex::from(point)));
    }
    Ok(lines.join("\n"))
}

/// The scoring player's scores as colours: the more a point is worth beyond the least, on a scale
/// of ratios, the darker.
pub(super) fn heat(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(1, 1)?;
    let color = args.get_color(0)?;
    let scores = session.engine.scores(color);
    let least = scores.iter().copied().filter(|&score| score > 0).min();
    let least = f64::from(least.unwrap_or(1));
    let most = f64::from(scores.iter().copied().max().unwrap_or(1)).max(least * RANGE);
    let width = usize::from(session.engine.rules().width());
    Ok(grid(session.engine.rules(), |point| {
        let index = usize::from(point.y()) * width + usize::from(point.x());
        let score = f64::from(scores.get(index).copied().unwrap_or_default());
        if score <= least {
            return "\"\"".to_owned();
        }
        shade((score / least).ln() / (most / least).ln())
    }))
}

/// A colour of the heat map, `part` from 0 to 1.
fn shade(part: f64) -> String {
    let steps = (HEAT.len() - 1) as f64;
    let place = part.clamp(0.0, 1.0) * steps;
    let below = place.floor().min(steps - 1.0);
    let share = place - below;
    let mut colours = HEAT.iter().skip(below as usize);
    let low = colours.next().unwrap_or(&HEAT[0]);
    let high = colours.next().unwrap_or(low);
    let mut text = String::from("#");
    for (low, high) in low.iter().zip(high) {
        let mixed = f64::from(*low) * (1.0 - share) + f64::from(*high) * share;
        text.push_str(&format!("{:02x}", mixed.round() as u8));
    }
    text
}

/// What stones of either colour would make: the strongest at each point, by colour of the field
/// and label.
pub(super) fn threats(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    let [black, white] = if session.engine.outcome().is_some() {
        Default::default()
    } else {
        session.engine.evaluate().threats
    };
    let mut points: Vec<Point> = black
        .iter()
        .chain(&white)
        .map(|&(point, _)| point)
        .collect();
    points.sort_unstable_by_key(|point| (std::cmp::Reverse(point.y()), point.x()));
    points.dedup();
    let find = |threats: &[(Point, Threat)], point| {
        let found = threats.iter().find(|(other, _)| *other == point);
        found.map(|&(_, threat)| threat)
    };
    let drawn: Vec<(Point, Threat, String)> = points
        .into_iter()
        .filter_map(|point| {
            let made = [find(&black, point), find(&white, point)];
            let threat = made.into_iter().flatten().min()?;
            let (_, label, _) = look(threat);
            let whose = match made.map(|made| made == Some(threat)) {
                [true, true] => "",
                [true, false] => "B",
                _ => "W",
            };
            Some((point, threat, format!("{whose}{label}")))
        })
        .collect();
    let mut lines = Vec::new();
    let mut legend = Vec::new();
    for threat in Threat::ALL {
        let of_class = drawn.iter().filter(|(_, other, _)| *other == threat);
        let points: Vec<Point> = of_class.map(|&(point, ..)| point).collect();
        if !points.is_empty() {
            let (colour, _, words) = look(threat);
            lines.push(format!("COLOR {colour} {}", vertices(points)));
            legend.push(words);
        }
    }
    if drawn.is_empty() {
        lines.push("TEXT no threats".to_owned());
    } else {
        let labels: Vec<String> = drawn
            .iter()
            .map(|(point, _, label)| format!("{} {label}", Vertex::from(*point)))
            .collect();
        lines.push(format!("LABEL {}", labels.join(" ")));
        lines.push(format!("TEXT {} (B Black, W White)", legend.join(", ")));
    }
    Ok(lines.join("\n"))
}

/// Black's forbidden points, with the reason for each.
pub(super) fn forbidden(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    let over = session.engine.outcome().is_some();
    let board = session.engine.board();
    let labels: Vec<(Point, &str)> = board
        .rules()
        .points()
        .filter(|&point| !over && board.cell(point) == Cell::Empty)
        .filter_map(|point| Some((point, short(board.forbidden(point)?))))
        .collect();
    if labels.is_empty() {
        return Ok("TEXT no forbidden points".to_owned());
    }
    let points = vertices(labels.iter().map(|&(point, _)| point));
    let labels: Vec<String> = labels
        .iter()
        .map(|(point, label)| format!("{} {label}", Vertex::from(*point)))
        .collect();
    Ok(format!(
        "COLOR #fb9a99 {points}\nLABEL {}\nTEXT forbidden to Black: 33 double-three, 44 double-four, \
         6 overline",
        labels.join(" ")
    ))
}

fn short(reason: Forbidden) -> &'static str {
    match reason {
        Forbidden::DoubleThree => "33",
        Forbidden::DoubleFour => "44",
        Forbidden::Overline => "6",
    }
}

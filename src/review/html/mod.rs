//! A review as a page: one file that needs nothing beside it. Without scripts it shows the games at
//! their end, the curves, the moves worth looking at with a diagram each, and all moves; a script
//! adds stepping through the moves.

mod board;

use std::fmt::Write;

use super::game::{Game, Judged, MoveQuality};
use super::look::Effort;
use super::marks::{counted, cut_short, line, percent, phrase, spent};
use crate::game::{Color, Point, Rules};
use crate::notation::Vertex;

pub use board::Drawing;
use board::escape;

const STYLE: &str = concat!(include_str!("board.css"), include_str!("style.css"));
const SCRIPT: &str = concat!(include_str!("board.js"), include_str!("script.js"));

/// What makes a page known as one of ours, whichever version wrote it.
const MARK: &str = "<meta name=\"generator\" content=\"lianzhu ";

/// The curve's size in its own units.
const CURVE: (f64, f64) = (720.0, 150.0);

/// What is left free above and below the curve.
const BRIM: f64 = 6.0;

/// The most moves of the best line on a diagram.
const SHOWN: usize = 7;

/// The page for these games, each with a name such as that of its file.
pub fn page(games: &[(String, &Game)], effort: Effort) -> String {
    let mut out = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
    );
    let title = match games {
        [(name, _)] => format!("Review of {name}"),
        _ => format!("Review of {} games", games.len()),
    };
    let title = escape(&title);
    let _ = write!(
        out,
        "{MARK}{}\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n\
         <h1>{title}</h1>\n<p>Every move searched, {}.</p>\n",
        env!("CARGO_PKG_VERSION"),
        spent(effort)
    );
    if games.len() > 1 {
        out.push_str(&contents(games));
    }
    out.push_str("</header>\n<main>\n");
    for (index, (name, game)) in games.iter().enumerate() {
        section(&mut out, index + 1, name, game);
    }
    let _ = write!(
        out,
        "</main>\n<footer>lianzhu {}. Win rates count a draw as half a win. Inaccuracies lower \
         the win rate by 10 points or more, mistakes by 20, blunders by 30.</footer>\n\
         <script type=\"module\">\n{SCRIPT}</script>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    );
    out
}

/// Whether a text that begins like this is a page of a review.
pub(super) fn is_page(begin: &[u8]) -> bool {
    begin
        .windows(MARK.len())
        .any(|window| window == MARK.as_bytes())
}

fn contents(games: &[(String, &Game)]) -> String {
    let mut out = String::from(
        "<div class=\"scroll\"><table class=\"contents\"><thead><tr><th>game</th><th>Black</th><th>White</th>\
         <th>moves</th><th>blunders</th><th>result</th></tr></thead><tbody>\n",
    );
    for (index, (name, game)) in games.iter().enumerate() {
        let [black, white] = names(game);
        let blunders = Color::ALL.map(|color| count(game, color, MoveQuality::Blunder).to_string());
        let _ = writeln!(
            out,
            "<tr><td><a href=\"#g{}\">{}</a></td><td>{black}</td><td>{white}</td><td>{}</td>\
             <td>{}</td><td>{}</td></tr>",
            index + 1,
            escape(name),
            game.positions() - 1,
            blunders.join(" : "),
            escape(&game.result().unwrap_or_default()),
        );
    }
    out.push_str("</tbody></table></div>\n");
    out
}

fn names(game: &Game) -> [String; 2] {
    let [black, white] = game.players();
    [(black, "Black"), (white, "White")]
        .map(|(name, color)| escape(name.as_deref().unwrap_or(color)))
}

fn count(game: &Game, color: Color, verdict: MoveQuality) -> usize {
    let of_color = game
        .all_judged()
        .filter(|judged| judged.action.color == color);
    of_color.filter(|judged| judged.verdict == verdict).count()
}

fn section(out: &mut String, number: usize, name: &str, game: &Game) {
    let rules = game.rules();
    let [black, white] = names(game);
    let _ = write!(
        out,
        "<section class=\"game\" id=\"g{number}\">\n<h2>{black} <span>against</span> {white}</h2>\n\
         <p class=\"about\">{}: {} in a row, {}, {}×{}; {}{}{}{}</p>\n",
        escape(name),
        rules.win_length(),
        rules.variant(),
        rules.width(),
        rules.height(),
        counted(game.positions() as u64 - 1, "move"),
        game.result()
            .map_or(String::new(), |result| format!(", {}", escape(&result))),
        cut_short(game).map_or(String::new(), |said| format!("; {}", escape(&said))),
        if game.is_complete() {
            "."
        } else {
            "; not all searched yet."
        },
    );
    let board = Drawing::new(rules)
        .game(game.board(), true)
        .svg("The game, its moves numbered");
    let _ = write!(
        out,
        "<div class=\"columns\"><div class=\"play\">\n<div class=\"board\">{board}</div>\n\
         <div class=\"controls\" hidden>\
         <button data-go=\"first\" title=\"first (Home)\">«</button>\
         <button data-go=\"back\" title=\"back (Left)\">‹</button>\
         <output></output>\
         <button data-go=\"on\" title=\"on (Right)\">›</button>\
         <button data-go=\"last\" title=\"last (End)\">»</button>\
         <label><input type=\"checkbox\" checked> best line</label></div>\n\
         <p class=\"said\" hidden></p>\n</div>\n<div class=\"findings\">\n"
    );
    curve(out, number, game);
    table(out, game);
    notable(out, number, game);
    out.push_str("</div></div>\n");
    moves(out, number, game);
    data(out, game);
    out.push_str("</section>\n");
}

/// Black's win rate over the moves; every move is a link.
fn curve(out: &mut String, number: usize, game: &Game) {
    let (width, height) = CURVE;
    let steps = (game.positions() - 1).max(1) as f64;
    let at = |moves: usize| moves as f64 / steps * width;
    let high = |rate: f64| BRIM + (1.0 - rate) * (height - 2.0 * BRIM);
    let points: Vec<(usize, f64)> = (0..game.positions())
        .filter_map(|moves| Some((moves, game.black_rate(moves)?)))
        .collect();
    let _ = write!(
        out,
        "<figure class=\"curve\"><svg viewBox=\"0 0 {width} {height}\" preserveAspectRatio=\"none\" \
         role=\"img\"><title>Black&#39;s win rate over the moves</title>\n\
         <rect class=\"sky\" width=\"{width}\" height=\"{height}\"/>\n"
    );
    if let (Some(&(first, _)), Some(&(last, _))) = (points.first(), points.last()) {
        let path: Vec<String> = points
            .iter()
            .map(|&(moves, rate)| format!("{:.1},{:.1}", at(moves), high(rate)))
            .collect();
        let path = path.join(" ");
        let _ = write!(
            out,
            "<polygon class=\"ground\" points=\"{:.1},{height} {path} {:.1},{height}\"/>\n\
             <polyline class=\"rate\" points=\"{path}\"/>\n",
            at(first),
            at(last)
        );
    }
    let _ = writeln!(
        out,
        "<path class=\"half\" d=\"M0 {0}H{width}\"/>\n<path class=\"now\" d=\"M0 0V{height}\"/>",
        height / 2.0
    );
    for judged in game
        .all_judged()
        .filter(|judged| judged.verdict >= MoveQuality::Mistake)
    {
        if let Some(rate) = game.black_rate(judged.number) {
            let _ = writeln!(
                out,
                "<path class=\"{}\" d=\"M{:.1} {:.1}h.01\"/>",
                judged.verdict.name(),
                at(judged.number),
                high(rate)
            );
        }
    }
    let wide = width / steps;
    for moves in 1..game.positions() {
        let said = game.black_rate(moves).map_or(String::new(), |rate| {
            format!("after move {moves}: Black {}", percent(rate))
        });
        let _ = writeln!(
            out,
            "<a href=\"#g{number}m{moves}\" data-to=\"{moves}\"><title>{said}</title>\
             <rect class=\"hit\" x=\"{:.1}\" width=\"{wide:.1}\" height=\"{height}\"/></a>",
            at(moves) - wide / 2.0
        );
    }
    out.push_str(
        "</svg><figcaption><span>Black wins ↑</span> <span>White wins ↓</span></figcaption>\
         </figure>\n",
    );
}

fn table(out: &mut String, game: &Game) {
    out.push_str(
        "<table class=\"counts\"><thead><tr><th></th><th>blunders</th><th>mistakes</th>\
         <th>inaccuracies</th><th>wins missed</th></tr></thead><tbody>\n",
    );
    for (color, name) in Color::ALL.into_iter().zip(names(game)) {
        let of_color = game
            .all_judged()
            .filter(|judged| judged.action.color == color);
        let missed = of_color.filter(|judged| judged.missed.is_some()).count();
        let cells = [
            MoveQuality::Blunder,
            MoveQuality::Mistake,
            MoveQuality::Inaccuracy,
        ]
        .map(|verdict| format!("<td>{}</td>", count(game, color, verdict)))
        .join("");
        let class = if color == Color::Black {
            "black"
        } else {
            "white"
        };
        let _ = writeln!(
            out,
            "<tr><th><i class=\"{class}\"></i>{name}</th>{cells}<td>{missed}</td></tr>"
        );
    }
    out.push_str("</tbody></table>\n");
}

/// The moves worth looking at, each with a diagram: the move in red, the best line in its place.
fn notable(out: &mut String, number: usize, game: &Game) {
    let notable: Vec<Judged> = game.all_judged().filter(Judged::is_notable).collect();
    if notable.is_empty() {
        out.push_str("<p>No mistakes found.</p>\n");
        return;
    }
    out.push_str("<ol class=\"notable\">\n");
    for judged in notable {
        let moves = judged.number;
        let before = game.position(moves - 1);
        let shown: Vec<Point> = judged.line.iter().copied().take(SHOWN).collect();
        let mut drawing = Drawing::new(game.rules());
        drawing.position(&before).line(&shown, judged.action.color);
        if let Some(point) = judged.action.point {
            drawing.ring(point, "#d62728");
            if !shown.contains(&point) {
                drawing.label(point, "×");
            }
        }
        let stones = before
            .rules()
            .points()
            .filter(|&point| before.cell(point).color().is_some());
        drawing.crop(stones.chain(shown).chain(judged.action.point));
        let diagram = drawing.svg(&format!("The position before move {moves}"));
        let _ = writeln!(
            out,
            "<li class=\"of-{}\"><a href=\"#g{number}m{moves}\" data-to=\"{moves}\">{diagram}</a>\
             <p>{}</p></li>",
            judged.verdict.name(),
            escape(&phrase(&judged))
        );
    }
    out.push_str("</ol>\n");
}

fn moves(out: &mut String, number: usize, game: &Game) {
    out.push_str(
        "<details class=\"moves\"><summary>All moves</summary><div class=\"scroll\"><table><thead><tr><th>move</th><th></th>\
         <th>win rate</th><th></th><th>best line</th></tr></thead><tbody>\n",
    );
    for (index, action) in game.board().moves().enumerate() {
        let moves = index + 1;
        let judged = game.judged(moves);
        let (rate, verdict, best) = match &judged {
            Some(judged) => (
                format!("{} → {}", percent(judged.before), percent(judged.after)),
                judged.verdict.name(),
                line(&judged.line),
            ),
            None => (String::new(), "", String::new()),
        };
        let class = if action.color == Color::Black {
            "black"
        } else {
            "white"
        };
        let _ = writeln!(
            out,
            "<tr id=\"g{number}m{moves}\"><td>{moves}</td><td><i class=\"{class}\"></i>{}</td>\
             <td>{rate}</td><td class=\"{verdict}\">{verdict}</td><td>{best}</td></tr>",
            Vertex::from(action.point)
        );
    }
    out.push_str("</tbody></table></div></details>\n");
}

/// What the script needs: for each position what is said of the move before it, the colour to move,
/// and the best line as columns and rows.
fn data(out: &mut String, game: &Game) {
    let rules: &Rules = game.rules();
    let positions: Vec<serde_json::Value> = (0..game.positions())
        .map(|moves| {
            let said = game
                .judged(moves)
                .map(|judged| phrase(&judged))
                .unwrap_or_default();
            let best = game
                .finding(moves)
                .map(|finding| &finding.line[..])
                .unwrap_or_default();
            let points = best.iter().take(SHOWN).map(|point| {
                [
                    u32::from(point.x()),
                    u32::from(rules.height() - 1 - point.y()),
                ]
            });
            let black = game.position(moves).side_to_move() == Color::Black;
            serde_json::json!({
                "said": said,
                "black": black,
                "line": points.collect::<Vec<_>>(),
                "point": moves.checked_sub(1).and_then(|last| game.board().moves().nth(last)?.point)
                    .map(|point| [u32::from(point.x()), u32::from(rules.height() - 1 - point.y())]),
            })
        })
        .collect();
    // "<" never stands in this JSON but in text; escaped it cannot end the element.
    let json = serde_json::Value::Array(positions)
        .to_string()
        .replace('<', "\\u003c");
    let _ = writeln!(out, "<script type=\"application/json\">{json}</script>");
}

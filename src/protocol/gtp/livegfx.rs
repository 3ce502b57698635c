//! Live graphics: what GoGui shows on its board while the engine thinks, told on standard error.
//!
//! Only if it was asked for, by the parameter `live_graphics` of `gogui-param`. A thread of its own
//! writes, and what it cannot write in time is left out: whoever does not read holds nothing up.

use std::io::Write;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::time::Duration;

use super::session::Session;
use crate::engine::{Engine, Reply, Watch};
use crate::eval::win_rate;
use crate::game::Color;
use crate::notation::{Vertex, vertices};
use crate::search::{Report, Scope, mate_distance};

/// The most stones of a line that are drawn.
const STONES: usize = 9;

/// What is waited for the last drawing to be written, at most, before the answer.
const PATIENCE: Duration = Duration::from_millis(50);

/// A running drawing.
struct Live {
    drawings: SyncSender<String>,
    /// Answers nothing, but ends when everything is written.
    written: Receiver<()>,
}

impl Live {
    /// `None` if there is no thread to be had: then nothing is drawn.
    fn start() -> Option<Live> {
        let (drawings, to_write) = mpsc::sync_channel::<String>(1);
        let (ended, written) = mpsc::channel::<()>();
        let write = move || {
            let _ended = ended;
            let put = |text: &str| {
                let mut out = std::io::stderr().lock();
                // Who asked for drawings and does not take them has none.
                let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            };
            for drawing in to_write {
                put(&drawing);
            }
            put("gogui-gfx: CLEAR\n");
        };
        let thread = std::thread::Builder::new().name("live graphics".to_owned());
        thread.spawn(write).ok().map(|_| Live { drawings, written })
    }

    /// Takes the drawing off the board.
    fn end(self) {
        drop(self.drawings);
        // Nothing ever comes; it ends when the writer does.
        let _ = self.written.recv_timeout(PATIENCE);
    }
}

/// How the engine is asked: [`Engine::genmove_within`] or [`Engine::reg_genmove_within`].
type Ask = fn(&mut Engine, Color, Option<&Scope>, Option<Watch<'_>>) -> Reply;

/// Asks the engine for a move, with drawings meanwhile if they are wanted.
pub(super) fn with_graphics(
    session: &mut Session,
    ask: Ask,
    color: Color,
    scope: Option<&Scope>,
) -> Reply {
    let live = if session.live { Live::start() } else { None };
    let Some(live) = live else {
        return ask(&mut session.engine, color, scope, None);
    };
    let drawings = live.drawings.clone();
    let watch = move |report: &Report| {
        // Full means that the last drawing is still to be written.
        let _ = drawings.try_send(drawing(report, color));
    };
    let reply = ask(&mut session.engine, color, scope, Some(&watch));
    drop(watch);
    live.end();
    reply
}

/// The best line so far as stones with numbers, and a line of text.
fn drawing(report: &Report, color: Color) -> String {
    let mut stones = String::new();
    let mut turn = color;
    for &point in report.pv.iter().take(STONES) {
        let letter = if turn == Color::Black { 'b' } else { 'w' };
        stones.push_str(&format!(" {letter} {}", Vertex::from(point)));
        turn = !turn;
    }
    format!(
        "gogui-gfx:\nVAR{stones}\nTEXT {color} {}, depth {}, {} positions\n\n",
        chance(report.score),
        report.depth,
        report.nodes.total(),
    )
}

/// A chance in percent, or the plies to a proven end.
pub(super) fn chance(score: i32) -> String {
    match mate_distance(score) {
        Some(plies) if plies > 0 => format!("wins in {plies}"),
        Some(plies) => format!("loses in {}", -plies),
        None => format!("{:.0} %", 100.0 * win_rate(score)),
    }
}

/// The best moves of a report as GoGui draws them: the chance in percent on each, `W5` or `L6` for a
/// proven win or loss in so many plies, green where it is near the best. A circle on the move if the
/// search was too short for any score.
pub(super) fn best_moves(report: &Report, color: Color) -> String {
    let Some(best) = report.lines.first() else {
        return match report.pv.first() {
            Some(&point) => format!("CIRCLE {}", Vertex::from(point)),
            None => "TEXT no move to play".to_owned(),
        };
    };
    let label = |score| match mate_distance(score) {
        Some(plies) if plies > 0 => format!("W{plies}"),
        Some(plies) => format!("L{}", -plies),
        None => format!("{:.0}", 100.0 * win_rate(score)),
    };
    let mut labels = Vec::new();
    let mut lines = Vec::new();
    for line in &report.lines {
        let Some(&point) = line.pv.first() else {
            continue;
        };
        let vertex = Vertex::from(point);
        let colour = match win_rate(best.score) - win_rate(line.score) {
            lost if lost < 0.03 => "#4daf4a",
            lost if lost < 0.1 => "#a6d96a",
            lost if lost < 0.3 => "#fee08b",
            _ => "#f46d43",
        };
        lines.push(format!("COLOR {colour} {vertex}"));
        labels.push(format!("{vertex} {}", label(line.score)));
    }
    lines.push(format!("LABEL {}", labels.join(" ")));
    lines.push(format!(
        "TEXT {color} {}, depth {}: {}",
        chance(best.score),
        best.depth,
        vertices(best.pv.iter().copied())
    ));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Point;
    use crate::search::{MATE, PvLine};

    fn line(score: i32, x: u8) -> PvLine {
        PvLine {
            depth: 8,
            seldepth: 9,
            score,
            nodes: 1,
            pv: vec![Point::new(x, 7), Point::new(x, 8)],
        }
    }

    #[test]
    fn moves_are_labelled_by_their_chances() {
        let report = Report {
            lines: vec![line(MATE - 5, 3), line(0, 4), line(6 - MATE, 5)],
            ..Report::default()
        };
        assert_eq!(
            best_moves(&report, Color::White),
            "COLOR #4daf4a D8\nCOLOR #f46d43 E8\nCOLOR #f46d43 F8\nLABEL D8 W5 E8 50 F8 L6\n\
             TEXT White wins in 5, depth 8: D8 D9"
        );
        assert_eq!(
            best_moves(&Report::default(), Color::Black),
            "TEXT no move to play"
        );
        let short = Report {
            pv: line(0, 3).pv,
            ..Report::default()
        };
        assert_eq!(best_moves(&short, Color::Black), "CIRCLE D8");
    }

    #[test]
    fn a_line_is_drawn_in_turns() {
        let report = Report {
            score: 0,
            depth: 3,
            pv: line(0, 0).pv,
            ..Report::default()
        };
        assert_eq!(
            drawing(&report, Color::White),
            "gogui-gfx:\nVAR w A8 b A9\nTEXT White 50 %, depth 3, 0 positions\n\n"
        );
    }
}

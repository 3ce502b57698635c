//! What Yixin-Board asks beyond the protocol, and how it is shown a search.

use std::fmt::Write;

use super::command::Command;
use super::reply::{Answer, Failure};
use super::session::{AfterStones, SearchRequest, Session, View};
use crate::engine::{MAX_HASH, MAX_THREADS};
use crate::game::{Cell, Color, Point};
use crate::search::{Report, mate_distance, score_text};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "YXSHOWINFO",
        syntax: "",
        run: show_info,
    },
    Command {
        name: "YXBOARD",
        syntax: "",
        run: |session, _| {
            session.begin_board(AfterStones::Nothing);
            Ok(None)
        },
    },
    Command {
        name: "YXNBEST",
        syntax: "N",
        run: best_moves,
    },
    Command {
        name: "YXSEARCHDEFEND",
        syntax: "",
        run: |session, _| {
            session.playable()?;
            think(session, DEFENCES)
        },
    },
    Command {
        name: "YXSHOWFORBID",
        syntax: "",
        run: show_forbidden,
    },
    Command {
        name: "YXQUERYDATABASEALL",
        syntax: "",
        run: |session, _| {
            session.begin_board(AfterStones::Forget);
            Ok(None)
        },
    },
    Command {
        name: "YXHASHCLEAR",
        syntax: "",
        run: |session, _| {
            session.engine_mut().clear_cache();
            Ok(None)
        },
    },
];

/// The moves that are told apart when defences are searched.
const DEFENCES: usize = 60;

/// The most moves of `YXNBEST`.
const MOST_BEST: usize = 225;

fn show_info(session: &mut Session, _: &str) -> Answer {
    session.yixin = true;
    // Yixin-Board takes the logarithm of KiB.
    let hash = (MAX_HASH * 1024).ilog2();
    Ok(Some(format!(
        "MESSAGE INFO MAX_THREAD_NUM {MAX_THREADS}\nMESSAGE INFO MAX_HASH_SIZE {hash}"
    )))
}

fn best_moves(session: &mut Session, arguments: &str) -> Answer {
    session.playable()?;
    let lines: Option<usize> = arguments.trim_matches(' ').parse().ok();
    match lines {
        Some(lines) if lines > 0 => think(session, lines.min(MOST_BEST)),
        _ => Err(Failure::of("YXNBEST takes how many moves are searched")),
    }
}

fn think(session: &mut Session, lines: usize) -> Answer {
    session.think(SearchRequest {
        suggest: session.suggests,
        lines,
    })
}

fn show_forbidden(session: &mut Session, _: &str) -> Answer {
    session.playable()?;
    let board = session.engine().board();
    let mut text = "FORBID ".to_owned();
    if board.side_to_move() == Color::Black && board.outcome().is_none() {
        for point in board.rules().points() {
            if board.cell(point) == Cell::Empty && board.forbidden(point).is_some() {
                let offset = session.view().offset(point);
                // Writing into text never fails.
                let _ = write!(text, "{:02}{:02}", offset.x, offset.y);
            }
        }
    }
    text.push('.');
    Ok(Some(text))
}

/// What Yixin-Board has been shown of a search.
#[derive(Default)]
pub(super) struct Shown {
    best: Option<Point>,
    depth: u32,
    current: Option<Point>,
    lost: Vec<Point>,
}

impl Shown {
    /// The next report is the last one, and shown whole.
    pub(super) fn end(&mut self) {
        self.best = None;
    }
}

/// What is new in a report, as lines for Yixin-Board.
pub(super) fn realtime(view: View, report: &Report, shown: &mut Shown) -> String {
    let mut text = String::new();
    let mut say = |what: std::fmt::Arguments<'_>| {
        let _ = writeln!(text, "MESSAGE {what}");
    };
    if let Some(best) = report.lines.first()
        && (best.depth != shown.depth || best.pv.first().copied() != shown.best)
    {
        shown.depth = best.depth;
        shown.best = best.pv.first().copied();
        shown.current = None;
        say(format_args!("REALTIME REFRESH"));
        if let Some(point) = shown.best {
            say(format_args!("REALTIME BEST {}", view.offset(point)));
        }
        say(format_args!("REALTIME VAL {}", best.score));
        say(format_args!("REALTIME PV {}", view.line(&best.pv)));
        for (number, line) in report.lines.iter().enumerate().skip(1) {
            say(format_args!(
                "{} {} depth {} pv {}",
                number + 1,
                score_text(line.score),
                line.depth,
                view.line(&line.pv)
            ));
        }
    }
    for line in &report.lines {
        let lost = mate_distance(line.score).is_some_and(|plies| plies < 0);
        if let Some(&point) = line.pv.first()
            && lost
            && !shown.lost.contains(&point)
        {
            shown.lost.push(point);
            say(format_args!("REALTIME LOSE {}", view.offset(point)));
        }
    }
    if report.current.is_some() && report.current != shown.current {
        if let Some(done) = shown.current {
            say(format_args!("REALTIME DONE {}", view.offset(done)));
        }
        if let Some(point) = report.current {
            say(format_args!("REALTIME POS {}", view.offset(point)));
        }
        shown.current = report.current;
    }
    text
}

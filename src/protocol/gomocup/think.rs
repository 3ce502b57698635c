//! Thinking, with lines read meanwhile.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::info::{milliseconds, number_of};
use super::line::{InputLine, hear};
use super::reply::Answer;
use super::session::{SearchRequest, Session};
use super::yixin::{Shown, realtime};
use crate::clock::{Budget, Instant};
use crate::engine::{Reply, Watch};
use crate::protocol::Out;
use crate::protocol::live::watched;
use crate::search::{Report, Scope};
use crate::wire::{Received, SendError};

/// How often is looked whether a limit has been sent.
const GLANCE: Duration = Duration::from_millis(10);

/// How often Yixin-Board is told of a search.
const INTERVAL: Duration = Duration::from_millis(100);

/// InfoTimes that came while the engine thinks, with the numbers of their lines. They bound what is
/// thought about now; in its turn each line then bounds the next moves.
#[derive(Debug, Clone)]
pub(super) struct Sudden {
    limits: Arc<Mutex<InfoTimes>>,
    /// What is kept in hand of a move's time.
    overhead: Duration,
}

#[derive(Debug, Default)]
struct InfoTimes {
    turn: Option<(u64, Duration)>,
    left: Option<(u64, Instant)>,
    nodes: Option<(u64, u64)>,
}

impl Sudden {
    pub(super) fn new(overhead: Duration) -> Sudden {
        Sudden {
            limits: Arc::default(),
            overhead,
        }
    }

    fn lock(&self) -> MutexGuard<'_, InfoTimes> {
        self.limits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A line was read.
    pub(super) fn read(&self, received: &Received) {
        let InputLine::Request { name, arguments } = hear(&received.line) else {
            return;
        };
        if name != "INFO" {
            return;
        }
        let number = received.number;
        let within = |number| Budget::per_move(milliseconds(number), self.overhead).hard;
        let mut limits = self.lock();
        if let Some(turn) = number_of(&arguments, "timeout_turn") {
            limits.turn = Some((number, within(turn)));
        }
        if let Some(left) = number_of(&arguments, "time_left") {
            limits.left = Some((number, received.at + within(left)));
        }
        if let Some(nodes) = number_of(&arguments, "max_node") {
            let nodes = u64::try_from(nodes).ok().filter(|&nodes| nodes > 0);
            limits.nodes = Some((number, nodes.unwrap_or(u64::MAX)));
        }
    }

    /// Whether a line behind `line` asks for an end of what began at `start`.
    fn is_over(&self, line: u64, start: Instant, report: Option<&Report>) -> bool {
        let limits = self.lock();
        let turn = limits.turn.filter(|&(number, _)| number > line);
        let left = limits.left.filter(|&(number, _)| number > line);
        let nodes = limits.nodes.filter(|&(number, _)| number > line);
        turn.is_some_and(|(_, time)| start.elapsed() >= time)
            || left.is_some_and(|(_, end)| Instant::now() >= end)
            || nodes
                .is_some_and(|(_, most)| report.is_some_and(|report| report.nodes.total() >= most))
    }
}

/// Thinks about a move and answers it. `line` is the number of the line that asks for it, none if
/// no lines are read meanwhile.
pub(super) fn think(
    session: &mut Session,
    thought: SearchRequest,
    line: Option<u64>,
    sudden: &Sudden,
    out: &mut dyn Out,
) -> Result<Answer, SendError> {
    let start = Instant::now();
    let color = session.engine().board().side_to_move();
    let (told, view) = (session.yixin && session.details, session.view());
    let scope = Scope {
        lines: thought.lines,
        refresh: line.map(|_| INTERVAL / 2),
        ..Scope::default()
    };
    let mut shown = Shown::default();
    let stop = session.engine().stop_token();
    let engine = session.engine_mut();
    let mut find = |watch: Option<Watch<'_>>| {
        if thought.suggest {
            engine.reg_genmove_within(color, Some(&scope), watch)
        } else {
            engine.genmove_within(color, Some(&scope), watch)
        }
    };
    let reply = if let Some(line) = line {
        let mut last = start;
        let tell = |report: Option<&Report>| {
            if sudden.is_over(line, start, report) {
                stop.stop();
            }
            if !told || last.elapsed() < INTERVAL {
                return Ok(());
            }
            last = Instant::now();
            let text = report.map(|report| realtime(view, report, &mut shown));
            out.say(&text.unwrap_or_default())
        };
        let (reply, result) = watched(GLANCE, tell, |watch| find(Some(watch)));
        result?;
        reply
    } else {
        find(None)
    };
    let moved = matches!(reply, Reply::Play(_));
    if let Some(report) = session.engine().last_report().filter(|_| told && moved) {
        // What was found in the end, whatever had been told before.
        shown.end();
        out.say(&realtime(view, report, &mut shown))?;
    }
    Ok(session.conclude(thought, color, reply))
}

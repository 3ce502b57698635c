//! Analysis while it goes on, in the dialects that GUIs know: what is asked for.

use std::time::Duration;

use super::args::{ArgError, Args};
use super::plan::{Dialect, Goal, Plan};
use super::reply::{Answer, Failure};
use super::session::{Command, Session};
use super::text::reply_text;
use crate::engine::MAX_LINES;
use crate::game::{Color, Point};
use crate::notation::Vertex;
use crate::search::Scope;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "analyze",
        syntax: "[C] [N] [KEY VALUE …]",
        summary: "tells what is found until any line comes, as Sabaki asks",
        run: |session, args| plan(session, args, Dialect::Integer, Goal::Analysis),
    },
    Command {
        name: "lz-analyze",
        syntax: "[C] [N] [KEY VALUE …]",
        summary: "as analyze, under Leela Zero's name",
        run: |session, args| plan(session, args, Dialect::Integer, Goal::Analysis),
    },
    Command {
        name: "kata-analyze",
        syntax: "[C] [N] [KEY VALUE …]",
        summary: "as analyze, with decimal numbers, as KataGo answers",
        run: |session, args| plan(session, args, Dialect::Kata, Goal::Analysis),
    },
    Command {
        name: "genmove_analyze",
        syntax: "[C] [N] [KEY VALUE …]",
        summary: "plays a move and tells what is found on the way",
        run: |session, args| plan(session, args, Dialect::Integer, Goal::Move),
    },
    Command {
        name: "lz-genmove_analyze",
        syntax: "[C] [N] [KEY VALUE …]",
        summary: "as genmove_analyze, under Leela Zero's name",
        run: |session, args| plan(session, args, Dialect::Integer, Goal::Move),
    },
    Command {
        name: "kata-genmove_analyze",
        syntax: "[C] [N] [KEY VALUE …]",
        summary: "as genmove_analyze, with decimal numbers",
        run: |session, args| plan(session, args, Dialect::Kata, Goal::Move),
    },
    Command {
        name: "kata-search",
        syntax: "[C]",
        summary: "finds a move without playing it",
        run: search,
    },
    Command {
        name: "kata-search_cancellable",
        syntax: "[C]",
        summary: "as kata-search, ended by any line",
        run: search_cancellable,
    },
    Command {
        name: "stop",
        syntax: "",
        summary: "ends an analysis, and thinking in the opponent's time",
        run: stop,
    },
];

/// Between reports, if nothing is said.
const INTERVAL: u32 = 100;

/// The least time between reports, in centiseconds.
const LEAST_INTERVAL: u32 = 1;

/// What KataGo can also report; asking for it is no error.
const UNKNOWN_HERE: [&str; 8] = [
    "ownership",
    "ownershipStdev",
    "movesOwnership",
    "movesOwnershipStdev",
    "pvVisits",
    "pvEdgeVisits",
    "noResultValue",
    "delay",
];

/// The arguments as they are read one after the other.
struct Words<'a, 'b> {
    args: &'a Args<'b>,
    next: usize,
}

impl<'b> Words<'_, 'b> {
    fn take(&mut self) -> Result<&'b str, ArgError> {
        let word = self.args.get(self.next)?;
        self.next += 1;
        Ok(word)
    }

    fn color(&mut self) -> Result<Color, ArgError> {
        let color = self.args.get_color(self.next)?;
        self.next += 1;
        Ok(color)
    }

    fn number(&mut self) -> Result<u32, ArgError> {
        let number = self.args.get_int(self.next, 0, u32::MAX)?;
        self.next += 1;
        Ok(number)
    }

    /// Vertices with commas between them; passes are passed over.
    fn points(&mut self, session: &Session) -> Result<Vec<Point>, Failure> {
        let mut points = Vec::new();
        for word in self.take()?.split(',') {
            let vertex: Vertex = word.parse().map_err(|_| Failure::SYNTAX)?;
            let point = vertex.on_board(session.engine.rules());
            points.extend(
                point.map_err(|error| Failure::because(format_args!("{vertex}: {error}")))?,
            );
        }
        Ok(points)
    }
}

/// What the arguments ask for.
fn read(session: &Session, args: &Args<'_>, dialect: Dialect, goal: Goal) -> Result<Plan, Failure> {
    let mut words = Words { args, next: 0 };
    let color = words.color();
    let color = color.unwrap_or_else(|_| session.engine.board().side_to_move());
    let mut interval = words.number().unwrap_or(INTERVAL);
    let (mut least, mut most) = (None, None);
    let mut scope = Scope::default();
    let mut root_info = false;
    while words.next < args.len() {
        let key = words.take()?;
        let is = |name: &str| key.eq_ignore_ascii_case(name);
        if is("interval") {
            interval = words.number()?;
        } else if is("minmoves") {
            least = Some(words.number()? as usize);
        } else if is("maxmoves") {
            most = Some(words.number()? as usize);
        } else if is("rootInfo") {
            root_info = flag(words.take()?)?;
        } else if is("avoid") || is("allow") {
            let about = words.color()?;
            let points = words.points(session)?;
            // How deep it is to hold may be left out, and only the first move is ours to choose.
            let _ = words.number();
            if about != color {
                continue;
            }
            if is("avoid") {
                scope.avoid.extend(points);
            } else {
                scope.allow.get_or_insert_default().extend(points);
            }
        } else if UNKNOWN_HERE.iter().any(|name| is(name)) {
            words.take()?;
        } else {
            return Err(Failure::SYNTAX);
        }
    }
    let most = most.unwrap_or(usize::MAX).clamp(1, MAX_LINES);
    let least = least.unwrap_or(0).min(most);
    scope.lines = match goal {
        // Whoever sets a limit wants to see that many.
        Goal::Analysis if most < MAX_LINES => most,
        Goal::Analysis => session.engine.config().lines.max(least),
        // More lines cost the move some of its depth.
        _ => least.max(1),
    };
    let interval = Duration::from_millis(10) * interval.max(LEAST_INTERVAL);
    scope.refresh = Some(interval.min(Duration::from_millis(100)) / 2);
    Ok(Plan {
        dialect,
        goal,
        color,
        interval,
        scope,
        most,
        root_info,
    })
}

fn flag(word: &str) -> Result<bool, Failure> {
    match word {
        _ if word.eq_ignore_ascii_case("true") => Ok(true),
        _ if word.eq_ignore_ascii_case("false") => Ok(false),
        _ => Err(Failure::SYNTAX),
    }
}

fn plan(session: &mut Session, args: &Args<'_>, dialect: Dialect, goal: Goal) -> Answer {
    session.plan = Some(read(session, args, dialect, goal)?);
    Ok(String::new())
}

/// The colour that is asked about, or the side to move.
fn color(session: &Session, args: &Args<'_>) -> Result<Color, Failure> {
    args.expect(0, 1)?;
    Ok(if args.is_empty() {
        session.engine.board().side_to_move()
    } else {
        args.get_color(0)?
    })
}

fn search(session: &mut Session, args: &Args<'_>) -> Answer {
    let color = color(session, args)?;
    Ok(reply_text(session.engine.reg_genmove(color)))
}

fn search_cancellable(session: &mut Session, args: &Args<'_>) -> Answer {
    let color = color(session, args)?;
    session.plan = Some(Plan {
        dialect: Dialect::Kata,
        goal: Goal::Suggestion,
        color,
        interval: Duration::MAX,
        scope: Scope::default(),
        most: 1,
        root_info: false,
    });
    Ok(String::new())
}

/// Ends the thinking in the opponent's time: that it came has done so already.
fn stop(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    session.waiting = None;
    Ok(String::new())
}

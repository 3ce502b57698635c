//! Reports of a search that goes on, written at an interval.

use std::fmt::Write;

use super::plan::{Dialect, Goal, Plan};
use super::reply::frame;
use super::session::Session;
use super::text::reply_text;
use crate::engine::{Reply, Watch};
use crate::eval::{LOGIT, win_rate};
use crate::notation::{Vertex, vertices};
use crate::protocol::live;
use crate::protocol::{Interrupts, Out, StoppedBy};
use crate::search::{Report, Scope, mate_distance};
use crate::wire::SendError;

/// Who else is there while a line is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Company {
    /// Nobody: what has no end by itself is not begun.
    Nobody,
    /// A thread that reads the lines which follow, and the one who sends them.
    Reader,
    /// A host on the same thread, who may stop what goes on but sends no line meanwhile.
    Host,
}

/// Streams what `plan` asks for, as the whole response to a command.
pub(super) fn run(
    session: &mut Session,
    interrupts: &Interrupts,
    plan: &Plan,
    id: &str,
    company: Company,
    out: &mut dyn Out,
) -> Result<(), SendError> {
    match plan.goal {
        Goal::Suggestion => suggest(session, interrupts, plan, id, company, out),
        Goal::Analysis => {
            out.say(&format!("={id}\n"))?;
            let stop = session.engine.stop_token();
            let config = session.engine.config();
            let capped = config.max_time.is_some() || config.max_visits.is_some();
            match company {
                Company::Nobody if !capped => return out.say("\n"),
                Company::Reader => interrupts.yield_now(StoppedBy::Anything),
                Company::Nobody | Company::Host => {}
            }
            let scope = Scope {
                // A host sees the end of the response, and need not be waited for.
                endless: company == Company::Reader,
                ..plan.scope.clone()
            };
            let engine = &mut session.engine;
            let (last, told) = watched(plan, company, out, |watch| {
                engine.analyse(plan.color, &scope, watch)
            });
            told?;
            // What was found at the end is told, unless somebody has other wishes by now.
            let text = if stop.is_stopped() {
                String::new()
            } else {
                text(plan, &last)
            };
            out.say(&(text + "\n"))
        }
        Goal::Move => {
            out.say(&format!("={id}\n"))?;
            let engine = &mut session.engine;
            let (reply, told) = watched(plan, company, out, |watch| {
                engine.genmove_within(plan.color, Some(&plan.scope), Some(watch))
            });
            session.wait_for_opponent();
            told?;
            let found = session.engine.last_report();
            let text = match (reply, found) {
                (Reply::Play(_), Some(report)) => text(plan, report),
                _ => String::new(),
            };
            out.say(&format!("{text}play {}\n\n", reply_text(reply)))
        }
    }
}

/// Runs `search` and meanwhile writes its reports.
fn watched<T: Send>(
    plan: &Plan,
    company: Company,
    out: &mut dyn Out,
    search: impl FnOnce(Watch<'_>) -> T + Send,
) -> (T, Result<(), SendError>) {
    let tell = |report: Option<&Report>| {
        let text = report.map(|report| text(plan, report)).unwrap_or_default();
        if text.is_empty() {
            Ok(())
        } else {
            out.say(&text)
        }
    };
    match company {
        Company::Reader => live::watched(plan.interval, tell, search),
        Company::Nobody | Company::Host => live::watched_here(plan.interval, tell, search),
    }
}

/// A move that is told only if no line comes before it is found.
fn suggest(
    session: &mut Session,
    interrupts: &Interrupts,
    plan: &Plan,
    id: &str,
    company: Company,
    out: &mut dyn Out,
) -> Result<(), SendError> {
    if company == Company::Reader {
        interrupts.yield_now(StoppedBy::Anything);
    }
    let stop = session.engine.stop_token();
    let reply = session.engine.reg_genmove(plan.color);
    let text = if company != Company::Nobody && stop.is_stopped() {
        "cancelled".to_owned()
    } else {
        reply_text(reply)
    };
    out.say(&frame(id, &Ok(text)))
}

/// The line of a report with its end; empty if there is nothing to tell yet.
fn text(plan: &Plan, report: &Report) -> String {
    let mut text = String::new();
    for (order, line) in report.lines.iter().take(plan.most).enumerate() {
        let Some(&first) = line.pv.first() else {
            continue;
        };
        if !text.is_empty() {
            text.push(' ');
        }
        // Writing into text never fails.
        let _ = write!(text, "info move {} ", Vertex::from(first));
        put_value(&mut text, plan.dialect, line.nodes, line.score);
        let pv = vertices(line.pv.iter().copied());
        let _ = write!(text, " depth {} order {order} pv {pv}", line.depth);
    }
    if text.is_empty() {
        return text;
    }
    if plan.root_info {
        text.push_str(" rootInfo ");
        put_value(&mut text, plan.dialect, report.nodes.total(), report.score);
        let _ = write!(text, " depth {}", report.depth);
    }
    text.push('\n');
    text
}

/// Readers hold visits in 32 bits.
const MOST_VISITS: u64 = i32::MAX as u64;

/// What is said of moves and positions alike, with blanks between.
fn put_value(text: &mut String, dialect: Dialect, nodes: u64, score: i32) {
    let mate = mate_distance(score);
    let visits = nodes.min(MOST_VISITS);
    let rate = win_rate(score);
    let _ = match dialect {
        Dialect::Integer => {
            let rate = match mate {
                Some(_) => rate * 10_000.0,
                None => (rate * 10_000.0).round().clamp(1.0, 9_999.0),
            };
            write!(text, "visits {visits} winrate {rate:.0} lcb {rate:.0}")
        }
        Dialect::Kata => {
            let rate = match mate {
                Some(_) => rate,
                None => rate.clamp(0.000_001, 0.999_999),
            };
            let lead = (f64::from(score) / LOGIT).clamp(-MOST_LEAD, MOST_LEAD);
            write!(
                text,
                "visits {visits} winrate {rate:.6} scoreMean {lead:.2} scoreLead {lead:.2} \
                 lcb {rate:.6}"
            )
        }
    };
    if let Some(plies) = mate {
        let _ = write!(text, " mate {plies}");
    }
}

/// What a proven result counts as a lead.
const MOST_LEAD: f64 = 50.0;

//! What the manager says of the game, its limits and the machine.

use std::time::Duration;

use log::debug;

use super::command::Command;
use super::reply::Answer;
use super::session::Session;
use crate::clock::{Left, TimeSettings};
use crate::engine::MAX_HASH;
use crate::game::{Color, Variant};
use crate::player::Resources;

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "INFO",
    syntax: "KEY VALUE",
    run: info,
}];

/// A key of `INFO`.
pub struct Key {
    /// The name, in lower case; it is read in any case.
    pub name: &'static str,
    /// Its values in words.
    pub values: &'static str,
    run: fn(&mut Session, &str) -> Answer,
}

/// `time_left` when there is no limit.
const UNLIMITED: i64 = 2_147_483_647;

/// Less than this the program cannot do with, in MiB.
const LEAST_MEMORY: u64 = 20;

/// The most threads that are asked for.
const MAX_THREADS: i64 = 256;

/// The longest time, in milliseconds: about thirty years.
const MAX_MILLISECONDS: i64 = 1_000_000_000_000;

static KEYS: &[Key] = &[
    Key {
        name: "timeout_turn",
        values: "milliseconds for a move; 0 is as fast as possible",
        run: |session, value| {
            with_number(session, value, |session, number| {
                session.limit_move_time(milliseconds(number));
            })
        },
    },
    Key {
        name: "timeout_match",
        values: "milliseconds for all moves of a game; 0 is no limit",
        run: |session, value| {
            with_number(session, value, |session, number| {
                session.limit_match_time(Some(milliseconds(number)), None);
            })
        },
    },
    Key {
        name: "time_left",
        values: "milliseconds left of them; 2147483647 is no limit",
        run: |session, value| with_number(session, value, time_left),
    },
    Key {
        name: "max_memory",
        values: "bytes for the whole process; 0 is no limit",
        run: |session, value| with_number(session, value, max_memory),
    },
    Key {
        name: "game_type",
        values: "who plays; changes nothing",
        run: |_, _| Ok(None),
    },
    Key {
        name: "rule",
        values: "the sum of 1 exact five, 2 continuous, 4 renju, 8 caro",
        run: rule,
    },
    Key {
        name: "evaluate",
        values: "where the mouse is; changes nothing",
        run: |_, _| Ok(None),
    },
    Key {
        name: "folder",
        values: "a folder for files; none are written",
        run: |_, _| Ok(None),
    },
    Key {
        name: "max_node",
        values: "nodes searched for a move; 0 is no limit",
        run: |session, value| {
            with_number(session, value, |session, number| {
                let nodes = u64::try_from(number).ok().filter(|&nodes| nodes > 0);
                session.engine_mut().set_max_nodes(nodes);
            })
        },
    },
    Key {
        name: "max_depth",
        values: "plies searched; 0 is no limit",
        run: |session, value| {
            with_number(session, value, |session, number| {
                let depth = u32::try_from(number).ok().filter(|&depth| depth > 0);
                session.engine_mut().set_max_depth(depth);
            })
        },
    },
    Key {
        name: "thread_num",
        values: "threads that search, 1 to 256",
        run: |session, value| {
            with_number(session, value, |session, number| {
                let threads = number.clamp(1, MAX_THREADS) as usize;
                let resources = session.engine().resources();
                session.engine_mut().set_resources(Resources {
                    threads,
                    ..resources
                });
            })
        },
    },
    Key {
        name: "time_increment",
        values: "milliseconds that each move adds to them",
        run: |session, value| {
            with_number(session, value, |session, number| {
                session.limit_match_time(None, Some(milliseconds(number)));
            })
        },
    },
    Key {
        name: "hash_size",
        values: "KiB for the transposition table; 0 is as at the start",
        run: |session, value| with_number(session, value, hash_size),
    },
    Key {
        name: "pondering",
        values: "1 thinks in the opponent's time, 0 does not",
        run: |session, value| {
            with_number(session, value, |session, number| {
                session.engine_mut().set_pondering(number != 0);
            })
        },
    },
    Key {
        name: "show_detail",
        values: "1 or 3 reports searches once YXSHOWINFO was sent, 0 or 2 does not",
        run: |session, value| {
            with_number(session, value, |session, number| {
                session.details = number & 1 != 0;
            })
        },
    },
    Key {
        name: "winlength",
        values: "how many in a row win, 3 to the longer side",
        run: win_length,
    },
    Key {
        name: "suggest",
        values: "1 answers SUGGEST X,Y and waits for PLAY, 0 plays",
        run: |session, value| {
            with_number(session, value, |session, number| {
                session.suggests = number != 0;
            })
        },
    },
];

/// Every key of `INFO` that means something here.
pub fn keys() -> impl Iterator<Item = &'static Key> {
    KEYS.iter()
}

/// Keys that are not known are passed over, as the protocol wants it.
fn info(session: &mut Session, arguments: &str) -> Answer {
    let (name, value) = arguments.split_once(' ').unwrap_or((arguments, ""));
    match keys().find(|key| key.name.eq_ignore_ascii_case(name)) {
        Some(key) => (key.run)(session, value.trim_matches(' ')),
        None => {
            debug!("INFO {arguments} is not known");
            Ok(None)
        }
    }
}

/// A whole number; one that is too large counts as the largest there is.
fn number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (least, most) = (i64::MIN, i64::MAX);
    Some(text.parse().unwrap_or(if digits.len() < text.len() {
        least
    } else {
        most
    }))
}

/// No answer is expected, so what is wrong is said before the next one.
fn with_number(session: &mut Session, value: &str, act: fn(&mut Session, i64)) -> Answer {
    match number(value) {
        Some(number) => act(session, number),
        None => session.message("an INFO was passed over, its value being no number"),
    }
    Ok(None)
}

pub(super) fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.clamp(0, MAX_MILLISECONDS).unsigned_abs())
}

fn time_left(session: &mut Session, number: i64) {
    let engine = session.engine_mut();
    if number >= UNLIMITED {
        engine.set_time(TimeSettings::None);
        return;
    }
    // Which colour is ours may not be known yet, and only our own clock is asked.
    for color in Color::ALL {
        let left = Left {
            time: milliseconds(number),
            units: 0,
        };
        engine.set_time_left(color, left);
    }
}

fn max_memory(session: &mut Session, number: i64) {
    let memory = u64::try_from(number).ok().filter(|&bytes| bytes > 0);
    if memory.is_some_and(|bytes| bytes < LEAST_MEMORY << 20) {
        session.message(&format!("at least {LEAST_MEMORY} MiB of memory are needed"));
    }
    let resources = session.engine().resources();
    session.engine_mut().set_resources(Resources {
        memory,
        ..resources
    });
}

fn hash_size(session: &mut Session, number: i64) {
    let kib = usize::try_from(number).ok().filter(|&kib| kib > 0);
    let hash = kib.map(|kib| (kib / 1024).clamp(1, MAX_HASH));
    let resources = session.engine().resources();
    session
        .engine_mut()
        .set_resources(Resources { hash, ..resources });
}

/// The number that an `INFO` gives to one of these keys.
pub(super) fn number_of(arguments: &str, name: &str) -> Option<i64> {
    let (key, value) = arguments.split_once(' ')?;
    let wanted = key.eq_ignore_ascii_case(name);
    number(value.trim_matches(' ')).filter(|_| wanted)
}

fn rule(session: &mut Session, value: &str) -> Answer {
    let variant = match number(value) {
        // Yixin-Board counts its rules.
        Some(2) if session.yixin => Ok(Variant::Renju),
        Some(0) => Ok(Variant::Freestyle),
        Some(1) => Ok(Variant::Exact),
        Some(4 | 5) => Ok(Variant::Renju),
        Some(8 | 9) => Ok(Variant::Caro),
        Some(12 | 13) => Err("renju and caro exclude each other"),
        Some(bits @ 0..16) if bits & 2 != 0 => Err("continuous games are not played"),
        _ => Err("the rule is not known"),
    };
    session.wish(|wish| wish.variant = variant);
    Ok(None)
}

fn win_length(session: &mut Session, value: &str) -> Answer {
    match number(value).map(u32::try_from) {
        Some(Ok(length)) => session.wish(|wish| wish.win_length = (length > 0).then_some(length)),
        _ => session.message("an INFO was passed over, the win length being a whole number"),
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_size() {
        assert_eq!(number("350"), Some(350));
        assert_eq!(number("-5"), Some(-5));
        assert_eq!(number("99999999999999999999"), Some(i64::MAX));
        assert_eq!(number("-99999999999999999999"), Some(i64::MIN));
        for text in ["", "-", "1.5", "x", "+1", "1 2", "\u{661}"] {
            assert_eq!(number(text), None, "{text:?}");
        }
        assert_eq!(milliseconds(-5), Duration::ZERO);
        assert_eq!(milliseconds(i64::MAX), Duration::from_secs(1_000_000_000));
    }
}

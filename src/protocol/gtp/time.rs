//! How the time of a game is given, and what is left of it.

use std::time::Duration;

use super::args::Args;
use super::reply::{Answer, Failure};
use super::session::{Command, Session};
use crate::clock::{Left, TimeSettings, seconds};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "time_settings",
        syntax: "M B S",
        summary: "main time, byo-yomi time and stones, in seconds",
        run: time_settings,
    },
    Command {
        name: "time_left",
        syntax: "C T S",
        summary: "corrects the clock of a colour",
        run: time_left,
    },
    Command {
        name: "kata-time_settings",
        syntax: "KIND …",
        summary: "the time of a game, by its kind",
        run: kata_time_settings,
    },
    Command {
        name: "kata-list_time_settings",
        syntax: "",
        summary: "the kinds of time settings",
        run: kata_list_time_settings,
    },
];

/// What reads the arguments behind the name of a kind of time settings.
type Read = fn(&Args<'_>) -> Result<TimeSettings, Failure>;

/// The kinds of `kata-time_settings`: name, number of arguments, and how they are read. The
/// arguments are counted from the name, which is number 0.
const KINDS: [(&str, usize, Read); 5] = [
    ("none", 0, |_| Ok(TimeSettings::None)),
    ("absolute", 1, |args| {
        Ok(TimeSettings::Absolute {
            main: duration(args, 1)?,
        })
    }),
    ("byoyomi", 3, |args| {
        Ok(TimeSettings::ByoYomi {
            main: duration(args, 1)?,
            period: duration(args, 2)?,
            periods: args.get_int(3, 0, u32::MAX)?,
        })
    }),
    ("canadian", 3, |args| {
        Ok(TimeSettings::Canadian {
            main: duration(args, 1)?,
            period: duration(args, 2)?,
            stones: args.get_int(3, 0, u32::MAX)?,
        })
    }),
    ("fischer", 2, |args| {
        Ok(TimeSettings::Fischer {
            main: duration(args, 1)?,
            increment: duration(args, 2)?,
        })
    }),
];

fn duration(args: &Args<'_>, index: usize) -> Result<Duration, Failure> {
    seconds(args.get(index)?).map_err(|_| Failure::SYNTAX)
}

fn time_settings(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(3, 3)?;
    let settings = TimeSettings::gtp(
        duration(args, 0)?,
        duration(args, 1)?,
        args.get_int(2, 0, u32::MAX)?,
    );
    session.engine.set_time(settings);
    Ok(String::new())
}

fn time_left(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(3, 3)?;
    let color = args.get_color(0)?;
    let left = Left {
        time: duration(args, 1)?,
        units: args.get_int(2, 0, u32::MAX)?,
    };
    session.engine.set_time_left(color, left);
    Ok(String::new())
}

fn kata_time_settings(session: &mut Session, args: &Args<'_>) -> Answer {
    let kind = args.get(0)?;
    let (_, count, read) = KINDS
        .iter()
        .find(|(name, ..)| name.eq_ignore_ascii_case(kind))
        .ok_or(Failure::SYNTAX)?;
    args.expect(count + 1, count + 1)?;
    let settings = read(args)?;
    session.engine.set_time(settings);
    Ok(String::new())
}

fn kata_list_time_settings(_: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    Ok(KINDS.map(|(name, ..)| name).join(" "))
}

//! What the program says of itself, and its end.

use super::command::Command;
use super::reply::Answer;
use super::session::Session;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "ABOUT",
        syntax: "",
        run: about,
    },
    Command {
        name: "STOP",
        syntax: "",
        run: nothing,
    },
    Command {
        name: "YXSTOP",
        syntax: "",
        run: nothing,
    },
    Command {
        name: "END",
        syntax: "",
        run: end,
    },
];

fn about(_: &mut Session, _: &str) -> Answer {
    Ok(Some(format!(
        "name=\"{}\", version=\"{}\", author=\"the lianzhu authors\", \
         capabilities=\"winlength attentive\"",
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
    )))
}

/// The one who reads the lines has stopped the thinking already.
fn nothing(_: &mut Session, _: &str) -> Answer {
    Ok(None)
}

fn end(session: &mut Session, _: &str) -> Answer {
    session.end();
    Ok(None)
}

//! The commands every GTP engine has to know, and the processor time.

use super::args::Args;
use super::reply::{Answer, Failure};
use super::session::{Command, Session};
use crate::clock::processor_time;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "protocol_version",
        syntax: "",
        summary: "the version of GTP",
        run: |_, args| constant(args, "2"),
    },
    Command {
        name: "name",
        syntax: "",
        summary: "the name of the engine",
        run: |_, args| constant(args, env!("CARGO_PKG_NAME")),
    },
    Command {
        name: "version",
        syntax: "",
        summary: "the version of the engine",
        run: |_, args| constant(args, env!("CARGO_PKG_VERSION")),
    },
    Command {
        name: "known_command",
        syntax: "NAME",
        summary: "whether there is this command",
        run: known_command,
    },
    Command {
        name: "list_commands",
        syntax: "",
        summary: "the names of all commands",
        run: list_commands,
    },
    Command {
        name: "help",
        syntax: "[NAME]",
        summary: "what the commands do, one a line",
        run: help,
    },
    Command {
        name: "quit",
        syntax: "",
        summary: "ends the program",
        run: quit,
    },
    Command {
        name: "cputime",
        syntax: "",
        summary: "the processor time used so far",
        run: cputime,
    },
];

fn constant(args: &Args<'_>, text: &str) -> Answer {
    args.expect_none()?;
    Ok(text.to_owned())
}

fn known_command(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(1, 1)?;
    Ok(session.find(args.get(0)?).is_some().to_string())
}

fn list_commands(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    let names: Vec<_> = session.commands().map(|command| command.name).collect();
    Ok(names.join("\n"))
}

fn help(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(0, 1)?;
    let line = |command: &Command| {
        let call = format!("{} {}", command.name, command.syntax);
        format!("{}: {}", call.trim_end(), command.summary)
    };
    if args.is_empty() {
        let lines: Vec<_> = session.commands().map(line).collect();
        return Ok(lines.join("\n"));
    }
    let command = session.find(args.get(0)?);
    command
        .map(line)
        .ok_or(Failure::of("there is no such command"))
}

fn quit(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    session.quit = true;
    Ok(String::new())
}

fn cputime(_: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    let time = processor_time().ok_or(Failure::of("the processor time is not known here"))?;
    Ok(format!("{:.2}", time.as_secs_f64()))
}

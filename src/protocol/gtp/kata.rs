//! Rules and parameters, asked for and changed by the commands that KataGo made common.

use serde_json::{Map, Value, json};

use super::args::Args;
use super::reply::{Answer, Failure};
use super::session::{Command, Session};
use crate::engine::PARAMS;
use crate::game::Variant;
use crate::notation::ParseVariantError;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "kata-get-rules",
        syntax: "",
        summary: "the rule in force",
        run: get_rules,
    },
    Command {
        name: "kata-set-rules",
        syntax: "R",
        summary: "changes the rule before the first stone",
        run: set_rules,
    },
    Command {
        name: "kata-list-params",
        syntax: "",
        summary: "the names of all parameters",
        run: list_params,
    },
    Command {
        name: "kata-get-param",
        syntax: "P",
        summary: "the value of a parameter",
        run: get_param,
    },
    Command {
        name: "kata-set-param",
        syntax: "P X",
        summary: "changes a parameter",
        run: set_param,
    },
];

/// The fields of the rules in JSON.
const RULE: &str = "rule";
const WIN_LENGTH: &str = "winlength";
const WIDTH: &str = "width";
const HEIGHT: &str = "height";

fn get_rules(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    let rules = session.engine.rules();
    Ok(json!({
        RULE: rules.variant().name(),
        WIN_LENGTH: rules.win_length(),
        WIDTH: rules.width(),
        HEIGHT: rules.height(),
    })
    .to_string())
}

/// Reads a variant by its name.
pub(super) fn variant(name: &str) -> Result<Variant, Failure> {
    name.parse()
        .map_err(|error: ParseVariantError| Failure::because(error))
}

fn set_rules(session: &mut Session, args: &Args<'_>) -> Answer {
    let text = args.text();
    if text.starts_with('{') {
        let fields: Map<String, Value> = serde_json::from_str(text).map_err(|_| Failure::SYNTAX)?;
        return set_rules_by_fields(session, &fields);
    }
    args.expect(1, 1)?;
    let variant = variant(args.get(0)?)?;
    session
        .engine
        .set_variant(variant)
        .map(|()| String::new())
        .map_err(Failure::because)
}

/// Sets rule and win length at once, those that are given. The board cannot be changed this way;
/// its sides are read, so that what `kata-get-rules` says can be given back.
fn set_rules_by_fields(session: &mut Session, fields: &Map<String, Value>) -> Answer {
    let rules = *session.engine.rules();
    let mut wanted = (u32::from(rules.win_length()), rules.variant());
    for (name, value) in fields {
        match name.as_str() {
            RULE => wanted.1 = variant(value.as_str().ok_or(Failure::SYNTAX)?)?,
            WIN_LENGTH => wanted.0 = number(value)?,
            WIDTH | HEIGHT => {
                let side = if name == WIDTH {
                    rules.width()
                } else {
                    rules.height()
                };
                if number(value)? != u32::from(side) {
                    return Err(Failure::of("the rules do not change the size of the board"));
                }
            }
            _ => {
                return Err(Failure::of(
                    "the fields of the rules are rule, winlength, width and height",
                ));
            }
        }
    }
    session
        .engine
        .set_rules(wanted.0, wanted.1)
        .map(|()| String::new())
        .map_err(Failure::because)
}

fn number(value: &Value) -> Result<u32, Failure> {
    value
        .as_u64()
        .and_then(|number| u32::try_from(number).ok())
        .ok_or(Failure::SYNTAX)
}

fn list_params(_: &mut Session, args: &Args<'_>) -> Answer {
    args.expect_none()?;
    let names: Vec<_> = PARAMS.iter().map(|param| param.name).collect();
    Ok(names.join(" "))
}

fn get_param(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(1, 1)?;
    session
        .engine
        .get_param(args.get(0)?)
        .map_err(Failure::because)
}

fn set_param(session: &mut Session, args: &Args<'_>) -> Answer {
    args.expect(2, 2)?;
    session
        .engine
        .set_param(args.get(0)?, args.get(1)?)
        .map(|()| String::new())
        .map_err(Failure::because)
}

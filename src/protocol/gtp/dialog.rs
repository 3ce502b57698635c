//! GoGui's dialog of parameters: `gogui-param` lists them with their kinds, and changes one.

use super::args::Args;
use super::kata;
use super::reply::{Answer, Failure};
use super::session::Session;
use crate::engine::Engine;
use crate::game::Variant;

/// What a field of the dialog edits.
enum Target {
    /// A parameter of the engine, by its name there.
    Param(&'static str),
    /// One whose values are `true` and `false`.
    Switch(&'static str),
    /// The rule.
    Rule,
    /// The win length.
    WinLength,
    /// Whether what the engine thinks is drawn while it thinks.
    Live,
}

/// A field of the dialog.
struct Field {
    key: &'static str,
    /// How it is shown, as GoGui names the kinds.
    kind: &'static str,
    target: Target,
}

/// The fields in the order in which they are shown, and changed: a rule before its win length.
const FIELDS: [Field; 11] = [
    Field {
        key: "level",
        kind: "list/1/2/3/4/5/6/7/8/9/10",
        target: Target::Param("level"),
    },
    Field {
        key: "seconds_a_move",
        kind: "string",
        target: Target::Param("moveTime"),
    },
    Field {
        key: "nodes_a_move",
        kind: "string",
        target: Target::Param("maxNodes"),
    },
    Field {
        key: "threads",
        kind: "string",
        target: Target::Param("threads"),
    },
    Field {
        key: "hash_in_MiB",
        kind: "string",
        target: Target::Param("hash"),
    },
    Field {
        key: "player",
        kind: "list/search/scoring/random",
        target: Target::Param("player"),
    },
    Field {
        key: "variety",
        kind: "bool",
        target: Target::Switch("variety"),
    },
    Field {
        key: "resign",
        kind: "bool",
        target: Target::Switch("resign"),
    },
    Field {
        key: "rule",
        kind: "list/freestyle/exact/renju/caro",
        target: Target::Rule,
    },
    Field {
        key: "win_length",
        kind: "string",
        target: Target::WinLength,
    },
    Field {
        key: "live_graphics",
        kind: "bool",
        target: Target::Live,
    },
];

impl Target {
    fn get(&self, session: &Session) -> String {
        let engine = &session.engine;
        let param = |name| engine.get_param(name).unwrap_or_default();
        match self {
            Target::Param(name) => param(name),
            Target::Switch(name) => u8::from(param(name) == "true").to_string(),
            Target::Rule => engine.rules().variant().name().to_owned(),
            Target::WinLength => engine.rules().win_length().to_string(),
            Target::Live => u8::from(session.live).to_string(),
        }
    }

    fn set(&self, session: &mut Session, value: &str) -> Result<(), Failure> {
        let engine = &mut session.engine;
        match self {
            Target::Param(name) => engine.set_param(name, value).map_err(Failure::because),
            Target::Switch(name) => {
                let value = switch(value)?.to_string();
                engine.set_param(name, &value).map_err(Failure::because)
            }
            Target::Live => {
                session.live = switch(value)?;
                Ok(())
            }
            Target::Rule => set_rule(engine, kata::variant(value)?),
            Target::WinLength => {
                let length = value.parse().map_err(|_| Failure::SYNTAX)?;
                engine.set_win_length(length).map_err(Failure::because)
            }
        }
    }
}

fn switch(value: &str) -> Result<bool, Failure> {
    match value {
        "0" => Ok(false),
        "1" => Ok(true),
        _ => Err(Failure::of("the value must be 0 or 1")),
    }
}

/// Renju brings its win length along, so that the order of the fields does not matter.
fn set_rule(engine: &mut Engine, variant: Variant) -> Result<(), Failure> {
    if variant == Variant::Renju {
        engine.set_rules(5, variant).map_err(Failure::because)
    } else {
        engine.set_variant(variant).map_err(Failure::because)
    }
}

/// Without arguments all fields, one a line; with a key and a value that field is changed.
pub(super) fn param(session: &mut Session, args: &Args<'_>) -> Answer {
    if args.is_empty() {
        let lines: Vec<String> = FIELDS
            .iter()
            .map(|field| {
                format!(
                    "[{}] {} {}",
                    field.kind,
                    field.key,
                    field.target.get(session)
                )
            })
            .collect();
        return Ok(lines.join("\n"));
    }
    args.expect(2, 2)?;
    let (key, value) = (args.get(0)?, args.get(1)?);
    let field = FIELDS.iter().find(|field| field.key == key);
    let field = field.ok_or(Failure::of("unknown parameter"))?;
    field.target.set(session, value)?;
    Ok(String::new())
}

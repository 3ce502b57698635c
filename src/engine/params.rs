use std::time::Duration;

use thiserror::Error;

use crate::clock;
use crate::player::{PlayerKind, Resources};

use super::config::MAX_LINES;
use super::facade::Engine;
use super::settings::{MAX_HASH, MAX_THREADS};

/// Why a parameter was not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ParamError {
    /// There is no such parameter.
    #[error("unknown parameter")]
    Unknown,
    /// The value cannot be used; this says which values can.
    #[error("the value must be {0}")]
    Value(&'static str),
}

/// A parameter that can be asked for and changed while the engine runs, by name and as text.
pub struct Param {
    /// The name, in the style of other engines' parameters.
    pub name: &'static str,
    /// The values it takes, in words.
    pub values: &'static str,
    get: fn(&Engine) -> String,
    set: fn(&mut Engine, &str) -> Option<()>,
}

/// What stands for "no limit".
const NONE: &str = "none";

fn show<T: ToString>(limit: Option<T>) -> String {
    limit.map_or_else(|| NONE.to_owned(), |limit| limit.to_string())
}

fn limit<T>(text: &str, read: impl FnOnce(&str) -> Option<T>) -> Option<Option<T>> {
    if text == NONE {
        Some(None)
    } else {
        read(text).map(Some)
    }
}

fn number(text: &str) -> Option<usize> {
    text.parse().ok()
}

/// Every parameter, in the order in which they are listed.
pub static PARAMS: &[Param] = &[
    Param {
        name: "player",
        values: "random, scoring or search",
        get: |engine| engine.player().to_string(),
        set: |engine, text| {
            let kind: PlayerKind = text.parse().ok()?;
            engine.set_player(kind);
            Some(())
        },
    },
    Param {
        name: "seed",
        values: "a whole number from 0 to 18446744073709551615",
        get: |engine| engine.seed().to_string(),
        set: |engine, text| {
            engine.set_seed(text.parse().ok()?);
            Some(())
        },
    },
    Param {
        name: "moveTime",
        values: "seconds from 0 to 1000000000, or none",
        get: |engine| show(engine.config.move_time.as_ref().map(Duration::as_secs_f64)),
        set: |engine, text| {
            engine.config.move_time = limit(text, |text| clock::seconds(text).ok())?;
            Some(())
        },
    },
    Param {
        name: "moveOverhead",
        values: "seconds from 0 to 1000000000",
        get: |engine| engine.config.move_overhead.as_secs_f64().to_string(),
        set: |engine, text| {
            engine.config.move_overhead = clock::seconds(text).ok()?;
            Some(())
        },
    },
    Param {
        name: "maxNodes",
        values: "a whole number from 1 up, or none",
        get: |engine| show(engine.config.max_nodes),
        set: |engine, text| {
            let read = |text: &str| text.parse().ok().filter(|&nodes| nodes > 0);
            engine.config.max_nodes = limit(text, read)?;
            Some(())
        },
    },
    Param {
        name: "maxDepth",
        values: "a whole number from 1 up, or none",
        get: |engine| show(engine.config.max_depth),
        set: |engine, text| {
            let read = |text: &str| text.parse().ok().filter(|&depth| depth > 0);
            engine.config.max_depth = limit(text, read)?;
            Some(())
        },
    },
    Param {
        name: "maxTime",
        values: "seconds from 0 to 1000000000, or none",
        get: |engine| show(engine.config.max_time.as_ref().map(Duration::as_secs_f64)),
        set: |engine, text| {
            engine.config.max_time = limit(text, |text| clock::seconds(text).ok())?;
            Some(())
        },
    },
    Param {
        name: "maxVisits",
        values: "a whole number from 1 up, or none",
        get: |engine| show(engine.config.max_visits),
        set: |engine, text| {
            let read = |text: &str| text.parse().ok().filter(|&visits| visits > 0);
            engine.config.max_visits = limit(text, read)?;
            Some(())
        },
    },
    Param {
        name: "threads",
        values: "a whole number from 1 to 256",
        get: |engine| engine.resources().threads.to_string(),
        set: |engine, text| {
            let threads = number(text).filter(|threads| (1..=MAX_THREADS).contains(threads))?;
            engine.set_resources(Resources {
                threads,
                ..engine.resources()
            });
            Some(())
        },
    },
    Param {
        name: "hash",
        values: "a whole number of MiB from 1 to 65536",
        get: |engine| engine.resources().wanted_hash().to_string(),
        set: |engine, text| {
            let hash = number(text).filter(|hash| (1..=MAX_HASH).contains(hash))?;
            engine.set_resources(Resources {
                hash: Some(hash),
                ..engine.resources()
            });
            Some(())
        },
    },
    Param {
        name: "level",
        values: "a whole number from 1 to 10",
        get: |engine| engine.level().to_string(),
        set: |engine, text| {
            engine.set_level(text.parse().ok()?);
            Some(())
        },
    },
    Param {
        name: "variety",
        values: "true or false",
        get: |engine| engine.variety().to_string(),
        set: |engine, text| {
            engine.set_variety(text.parse().ok()?);
            Some(())
        },
    },
    Param {
        name: "resign",
        values: "true or false",
        get: |engine| engine.config.resign.to_string(),
        set: |engine, text| {
            engine.config.resign = text.parse().ok()?;
            Some(())
        },
    },
    Param {
        name: "analysisMoves",
        values: "a whole number from 1 to 50",
        get: |engine| engine.config.lines.to_string(),
        set: |engine, text| {
            engine.config.lines = number(text).filter(|lines| (1..=MAX_LINES).contains(lines))?;
            Some(())
        },
    },
    Param {
        name: "ponderingEnabled",
        values: "true or false",
        get: |engine| engine.config.ponder.to_string(),
        set: |engine, text| {
            engine.config.ponder = text.parse().ok()?;
            Some(())
        },
    },
];

impl Engine {
    fn param(name: &str) -> Result<&'static Param, ParamError> {
        PARAMS
            .iter()
            .find(|param| param.name == name)
            .ok_or(ParamError::Unknown)
    }

    /// The value of a parameter, as text that [`set_param`](Engine::set_param) takes back.
    ///
    /// # Errors
    ///
    /// There is no such parameter.
    pub fn get_param(&self, name: &str) -> Result<String, ParamError> {
        Ok((Engine::param(name)?.get)(self))
    }

    /// Changes a parameter.
    ///
    /// # Errors
    ///
    /// There is no such parameter, or the text is none of its values.
    ///
    /// ```
    /// use lianzhu::engine::{Config, Engine};
    /// let mut engine = Engine::new(Config::default())?;
    /// engine.set_param("moveTime", "0.5")?;
    /// assert_eq!(engine.get_param("moveTime")?, "0.5");
    /// assert!(engine.set_param("moveTime", "soon").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_param(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        let param = Engine::param(name)?;
        (param.set)(self, value).ok_or(ParamError::Value(param.values))
    }
}

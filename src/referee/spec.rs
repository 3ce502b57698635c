//! Which engine plays, and how: the text of `--engine` and the engines file.

use std::env::consts::EXE_SUFFIX;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::time::TimeControl;
use super::words::{WordsError, quote_word, split_words};

/// The language an engine speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// GTP, version 2.
    #[default]
    Gtp,
    /// The Gomocup protocol.
    Gomocup,
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dialect::Gtp => "gtp",
            Dialect::Gomocup => "gomocup",
        })
    }
}

/// An engine of a match: how it is started and what it is allowed.
///
/// Read from words, as `--engine` has them:
///
/// ```
/// use lianzhu::referee::{Dialect, EngineSpec};
/// let spec: EngineSpec = "name=rapfi cmd='./pbrain-rapfi --quiet' proto=gomocup nodes=10000 \
///     dir=/opt/rapfi init='INFO thread_num 1' --threads 1".parse()?;
/// assert_eq!(spec.name, "rapfi");
/// assert_eq!(spec.cmd, ["./pbrain-rapfi", "--quiet", "--threads", "1"]);
/// assert_eq!((spec.proto, spec.nodes), (Dialect::Gomocup, Some(10000)));
/// # Ok::<(), lianzhu::referee::SpecError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineSpec {
    /// What tables and results call it; different for each engine of a match.
    #[serde(default)]
    pub name: String,
    /// The program and its arguments; in a file also as one string.
    #[serde(deserialize_with = "words_or_list")]
    pub cmd: Vec<String>,
    /// What it speaks.
    #[serde(default)]
    pub proto: Dialect,
    /// Its time.
    #[serde(default)]
    pub tc: TimeControl,
    /// The most nodes it may search for one move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The directory it is started in; else the referee's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// Lines sent as they are after the settings of the match, before the first game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub init: Vec<String>,
    /// The memory it may use, in bytes; only the Gomocup protocol can say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// Started anew for every game.
    #[serde(default)]
    pub restart: bool,
    /// Its standard error goes to the referee's own instead of nowhere.
    #[serde(default)]
    pub stderr: bool,
}

/// Why an engine cannot be read or is none.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SpecError {
    /// The words cannot be told apart.
    #[error("{0}")]
    Words(#[from] WordsError),
    /// A value that does not fit its key.
    #[error("{key}={value}: {wanted}")]
    Value {
        /// The key.
        key: String,
        /// What was given.
        value: String,
        /// What is wanted.
        wanted: String,
    },
    /// A key that there is not.
    #[error(
        "{word}: there is no `{key}`; is `{nearest}` meant? \
         An argument of the program goes into cmd='…' or behind --"
    )]
    UnknownKey {
        /// The whole word.
        word: String,
        /// The key.
        key: String,
        /// What is most like it.
        nearest: &'static str,
    },
    /// No program.
    #[error("an engine needs a command: cmd=PROGRAM")]
    NoCommand,
    /// Two engines of one name.
    #[error("two engines are called `{0}`: give them names (name=…)")]
    SameName(String),
    /// A name that would break tables or files.
    #[error("`{0}` is no name for an engine: one line, 1 to 60 characters")]
    BadName(String),
    /// A time control that GTP has no words for.
    #[error("{0}: GTP cannot say a time for the game and one for each move together")]
    BothTimes(String),
    /// The file of engines cannot be read.
    #[error("{0}")]
    File(String),
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<EngineSpec, SpecError> {
        let mut spec = EngineSpec {
            name: String::new(),
            cmd: Vec::new(),
            proto: Dialect::default(),
            tc: TimeControl::default(),
            nodes: None,
            dir: None,
            init: Vec::new(),
            memory: None,
            restart: false,
            stderr: false,
        };
        let mut arguments = Vec::new();
        let mut words = split_words(text)?.into_iter();
        for word in words.by_ref() {
            if word == "--" {
                break;
            }
            match word.split_once('=') {
                Some((key, value)) if is_key(key) => {
                    if !spec.set(key, value)? {
                        return Err(unknown(&word, key));
                    }
                }
                _ => arguments.push(word),
            }
        }
        spec.cmd.extend(arguments);
        spec.cmd.extend(words);
        spec.complete()
    }
}

/// Every key that [`EngineSpec::set`] takes.
const KEYS: [&str; 10] = [
    "name", "cmd", "proto", "tc", "nodes", "dir", "init", "memory", "restart", "stderr",
];

/// Whether a word with this before its `=` is meant for the referee; `--threads=2` and `./a=b` are
/// not.
fn is_key(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_')
}

fn unknown(word: &str, key: &str) -> SpecError {
    let distance = |known: &&str| strsim::osa_distance(known, key);
    SpecError::UnknownKey {
        word: word.to_owned(),
        key: key.to_owned(),
        nearest: KEYS.into_iter().min_by_key(distance).unwrap_or_default(),
    }
}

impl EngineSpec {
    /// Takes one `key=value`; false if there is no such key.
    fn set(&mut self, key: &str, value: &str) -> Result<bool, SpecError> {
        let wrong = |wanted: &str| SpecError::Value {
            key: key.to_owned(),
            value: value.to_owned(),
            wanted: wanted.to_owned(),
        };
        let number = || {
            let number = value.parse::<u64>().ok().filter(|&n| n > 0);
            number.ok_or_else(|| wrong("a number from 1 is wanted"))
        };
        let yes = || match value {
            "true" | "yes" | "on" | "1" => Ok(true),
            "false" | "no" | "off" | "0" => Ok(false),
            _ => Err(wrong("true or false is wanted")),
        };
        match key {
            "name" => self.name = value.to_owned(),
            "cmd" => self.cmd = split_words(value)?,
            "proto" => {
                self.proto = match value {
                    "gtp" => Dialect::Gtp,
                    "gomocup" => Dialect::Gomocup,
                    _ => return Err(wrong("gtp or gomocup is wanted")),
                }
            }
            "tc" => self.tc = value.parse().map_err(|e| wrong(&format!("{e}")))?,
            "nodes" => self.nodes = Some(number()?),
            "dir" => self.dir = Some(PathBuf::from(value)),
            "init" => self.init.push(value.to_owned()),
            "memory" => self.memory = Some(number()?),
            "restart" => self.restart = yes()?,
            "stderr" => self.stderr = yes()?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Gives it a name if it has none, and refuses what could not be played.
    fn complete(mut self) -> Result<EngineSpec, SpecError> {
        let program = self.cmd.first().ok_or(SpecError::NoCommand)?;
        if self.name.is_empty() {
            let stem = Path::new(program).file_stem().unwrap_or_default();
            self.name = stem.to_string_lossy().into_owned();
        }
        let length = self.name.chars().count();
        if !(1..=60).contains(&length) || self.name.chars().any(char::is_control) {
            return Err(SpecError::BadName(self.name));
        }
        if self.proto == Dialect::Gtp && self.tc.game.is_some() && self.tc.per_move.is_some() {
            return Err(SpecError::BothTimes(self.name));
        }
        if self.init.iter().any(|line| line.contains(['\n', '\r'])) {
            return Err(SpecError::Value {
                key: "init".to_owned(),
                value: self.init.join("\n"),
                wanted: "one line each is wanted".to_owned(),
            });
        }
        Ok(self)
    }

    /// The program, found: a name without a slash in `dir` or else on the path; a relative path
    /// in `dir` or else in the current directory.
    pub(super) fn program(&self) -> PathBuf {
        let Some(program) = self.cmd.first().map(PathBuf::from) else {
            return PathBuf::new();
        };
        if program.is_absolute() {
            return program;
        }
        let here = std::env::current_dir().unwrap_or_default();
        if let Some(dir) = &self.dir {
            let mut inside = here.join(dir).join(&program).into_os_string();
            // The ending of programs may be left out.
            for ending in ["", EXE_SUFFIX] {
                inside.push(ending);
                if Path::new(&inside).is_file() {
                    return inside.into();
                }
            }
        }
        if program.components().count() > 1 {
            return here.join(program);
        }
        program
    }

    /// The words that [`str::parse`] reads this engine from.
    pub fn to_words(&self) -> String {
        let quoted = |words: &[String]| {
            let words: Vec<_> = words.iter().map(|word| quote_word(word)).collect();
            words.join(" ")
        };
        let mut words = vec![
            format!("name={}", self.name),
            format!("cmd={}", quoted(&self.cmd)),
            format!("proto={}", self.proto),
        ];
        if self.tc != TimeControl::default() {
            words.push(format!("tc={}", self.tc));
        }
        words.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        words.extend(self.dir.iter().map(|dir| format!("dir={}", dir.display())));
        words.extend(self.init.iter().map(|line| format!("init={line}")));
        words.extend(self.memory.map(|bytes| format!("memory={bytes}")));
        for (name, is_set) in [("restart", self.restart), ("stderr", self.stderr)] {
            words.extend(is_set.then(|| format!("{name}=true")));
        }
        quoted(&words)
    }
}

/// Reads the engines of a TOML file: a list of `[[engine]]` tables with the keys of `--engine`.
/// Relative `dir`s are taken from the file's own directory.
///
/// # Errors
///
/// The file cannot be read, is no TOML, or an engine in it is none.
pub fn engines_from_file(path: &Path) -> Result<Vec<EngineSpec>, SpecError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Engines {
        #[serde(default)]
        engine: Vec<EngineSpec>,
    }
    let told = |error: &dyn fmt::Display| SpecError::File(format!("{}: {error}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|e| told(&e))?;
    let engines: Engines = toml::from_str(&text).map_err(|e| told(&e))?;
    let beside = path.parent().unwrap_or(Path::new(""));
    engines
        .engine
        .into_iter()
        .map(|mut spec| {
            spec.dir = spec.dir.map(|dir| beside.join(dir));
            spec.complete()
        })
        .collect()
}

/// Refuses engines that could not be told apart.
///
/// # Errors
///
/// Two of them have one name.
pub fn distinct_names(engines: &[EngineSpec]) -> Result<(), SpecError> {
    for (i, spec) in engines.iter().enumerate() {
        if engines.iter().take(i).any(|other| other.name == spec.name) {
            return Err(SpecError::SameName(spec.name.clone()));
        }
    }
    Ok(())
}

fn words_or_list<'de, D: serde::Deserializer<'de>>(source: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Command {
        Words(String),
        List(Vec<String>),
    }
    match Command::deserialize(source)? {
        Command::Words(text) => split_words(&text).map_err(serde::de::Error::custom),
        Command::List(list) => Ok(list),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_an_engine_and_back() {
        let text = "name='the one' cmd=\"prog 'a b'\" tc=60+1 nodes=5 dir=/x memory=9 \
            restart=true stderr=true -v --s=3 -- name=q";
        let spec: EngineSpec = text.parse().unwrap();
        assert_eq!(spec.name, "the one");
        assert_eq!(spec.cmd, ["prog", "a b", "-v", "--s=3", "name=q"]);
        let again: EngineSpec = spec.to_words().parse().unwrap();
        assert_eq!(again, spec);
        let json = serde_json::to_string(&spec).unwrap();
        assert_eq!(serde_json::from_str::<EngineSpec>(&json).unwrap(), spec);
    }

    #[test]
    fn what_is_no_engine_is_refused() {
        for text in [
            "",
            "name=x",
            "cmd=",
            "cmd=p proto=uci",
            "cmd=p nodes=0",
            "cmd=p tc=x",
            "cmd=p restart=maybe",
            "cmd='p",
            "cmd=p tc=60,1/move",
        ] {
            assert!(text.parse::<EngineSpec>().is_err(), "{text}");
        }
        assert!(
            "cmd=p proto=gomocup tc=60,1/move"
                .parse::<EngineSpec>()
                .is_ok()
        );
        let twice = ["cmd=p", "cmd=x/p"].map(|text| text.parse().unwrap());
        assert_eq!(distinct_names(&twice), Err(SpecError::SameName("p".into())));
    }

    #[test]
    fn a_program_is_found_where_it_is_started() {
        let program = std::env::current_exe().unwrap();
        let mut spec: EngineSpec = "cmd=p".parse().unwrap();
        spec.dir = program.parent().map(Path::to_owned);
        spec.cmd = vec![program.file_stem().unwrap().to_string_lossy().into_owned()];
        assert_eq!(spec.program(), program);
        spec.cmd = vec!["no-such-program".to_owned()];
        assert_eq!(spec.program(), Path::new("no-such-program"));
    }

    #[test]
    fn an_unknown_key_is_told_the_nearest_one() {
        for (key, nearest) in [("tcc", "tc"), ("Memory", "memory"), ("node", "nodes")] {
            let text = format!("cmd=p {key}=1");
            let error = text.parse::<EngineSpec>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{nearest}`")), "{error}");
        }
        for key in KEYS {
            let mut spec: EngineSpec = "cmd=p".parse().unwrap();
            assert_ne!(spec.set(key, "1"), Ok(false), "{key}");
        }
    }

    #[test]
    fn engines_come_from_a_file() {
        let dir = std::env::temp_dir().join(format!("lianzhu-spec-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let path = dir.join("engines.toml");
        let text = "[[engine]]\ncmd = \"a/b --c 'd e'\"\n\n[[engine]]\nname = \"z\"\n\
                    cmd = [\"x\", \"y\"]\nproto = \"gomocup\"\ntc = \"1/move\"\ndir = \"sub\"\n";
        std::fs::write(&path, text).unwrap();
        let engines = engines_from_file(&path).unwrap();
        assert_eq!(engines[0].cmd, ["a/b", "--c", "d e"]);
        assert_eq!(engines[0].name, "b");
        assert_eq!(engines[1].dir.as_deref(), Some(dir.join("sub").as_path()));
        std::fs::write(&path, "[[engine]]\ncmd = \"a\"\ntempo = 3\n").unwrap();
        assert!(engines_from_file(&path).is_err());
        std::fs::remove_dir_all(&dir).unwrap();
    }
}

//! The results file: a first line that says what is played, then one line for each finished game.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::record::ResultRecord;
use super::settings::MatchSettings;
use crate::files::write_whole;

/// How long another referee may hold the file: one that was killed while it started an engine
/// leaves it to that for a moment.
const LOCK_WAIT: Duration = Duration::from_secs(2);

/// The form of the file.
const FORM: u32 = 1;

/// The first line of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ResultsHeader {
    /// The form of the file; 1.
    pub lianzhu_match: u32,
    /// What is played.
    pub settings: MatchSettings,
    /// A number that tells the openings from others.
    pub openings: String,
    /// Which part of the schedule is played.
    pub shard: String,
}

impl ResultsHeader {
    /// The first line for these settings.
    pub fn new(settings: MatchSettings, openings: String, shard: String) -> ResultsHeader {
        ResultsHeader {
            lianzhu_match: FORM,
            settings,
            openings,
            shard,
        }
    }

    /// How another header is of another match than this one: every setting that differs with its
    /// value here, called "there", and in `other`, called "here"; `None` if they are of one match.
    pub fn difference(&self, other: &ResultsHeader) -> Option<String> {
        let (there, here) = (self.settings.anywhere(), other.settings.anywhere());
        let mut found = differences(&there, &here);
        if found.is_empty() && self.openings != other.openings {
            found.push("the openings differ".to_owned());
        }
        if self.shard != other.shard {
            found.push(differing("shard", &self.shard, &other.shard));
        }
        (!found.is_empty()).then(|| found.join("; "))
    }
}

/// Why a results file cannot be used.
#[derive(Debug, Error)]
pub enum ResultsError {
    /// The file system says no.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// A line is not what it should be.
    #[error("{path}, line {line}: {what}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        what: String,
    },
    /// The file is there already.
    #[error("{0} exists: go on with it by --resume, or choose another name")]
    Exists(PathBuf),
    /// Another referee is writing it.
    #[error("{0} is being written by another referee")]
    Busy(PathBuf),
}

/// A results file that is open for more games.
#[derive(Debug)]
pub struct Results {
    file: File,
    path: PathBuf,
    /// Begun by this referee, and without a game.
    new: bool,
}

impl Results {
    /// A new file with its first line.
    ///
    /// # Errors
    ///
    /// The file exists with something in it, or cannot be written.
    pub fn create(path: &Path, header: &ResultsHeader) -> Result<Results, ResultsError> {
        let file = open(path)?;
        let length = file.metadata().map_err(|e| told(path, e))?.len();
        if length > 0 {
            return Err(ResultsError::Exists(path.to_owned()));
        }
        let mut results = Results {
            file,
            path: path.to_owned(),
            new: true,
        };
        results.line(header)?;
        Ok(results)
    }

    /// Goes on with a file: hands what it has to `each`, and cuts off a last line that was not
    /// written to its end. `None` if not even the first line was; then the file is empty.
    ///
    /// # Errors
    ///
    /// It cannot be read or written, or a line is not what it should be.
    pub fn resume(
        path: &Path,
        each: impl FnMut(ResultRecord) -> Result<(), String>,
    ) -> Result<Option<(Results, ResultsHeader)>, ResultsError> {
        let file = open(path)?;
        let (header, whole) = read(path, each)?;
        file.set_len(whole).map_err(|e| told(path, e))?;
        let results = Results {
            file,
            path: path.to_owned(),
            new: false,
        };
        Ok(header.map(|header| (results, header)))
    }

    /// The same games under another first line: a new file in the place of this one.
    ///
    /// # Errors
    ///
    /// It cannot be written; then all is as it was.
    pub fn with_header(self, header: &ResultsHeader) -> Result<Results, ResultsError> {
        let old = std::fs::read(&self.path).map_err(|e| told(&self.path, e))?;
        let first = old.iter().position(|&byte| byte == b'\n');
        let games = first.and_then(|first| old.get(first + 1..));
        let mut text = line_of(header).map_err(|e| told(&self.path, e))?;
        text.extend_from_slice(games.unwrap_or_default());
        let Results { file, path, new } = self;
        // Windows may refuse to replace a file that is open; elsewhere it stays locked meanwhile.
        let held = Some(file).filter(|_| !cfg!(windows));
        write_whole(&path, &text).map_err(|e| told(&path, e))?;
        let file = open(&path)?;
        drop(held);
        Ok(Results { file, path, new })
    }

    /// Takes the file away if it was begun by this referee and has no game.
    pub fn forget_if_new(&mut self) {
        if self.new {
            // What is left is as good as no file: it can be resumed.
            let _ = std::fs::remove_file(&self.path);
        }
    }

    /// Writes one game, whole or, if the disk is full, not at all.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn append(&mut self, record: &ResultRecord) -> Result<(), ResultsError> {
        self.new = false;
        self.line(record)
    }

    fn line(&mut self, value: &impl Serialize) -> Result<(), ResultsError> {
        let before = self
            .file
            .seek(SeekFrom::End(0))
            .map_err(|e| told(&self.path, e))?;
        let line = line_of(value).map_err(|e| told(&self.path, e))?;
        self.file.write_all(&line).map_err(|error| {
            // Half a line must not stand before the next one.
            let _ = self.file.set_len(before);
            told(&self.path, error)
        })
    }
}

fn line_of(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// Every setting that differs, with both values.
fn differences(there: &MatchSettings, here: &MatchSettings) -> Vec<String> {
    let mut found = Vec::new();
    if there.engines.len() != here.engines.len() {
        let names = |settings: &MatchSettings| {
            let names = settings.engines.iter().map(|spec| spec.name.as_str());
            names.collect::<Vec<_>>().join(", ")
        };
        found.push(differing("engines", names(there), names(here)));
    } else {
        for (a, b) in there.engines.iter().zip(&here.engines) {
            let of = format!("{}: ", a.name);
            compare(&of, &fields(a), &fields(b), &mut found);
        }
    }
    compare("", &fields(&there.rules), &fields(&here.rules), &mut found);
    let but_those = |settings: &MatchSettings| {
        let mut fields = fields(settings);
        fields.remove("engines");
        fields.remove("rules");
        fields
    };
    compare("", &but_those(there), &but_those(here), &mut found);
    found
}

type Fields = serde_json::Map<String, Value>;

fn fields(value: &impl Serialize) -> Fields {
    match serde_json::to_value(value) {
        Ok(Value::Object(fields)) => fields,
        _ => Fields::new(),
    }
}

fn compare(of: &str, there: &Fields, here: &Fields, found: &mut Vec<String>) {
    let text = |value: Option<&Value>| match value {
        None => "none".to_owned(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    let only_here = here.keys().filter(|key| !there.contains_key(*key));
    for key in there.keys().chain(only_here) {
        let (a, b) = (there.get(key), here.get(key));
        if a != b {
            let option = key.replace('_', "-");
            found.push(differing(&format!("{of}{option}"), text(a), text(b)));
        }
    }
}

fn differing(setting: &str, there: impl fmt::Display, here: impl fmt::Display) -> String {
    format!("{setting} is {there} there, {here} here")
}

/// Hands every game of a results file to `each`; returns the first line, if there is one, and how
/// many bytes whole lines take. A last line without an end counts as not written.
///
/// # Errors
///
/// The file cannot be read, a line is not what it should be, or `each` does not like it.
pub fn read(
    path: &Path,
    mut each: impl FnMut(ResultRecord) -> Result<(), String>,
) -> Result<(Option<ResultsHeader>, u64), ResultsError> {
    let file = File::open(path).map_err(|e| told(path, e))?;
    let mut source = BufReader::new(file);
    let mut header = None;
    let mut whole = 0;
    let mut text = Vec::new();
    for line in 1.. {
        text.clear();
        let length = source
            .read_until(b'\n', &mut text)
            .map_err(|e| told(path, e))?;
        if text.last() != Some(&b'\n') {
            break;
        }
        whole += length as u64;
        let wrong = |what: String| ResultsError::Line {
            path: path.to_owned(),
            line,
            what,
        };
        if line == 1 {
            header = Some(header_of(path, &text)?);
            continue;
        }
        let record = serde_json::from_slice(&text).map_err(|e| wrong(e.to_string()))?;
        each(record).map_err(wrong)?;
    }
    Ok((header, whole))
}

/// The first line alone; `None` if it was not written to its end.
///
/// # Errors
///
/// The file cannot be read, or is no results file.
pub fn read_header(path: &Path) -> Result<Option<ResultsHeader>, ResultsError> {
    let file = File::open(path).map_err(|e| told(path, e))?;
    let mut text = Vec::new();
    BufReader::new(file)
        .read_until(b'\n', &mut text)
        .map_err(|e| told(path, e))?;
    let whole = text.last() == Some(&b'\n');
    whole.then(|| header_of(path, &text)).transpose()
}

fn header_of(path: &Path, text: &[u8]) -> Result<ResultsHeader, ResultsError> {
    let wrong = |what: String| ResultsError::Line {
        path: path.to_owned(),
        line: 1,
        what,
    };
    let header: ResultsHeader = serde_json::from_slice(text)
        .map_err(|error| wrong(format!("this is no results file: {error}")))?;
    if header.lianzhu_match == FORM {
        Ok(header)
    } else {
        Err(wrong("written by another version".to_owned()))
    }
}

/// Opens for appending, and keeps other referees away as long as it is open.
fn open(path: &Path) -> Result<File, ResultsError> {
    let since = Instant::now();
    loop {
        if let Some(file) = open_alone(path).map_err(|e| told(path, e))? {
            return Ok(file);
        }
        if since.elapsed() > LOCK_WAIT {
            return Err(ResultsError::Busy(path.to_owned()));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// `None` while another referee has the file.
#[cfg(unix)]
fn open_alone(path: &Path) -> io::Result<Option<File>> {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;
    use std::os::unix::fs::MetadataExt;
    let file = OpenOptions::new().append(true).create(true).open(path)?;
    // A file system without locks is no reason not to play.
    if flock(&file, FlockOperation::NonBlockingLockExclusive) == Err(Errno::WOULDBLOCK) {
        return Ok(None);
    }
    // Whoever held it may have put another file in its place.
    let number = |file: io::Result<std::fs::Metadata>| file.map(|file| file.ino()).ok();
    let is_there = number(file.metadata()) == number(std::fs::metadata(path));
    Ok(is_there.then_some(file))
}

/// `None` while another referee has the file. A lock would keep readers away, too; that nobody else
/// may write does not. Opened for appending alone, a file could not be cut there.
#[cfg(windows)]
fn open_alone(path: &Path) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt;
    use windows_sys::Win32::Foundation::ERROR_SHARING_VIOLATION;
    use windows_sys::Win32::Storage::FileSystem::{FILE_SHARE_DELETE, FILE_SHARE_READ};
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .share_mode(FILE_SHARE_READ | FILE_SHARE_DELETE)
        .open(path);
    match file {
        Ok(file) => Ok(Some(file)),
        Err(e) if e.raw_os_error() == Some(ERROR_SHARING_VIOLATION as i32) => Ok(None),
        Err(error) => Err(error),
    }
}

fn told(path: &Path, error: io::Error) -> ResultsError {
    ResultsError::Io {
        path: path.to_owned(),
        error,
    }
}

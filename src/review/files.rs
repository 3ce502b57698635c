//! Where records come from, and where reviews and their page go: over nothing that is not ours.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::error::ReviewError;
use super::game::Game;
use super::html::{is_page, page};
use super::look::Effort;
use crate::files::write_whole;
use crate::notation::sgf::MAX_BYTES;

/// How the names of records end.
const RECORDS: [&str; 2] = ["sgf", "psq"];

/// How the name of a review ends that was not given one.
const REVIEW: &str = ".review.sgf";

/// What the first of a page is read of, to know it.
const PAGE_HEAD: u64 = 1024;

/// Where the text of records comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A file; or a folder, which [`jobs`] replaces by the records in it.
    File(PathBuf),
    /// Text that has been read already.
    Text {
        /// What messages call it.
        name: String,
        /// No more of it than [`read_bounded`] reads.
        text: Vec<u8>,
    },
}

impl Source {
    /// The file, if it is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Source::File(path) => Some(path),
            Source::Text { .. } => None,
        }
    }

    fn is_folder(&self) -> bool {
        self.file().is_some_and(Path::is_dir)
    }

    pub(super) fn read(&self) -> Result<Vec<u8>, ReviewError> {
        match self {
            Source::Text { text, .. } => Ok(text.clone()),
            Source::File(path) if path.is_dir() => {
                fs::read_dir(path).map_err(ReviewError::Read)?;
                Err(ReviewError::NoRecords)
            }
            Source::File(path) => File::open(path)
                .and_then(read_bounded)
                .map_err(ReviewError::Read),
        }
    }

    /// Where its review goes if that is not said: beside it, or into a folder.
    fn review(&self, folder: Option<&Path>) -> Option<PathBuf> {
        let mut name = match self {
            Source::File(path) => path.file_stem().unwrap_or_default().to_owned(),
            Source::Text { name, .. } => OsString::from(name.replace(' ', "-")),
        };
        name.push(REVIEW);
        match (folder, self) {
            (Some(folder), _) => Some(folder.join(name)),
            (None, Source::File(path)) => Some(path.with_file_name(name)),
            (None, Source::Text { .. }) => None,
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::File(path) => path.display().fmt(f),
            Source::Text { name, .. } => f.write_str(name),
        }
    }
}

/// A record, or several in one file, to review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// The record; it is not changed.
    pub input: Source,
    /// Where the review goes; nowhere if there is none. If it exists it must be an earlier review of
    /// the same games, and what that found with the same effort is not searched again.
    pub output: Option<PathBuf>,
}

/// What is to be reviewed, and where the reviews go.
///
/// A folder stands for all records in it and in the folders in it (`.sgf` and `.psq`, in order of their
/// names), but not for reviews (`.review.sgf`) and what is hidden. A file that is named twice counts
/// once, and a review that lies beside its record is passed over when that is named, too.
///
/// The review of a single file goes to `out`; those of several, or of a folder, go into the folder
/// `out`, in the same folders as the records. Without `out`, or if it is a folder, a review is called
/// after its record, `game.review.sgf`, and without `out` lies beside it; one of a text goes nowhere.
pub fn jobs(sources: Vec<Source>, out: Option<&Path>) -> Vec<Job> {
    let several = sources.len() > 1 || sources.iter().any(Source::is_folder);
    let mut jobs = Vec::new();
    for source in sources {
        let root = source.file().filter(|path| path.is_dir());
        let Some(root) = root.map(Path::to_owned) else {
            let output = match out {
                Some(file) if !several && !file.is_dir() => Some(file.to_owned()),
                folder => source.review(folder),
            };
            jobs.push(Job {
                input: source,
                output,
            });
            continue;
        };
        let mut found = Vec::new();
        records(&root, &mut found);
        if found.is_empty() {
            found.push(root.clone());
        }
        for file in found {
            let below = file.strip_prefix(&root).ok().and_then(Path::parent);
            let folder = out.map(|out| out.join(below.unwrap_or(Path::new(""))));
            let input = Source::File(file);
            let output = input.review(folder.as_deref());
            jobs.push(Job { input, output });
        }
    }
    once(jobs)
}

/// All records in a folder and the folders in it. A folder that cannot be read is listed itself: it is
/// named when it is to be reviewed.
fn records(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        found.push(folder.to_owned());
        return;
    };
    let mut entries: Vec<fs::DirEntry> = entries.flatten().collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (name, path) = (entry.file_name(), entry.path());
        let name = name.to_string_lossy().to_lowercase();
        if name.starts_with('.') || name.ends_with(REVIEW) {
            continue;
        }
        // The kind of a link is that of a link: a folder that holds itself is not gone around in.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            records(&path, found);
        } else if is_record(&path) && path.is_file() {
            found.push(path);
        }
    }
}

/// Whether a file is called as records are.
fn is_record(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str);
    ending.is_some_and(|ending| {
        RECORDS
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
    })
}

/// The jobs without those whose file came before, and without reviews of others among them.
fn once(jobs: Vec<Job>) -> Vec<Job> {
    let place_of = |job: &Job| job.input.file().map(place);
    let reviews: HashSet<PathBuf> = jobs
        .iter()
        .filter_map(place_of)
        .map(|place| {
            let review = Source::File(place.clone()).review(None);
            review.unwrap_or(place)
        })
        .collect();
    let mut seen = HashSet::new();
    let is_new = |job: &Job| {
        place_of(job).is_none_or(|place| !reviews.contains(&place) && seen.insert(place))
    };
    jobs.into_iter().filter(is_new).collect()
}

/// A file by its one name, whether it exists or not.
pub(super) fn place(path: &Path) -> PathBuf {
    let made = || {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(path.file_name()?))
    };
    fs::canonicalize(path)
        .ok()
        .or_else(made)
        .unwrap_or_else(|| path.to_owned())
}

/// All of a text, but no more than a record may have and one byte.
///
/// # Errors
///
/// What the source says.
pub fn read_bounded(source: impl Read) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let most = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX);
    source.take(most.saturating_add(1)).read_to_end(&mut text)?;
    Ok(text)
}

/// Whether the page of a review may be written there: never over a record or a review, and, unless
/// `force`, over no other file than a page of an earlier review.
///
/// # Errors
///
/// What stands in its way.
pub fn check_page(path: &Path, jobs: &[Job], force: bool) -> Result<(), ReviewError> {
    let there = place(path);
    let taken = |other: Option<&Path>| other.is_some_and(|other| place(other) == there);
    let mut known = jobs
        .iter()
        .flat_map(|job| [job.input.file(), job.output.as_deref()]);
    // The shell makes the first of several records the page where its name was forgotten.
    if known.any(taken) || path.is_file() && is_record(path) {
        return Err(ReviewError::PageCollision(path.to_owned()));
    }
    let failed = |error| ReviewError::Write {
        path: path.to_owned(),
        error,
    };
    if path.is_dir() {
        return Err(failed(io::ErrorKind::IsADirectory.into()));
    }
    let folder = there.parent().filter(|folder| *folder != Path::new(""));
    fs::metadata(folder.unwrap_or(Path::new("."))).map_err(failed)?;
    if path.is_file() && !force {
        let mut head = Vec::new();
        File::open(path)
            .and_then(|file| file.take(PAGE_HEAD).read_to_end(&mut head))
            .map_err(failed)?;
        if !head.is_empty() && !is_page(&head) {
            return Err(ReviewError::ForeignPage(path.to_owned()));
        }
    }
    Ok(())
}

/// Writes the page of a review, as a whole or not at all.
///
/// # Errors
///
/// It cannot be written.
pub fn write_page(
    path: &Path,
    games: &[(String, &Game)],
    effort: Effort,
) -> Result<(), ReviewError> {
    write_whole(path, page(games, effort).as_bytes()).map_err(|error| ReviewError::Write {
        path: path.to_owned(),
        error,
    })
}

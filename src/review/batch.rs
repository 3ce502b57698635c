//! Files in, files out: many games at once, on many threads, and nothing lost when it is stopped.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::game::{Game, GameError, position};
use super::look::{Effort, Finding, Looker};
use super::marks::{annotated, is_reviewed, read_back};
use crate::clock::StopToken;
use crate::game::{Board, Rules};
use crate::notation::sgf::{SgfError, Tree};

/// A file is written again after a position no more often than this.
const WRITE_EVERY: Duration = Duration::from_millis(200);

/// How often the observer is asked whether to go on while nothing is found.
const TICK: Duration = Duration::from_millis(100);

/// A file to review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// The record; it is not changed.
    pub input: PathBuf,
    /// Where the review goes. If it exists it must be an earlier review of the same games, and what
    /// that found with the same effort is not searched again.
    pub output: PathBuf,
}

/// What is to be done.
#[derive(Debug, Clone)]
pub struct Request {
    /// The files.
    pub jobs: Vec<Job>,
    /// What each position is worth.
    pub effort: Effort,
    /// How many positions are searched at once, at least one.
    pub threads: usize,
    /// The transposition table of each thread, in MiB.
    pub hash: usize,
    /// The rules of games that do not name them.
    pub rules: Rules,
    /// The win length of games that do not name it.
    pub win_length: u32,
}

/// Why a file was not reviewed.
#[derive(Debug, Error)]
pub enum ReviewError {
    /// It cannot be read.
    #[error("cannot read it: {0}")]
    Read(io::Error),
    /// It holds no game record.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// One of its games cannot be played.
    #[error("{}{error}", if *.number > 1 { format!("game {number}: ") } else { String::new() })]
    Game {
        /// Which one, from 1.
        number: usize,
        /// What is wrong with it.
        error: GameError,
    },
    /// The review would be written over its input, or over the review of another file.
    #[error("the review would be written over {}", .0.display())]
    Collision(PathBuf),
    /// What stands where the review goes is something else.
    #[error("{} exists, and is no review of this file", .0.display())]
    Foreign(PathBuf),
    /// The review cannot be written.
    #[error("cannot write {}: {error}", .path.display())]
    Write {
        /// Where to.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
}

/// What became of a file.
#[derive(Debug)]
pub struct Reviewed {
    /// The file, and where its review is.
    pub job: Job,
    /// Its games as far as they were searched.
    pub games: Result<Vec<Game>, ReviewError>,
}

/// How far a review is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct News {
    /// Positions searched, in this run or before.
    pub done: usize,
    /// Positions in all.
    pub total: usize,
    /// Positions that were searched before this run.
    pub before: usize,
    /// Since it began.
    pub elapsed: Duration,
}

/// One file while it is worked on.
struct Work {
    job: Job,
    games: Result<Vec<Game>, ReviewError>,
    written: Instant,
    /// Whether something has been found since.
    stale: bool,
}

/// A position to search: which file, game and position of it.
type Task = (usize, usize, usize);

/// Reviews all files of a request. A file that is bad is an error of its own; the others go on.
/// `observer` is told how far it is whenever something was found, and ten times a second. When
/// `stop` is stopped, what is being searched is given up and the rest is written.
pub fn review(
    request: &Request,
    stop: &StopToken,
    observer: &mut dyn FnMut(News),
) -> Vec<Reviewed> {
    let start = Instant::now();
    let mut works = begin(request, start);
    let tasks = tasks(&works);
    let games = || {
        works
            .iter()
            .filter_map(|work| work.games.as_ref().ok())
            .flatten()
    };
    let total: usize = games().map(Game::positions).sum();
    let before = total - tasks.len();
    let mut done = before;
    let mut tell = |done| {
        observer(News {
            done,
            total,
            before,
            elapsed: start.elapsed(),
        });
    };
    tell(done);
    // A board for each game, and not for each position of a batch, which may have a great many.
    let ends: Vec<Vec<Board>> = works
        .iter()
        .map(|work| {
            work.games
                .iter()
                .flatten()
                .map(|game| game.board().clone())
                .collect()
        })
        .collect();
    let next = AtomicUsize::new(0);
    let (sender, found) = mpsc::channel::<(usize, Finding)>();
    std::thread::scope(|scope| {
        for _ in 0..request.threads.clamp(1, tasks.len().max(1)) {
            let (sender, next, tasks, ends) = (sender.clone(), &next, &tasks, &ends);
            scope.spawn(move || {
                let mut looker = Looker::new(request.hash);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&(file, game, moves)) = tasks.get(number) else {
                        return;
                    };
                    let end = ends.get(file).and_then(|games| games.get(game));
                    let Some(end) = end.filter(|_| !stop.is_stopped()) else {
                        return;
                    };
                    let board = position(end, moves);
                    let finding = looker.look(&board, request.effort, stop);
                    let sent = finding.map(|finding| sender.send((number, finding)));
                    if !matches!(sent, Some(Ok(()))) {
                        return;
                    }
                }
            });
        }
        drop(sender);
        loop {
            match found.recv_timeout(TICK) {
                Ok((number, finding)) => {
                    let Some(&(file, game, moves)) = tasks.get(number) else {
                        continue;
                    };
                    if let Some(work) = works.get_mut(file) {
                        work.take(game, moves, finding, request.effort);
                    }
                    done += 1;
                    tell(done);
                }
                Err(mpsc::RecvTimeoutError::Timeout) => tell(done),
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    let finish = |mut work: Work| {
        work.write(request.effort);
        Reviewed {
            job: work.job,
            games: work.games,
        }
    };
    works.into_iter().map(finish).collect()
}

/// Reads all files, and writes what is known of them before anything is searched: whether they can be
/// written is better known now than afterwards.
fn begin(request: &Request, start: Instant) -> Vec<Work> {
    let mut works: Vec<Work> = Vec::with_capacity(request.jobs.len());
    for job in &request.jobs {
        let games = if works
            .iter()
            .any(|work| same_file(&work.job.output, &job.output))
        {
            Err(ReviewError::Collision(job.output.clone()))
        } else {
            open(job, request)
        };
        works.push(Work {
            job: job.clone(),
            games,
            written: start,
            stale: true,
        });
    }
    for work in &mut works {
        work.write(request.effort);
    }
    works
}

/// All positions that are still to be searched.
fn tasks(works: &[Work]) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (file, work) in works.iter().enumerate() {
        for (number, game) in work.games.iter().flatten().enumerate() {
            tasks.extend(game.open().map(|moves| (file, number, moves)));
        }
    }
    tasks
}

impl Work {
    fn take(&mut self, number: usize, moves: usize, finding: Finding, effort: Effort) {
        if let Some(game) = self
            .games
            .as_mut()
            .ok()
            .and_then(|games| games.get_mut(number))
        {
            game.set_finding(moves, finding);
            self.stale = true;
            if self.written.elapsed() >= WRITE_EVERY {
                self.write(effort);
            }
        }
    }

    /// Writes what has been found, if there is anything new.
    fn write(&mut self, effort: Effort) {
        let Ok(games) = self.games.as_ref() else {
            return;
        };
        if !self.stale {
            return;
        }
        let mut text = Vec::new();
        for game in games {
            text.extend_from_slice(&annotated(game, effort).write());
            text.push(b'\n');
        }
        let path = &self.job.output;
        if let Err(error) = write_whole(path, &text) {
            let path = path.clone();
            self.games = Err(ReviewError::Write { path, error });
        }
        self.stale = false;
        self.written = Instant::now();
    }
}

/// Writes a file so that at every moment either the old or the new one is there as a whole.
pub(super) fn write_whole(path: &Path, text: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let mut file = File::create(&part)?;
    file.write_all(text)?;
    drop(file);
    fs::rename(&part, path)
}

fn same_file(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}

/// The games of a file, with what an earlier review found.
fn open(job: &Job, request: &Request) -> Result<Vec<Game>, ReviewError> {
    let text = read(&job.input).map_err(ReviewError::Read)?;
    if same_file(&job.input, &job.output) {
        return Err(ReviewError::Collision(job.output.clone()));
    }
    let mut games = games(&text, request)?;
    let old = match read(&job.output) {
        Ok(old) => old,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(games),
        Err(error) => {
            let path = job.output.clone();
            return Err(ReviewError::Write { path, error });
        }
    };
    let foreign = || ReviewError::Foreign(job.output.clone());
    let trees = Tree::read(&old).map_err(|_| foreign())?;
    if !trees.iter().all(is_reviewed) {
        return Err(foreign());
    }
    let old = self::games(&old, request).map_err(|_| foreign())?;
    let same =
        old.len() == games.len() && games.iter().zip(&old).all(|(new, old)| new.is_same(old));
    if !same {
        return Err(foreign());
    }
    for (game, old) in games.iter_mut().zip(&old) {
        game.take_over(old);
    }
    Ok(games)
}

fn games(text: &[u8], request: &Request) -> Result<Vec<Game>, ReviewError> {
    let mut games = Vec::new();
    for (index, tree) in Tree::read(text)?.into_iter().enumerate() {
        let game = Game::new(tree, &request.rules, request.win_length);
        let mut game = game.map_err(|error| ReviewError::Game {
            number: index + 1,
            error,
        })?;
        read_back(&mut game, request.effort);
        games.push(game);
    }
    Ok(games)
}

/// A file of which no more is read than a record may have.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    use crate::notation::sgf::MAX_BYTES;
    let mut text = Vec::new();
    let most = u64::try_from(MAX_BYTES)
        .unwrap_or(u64::MAX)
        .saturating_add(1);
    File::open(path)?.take(most).read_to_end(&mut text)?;
    Ok(text)
}

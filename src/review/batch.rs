//! Files in, files out: many games at once, on many threads, and nothing lost when it is stopped.

use std::collections::HashSet;
use std::fs::File;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::error::ReviewError;
use super::files::{Job, place, read_bounded};
use super::game::{Game, GameError, position};
use super::look::{Effort, Finding, Looker};
use super::marks::{annotated, is_reviewed, read_back};
use crate::clock::{StopToken, Watch};
use crate::files::write_whole;
use crate::game::{Board, Rules};
use crate::notation::psq;
use crate::notation::sgf::Tree;

/// A file is written again after a position no more often than this.
const WRITE_EVERY: Duration = Duration::from_millis(200);

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
    /// Whether a review may be written over a file that is something else, though never over a
    /// record of this request.
    pub force: bool,
}

/// What became of a file.
#[derive(Debug)]
pub struct Reviewed {
    /// The file, and where its review is.
    pub job: Job,
    /// Its games as far as they were searched.
    pub games: Result<Vec<Game>, ReviewError>,
}

/// One file while it is worked on.
#[derive(Debug)]
struct Work {
    file: Reviewed,
    written: Instant,
    /// Whether something has been found since.
    stale: bool,
}

/// A position to search: which file, game and position of it.
type PositionId = (usize, usize, usize);

/// The files of a request, read: what is wrong with them is known before anything is searched.
#[derive(Debug)]
pub struct Batch<'a> {
    request: &'a Request,
    works: Vec<Work>,
}

impl<'a> Batch<'a> {
    /// Reads all files, and writes what is known of them: whether they can be written is better known
    /// now than afterwards.
    pub fn open(request: &'a Request) -> Batch<'a> {
        let start = Instant::now();
        let files = request.jobs.iter().filter_map(|job| job.input.file());
        let inputs: HashSet<PathBuf> = files.map(place).collect();
        let mut outputs = HashSet::new();
        let begin = |job: &Job| {
            let output = job.output.as_deref();
            let taken = output.filter(|output| {
                let place = place(output);
                inputs.contains(&place) || !outputs.insert(place)
            });
            let games = match taken {
                Some(taken) => Err(ReviewError::Collision(taken.to_owned())),
                None => open(job, request),
            };
            let job = job.clone();
            let mut work = Work {
                file: Reviewed { job, games },
                written: start,
                stale: true,
            };
            work.write(request.effort);
            work
        };
        let works = request.jobs.iter().map(begin).collect();
        Batch { request, works }
    }

    /// The files, with what was found in them before.
    pub fn files(&self) -> impl Iterator<Item = &Reviewed> {
        self.works.iter().map(|work| &work.file)
    }

    /// Searches what has not been searched yet. A file that is bad is an error of its own; the others
    /// go on. When it is stopped, what is being searched is given up and the rest is written.
    pub fn run(self, watch: &Watch<'_>) -> Vec<Reviewed> {
        let Batch { request, mut works } = self;
        let tasks = tasks(&works);
        let total: usize = works
            .iter()
            .flat_map(Work::games)
            .map(Game::positions)
            .sum();
        let mut done = total - tasks.len();
        let tell = |done| watch.goes_on("positions", done, total);
        tell(done);
        // A board for each game, and not for each position of a batch, which may have a great many.
        let boards = |work: &Work| {
            work.games()
                .iter()
                .map(|game| game.board().clone())
                .collect()
        };
        let ends: Vec<Vec<Board>> = works.iter().map(boards).collect();
        let next = AtomicUsize::new(0);
        let (sender, found) = mpsc::channel::<(usize, Finding)>();
        std::thread::scope(|scope| {
            for _ in 0..request.threads.clamp(1, tasks.len().max(1)) {
                let (sender, next, tasks, ends) = (sender.clone(), &next, &tasks, &ends);
                scope.spawn(move || search(request, watch.stop(), tasks, ends, next, &sender));
            }
            drop(sender);
            for (number, finding) in found {
                let Some(&(file, game, moves)) = tasks.get(number) else {
                    continue;
                };
                if let Some(work) = works.get_mut(file) {
                    work.take(game, moves, finding, request.effort);
                }
                done += 1;
                tell(done);
            }
        });
        let finish = |mut work: Work| {
            work.write(request.effort);
            work.file
        };
        works.into_iter().map(finish).collect()
    }
}

/// What one thread does: the next task that nobody has, until there is none.
fn search(
    request: &Request,
    stop: &StopToken,
    tasks: &[PositionId],
    ends: &[Vec<Board>],
    next: &AtomicUsize,
    sender: &mpsc::Sender<(usize, Finding)>,
) {
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
        let finding = looker.look(&position(end, moves), request.effort, stop);
        let sent = finding.map(|finding| sender.send((number, finding)));
        if !matches!(sent, Some(Ok(()))) {
            return;
        }
    }
}

/// All positions that are still to be searched.
fn tasks(works: &[Work]) -> Vec<PositionId> {
    let mut tasks = Vec::new();
    for (file, work) in works.iter().enumerate() {
        for (number, game) in work.games().iter().enumerate() {
            tasks.extend(game.open().map(|moves| (file, number, moves)));
        }
    }
    tasks
}

impl Work {
    fn games(&self) -> &[Game] {
        self.file.games.as_deref().unwrap_or_default()
    }

    fn take(&mut self, number: usize, moves: usize, finding: Finding, effort: Effort) {
        let games = self.file.games.as_deref_mut().unwrap_or_default();
        if let Some(game) = games.get_mut(number) {
            game.set_finding(moves, finding);
            self.stale = true;
            if self.written.elapsed() >= WRITE_EVERY {
                self.write(effort);
            }
        }
    }

    /// Writes what has been found, if there is anything new.
    fn write(&mut self, effort: Effort) {
        let (Ok(games), Some(path)) = (&self.file.games, &self.file.job.output) else {
            return;
        };
        if !self.stale {
            return;
        }
        if let Err(error) = write_whole(path, &collection(games, effort)) {
            let path = path.clone();
            self.file.games = Err(ReviewError::Write { path, error });
        }
        self.stale = false;
        self.written = Instant::now();
    }
}

/// The reviews of several games as one SGF file.
pub fn collection(games: &[Game], effort: Effort) -> Vec<u8> {
    let mut text = Vec::new();
    for game in games {
        text.extend_from_slice(&annotated(game, effort).write());
        text.push(b'\n');
    }
    text
}

/// The games of a file, with what an earlier review found.
fn open(job: &Job, request: &Request) -> Result<Vec<Game>, ReviewError> {
    let text = job.input.read()?;
    let mut games = games(&text, request)?;
    let Some(output) = job.output.as_deref().filter(|output| output.exists()) else {
        return Ok(games);
    };
    let old = match File::open(output).and_then(read_bounded) {
        Ok(old) => old,
        Err(error) => {
            let path = output.to_owned();
            return Err(ReviewError::Write { path, error });
        }
    };
    match earlier(&old, &games, request) {
        Some(old) => {
            for (game, old) in games.iter_mut().zip(&old) {
                game.take_over(old);
            }
        }
        None if request.force || old.is_empty() || !output.is_file() => {}
        None => return Err(ReviewError::Foreign(output.to_owned())),
    }
    Ok(games)
}

/// What an earlier review of the same games found, if this text is one.
fn earlier(text: &[u8], games: &[Game], request: &Request) -> Option<Vec<Game>> {
    if !Tree::read(text).ok()?.iter().all(is_reviewed) {
        return None;
    }
    let old = self::games(text, request).ok()?;
    let same =
        old.len() == games.len() && games.iter().zip(&old).all(|(new, old)| new.is_same(old));
    same.then_some(old)
}

fn games(text: &[u8], request: &Request) -> Result<Vec<Game>, ReviewError> {
    let (rules, length) = (&request.rules, request.win_length);
    let games: Vec<Result<Game, GameError>> = if psq::begins(text) {
        vec![Game::of_psq(text, rules, length)]
    } else {
        let trees = Tree::read(text)?.into_iter();
        trees.map(|tree| Game::new(tree, rules, length)).collect()
    };
    let read = |(index, game): (usize, Result<Game, GameError>)| match game {
        Ok(mut game) => {
            read_back(&mut game, request.effort);
            Ok(game)
        }
        Err(error) => Err(ReviewError::Game {
            number: index + 1,
            error,
        }),
    };
    games.into_iter().enumerate().map(read).collect()
}

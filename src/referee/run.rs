//! Running a match: workers that play, and what is kept of it.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::client::{self, Client, StartError};
use super::play::{Contender, Played, one_line, play};
use super::record::{Fault, GameResult, Reason, ResultRecord};
use super::results::{self, Results, ResultsError, ResultsHeader};
use super::schedule::{Fixture, Schedule, Shard};
use super::settings::{Conditions, MatchSettings, SettingsError};
use super::sprt::{Sprt, SprtState};
use super::table::Pace;
use super::tally::Tally;
use super::time::GameClock;
use crate::clock::StopToken;
use crate::files::write_whole;
use crate::game::{Board, Color, Rules};
use crate::notation::{self, Vertex, sgf};
use crate::openings::Opening;

/// How one run of the referee is done: everything that does not change what is played.
#[derive(Debug, Clone)]
pub struct RunOptions {
    /// Which part of the schedule.
    pub shard: Shard,
    /// Games at the same time, from 1.
    pub concurrency: usize,
    /// The results file.
    pub results: PathBuf,
    /// Go on with the results file if it has games already.
    pub resume: bool,
    /// A directory for one SGF file per game.
    pub sgf: Option<PathBuf>,
    /// Write over SGF files of other games.
    pub force: bool,
    /// Stop at the first fault.
    pub strict: bool,
}

/// Why a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// All games were played.
    Done,
    /// The test came to a decision.
    Sprt(SprtState),
    /// An engine committed a fault, and none is borne.
    Fault,
    /// Somebody stopped it.
    Interrupted,
}

/// Why a match cannot begin or go on.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The settings are none.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The results cannot be kept.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// The results file is of another match.
    #[error("{0} is of another match: {1}")]
    OtherMatch(PathBuf, String),
    /// Engines that cannot play this match, each with its reason.
    #[error("{}", .0.join("\n"))]
    Engines(Vec<String>),
    /// A file stands where the SGF of a game that is still to be played belongs.
    #[error("{0} exists: choose another folder, or write over it with --force")]
    SgfExists(PathBuf),
    /// A game's SGF cannot be written.
    #[error("{0}: {1}")]
    Sgf(PathBuf, std::io::Error),
}

/// How a match stands after a game.
#[derive(Debug, Clone, Copy)]
pub struct Standing<'a> {
    /// The game that is just over.
    pub last: &'a ResultRecord,
    /// All games, those of earlier runs included.
    pub tally: &'a Tally,
    /// The test, if there is one.
    pub sprt: Option<&'a Sprt>,
    /// How fast it goes.
    pub pace: Pace,
}

/// The results of a run.
#[derive(Debug)]
pub struct MatchOutcome {
    /// Why it ended.
    pub ending: Ending,
    /// All games, those of earlier runs included.
    pub tally: Tally,
    /// How many games there are to play, those that are played included.
    pub total: u64,
    /// The test, if there is one.
    pub sprt: Option<Sprt>,
}

/// Everything the workers share and never change.
struct Match<'a> {
    settings: &'a MatchSettings,
    conditions: Conditions,
    orders: &'a RunOptions,
    sprt: Option<Sprt>,
    stop: StopToken,
    total: u64,
    since: Instant,
}

/// What the workers take turns at.
struct Bookkeeping<'a> {
    left: Box<dyn Iterator<Item = Fixture<'a>> + Send + 'a>,
    results: Results,
    tally: Tally,
    finished: u64,
    ending: Option<Ending>,
    error: Option<MatchError>,
    watch: &'a mut (dyn FnMut(Standing<'_>) + Send),
}

/// Plays a match, or what is left of it, and tells `watch` of every game. `stop` ends it from
/// outside; games that are not over then are not kept.
///
/// # Errors
///
/// The match cannot begin, or its results cannot be kept any more. Faults of engines are no errors.
pub fn run(
    settings: &MatchSettings,
    orders: &RunOptions,
    stop: &StopToken,
    watch: &mut (dyn FnMut(Standing<'_>) + Send),
) -> Result<MatchOutcome, MatchError> {
    settings.validate()?;
    let schedule = Schedule::new(settings)?;
    let repetitions = schedule.repetitions();
    if repetitions > 1 {
        log::warn!(
            "there are too few openings, each is played {repetitions} times: engines that always \
             answer the same will repeat their games, and the errors will look too small"
        );
    }
    let folder = orders.sgf.as_ref();
    folder.map_or(Ok(()), |dir| {
        std::fs::create_dir_all(dir).map_err(|error| MatchError::Sgf(dir.clone(), error))
    })?;
    let mut the_match = Match {
        settings,
        conditions: Conditions::of(settings)?,
        orders,
        sprt: settings.sprt()?,
        stop: stop.clone(),
        total: schedule.fixtures(orders.shard).count() as u64,
        since: Instant::now(),
    };
    let (results, tally) = the_match.open_results(&schedule)?;
    let played: Vec<bool> = (0..schedule.end())
        .map(|game| tally.contains(game))
        .collect();
    let is_left = move |f: &Fixture<'_>| !played.get(f.game as usize).is_some_and(|&done| done);
    let decided = the_match.decision(&tally);
    let mut books = Bookkeeping {
        left: Box::new(schedule.fixtures(orders.shard).filter(is_left)),
        results,
        tally,
        finished: 0,
        ending: decided.map(Ending::Sprt),
        error: None,
        watch,
    };
    if decided.is_none() && books.tally.games() < the_match.total {
        let clients = match the_match.start_all() {
            Ok(clients) => clients,
            Err(error) => {
                books.results.forget_if_new();
                return Err(error);
            }
        };
        the_match.since = Instant::now();
        let shared = Mutex::new(books);
        the_match.work(&shared, clients);
        books = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    }
    if let Some(error) = books.error {
        return Err(error);
    }
    let complete = books.tally.games() >= the_match.total;
    let otherwise = if complete {
        Ending::Done
    } else {
        Ending::Interrupted
    };
    Ok(MatchOutcome {
        ending: books.ending.unwrap_or(otherwise),
        tally: books.tally,
        total: the_match.total,
        sprt: the_match.sprt,
    })
}

/// Refuses to go on with another match. More games than before are the same match, if those that
/// it has keep their openings.
fn is_continued(
    header: &ResultsHeader,
    old: &ResultsHeader,
    path: &Path,
) -> Result<(), MatchError> {
    let other = |what: String| MatchError::OtherMatch(path.to_owned(), what);
    let raised = header.settings.games > old.settings.games;
    let mut before = old.clone();
    if raised {
        before.settings.games = header.settings.games;
        before.openings.clone_from(&header.openings);
    }
    if let Some(what) = before.difference(header) {
        return Err(other(what));
    }
    if !raised {
        return Ok(());
    }
    let (known, more) = (
        Schedule::new(&old.settings)?,
        Schedule::new(&header.settings)?,
    );
    let kept = known.fingerprint() == old.openings
        && (0..known.end()).all(|game| {
            let fixture = known.fixture(game);
            fixture.is_none() || fixture == more.fixture(game)
        });
    kept.then_some(()).ok_or_else(|| {
        other("with so many games it would have other openings from the first one on".to_owned())
    })
}

/// Adds a game of a results file to the tally, if it is one of this schedule.
pub(super) fn take_in(
    tally: &mut Tally,
    schedule: &Schedule,
    settings: &MatchSettings,
    record: &ResultRecord,
) -> Result<(), String> {
    let name = |i: usize| settings.engines.get(i).map(|spec| spec.name.as_str());
    let fits = schedule.fixture(record.game).is_some_and(|fixture| {
        [name(fixture.black), name(fixture.white)] == record.names().map(Some)
            && fixture.pair == record.pair
    });
    if !fits {
        return Err(format!("game {} is not of this match", record.game));
    }
    if !tally.add(record) {
        return Err(format!("game {} is here twice", record.game));
    }
    Ok(())
}

impl Match<'_> {
    /// The results file, and what is in it already. Nothing is begun if an SGF of another game is
    /// in the way; SGFs that a killed referee did not come to are written now.
    fn open_results(&self, schedule: &Schedule) -> Result<(Results, Tally), MatchError> {
        let (settings, orders) = (self.settings, self.orders);
        let path = &orders.results;
        let header = ResultsHeader::new(
            settings.clone(),
            schedule.fingerprint(),
            orders.shard.to_string(),
        );
        let mut tally = Tally::new(settings.engines.iter().map(|spec| spec.name.clone()));
        let mut unwritten = Vec::new();
        let mut resumed = None;
        if orders.resume && path.exists() {
            if let Some(old) = results::read_header(path)? {
                is_continued(&header, &old, path)?;
            }
            resumed = Results::resume(path, |record| {
                let missing = |path: &PathBuf| !path.exists();
                if self.sgf_path(record.game).as_ref().is_some_and(missing) {
                    unwritten.push(record.clone());
                }
                take_in(&mut tally, schedule, settings, &record)
            })?;
        }
        let left = schedule.fixtures(orders.shard);
        let mut taken = left
            .filter(|fixture| !orders.force && !tally.contains(fixture.game))
            .filter_map(|fixture| self.sgf_path(fixture.game))
            .filter(|path| path.exists());
        if let Some(path) = taken.next() {
            return Err(MatchError::SgfExists(path));
        }
        let results = match resumed {
            Some((results, old)) if old.settings.games == settings.games => results,
            Some((results, old)) => results.with_header(&ResultsHeader {
                settings: MatchSettings {
                    games: settings.games,
                    ..old.settings
                },
                openings: header.openings,
                ..old
            })?,
            None => Results::create(path, &header)?,
        };
        unwritten
            .iter()
            .try_for_each(|record| self.write_sgf(record))?;
        Ok((results, tally))
    }

    /// Where the SGF of this game goes.
    fn sgf_path(&self, game: u64) -> Option<PathBuf> {
        let dir = self.orders.sgf.as_ref()?;
        Some(dir.join(format!("{game:06}.sgf")))
    }

    /// The decision of the test, if it has come to one.
    fn decision(&self, tally: &Tally) -> Option<SprtState> {
        let sprt = self.sprt.as_ref()?;
        let score = tally.overall(0);
        let state = sprt.state(sprt.llr(&score.pairs, &score.games()));
        state.is_decided().then_some(state)
    }

    /// Starts every engine once before the first game, so that one that cannot play this match says
    /// so now.
    fn start_all(&self) -> Result<Vec<Option<Box<dyn Client>>>, MatchError> {
        let mut clients = Vec::new();
        let mut refusals = Vec::new();
        for spec in &self.settings.engines {
            match client::start(
                spec,
                &self.conditions.rules,
                self.conditions.stall,
                &self.stop,
            ) {
                Ok(client) => clients.push(Some(client)),
                Err(StartError::Failed(client::EngineError::Stopped)) => clients.push(None),
                Err(error) => {
                    refusals.push(format!("{} cannot play this match: {error}", spec.name))
                }
            }
        }
        if refusals.is_empty() {
            Ok(clients)
        } else {
            Err(MatchError::Engines(refusals))
        }
    }

    /// Plays with as many workers as were ordered; the first one takes over the engines that have
    /// been started.
    fn work(&self, shared: &Mutex<Bookkeeping<'_>>, clients: Vec<Option<Box<dyn Client>>>) {
        thread::scope(|scope| {
            for _ in 1..self.orders.concurrency {
                scope.spawn(|| self.worker(shared, Vec::new()));
            }
            self.worker(shared, clients);
        });
    }

    fn worker(&self, shared: &Mutex<Bookkeeping<'_>>, clients: Vec<Option<Box<dyn Client>>>) {
        let mut pool = EnginePool { clients };
        pool.clients
            .resize_with(self.settings.engines.len(), || None);
        while !self.stop.is_stopped() {
            let Some(fixture) = lock(shared).left.next() else {
                break;
            };
            let Some(played) = pool.play(self, &fixture) else {
                break;
            };
            self.enter(&mut lock(shared), &fixture, played);
        }
        pool.leave();
    }

    /// Writes a finished game into the books.
    fn enter(&self, books: &mut Bookkeeping<'_>, fixture: &Fixture<'_>, played: Played) {
        // A game that was over just after the match was.
        if books.ending.is_some() || books.error.is_some() {
            return;
        }
        let record = self.record(fixture, played);
        // In this order: a game without its SGF is given it later, an SGF without its game would be
        // in the way of it.
        let written = books.results.append(&record).map_err(MatchError::from);
        let written = written.and_then(|()| self.write_sgf(&record));
        if let Err(error) = written {
            books.error = Some(error);
            self.stop.stop();
            return;
        }
        books.tally.add(&record);
        books.finished += 1;
        (books.watch)(Standing {
            last: &record,
            tally: &books.tally,
            sprt: self.sprt.as_ref(),
            pace: Pace {
                total: self.total,
                finished: books.finished,
                seconds: self.since.elapsed().as_secs_f64(),
            },
        });
        if self.orders.strict && record.fault().is_some() {
            books.ending = Some(Ending::Fault);
        } else if let Some(state) = self.decision(&books.tally) {
            books.ending = Some(Ending::Sprt(state));
        }
        if books.ending.is_some() {
            self.stop.stop();
        }
    }

    fn record(&self, fixture: &Fixture<'_>, played: Played) -> ResultRecord {
        let name = |i: usize| {
            let spec = self.settings.engines.get(i);
            spec.map(|spec| spec.name.clone()).unwrap_or_default()
        };
        let vertices = played.moves.iter().map(|&point| Vertex::from(point));
        ResultRecord {
            game: fixture.game,
            pair: fixture.pair,
            black: name(fixture.black),
            white: name(fixture.white),
            opening: fixture.opening.name().to_owned(),
            opening_plies: fixture.opening.points().len(),
            moves: vertices.map(|vertex| vertex.to_string()).collect(),
            times: played.times.iter().copied().map(microseconds).collect(),
            result: played.result,
            reason: played.reason,
            detail: played.detail,
        }
    }

    fn write_sgf(&self, record: &ResultRecord) -> Result<(), MatchError> {
        let Some(path) = self.sgf_path(record.game) else {
            return Ok(());
        };
        let text = sgf::write(&sgf_record(record, self.conditions.rules));
        write_whole(&path, text.as_bytes()).map_err(|error| MatchError::Sgf(path, error))
    }
}

/// A duration in seconds, to the microsecond.
fn microseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e6
}

/// The game as a game record, with the names of the engines and the result in SGF's words.
fn sgf_record(record: &ResultRecord, rules: Rules) -> notation::GameRecord {
    let mut board = Board::new(rules);
    for text in &record.moves {
        let color = board.side_to_move();
        let vertex = text.parse::<Vertex>().ok();
        match vertex.and_then(|vertex| vertex.on_board(&rules).ok()) {
            Some(Some(point)) if board.play(color, point).is_ok() => {}
            Some(None) => board.pass(color),
            _ => break,
        }
    }
    let how = match record.reason {
        Reason::Resign | Reason::Score => "R",
        Reason::Fault(Fault::Timeout | Fault::Stall) => "T",
        Reason::Fault(_) => "F",
        _ => "",
    };
    let mut written = notation::GameRecord::of(&board);
    written.players = [Some(record.black.clone()), Some(record.white.clone())];
    written.result = Some(match record.result {
        GameResult::Black => format!("B+{how}"),
        GameResult::White => format!("W+{how}"),
        GameResult::Draw => "0".to_owned(),
    });
    written
}

fn lock<'a, 'b>(shared: &'a Mutex<Bookkeeping<'b>>) -> MutexGuard<'a, Bookkeeping<'b>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The engines of one worker, by their place in the match.
struct EnginePool {
    clients: Vec<Option<Box<dyn Client>>>,
}

impl EnginePool {
    /// Plays one game; `None` if the match was stopped meanwhile.
    fn play(&mut self, of: &Match<'_>, fixture: &Fixture<'_>) -> Option<Played> {
        for (i, client) in self.clients.iter_mut().enumerate() {
            if i != fixture.black && i != fixture.white {
                client.take().into_iter().for_each(Client::leave);
            }
        }
        let sides = [fixture.black, fixture.white];
        let mut clients = Vec::new();
        for (color, side) in Color::ALL.into_iter().zip(sides) {
            match self.seat(of, side) {
                Ok(client) => clients.push(client),
                Err(StartError::Failed(client::EngineError::Stopped)) => return None,
                Err(error) => {
                    self.put_back(of, sides, clients, None);
                    return Some(not_started(fixture.opening, color, &error));
                }
            }
        }
        let clock = |side: usize| {
            let spec = of.settings.engines.get(side);
            GameClock::new(spec.map(|spec| spec.tc).unwrap_or_default())
        };
        let played = match &mut clients[..] {
            [black, white] => {
                let mut seats = [
                    Contender {
                        client: &mut **black,
                        clock: clock(fixture.black),
                    },
                    Contender {
                        client: &mut **white,
                        clock: clock(fixture.white),
                    },
                ];
                play(&of.conditions, fixture.opening, &mut seats)
            }
            _ => None,
        };
        let culprit = played.as_ref().and_then(|played| match played.reason {
            Reason::Fault(_) => played.result.winner().map(|winner| !winner),
            _ => None,
        });
        self.put_back(of, sides, clients, culprit);
        played
    }

    /// The engine of this place, started if it is not running.
    fn seat(&mut self, of: &Match<'_>, side: usize) -> Result<Box<dyn Client>, StartError> {
        if let Some(client) = self.clients.get_mut(side).and_then(Option::take) {
            return Ok(client);
        }
        let spec = of.settings.engines.get(side);
        let spec = spec.ok_or_else(|| StartError::Refused("no such engine".to_owned()))?;
        client::start(spec, &of.conditions.rules, of.conditions.stall, &of.stop)
    }

    /// Keeps the engines for the next game, all but one that is at fault or does not want to be
    /// kept; that is killed.
    fn put_back(
        &mut self,
        of: &Match<'_>,
        sides: [usize; 2],
        clients: Vec<Box<dyn Client>>,
        culprit: Option<Color>,
    ) {
        for ((color, side), client) in Color::ALL.into_iter().zip(sides).zip(clients) {
            if culprit == Some(color) {
                drop(client);
            } else if of.settings.engines.get(side).is_some_and(|s| s.restart) {
                client.leave();
            } else if let Some(place) = self.clients.get_mut(side) {
                *place = Some(client);
            }
        }
    }

    fn leave(self) {
        // Side by side: each may take its moment.
        thread::scope(|scope| {
            for client in self.clients.into_iter().flatten() {
                scope.spawn(|| client.leave());
            }
        });
    }
}

/// A game lost because the engine could not be started for it.
fn not_started(opening: &Opening, loser: Color, error: &StartError) -> Played {
    let trouble = client::EngineError::Ended(error.to_string());
    let mut played = Played::lost_at_start(opening, loser, &trouble);
    played.detail = one_line(&format!("it could not be started again: {error}"));
    played
}

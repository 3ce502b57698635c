//! What shows the game and hears what is asked for, and how the engine works meanwhile.

use std::io;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use lianzhu::engine::{Engine, Watch};
use lianzhu::game::{Color, Point};
use lianzhu::search::{Report, Scope};

use super::scene::Scene;
use super::table::{Ended, Found, Table, Turn};

/// How long a hint is thought about.
const HINT_TIME: Duration = Duration::from_secs(1);

/// How often a face is asked whether it heard something: while the engine works, and else.
const STEP: Duration = Duration::from_millis(10);
const WAIT: Duration = Duration::from_millis(200);

/// What a face heard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerInput {
    /// A line, whatever it says.
    Line(String),
    /// A point that was chosen on the board.
    Point(Point),
    /// Nothing more will be heard.
    Ended(Ended),
}

/// How the game is shown, and how persons are heard.
pub trait Face {
    /// Says something, in one or more lines.
    fn say(&mut self, text: &str) -> io::Result<()>;

    /// Shows something longer, to be read at leisure.
    fn page(&mut self, text: &str) -> io::Result<()>;

    /// Shows this from now on.
    fn show(&mut self, scene: &Scene) -> io::Result<()>;

    /// What is heard within `patience`; `thought` is what the engine has found so far. While the
    /// scene says that the engine works, lines wait, and an end means that it is to stop.
    fn hear(
        &mut self,
        thought: Option<&Report>,
        patience: Duration,
    ) -> io::Result<Option<PlayerInput>>;

    /// The engine has done its work.
    fn rest(&mut self) {}
}

/// Something for the engine to work on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Job {
    /// Its move, which it also plays.
    Move(Color),
    /// A good move for a person.
    Hint(Color),
    /// What may come, while persons think.
    Ponder,
}

impl Job {
    fn run(self, engine: &mut Engine, watch: Watch<'_>) -> Found {
        match self {
            Job::Move(color) => Found::Reply(engine.genmove_within(color, None, Some(watch))),
            Job::Hint(color) => {
                let limit = engine.config().max_time;
                engine.set_max_time(Some(limit.unwrap_or(HINT_TIME)));
                let report = engine.analyse(color, &Scope::default(), watch);
                engine.set_max_time(limit);
                Found::Report(report)
            }
            Job::Ponder => Found::Report(engine.ponder()),
        }
    }

    const fn work(self) -> Option<&'static str> {
        match self {
            Job::Move(_) => Some("lianzhu thinks, Ctrl-C: move now"),
            Job::Hint(_) => Some("looking for a hint, Ctrl-C: enough"),
            Job::Ponder => None,
        }
    }
}

/// Lets the engine work, and the face show how far it is. Whoever asks for the end meanwhile makes
/// it answer at once; asked again, or by another word than Ctrl-C, the game ends behind it.
pub fn think(table: &mut Table, face: &mut dyn Face, job: Job) -> io::Result<Found> {
    face.show(&Scene::of(table, job.work()))?;
    let stop = table.engine.stop_token();
    stop.reset();
    let mut ended = None;
    let found = alongside(&mut table.engine, job, |finished, thought| {
        if finished {
            return Ok(Some(()));
        }
        if let Some(PlayerInput::Ended(how)) = face.hear(thought, STEP)? {
            if stop.is_stopped() || how != Ended::Interrupted {
                ended = Some(how);
            }
            stop.stop();
        }
        Ok(None)
    });
    face.rest();
    if ended.is_some() {
        table.ended = ended;
    }
    found.map(|(found, ())| found)
}

/// Asks the persons. The engine may think meanwhile, if it was told to.
pub fn ask(table: &mut Table, face: &mut dyn Face) -> io::Result<PlayerInput> {
    face.show(&Scene::of(table, None))?;
    let ponders = table.engine.config().ponder && table.turn() != Turn::Over && !table.is_of_two();
    if ponders {
        let stop = table.engine.stop_token();
        stop.reset();
        let heard = alongside(&mut table.engine, Job::Ponder, |_, _| face.hear(None, WAIT))?;
        return Ok(heard.1);
    }
    loop {
        if let Some(heard) = face.hear(None, WAIT)? {
            return Ok(heard);
        }
    }
}

/// Runs a job on a thread of its own, while `meanwhile` is called until it returns something; it
/// is told whether the job is done, and what was found so far. The job is then stopped.
fn alongside<T>(
    engine: &mut Engine,
    job: Job,
    mut meanwhile: impl FnMut(bool, Option<&Report>) -> io::Result<Option<T>>,
) -> io::Result<(Found, T)> {
    let stop = engine.stop_token();
    let latest = Mutex::new(None);
    let watch = |report: &Report| {
        *latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(report.clone());
    };
    thread::scope(|threads| {
        let working = threads.spawn(|| job.run(engine, &watch));
        let value = loop {
            let thought = latest
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .clone();
            match meanwhile(working.is_finished(), thought.as_ref()).transpose() {
                None => {}
                Some(value) => break value,
            }
        };
        stop.stop();
        let found = working.join().unwrap_or_else(|panic| resume_unwind(panic));
        Ok((found, value?))
    })
}

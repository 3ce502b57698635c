//! What the parts share: how long they run, where chance comes from, what they count, and the
//! processes they talk to.

use std::any::Any;
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The program that is tried.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_lianzhu");

/// An engine that says nothing for so long has failed. No limit that is given it comes near.
const PATIENCE: Duration = Duration::from_secs(60);

/// So many kinds of faults are shrunk and shown, the others are counted.
const SHOWN: usize = 30;

/// Where chance comes from.
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// From `low` to `high`, both included.
    pub fn within(&mut self, low: u32, high: u32) -> u32 {
        self.0.random_range(low..=high)
    }

    pub fn percent(&mut self, chance: u32) -> bool {
        self.within(1, 100) <= chance
    }

    pub fn index(&mut self, length: usize) -> usize {
        self.within(0, length as u32 - 1) as usize
    }

    pub fn of<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.index(choices.len())]
    }

    pub fn byte(&mut self) -> u8 {
        self.within(0, 255) as u8
    }
}

/// What went wrong: in a few words, the same for the same fault, and in detail.
#[derive(Debug, Clone)]
pub struct Fault {
    pub what: String,
    pub detail: String,
}

impl Fault {
    pub fn new(what: impl Into<String>, detail: impl Into<String>) -> Fault {
        Fault {
            what: what.into(),
            detail: detail.into(),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says something to a person at once; what tests print is held back by the harness.
pub fn say(text: &str) {
    let _ = io::stderr().write_all(format!("{text}\n").as_bytes());
}

/// What a part has counted and found.
pub struct Report {
    part: &'static str,
    counts: Mutex<BTreeMap<String, u64>>,
    faults: Mutex<BTreeMap<String, u64>>,
}

impl Report {
    pub fn new(part: &'static str) -> Report {
        Report {
            part,
            counts: Mutex::default(),
            faults: Mutex::default(),
        }
    }

    pub fn count(&self, name: &str, more: u64) {
        *lock(&self.counts).entry(name.to_owned()).or_default() += more;
    }

    pub fn most(&self, name: &str, value: u64) {
        let mut counts = lock(&self.counts);
        let most = counts.entry(name.to_owned()).or_default();
        *most = value.max(*most);
    }

    /// Counts a fault; the first of each kind is shown, as shortly as `shorten` can say it.
    pub fn fault(&self, seed: u64, kind: &str, shorten: impl FnOnce() -> String) {
        let is_shown = {
            let mut faults = lock(&self.faults);
            let known = faults.len();
            let times = faults.entry(kind.to_owned()).or_default();
            *times += 1;
            *times == 1 && known < SHOWN
        };
        if is_shown {
            let part = self.part;
            let text = shorten().replace('\n', "\n    ");
            say(&format!(
                "\n{part}: {kind}: LIANZHU_SOAK_SEED={seed}\n    {text}"
            ));
        }
    }

    pub fn faults(&self) -> u64 {
        lock(&self.faults).values().sum()
    }

    fn figures(&self) -> String {
        let counts = lock(&self.counts);
        let counts = counts.iter().map(|(name, count)| format!("{name} {count}"));
        let faults = lock(&self.faults);
        let faults = faults
            .iter()
            .map(|(kind, count)| format!("\n    {count} times {kind}"));
        counts.collect::<Vec<_>>().join(", ") + &faults.collect::<String>()
    }
}

fn minutes() -> f64 {
    let text = std::env::var("LIANZHU_SOAK_MINUTES").unwrap_or("2".to_owned());
    text.parse().expect("LIANZHU_SOAK_MINUTES is a number")
}

fn first_seed() -> u64 {
    match std::env::var("LIANZHU_SOAK_SEED") {
        Ok(text) => text.parse().expect("LIANZHU_SOAK_SEED is a whole number"),
        Err(_) => {
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
            now.map_or(1, |now| now.as_secs() % 1_000_000 * 1_000_000)
        }
    }
}

/// Runs cases until the time is over, one seed after the other, and fails if a fault was found. The
/// parts wait for each other: they need the machine for themselves.
pub fn soak(part: &'static str, workers: usize, case: impl Fn(u64, &mut Random, &Report) + Sync) {
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = lock(&TURN);
    let report = Report::new(part);
    let first = first_seed();
    let next = AtomicU64::new(first);
    let begun = Instant::now();
    let end = begun + Duration::from_secs_f64(60.0 * minutes());
    let work = || {
        while Instant::now() < end {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            let run = || case(seed, &mut Random::new(seed), &report);
            if let Err(cause) = catch_unwind(AssertUnwindSafe(run)) {
                report.fault(seed, "the trial itself failed", || {
                    panic_text(cause.as_ref())
                });
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(work);
        }
    });
    say(&format!(
        "{part}: {:.1} min, seeds {first} to {}: {}, faults {}",
        begun.elapsed().as_secs_f64() / 60.0,
        next.into_inner() - 1,
        report.figures(),
        report.faults()
    ));
    assert_eq!(report.faults(), 0, "{part} found faults");
}

/// What a panic said.
pub fn panic_text(cause: &(dyn Any + Send)) -> String {
    let text = cause.downcast_ref::<String>().cloned();
    let text = text.or_else(|| cause.downcast_ref::<&str>().map(|&text| text.to_owned()));
    text.unwrap_or_default()
}

pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// A name in the folder for temporary files that nobody else has.
pub fn scratch(name: &str) -> PathBuf {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("lianzhu-soak-{}-{number}-{name}", std::process::id());
    std::env::temp_dir().join(name)
}

/// The program at work. It dies with this value.
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Arc<Mutex<String>>,
}

impl Process {
    pub fn start(options: &[String]) -> Process {
        let mut child = Command::new(PROGRAM)
            .args(options)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdout = BufReader::new(child.stdout.take().expect("an output"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in stdout.split(b'\n').map_while(Result::ok) {
                if sender
                    .send(String::from_utf8_lossy(&line).into_owned())
                    .is_err()
                {
                    return;
                }
            }
        });
        let errors = Arc::new(Mutex::new(String::new()));
        let mut stderr = child.stderr.take().expect("standard error");
        let kept = Arc::clone(&errors);
        thread::spawn(move || {
            let mut text = [0; 4096];
            while let Ok(length @ 1..) = stderr.read(&mut text) {
                lock(&kept).push_str(&String::from_utf8_lossy(&text[..length]));
            }
        });
        Process {
            stdin: child.stdin.take(),
            child,
            lines,
            errors,
        }
    }

    pub fn write(&mut self, text: &[u8]) -> Result<(), Fault> {
        let written = match &mut self.stdin {
            Some(stdin) => stdin.write_all(text).and_then(|()| stdin.flush()),
            None => Ok(()),
        };
        written.map_err(|_| self.gone())
    }

    pub fn line(&mut self) -> Result<String, Fault> {
        use mpsc::RecvTimeoutError::{Disconnected, Timeout};
        self.lines
            .recv_timeout(PATIENCE)
            .map_err(|error| match error {
                Timeout => Fault::new("no answer", format!("within {} s", PATIENCE.as_secs())),
                Disconnected => self.gone(),
            })
    }

    /// The lines of a response up to the empty one behind it.
    pub fn response(&mut self) -> Result<String, Fault> {
        let mut lines = Vec::new();
        loop {
            match self.line()? {
                line if line.is_empty() => return Ok(lines.join("\n")),
                line => lines.push(line),
            }
        }
    }

    fn gone(&mut self) -> Fault {
        // What it said last may still be on its way.
        thread::sleep(Duration::from_millis(50));
        let errors = lock(&self.errors).clone();
        Fault::new("the program ended", errors)
    }

    /// Closes the input and waits for the end.
    pub fn finish(mut self) -> Result<(), Fault> {
        self.stdin = None;
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            match self.child.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) => return Err(Fault::new("a bad exit", status.to_string())),
                _ => thread::sleep(Duration::from_millis(1)),
            }
        }
        Err(Fault::new("no end", "the input was closed"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

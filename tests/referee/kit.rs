//! What the tests share.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use lianzhu::clock::StopToken;
use lianzhu::game::Rules;
use lianzhu::referee::{
    Ending, Format, MatchError, MatchOutcome, MatchSettings, OpeningSource, ResultRecord,
    RunOptions, Shard, Standing, quote_word, run,
};

/// A directory of its own, removed at the end.
pub struct Room(PathBuf);

impl Room {
    pub fn new() -> Room {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("lianzhu-referee-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Room(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The words of a fake engine; its processes are noted in the file of its name.
    pub fn fake(&self, name: &str, dialect: &str, habit: &str) -> String {
        let me = std::env::current_exe().unwrap();
        let noted = self.path(name);
        format!(
            "name={name} proto={dialect} {} fake {dialect} {habit} {}",
            quote_word(&format!("cmd={}", quote_word(&me.to_string_lossy()))),
            quote_word(&noted.to_string_lossy())
        )
    }

    /// Waits until a fake has noted so many processes.
    pub fn await_processes(&self, name: &str, count: usize) {
        let since = Instant::now();
        let noted = || std::fs::read_to_string(self.path(name)).unwrap_or_default();
        while noted().lines().count() < count {
            assert!(since.elapsed() < Duration::from_secs(60), "{name} is late");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until every process that a fake has noted is gone.
    pub fn assert_nobody_is_left(&self, name: &str) {
        let noted = std::fs::read_to_string(self.path(name)).unwrap();
        let since = Instant::now();
        for pid in noted.lines() {
            // One that died with its parent may wait for the system to take it away.
            while is_running(pid) {
                assert!(
                    since.elapsed() < Duration::from_secs(10),
                    "{name}: {pid} is left"
                );
                std::thread::sleep(Duration::from_millis(10));
            }
        }
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Whether a process is there and no mere zombie of somebody else's.
#[cfg(unix)]
fn is_running(pid: &str) -> bool {
    let stat = std::fs::read_to_string(Path::new("/proc").join(pid).join("stat"));
    match stat {
        Ok(stat) => !stat
            .rsplit(')')
            .next()
            .unwrap()
            .trim_start()
            .starts_with('Z'),
        Err(_) => false,
    }
}

/// Whether a process is there that has not ended.
#[cfg(windows)]
fn is_running(pid: &str) -> bool {
    use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
    use windows_sys::Win32::Foundation::WAIT_TIMEOUT;
    use windows_sys::Win32::System::Threading::{
        OpenProcess, PROCESS_SYNCHRONIZE, WaitForSingleObject,
    };
    // SAFETY: it takes no pointers.
    let process = unsafe { OpenProcess(PROCESS_SYNCHRONIZE, 0, pid.parse().unwrap()) };
    if process.is_null() {
        return false;
    }
    // SAFETY: the handle was opened just now, and nobody else closes it.
    let process = unsafe { OwnedHandle::from_raw_handle(process) };
    // SAFETY: the handle is open and may be waited for.
    let end = unsafe { WaitForSingleObject(process.as_raw_handle(), 0) };
    end == WAIT_TIMEOUT
}

pub fn settings(engines: &[String], games: u64) -> MatchSettings {
    MatchSettings {
        engines: engines.iter().map(|words| words.parse().unwrap()).collect(),
        rules: Rules::default().into(),
        format: Format::RoundRobin,
        games,
        openings: OpeningSource::Empty,
        symmetries: false,
        shuffle: false,
        seed: 1,
        margin: 0.1,
        grace: 0.5,
        stall: 20.0,
        draw_after: None,
        resign: None,
        sprt: None,
    }
}

pub fn orders(room: &Room) -> RunOptions {
    RunOptions {
        shard: Shard::WHOLE,
        concurrency: 1,
        results: room.path("results.jsonl"),
        resume: false,
        sgf: None,
        force: false,
        strict: false,
    }
}

/// The games of a results file; a last line without an end is none.
pub fn games_in(path: &Path) -> Vec<ResultRecord> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let whole = text
        .split_inclusive('\n')
        .filter(|line| line.ends_with('\n'));
    let games = whole
        .skip(1)
        .map(|line| serde_json::from_str(line).unwrap());
    games.collect()
}

/// Plays, and hands back all games of this run with the outcome.
pub fn play(
    settings: &MatchSettings,
    orders: &RunOptions,
) -> Result<(Vec<ResultRecord>, MatchOutcome), MatchError> {
    let mut games = Vec::new();
    let mut watch = |standing: Standing<'_>| games.push(standing.last.clone());
    let outcome = run(settings, orders, &StopToken::new(), &mut watch)?;
    Ok((games, outcome))
}

/// Plays to the end.
pub fn play_all(settings: &MatchSettings, orders: &RunOptions) -> Vec<ResultRecord> {
    let (games, outcome) = play(settings, orders).unwrap();
    assert_eq!(outcome.ending, Ending::Done);
    games
}

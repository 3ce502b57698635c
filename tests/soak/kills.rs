//! The referee killed at random and told to go on: every game is played once, as if it had never
//! been killed, and no engine is left behind.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use lianzhu::referee::ResultRecord;

use crate::games::words;
use crate::judge::Rule;
use crate::kit::{Fault, PROGRAM, Random, Report, scratch, soak};

/// Set for the referee, and so for all that it starts: how they are found again.
const MARK: &str = "LIANZHU_SOAK_MARK";

/// So long may the system take to end what was killed.
const GRACE: Duration = Duration::from_secs(10);

pub fn run() {
    if cfg!(not(target_os = "linux")) {
        // Who is left is read from /proc.
        return;
    }
    soak("kills", 1, |seed, random, report| {
        let folder = scratch("kills");
        std::fs::create_dir_all(&folder).expect("a folder");
        let mark = folder.display().to_string();
        let done = if random.percent(25) {
            deaf(random, &folder, report)
        } else {
            trial(random, &folder, report)
        };
        if let Err(fault) = done {
            report.fault(seed, &fault.what, || fault.detail);
        }
        for (pid, _) in marked(&mark) {
            let _ = Command::new("kill").args(["-9", &pid.to_string()]).status();
        }
        let _ = std::fs::remove_dir_all(&folder);
    });
}

fn referee(folder: &Path, options: &[String]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.arg("match").args(options).env(MARK, folder);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// Processes that the mark was handed down to, with their command lines.
fn marked(mark: &str) -> Vec<(u32, String)> {
    let wanted = format!("{MARK}={mark}");
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = entry
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok())
        else {
            continue;
        };
        // Of a process that is only waited for nothing can be read.
        let of = |file: &str| std::fs::read(entry.path().join(file)).unwrap_or_default();
        if of("environ")
            .split(|&byte| byte == 0)
            .any(|set| set == wanted.as_bytes())
        {
            found.push((
                pid,
                String::from_utf8_lossy(&of("cmdline")).replace('\0', " "),
            ));
        }
    }
    found
}

fn assert_nobody_is_left(folder: &Path, said: &str) -> Result<(), Fault> {
    let begun = Instant::now();
    loop {
        let left = marked(&folder.display().to_string());
        if left.is_empty() {
            return Ok(());
        }
        if begun.elapsed() > GRACE {
            return Err(Fault::new(
                "engines left behind",
                format!("{said}\n{left:?}"),
            ));
        }
        sleep(Duration::from_millis(5));
    }
}

/// Engines whose answers depend on nothing but the commands of one game.
fn settings(random: &mut Random) -> Vec<String> {
    let rule = random.of(&Rule::ALL).name();
    let side = random.within(7, 15);
    let mut options = words(&format!(
        "--rule {rule} --size {side} --games {} --openings random:2-4 --seed {} --concurrency {}",
        2 * random.within(3, 12),
        random.within(1, 1000),
        random.within(1, 2),
    ));
    for name in ["a", "b"] {
        let player = match random.within(0, 3) {
            0 => "--player random".to_owned(),
            1 => "--player scoring".to_owned(),
            _ => format!("--level {} --max-nodes 150", random.within(1, 10)),
        };
        let (proto, word) = *random.of(&[("gtp", ""), ("gomocup", " gomocup")]);
        let seed = random.within(1, 1000);
        options.push("--engine".to_owned());
        options.push(format!(
            "name={name} proto={proto} restart=true cmd='{PROGRAM}{word} {player} --seed {seed} --hash 1'"
        ));
    }
    options
}

fn trial(random: &mut Random, folder: &Path, report: &Report) -> Result<(), Fault> {
    let options = settings(random);
    let said = options.join(" ");
    let with = |flag: &str, file: &PathBuf| {
        let mut options = options.clone();
        options.extend([flag.to_owned(), file.display().to_string()]);
        referee(folder, &options)
    };
    let whole = folder.join("whole.jsonl");
    let begun = Instant::now();
    let status = with("--out", &whole).status().expect("the referee starts");
    if !status.success() {
        return Err(Fault::new(
            "a match that was left alone failed",
            format!("{status}\n{said}"),
        ));
    }
    let length = begun.elapsed().as_millis() as u32;
    let expected = games(&whole, &said)?;
    report.count("matches", 1);
    report.count("games", expected.len() as u64);
    let cut = folder.join("cut.jsonl");
    for _ in 0..random.within(1, 8) {
        let mut child = with("--resume", &cut).spawn().expect("the referee starts");
        sleep(Duration::from_millis(
            random.within(0, length.max(20)).into(),
        ));
        let was_done = child.try_wait().is_ok_and(|status| status.is_some());
        let _ = child.kill();
        let _ = child.wait();
        report.count("kills", u64::from(!was_done));
        assert_nobody_is_left(folder, &said)?;
        if cut.exists() {
            games(&cut, &said)?;
        }
    }
    let status = with("--resume", &cut).status().expect("the referee starts");
    if !status.success() {
        return Err(Fault::new(
            "a match that was killed does not go on",
            format!("{status}\n{said}"),
        ));
    }
    assert_nobody_is_left(folder, &said)?;
    let found = games(&cut, &said)?;
    for (number, game) in &expected {
        let other = found.get(number);
        if other != Some(game) {
            let detail = format!("{game:?}\n{other:?}\n{said}");
            return Err(Fault::new("a game that differs after a kill", detail));
        }
    }
    match found.len() == expected.len() {
        true => Ok(()),
        false => Err(Fault::new("games that are not of the match", said)),
    }
}

/// The whole lines of a results file, without what the clock says.
fn games(path: &Path, said: &str) -> Result<BTreeMap<u64, ResultRecord>, Fault> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let whole = text
        .split_inclusive('\n')
        .filter(|line| line.ends_with('\n'));
    let mut games = BTreeMap::new();
    for line in whole.skip(1) {
        let mut game: ResultRecord = serde_json::from_str(line).map_err(|error| {
            Fault::new("a line that is no game", format!("{error}: {line}\n{said}"))
        })?;
        game.times.clear();
        let number = game.game;
        if games.insert(number, game).is_some() {
            return Err(Fault::new(
                "a game played twice",
                format!("{number}\n{said}"),
            ));
        }
    }
    Ok(games)
}

/// Engines that never read, one with a child that does not either, do not outlive their referee.
fn deaf(random: &mut Random, folder: &Path, report: &Report) -> Result<(), Fault> {
    let program = *random.of(&["sleep 600", "sh -c \"sleep 600 & sleep 600\""]);
    let mut options = words("--games 2 --engine");
    options.push(format!("name=deaf cmd='{program}'"));
    options.push("--engine".to_owned());
    options.push(format!("name=b cmd='{PROGRAM} --player scoring'"));
    options.extend([
        "--out".to_owned(),
        folder.join("deaf.jsonl").display().to_string(),
    ]);
    let mut child = referee(folder, &options)
        .spawn()
        .expect("the referee starts");
    sleep(Duration::from_millis(random.within(0, 400).into()));
    let _ = child.kill();
    let _ = child.wait();
    report.count("kills with deaf engines", 1);
    assert_nobody_is_left(folder, program).map_err(|fault| Fault {
        what: format!("{}: {program}", fault.what),
        ..fault
    })
}

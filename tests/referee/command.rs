//! `lianzhu match` as a program: exit status, signals, and a referee that is killed.

use std::collections::HashSet;
use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::Test;
use super::kit::{Room, games_in};

pub const TESTS: [Test; 10] = [
    ("command::exit_status", exit_status, false),
    ("command::merge", merge, false),
    ("command::interrupt", interrupt, false),
    ("command::kills", || kills(20, 30), false),
    ("command::two_hundred_kills", || kills(200, 100), true),
    ("command::speed", speed, true),
    ("command::orphans", orphans, false),
    ("command::resumed_options", resumed_options, false),
    ("command::waiting", waiting, false),
    ("command::busy", busy, false),
];

fn referee(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lianzhu"));
    command.arg("match").args(arguments).stdin(Stdio::null());
    command
}

fn output(arguments: &[&str]) -> Output {
    referee(arguments).output().unwrap()
}

fn status(arguments: &[&str]) -> (i32, String) {
    let output = output(arguments);
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.code().unwrap(),
        String::from_utf8(text).unwrap(),
    )
}

fn exit_status() {
    let room = Room::new();
    let file = |name: &str| room.path(name).to_string_lossy().into_owned();
    let good = room.fake("good", "gtp", "fair");
    let quits = room.fake("quits", "gtp", "resigns");
    let exits = room.fake("exits", "gomocup", "exits");
    let short = ["--games", "2", "--draw-after", "10", "--openings", "empty"];
    let with = |name: &str, engines: [&str; 2], more: &[&str]| {
        let out = file(name);
        let mut all = vec![
            "--out", &out, "--engine", engines[0], "--engine", engines[1],
        ];
        all.extend(more);
        status(&all)
    };
    let (code, text) = with("done", [&good, &quits], &short);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("2-0-0") && text.contains("0-0-2"), "{text}");
    let sprt = ["--games", "500", "--sprt", "elo0=0", "elo1=50"];
    assert_eq!(with("won", [&good, &quits], &sprt).0, 10);
    assert_eq!(with("lost", [&quits, &good], &sprt).0, 11);
    assert_eq!(with("strict", [&good, &exits], &["--strict"]).0, 12);
    let (code, text) = with("fault", [&good, &exits], &short);
    assert_eq!(code, 0);
    assert!(text.contains("exits lost by crash"), "{text}");
    assert_eq!(
        with("done", [&good, &quits], &short).0,
        1,
        "the file exists"
    );
    let small = room.fake("small", "gtp", "small");
    let (code, text) = with("too-small", [&good, &small], &short);
    assert_eq!(code, 1);
    assert!(text.contains("unacceptable size"), "{text}");
    for wrong in [
        &["--size", "2"][..],
        &["--size", "15x"],
        &["--winlength", "16"],
        &["--rule", "go"],
        &["--format", "knockout"],
        &["--tolerance", "0.1"],
        &["--scale", "300"],
        &["--shard", "3/2"],
        &["--games", "0"],
        &["--sprt", "elo0=5", "elo1=0"],
        &["--resign", "x"],
        &["--margin", "-1"],
        &["--openings", "/no/such/file"],
        &["--openings", "final", "--size", "20", "--rule", "exact"],
        &["--openings", "final", "--size", "19"],
        &["--each", "tcc=1"],
    ] {
        let (code, text) = with("wrong", [&good, &quits], wrong);
        assert_eq!((code, text.lines().count()), (2, 1), "{wrong:?}: {text}");
        assert!(!room.path("wrong").exists(), "{wrong:?}");
    }
    assert_eq!(status(&["--engine", &good]).0, 2, "one engine");
    assert_eq!(
        status(&["--engine", &good, "--engine", &good]).0,
        2,
        "one name"
    );
}

/// Parts played by two processes, merged into the table of the whole.
fn merge() {
    let room = Room::new();
    let file = |name: &str| room.path(name).to_string_lossy().into_owned();
    let engines = [
        room.fake("a", "gtp", "fair"),
        room.fake("b", "gtp", "resigns"),
    ];
    let play = |name: &str, more: &[&str]| {
        let out = file(name);
        let mut all = vec![
            "--out",
            &out,
            "--engine",
            &engines[0],
            "--engine",
            &engines[1],
        ];
        all.extend([
            "--games",
            "6",
            "--openings",
            "random:2-4",
            "--symmetries",
            "--shuffle",
        ]);
        all.extend(more);
        let (code, text) = status(&all);
        assert_eq!(code, 0, "{text}");
    };
    play("1", &["--shard", "1/2"]);
    play("2", &["--shard", "2/2"]);
    play("whole", &[]);
    let (one, two, sum) = (file("1"), file("2"), file("sum"));
    let (code, text) = status(&["merge", &one, &two, "--out", &sum]);
    assert_eq!(code, 0, "{text}");
    assert!(text.starts_with("6 games"), "{text}");
    assert_eq!(games_in(&room.path("sum")).len(), 6);
    // The same games give the same table, but for the times.
    let untimed = |text: &str| {
        let lines = text.lines().filter(|line| !line.is_empty()).skip(2);
        lines.map(|line| line[..40].to_owned()).collect::<Vec<_>>()
    };
    let (_, whole) = status(&["merge", &file("whole")]);
    assert_eq!(untimed(&text), untimed(&whole));
    assert_eq!(status(&["merge", &one]).0, 130, "games are missing");
    assert_eq!(status(&["merge", &one, &one]).0, 1, "games are there twice");
    play("other", &["--seed", "2"]);
    assert_eq!(
        status(&["merge", &one, &file("other")]).0,
        1,
        "another match"
    );
    assert_eq!(status(&["merge"]).0, 2);
}

/// A signal ends the match with the table of what was played, and leaves nobody behind. It is none to
/// the engines: nobody loses by it.
fn interrupt() {
    let ctrl_c: fn(&Child) = super::ctrl_c::press;
    let mut signals = vec![(ctrl_c, "never")];
    #[cfg(unix)]
    signals.push((terminate, "ignores-quit"));
    #[cfg(windows)]
    signals.push((ctrl_c, "ignores-quit"));
    for (signal, habit) in signals {
        let room = Room::new();
        let out = room.path("out");
        let heard = format!("stderr=true {}", room.fake("a", "gtp", "slow"));
        let arguments = [
            "--out",
            &out.to_string_lossy(),
            "--engine",
            &heard,
            "--engine",
            &room.fake("b", "gomocup", habit),
            "--concurrency",
            "2",
        ];
        let mut command = referee(&arguments);
        let child = super::ctrl_c::expected(&mut command)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let since = Instant::now();
        let patience = Duration::from_secs(20);
        while !room.path("b").exists() && since.elapsed() < patience {
            sleep(Duration::from_millis(5));
        }
        sleep(Duration::from_millis(100));
        signal(&child);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            text.contains("No games were played") || text.contains("LOS"),
            "{text}"
        );
        let games = games_in(&out);
        assert!(games.iter().all(|game| game.fault().is_none()), "{games:?}");
        room.assert_nobody_is_left("a");
        room.assert_nobody_is_left("b");
    }
}

/// Asks a process to end as a system does that shuts down.
#[cfg(unix)]
fn terminate(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process};
    kill_process(Pid::from_child(child), Signal::TERM).unwrap();
}

/// A referee killed at random moments, and again and again: every game once.
fn kills(kills: u32, games: u64) {
    let room = Room::new();
    let file = room.path("killed");
    let path = file.to_string_lossy().into_owned();
    let count = games.to_string();
    let first = [
        "--resume",
        &path,
        "--games",
        &count,
        "--draw-after",
        "48",
        "--concurrency",
        "2",
        "--engine",
        &room.fake("a", "gtp", "slow"),
        "--engine",
        &room.fake("b", "gomocup", "slow"),
    ]
    .map(str::to_owned);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(u64::from(std::process::id()));
    let mut unfinished = 0;
    for i in 0..kills {
        // Once the file has a first line, its name is enough.
        let begun = std::fs::read(&file).is_ok_and(|text| text.contains(&b'\n'));
        let arguments: Vec<&str> = if begun && i % 2 == 1 {
            first[..2].iter().map(String::as_str).collect()
        } else {
            first.iter().map(String::as_str).collect()
        };
        let quiet = Stdio::null;
        let mut child = referee(&arguments)
            .stdout(quiet())
            .stderr(quiet())
            .spawn()
            .unwrap();
        sleep(Duration::from_micros(rng.next_u64() % 60_000));
        child.kill().unwrap();
        child.wait().unwrap();
        let games_so_far = games_in(&file);
        let numbers: HashSet<u64> = games_so_far.iter().map(|game| game.game).collect();
        assert_eq!(numbers.len(), games_so_far.len(), "a game was played twice");
        unfinished += u32::from(games_so_far.len() as u64 != games);
    }
    let arguments: Vec<&str> = first.iter().map(String::as_str).collect();
    let (code, text) = status(&arguments);
    assert_eq!(code, 0, "{text}");
    let all = games_in(&file);
    let numbers: HashSet<u64> = all.iter().map(|game| game.game).collect();
    assert_eq!(all.len() as u64, games);
    assert_eq!(numbers, (0..games).collect());
    println!("{kills} kills, {unfinished} of them before the last game");
    room.assert_nobody_is_left("a");
    room.assert_nobody_is_left("b");
}

/// Plies a second and memory, for two engines that answer at once. Not a test of anything: prints.
fn speed() {
    let room = Room::new();
    for (dialects, games) in [(["gtp", "gtp"], 10_000), (["gomocup", "gomocup"], 2_000)] {
        let out = room.path(dialects[0]);
        let (path, count) = (out.to_string_lossy().into_owned(), games.to_string());
        let a = room.fake("a", dialects[0], "fair");
        let b = room.fake("b", dialects[1], "fair");
        let mut command = referee(&["--out", &path, "--games", &count, "--draw-after", "14"]);
        command.args(["--engine", &a, "--engine", &b]);
        let since = Instant::now();
        let mut child = command.stdout(Stdio::null()).spawn().unwrap();
        let proc = format!("/proc/{}/status", child.id());
        let mut peaks = Vec::new();
        while child.try_wait().unwrap().is_none() {
            let status = std::fs::read_to_string(&proc).unwrap_or_default();
            let peak = status.lines().find(|line| line.starts_with("VmHWM"));
            peaks.extend(peak.map(str::to_owned));
            sleep(Duration::from_millis(500));
        }
        let seconds = since.elapsed().as_secs_f64();
        let plies: usize = games_in(&out).iter().map(|game| game.plies()).sum();
        let mut out = std::io::stdout().lock();
        let middle = peaks.get(peaks.len() / 2);
        let _ = writeln!(
            out,
            "{dialects:?}: {games} games, {plies} plies, {:.0} a second; {middle:?} half-way, {:?}",
            plies as f64 / seconds,
            peaks.last()
        );
    }
}

/// A referee that is killed takes everybody along: engines that do not look at their input, their
/// children, and engines that have left for a group of their own.
fn orphans() {
    let room = Room::new();
    let stalls = room.fake("stalls", "gtp", "forks-and-stalls");
    let alone = room.fake("alone", "gtp", "ignores-quit");
    // `timeout` makes a group of its own; from a job nobody escapes.
    #[cfg(unix)]
    let alone = alone.replace("cmd=", "-- timeout 600 ");
    let out = room.path("out").to_string_lossy().into_owned();
    let engines = ["--engine", &stalls, "--engine", &alone];
    let mut child = referee(&[&["--out", &out, "--openings", "empty"][..], &engines].concat())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    room.await_processes("stalls", 2);
    room.await_processes("alone", 1);
    child.kill().unwrap();
    child.wait().unwrap();
    room.assert_nobody_is_left("stalls");
    room.assert_nobody_is_left("alone");
}

/// What is given beside the file that is resumed is not passed over.
fn resumed_options() {
    let room = Room::new();
    let file = room.path("out").to_string_lossy().into_owned();
    let engines = ["a", "b"].map(|name| room.fake(name, "gtp", "fair"));
    let begin = ["--out", &file, "--games", "2", "--draw-after", "8"];
    let with = ["--engine", &engines[0], "--engine", &engines[1]];
    assert_eq!(status(&[&begin[..], &with].concat()).0, 0);
    let resume = |more: &[&str]| status(&[&["--resume", &file], more].concat());
    assert_eq!(resume(&[]).0, 0);
    assert_eq!(resume(&["--size", "15", "--draw-after", "8"]).0, 0);
    for (more, told) in [
        (["--size", "20"], "width is 15 there, 20 here"),
        (["--stall", "7"], "stall is 300.0 there, 7.0 here"),
        (["--shard", "1/2"], "shard is 1/1 there, 1/2 here"),
        (["--games", "1"], "games is 2 there, 1 here"),
        (["--each", "tc=1"], "--each has no --engine"),
    ] {
        let (code, text) = resume(&more);
        assert!(code != 0 && text.contains(told), "{more:?}: {text}");
    }
    assert_eq!(games_in(&room.path("out")).len(), 2);
    assert_eq!(resume(&["--games", "4"]).0, 0);
    assert_eq!(games_in(&room.path("out")).len(), 4);
    let sgf = room.path("sgf").to_string_lossy().into_owned();
    assert_eq!(resume(&["--sgf", &sgf]).0, 0, "a folder of its own");
    let other = room.path("other").to_string_lossy().into_owned();
    let second = ["--out", &other, "--games", "2", "--sgf", &sgf];
    let (code, text) = status(&[&second[..], &with].concat());
    assert!(code == 2 && text.contains("000000.sgf exists"), "{text}");
}

/// It is said that an engine is being waited for.
fn waiting() {
    let room = Room::new();
    let out = room.path("out").to_string_lossy().into_owned();
    let mute = room.fake("mute", "gtp", "mute");
    let good = room.fake("good", "gtp", "fair");
    let engines = ["--engine", &good, "--engine", &mute];
    let (code, text) = status(&[&["--out", &out, "--stall", "4"][..], &engines].concat());
    assert_eq!(code, 1);
    assert!(
        text.contains("mute does not answer yet") && text.contains("4 s"),
        "{text}"
    );
}

/// Two referees do not write one file, and the one that is told so leaves it as it is.
fn busy() {
    let room = Room::new();
    let out = room.path("out");
    let file = out.to_string_lossy().into_owned();
    let engines = [
        room.fake("a", "gtp", "slow"),
        room.fake("b", "gtp", "never"),
    ];
    let with = ["--engine", &engines[0], "--engine", &engines[1]];
    let arguments = [&["--resume", &file][..], &with].concat();
    let mut first = referee(&arguments).stdout(Stdio::null()).spawn().unwrap();
    room.await_processes("b", 1);
    let before = std::fs::read(&out).unwrap();
    let (code, text) = status(&arguments);
    assert!(code == 1 && text.contains("another referee"), "{text}");
    assert_eq!(std::fs::read(&out).unwrap(), before);
    first.kill().unwrap();
    first.wait().unwrap();
    let (code, text) = status(&["--resume", &file, "--size", "20"]);
    assert!(code == 1 && text.contains("width is 15 there"), "{text}");
}

//! What is left of a long command that is interrupted, or killed: the real program.

#[path = "kit/ctrl_c.rs"]
mod ctrl_c;

use std::collections::HashSet;
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_lianzhu");

/// The program as an engine of a command that runs elsewhere: under wine the path lacks its drive.
fn program() -> String {
    let path = std::path::absolute(PROGRAM).expect("a path");
    path.to_string_lossy().into_owned()
}

/// Where a process that does nothing is given up.
const PATIENCE: Duration = Duration::from_secs(120);

/// The exit status of what was interrupted and ended in order.
const INTERRUPTED: Option<i32> = Some(130);

/// What ends a program before its time.
#[derive(Clone, Copy)]
enum End {
    CtrlC,
    Kill,
}

impl End {
    fn come_to(self, child: &mut Child) {
        match self {
            End::CtrlC => ctrl_c::press(child),
            End::Kill => child.kill().expect("a process to kill"),
        }
    }
}

/// A folder of its own for each test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = env::temp_dir().join(format!("lianzhu-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    /// The text of a file, empty if there is none.
    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_default()
    }

    fn start(&self, command: &str) -> Child {
        ctrl_c::expected(&mut Command::new(PROGRAM))
            .args(lianzhu::referee::split_words(command).expect("words"))
            .current_dir(&self.0)
            .env_remove("RUST_LOG")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts")
    }

    /// Runs a command to its end, which is to be a good one.
    fn run(&self, command: &str) {
        let output = self.start(command).wait_with_output().expect("an output");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {error}");
    }

    /// What a command shows on a terminal; its end is to be a good one.
    fn shown(&self, command: &str) -> String {
        let script =
            "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";
        let output = Command::new("python3")
            .args(["-c", script, PROGRAM])
            .args(lianzhu::referee::split_words(command).expect("words"))
            .current_dir(&self.0)
            .env("TERM", "xterm")
            .stdin(Stdio::null())
            .output()
            .expect("python3 is needed for this test");
        let shown = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{command}: {shown}");
        shown
    }

    /// Ends a command as soon as `is_time`.
    fn interrupt(&self, command: &str, end: End, is_time: impl Fn() -> bool) -> Output {
        let mut child = self.start(command);
        let start = Instant::now();
        while !is_time() {
            let status = child.try_wait().expect("a process");
            assert!(
                status.is_none(),
                "{command}: it ended too early: {status:?}"
            );
            assert!(start.elapsed() < PATIENCE, "{command}: nothing comes");
            sleep(Duration::from_millis(5));
        }
        end.come_to(&mut child);
        let output = child.wait_with_output().expect("an output");
        let error = String::from_utf8_lossy(&output.stderr);
        if matches!(end, End::CtrlC) {
            assert_eq!(output.status.code(), INTERRUPTED, "{command}: {error}");
        }
        output
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn lines(text: &str) -> usize {
    text.matches('\n').count()
}

#[test]
fn datagen_goes_on_where_it_stopped() {
    let folder = Folder::new("datagen");
    let command = "datagen --nodes 200 --threads 2 --seed 5 --out cut.txt --games";
    for (end, games) in [(End::CtrlC, 4), (End::Kill, 8)] {
        let enough = || lines(&folder.text("cut.txt")) > games;
        folder.interrupt(&format!("{command} 100000"), end, enough);
    }
    let text = folder.text("cut.txt");
    let games = lines(&text) - 1;
    folder.run(&format!("{command} {}", games + 2));
    let text = folder.text("cut.txt");
    assert_eq!(lines(&text), games + 3);
    folder.run(&format!(
        "datagen --nodes 200 --seed 5 --out whole.txt --games {}",
        games + 2
    ));
    assert_eq!(text, folder.text("whole.txt"));
}

#[test]
fn games_are_rescored_on_where_it_stopped() {
    let folder = Folder::new("rescore");
    // Enough to do that Ctrl-C, which may need a second to be pressed, comes before the end.
    folder.run("datagen --nodes 60 --seed 5 --games 24 --threads 2 --out games.txt");
    let command = "rescore --data games.txt --nodes 1000";
    let cut = format!("{command} --threads 2 --out cut.txt");
    for (end, games) in [(End::CtrlC, 2), (End::Kill, 5)] {
        let enough = || lines(&folder.text("cut.txt")) > games;
        folder.interrupt(&cut, end, enough);
    }
    folder.run(&cut);
    folder.run(&format!("{command} --out whole.txt"));
    let text = folder.text("cut.txt");
    assert_eq!(text, folder.text("whole.txt"));
    assert_eq!(lines(&text), 25);
    assert!(
        text.starts_with("# lianzhu datagen freestyle 15x15 5 nodes 60 seed 5 rescored 1000\n")
    );
    // What is there already is of other searches.
    let other = folder.start("rescore --data games.txt --nodes 400 --out cut.txt");
    let output = other.wait_with_output().expect("an output");
    assert!(!output.status.success());
    assert_eq!(text, folder.text("cut.txt"));
}

#[test]
fn constants_are_tuned_on_where_it_stopped() {
    let folder = Folder::new("spsa");
    let command = "spsa --params futility_margin,vcf_leaf --nodes 100 --pairs 2 --iterations 12";
    let cut = format!("{command} --threads 2 --out cut.txt");
    for (end, iterations) in [(End::CtrlC, 2), (End::Kill, 4)] {
        let enough = || lines(&folder.text("cut.txt")) > iterations;
        folder.interrupt(&cut, end, enough);
    }
    folder.run(&cut);
    folder.run(&format!("{command} --out whole.txt"));
    assert_eq!(folder.text("cut.txt"), folder.text("whole.txt"));
}

#[test]
fn openings_are_asked_about_once() {
    let folder = Folder::new("openings");
    // Enough to do that Ctrl-C, which may need a second to be pressed, comes before the end.
    let judge = format!("cmd='{} gomocup' proto=gomocup nodes=5000", program());
    let command = |out: &str| format!("openings --count 20 --engine \"{judge}\" {out}");
    for (end, answers) in [(End::CtrlC, 3), (End::Kill, 9), (End::CtrlC, 15)] {
        let enough = || lines(&folder.text("cut.txt.asked")) > answers;
        folder.interrupt(&command("--out cut.txt"), end, enough);
        assert!(!folder.0.join("cut.txt").exists());
    }
    let text = folder.text("cut.txt.asked");
    let answers: HashSet<&str> = text.lines().collect();
    assert_eq!(answers.len(), lines(&text), "{text}");
    folder.run(&command("--out cut.txt"));
    assert!(!folder.0.join("cut.txt.asked").exists());
    folder.run(&command("--out whole.txt"));
    assert_eq!(folder.text("cut.txt"), folder.text("whole.txt"));
}

#[test]
fn what_was_fitted_is_kept() {
    let folder = Folder::new("fit");
    folder.run("datagen --nodes 30 --seed 1 --games 40 --out games.txt");
    for (command, passes, begun) in [
        ("tune", "--epochs 1000000 --order-epochs 0", "value before"),
        ("tune", "--epochs 0 --order-epochs 1000000", "order before"),
        ("train", "--epochs 1000000", "network before"),
        (
            "train-policy --nodes 300 --one-in 1",
            "--epochs 1000000",
            "policy before",
        ),
    ] {
        let fit = format!("{command} --data games.txt --out out.txt");
        let log = folder.path("log");
        let _ = fs::remove_file(&log);
        let words = lianzhu::referee::split_words(&format!("{fit} {passes} --log-level info"));
        let mut child = ctrl_c::expected(&mut Command::new(PROGRAM))
            .args(words.expect("words"))
            .current_dir(&folder.0)
            .stderr(fs::File::create(&log).expect("a file"))
            .spawn()
            .expect("the program starts");
        let start = Instant::now();
        while !folder.text("log").contains(begun) {
            assert!(start.elapsed() < PATIENCE, "{fit}: {}", folder.text("log"));
            sleep(Duration::from_millis(5));
        }
        ctrl_c::press(&child);
        let status = child.wait().expect("a process");
        let log = folder.text("log");
        assert_eq!(status.code(), INTERRUPTED, "{log}");
        assert!(
            log.contains("interrupted; out.txt is what it came to"),
            "{log}"
        );
        let kept = folder.text("out.txt");
        assert!(
            kept.lines()
                .next()
                .expect("a line")
                .ends_with("stopped before the end.")
        );
        fs::rename(folder.0.join("out.txt"), folder.0.join("from.txt")).expect("a file");
        folder.run(&format!("{fit} --from from.txt --epochs 0"));
    }
}

#[test]
fn a_review_goes_on_where_it_stopped() {
    let folder = Folder::new("review");
    let moves =
        "hh];W[hi];B[ig];W[jf];B[gh];W[ih];B[gg];W[hf];B[gf];W[ge];B[fh];W[eh];B[gi];W[gj];B[fe]";
    fs::write(
        folder.0.join("game.sgf"),
        format!("(;GM[4]SZ[15];B[{moves})"),
    )
    .expect("a file");
    let command = |out: &str| format!("analyse game.sgf --nodes 20000 --threads 1 --out {out}");
    for (end, searched) in [(End::CtrlC, 2), (End::Kill, 5)] {
        let enough = || folder.text("cut.sgf").matches("C[").count() > searched;
        folder.interrupt(&command("cut.sgf"), end, enough);
    }
    folder.run(&command("cut.sgf"));
    folder.run(&command("whole.sgf"));
    assert_eq!(folder.text("cut.sgf"), folder.text("whole.sgf"));
}

#[test]
fn a_match_goes_on_where_it_stopped() {
    let (folder, program) = (Folder::new("match"), program());
    let engine =
        |name: &str| format!("--engine \"name={name} cmd='{program} --max-nodes 100 --seed 1'\"");
    let command = format!(
        "match --games 40 --resume cut.jsonl {} {}",
        engine("a"),
        engine("b")
    );
    for (end, games) in [(End::CtrlC, 2), (End::Kill, 5)] {
        let enough = || lines(&folder.text("cut.jsonl")) > games;
        folder.interrupt(&command, end, enough);
    }
    let before = folder.text("cut.jsonl");
    let kept = &before[..before.rfind('\n').expect("a line") + 1];
    folder.run(&command);
    let text = folder.text("cut.jsonl");
    assert!(text.starts_with(kept));
    assert_eq!(lines(&text), 41);
}

#[test]
fn a_proof_goes_on_where_it_stopped() {
    let folder = Folder::new("proof");
    let command = "solve h8 h11 h6 h7 --for win --threads 1 --resume work";
    let enough = || lines(&folder.text("work")) > 2;
    let output = folder.interrupt(command, End::CtrlC, enough);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("interrupted; the same command goes on"),
        "{error}"
    );
    assert!(output.stdout.starts_with(b"unknown\nit was interrupted\n"));
    let before = folder.text("work");
    folder.run(command);
    assert!(folder.text("work").starts_with(&before));
}

/// A terminal is shown how far it is, anything else nothing.
#[test]
fn progress_is_for_terminals() {
    let folder = Folder::new("terminal");
    let command = "datagen --nodes 100 --out games.txt --games";
    let output = folder
        .start(&format!("{command} 2"))
        .wait_with_output()
        .expect("an output");
    assert!(output.status.success() && output.stderr.is_empty() && output.stdout.is_empty());
}

#[test]
#[cfg_attr(not(unix), ignore = "takes a pseudo-terminal")]
fn progress_is_shown_on_a_terminal() {
    let folder = Folder::new("progress");
    let command = "datagen --nodes 100 --out games.txt --games";
    let shown = folder.shown(&format!("{command} 12"));
    for part in [" of 12 games", " a second, 0:", " left"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let shown = folder.shown("solve h8 h11 h6 g7 --for win --threads 1");
    for part in ["Black wins? ", " positions proven, ", "win\r\n"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

fn small_match(out: &str) -> String {
    let program = program();
    format!(
        "match --games 6 --size 5 --winlength 4 --out {out} \
         --engine \"name=a cmd='{program} --player scoring'\" \
         --engine \"name=b cmd='{program} --player random'\""
    )
}

/// A match says how it stands: in a bar on a terminal, else in plain lines.
#[test]
fn a_match_says_how_it_stands() {
    let folder = Folder::new("standing");
    let output = folder.start(&small_match("plain.jsonl")).wait_with_output();
    let output = output.expect("an output");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{said}"
    );
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "results: plain.jsonl");
    assert!(lines[1].starts_with("1/6 games  "), "{said}");
    assert!(lines[1].contains("  LOS "), "{said}");
    assert!(
        said.contains("\n6/6 games  ") && !said.contains('\r'),
        "{said}"
    );
}

#[test]
#[cfg_attr(not(unix), ignore = "takes a pseudo-terminal")]
fn a_match_shows_how_it_stands() {
    let folder = Folder::new("shown");
    let shown = folder.shown(&small_match("drawn.jsonl"));
    for part in [
        "results: drawn.jsonl",
        " of 6 games",
        "  LOS ",
        "6 games: Black won",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert!(!shown.contains("6/6 games"), "{shown}");
}

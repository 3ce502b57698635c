//! `lianzhu analyse` as it is called: files in and out, faults, interruptions.

use std::fs;
use std::path::MAIN_SEPARATOR;
use std::thread;
use std::time::{Duration, Instant};

use super::ctrl_c;
use super::kit::{Folder, MISSED, analyse, run, text};

/// Where a process that hangs is given up.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn a_file_is_reviewed_beside_itself() {
    let folder = Folder::new("beside");
    folder.write("game.sgf", MISSED);
    let output = run(
        &folder,
        &["game.sgf", "--nodes", "500", "--html", "game.html"],
    );
    let said = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(output.stderr.is_empty(), "a bar where there is no terminal");
    assert!(
        said.starts_with("game.sgf: reviewed in game.review.sgf\n"),
        "{said}"
    );
    assert!(
        said.contains("  7 Black C15") && said.contains("Missed a win by fours"),
        "{said}"
    );
    assert_eq!(folder.read("game.sgf"), MISSED);
    assert!(folder.read("game.html").starts_with("<!doctype html>"));
    let review = folder.read("game.review.sgf");
    assert!(
        review.contains("LB[") && !review.contains("GM["),
        "{review}"
    );
    // Again from the review itself: nothing doubles.
    let output = run(
        &folder,
        &["game.review.sgf", "--nodes", "500", "--out", "again.sgf"],
    );
    assert!(output.status.success());
    assert_eq!(folder.read("again.sgf"), review);
}

#[test]
fn bad_files_are_named_and_the_others_go_on() {
    let folder = Folder::new("bad");
    folder.write("good.sgf", "(;SZ[9];B[ee];W[dd])\n(;SZ[7];B[aa])");
    folder.write("again/good.sgf", "(;SZ[9])");
    folder.write("none.sgf", "no game");
    folder.write("illegal.sgf", "(;SZ[9];B[ee])(;SZ[9];B[ss])");
    folder.write("broken.sgf", "(;SZ[9];B[ee]");
    let files = [
        "none.sgf",
        "good.sgf",
        "missing.sgf",
        "illegal.sgf",
        "broken.sgf",
        "again/good.sgf",
        // A file that is named twice counts once.
        "./good.sgf",
    ];
    let mut arguments = files.to_vec();
    arguments.extend(["--nodes", "100", "--out", "out", "--html", "all.html"]);
    let output = run(&folder, &arguments);
    assert_eq!(output.status.code(), Some(2));
    let complaints = text(&output.stderr).replace(MAIN_SEPARATOR, "/");
    for complaint in [
        "error: none.sgf: no game record begins in the file",
        "error: missing.sgf: cannot read it: ",
        "error: illegal.sgf: game 2: move 1, line 1: the point is off the 9x9 board",
        "error: broken.sgf: line 1: the record breaks off",
        "error: again/good.sgf: the review would be written over out/good.review.sgf",
    ] {
        assert!(
            complaints.contains(complaint),
            "{complaint} in {complaints}"
        );
    }
    assert_eq!(complaints.lines().count(), 5, "{complaints}");
    assert_eq!(folder.read("out/good.review.sgf").matches("SZ[").count(), 2);
    assert_eq!(
        fs::read_dir(folder.0.join("out"))
            .expect("a folder")
            .count(),
        1
    );
    assert_eq!(folder.read("all.html").matches("<section").count(), 2);
}

#[test]
fn nothing_is_written_over_by_mistake() {
    let folder = Folder::new("over");
    folder.write("game.sgf", "(;SZ[9];B[ee])");
    folder.write("letter.txt", "dear friend");
    folder.write("other.sgf", "(;SZ[9];B[dd])");
    for target in ["game.sgf", "letter.txt", "other.sgf"] {
        let before = folder.read(target);
        let output = run(&folder, &["game.sgf", "--nodes", "100", "--out", target]);
        assert_eq!(output.status.code(), Some(2), "{target}");
        assert!(text(&output.stderr).contains(target), "{target}");
        assert_eq!(folder.read(target), before);
    }
    let output = run(
        &folder,
        &["game.sgf", "--nodes", "100", "--out", "no/folder.sgf"],
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("cannot write no/folder.sgf"));
    for wrong in [
        &["game.sgf", "--time", "0"][..],
        &["game.sgf", "--nodes", "0"],
        &["--nodes", "5"],
    ] {
        assert_eq!(run(&folder, wrong).status.code(), Some(2));
    }
}

#[test]
fn force_writes_over_all_but_records() {
    let folder = Folder::new("force");
    folder.write("game.sgf", "(;SZ[9];B[ee])");
    folder.write("letter.txt", "dear friend");
    folder.write("empty.sgf", "");
    let out = |target, force: &[&str]| {
        let mut arguments = vec!["game.sgf", "--nodes", "100", "--out", target];
        arguments.extend(force);
        run(&folder, &arguments)
    };
    let refused = out("letter.txt", &[]);
    assert!(
        text(&refused.stderr).contains("--force"),
        "{}",
        text(&refused.stderr)
    );
    assert!(out("letter.txt", &["--force"]).status.success());
    assert!(folder.read("letter.txt").contains("LZA["));
    // There is nothing to lose.
    assert!(out("empty.sgf", &[]).status.success());
    assert_eq!(out("game.sgf", &["--force"]).status.code(), Some(2));
    assert_eq!(folder.read("game.sgf"), "(;SZ[9];B[ee])");
    // A record of the same call is none, either.
    folder.write("a/x.sgf", "(;SZ[9];B[dd])");
    folder.write("b/x.review.sgf", "(;SZ[9];B[cc])");
    let output = run(
        &folder,
        &[
            "a/x.sgf",
            "b/x.review.sgf",
            "--nodes",
            "100",
            "--out",
            "b",
            "--force",
        ],
    );
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(folder.read("b/x.review.sgf"), "(;SZ[9];B[cc])");
}

#[test]
fn the_page_is_written_over_pages_only() {
    let folder = Folder::new("page");
    folder.write("game.sgf", "(;SZ[9];B[ee])");
    folder.write("other.sgf", "(;SZ[9];B[dd])");
    folder.write("letter.txt", "dear friend");
    folder.write("empty.html", "");
    let html = |target, more: &[&str]| {
        let mut arguments = vec!["game.sgf", "--nodes", "100", "--html", target];
        arguments.extend(more);
        run(&folder, &arguments)
    };
    // As from --html games/*.sgf: the first record is taken for the page.
    for (target, more) in [
        ("game.sgf", &[][..]),
        ("./game.sgf", &["--force"]),
        ("other.sgf", &["other.sgf", "--force"]),
        ("other.sgf", &["--force"]),
        ("letter.txt", &[]),
        ("game.review.sgf", &[]),
        ("new.html", &["--out", "./new.html"]),
        ("new.html", &["--out", "new.html", "--force"]),
        ("no/new.html", &[]),
        (".", &["--force"]),
    ] {
        let before = folder.read(target);
        let output = html(target, more);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{target} {more:?}: {said}");
        assert!(said.contains(target), "{said}");
        assert_eq!(folder.read(target), before, "{target} {more:?}");
        // Nothing is searched before that is known.
        assert!(!folder.0.join("game.review.sgf").exists());
    }
    for (target, more) in [
        ("new.html", &[][..]),
        ("new.html", &[]),
        ("empty.html", &[]),
        ("letter.txt", &["--force"]),
    ] {
        let output = html(target, more);
        assert!(
            output.status.success(),
            "{target}: {}",
            text(&output.stderr)
        );
        assert!(folder.read(target).starts_with("<!doctype html>"));
    }
    // A page of fewer games gives way to one of more.
    assert!(html("new.html", &["other.sgf"]).status.success());
    assert_eq!(folder.read("new.html").matches("<section").count(), 2);
}

#[test]
#[cfg_attr(not(unix), ignore = "takes links and /dev/null")]
fn a_link_or_a_device_stays_what_it_is() {
    let folder = Folder::new("link");
    folder.write("game.sgf", "(;SZ[9];B[ee])");
    folder.write("page.html", "");
    #[cfg(unix)]
    std::os::unix::fs::symlink("page.html", folder.0.join("link.html")).expect("a link");
    for (out, html) in [("/dev/null", "link.html"), ("a.sgf", "/dev/null")] {
        let output = run(
            &folder,
            &["game.sgf", "--nodes", "100", "--out", out, "--html", html],
        );
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    assert!(folder.read("page.html").starts_with("<!doctype html>"));
    assert!(folder.0.join("link.html").is_symlink());
    assert!(!std::path::Path::new("/dev/null").is_file());
}

/// Quiet positions: none of them is decided by fours or threats at once.
const QUIET: &str =
    "(;SZ[15];B[hh];W[ih];B[gi];W[jg];B[fk];W[kk];B[dd];W[ll];B[ce];W[md];B[dm];W[nc];B[la])";

/// Whatever ends a review, the same command goes on with it, and the end is that of one that was left
/// alone.
#[test]
fn what_was_found_before_an_interruption_is_kept() {
    let folder = Folder::new("kept");
    folder.write("game.sgf", QUIET);
    fn arguments(out: &str) -> [&str; 7] {
        [
            "game.sgf",
            "--nodes",
            "10000",
            "--threads",
            "1",
            "--out",
            out,
        ]
    }
    assert!(run(&folder, &arguments("whole.sgf")).status.success());
    let whole = folder.read("whole.sgf");
    let found = |text: &str| text.matches("LZF[").count();
    assert_eq!(found(&whole), 14);
    for is_asked in [true, false] {
        let out = format!("part-{is_asked}.sgf");
        let mut child = ctrl_c::expected(&mut analyse(&folder.0, &arguments(&out)))
            .spawn()
            .expect("the program starts");
        let start = Instant::now();
        while found(&folder.read(&out)) == 0 && child.try_wait().expect("a child").is_none() {
            assert!(start.elapsed() < PATIENCE, "nothing was written");
            thread::sleep(Duration::from_millis(5));
        }
        if is_asked {
            ctrl_c::press(&child);
        } else {
            child.kill().expect("a process to kill");
        }
        let ended = child.wait().expect("a child");
        if !ended.success() {
            assert!(!is_asked || ended.code() == Some(130), "{ended}");
            let part = folder.read(&out);
            assert!((1..14).contains(&found(&part)), "{part}");
            assert!(part.contains("not complete yet"), "{part}");
        }
        let again = run(&folder, &arguments(&out));
        assert!(again.status.success());
        assert_eq!(folder.read(&out), whole);
        // With another effort all is searched anew.
        let other = run(&folder, &["game.sgf", "--nodes", "100", "--out", &out]);
        assert!(other.status.success());
        assert_ne!(folder.read(&out), whole);
    }
}

//! Where records come from, and records that are none to their end.

use std::path::MAIN_SEPARATOR;

use super::kit::{Folder, analyse, run, text};
use super::unreadable::unreadable;

/// Runs the command with this on its standard input.
fn fed(folder: &Folder, arguments: &[&str], input: &str) -> std::process::Output {
    use std::io::Write;
    let mut child = analyse(&folder.0, arguments)
        .stdin(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // Where its options are refused it may not listen.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

#[test]
fn a_record_is_reviewed_up_to_its_bad_move() {
    let folder = Folder::new("cut");
    for (record, complaint) in [
        // All on one line, as many programs write it.
        (
            "(;SZ[9];B[ee];W[dd];B[ff];W[ee];B[aa])",
            "move 4, line 1: the point is occupied",
        ),
        (
            "(;SZ[9]\n;B[ee]\n;W[dd];B[ff]\n\n;W[aaa]\n;B[aa])\n",
            "move 4, line 5: a move is no point of two letters",
        ),
        (
            "(;SZ[9];B[ee];W[dd]\n;B[ff];\nW[ss];B[aa])",
            "move 4, line 3: the point is off the 9x9 board",
        ),
        (
            "(;SZ[9];B[ee];W[dd];B[ff]\n;AW[aa];B[ab])",
            "move 4, line 2: stones are set up after the first move",
        ),
        (
            "Piskvorky 9x9, 11:11, 0\n5,5,0\n4,4,0\n6,6,0\n5,5,0\n1,1,0\n",
            "move 4, line 5: the point is occupied",
        ),
        (
            "Piskvorky 9x9, 11:11, 0\n5,5,0\n4,4,0\n6,6,0\n\n10,1,0\n",
            "move 4, line 6: the point is off the board",
        ),
    ] {
        folder.write("game.sgf", record);
        let arguments = ["game.sgf", "--nodes", "100", "--html", "page.html"];
        let output = run(&folder, &arguments);
        let said = text(&output.stderr);
        assert_eq!(
            said,
            format!("error: game.sgf: {complaint}; reviewed up to there\n")
        );
        assert_eq!(output.status.code(), Some(1));
        let why = complaint.split(": ").nth(1).expect("a reason");
        let why = format!("reviewed up to move 3, for move 4 is none: {why}");
        assert!(
            text(&output.stdout).contains(&why),
            "{}",
            text(&output.stdout)
        );
        let (review, page) = (folder.read("game.review.sgf"), folder.read("page.html"));
        assert!(review.contains(&why) && page.contains(&why), "{review}");
        assert!(
            review.contains("3 Black F4") && !review.contains("4 White"),
            "{review}"
        );
        // It is known again, and the rest of the record is still there.
        assert_eq!(run(&folder, &arguments).status.code(), Some(1));
        assert_eq!(folder.read("game.review.sgf"), review);
        if record.starts_with('(') {
            assert!(review.contains(";B[a"), "{review}");
        }
        std::fs::remove_file(folder.0.join("game.review.sgf")).expect("a review");
    }
}

#[test]
fn a_bad_move_in_one_game_leaves_the_others() {
    let folder = Folder::new("others");
    folder.write("two.sgf", "(;SZ[9];B[ee];W[ee])\n(;SZ[9];B[ee];W[dd])");
    let output = run(&folder, &["two.sgf", "--nodes", "100"]);
    let said = text(&output.stderr);
    assert_eq!(
        said,
        "error: two.sgf: game 1: move 2, line 1: the point is occupied; reviewed up to there\n"
    );
    assert!(folder.read("two.review.sgf").contains("2 White D6"));
}

#[test]
fn a_record_of_go_gets_a_warning() {
    let folder = Folder::new("go");
    folder.write("go.sgf", "(;GM[1]SZ[9]RU[Japanese];B[ee];W[dd])");
    folder.write("ours.sgf", "(;GM[1]SZ[9]RU[renju];B[ee];W[dd])");
    folder.write("hex.sgf", "(;GM[11]SZ[9];B[ee];W[dd])");
    let output = run(
        &folder,
        &["go.sgf", "ours.sgf", "hex.sgf", "--nodes", "100"],
    );
    assert!(output.status.success());
    assert_eq!(
        text(&output.stderr),
        "warning: go.sgf: a record of Go (GM[1]), reviewed as 5 in a row\n\
         warning: hex.sgf: a record of another game (GM[11]), reviewed as 5 in a row\n"
    );
}

#[test]
fn games_that_piskvork_saved_are_reviewed() {
    let folder = Folder::new("psq");
    folder.write(
        "game.psq",
        "Piskvorky 20x12, 0:11, 1\r\n11,11,0\r\n12,10,35\r\nAnn [x]\r\npbrain-b.exe\r\n-1\r\n1,Renju\r\n",
    );
    let output = run(&folder, &["game.psq", "--nodes", "100"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(
        said.starts_with("game.psq: reviewed in game.review.sgf\n  5 in a row, renju"),
        "{said}"
    );
    let review = folder.read("game.review.sgf");
    for part in [
        "SZ[20:12]",
        "RU[renju]",
        "PB[pbrain-b.exe]",
        "PW[Ann [x\\]]",
        ";B[kk]",
        ";W[lj]",
    ] {
        assert!(review.contains(part), "{part} in {review}");
    }
    // What was found is gone on with, and a game that goes on is another one.
    assert!(
        run(&folder, &["game.psq", "--nodes", "100"])
            .status
            .success()
    );
    assert_eq!(folder.read("game.review.sgf"), review);
    folder.write("none.psq", "Piskvorky 20\n1,1,0\n");
    folder.write("first.psq", "Piskvorky 15x15, 0:0, 0\n16,1,0\n");
    let output = run(&folder, &["none.psq", "first.psq", "--nodes", "100"]);
    let said = text(&output.stderr);
    assert!(
        said.contains("error: none.psq: line 1: a game begins with"),
        "{said}"
    );
    assert!(
        said.contains("error: first.psq: line 2: the point is off the board"),
        "{said}"
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn standard_input_is_a_record() {
    let folder = Folder::new("stdin");
    let record = "(;SZ[9];B[ee];W[dd])";
    let output = fed(&folder, &["-", "--nodes", "100"], record);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with("standard input: reviewed\n  5 in a row"));
    assert_eq!(std::fs::read_dir(&folder.0).expect("a folder").count(), 0);
    let output = fed(&folder, &["-", "--nodes", "100", "--out", "a.sgf"], record);
    assert!(text(&output.stdout).starts_with("standard input: reviewed in a.sgf\n"));
    // The review alone goes to standard output where it is asked for there.
    let output = fed(&folder, &["-", "--nodes", "100", "--out", "-"], record);
    assert_eq!(text(&output.stdout), folder.read("a.sgf"));
    assert!(text(&output.stderr).starts_with("standard input: reviewed\n"));
    folder.write("b.sgf", record);
    let output = fed(
        &folder,
        &["-", "b.sgf", "--nodes", "100", "--out", "all"],
        record,
    );
    assert!(output.status.success());
    assert_eq!(
        folder.read("all/standard-input.review.sgf"),
        folder.read("all/b.review.sgf")
    );
    let output = fed(&folder, &["-", "-", "--nodes", "100"], record);
    assert_eq!(output.status.code(), Some(2));
    let nobody = analyse(&folder.0, &["-"])
        .stdin(unreadable())
        .output()
        .expect("the program starts");
    assert_eq!(nobody.status.code(), Some(1));
    assert!(text(&nobody.stderr).starts_with("error: standard input: cannot read it: "));
    let output = fed(&folder, &["-", "--nodes", "100"], "dear friend");
    assert_eq!(
        text(&output.stderr),
        "error: standard input: no game record begins in the file\n"
    );
}

#[test]
fn a_folder_stands_for_the_records_in_it() {
    let folder = Folder::new("folder");
    folder.write("games/b.sgf", "(;SZ[9];B[ee])");
    folder.write("games/a.PSQ", "Piskvorky 9x9, 0:0, 0\n5,5,0\n");
    folder.write("games/deep/er/b.sgf", "(;SZ[9];B[dd])");
    folder.write("games/notes.txt", "dear friend");
    folder.write("games/.hidden/c.sgf", "(;SZ[9];B[cc])");
    folder.write("empty/notes.txt", "dear friend");
    // Elsewhere it takes a right to make a link to a folder.
    #[cfg(unix)]
    std::os::unix::fs::symlink("..", folder.0.join("games/deep/up")).expect("a link");
    let inputs = |arguments: &[&str]| {
        let mut all = arguments.to_vec();
        all.extend(["--nodes", "100"]);
        let output = run(&folder, &all);
        let said = text(&output.stdout).replace(MAIN_SEPARATOR, "/");
        let named = said.lines().filter(|line| !line.starts_with(' '));
        let named: Vec<String> = named.map(str::to_owned).collect();
        (output.status.code(), named, text(&output.stderr))
    };
    let beside = [
        "games/a.PSQ: reviewed in games/a.review.sgf",
        "games/b.sgf: reviewed in games/b.review.sgf",
        "games/deep/er/b.sgf: reviewed in games/deep/er/b.review.sgf",
    ];
    // The second time, the reviews are no records; nor are they where the shell names all files.
    for arguments in [&["games"][..], &["games"], &["games", "games/b.sgf"]] {
        assert_eq!(inputs(arguments).1, beside, "{arguments:?}");
    }
    let (status, named, said) = inputs(&["games/b.review.sgf", "games/b.sgf"]);
    assert_eq!((status, named.len()), (Some(0), 1), "{named:?} {said}");
    let (status, named, _) = inputs(&["games", "--out", "out", "--html", "all.html"]);
    assert_eq!(status, Some(0));
    assert_eq!(
        named[2],
        "games/deep/er/b.sgf: reviewed in out/deep/er/b.review.sgf"
    );
    assert!(folder.read("out/deep/er/b.review.sgf").contains("B[dd]"));
    let page = folder.read("all.html").replace(MAIN_SEPARATOR, "/");
    assert!(page.contains(">games/b.sgf</a>"));
    let (status, _, said) = inputs(&["empty", "games"]);
    assert_eq!(status, Some(1));
    assert_eq!(
        said,
        "error: empty: no record (.sgf or .psq) in this folder\n"
    );
}

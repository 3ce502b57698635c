//! `lianzhu solve`: the real program.

use std::collections::HashSet;
use std::env;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use lianzhu::game::Color;
use lianzhu::solve::{Verdict, check};

/// Where a process that does nothing is given up.
const PATIENCE: Duration = Duration::from_secs(120);

/// A folder of its own for each test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = env::temp_dir().join(format!("lianzhu-solve-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn start(&self, arguments: &str) -> Child {
        Command::new(env!("CARGO_BIN_EXE_lianzhu"))
            .arg("solve")
            .args(arguments.split_whitespace())
            .current_dir(&self.0)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts")
    }

    fn output(&self, arguments: &str, input: &str) -> Output {
        let mut child = self.start(arguments);
        let mut stdin = child.stdin.take().expect("an input");
        // Who refuses his options need not read.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        child.wait_with_output().expect("an output")
    }

    /// What a command says that decides its question.
    fn said(&self, arguments: &str) -> Vec<String> {
        let output = self.output(arguments, "");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments}: {error}");
        assert_eq!(error, "", "{arguments}");
        let said = String::from_utf8(output.stdout).expect("text");
        said.lines().map(str::to_owned).collect()
    }

    /// What a command complains of, and its status.
    fn refused(&self, arguments: &str) -> (Option<i32>, String) {
        let output = self.output(arguments, "");
        assert!(output.stdout.is_empty(), "{arguments}");
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(error.lines().count(), 1, "{arguments}: {error}");
        (output.status.code(), error)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), text).expect("a file");
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap_or_default()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Three in a row, open at both ends: Black to move wins, and White cannot stop him.
const THREE: &str = "h8 a1 h9 o1 h10 a15";

#[test]
fn values_are_right() {
    let folder = Folder::new("values");
    for (arguments, word) in [
        ("--size 3 --winlength 3", "draw"),
        ("--size 3 --winlength 3 b2 b1", "win"),
        ("--size 3 --winlength 3 b2", "draw"),
        ("--size 4x3 --winlength 3", "win"),
        ("--size 4x3 --winlength 3 b2", "loss"),
        ("--size 4x3 --winlength 3 --threads 1 b2", "loss"),
        ("--size 4x3 --winlength 3 --for win b2", "no win"),
        ("--size 4x3 --winlength 3 --for draw b2", "loss"),
        ("--size 5 --winlength 4 --for draw", "holds"),
        (
            "--size 5 --winlength 4 --rule caro --for win --memory 16",
            "no win",
        ),
        ("--size 3 --winlength 3 a1 a2 b1 b2 c1", "loss"),
        (THREE, "win"),
        ("h8 a1 h9 o1 h10 a15 pass", "loss"),
        ("--for win h8 a1 h9 o1 h10 a15", "win"),
        ("--for draw --threads 1 h8 a1 h9 o1 h10 a15", "holds"),
        ("--threads 1 h8 a1 h9 o1 h10 a15 h11", "loss"),
        ("--for draw h8 a1 h9 o1 h10 a15 h11", "loss"),
        ("--threads 3 --rule renju h8 a1 h9 o1 h10 a15 h11", "loss"),
    ] {
        let said = folder.said(arguments);
        assert_eq!(said[0], word, "{arguments}");
    }
}

#[test]
fn a_win_is_shown_with_its_moves_and_its_size() {
    let said = Folder::new("shown").said("h8 a1 h9 o1 j10 o15");
    let line = |word: &str| said.iter().find_map(|line| line.strip_prefix(word));
    let first = line("move: ").expect("a move");
    let moves = line("line: ").expect("a line");
    assert!(moves.starts_with(&format!("{first} ")), "{said:?}");
    assert_eq!(line("proof: "), Some("1 position, threats alone"));
    assert!(line("searched: ").expect("nodes").ends_with(" s"));
}

#[test]
fn wins_are_asked_for_by_their_quiet_moves() {
    let folder = Folder::new("quiet");
    for (arguments, word, quiet) in [
        (
            "--quiet 0 h8 h11 h6 g7",
            "no win",
            Some("not with no quiet move, threats alone"),
        ),
        ("--quiet 1 h8", "no win", Some("not with 1 quiet move")),
        (
            "--quiet 18446744073709551615 h8 a1 h9 o1 j10 o15",
            "win",
            None,
        ),
        (
            "--quiet fewest h8 a1 h9 o1 j10 o15",
            "win",
            Some("the fewest: no quiet move, threats alone"),
        ),
        ("--quiet 2 h8 a1 h9 o1 j10 o15 --proof p", "win", None),
        (
            "--quiet 0 --rule renju h8 h11",
            "no win",
            Some("not with no quiet move"),
        ),
        ("--quiet 0 --size 3 --winlength 3 b2 b1", "win", None),
    ] {
        let said = folder.said(&format!("--for win --threads 1 {arguments}"));
        assert_eq!(said[0], word, "{arguments}");
        let found = said.iter().find_map(|line| line.strip_prefix("quiet: "));
        let begins = |quiet: &str| found.is_some_and(|found| found.starts_with(quiet));
        assert!(
            quiet.map_or(found.is_none(), begins),
            "{arguments}: {said:?}"
        );
    }
    let claim = check(&folder.read("p")[..]).expect("a proof");
    assert_eq!(claim.verdict, Verdict::Win(Color::Black));
    let output = folder.output("--for win --quiet fewest h8 --time 1 --threads 1", "");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(
        said.starts_with("unknown\nthe time is up\nquiet: at least "),
        "{said}"
    );
}

#[test]
fn what_is_not_found_is_unknown() {
    let folder = Folder::new("unknown");
    for (arguments, reason) in [
        ("--time 0.05", "the time is up"),
        ("--time 0.05s --threads 1 --for win h8", "the time is up"),
        ("--size 8 --time 0.05", "the time is up"),
    ] {
        let output = folder.output(arguments, "");
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(3), "{arguments}: {said}");
        assert!(
            said.starts_with(&format!("unknown\n{reason}\n")),
            "{arguments}: {said}"
        );
    }
}

#[test]
fn records_name_positions() {
    let folder = Folder::new("records");
    let stones = "(;GM[4]SZ[15]AB[hh][ih][jh]AW[aa][oo][ao]PL[B])";
    folder.write("three.sgf", stones);
    folder.write("turn.sgf", stones.replace("PL[B]", "PL[W]"));
    folder.write("small.sgf", "(;GM[4]SZ[3];B[bb])");
    folder.write(
        "three.psq",
        "Piskvorky 15x15, 0:0, 0\n8,8,0\n1,1,0\n9,8,0\n15,1,0\n10,8,0\n1,15,0\n",
    );
    assert_eq!(folder.said("three.sgf")[0], "win");
    assert_eq!(folder.said("three.psq")[0], "win");
    assert_eq!(folder.said("small.sgf --winlength 3")[0], "draw");
    assert_eq!(folder.said("--size 3 small.sgf --rule exact")[0], "draw");
    let output = folder.output("- --for win", stones);
    assert!(output.stdout.starts_with(b"win\n"));
    // White has one reply at least that holds out.
    let output = folder.output("turn.sgf --for win --time 0.2", "");
    assert!(output.stdout.starts_with(b"unknown\n"));
}

#[test]
fn proofs_are_written_and_accepted() {
    let folder = Folder::new("proofs");
    let position = "h8 a1 h9 o1 h10 a15";
    for (arguments, files) in [
        (position.to_owned(), vec![("p", Verdict::Win(Color::Black))]),
        (
            format!("{position} --form strategy"),
            vec![("p", Verdict::Win(Color::Black))],
        ),
        (
            "--size 4x3 --winlength 3 b2".to_owned(),
            vec![("p", Verdict::Win(Color::Black))],
        ),
        (
            "--size 5 --winlength 4 --for draw".to_owned(),
            vec![("p", Verdict::Hold(Color::Black))],
        ),
        (
            "--size 4 --winlength 4".to_owned(),
            vec![
                ("p.black", Verdict::Hold(Color::Black)),
                ("p.white", Verdict::Hold(Color::White)),
            ],
        ),
    ] {
        let said = folder.said(&format!("{arguments} --proof p"));
        for (file, verdict) in files {
            let written = format!("written: {file}, {} bytes", folder.read(file).len());
            assert!(said.contains(&written), "{said:?}");
            assert_eq!(
                check(&folder.read(file)[..]).expect("a proof").verdict,
                verdict
            );
            let proven = &folder.said(&format!("--check {file}"))[0];
            let word = match verdict {
                Verdict::Win(_) => "Black wins, whatever White plays",
                Verdict::Hold(Color::Black) => "Black holds: White cannot force a line",
                Verdict::Hold(Color::White) => "White holds: Black cannot force a line",
            };
            assert_eq!(proven, &format!("proven: {word}"));
        }
    }
}

#[test]
fn damaged_proofs_are_refused_with_the_place() {
    let folder = Folder::new("damaged");
    folder.said(&format!("{THREE} --proof p"));
    let whole = folder.read("p");
    let refused = |name: &str, bytes: &[u8], place: &str| {
        folder.write(name, bytes);
        let (status, error) = folder.refused(&format!("--check {name}"));
        assert_eq!(status, Some(1), "{error}");
        assert!(error.starts_with(&format!("error: {name}: ")), "{error}");
        assert!(error.contains(place), "{error}");
    };
    refused("cut", &whole[..whole.len() - 1], "bytes, not ");
    refused("long", &[&whole[..], b"x"].concat(), "bytes, not ");
    let mut changed = whole.clone();
    *changed.last_mut().expect("a byte") ^= 1;
    refused("changed", &changed, "hash");
    refused("head", &whole[..40], "the head does not end");
    refused("none", b"(;GM[4])\n\n", "line 1 of the head");
    // The body of another proof under this head, and a hash that fits.
    let end = whole
        .windows(2)
        .position(|two| two == b"\n\n")
        .expect("a head");
    let (head, body) = whole.split_at(end);
    let head = String::from_utf8(head.to_vec()).expect("text");
    let other = head.replace("black H8 H9 H10", "black H8 H9 J10");
    assert_ne!(other, head);
    refused("other", &[other.as_bytes(), body].concat(), "byte ");
    assert_eq!(folder.refused("--check missing").0, Some(1));
}

#[test]
fn nothing_else_is_written_over() {
    let folder = Folder::new("over");
    for (name, text) in [("notes", "my notes"), ("p.white", "also mine\n")] {
        folder.write(name, text);
    }
    for proof in ["notes", "p", ".", "none/p"] {
        let (status, error) = folder.refused(&format!("--size 4 --winlength 4 --proof {proof}"));
        assert!(matches!(status, Some(1 | 2)), "{error}");
    }
    let (status, error) = folder.refused(&format!("{THREE} --resume notes"));
    assert_eq!(status, Some(1));
    assert!(error.contains("notes: line 1"), "{error}");
    assert_eq!(folder.read("notes"), b"my notes");
    assert_eq!(folder.read("p.white"), b"also mine\n");
    // A proof gives way to a proof.
    folder.said(&format!("{THREE} --proof q"));
    let first = folder.read("q");
    folder.said(&format!("{THREE} --form strategy --proof q"));
    assert!(folder.read("q").len() < first.len());
}

#[test]
fn bad_input_is_named() {
    let folder = Folder::new("bad");
    folder.write("bad.sgf", "(;GM[4]SZ[15];B[hh];W[hh])");
    folder.write("cut.sgf", "(;GM[4]SZ[15];B[hh]");
    folder.write("bad.psq", "Piskvorky 15x15, 0:0, 0\n8,8,0\n99,1,0\n");
    for (arguments, status, part) in [
        ("h8 h8", 2, "move 2, H8: "),
        ("h8 z30", 2, "move 2, Z30: "),
        ("h8 x", 2, "error: x: "),
        (
            "missing.sgf",
            2,
            "missing.sgf: it is no move, and there is no such file",
        ),
        ("bad.sgf", 1, "bad.sgf: move 2: "),
        ("cut.sgf", 1, "cut.sgf: "),
        ("bad.psq", 1, "bad.psq: line 3: "),
        (".", 1, "error: .: "),
        ("--size 3 --winlength 5", 2, "win length"),
        ("--rule go", 2, "go"),
        ("--time 0", 2, "a millisecond"),
        ("--memory 0", 2, "from 1"),
        ("--threads 0", 2, "from 1"),
        ("--for ever", 2, "ever"),
        ("--quiet 1 h8", 2, "--for win"),
        ("--quiet few --for win h8", 2, "or fewest"),
        ("--quiet 1 --for win --resume w h8", 2, "--resume"),
        ("--form strategy", 2, "--proof"),
        ("--check p h8", 2, "--check"),
        ("--resume w --proof w", 2, "same file"),
        (
            "--size 8 --for win --part 1/2 --resume w",
            2,
            "more than 64 points",
        ),
        (
            "--size 3 --winlength 3 --proof p a1 a2 b1 b2 c1",
            2,
            "the game is over",
        ),
    ] {
        let (found, error) = folder.refused(arguments);
        assert_eq!(found, Some(status), "{arguments}: {error}");
        assert!(error.contains(part), "{arguments}: {error}");
    }
    assert!(!folder.0.join("w").exists());
}

#[test]
fn a_draw_of_a_large_board_has_no_file() {
    let folder = Folder::new("large");
    assert_eq!(folder.said("--winlength 9")[0], "draw");
    assert_eq!(folder.said("--winlength 9 --for win")[0], "no win");
    let output = folder.output("--winlength 9 --proof p", "");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.starts_with(b"draw\n"));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("at most 64 points"), "{error}");
    assert!(!folder.0.join("p").exists());
}

#[test]
fn moves_to_try_first_come_from_lines_or_a_proof() {
    let folder = Folder::new("hints");
    folder.said("--size 6 --winlength 4 --for win --form strategy --proof six");
    folder.write("lines", "c3 # the first move\n\nd4 c4 d3\n");
    for (hints, game) in [
        ("lines", "6 --rule exact"),
        ("six", "6 --rule exact"),
        ("six", "9x10"),
        ("six", "5x4"),
    ] {
        let arguments = format!("--size {game} --winlength 4 --for win --hints {hints}");
        let word = if game == "5x4" { "no win" } else { "win" };
        assert_eq!(folder.said(&arguments)[0], word, "{hints}, {game}");
    }
    folder.write("bad", "d4 z9\n");
    for (arguments, part) in [
        ("--size 6 --winlength 4 --hints bad", "bad: line 1: z9: "),
        ("--hints none", "none: "),
    ] {
        let (status, error) = folder.refused(arguments);
        assert_eq!(status, Some(1), "{arguments}: {error}");
        assert!(error.contains(part), "{arguments}: {error}");
    }
}

#[test]
fn parts_of_the_work_make_the_whole() {
    let folder = Folder::new("parts");
    let position = "h8 h11 h6 h10 --for win --threads 1";
    let mut work = Vec::new();
    let mut replies = 0;
    for part in 1..=2 {
        let said = folder.said(&format!("{position} --part {part}/2 --resume part{part}"));
        assert_eq!(said[0], "unknown");
        let done = said.last().expect("a line");
        let done = done.strip_prefix(&format!("part {part}/2: first replies answered: "));
        let (proven, all) = done.and_then(|done| done.split_once(" of ")).expect("two");
        assert_eq!(proven, all);
        replies += all.parse::<usize>().expect("a number");
        work.extend(folder.read(&format!("part{part}")));
    }
    assert!(replies > 1);
    folder.write("work", &work);
    assert_eq!(folder.said(&format!("{position} --resume work"))[0], "win");
    assert_eq!(folder.read("work"), work, "nothing is left to do");
    for (arguments, part) in [
        ("--part 1/2", "--resume"),
        ("--part 3/2 --for win --resume w", "I from 1 to N"),
        ("--part 1/2 --resume w", "--for win"),
    ] {
        let (status, error) = folder.refused(arguments);
        assert_eq!(status, Some(2), "{arguments}: {error}");
        assert!(error.contains(part), "{arguments}: {error}");
    }
}

/// Won by quiet moves, in a few seconds.
const QUIET: &str = "h8 h11 h6 h7 --for win --threads 1 --resume work";

#[test]
fn a_killed_search_goes_on_where_it_stopped() {
    let folder = Folder::new("killed");
    let work = || String::from_utf8(folder.read("work")).expect("text");
    let mut kept = 0;
    for lines in [3, 7] {
        let mut child = folder.start(QUIET);
        let start = Instant::now();
        while work().matches('\n').count() < lines {
            assert!(start.elapsed() < PATIENCE, "nothing comes");
            assert!(
                child.try_wait().expect("a process").is_none(),
                "it ended too early"
            );
            sleep(Duration::from_millis(2));
        }
        child.kill().expect("a process to kill");
        child.wait().expect("a process");
        kept = work().rfind('\n').expect("a line") + 1;
    }
    let before = work()[..kept].to_owned();
    let said = folder.said(QUIET);
    assert_eq!(said[0], "win");
    let after = work();
    assert!(after.starts_with(&before) && after.len() > before.len());
    let positions: Vec<&str> = after
        .lines()
        .filter_map(|line| line.split(" :").next())
        .collect();
    let different: HashSet<&&str> = positions.iter().collect();
    assert_eq!(different.len(), positions.len(), "{after}");
    // Now all of it is known, and nothing is added.
    let again = folder.said(&format!("{QUIET} --proof p"));
    assert_eq!(again[..3], said[..3]);
    assert_eq!(work(), after);
    let claim = check(&folder.read("p")[..]).expect("a proof");
    assert_eq!(claim.verdict, Verdict::Win(Color::Black));
    // The file is of this search alone.
    let (status, error) = folder.refused("h8 h11 h6 j7 --resume work --for win");
    assert_eq!(status, Some(1));
    assert!(error.contains("work: line 1"), "{error}");
}

#[test]
fn a_small_board_goes_on_with_a_file_that_was_cut() {
    const FIVE: &str = "--size 5 --winlength 4 --threads 1 --resume five";
    let folder = Folder::new("small");
    let nodes = |said: &[String]| -> u64 {
        assert_eq!(said[0], "draw");
        let searched = said.last().and_then(|line| line.split(' ').nth(1));
        searched
            .and_then(|nodes| nodes.parse().ok())
            .expect("nodes")
    };
    let all = nodes(&folder.said(FIVE));
    let whole = folder.read("five");
    let text = String::from_utf8(whole.clone()).expect("text");
    assert!(text.starts_with("lianzhu positions 1 5 5 4 freestyle attacker Black\n"));
    assert!(text.contains(" held ") && text.contains(" open "), "{text}");
    assert!(nodes(&folder.said(FIVE)) < all / 4);
    // Half of it, the last line torn.
    let mut half = whole[..whole.len() / 2].to_vec();
    if half.last() == Some(&b'\n') {
        half.pop();
    }
    folder.write("five", &half);
    assert!(nodes(&folder.said(FIVE)) > 0);
    // A digit that was changed is found, and a file of another game is none of this one.
    let mut damaged = whole;
    let place = text.find(" held ").expect("a solved position") - 1;
    damaged[place] = if damaged[place] == b'1' { b'2' } else { b'1' };
    folder.write("five", &damaged);
    for arguments in [FIVE, "--size 5x6 --winlength 4 --threads 1 --resume five"] {
        let (status, error) = folder.refused(arguments);
        assert_eq!(status, Some(1));
        assert!(error.contains("five: line "), "{error}");
    }
    assert_eq!(folder.read("five"), damaged, "it is left as it was");
}

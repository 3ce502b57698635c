//! The real program, driven over pipes as a GUI or a script does it.

#[path = "kit/unreadable.rs"]
mod unreadable;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use unreadable::unreadable;

/// Where a process that hangs is given up.
const PATIENCE: Duration = Duration::from_secs(30);

struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: Option<BufReader<ChildStdout>>,
}

impl Process {
    fn start(options: &[&str]) -> Process {
        let mut child = Command::new(env!("CARGO_BIN_EXE_lianzhu"))
            .args(options)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        Process {
            stdin: child.stdin.take(),
            stdout: child.stdout.take().map(BufReader::new),
            child,
        }
    }

    fn write(&mut self, bytes: impl AsRef<[u8]>) {
        let stdin = self.stdin.as_mut().expect("an open input");
        stdin.write_all(bytes.as_ref()).expect("the program reads");
        stdin.flush().expect("the program reads");
    }

    /// The next response, up to and without the empty line that ends it.
    fn response(&mut self) -> String {
        let stdout = self.stdout.as_mut().expect("an open output");
        let mut response = String::new();
        loop {
            let mut line = String::new();
            stdout.read_line(&mut line).expect("text");
            assert!(!line.is_empty(), "the output ended in {response:?}");
            if line == "\n" {
                return response;
            }
            response.push_str(&line);
        }
    }

    fn ask(&mut self, command: &str) -> String {
        self.write(format!("{command}\n"));
        self.response()
    }

    fn wait(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a process") {
                return status;
            }
            if start.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("the program does not end");
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Closes the input; the exit status and what else came on output and error.
    fn finish(mut self) -> (Option<i32>, String, String) {
        self.stdin = None;
        let mut out = String::new();
        if let Some(stdout) = &mut self.stdout {
            stdout.read_to_string(&mut out).expect("text");
        }
        let status = self.wait();
        (status.code(), out, self.errors())
    }

    fn errors(&mut self) -> String {
        let mut text = String::new();
        let mut stderr = self.child.stderr.take().expect("standard error");
        stderr.read_to_string(&mut text).expect("text");
        text
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_answers_and_ends_with_its_input() {
    let mut process = Process::start(&[]);
    assert_eq!(process.ask("name"), "= lianzhu\n");
    assert_eq!(process.ask("7 protocol_version"), "=7 2\n");
    assert_eq!(process.finish(), (Some(0), String::new(), String::new()));
}

#[test]
fn nothing_is_said_that_was_not_asked_for() {
    let process = Process::start(&[]);
    assert_eq!(process.finish(), (Some(0), String::new(), String::new()));
}

#[test]
fn a_command_may_come_in_pieces() {
    let mut process = Process::start(&[]);
    for piece in ["1", "2 na", "m", "e", "\r", "\n"] {
        process.write(piece);
        thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(process.response(), "=12 lianzhu\n");
}

#[test]
fn several_commands_may_come_at_once() {
    let mut process = Process::start(&["--seed", "1", "--max-nodes", "500"]);
    process.write("boardsize 9\nplay b e5 # centre\n\n# nothing\n3 genmove w\nno_such\n");
    assert_eq!(process.response(), "= \n");
    assert_eq!(process.response(), "= \n");
    assert!(process.response().starts_with("=3 "));
    assert_eq!(process.response(), "? unknown command\n");
}

#[test]
fn the_end_of_input_finishes_what_is_queued() {
    let mut process = Process::start(&["--player", "random"]);
    // The last line has no newline.
    let mut input = "genmove b\ngenmove w\n".repeat(100);
    input.push_str("9 name");
    process.write(input);
    let (status, out, errors) = process.finish();
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert_eq!(out.matches("\n\n").count(), 201);
    assert!(out.ends_with("=9 lianzhu\n\n"), "{out:?}");
}

#[test]
fn nothing_after_quit_is_answered() {
    let mut process = Process::start(&[]);
    process.write("1 quit\n2 name\n3 genmove b\n");
    let (status, out, errors) = process.finish();
    assert_eq!((status, out.as_str()), (Some(0), "=1 \n\n"));
    assert_eq!(errors, "");
}

#[test]
fn a_quitting_program_does_not_wait_for_the_end_of_input() {
    let mut process = Process::start(&[]);
    process.write("quit\n");
    assert_eq!(process.wait().code(), Some(0));
}

#[test]
fn a_closed_output_ends_it_quietly() {
    let mut process = Process::start(&[]);
    assert_eq!(process.ask("name"), "= lianzhu\n");
    process.stdout = None;
    // The input stays open, and what cannot be written any more was not read any more. A process that another
    // test starts just now holds a copy of the closed end until it runs its program: so it is asked again.
    let stdin = process.stdin.as_mut().expect("an open input");
    let start = Instant::now();
    while stdin.write_all(b"name\nshowboard\n").is_ok() && start.elapsed() < PATIENCE {
        thread::sleep(Duration::from_millis(2));
    }
    assert_eq!(process.wait().code(), Some(0));
    assert_eq!(process.errors(), "");
}

#[test]
fn an_input_that_cannot_be_read_is_an_error() {
    for front in ["gtp", "gomocup"] {
        let output = Command::new(env!("CARGO_BIN_EXE_lianzhu"))
            .arg(front)
            .stdin(unreadable())
            .output()
            .expect("the program starts");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(
            error.starts_with("error: the input cannot be read: "),
            "{error}"
        );
    }
}

/// What prints ends with nobody to print for: with the status of tools that die of it.
#[test]
fn a_closed_pipe_ends_what_prints_quietly() {
    // Deep enough to print for longer than another test's process may hold a copy of the closed end.
    let mut process = Process::start(&["bench", "6"]);
    process.stdout = None;
    assert_eq!(process.wait().code(), Some(141));
    assert_eq!(process.errors(), "");
}

#[test]
fn bytes_that_are_no_text_are_survived() {
    let mut process = Process::start(&[]);
    let mut input = b"\0\xff\xfe play b h8\nplay b \xc3\n".to_vec();
    input.extend(vec![b'x'; 2_000_000]);
    input.extend(b"\n5 name\n");
    process.write(input);
    let (status, out, _) = process.finish();
    assert_eq!(status, Some(0));
    assert!(out.ends_with("=5 lianzhu\n\n"), "{out:?}");
    assert!(out.len() < 1000);
}

#[test]
fn bad_options_are_refused_in_one_line_before_anything_is_read() {
    for options in [
        &["--size", "2"][..],
        &["--size", "15x53"],
        &["--size", "15x"],
        &["--size", ""],
        &["--size"],
        &["--winlength", "16"],
        &["--winlength", "-3"],
        &["--size", "9", "--winlength", "10"],
        &["--rule", "gomoku"],
        &["--rule", "renju", "--winlength", "6"],
        &["--rule", "renju", "--size", "4"],
        &["--player", "nobody"],
        &["--seed", "-1"],
        &["--seed", "18446744073709551616"],
        &["--move-time", "soon"],
        &["--move-time", "-1"],
        &["--max-nodes", "0"],
        &["--max-nodes", "-5"],
        &["--max-depth", "none"],
        &["--threads", "0"],
        &["--threads", "257"],
        &["--hash", "0"],
        &["--hash", "65537"],
        &["--level", "0"],
        &["--level", "11"],
        &["--param", "vcf_leaf"],
        &["--param", "vcf_leaf=-1"],
        &["--param", "no_such_constant=1"],
        &["--log-level", "loud"],
        &["--resign", "--resign"],
        &["--bogus"],
        &["bogus"],
    ] {
        // The input stays open and holds a command.
        let mut process = Process::start(options);
        let stdin = process.stdin.as_mut().expect("an open input");
        let _ = stdin.write_all(b"name\n");
        assert_eq!(process.wait().code(), Some(2), "{options:?}");
        let errors = process.errors();
        assert_eq!(errors.lines().count(), 1, "{options:?} {errors:?}");
        assert!(errors.starts_with("error: "), "{options:?} {errors:?}");
        let mut out = String::new();
        let stdout = process.stdout.as_mut().expect("an open output");
        stdout.read_to_string(&mut out).expect("text");
        assert_eq!(out, "", "{options:?}");
    }
}

/// What a search of eight plies finds with these options, and how many positions it enters.
fn analysis(options: &[&str]) -> String {
    let mut process = Process::start(&[&["--max-depth", "8", "--seed", "1"], options].concat());
    for command in ["play b h8", "play w j9", "play b h10", "play w g9"] {
        process.ask(command);
    }
    process.ask("lz-genmove_analyze b 100000")
}

#[test]
fn constants_of_the_search_can_be_others() {
    let shipped = analysis(&[]);
    assert_eq!(analysis(&[]), shipped);
    let others = ["--param", "vcf_leaf=0", "--param", "count_depth=0"];
    assert_ne!(analysis(&others), shipped);
}

#[test]
fn options_are_obeyed() {
    let mut process = Process::start(&[
        "--size",
        "20x12",
        "--winlength",
        "6",
        "--rule",
        "caro",
        "--player",
        "random",
        "--seed",
        "5",
        "--move-time",
        "0.25",
        "--max-nodes",
        "400",
        "--max-depth",
        "9",
        "--threads",
        "2",
        "--hash",
        "3",
        "--level",
        "7",
        "--resign",
    ]);
    assert_eq!(process.ask("gogui-rules_board_size"), "= 20 12\n");
    assert_eq!(process.ask("winlength"), "= 6\n");
    assert!(process.ask("kata-get-rules").contains("caro"));
    for (parameter, value) in [
        ("player", "random"),
        ("seed", "5"),
        ("moveTime", "0.25"),
        ("resign", "true"),
        ("maxNodes", "400"),
        ("maxDepth", "9"),
        ("threads", "2"),
        ("hash", "3"),
        ("level", "7"),
        ("variety", "true"),
    ] {
        let answer = process.ask(&format!("kata-get-param {parameter}"));
        assert_eq!(answer, format!("= {value}\n"));
    }
    // A small board takes the default win length down with it.
    let mut process = Process::start(&["--size", "4"]);
    assert_eq!(process.ask("winlength"), "= 4\n");
    assert_eq!(process.ask("boardsize 15"), "= \n");
    assert_eq!(process.ask("winlength"), "= 5\n");
}

/// The first moves as Black of 15x15 freestyle come from a proof, unless it is told otherwise.
#[test]
fn proofs_are_books() {
    let proof = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/solve/proofs/freestyle-15.proof"
    );
    let nodes = ["--max-nodes", "200"];
    let game = |more: &[&str]| {
        let mut process = Process::start(&[&nodes[..], more].concat());
        process.ask("play b h8");
        process.ask("play w h9");
        process.ask("genmove b")
    };
    let proven = game(&[]);
    assert_eq!(game(&["--proof-book", proof, "--seed", "7"]), proven);
    assert_ne!(game(&["--no-book"]), proven);
    for file in ["missing.proof", "Cargo.toml"] {
        let (status, _, error) = Process::start(&["--proof-book", file]).finish();
        assert_eq!(status, Some(2));
        assert!(error.starts_with(&format!("error: {file}: ")), "{error}");
    }
}

/// A network of one's own is played with where five win, and nowhere else.
#[test]
fn networks_are_read_from_files() {
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/src/eval/weights");
    let [freestyle, caro] = ["freestyle", "caro"].map(|rule| format!("{weights}/{rule}-net.txt"));
    let think = |more: &[&str]| {
        let options = ["--rule", "caro", "--no-book", "--max-nodes", "3000"];
        let mut process = Process::start(&[&options[..], more].concat());
        process.ask("play b h8");
        process.ask("play w j9");
        process.ask("play b g6");
        process.write("genmove w\n");
        let (_, out, log) = process.finish();
        let scores = log.lines().filter_map(|line| line.split_once("score "));
        let mut scores = scores.filter_map(|(_, line)| line.split_once(" nps "));
        let last = scores.next_back();
        (out, last.map(|(score, _)| score.to_owned()))
    };
    let plain = think(&["--log-level", "info"]);
    let with = |file: &str, more: &[&str]| {
        think(&[&["--log-level", "info", "--eval-file", file], more].concat())
    };
    assert!(plain.1.is_some());
    assert_eq!(with(&caro, &[]), plain);
    assert_ne!(with(&freestyle, &[]), plain);
    let four = ["--winlength", "4"];
    assert_eq!(
        with(&freestyle, &four),
        think(&[&["--log-level", "info"], &four[..]].concat())
    );
    let eval = |more: &[&str]| {
        let mut process = Process::start(&[&["--rule", "caro"], more].concat());
        process.ask("play b h8");
        process.ask("lianzhu-eval")
    };
    assert_eq!(eval(&["--eval-file", &caro]), eval(&[]));
    assert_ne!(eval(&["--eval-file", &freestyle]), eval(&[]));
    for file in ["missing-net.txt", "Cargo.toml"] {
        let (status, _, error) = Process::start(&["--eval-file", file]).finish();
        assert_eq!(status, Some(2));
        assert!(error.starts_with(&format!("error: {file}: ")), "{error}");
    }
}

#[test]
fn the_same_seed_and_commands_give_the_same_moves() {
    let play = |seed: &str, player: &str| {
        let mut process =
            Process::start(&["gtp", "--size", "9", "--seed", seed, "--player", player]);
        process.write("kata-set-param maxNodes 1000\n");
        process.write("genmove b\ngenmove w\n".repeat(10));
        process.finish().1
    };
    for player in ["scoring", "search"] {
        assert_eq!(play("3", player), play("3", player));
        assert_ne!(play("3", player), play("4", player));
    }
}

#[test]
fn progress_goes_to_the_log() {
    let mut process = Process::start(&["--log-level", "info", "--no-book", "--max-depth", "3"]);
    process.write("play b h8\ngenmove w\n");
    let (status, out, errors) = process.finish();
    assert_eq!(status, Some(0));
    assert_eq!(out.lines().filter(|line| !line.is_empty()).count(), 2);
    for word in [
        "depth 1-", "depth 3-", " score ", " nodes ", " nps ", " pv ",
    ] {
        assert!(errors.contains(word), "{word}: {errors}");
    }
}

#[test]
fn the_log_stays_off_the_protocol() {
    let mut process = Process::start(&["--log-level", "trace"]);
    process.write("play b h8\nplay w h8\n");
    let (status, out, errors) = process.finish();
    assert_eq!(
        (status, out.as_str()),
        (Some(0), "= \n\n? illegal move\n\n")
    );
    assert!(errors.contains("occupied"), "{errors}");
}

#[test]
fn help_and_version_go_to_standard_output() {
    let (status, out, errors) = Process::start(&["--version"]).finish();
    assert_eq!(status, Some(0));
    assert_eq!(out, concat!("lianzhu ", env!("CARGO_PKG_VERSION"), "\n"));
    assert_eq!(errors, "");
    let (status, out, _) = Process::start(&["--help"]).finish();
    assert_eq!(status, Some(0));
    for option in [
        "--size",
        "--winlength",
        "--rule",
        "--player",
        "--seed",
        "--move-time",
        "--max-nodes",
        "--max-depth",
        "--threads",
        "--hash",
        "--level",
        "--variety",
        "--proof-book",
        "--no-book",
        "--book",
        "--eval-file",
        "--resign",
        "--log-level",
    ] {
        assert!(out.contains(option), "{option}");
    }
}

/// A table that the system has no memory for is made smaller, and said so.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "takes ulimit")]
fn it_plays_on_with_less_memory_than_it_was_allowed() {
    let program = env!("CARGO_BIN_EXE_lianzhu");
    let script = format!("ulimit -v 400000 && exec '{program}' --hash 4096 --max-nodes 500");
    let mut child = Command::new("sh")
        .args(["-c", &script])
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut stdin = child.stdin.take().expect("an open input");
    stdin
        .write_all(b"play b h8\ngenmove w\nquit\n")
        .expect("the program reads");
    let output = child.wait_with_output().expect("an output");
    let (answer, error) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{error}");
    assert_eq!(answer.matches("\n\n").count(), 3, "{answer}");
    assert!(!answer.contains('?'), "{answer}");
    let smaller = "no memory for a transposition table of 4096 MiB: it has ";
    assert!(error.contains(smaller), "{error}");
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let data = folder.join("no-games.txt");
    let from = folder.join("no-weights.txt");
    std::fs::write(&data, "").expect("a folder for files");
    std::fs::write(&from, "both own\n1 2 x\n").expect("a folder for files");
    for command in ["tune", "train", "train-policy"] {
        let output = Command::new(env!("CARGO_BIN_EXE_lianzhu"))
            .arg(command)
            .arg("--data")
            .arg(&data)
            .arg("--from")
            .arg(&from)
            .arg("--out")
            .arg(folder.join("never-written.txt"))
            .output()
            .expect("the program starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("no-weights.txt: no weights: line"), "{said}");
    }
}

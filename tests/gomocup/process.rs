//! The real program, over pipes.

use std::env::consts::EXE_SUFFIX;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Feeds all of `input` to the program, and returns what it wrote and how it ended.
fn output(program: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

/// Its exit status and what it wrote to standard output.
fn run(program: &Path, arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let output = output(program, arguments, input);
    let text = String::from_utf8(output.stdout).expect("text");
    (output.status.code(), text)
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_lianzhu");

#[test]
fn the_subcommand_speaks_the_protocol_to_the_end_of_its_input() {
    let options = ["gomocup", "--player", "scoring", "--seed", "1"];
    let (status, text) = run(Path::new(PROGRAM), &options, "START 15\r\nTURN 7,7\r\n");
    assert_eq!(status, Some(0));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert_eq!(lines[0], "OK");
    assert!(lines[1].split_once(',').is_some());
    let (status, text) = run(Path::new(PROGRAM), &options, "START 15\nEND\nSTART 15\n");
    assert_eq!((status, text.as_str()), (Some(0), "OK\n"));
}

/// A copy of the program by another name, in a folder of its own. On Unix a link: a file that was just
/// written may be busy when it is to be run.
fn copy(folder: &str, name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let brain = folder.join(format!("{name}{EXE_SUFFIX}"));
    #[cfg(unix)]
    std::os::unix::fs::symlink(PROGRAM, &brain).expect("a link");
    #[cfg(windows)]
    std::fs::copy(PROGRAM, &brain).expect("a copy");
    brain
}

#[test]
fn a_file_called_pbrain_speaks_it_by_itself() {
    for name in ["pbrain-lianzhu", "engine"] {
        let brain = copy(name, name);
        assert_eq!(
            run(&brain, &[], "START 53\nEND\n").1.split(' ').next(),
            Some("ERROR")
        );
        assert_eq!(run(&brain, &["--seed", "1"], "START 5\nEND\n").1, "OK\n");
        let (status, text) = run(&brain, &["gtp"], "protocol_version\nquit\n");
        assert_eq!((status, text.as_str()), (Some(0), "= 2\n\n= \n\n"));
    }
}

/// What a manager says in a tournament, as Gomocup's does, under each of its rules and boards: the
/// program knows its part by its name alone, answers every line that wants an answer and no other, obeys
/// the memory that is allowed, and leaves nothing in the folder that it lies in.
#[test]
fn it_plays_as_a_tournament_wants_it() {
    let brain = copy("tournament", "pbrain-lianzhu");
    let folder = brain.parent().expect("a folder");
    for (side, rule) in [(20, 0), (15, 0), (15, 1), (15, 4), (15, 8)] {
        let input = format!(
            "START {side}\nINFO max_memory 367001600\nINFO timeout_turn 5000\n\
             INFO timeout_match 120000\nINFO game_type 2\nINFO rule {rule}\nINFO time_left 120000\n\
             INFO max_node 2000\nINFO folder {}\nBOARD\n7,7,1\n8,7,2\nDONE\n\
             INFO time_left 119000\nTURN 0,0\nABOUT\nRESTART\nINFO time_left 120000\n\
             BEGIN\nEND\n",
            folder.display()
        );
        let (status, text) = run(&brain, &[], &input.replace('\n', "\r\n"));
        assert_eq!(status, Some(0), "{text}");
        let lines = text.lines().filter(|line| !line.starts_with("MESSAGE "));
        let lines: Vec<&str> = lines.collect();
        let is_move = |line: &str| {
            let point = line.split_once(',');
            let side = |text: &str| text.parse::<u32>().is_ok_and(|place| place < side);
            point.is_some_and(|(x, y)| side(x) && side(y))
        };
        let [start, first, second, about, restart, opening] = lines[..] else {
            panic!("six answers are wanted: {text}");
        };
        assert_eq!([start, restart], ["OK"; 2]);
        assert!([first, second, opening].into_iter().all(is_move), "{text}");
        assert!(
            about.starts_with("name=\"lianzhu\", version=\"") && about.contains("author=\""),
            "{about}"
        );
        let files = std::fs::read_dir(folder).expect("a folder").count();
        assert_eq!(files, 1, "rule {rule}");
    }
}

/// Gomocup gives 350 MiB: what the system holds for the program stays below, its table included.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "takes /proc")]
fn it_stays_within_the_memory_of_a_tournament() {
    use std::io::{BufRead, BufReader};
    let brain = copy("memory", "pbrain-lianzhu");
    let mut child = Command::new(brain)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let input = "START 20\nINFO max_memory 367001600\nINFO max_node 200000\nTURN 9,9\n";
    stdin.write_all(input.as_bytes()).expect("it reads");
    let is_move = |line: &std::io::Result<String>| {
        let line = line.as_ref().expect("text");
        line.contains(',') && !line.starts_with("MESSAGE ")
    };
    assert!(lines.any(|line| is_move(&line)));
    let path = format!("/proc/{}/status", child.id());
    let status = std::fs::read_to_string(path).expect("a process");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB"));
    let peak: u64 = peak.and_then(|peak| peak.parse().ok()).expect("a peak");
    assert!((64 << 10..350 << 10).contains(&peak), "{peak} kB");
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

/// Piskvork gives a brain one pipe for standard output and standard error.
#[test]
fn what_is_logged_answers_nothing() {
    let options = ["gomocup", "--log-level", "debug"];
    let output = output(Path::new(PROGRAM), &options, "START 15\nNONSENSE\nEND\n");
    let text = String::from_utf8(output.stderr).expect("text");
    assert!(text.contains("NONSENSE"), "{text}");
    for line in text.lines() {
        let kind = line.split(' ').next();
        assert!(matches!(kind, Some("DEBUG" | "MESSAGE")), "{line}");
    }
}

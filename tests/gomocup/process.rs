//! The real program, over pipes.

use std::io::Write;
use std::path::Path;
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

#[cfg(unix)]
#[test]
fn a_file_called_pbrain_speaks_it_by_itself() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pbrain");
    std::fs::create_dir_all(&folder).expect("a folder");
    let brain = folder.join("pbrain-lianzhu");
    let _ = std::fs::remove_file(&brain);
    std::os::unix::fs::symlink(PROGRAM, &brain).expect("a link");
    assert_eq!(
        run(&brain, &[], "START 53\nEND\n").1.split(' ').next(),
        Some("ERROR")
    );
    assert_eq!(run(&brain, &["--seed", "1"], "START 5\nEND\n").1, "OK\n");
    let (status, text) = run(&brain, &["gtp"], "protocol_version\nquit\n");
    assert_eq!((status, text.as_str()), (Some(0), "= 2\n\n= \n\n"));
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

//! What README.md shows is what happens.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_lianzhu");

fn readme() -> String {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("a README")
}

/// The fenced blocks in this language.
fn blocks(language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    readme()
        .split(&fence)
        .skip(1)
        .filter_map(|rest| Some(rest.split("```").next()?.to_owned()))
        .collect()
}

/// Runs `program` on a script with `lianzhu` on the path; its output.
fn run(program: &str, script: &str) -> String {
    let folder = Path::new(PROGRAM).parent().expect("a folder");
    let mut path = OsString::from(folder);
    if let Some(old) = env::var_os("PATH") {
        path.push(":");
        path.push(old);
    }
    let mut child = Command::new(program)
        .env("PATH", path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{program} is needed for this test: {error}"));
    let mut stdin = child.stdin.take().expect("an input");
    stdin.write_all(script.as_bytes()).expect("a reader");
    drop(stdin);
    let output = child.wait_with_output().expect("a process");
    assert!(output.status.success(), "{program}");
    String::from_utf8(output.stdout).expect("text")
}

fn tidy(text: &str) -> Vec<&str> {
    text.lines().map(str::trim_end).collect()
}

#[test]
fn the_session_is_real() {
    let sessions = blocks("text");
    assert!(!sessions.is_empty());
    for session in sessions {
        let (command, rest) = session.split_once('\n').expect("a command line");
        let options = command.strip_prefix("$ lianzhu").expect("a command line");
        let mut input = String::new();
        let mut expected = Vec::new();
        for line in rest.lines() {
            match line.strip_prefix("> ") {
                Some(typed) => {
                    input.push_str(typed);
                    input.push('\n');
                }
                None => expected.push(line),
            }
        }
        let mut child = Command::new(PROGRAM)
            .args(options.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("an input");
        stdin.write_all(input.as_bytes()).expect("a reader");
        drop(stdin);
        let output = child.wait_with_output().expect("a process");
        let text = String::from_utf8(output.stdout).expect("text");
        let mut said = tidy(&text);
        // The empty line behind the last answer is not shown.
        assert_eq!(said.pop(), Some(""));
        assert_eq!(said, expected);
    }
}

#[test]
#[cfg(unix)]
fn the_scripts_work() {
    for (language, program) in [("bash", "bash"), ("python", "python3")] {
        let scripts = blocks(language);
        assert_eq!(scripts.len(), 1, "{language}");
        for script in scripts {
            assert!(script.lines().count() <= 12, "{language}");
            let said = run(program, &script);
            assert!(said.contains("A  B  C  D"), "{language}: {said}");
            assert!(!said.contains('?'), "{language}: {said}");
        }
    }
}

#[test]
#[cfg(unix)]
fn the_match_is_played() {
    let folder = env::temp_dir().join(format!("lianzhu-readme-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let scripts = blocks("sh");
    assert!(!scripts.is_empty());
    for script in scripts {
        let said = run("sh", &format!("cd '{}'\n{script}", folder.display()));
        assert!(
            said.contains("20 games") && said.contains("scoring "),
            "{said}"
        );
    }
    for engines in blocks("toml") {
        let path = folder.join("engines.toml");
        fs::write(&path, engines).expect("a file");
        let engines = lianzhu::referee::engines_from_file(&path).expect("engines");
        assert_eq!(engines.len(), 2);
    }
    fs::remove_dir_all(&folder).expect("a folder");
}

#[test]
fn every_option_of_a_match_is_described() {
    let help = Command::new(PROGRAM).args(["match", "--help"]).output();
    let help = String::from_utf8(help.expect("help").stdout).expect("text");
    let readme = readme();
    let section = readme
        .split("\n## ")
        .find(|section| section.starts_with("Pit two engines"))
        .expect("a section on matches");
    let described = options(section);
    let common = ["--help", "--log-level"];
    for option in options(&help) {
        let known = described.contains(&option) || common.contains(&option.as_str());
        assert!(known, "{option}");
    }
}

#[test]
fn every_option_of_a_review_is_described() {
    let help = Command::new(PROGRAM).args(["analyse", "--help"]).output();
    let help = String::from_utf8(help.expect("help").stdout).expect("text");
    let readme = readme();
    let section = readme
        .split("\n## ")
        .find(|section| section.starts_with("Review a game"))
        .expect("a section on reviews");
    let described = options(section);
    let common = ["--help", "--log-level"];
    for option in options(&help) {
        let known = described.contains(&option) || common.contains(&option.as_str());
        assert!(known, "{option}");
    }
}

fn options(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .filter(|word| word.starts_with("--") && !word.starts_with("---"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_option_is_described_and_no_other() {
    let help = Command::new(PROGRAM).arg("--help").output().expect("help");
    let help = String::from_utf8(help.stdout).expect("text");
    let readme = readme();
    let section = readme
        .split("\n## ")
        .find(|section| section.starts_with("Options\n"))
        .expect("a section on options");
    assert_eq!(options(section), options(&help));
}

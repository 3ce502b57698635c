//! What README.md shows of a game is what happens.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use super::kit::PROGRAM;

const README: &str = include_str!("../../README.md");

/// The section on games in the terminal.
fn section() -> &'static str {
    README
        .split("\n## ")
        .find(|section| section.starts_with("Play in the terminal\n"))
        .expect("a section on games in the terminal")
}

fn tidy(text: &str) -> Vec<&str> {
    text.lines().map(str::trim_end).collect()
}

#[test]
fn the_game_is_real() {
    let games: Vec<&str> = section()
        .split("```console\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert!(!games.is_empty());
    for game in games {
        let (command, shown) = game.split_once('\n').expect("a command line");
        let options = command.strip_prefix("$ lianzhu ").expect("a command line");
        let typed: String = shown
            .lines()
            .filter_map(|line| Some(format!("{}\n", line.split_once("> ")?.1)))
            .collect();
        let mut child = Command::new(PROGRAM)
            .args(options.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("an input");
        stdin.write_all(typed.as_bytes()).expect("a reader");
        drop(stdin);
        let output = child.wait_with_output().expect("a process");
        let said = String::from_utf8(output.stdout).expect("text");
        assert_eq!(tidy(&said), tidy(shown), "{said}");
    }
}

fn options(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .filter(|word| word.starts_with("--") && !word.starts_with("---"))
        .collect()
}

#[test]
fn every_option_is_described() {
    let help = |arguments: &[&str]| {
        let output = Command::new(PROGRAM)
            .args(arguments)
            .output()
            .expect("help");
        String::from_utf8(output.stdout).expect("text")
    };
    let common = help(&["--help"]);
    let own = help(&["play", "--help"]);
    for option in options(&own).difference(&options(&common)) {
        assert!(options(section()).contains(option), "{option}");
    }
}

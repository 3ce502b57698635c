//! `protocol.md` against the registry: every command has its heading, and every sample exchange
//! is what the engine answers.

use std::collections::BTreeSet;
use std::fs;

use lianzhu::protocol::gtp::commands;

use super::dialogue::{PROMPT, answer, masked, replay};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/protocol.md");
const DOCUMENT: &str = include_str!("../../protocol.md");

/// A heading of a command, and what stands below it.
struct Section {
    heading: String,
    body: String,
}

/// The sections whose headings are code: those of the commands.
fn sections() -> Vec<Section> {
    let mut sections = Vec::new();
    let mut current: Option<Section> = None;
    for line in DOCUMENT.lines() {
        if line.starts_with("##") {
            sections.extend(current.take());
            current = line
                .strip_prefix("### `")
                .and_then(|rest| rest.strip_suffix('`'))
                .map(|heading| Section {
                    heading: heading.to_owned(),
                    body: String::new(),
                });
        } else if let Some(section) = &mut current {
            section.body.push_str(line);
            section.body.push('\n');
        }
    }
    sections.extend(current);
    sections
}

/// The blocks marked as dialogues in a text.
fn samples(text: &str) -> Vec<&str> {
    text.split("```gtp\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect()
}

#[test]
fn the_headings_are_the_registry() {
    let documented: Vec<String> = sections().into_iter().map(|s| s.heading).collect();
    let registered: BTreeSet<String> = commands()
        .map(|command| {
            format!("{} {}", command.name, command.syntax)
                .trim_end()
                .to_owned()
        })
        .collect();
    let as_set: BTreeSet<String> = documented.iter().cloned().collect();
    assert_eq!(as_set.len(), documented.len(), "a heading stands twice");
    assert_eq!(as_set, registered);
}

#[test]
fn the_table_is_what_help_says() {
    let table = DOCUMENT
        .split("\n## ")
        .find(|section| section.starts_with("All commands\n"))
        .expect("a section of all commands");
    let rows: Vec<&str> = table
        .lines()
        .filter(|line| line.starts_with("| `"))
        .collect();
    let registered: Vec<String> = commands()
        .map(|command| {
            let call = format!("{} {}", command.name, command.syntax);
            let call = call.trim_end().replace('|', "\\|");
            format!("| `{call}` | {} |", command.summary)
        })
        .collect();
    assert_eq!(rows, registered);
    let (help, _) = answer(b"help\n");
    let said: Vec<&str> = help.trim_start_matches("= ").trim_end().lines().collect();
    assert_eq!(said.len(), rows.len());
    for command in commands() {
        assert!(!command.summary.is_empty(), "{}", command.name);
        let line = said.iter().find(|line| {
            let call = line.split(": ").next().unwrap_or_default();
            call.split(' ').next() == Some(command.name)
        });
        assert!(line.is_some_and(|line| line.ends_with(command.summary)));
    }
}

#[test]
fn every_command_has_a_sample_and_its_errors() {
    for section in sections() {
        let name = section.heading.split(' ').next().unwrap_or_default();
        let uses = section.body.lines().any(|line| {
            line.strip_prefix(PROMPT)
                .is_some_and(|line| line.split(' ').any(|word| word == name))
        });
        assert!(uses, "{name}: no sample");
        assert!(section.body.contains("Errors: "), "{name}: no errors");
        assert!(section.body.contains("Reply: "), "{name}: no reply");
    }
}

/// `BLESS=1` writes down what is answered now, as for the transcripts.
#[test]
fn every_sample_is_what_the_engine_answers() {
    let mut blessed = DOCUMENT.to_owned();
    let samples = samples(DOCUMENT);
    assert!(samples.len() > commands().count() - 3);
    for sample in samples {
        let replayed = format!("{}\n", replay(sample).trim_end());
        if masked(&replayed) == masked(sample) {
            continue;
        }
        if std::env::var_os("BLESS").is_some() {
            blessed = blessed.replacen(
                &format!("```gtp\n{sample}```"),
                &format!("```gtp\n{replayed}```"),
                1,
            );
        } else {
            assert_eq!(replayed, sample);
        }
    }
    if blessed != DOCUMENT {
        fs::write(PATH, blessed).unwrap();
    }
}

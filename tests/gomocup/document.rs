//! The section on the Gomocup protocol in `protocol.md` against the registry: every command and
//! every key has its place, and every sample exchange is what the engine answers.

use std::collections::BTreeSet;
use std::fs;

use lianzhu::protocol::gomocup::{commands, keys};

use super::dialogue::replay;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/protocol.md");
const DOCUMENT: &str = include_str!("../../protocol.md");

#[test]
fn the_headings_are_the_registry() {
    let documented: Vec<&str> = DOCUMENT
        .lines()
        .filter_map(|line| line.strip_prefix("#### `")?.strip_suffix('`'))
        .collect();
    let registered: BTreeSet<String> = commands()
        .map(|command| format!("{} {}", command.name, command.syntax))
        .map(|text| text.trim_end().to_owned())
        .collect();
    let as_set: BTreeSet<String> = documented.iter().map(|&text| text.to_owned()).collect();
    assert_eq!(as_set.len(), documented.len(), "a heading stands twice");
    assert_eq!(as_set, registered);
}

#[test]
fn the_table_of_keys_is_the_registry() {
    let rows: Vec<String> = keys()
        .map(|key| format!("| `{}` | {} |", key.name, key.values))
        .collect();
    assert!(DOCUMENT.contains(&rows.join("\n")), "{}", rows.join("\n"));
}

/// `BLESS=1` writes down what is answered now, as for the transcripts.
#[test]
fn every_sample_is_what_the_engine_answers() {
    let mut blessed = DOCUMENT.to_owned();
    let samples = DOCUMENT.split("```gomocup\n").skip(1);
    let samples: Vec<&str> = samples
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert!(samples.len() >= 10);
    let used: BTreeSet<&str> = samples
        .iter()
        .flat_map(|sample| sample.lines())
        .filter_map(|line| line.strip_prefix("> ")?.split(' ').next())
        .collect();
    for command in commands() {
        assert!(used.contains(command.name), "{}: no sample", command.name);
    }
    for sample in samples {
        let replayed = replay(sample);
        if std::env::var_os("BLESS").is_some() {
            blessed = blessed.replacen(
                &format!("```gomocup\n{sample}```"),
                &format!("```gomocup\n{replayed}```"),
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

//! The dialogues in `tests/data/gtp`, compared as wholes.
//!
//! `BLESS=1 cargo test --test gtp transcripts` writes down what is answered now; the difference
//! then shows what has changed.

use std::fs;
use std::path::PathBuf;

use super::dialogue::{masked, replay};

#[test]
fn every_transcript_is_answered_as_it_was() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/gtp");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "gtp") {
            continue;
        }
        let dialogue = fs::read_to_string(&path).unwrap();
        let replayed = replay(&dialogue);
        if masked(&replayed) == masked(&dialogue) {
            count += 1;
            continue;
        }
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &replayed).unwrap();
        } else {
            assert_eq!(dialogue, replayed, "{}", path.display());
        }
        count += 1;
    }
    assert!(count >= 10, "only {count} transcripts found");
}

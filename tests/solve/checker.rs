//! The second checker, a program of its own in C, against the first one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use lianzhu::game::{Color, Variant};
use lianzhu::solve::check;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::proofs::{Parts, changed, empty_board, proof, samples};
use super::wins;

/// The checker, compiled, and a folder for the proofs.
struct Checker {
    folder: PathBuf,
}

impl Checker {
    fn new(name: &str) -> Checker {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).expect("a folder");
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/checker");
        let options = [
            "-std=c99",
            "-O2",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-pedantic",
        ];
        let mut cc = Command::new("cc");
        cc.args(options)
            .args(["check.c", "explicit.c"].map(|name| sources.join(name)))
            .arg("-o")
            .arg(folder.join("check"));
        assert!(cc.status().expect("a C compiler").success());
        Checker { folder }
    }

    /// What it says of a file, if it accepts it or not.
    fn verdict(&self, file: &[u8]) -> Result<String, String> {
        let path = self.folder.join("proof");
        fs::write(&path, file).expect("a file");
        let mut run = Command::new(self.folder.join("check"));
        let output = run
            .arg(path)
            .stdin(Stdio::null())
            .output()
            .expect("a program");
        let text = String::from_utf8(output.stdout).expect("text");
        match output.status.code() {
            Some(0) if text.starts_with("ok: ") => Ok(text),
            Some(1) if text.starts_with("refused: ") => Err(text),
            code => panic!("{code:?}: {text}"),
        }
    }
}

#[test]
#[cfg_attr(not(unix), ignore = "takes a C compiler")]
fn the_second_checker_accepts_proofs_of_empty_boards() {
    let checker = Checker::new("checker-empty");
    for (width, height, n) in [(3, 3, 3), (4, 4, 4), (5, 5, 5), (6, 6, 5), (5, 5, 4)] {
        let file = proof(
            &empty_board(width, height, n, Variant::Freestyle),
            Color::White,
        );
        let file = file.expect("White holds");
        assert!(check(&file[..]).is_ok());
        let verdict = checker.verdict(&file).expect("a proof");
        assert!(verdict.contains(&format!(
            "{width}x{height}, {n} in a row, freestyle, hold white"
        )));
    }
}

#[test]
#[cfg_attr(not(unix), ignore = "takes a C compiler")]
fn both_checkers_agree_on_damaged_proofs() {
    let checker = Checker::new("checker-damaged");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(21);
    for file in samples() {
        assert!(checker.verdict(&file).is_ok());
        let parts = Parts::of(&file);
        for _ in 0..40 {
            let changed = changed(&parts, &mut rng).file();
            let first = check(&changed[..]);
            let second = checker.verdict(&changed);
            assert_eq!(first.is_ok(), second.is_ok(), "{first:?}, {second:?}");
        }
        for length in (0..file.len()).step_by(file.len() / 10) {
            let refused = checker.verdict(&file[..length]).expect_err("a cut file");
            assert!(refused.contains("byte"), "{refused}");
        }
    }
}

#[test]
#[cfg_attr(not(unix), ignore = "takes a C compiler")]
fn both_checkers_agree_on_proofs_of_wins() {
    let checker = Checker::new("checker-wins");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(22);
    for white in ["white A1 B1 C1 D1", "white A1 B1 C1 D1 E1"] {
        let file = wins::at_once(white);
        assert_eq!(checker.verdict(&file).is_ok(), check(&file[..]).is_ok());
    }
    for file in wins::samples() {
        let verdict = checker.verdict(&file).expect("a proof");
        assert!(verdict.contains("win"), "{verdict}");
        let parts = Parts::of(&file);
        for _ in 0..30 {
            let changed = wins::changed(&parts, &mut rng).file();
            let first = check(&changed[..]);
            let second = checker.verdict(&changed);
            assert_eq!(first.is_ok(), second.is_ok(), "{first:?}, {second:?}");
        }
    }
}

//! The fuzz bodies as ordinary tests: random and mutated inputs, the same on every run.
//!
//! `FUZZ_ROUNDS=200000 cargo test --release --test fuzz_bodies` runs longer; the targets for
//! cargo-fuzz in `tests/fuzz` run the same bodies with coverage.

#[path = "fuzz/bodies.rs"]
mod bodies;

use std::panic;

use bodies::{BODIES, Body};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Inputs per body unless `FUZZ_ROUNDS` says otherwise.
const ROUNDS: u32 = 10_000;

/// No input made here is longer.
const MAX_LENGTH: usize = 4096;

struct Inputs<'a> {
    body: &'a Body,
    random: Xoshiro256PlusPlus,
}

impl Inputs<'_> {
    fn below(&mut self, end: usize) -> usize {
        self.random.random_range(0..end.max(1) as u32) as usize
    }

    fn one_of<'b>(&mut self, choices: &[&'b [u8]]) -> &'b [u8] {
        let at = self.below(choices.len());
        choices.get(at).copied().unwrap_or_default()
    }

    fn next(&mut self) -> Vec<u8> {
        let mut input = match self.below(8) {
            0 => {
                let length = self.below(64);
                (0..length).map(|_| self.below(256) as u8).collect()
            }
            1 => Vec::new(),
            _ => self.one_of(self.body.seeds).to_vec(),
        };
        for _ in 0..self.below(12) {
            self.mutate(&mut input);
        }
        input.truncate(MAX_LENGTH);
        input
    }

    fn mutate(&mut self, input: &mut Vec<u8>) {
        let at = self.below(input.len() + 1);
        match self.below(7) {
            0 => {
                if at < input.len() {
                    input.remove(at);
                }
            }
            1 => {
                let byte = self.below(256) as u8;
                input.insert(at, byte);
            }
            2 => {
                if let Some(byte) = input.get_mut(at) {
                    *byte ^= 1 << self.below(8);
                }
            }
            3 => {
                let end = at + self.below(input.len() - at + 1);
                let piece = input[at..end].to_vec();
                let to = self.below(input.len() + 1);
                for _ in 0..=self.below(3) {
                    input.splice(to..to, piece.iter().copied());
                }
            }
            4 => {
                let end = at + self.below((input.len() - at + 1).min(16));
                input.drain(at..end);
            }
            _ => {
                let token = self.one_of(self.body.tokens);
                input.splice(at..at, token.iter().copied());
            }
        }
        input.truncate(MAX_LENGTH);
    }
}

#[test]
fn no_input_breaks_a_body() {
    let rounds = match std::env::var("FUZZ_ROUNDS") {
        Ok(text) => text.parse().expect("FUZZ_ROUNDS is a number"),
        Err(_) => ROUNDS,
    };
    for body in BODIES {
        for seed in body.seeds {
            (body.run)(seed);
        }
        let random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut inputs = Inputs { body, random };
        for _ in 0..rounds {
            let input = inputs.next();
            if let Err(cause) = panic::catch_unwind(|| (body.run)(&input)) {
                eprintln!("{} broke on b\"{}\"", body.name, input.escape_ascii());
                panic::resume_unwind(cause);
            }
        }
    }
}

/// Every body has a target of its name, and the other way round.
#[test]
fn every_body_has_a_target() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fuzz");
    let manifest = std::fs::read_to_string(format!("{folder}/Cargo.toml")).unwrap();
    for body in BODIES {
        let name = body.name;
        let path = format!("targets/{name}.rs");
        let target = std::fs::read_to_string(format!("{folder}/{path}")).unwrap();
        assert!(target.contains(&format!("bodies::{name}(")), "{path}");
        assert!(manifest.contains(&format!("path = \"{path}\"")), "{path}");
    }
    let targets = std::fs::read_dir(format!("{folder}/targets")).unwrap();
    assert_eq!(targets.count(), BODIES.len());
}

#[test]
fn every_gtp_command_takes_any_argument() {
    bodies::every_command_alone();
}

#[test]
fn every_gomocup_command_takes_any_argument() {
    bodies::every_gomocup_command_alone();
}

//! Proofs that a side holds: there is one where it does, and no other file is taken for one.

use lianzhu::game::{Board, Color, Rules, Variant};
use lianzhu::solve::{Answer, CheckError, Limits, Verdict, can_win, check, hold};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::brute::smallest;
use super::plain::random;

/// A proof taken apart.
#[derive(Clone)]
pub struct Parts {
    pub head: Vec<String>,
    pub body: Vec<u8>,
}

impl Parts {
    pub fn of(file: &[u8]) -> Parts {
        let end = file
            .windows(2)
            .position(|two| two == b"\n\n")
            .expect("an empty line");
        let head = String::from_utf8(file[..end].to_vec()).expect("text");
        Parts {
            head: head.lines().map(str::to_owned).collect(),
            body: file[end + 2..].to_vec(),
        }
    }

    /// The file again, with what the head says of the body put right.
    pub fn file(&self) -> Vec<u8> {
        let hash = self
            .body
            .iter()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
            });
        let mut head = self.head.clone();
        head[8] = format!("bytes {}", self.body.len());
        head[9] = format!("fnv1a64 {hash:016x}");
        let mut file = (head.join("\n") + "\n\n").into_bytes();
        file.extend(&self.body);
        file
    }
}

pub fn proof(board: &Board, defender: Color) -> Option<Vec<u8>> {
    hold(board, defender, &Limits::default()).answer
}

pub fn empty_board(width: u32, height: u32, n: u32, variant: Variant) -> Board {
    Board::new(Rules::new(width, height, n, variant).expect("rules"))
}

/// There is a proof where there should be one, and it is accepted.
fn is_proven(board: &Board) -> [bool; 2] {
    Color::ALL.map(|defender| {
        let holds = can_win(board, !defender, &Limits::default()).answer == Answer::No;
        let proof = proof(board, defender);
        // In renju there need not be one.
        let expected = holds && (board.rules().variant() != Variant::Renju || proof.is_some());
        assert_eq!(proof.is_some(), expected, "{defender}: {board:?}");
        if let Some(proof) = proof {
            let claim = check(&proof[..]).unwrap_or_else(|error| panic!("{error}: {board:?}"));
            assert_eq!(claim.verdict, Verdict::Hold(defender));
            let claimed = claim.board().expect("a position");
            assert_eq!(claimed.position(), board.position());
        }
        expected
    })
}

#[test]
fn every_side_that_holds_on_the_smallest_boards_has_a_proof() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    for rules in smallest() {
        is_proven(&Board::new(rules));
        for _ in 0..8 {
            let empty = rng.random_range(1..rules.area());
            if let Some(board) = random(rules, empty, &mut rng) {
                is_proven(&board);
            }
        }
    }
}

#[test]
fn sides_that_hold_on_larger_boards_have_proofs() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    let mut proven = [0; 4];
    for _ in 0..300 {
        let (width, height) = [(5, 5), (5, 6), (6, 6), (7, 6)][rng.random_range(0..4)];
        let variant = Variant::ALL[rng.random_range(0..4)];
        let Ok(rules) = Rules::new(width, height, rng.random_range(4..=5), variant) else {
            continue;
        };
        let empty = rng.random_range(4..=16);
        if let Some(board) = random(rules, empty, &mut rng) {
            let proofs = is_proven(&board);
            proven[variant as usize] += proofs.into_iter().filter(|&proven| proven).count();
        }
    }
    assert!(proven.iter().all(|&proven| proven > 10), "{proven:?}");
}

/// Proofs with all kinds of nodes, small enough to be changed in many ways.
pub fn samples() -> Vec<Vec<u8>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(13);
    let mut samples = vec![
        proof(&empty_board(3, 3, 3, Variant::Freestyle), Color::White),
        proof(&empty_board(6, 6, 5, Variant::Exact), Color::White),
        proof(&empty_board(6, 6, 5, Variant::Renju), Color::White),
    ];
    for variant in [Variant::Freestyle, Variant::Exact, Variant::Caro] {
        let rules = Rules::new(5, 5, 4, variant).expect("rules");
        while samples.len() < 12 && samples.last().is_some_and(|last| last.is_some()) {
            let board = random(rules, 15, &mut rng);
            let found = board.and_then(|board| proof(&board, Color::White));
            let found = found.filter(|file| (40..1500).contains(&Parts::of(file).body.len()));
            samples.extend(found.map(Some));
            if samples.len() % 3 == 0 && variant != Variant::Caro {
                break;
            }
        }
    }
    samples
        .into_iter()
        .map(|sample| sample.expect("it holds"))
        .collect()
}

/// What a file claims is so: the head may have been changed as well.
pub fn is_true(file: &[u8]) -> bool {
    let claim = check(file).expect("an accepted file");
    let Verdict::Hold(defender) = claim.verdict else {
        return false;
    };
    let board = claim.board().expect("a position");
    can_win(&board, !defender, &Limits::default()).answer == Answer::No
}

#[test]
fn a_file_that_was_cut_or_damaged_is_refused() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(14);
    for file in samples() {
        for _ in 0..200 {
            let mut damaged = file.clone();
            let at = rng.random_range(0..file.len());
            match rng.random_range(0..4) {
                0 => damaged.truncate(at),
                1 => damaged[at] ^= 1 << rng.random_range(0..8),
                2 => drop(damaged.remove(at)),
                _ => damaged.insert(at, damaged[at] ^ 1),
            }
            let Ok(claim) = check(&damaged[..]) else {
                continue;
            };
            // A head can be changed to claim something else that the body proves as well.
            let head = file.len() - Parts::of(&file).body.len();
            assert!(at < head && is_true(&damaged), "{claim:?}");
        }
    }
}

#[test]
fn a_body_that_was_changed_with_care_is_refused_or_proves_the_same() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(15);
    let (mut refused, mut accepted) = (0, 0);
    for file in samples() {
        let parts = Parts::of(&file);
        for _ in 0..300 {
            let changed = changed(&parts, &mut rng);
            if changed.body == parts.body && changed.head == parts.head {
                continue;
            }
            match check(&changed.file()[..]) {
                Err(CheckError::Body { at, .. }) => {
                    assert!(at <= changed.body.len());
                    refused += 1;
                }
                Err(_) => refused += 1,
                Ok(_) => {
                    assert!(is_true(&changed.file()), "{:?}", changed.head);
                    accepted += 1;
                }
            }
        }
    }
    // Another reply can be as good, and another claim as true; but most are not.
    assert!(
        refused > 4 * accepted,
        "{refused} refused, {accepted} accepted"
    );
}

/// A change of one thing in the body or of what is claimed.
pub fn changed(parts: &Parts, rng: &mut Xoshiro256PlusPlus) -> Parts {
    let mut changed = parts.clone();
    let length = changed.body.len();
    let at = rng.random_range(0..length.max(1));
    match rng.random_range(0..9) {
        0..=2 if length > 0 => changed.body[at] = rng.random_range(0..64),
        3 if length > 0 => changed.body[at] = rng.random_range(1..=4),
        4 if length > 1 => changed.body.swap(at, (at + 1) % length),
        5 if length > 0 => drop(changed.body.remove(at)),
        6 => changed.body.truncate(at),
        7 => changed.body.insert(at, rng.random_range(0..64)),
        _ => {
            let (line, text) = *[
                (5, "to-move black"),
                (5, "to-move white"),
                (6, "claim hold black"),
                (6, "claim win black"),
                (3, "black A1"),
                (4, "white B2"),
                (4, "white"),
                (7, "nodes 0"),
                (2, "rules 5 5 4 freestyle"),
                (2, "rules 5 5 3 exact"),
            ]
            .choose(rng)
            .expect("some");
            changed.head[line] = text.to_owned();
        }
    }
    changed
}

/// What is false has no proof, whatever is written: bodies of one position for another one.
#[test]
fn what_is_lost_is_not_proven_by_the_body_of_another_position() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(16);
    let rules = Rules::new(5, 5, 4, Variant::Freestyle).expect("rules");
    let limits = Limits::default();
    let (mut bodies, mut lost) = (Vec::new(), Vec::new());
    while bodies.len() < 60 || lost.len() < 60 {
        let Some(board) = random(rules, rng.random_range(8..18), &mut rng) else {
            continue;
        };
        match hold(&board, Color::White, &limits).answer {
            Some(file) => bodies.push(Parts::of(&file)),
            None => lost.push(board),
        }
    }
    for board in lost {
        let points = |color: Color| {
            let own = rules
                .points()
                .filter(|&point| board.cell(point) == color.into());
            lianzhu::notation::vertices(own)
        };
        for body in &bodies {
            let mut forged = body.clone();
            forged.head[3] = format!("black {}", points(Color::Black));
            forged.head[4] = format!("white {}", points(Color::White));
            let to_move = board.side_to_move().to_string().to_lowercase();
            forged.head[5] = format!("to-move {to_move}");
            assert!(check(&forged.file()[..]).is_err(), "{:?}", forged.head);
        }
    }
}

//! Proofs that a side wins: what is claimed is so, and no damaged file is taken for one that proves a false claim.

use lianzhu::clock::{StopToken, Watch};
use lianzhu::game::{Board, Color, Point, Rules, Variant};
use lianzhu::solve::{
    Answer, Attempt, CheckError, Effort, Form, Limits, Verdict, can_win, check, prove_win,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::plain::random;
use super::proofs::Parts;

/// Looks for a win in at most so many positions.
fn attempt(board: &Board, attacker: Color, positions: usize) -> Attempt {
    let effort = Effort {
        positions,
        ..Effort::default()
    };
    prove_win(board, attacker, &effort, &StopToken::new(), &|_| {}).expect("no file is used")
}

fn file(attempt: &Attempt, form: Form) -> Option<Vec<u8>> {
    let proof = attempt.proof.as_ref()?;
    let mut file = Vec::new();
    let written = proof.write(form, &mut file, 1, &Watch::nobody());
    assert!(written.expect("a proof"));
    Some(file)
}

fn small(rng: &mut Xoshiro256PlusPlus, variant: Variant) -> Option<Board> {
    let (width, height) = [(5, 5), (5, 6), (7, 6), (6, 7), (7, 7)][rng.random_range(0..5)];
    let n = if variant == Variant::Renju {
        5
    } else {
        rng.random_range(4..=5)
    };
    let rules = Rules::new(width, height, n, variant).ok()?;
    let empty = rng.random_range(rules.area() / 2..=rules.area() * 4 / 5);
    random(rules, empty, rng)
}

/// Held against the exhaustive search of small boards, which shares no code with the threats.
fn agrees(seed: u64, boards: usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let limits = Limits {
        nodes: Some(300_000),
        memory: 16,
        ..Limits::default()
    };
    let mut wins = [0; 4];
    let mut found = 0;
    while found < boards {
        let variant = Variant::ALL[rng.random_range(0..4)];
        let Some(board) = small(&mut rng, variant) else {
            continue;
        };
        found += 1;
        let attacker = Color::ALL[rng.random_range(0..2)];
        let attempt = attempt(&board, attacker, 30);
        let truth = can_win(board.position(), attacker, &limits).answer;
        let both = [attempt.answer, truth];
        assert!(
            both != [Answer::Yes, Answer::No] && both != [Answer::No, Answer::Yes],
            "{both:?}, {attacker} attacks: {board:?}"
        );
        for form in [Form::Explicit, Form::Strategy] {
            let Some(file) = file(&attempt, form) else {
                continue;
            };
            let claim = check(&file[..]).unwrap_or_else(|error| panic!("{error}: {board:?}"));
            assert_eq!(claim.verdict, Verdict::Win(attacker));
            assert_eq!(
                claim.board().expect("a position").position(),
                board.position()
            );
            wins[variant as usize] += 1;
        }
    }
    assert!(wins.iter().all(|&wins| wins > 0), "{wins:?}");
}

#[test]
fn wins_are_true_and_their_proofs_are_accepted() {
    agrees(31, 40);
}

#[test]
#[ignore = "a soak: five thousand positions, in an hour"]
fn wins_are_true_five_thousand_times() {
    agrees(32, 5_000);
}

/// Positions that are won, each the first that comes from a seed: in turn with quiet moves, and twice by threats.
const SAMPLES: [(Variant, u64); 9] = [
    (Variant::Freestyle, 13),
    (Variant::Freestyle, 16),
    (Variant::Freestyle, 17),
    (Variant::Exact, 66),
    (Variant::Exact, 67),
    (Variant::Exact, 68),
    (Variant::Caro, 1037),
    (Variant::Caro, 1042),
    (Variant::Caro, 1043),
];

/// Small explicit proofs of each variant that the second checker knows, with quiet moves in some.
pub fn samples() -> Vec<Vec<u8>> {
    let sample = |(place, &(variant, seed)): (usize, &(Variant, u64))| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let board = small(&mut rng, variant).expect("a position");
        let attempt = attempt(&board, board.side_to_move(), 30);
        let quiet = attempt.proof.as_ref().map(|proof| proof.quiet_moves() > 0);
        assert_eq!(quiet, Some(place % 3 == 0));
        file(&attempt, Form::Explicit).expect("a proof")
    };
    SAMPLES.iter().enumerate().map(sample).collect()
}

/// A change of one byte of the body, or of what is claimed.
pub fn changed(parts: &Parts, rng: &mut Xoshiro256PlusPlus) -> Parts {
    let mut changed = parts.clone();
    let length = changed.body.len();
    let at = rng.random_range(0..length);
    match rng.random_range(0..8) {
        0..=2 => changed.body[at] = rng.random_range(0..64),
        3 => changed.body[at] = changed.body[at].wrapping_add([1, 255][rng.random_range(0..2)]),
        4 => changed.body.swap(at, (at + 1) % length),
        5 => drop(changed.body.remove(at)),
        6 => changed.body.insert(at, rng.random_range(0..64)),
        _ => {
            let (line, text) = *[
                (5, "to-move black"),
                (5, "to-move white"),
                (6, "claim win black"),
                (6, "claim win white"),
                (6, "claim hold white"),
                (1, "form hold"),
                (3, "black A1 C2 D3"),
                (4, "white B2"),
                (4, "white"),
                (7, "nodes 1"),
                (2, "rules 6 6 5 freestyle"),
            ]
            .get(rng.random_range(0..11))
            .expect("one of them");
            changed.head[line] = text.to_owned();
        }
    }
    changed
}

/// Whether a file's claim is so: the head may have been changed as well.
fn is_true(file: &[u8]) -> bool {
    let claim = check(file).expect("an accepted file");
    let Verdict::Win(attacker) = claim.verdict else {
        return false;
    };
    let board = claim.board().expect("a position");
    can_win(board.position(), attacker, &Limits::default()).answer == Answer::Yes
}

#[test]
fn a_damaged_proof_of_a_win_is_refused_or_still_true() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(34);
    let (mut refused, mut accepted) = (0, 0);
    for file in samples() {
        let parts = Parts::of(&file);
        for _ in 0..80 {
            let changed = changed(&parts, &mut rng);
            if changed.body == parts.body && changed.head == parts.head {
                continue;
            }
            let file = changed.file();
            match check(&file[..]) {
                Err(CheckError::Body { at, .. }) => {
                    assert!(at <= changed.body.len());
                    refused += 1;
                }
                Err(_) => refused += 1,
                Ok(_) => {
                    assert!(is_true(&file), "{:?}", changed.head);
                    accepted += 1;
                }
            }
        }
        for length in [0, 1, parts.body.len() / 2, parts.body.len() - 1] {
            let cut = file.len() - parts.body.len() + length;
            assert!(matches!(
                check(&file[..cut]),
                Err(CheckError::Length { .. })
            ));
        }
    }
    // Some moves are as good as others, and replies that need no answer do no harm; but most do.
    assert!(
        refused > 3 * accepted,
        "{refused} refused, {accepted} accepted"
    );
}

/// The proof that Black completes five at once, with these white stones.
pub fn at_once(white: &str) -> Vec<u8> {
    let mut parts = Parts::of(&samples()[0]);
    let lines = [
        (1, "form explicit"),
        (2, "rules 15 15 5 exact"),
        (3, "black C8 D8 E8 F8"),
        (4, white),
        (5, "to-move black"),
        (6, "claim win black"),
        (7, "nodes 1"),
    ];
    for (line, text) in lines {
        parts.head[line] = text.to_owned();
    }
    parts.body = vec![0, 2, 111, 0];
    parts.file()
}

#[test]
fn a_game_that_is_over_is_not_proven() {
    assert!(check(&at_once("white A1 B1 C1 D1")[..]).is_ok());
    assert!(check(&at_once("white A1 B1 C1 D1 E1")[..]).is_err());
}

#[test]
fn a_reply_without_an_answer_is_found() {
    // The root is the defender's, its replies are in groups of the node with the byte 2.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(35);
    let (mut tried, mut refused) = (0, 0);
    while tried < 6 {
        let Some(board) = small(&mut rng, Variant::Freestyle) else {
            continue;
        };
        let attacker = !board.side_to_move();
        let found = attempt(&board, attacker, 20);
        let Some(file) = file(&found, Form::Explicit) else {
            continue;
        };
        tried += 1;
        // The same body with a stone less has one reply more, which nothing answers.
        let position = board.position();
        let points = board.rules().points();
        let mut stones: Vec<(Color, Point)> = points
            .filter_map(|point| Some((position.cell(point).color()?, point)))
            .collect();
        let own = |&(color, _): &(Color, Point)| color != attacker;
        let gone = stones.iter().position(own).expect("the defender has moved");
        stones.remove(gone);
        let parts = Parts::of(&file);
        let mut other = parts.clone();
        let list = |color: Color| {
            let own = stones.iter().filter(|&&(of, _)| of == color);
            let points: Vec<Point> = own.map(|&(_, point)| point).collect();
            lianzhu::notation::vertices(points)
        };
        for (line, name, color) in [(3, "black", Color::Black), (4, "white", Color::White)] {
            other.head[line] = format!("{name} {}", list(color)).trim_end().to_owned();
        }
        // Where the attacker threatens to win at once the reply needs no answer.
        match check(&other.file()[..]) {
            Ok(_) => assert!(is_true(&other.file())),
            Err(error) => {
                assert!(matches!(error, CheckError::Body { .. }), "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 0);
}

#[test]
fn a_win_with_quiet_moves_on_the_usual_board() {
    for (variant, moves) in [
        (Variant::Freestyle, "H8 H11 H6 C3"),
        (Variant::Exact, "H8 H11 H6 C3"),
        (Variant::Renju, "H8 H9 J9 A1"),
    ] {
        let rules = Rules::new(15, 15, 5, variant).expect("rules");
        let mut board = Board::new(rules);
        for word in moves.split(' ') {
            let vertex: lianzhu::notation::Vertex = word.parse().expect("a vertex");
            let point = vertex.on_board(&rules).expect("on it").expect("no pass");
            board
                .play(board.side_to_move(), point)
                .expect("a legal move");
        }
        let attempt = attempt(&board, Color::Black, 20_000);
        assert_eq!(attempt.answer, Answer::Yes, "{variant}");
        for form in [Form::Explicit, Form::Strategy] {
            let file = file(&attempt, form).expect("a proof");
            let claim = check(&file[..]).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(claim.verdict, Verdict::Win(Color::Black));
        }
    }
}

#[test]
fn with_the_nodes_used_up_no_other_position_is_worked_on() {
    let rules = Rules::new(15, 15, 5, Variant::Freestyle).expect("rules");
    let effort = Effort {
        nodes: Some(1),
        ..Effort::default()
    };
    let board = Board::new(rules);
    let attempt = prove_win(&board, Color::White, &effort, &StopToken::new(), &|_| {});
    let progress = attempt.expect("no file is used").progress;
    assert!(progress.nodes >= 1, "{progress:?}");
    assert_eq!(progress.expanded, 1, "{progress:?}");
}

#[test]
fn a_full_memory_ends_the_search_without_an_answer() {
    let rules = Rules::new(15, 15, 5, Variant::Freestyle).expect("rules");
    let attempt = attempt(&Board::new(rules), Color::Black, 10);
    assert_eq!(attempt.answer, Answer::Unknown);
    assert!(attempt.proof.is_none() && attempt.progress.positions >= 10);
}

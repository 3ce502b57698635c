//! The search for wins of any board, against the one that tries all moves; and questions over both.

use lianzhu::clock::StopToken;
use lianzhu::clock::Watch;
use lianzhu::game::{Board, Color, Point, Rules, Variant};
use lianzhu::solve::{
    Answer, Effort, Form, Limits, Means, Question, Value, Verdict, can_win, check, decide,
    prove_win,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::brute::smallest;
use super::plain::random;

#[test]
fn the_search_for_wins_agrees_with_all_moves() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(31);
    let effort = Effort {
        positions: 60,
        ..Effort::default()
    };
    let mut found = [0; 3];
    for rules in smallest() {
        let empty = rng.random_range(3..=rules.area());
        let Some(board) = random(rules, empty, &mut rng) else {
            continue;
        };
        for attacker in Color::ALL {
            let attempt = prove_win(&board, attacker, &effort, &StopToken::new(), &|_| {});
            let attempt = attempt.expect("no file is kept");
            let right = can_win(&board, attacker, &Limits::default()).answer;
            found[attempt.answer as usize] += 1;
            if attempt.answer != Answer::Unknown {
                assert_eq!(attempt.answer, right, "{attacker}: {board:?}");
            }
            let Some(proof) = attempt.proof else { continue };
            let mut file = Vec::new();
            let written = proof.write(Form::Explicit, &mut file, 1, &Watch::nobody());
            assert!(written.expect("a proof"));
            let claim = check(&file[..]).unwrap_or_else(|error| panic!("{error}: {board:?}"));
            assert_eq!(claim.verdict, Verdict::Win(attacker));
            follows(&board, attacker, &proof.line());
        }
    }
    assert!(
        found[Answer::Yes as usize] > 10 && found[Answer::No as usize] > 10,
        "{found:?}"
    );
}

/// The line is one of the game, and the winner is not lost on it.
fn follows(board: &Board, winner: Color, line: &[Point]) {
    let mut board = board.clone();
    for &point in line {
        board
            .play(board.side_to_move(), point)
            .expect("a legal move");
    }
    assert_eq!(
        can_win(&board, winner, &Limits::default()).answer,
        Answer::Yes
    );
}

/// A four that cannot be stopped has no reply that needs an answer.
#[test]
fn an_open_four_is_won_against_whoever_is_to_move() {
    for variant in Variant::ALL {
        let rules = Rules::new(15, 15, 5, variant).expect("a game");
        let mut board = Board::new(rules);
        for y in 7..11 {
            board
                .play(Color::Black, Point::new(7, y))
                .expect("a legal move");
            board
                .play(Color::White, Point::new(3 * (y - 7), 0))
                .expect("a legal move");
        }
        for (to_move, value) in [(Color::Black, Value::Win), (Color::White, Value::Loss)] {
            board.set_side_to_move(to_move);
            for threads in 1..=2 {
                let means = Means {
                    threads,
                    ..Means::default()
                };
                let solution = decide(&board, Question::Value, &means, &|_, _| {});
                let solution = solution.expect("no file is kept");
                assert_eq!(solution.value(), Some(value), "{variant}, {to_move}");
                let mut file = Vec::new();
                let proof = solution.proof.expect("a proof");
                let written = proof.write(Form::Explicit, &mut file, threads, &Watch::nobody());
                assert!(written.expect("a proof"));
                let claim = check(&file[..]).expect("a proof");
                assert_eq!(claim.verdict, Verdict::Win(Color::Black));
            }
        }
    }
}

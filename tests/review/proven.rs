//! What a review says is proven, held against the exhaustive search.

use lianzhu::clock::StopToken;
use lianzhu::game::{Board, Rules, Variant};
use lianzhu::notation::vertices;
use lianzhu::review::{
    Effort, Game, Looker, MoveQuality, OtherMoves, ProofEffort, annotated, phrase, summary,
};
use lianzhu::solve::{Answer, Limits, Value, can_win, value};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::kit::{Folder, game, run, text};

/// With so many nodes for proofs.
const fn proving(nodes: u64) -> Effort {
    Effort {
        time: None,
        nodes: Some(1_000),
        proof: Some(ProofEffort {
            time: None,
            nodes: Some(nodes),
        }),
    }
}

const PROVING: Effort = proving(3_000_000);

/// A game, all of it searched, with proofs.
fn proven(text: &str) -> Game {
    let mut game = game(text);
    let mut looker = Looker::new(1);
    let open: Vec<usize> = game.open().collect();
    for moves in open {
        let found = looker.look(&game.position(moves), PROVING, &StopToken::new());
        game.set_finding(moves, found.expect("nobody stops it"));
    }
    game
}

/// What is said of a move, but for the win rates.
fn said(game: &Game, number: usize) -> String {
    let said = phrase(&game.judged(number).expect("searched"));
    let proof = said.find("roven").map(|at| &said[at - 1..]);
    proof.unwrap_or_default().to_owned()
}

fn winning(game: &Game, moves: usize) -> (String, OtherMoves) {
    let proven = game.proven(moves).expect("asked for");
    (vertices(proven.winning), proven.others)
}

/// Black, to move, wins by the four-three at G8. White has an open three, so that no quiet move wins.
const FOUR_THREE: &str = "(;SZ[15]AB[dh][eh][fh][gi][gj]AW[ch][ao][ln][mn][nn]PL[B]";

#[test]
fn a_four_three_is_the_only_move() {
    let game = proven(&format!("{FOUR_THREE};B[gh];W[hh];B[gg])"));
    let only = ("G8".to_owned(), OtherMoves::NoThreats);
    assert_eq!(winning(&game, 0), only);
    assert_eq!(said(&game, 1), "Proven won. No other move wins by threats.");
    assert_eq!(said(&game, 2), "Proven lost, and it was before.");
    let text = summary(&game, PROVING);
    assert!(
        text.contains("1000 nodes a move, 3000000 nodes of proofs.\n"),
        "{text}"
    );
    assert!(
        text.contains("One move alone wins by threats: at 1."),
        "{text}"
    );
    let tree = annotated(&game, PROVING);
    let marks = |node: usize| tree.values(tree.main_line()[node], "TE").len();
    assert_eq!([marks(1), marks(2)], [1, 0]);
}

#[test]
fn a_win_given_away_is_proven_to_be() {
    let game = proven(&format!("{FOUR_THREE};B[aa];W[kn])"));
    assert_eq!(
        said(&game, 1),
        "proven win is given away, and the game proven lost. G8 won, and no other move by threats."
    );
    let judged = game.judged(1).expect("searched");
    assert_eq!(judged.verdict, MoveQuality::Blunder);
    assert!(judged.is_notable());
    assert_eq!((judged.before, judged.after), (1.0, 0.0));
    assert_eq!(said(&game, 2), "Proven won. No other move wins by threats.");
    let text = summary(&game, PROVING);
    assert!(
        text.contains("Black: 1 blunder, 0 mistakes, 0 inaccuracies, 1 forced win missed. Proven: 1 win given away, 1 losing move.\n"),
        "{text}"
    );
}

#[test]
fn two_moves_that_win_are_two() {
    let game = proven("(;SZ[15]AB[hh][ih][jh]AW[kn][ln][mn]PL[B];B[gh])");
    assert_eq!(
        winning(&game, 0),
        ("G8 L8".to_owned(), OtherMoves::NoThreats)
    );
    assert_eq!(
        said(&game, 1),
        "Proven won. One of 2 moves that win, and no other does by threats."
    );
    let game = proven("(;SZ[15]AB[hh][ih][jh]AW[kn][ln][mn]PL[B];B[aa])");
    assert_eq!(
        said(&game, 1),
        "proven win is given away, and the game proven lost. 2 moves won, and no other by threats: G8 L8."
    );
}

#[test]
fn where_a_five_threatens_all_other_moves_are_proven_to_lose() {
    // White has four in a row, and Black's block is an open four.
    let setup = "(;SZ[15]AB[ch][hi][hj][hk]AW[dh][eh][fh][gh]PL[B]";
    let game = proven(&format!("{setup};B[hh])"));
    assert_eq!(winning(&game, 0), ("H8".to_owned(), OtherMoves::NoWin));
    assert_eq!(said(&game, 1), "Proven won. The only move that wins.");
    let game = proven(&format!("{setup};B[oo])"));
    assert_eq!(
        said(&game, 1),
        "proven win is given away, and the game proven lost. Only H8 won."
    );
}

#[test]
fn a_line_that_can_be_completed_is_a_win_of_each_move_that_does() {
    let game = proven("(;SZ[15]AB[hh][ih][jh][kh]AW[aa][ca][ea]PL[B];B[gh])");
    let (points, others) = winning(&game, 0);
    assert_eq!((points.len(), others), (5, OtherMoves::Open), "{points}");
    assert_eq!(
        said(&game, 1),
        "Proven won. One of at least 2 moves that win."
    );
}

#[test]
fn a_game_on_a_small_board_is_exact() {
    let game = proven("(;SZ[5]NR[4];B[cc];W[aa];B[ee];W[bb];B[cb];W[cd];B[bd];W[db])");
    for moves in 0..game.positions() {
        let truth = value(game.position(moves).position(), &Limits::default()).answer;
        let proven = game.proven(moves).and_then(|proven| proven.value());
        assert_eq!(proven, truth, "{moves}");
    }
    assert_eq!(said(&game, 1), "Proven drawn.");
    assert_eq!(said(&game, 2), "Proven lost, and it was not before.");
    let given = said(&game, 3);
    assert!(
        given.starts_with("proven win is given away, and the game proven drawn. 18 moves won: "),
        "{given}"
    );
    assert_eq!(game.black_rate(3), Some(0.5));
}

#[test]
fn a_large_board_with_few_lines_left_is_drawn() {
    let game = proven("(;SZ[15]NR[9];B[hh];W[ii])");
    let game = [0, 1, 2].map(|moves| game.proven(moves).and_then(|proven| proven.value()));
    assert_eq!(game, [Some(Value::Draw); 3]);
}

/// Held against the exhaustive search, which is held against a plain one elsewhere.
fn agrees(seed: u64, boards: usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let limits = Limits {
        nodes: Some(300_000),
        memory: 1,
        ..Limits::default()
    };
    let mut looker = Looker::new(1);
    let (mut wins, mut losses, mut draws, mut unique) = (0, 0, 0, 0);
    let mut found = 0;
    while found < boards {
        let (width, height) = [(4, 4), (5, 4), (5, 5), (5, 6), (6, 6)][rng.random_range(0..5)];
        let variant = Variant::ALL[rng.random_range(0..4)];
        let Ok(rules) = Rules::new(width, height, rng.random_range(3..=5), variant) else {
            continue;
        };
        let empty = rng.random_range(3..=rules.area().min(18));
        let Some(board) = random(rules, empty, &mut rng) else {
            continue;
        };
        found += 1;
        let nodes = [20, 1_000, 1_000_000][rng.random_range(0..3)];
        let finding = looker.look(&board, proving(nodes), &StopToken::new());
        let finding = finding.expect("nobody stops it");
        let proven = finding.proven.expect("asked for");
        let own = board.side_to_move();
        for (color, said) in [(own, proven.win), (!own, proven.loss)] {
            let truth = can_win(board.position(), color, &limits).answer;
            let both = [said, truth];
            assert!(
                both != [Answer::Yes, Answer::No] && both != [Answer::No, Answer::Yes],
                "{both:?}, {color}: {board:?}"
            );
        }
        assert!(proven.winning.is_empty() || proven.win == Answer::Yes);
        for point in board.legal_points(own) {
            let mut after = board.clone();
            after.play(own, point).expect("a legal move");
            let truth = can_win(after.position(), own, &limits).answer;
            if proven.winning.contains(&point) {
                assert_ne!(truth, Answer::No, "{point:?}: {board:?}");
            } else if proven.others == OtherMoves::NoWin {
                assert_ne!(truth, Answer::Yes, "{point:?}: {board:?}");
            }
        }
        if !proven.winning.is_empty() {
            let best = finding.line.first();
            assert!(
                best.is_some_and(|best| proven.winning.contains(best)),
                "{board:?}"
            );
        }
        wins += u32::from(proven.win == Answer::Yes);
        losses += u32::from(proven.value() == Some(Value::Loss));
        draws += u32::from(proven.value() == Some(Value::Draw));
        unique += u32::from(proven.only_move().is_some());
    }
    let seen = [wins, losses, draws, unique];
    assert!(seen.iter().all(|&seen| seen > 0), "{seen:?}");
}

/// A position that nobody has won after random moves, with so many empty points.
fn random(rules: Rules, empty: usize, rng: &mut Xoshiro256PlusPlus) -> Option<Board> {
    let mut board = Board::new(rules);
    while board.empty_points() > empty {
        let color = board.side_to_move();
        let quiet = |point: &_| !board.wins(*point, color);
        let legal: Vec<_> = board.legal_points(color).filter(quiet).collect();
        board.play(color, *legal.choose(rng)?).ok()?;
    }
    board.outcome().is_none().then_some(board)
}

#[test]
fn what_is_proven_is_so() {
    agrees(71, 240);
}

#[test]
#[ignore = "a soak: some thousand positions, in minutes"]
fn what_is_proven_is_so_five_thousand_times() {
    agrees(72, 5_000);
}

#[test]
fn proofs_are_kept_in_the_review() {
    let folder = Folder::new("proven");
    folder.write("game.sgf", &format!("{FOUR_THREE};B[gh];W[hh];B[gg])"));
    let review = |more: &[&str]| {
        let mut arguments = vec!["game.sgf", "--nodes", "1000", "--html", "page.html"];
        arguments.extend(more);
        let output = run(&folder, &arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
        (text(&output.stdout), folder.read("game.review.sgf"))
    };
    let (said, plain) = review(&[]);
    for text in [&said, &plain, &folder.read("page.html")] {
        assert!(!text.contains("roven"), "{text}");
    }
    let prove = &["--prove-nodes", "3000000"][..];
    let (said, proved) = review(prove);
    assert!(said.contains("Proven: 0 wins given away"), "{said}");
    for text in [&proved, &folder.read("page.html")] {
        assert!(text.contains("No other move wins by threats."), "{text}");
    }
    // What is read back is not proven anew, and says the same.
    let other = proved.replace(" yn~gh", " yn=gh");
    assert_ne!(other, proved);
    folder.write("game.review.sgf", &other);
    let (_, again) = review(prove);
    assert!(again.contains("The only move that wins."), "{again}");
    folder.write("game.review.sgf", &proved);
    assert_eq!(review(prove).1, proved);
    assert_eq!(review(&[]).1, plain);
}

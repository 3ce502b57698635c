//! Games by a proof: the proven side wins each of them, whatever the other does.

use lianzhu::clock::{Limits, StopToken};
use lianzhu::game::{Board, Color, Outcome, Point, Rules, Setup, Variant};
use lianzhu::player::{Choice, Player, PlayerKind, Task};
use lianzhu::solve::{BookMove, BookPlayer, Effort, Form, ProofBook, prove_win};

use super::proofs::Parts;

/// More nodes than any threats of a proof take.
const NODES: u64 = u64::MAX;

fn rules(variant: Variant) -> Rules {
    Rules::new(15, 15, 5, variant).expect("rules")
}

fn of(variant: Variant) -> BookPlayer {
    let book = ProofBook::embedded(&rules(variant)).expect("a proof");
    assert_eq!(
        (book.rules(), book.winner()),
        (&rules(variant), Color::Black)
    );
    BookPlayer::new(book)
}

fn embedded() -> BookPlayer {
    of(Variant::Freestyle)
}

fn play(board: &mut Board, point: Point) {
    board
        .play(board.side_to_move(), point)
        .expect("a legal move");
}

fn answer(book: &mut BookPlayer, board: &Board) -> Option<Point> {
    match book.answer(board, NODES, &StopToken::new(), None)? {
        BookMove::Quiet(point) => Some(point),
        BookMove::Threats(line) => line.first().copied(),
    }
}

fn choice(player: &mut dyn Player, board: &Board, nodes: Option<u64>) -> Point {
    let task = Task {
        board,
        color: board.side_to_move(),
        limits: Limits {
            nodes,
            ..Limits::default()
        },
        stop: &StopToken::new(),
        scope: None,
        watch: None,
    };
    match player.choose(&task) {
        Choice::Point(point) => point,
        Choice::NoLegalPoint => panic!("a full board"),
    }
}

/// Plays a game in which Black has every move from the book. Returns how many moves it had.
fn game(book: &mut BookPlayer, white: &mut dyn Player, nodes: Option<u64>) -> usize {
    let mut board = Board::new(*book.book().rules());
    white.new_game();
    while board.outcome().is_none() {
        let point = if board.side_to_move() == Color::Black {
            answer(book, &board).unwrap_or_else(|| panic!("the book ends: {board:?}"))
        } else {
            choice(white, &board, nodes)
        };
        play(&mut board, point);
    }
    assert_eq!(board.outcome(), Some(Outcome::Win(Color::Black)));
    board.moves().len()
}

/// Against each player, so many games.
fn games(variant: Variant, [random, scoring, search]: [u64; 3], nodes: u64) {
    let mut book = of(variant);
    let mut longest = 0;
    for (kind, count) in [
        (PlayerKind::Random, random),
        (PlayerKind::Scoring, scoring),
        (PlayerKind::Search, search),
    ] {
        for seed in 0..count {
            let mut white = kind.create(seed);
            let nodes = (kind == PlayerKind::Search).then_some(nodes + seed);
            longest = longest.max(game(&mut book, &mut *white, nodes));
        }
    }
    println!("the longest had {longest} moves");
    assert!(longest > 9);
}

#[test]
fn black_wins_every_game_from_the_empty_board() {
    for variant in [Variant::Freestyle, Variant::Exact] {
        games(variant, [5, 5, 2], 2_000);
    }
}

#[test]
#[ignore = "a soak: ten thousand games"]
fn black_wins_ten_thousand_games() {
    for variant in [Variant::Freestyle, Variant::Exact] {
        games(variant, [5_000, 5_000, 200], 100_000);
    }
}

#[test]
fn the_book_is_the_same_on_every_side_of_the_board() {
    let mut book = embedded();
    let mut seen = Vec::new();
    for bits in 0..8 {
        let lay = |x: u8, y: u8| {
            let (x, y) = if bits & 1 == 0 { (x, y) } else { (14 - x, y) };
            let (x, y) = if bits & 2 == 0 { (x, y) } else { (x, 14 - y) };
            if bits & 4 == 0 {
                Point::new(x, y)
            } else {
                Point::new(y, x)
            }
        };
        let mut board = Board::new(Rules::default());
        let first = answer(&mut book, &board).expect("the first move");
        assert_eq!(first, Point::new(7, 7));
        play(&mut board, first);
        play(&mut board, lay(5, 6));
        let second = answer(&mut book, &board).expect("the second");
        seen.push(
            (0..15)
                .flat_map(|y| (0..15).map(move |x| (x, y)))
                .find(|&(x, y)| lay(x, y) == second),
        );
        play(&mut board, second);
        play(&mut board, lay(0, 1));
        assert!(answer(&mut book, &board).is_some());
    }
    seen.dedup();
    assert_eq!(seen.len(), 1, "{seen:?}");
}

#[test]
fn the_book_ends_where_the_proof_was_left() {
    let mut book = embedded();
    let mut board = Board::new(Rules::default());
    play(&mut board, Point::new(7, 7));
    assert_eq!(answer(&mut book, &board), None, "White is to move");
    play(&mut board, Point::new(7, 8));
    assert!(answer(&mut book, &board).is_some());
    play(&mut board, Point::new(0, 0));
    play(&mut board, Point::new(8, 8));
    assert_eq!(answer(&mut book, &board), None);
    board.undo();
    board.undo();
    assert!(answer(&mut book, &board).is_some());
    board.pass(Color::Black);
    play(&mut board, Point::new(6, 8));
    assert_eq!(answer(&mut book, &board), None);
    let caro = rules(Variant::Caro);
    assert_eq!(answer(&mut book, &Board::new(caro)), None);
    assert!(ProofBook::embedded(&caro).is_none());
}

#[test]
fn positions_that_were_set_up_are_found() {
    let mut book = embedded();
    let mut board = Board::new(Rules::default());
    for (x, y) in [(7, 7), (8, 8)] {
        play(&mut board, Point::new(x, y));
    }
    let second = answer(&mut book, &board).expect("a move");
    play(&mut board, second);
    play(&mut board, Point::new(9, 6));
    let third = answer(&mut book, &board);
    assert!(third.is_some());
    let stones = board
        .moves()
        .map(|action| (action.color, action.point.expect("a stone")));
    let setup = Setup::new(Rules::default(), stones, Color::Black);
    let mut board = Board::try_from(setup).expect("a position");
    assert_eq!(answer(&mut book, &board), third);
    board.set_side_to_move(Color::White);
    assert_eq!(answer(&mut book, &board), None);
}

#[test]
fn a_stopped_search_for_threats_has_no_answer() {
    let mut book = embedded();
    let mut board = Board::new(Rules::default());
    // White leaves the proof's quiet moves sooner or later by playing at the edge.
    let threats = (0..15).find(|&x| {
        let found = book.answer(&board, NODES, &StopToken::new(), None);
        let point = match found.expect("a move") {
            BookMove::Threats(_) => return true,
            BookMove::Quiet(point) => point,
        };
        play(&mut board, point);
        play(&mut board, Point::new(x, 0));
        false
    });
    assert!(threats.is_some());
    let stop = StopToken::new();
    stop.stop();
    assert_eq!(book.answer(&board, NODES, &stop, None), None);
    assert_eq!(book.answer(&board, 3, &StopToken::new(), None), None);
    assert!(book.nodes() <= 3);
    assert!(answer(&mut book, &board).is_some());
}

#[test]
fn a_proof_of_a_later_position_is_a_book_once_it_is_reached() {
    let mut board = Board::new(Rules::default());
    for (x, y) in [(7, 7), (7, 10), (7, 5), (6, 6)] {
        play(&mut board, Point::new(x, y));
    }
    let effort = Effort {
        positions: 1_000,
        ..Effort::default()
    };
    let attempt = prove_win(&board, Color::Black, &effort, &StopToken::new(), &|_| {});
    let proof = attempt.expect("no file is kept").proof.expect("a win");
    let mut file = Vec::new();
    let nobody = lianzhu::clock::Watch::nobody();
    assert!(
        proof
            .write(Form::Strategy, &mut file, 1, &nobody)
            .expect("a proof")
    );
    let mut book = BookPlayer::new(ProofBook::read(&file[..]).expect("a book"));
    assert_eq!(answer(&mut book, &Board::new(Rules::default())), None);
    let mut white = PlayerKind::Scoring.create(1);
    while board.outcome().is_none() {
        let point = match board.side_to_move() {
            Color::Black => answer(&mut book, &board).expect("a move"),
            Color::White => choice(&mut *white, &board, None),
        };
        play(&mut board, point);
    }
    assert_eq!(board.outcome(), Some(Outcome::Win(Color::Black)));
}

/// A head may say anything; a body may play a point twice.
#[test]
fn a_damaged_book_is_refused() {
    let file = include_bytes!("../../src/solve/proofs/exact-15.proof");
    let head = file
        .windows(2)
        .position(|pair| pair == b"\n\n")
        .expect("a head")
        + 2;
    let text = String::from_utf8(file[..head].to_vec()).expect("text");
    let more = text.replace("nodes 11085", "nodes 4294967295");
    assert_ne!(more, text);
    let more = [more.as_bytes(), &file[head..]].concat();
    assert!(ProofBook::read(&more[..]).is_err());
    let mut parts = Parts::of(file);
    assert!(ProofBook::read(&parts.file()[..]).is_ok());
    // One node whose move is the middle, and whose only reply is there as well.
    parts.head[7] = "nodes 2".to_owned();
    parts.body = vec![1, 112, 1, 113, 1, 0];
    assert!(ProofBook::read(&parts.file()[..]).is_ok());
    parts.body[3] = 112;
    assert!(ProofBook::read(&parts.file()[..]).is_err());
}

#[test]
fn a_proof_of_ones_own_is_a_book() {
    let rules = Rules::new(6, 6, 4, Variant::Freestyle).expect("rules");
    let board = Board::new(rules);
    let effort = Effort {
        positions: 3_000,
        ..Effort::default()
    };
    let attempt = prove_win(&board, Color::Black, &effort, &StopToken::new(), &|_| {});
    let proof = attempt.expect("no file is kept").proof.expect("a win");
    for form in [Form::Strategy, Form::Explicit] {
        let mut file = Vec::new();
        let written = proof.write(form, &mut file, 1, &lianzhu::clock::Watch::nobody());
        assert!(written.expect("a proof"));
        let mut book = BookPlayer::new(ProofBook::read(&file[..]).expect("a book"));
        for seed in 0..4 {
            game(&mut book, &mut *PlayerKind::Scoring.create(seed), None);
        }
        let end = file.len() - 1;
        assert!(ProofBook::read(&file[..end]).is_err());
        file[end] ^= 1;
        assert!(ProofBook::read(&file[..]).is_err());
    }
}

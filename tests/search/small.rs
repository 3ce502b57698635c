//! Boards so small that their value is known: never lost where they are drawn, won by Black where
//! he wins. By search alone, and with far less than the second a move that is promised.

use lianzhu::clock::{Limits, StopToken};
use lianzhu::game::{Board, Color, Outcome, Point, Rules, Variant};
use lianzhu::player::{Choice, Player, PlayerKind, Task};

/// Positions the player under test may enter for a move.
const NODES: u64 = 4_000;

/// Width, height and win length of games that are drawn, ...
const DRAWN: [(u32, u32, u32); 5] = [(3, 3, 3), (4, 4, 4), (5, 5, 4), (5, 5, 5), (6, 6, 5)];

/// ... and of games that Black wins.
const WON: [(u32, u32, u32); 6] = [
    (4, 3, 3),
    (3, 5, 3),
    (7, 3, 3),
    (3, 20, 3),
    (6, 5, 4),
    (5, 6, 4),
];

fn choose(player: &mut dyn Player, board: &Board, nodes: u64) -> Point {
    let task = Task {
        board,
        color: board.side_to_move(),
        limits: Limits {
            nodes: Some(nodes),
            ..Limits::default()
        },
        stop: &StopToken::new(),
        scope: None,
        watch: None,
    };
    match player.choose(&task) {
        Choice::Point(point) => point,
        Choice::NoLegalPoint => panic!("a point is free"),
    }
}

fn empty((width, height, win_length): (u32, u32, u32)) -> Board {
    Board::new(Rules::new(width, height, win_length, Variant::Freestyle).expect("a game"))
}

/// A game in which `color` is played by the searching player under test.
fn game(board: &Board, color: Color, other: &mut dyn Player, nodes: u64, seed: u64) -> Outcome {
    let mut board = board.clone();
    let mut player = PlayerKind::Search.create(seed);
    loop {
        if let Some(outcome) = board.outcome() {
            return outcome;
        }
        let us = board.side_to_move();
        let point = if us == color {
            choose(&mut *player, &board, NODES)
        } else {
            choose(other, &board, nodes)
        };
        board.play(us, point).expect("a legal point");
    }
}

/// Games of `color` against opponents of all kinds, as outcomes.
fn games(board: &Board, color: Color, rounds: u64) -> Vec<(PlayerKind, u64, Outcome)> {
    let mut outcomes = Vec::new();
    for seed in 0..rounds {
        for (kind, nodes) in [
            (PlayerKind::Random, 1),
            (PlayerKind::Scoring, 1),
            (PlayerKind::Search, 300 + 700 * seed),
        ] {
            let mut other = kind.create(100 + seed);
            let outcome = game(board, color, &mut *other, nodes, seed);
            outcomes.push((kind, seed, outcome));
        }
    }
    outcomes
}

fn drawn_games_are_not_lost(rounds: u64) {
    for sizes in DRAWN {
        for color in Color::ALL {
            for (kind, seed, outcome) in games(&empty(sizes), color, rounds) {
                assert_ne!(
                    outcome,
                    Outcome::Win(!color),
                    "{sizes:?}, {color:?} against {kind}, seed {seed}"
                );
            }
        }
    }
}

fn won_games_are_won(rounds: u64) {
    for sizes in WON {
        for (kind, seed, outcome) in games(&empty(sizes), Color::Black, rounds) {
            assert_eq!(
                outcome,
                Outcome::Win(Color::Black),
                "{sizes:?} against {kind}, seed {seed}"
            );
        }
    }
}

#[test]
fn few_games() {
    drawn_games_are_not_lost(1);
    won_games_are_won(1);
}

/// The same, more of it: some minutes.
#[test]
#[ignore = "long"]
fn many_games() {
    drawn_games_are_not_lost(10);
    won_games_are_won(10);
}

/// All that the opponent can play against the player under test, `free` of his moves deep, then his
/// first legal points; the worst outcome for `color`: −1 lost, 0 drawn, 1 won.
fn worst(player: &mut dyn Player, board: &mut Board, color: Color, free: u32) -> i32 {
    match board.outcome() {
        Some(Outcome::Win(winner)) => return if winner == color { 1 } else { -1 },
        Some(_) => return 0,
        None => {}
    }
    let us = board.side_to_move();
    if us == color {
        let point = choose(player, board, NODES);
        board.play(us, point).expect("a legal point");
        let value = worst(player, board, color, free);
        board.undo();
        return value;
    }
    let most = if free > 0 { usize::MAX } else { 1 };
    let replies: Vec<Point> = board.legal_points(us).take(most).collect();
    let mut lowest = 1;
    for reply in replies {
        board.play(us, reply).expect("a legal point");
        lowest = lowest.min(worst(player, board, color, free.saturating_sub(1)));
        board.undo();
    }
    lowest
}

#[test]
fn against_every_reply() {
    for (sizes, color, free, least) in [
        ((3, 3, 3), Color::Black, 9, 0),
        ((3, 3, 3), Color::White, 9, 0),
        ((4, 3, 3), Color::Black, 9, 1),
        ((3, 5, 3), Color::Black, 2, 1),
        ((4, 4, 4), Color::White, 2, 0),
        ((5, 6, 4), Color::Black, 1, 1),
    ] {
        let mut player = PlayerKind::Search.create(5);
        let value = worst(&mut *player, &mut empty(sizes), color, free);
        assert!(value >= least, "{sizes:?}, {color:?}: {value}");
    }
}

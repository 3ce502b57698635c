//! Answers against a plain full search.

use std::time::Duration;

use lianzhu::game::{Board, Color, Outcome, Point, Rules, Variant};
use lianzhu::notation::Diagram;
use lianzhu::solve::{
    Answer, Limits, Means, Question, Value, can_win, decide, holds_by_breaking, value,
};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::plain::{Plain, random};

fn agrees(position: &Board) {
    let limits = Limits::default();
    let mut wins = [false; 2];
    for color in Color::ALL {
        wins[color.index()] = Plain::can_win(position, color);
        let expected = if wins[color.index()] {
            Answer::Yes
        } else {
            Answer::No
        };
        let held = holds_by_breaking(position, color, &limits).answer;
        assert!(
            !(held && wins[color.index()]),
            "{color}\n{}",
            Diagram(position)
        );
        let found = can_win(position, color, &limits).answer;
        let (rules, own) = (position.rules(), position.side_to_move());
        assert_eq!(
            found,
            expected,
            "{color} in {rules:?}, {own} to move\n{}",
            Diagram(position)
        );
    }
    let own = position.side_to_move();
    let expected = match (wins[own.index()], wins[(!own).index()]) {
        (true, false) => Value::Win,
        (false, true) => Value::Loss,
        (false, false) => Value::Draw,
        (true, true) => panic!("both can win"),
    };
    assert_eq!(value(position, &limits).answer, Some(expected));
}

/// Every game on at most sixteen points.
pub fn smallest() -> Vec<Rules> {
    let mut all = Vec::new();
    for (width, height) in [(3, 3), (4, 3), (3, 4), (4, 4)] {
        for n in 3..=4 {
            for variant in [Variant::Freestyle, Variant::Exact, Variant::Caro] {
                all.extend(Rules::new(width, height, n, variant));
            }
        }
    }
    all
}

#[test]
fn every_smallest_board_from_its_beginning() {
    for rules in smallest() {
        let mut position = Board::new(rules);
        agrees(&position);
        position.set_side_to_move(Color::White);
        agrees(&position);
    }
}

#[test]
fn every_smallest_board_after_random_moves() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for rules in smallest() {
        for _ in 0..40 {
            let empty = rng.random_range(1..rules.area() - 2);
            if let Some(board) = random(rules, empty, &mut rng) {
                agrees(&board);
            }
        }
    }
}

/// Positions of larger boards, in all variants, with so few points left that a plain search ends.
fn larger(games: usize, most: usize, seed: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut asked = [0; 4];
    while asked.iter().sum::<usize>() < games {
        let (width, height) = [(5, 5), (5, 6), (6, 5), (6, 6)][rng.random_range(0..4)];
        let variant = Variant::ALL[rng.random_range(0..4)];
        let Ok(rules) = Rules::new(width, height, rng.random_range(3..=5), variant) else {
            continue;
        };
        let empty = rng.random_range(1..=most);
        if let Some(board) = random(rules, empty, &mut rng) {
            agrees(&board);
            asked[variant as usize] += 1;
        }
    }
    assert!(asked.iter().all(|&asked| asked > games / 20), "{asked:?}");
}

/// A board that is full but for so many points, and some on which a stone would have made a line: stripes that
/// hold no line, but for some stones of the other colour.
fn late(rules: Rules, empty: usize, striped: f64, rng: &mut impl Rng) -> Board {
    let mut board = Board::new(rules);
    let mut points: Vec<Point> = rules.points().collect();
    points.shuffle(rng);
    for &point in &points[empty..] {
        let is_black = (point.x() + 2 * point.y()) % 4 < 2;
        let color = if is_black == rng.random_bool(striped) {
            Color::Black
        } else {
            Color::White
        };
        if !board.wins(point, color) {
            board.play(color, point).expect("an empty point");
        }
    }
    board.set_side_to_move(Color::ALL[rng.random_range(0..2)]);
    board
}

/// Whether a colour can force a line, by trying all moves on a board of any size.
fn forces(board: &Board, attacker: Color) -> bool {
    if let Some(outcome) = board.outcome() {
        return outcome == Outcome::Win(attacker);
    }
    let own = board.side_to_move();
    let after = |point| {
        let mut after = board.clone();
        after.play(own, point).expect("a legal move");
        forces(&after, attacker)
    };
    let mut points = board.legal_points(own);
    if own == attacker {
        points.any(after)
    } else {
        points.all(after)
    }
}

#[test]
fn games_of_any_size_that_are_nearly_over() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let (mut drawn, mut held) = (0, 0);
    for i in 0..400 {
        let (width, height) = [(9, 9), (15, 15), (8, 20)][i % 3];
        let variant = [Variant::Freestyle, Variant::Exact, Variant::Caro][i / 3 % 3];
        let rules = Rules::new(width, height, 5, variant).unwrap();
        let board = late(rules, rng.random_range(1..=7), 0.9, &mut rng);
        if board.empty_points() > 8 {
            continue;
        }
        let own = board.side_to_move();
        let [win, loss] = [own, !own].map(|color| forces(&board, color));
        let held_by = |attacker| holds_by_breaking(&board, attacker, &Limits::default()).answer;
        assert!(!(win && held_by(own)), "{}", Diagram(&board));
        assert!(!(loss && held_by(!own)), "{}", Diagram(&board));
        if !win && !loss {
            drawn += 1;
            held += usize::from(held_by(own) && held_by(!own));
        }
    }
    // Who is held only by a counter-threat is not found out.
    assert!(drawn > 100 && held * 5 > drawn * 3, "{held} of {drawn}");
}

#[test]
fn a_large_board_with_few_lines_left_is_a_draw() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let means = Means {
        time: Some(Duration::from_secs(60)),
        ..Means::default()
    };
    let drawn = |board: &Board| {
        let found = decide(board, Question::Value, &means, &|_, _| {}).unwrap();
        found.value() == Some(Value::Draw)
    };
    let rules = Rules::new(15, 15, 5, Variant::Freestyle).unwrap();
    let draws = (0..12).filter(|_| drawn(&late(rules, 35, 1.0, &mut rng)));
    let draws = draws.count();
    assert!(draws > 3, "{draws}");
    for (side, n) in [(15, 9), (20, 10), (52, 13)] {
        let rules = Rules::new(side, side, n, Variant::Freestyle).unwrap();
        assert!(drawn(&Board::new(rules)), "{n}");
    }
}

#[test]
fn larger_boards_late_in_the_game() {
    larger(300, 10, 2);
}

#[test]
#[ignore = "a soak: ten thousand positions, in minutes with optimisation"]
fn larger_boards_ten_thousand_times() {
    larger(10_000, 14, 3);
}

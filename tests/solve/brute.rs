//! Answers against a plain full search.

use lianzhu::game::{Board, Color, Rules, Variant};
use lianzhu::notation::Diagram;
use lianzhu::solve::{Answer, Limits, Value, can_win, value};
use rand::{RngExt, SeedableRng};
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

#[test]
fn larger_boards_late_in_the_game() {
    larger(300, 10, 2);
}

#[test]
#[ignore = "a soak: ten thousand positions, in minutes with optimisation"]
fn larger_boards_ten_thousand_times() {
    larger(10_000, 14, 3);
}

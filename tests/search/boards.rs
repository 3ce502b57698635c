//! Games and positions drawn by lot.

use std::ops::RangeInclusive;

use lianzhu::game::{Board, Point, Rules, Variant};
use rand::{Rng, RngExt};

/// Stones one after another, mostly near the last one, nobody completing a line.
pub fn random_board(rng: &mut impl Rng, rules: Rules, stones: u32) -> Board {
    let mut board = Board::new(rules);
    let mut last: Option<Point> = None;
    let mut tries = 0;
    while (board.stones() as u32) < stones && tries < 1000 && board.outcome().is_none() {
        tries += 1;
        let point = match last {
            Some(p) if rng.random_range(0..5u32) > 0 => p.offset(
                rng.random_range(0..5u32) as i8 - 2,
                rng.random_range(0..5u32) as i8 - 2,
            ),
            _ => Point::try_new(
                rng.random_range(0..u32::from(rules.width())) as u8,
                rng.random_range(0..u32::from(rules.height())) as u8,
            ),
        };
        let Some(point) = point.filter(|&p| rules.contains(p)) else {
            continue;
        };
        let color = board.side_to_move();
        if board.is_legal(color, point) && !board.wins(point, color) {
            board.play(color, point).unwrap();
            last = Some(point);
        }
    }
    board
}

/// Boards of so many points a side, win lengths of 3 to `longest`.
pub fn random_rules(rng: &mut impl Rng, sides: RangeInclusive<u32>, longest: u32) -> Rules {
    loop {
        let variant = Variant::ALL[rng.random_range(0..4u32) as usize];
        let n = match variant {
            Variant::Renju => 5,
            _ => rng.random_range(3..=longest),
        };
        let (w, h) = (
            rng.random_range(sides.clone()),
            rng.random_range(sides.clone()),
        );
        if let Ok(rules) = Rules::new(w, h, n, variant) {
            return rules;
        }
    }
}

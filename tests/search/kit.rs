//! Boards, and questions to a search.

use lianzhu::clock::{Limits, StopToken};
use lianzhu::game::{Board, Point, Rules, Variant};
use lianzhu::search::{Report, Searcher};
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

/// Boards of 5 to 16 a side, win lengths of 3 to 7.
pub fn random_rules(rng: &mut impl Rng) -> Rules {
    loop {
        let variant = Variant::ALL[rng.random_range(0..4u32) as usize];
        let n = if variant == Variant::Renju {
            5
        } else {
            rng.random_range(3..=7u32)
        };
        let (w, h) = (rng.random_range(5..=16u32), rng.random_range(5..=16u32));
        if let Ok(rules) = Rules::new(w, h, n, variant) {
            return rules;
        }
    }
}

/// The answer of a search of so many positions. With a depth, so that it searches also where there is
/// but one move.
pub fn ask(searcher: &mut Searcher, board: &Board, nodes: u64) -> Report {
    let limits = Limits {
        nodes: Some(nodes),
        depth: Some(100),
        ..Limits::default()
    };
    let color = board.side_to_move();
    searcher.search(board, color, limits, &StopToken::new(), &mut |_| {})
}

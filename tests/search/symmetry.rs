//! The eight images of a position are worth the same.

use lianzhu::eval::Evaluator;
use lianzhu::game::{Board, Color, Point, Rules, Setup};
use lianzhu::pattern::Patterns;
use lianzhu::search::{Searcher, mate_distance};
use lianzhu::threat::{Vcf, VcfResult};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::kit::{ask, random_board, random_rules};

/// The images of a position under the turns and mirrorings of its rectangle, itself first.
fn images(board: &Board) -> Vec<Board> {
    let rules = *board.rules();
    let (w, h) = (rules.width(), rules.height());
    let stones: Vec<(Color, Point)> = rules
        .points()
        .filter_map(|point| Some((board.cell(point).color()?, point)))
        .collect();
    let image = |number: u8| {
        let swapped = number & 4 != 0;
        let (width, height) = if swapped { (h, w) } else { (w, h) };
        let rules = Rules::new(
            width.into(),
            height.into(),
            rules.win_length().into(),
            rules.variant(),
        )
        .expect("the same game");
        let stones = stones.iter().map(|&(color, point)| {
            let x = if number & 1 == 0 {
                point.x()
            } else {
                w - 1 - point.x()
            };
            let y = if number & 2 == 0 {
                point.y()
            } else {
                h - 1 - point.y()
            };
            let (x, y) = if swapped { (y, x) } else { (x, y) };
            (color, Point::new(x, y))
        });
        Board::try_from(Setup::new(rules, stones, board.side_to_move())).expect("the same position")
    };
    (0..8).map(image).collect()
}

fn patterns(board: &Board) -> Patterns {
    Patterns::new(board, Evaluator::of(board.rules()).score_tables.clone())
}

#[test]
fn images_have_the_same_static_score_and_the_same_fours() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(31);
    let mut wins = 0;
    for _ in 0..300 {
        let rules = random_rules(&mut rng);
        let stones = rng.random_range(0..40u32);
        let board = random_board(&mut rng, rules, stones);
        let images = images(&board);
        let known = |board: &Board| {
            let mut patterns = patterns(board);
            let score = Evaluator::of(board.rules()).score(&patterns);
            let fours = match Vcf::new().search(&mut patterns, 100_000) {
                VcfResult::Win(_) => Some(true),
                VcfResult::None => Some(false),
                VcfResult::Unknown => None,
            };
            (score, fours)
        };
        let (score, fours) = known(&board);
        wins += usize::from(fours == Some(true));
        for image in &images {
            assert_eq!((score, fours), known(image), "{rules:?}");
        }
    }
    assert!(wins > 30, "only {wins} wins");
}

/// What is found within some positions depends on the order of moves; what is proven does not.
#[test]
fn images_are_not_won_and_lost() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(32);
    let mut proven = 0;
    for _ in 0..60 {
        let rules = random_rules(&mut rng);
        let stones = rng.random_range(4..30u32);
        let board = random_board(&mut rng, rules, stones);
        if board.outcome().is_some() {
            continue;
        }
        let verdicts: Vec<i32> = images(&board)
            .iter()
            .map(|image| ask(&mut Searcher::new(1, 1), image, 600))
            .filter_map(|report| mate_distance(report.score))
            .map(i32::signum)
            .collect();
        proven += verdicts.len();
        let same = verdicts.windows(2).all(|pair| pair[0] == pair[1]);
        assert!(same, "{verdicts:?} {rules:?}");
    }
    assert!(proven > 50, "only {proven} proven");
}

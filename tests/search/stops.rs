//! Searches broken off at any moment still answer a legal point, and claim nothing untrue.

use std::thread;
use std::time::Duration;

use lianzhu::clock::{Limits, StopToken};
use lianzhu::game::{Board, Color, Rules};
use lianzhu::search::{Report, Searcher, mate_distance};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::kit::{ask, random_board, random_rules};

fn sound(board: &Board, report: &Report) {
    let color = board.side_to_move();
    let first = report.pv.first().expect("there is a legal point");
    assert!(board.is_legal(color, *first), "{first:?}");
    let mut line = board.clone();
    for &point in &report.pv {
        if line.outcome().is_some() {
            break;
        }
        line.play(line.side_to_move(), point).expect("a legal line");
    }
    let Some(distance) = mate_distance(report.score) else {
        return;
    };
    assert!(distance != 0 && distance.unsigned_abs() as usize <= board.empty_points());
    let again = ask(&mut Searcher::new(1, 1), board, 20_000);
    if let Some(other) = mate_distance(again.score) {
        assert_eq!(distance > 0, other > 0, "{distance} {other}");
    }
}

#[test]
fn after_any_number_of_positions() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(41);
    let mut searcher = Searcher::new(1, 1);
    for _ in 0..400 {
        let rules = random_rules(&mut rng);
        let stones = rng.random_range(0..40u32);
        let board = random_board(&mut rng, rules, stones);
        if board.outcome().is_some() {
            continue;
        }
        if rng.random_range(0..4u32) == 0 {
            searcher.clear();
        }
        let limits = Limits {
            nodes: Some(rng.random_range(0..1_500u64)),
            ..Limits::default()
        };
        let color = board.side_to_move();
        let report = searcher.search(&board, color, limits, &StopToken::new(), &mut |_| {});
        sound(&board, &report);
    }
}

#[test]
fn by_another_thread() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(42);
    let mut searcher = Searcher::new(1, 2);
    for _ in 0..60 {
        let rules = random_rules(&mut rng);
        let stones = rng.random_range(0..30u32);
        let board = random_board(&mut rng, rules, stones);
        if board.outcome().is_some() {
            continue;
        }
        let stop = StopToken::new();
        let delay = Duration::from_micros(rng.random_range(0..6_000u64));
        let report = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(delay);
                stop.stop();
            });
            let color = board.side_to_move();
            searcher.search(&board, color, Limits::default(), &stop, &mut |_| {})
        });
        sound(&board, &report);
    }
}

#[test]
fn before_it_begins() {
    let board = Board::new(Rules::default());
    let stop = StopToken::new();
    stop.stop();
    let report =
        Searcher::new(1, 1).search(&board, Color::White, Limits::default(), &stop, &mut |_| {});
    assert_eq!(report.pv.len(), 1);
    assert_eq!(mate_distance(report.score), None);
}

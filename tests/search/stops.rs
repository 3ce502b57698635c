//! Searches broken off at any moment still answer a legal point, and claim nothing untrue.

use std::thread;
use std::time::Duration;

use lianzhu::clock::{Limits, StopToken};
use lianzhu::game::{Board, Color, Rules};
use lianzhu::search::{Report, Scope, Searcher, mate_distance};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::kit::{ask, random_board, random_rules};

pub fn sound(board: &Board, report: &Report) {
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
fn by_many_threads_that_have_few_positions_each() {
    let board = Board::new(Rules::default());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(43);
    let limits = Limits {
        nodes: Some(500),
        ..Limits::default()
    };
    let board = random_board(&mut rng, *board.rules(), 12);
    let color = board.side_to_move();
    let stop = StopToken::new();
    let report = Searcher::new(1, 64).search(&board, color, limits, &stop, &mut |_| {});
    assert!(report.depth >= 1 && !report.lines.is_empty(), "{report:?}");
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

/// A random position and a number of positions to be searched, with a new table now and then.
fn drawn(rng: &mut Xoshiro256PlusPlus, searcher: &mut Searcher) -> Option<(Board, Limits)> {
    let rules = random_rules(rng);
    let stones = rng.random_range(0..40u32);
    let board = random_board(rng, rules, stones);
    if rng.random_range(0..4u32) == 0 {
        searcher.clear();
    }
    let limits = Limits {
        nodes: Some(rng.random_range(0..1_500u64)),
        ..Limits::default()
    };
    board.outcome().is_none().then_some((board, limits))
}

#[test]
fn with_several_lines() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(43);
    let mut searcher = Searcher::new(1, 1);
    let (mut proven, mut short) = (0, 0);
    for _ in 0..600 {
        let Some((board, limits)) = drawn(&mut rng, &mut searcher) else {
            continue;
        };
        let scope = Scope {
            lines: rng.random_range(2..6u32) as usize,
            ..Scope::default()
        };
        let color = board.side_to_move();
        let stop = StopToken::new();
        let mut early = |report: &Report| {
            assert!(!report.lines.is_empty() || mate_distance(report.score).is_none());
        };
        let report = searcher.search_within(&scope, &board, color, limits, &stop, &mut early);
        sound(&board, &report);
        short += u32::from(report.lines.is_empty());
        if let Some(best) = report.lines.first() {
            assert_eq!((&best.pv, best.score), (&report.pv, report.score));
        }
        for line in &report.lines {
            let Some(distance) = mate_distance(line.score) else {
                assert!(line.depth >= report.depth, "{report:?}");
                continue;
            };
            proven += 1;
            let mut after = board.clone();
            after.play(color, line.pv[0]).expect("a legal line");
            if after.outcome().is_none() {
                let again = ask(&mut Searcher::new(1, 1), &after, 5_000);
                let other = mate_distance(again.score);
                assert!(other.is_none_or(|other| (other < 0) == (distance > 0)));
            }
        }
    }
    assert!(proven > 100 && short > 0, "{proven} {short}");
}

//! The search and the forced wins: what they claim holds on the board.

mod boards;
mod forced;
mod kit;
mod small;
mod stops;
mod symmetry;
mod threads;
mod time;
mod truth;

use lianzhu::clock::{Limits, StopToken};
use lianzhu::eval::Evaluator;
use lianzhu::game::{Board, Color, Outcome, Point, Rules, Setup, Variant};
use lianzhu::pattern::Patterns;
use lianzhu::search::{Searcher, mate_distance};
use lianzhu::threat::{Vcf, VcfResult};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use kit::{random_board, random_rules};

#[test]
fn every_vcf_replays_to_a_win() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut won = 0;
    for _ in 0..1500 {
        let rules = random_rules(&mut rng);
        let stones = rng.random_range(6..60u32);
        let board = random_board(&mut rng, rules, stones);
        if board.outcome().is_some() {
            continue;
        }
        let mut patterns = Patterns::new(&board, Evaluator::of(&rules).score_tables.clone());
        let before = (patterns.value(), board.key());
        let mut vcf = Vcf::new();
        let result = vcf.search(&mut patterns, 5_000);
        assert_eq!(before, (patterns.value(), patterns.board().key()));
        let VcfResult::Win(plies) = result else {
            continue;
        };
        won += 1;
        let attacker = board.side_to_move();
        let mut replay = board.clone();
        for (i, &slot) in vcf.line().iter().enumerate() {
            let color = replay.side_to_move();
            let point = patterns.point(slot as usize);
            replay
                .play(color, point)
                .unwrap_or_else(|e| panic!("ply {i}: {e} {rules:?}"));
        }
        assert_eq!(replay.outcome(), Some(Outcome::Win(attacker)), "{rules:?}");
        if rules.variant() != Variant::Caro {
            assert_eq!(plies as usize, vcf.line().len());
        }
    }
    assert!(won > 200, "only {won} wins");
}

#[test]
fn the_search_answers_legally_and_the_same_each_time() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    for _ in 0..60 {
        let rules = random_rules(&mut rng);
        let stones = rng.random_range(0..50u32);
        let board = random_board(&mut rng, rules, stones);
        if board.outcome().is_some() {
            continue;
        }
        let limits = Limits {
            nodes: Some(2_000),
            ..Limits::default()
        };
        let color = board.side_to_move();
        let ask = || {
            let mut searcher = Searcher::new(1, 1);
            searcher.search(&board, color, limits, &StopToken::new(), &mut |_| {})
        };
        let report = ask();
        let again = ask();
        assert_eq!((&report.pv, report.nodes), (&again.pv, again.nodes));
        let first = report.pv.first().expect("there is a legal point");
        assert!(board.is_legal(color, *first), "{first:?} {rules:?}");
        if let Some(distance) = mate_distance(report.score) {
            assert!(
                distance.unsigned_abs() as usize <= board.empty_points(),
                "{distance}"
            );
        }
    }
}

#[test]
fn all_threads_count_against_the_limit_and_in_the_report() {
    let mut board = Board::new(Rules::default());
    for (x, y) in [(7, 7), (8, 8), (7, 8), (8, 6)] {
        board.play(board.side_to_move(), Point::new(x, y)).unwrap();
    }
    let limits = Limits {
        nodes: Some(30_000),
        ..Limits::default()
    };
    let mut searcher = Searcher::new(4, 2);
    let color = board.side_to_move();
    let report = searcher.search(&board, color, limits, &StopToken::new(), &mut |_| {});
    assert!(report.nodes.total() >= 30_000, "{:?}", report.nodes);
}

#[test]
fn a_side_without_a_legal_point_passes_or_loses() {
    // The middle row's gap is an overline of Black's: if White takes the corner, Black is left with
    // nothing else.
    let rules = Rules::new(6, 3, 5, Variant::Renju).expect("a game");
    let rows = ["XXOXX.", "XXX.XX", "OOXOOX"];
    let stones = rows.iter().zip(0..).flat_map(|(row, y)| {
        row.bytes().zip(0..).filter_map(move |(cell, x)| {
            let color = match cell {
                b'X' => Color::Black,
                b'O' => Color::White,
                _ => return None,
            };
            Some((color, Point::new(x, y)))
        })
    });
    let board = Board::try_from(Setup::new(rules, stones, Color::White)).expect("a position");
    let mut searcher = Searcher::new(1, 1);
    assert_eq!(kit::ask(&mut searcher, &board, 1_000).score, 0);
    searcher.set_no_pass(true);
    let report = kit::ask(&mut searcher, &board, 1_000);
    assert_eq!(mate_distance(report.score), Some(3));
    assert_eq!(report.pv.first(), Some(&Point::new(5, 0)));
    let mut after = board.clone();
    after.play(Color::White, Point::new(5, 0)).expect("legal");
    assert!(after.must_pass(Color::Black));
    assert!(kit::ask(&mut searcher, &after, 1_000).pv.is_empty());
}

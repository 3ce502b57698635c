//! The search and the forced wins: what they claim holds on the board.

use lianzhu::clock::{Limits, StopToken};
use lianzhu::eval::Evaluator;
use lianzhu::game::{Board, Color, Outcome, Point, Rules, Variant};
use lianzhu::pattern::Patterns;
use lianzhu::search::{Searcher, mate_distance};
use lianzhu::threat::{Vcf, VcfResult};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn random_board(rng: &mut impl Rng, rules: Rules, stones: u32) -> Board {
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

fn random_rules(rng: &mut impl Rng) -> Rules {
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
        let mut patterns = Patterns::new(&board, Evaluator::of(&rules).worth.clone());
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
fn a_stopped_search_still_answers() {
    let board = Board::new(Rules::default());
    let stop = StopToken::new();
    stop.stop();
    let report =
        Searcher::new(1, 1).search(&board, Color::White, Limits::default(), &stop, &mut |_| {});
    assert_eq!(report.pv.len(), 1);
}

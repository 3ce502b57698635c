//! What the strong player is made of: pattern updates, moves in order, forced fours, the static
//! score, and whole searches of a fixed depth.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use lianzhu::bench::positions;
use lianzhu::clock::{Limits, StopToken};
use lianzhu::eval::Evaluator;
use lianzhu::game::{Board, Color, Point, Rules, Variant};
use lianzhu::pattern::Patterns;
use lianzhu::search::Searcher;
use lianzhu::threat::{Vcf, VcfResult};

fn patterns(board: &Board) -> Patterns {
    Patterns::new(board, Evaluator::of(board.rules()).worth.clone())
}

/// A stone put and taken back on each of a position's candidates, by variant and size.
fn make(c: &mut Criterion) {
    let mut group = c.benchmark_group("make and unmake every candidate");
    for board in positions().filter(|board| board.stones() >= 20) {
        let mut patterns = patterns(&board);
        let points: Vec<Point> = patterns.candidates().map(|s| patterns.point(s)).collect();
        let color = board.side_to_move();
        let rules = board.rules();
        let name = format!(
            "{}x{} {} {}, {} points",
            rules.width(),
            rules.height(),
            rules.variant().name(),
            rules.win_length(),
            points.len()
        );
        group.bench_function(name, |b| {
            b.iter(|| {
                for &point in &points {
                    patterns.make(black_box(point), color);
                    patterns.unmake();
                }
            });
        });
    }
}

/// The candidates of a position with their ordering scores, best first.
fn moves(c: &mut Criterion) {
    let mut group = c.benchmark_group("candidates in order");
    for (side, board) in positions()
        .filter(|board| board.stones() >= 20)
        .map(|board| (board.rules().width(), board))
        .filter(|(side, _)| [15, 50].contains(side))
        .take(2)
    {
        let patterns = patterns(&board);
        let color = board.side_to_move();
        let mut moves: Vec<(i32, usize)> = Vec::new();
        group.bench_function(format!("{side}x{side}"), |b| {
            b.iter(|| {
                moves.clear();
                let slots = patterns.candidates();
                moves.extend(slots.map(|slot| (-patterns.score(slot, color), slot)));
                moves.sort_unstable();
                black_box(moves.first().copied())
            });
        });
    }
}

fn evaluation(c: &mut Criterion) {
    let all: Vec<_> = positions()
        .map(|board| (Evaluator::of(board.rules()), patterns(&board)))
        .collect();
    c.bench_function("static scores of 24 positions", |b| {
        b.iter(|| {
            let score = |(evaluator, patterns): &(&Evaluator, Patterns)| evaluator.score(patterns);
            black_box(&all).iter().map(score).sum::<i32>()
        });
    });
}

/// Black wins by fours: 15 plies on 15×15, through threes that lie apart.
fn ladder() -> Board {
    let rules = Rules::new(15, 15, 5, Variant::Freestyle).expect("a game");
    let black = [
        (1, 1),
        (2, 1),
        (3, 1),
        (5, 3),
        (5, 4),
        (8, 5),
        (9, 5),
        (11, 7),
        (11, 8),
        (13, 10),
    ];
    let white = [
        (0, 1),
        (5, 0),
        (7, 5),
        (11, 4),
        (12, 12),
        (3, 12),
        (1, 13),
        (13, 1),
        (9, 13),
        (6, 12),
    ];
    let stones = |color, points: [(u8, u8); 10]| {
        points
            .into_iter()
            .map(move |(x, y)| (color, Point::new(x, y)))
    };
    let all = stones(Color::Black, black).chain(stones(Color::White, white));
    Board::setup(rules, all, Color::Black).expect("a position")
}

fn fours(c: &mut Criterion) {
    let mut group = c.benchmark_group("continuous fours");
    let mut cases = vec![("a ladder of threes".to_owned(), ladder())];
    for (i, board) in positions().enumerate() {
        if board.stones() >= 20 && board.rules().variant() == Variant::Freestyle {
            cases.push((format!("bench position {}", i + 1), board));
        }
    }
    for (name, board) in cases {
        let mut patterns = patterns(&board);
        let mut vcf = Vcf::new();
        let result = vcf.search(&mut patterns, 1_000_000);
        let kind = match result {
            VcfResult::Win(plies) => format!("win in {plies}"),
            VcfResult::None => "none".to_owned(),
            VcfResult::Unknown => "unknown".to_owned(),
        };
        group.bench_function(format!("{name}, {kind}, {} nodes", vcf.nodes), |b| {
            b.iter(|| {
                vcf.clear();
                vcf.search(&mut patterns, 1_000_000)
            });
        });
    }
}

fn whole(c: &mut Criterion) {
    let mut group = c.benchmark_group("search to depth 8");
    group.sample_size(10);
    for (i, board) in positions()
        .enumerate()
        .filter(|(i, _)| [2, 9, 11].contains(i))
    {
        let limits = Limits {
            depth: Some(8),
            ..Limits::default()
        };
        let mut searcher = Searcher::new(16, 1);
        group.bench_function(format!("bench position {}", i + 1), |b| {
            b.iter(|| {
                searcher.clear();
                let color = board.side_to_move();
                searcher
                    .search(&board, color, limits, &StopToken::new(), &mut |_| {})
                    .nodes
            });
        });
    }
}

criterion_group!(benches, make, moves, evaluation, fours, whole);
criterion_main!(benches);

//! What the strong player is made of: pattern updates, moves in order, forced fours, the static
//! score, and whole searches of a fixed depth.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use lianzhu::bench::positions;
use lianzhu::clock::{Limits, StopToken};
use lianzhu::eval::Evaluator;
use lianzhu::game::{Board, Point, Rules, Variant};
use lianzhu::notation::Vertex;
use lianzhu::pattern::Patterns;
use lianzhu::search::Searcher;
use lianzhu::threat::{Vcf, VcfResult};

fn patterns(board: &Board) -> Patterns {
    Patterns::new(board, Evaluator::of(board.rules()).score_tables.clone())
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
    for side in [15, 50] {
        let fits = |board: &Board| board.stones() >= 20 && board.rules().width() == side;
        let Some(board) = positions().find(fits) else {
            continue;
        };
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

/// A game of the search against itself up to a win by fours in 17 plies, found after 1,861
/// positions.
const LONG_FOURS: &str = "M5 M8 M7 L3 K4 L8 L6 K7 J6 K6 K8 K5 L7 M6 G5 L9 N7 L11 O7 P7 L10 M9 L4 \
    N6 J4 H4 J5 J7 G6 H5 J2 J3 G7 G8 K3 H1 H6 F8 F6 E6 H8 J9 K9 M11 J8 H7 G4 G3 E5 D4 N4 M4 P2 O3 K11";

fn long_fours() -> Board {
    let mut board = Board::new(Rules::default());
    for word in LONG_FOURS.split_whitespace() {
        if let Ok(Vertex::At { column, row }) = word.parse() {
            let color = board.side_to_move();
            let point = Point::new(column as u8, row as u8);
            board.play(color, point).expect("a move of the game");
        }
    }
    board
}

fn fours(c: &mut Criterion) {
    let mut group = c.benchmark_group("continuous fours");
    let mut cases = vec![("a long win".to_owned(), long_fours())];
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

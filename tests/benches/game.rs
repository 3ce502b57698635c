//! What the rules room costs: a ply made, judged and taken back; random playouts; forbidden points.
//!
//! Run with `cargo bench --bench game`. Figures are per element: a ply, or a question.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use lianzhu::game::{Cell, Color, Point, Rules, SearchPosition, Variant};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn rules(side: u32, variant: Variant) -> Rules {
    Rules::new(side, side, 5, variant).expect("a game")
}

/// A game as played: every stone within two points of another, nobody making five; at most so many
/// stones.
fn game(rules: Rules, stones: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<(Color, Point)> {
    let mut board = SearchPosition::new(rules);
    let mut moves = Vec::new();
    let middle = Point::new(rules.width() / 2, rules.height() / 2);
    board.make(middle, Color::Black);
    moves.push((Color::Black, middle));
    let mut tries = 0;
    while moves.len() < stones && tries < 100 * stones {
        tries += 1;
        let (_, last) = moves[rng.random_range(0..moves.len() as u32) as usize];
        let step = |rng: &mut Xoshiro256PlusPlus| rng.random_range(-2..3i32) as i8;
        let Some(point) = last.offset(step(rng), step(rng)) else {
            continue;
        };
        let color = board.side_to_move();
        if board.is_legal(color, point) && !board.wins(point, color) {
            board.make(point, color);
            moves.push((color, point));
        }
    }
    moves
}

fn plies(c: &mut Criterion) {
    let mut group = c.benchmark_group("make, wins, unmake");
    for (side, variant) in [
        (15, Variant::Freestyle),
        (52, Variant::Freestyle),
        (15, Variant::Exact),
        (15, Variant::Caro),
    ] {
        let rules = rules(side, variant);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let games: Vec<_> = (0..400).map(|_| game(rules, 80, &mut rng)).collect();
        let count: usize = games.iter().map(Vec::len).sum();
        let mut board = SearchPosition::new(rules);
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(format!("{side}x{side} {variant}"), |b| {
            b.iter(|| {
                let mut won = 0;
                for game in &games {
                    for &(color, point) in game {
                        board.make(point, color);
                        won += u32::from(board.wins(point, color));
                    }
                    for &(color, point) in game.iter().rev() {
                        board.unmake(point, color);
                    }
                }
                black_box(won)
            });
        });
    }
    group.finish();
}

/// What a search does at its leaves: from one position of the middle game, every empty point is
/// made, judged and taken back.
fn moves_of_a_position(c: &mut Criterion) {
    let mut group = c.benchmark_group("every move of a position");
    for side in [15, 52] {
        let rules = rules(side, Variant::Freestyle);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let positions: Vec<(SearchPosition, Vec<Point>)> = (0..50)
            .map(|_| {
                let mut board = SearchPosition::new(rules);
                for (color, point) in game(rules, 60, &mut rng) {
                    board.make(point, color);
                }
                let empty = rules.points().filter(|&p| board.cell(p) == Cell::Empty);
                let points: Vec<Point> = empty.collect();
                (board, points)
            })
            .collect();
        let mut positions = positions;
        let count: usize = positions.iter().map(|(_, points)| points.len()).sum();
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(format!("{side}x{side} freestyle"), |b| {
            b.iter(|| {
                let mut won = 0;
                for (board, points) in &mut positions {
                    let color = board.side_to_move();
                    for &point in points.iter() {
                        board.make(point, color);
                        won += u32::from(board.wins(point, color));
                        board.unmake(point, color);
                    }
                }
                black_box(won)
            });
        });
    }
    group.finish();
}

/// Random games from the empty board to a win or a full board, and back.
fn playouts(c: &mut Criterion) {
    let mut group = c.benchmark_group("random playouts");
    for side in [15, 52] {
        let rules = rules(side, Variant::Freestyle);
        let mut board = SearchPosition::new(rules);
        let mut points: Vec<Point> = rules.points().collect();
        let mut playout = |rng: &mut Xoshiro256PlusPlus| {
            let mut left = points.len();
            let mut color = Color::Black;
            let mut won = false;
            while left > 0 && !won {
                let pick = rng.random_range(0..left as u32) as usize;
                left -= 1;
                points.swap(pick, left);
                let point = points[left];
                board.make(point, color);
                won = board.wins(point, color);
                color = !color;
            }
            let plies = points.len() - left;
            for &point in &points[left..] {
                color = !color;
                board.unmake(point, color);
            }
            plies
        };
        let games = 200;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let count: usize = (0..games).map(|_| playout(&mut rng)).sum();
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(format!("{side}x{side}"), |b| {
            b.iter(|| {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
                (0..games).map(|_| playout(&mut rng)).sum::<usize>()
            });
        });
    }
    group.finish();
}

/// Every empty point of positions of the middle game asked about.
fn forbidden(c: &mut Criterion) {
    let rules = rules(15, Variant::Renju);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let positions: Vec<SearchPosition> = (0..100)
        .map(|i| {
            let mut board = SearchPosition::new(rules);
            for (color, point) in game(rules, 20 + i % 50, &mut rng) {
                board.make(point, color);
            }
            board
        })
        .collect();
    let empty = |b: &SearchPosition| -> Vec<Point> {
        let points = rules.points();
        points.filter(|&p| b.cell(p) == Cell::Empty).collect()
    };
    let near = |b: &SearchPosition, p: Point| {
        (-2..=2).any(|dx| {
            let beside = (-2..=2).filter_map(|dy| p.offset(dx, dy));
            beside.into_iter().any(|q| b.cell(q).color().is_some())
        })
    };
    let mut group = c.benchmark_group("forbidden");
    for (name, only_near) in [("all empty points", false), ("points near stones", true)] {
        let questions: Vec<(&SearchPosition, Vec<Point>)> = positions
            .iter()
            .map(|b| {
                let points = empty(b).into_iter();
                (b, points.filter(|&p| !only_near || near(b, p)).collect())
            })
            .collect();
        let count: usize = questions.iter().map(|(_, points)| points.len()).sum();
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut found = 0;
                for (board, points) in &questions {
                    for &point in points {
                        found += u32::from(board.forbidden(point).is_some());
                    }
                }
                black_box(found)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, plies, moves_of_a_position, playouts, forbidden);
criterion_main!(benches);

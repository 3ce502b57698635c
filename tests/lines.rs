//! Several best moves at once: each searched, in order, with what was asked to be left out.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use lianzhu::clock::{Budget, Limits, StopToken};
use lianzhu::eval::Evaluator;
use lianzhu::game::{Board, Color, Point, Rules, Variant};
use lianzhu::notation::Vertex;
use lianzhu::pattern::Patterns;
use lianzhu::search::{Report, Scope, Searcher, mate_distance};

fn board(moves: &str) -> Board {
    let rules = Rules::new(15, 15, 5, Variant::Freestyle).unwrap();
    let mut board = Board::new(rules);
    for word in moves.split_whitespace() {
        board.play(board.side_to_move(), point(word)).unwrap();
    }
    board
}

fn point(word: &str) -> Point {
    let vertex: Vertex = word.parse().unwrap();
    let rules = Rules::new(15, 15, 5, Variant::Freestyle).unwrap();
    vertex.on_board(&rules).unwrap().unwrap()
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

fn lines(lines: usize) -> Scope {
    Scope {
        lines,
        ..Scope::default()
    }
}

fn search(scope: &Scope, board: &Board, limits: Limits) -> Report {
    let mut searcher = Searcher::new(4, 1);
    let color = board.side_to_move();
    searcher.search_within(scope, board, color, limits, &StopToken::new(), &mut |_| {})
}

fn firsts(report: &Report) -> Vec<Point> {
    report.lines.iter().map(|line| line.pv[0]).collect()
}

const OPENING: &str = "h8 j9 g9 g7 h10 f8";

#[test]
fn every_line_is_another_move_with_an_exact_score_and_the_best_is_first() {
    let report = search(&lines(5), &board(OPENING), depth(6));
    assert_eq!(report.lines.len(), 5);
    let mut moves = firsts(&report);
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), 5);
    assert!(report.lines.is_sorted_by_key(|line| -line.score));
    for line in &report.lines {
        assert_eq!(line.depth, 6);
        assert!(line.nodes > 10);
        assert!(line.pv.len() > 1);
    }
    assert_eq!(report.pv, report.lines[0].pv);
    assert_eq!(report.score, report.lines[0].score);
    let all: u64 = report.lines.iter().map(|line| line.nodes).sum();
    assert!(all <= report.nodes.total());
}

#[test]
fn without_the_best_moves_the_next_ones_are_the_best() {
    let board = board(OPENING);
    let report = search(&lines(3), &board, depth(5));
    let scope = Scope {
        avoid: firsts(&report)[..2].to_vec(),
        ..Scope::default()
    };
    let rest = search(&scope, &board, depth(5));
    assert!(!scope.avoid.contains(&rest.pv[0]));
    let scope = Scope {
        allow: Some(vec![point("a1"), point("h9"), point("h8")]),
        lines: 9,
        ..Scope::default()
    };
    let allowed = search(&scope, &board, depth(4));
    assert_eq!(firsts(&allowed), [point("h9"), point("a1")]);
    let scope = Scope {
        avoid: vec![point("a1"), point("h9")],
        ..scope
    };
    assert!(search(&scope, &board, depth(4)).lines.is_empty());
}

#[test]
fn what_is_proven_still_gives_several_lines() {
    // Black completes at once, in two ways.
    let open = board("h8 a1 j8 c1 k8 e1 l8 g1");
    let report = search(&lines(4), &open, depth(4));
    assert_eq!(report.lines.len(), 4);
    let mates = |report: &Report| -> Vec<Option<i32>> {
        let lines = report.lines.iter();
        lines.map(|line| mate_distance(line.score)).collect()
    };
    assert_eq!(mates(&report)[..2], [Some(1), Some(1)]);
    // One reply is forced; all other moves lose at once.
    let forced = board("h8 g8 j8 a1 k8 c1 l8");
    let report = search(&lines(3), &forced, depth(6));
    assert_eq!(report.pv[0], point("m8"));
    assert_eq!(mates(&report)[1..], [Some(-2), Some(-2)]);
    // A win by fours, and what else there is.
    let fours = board("h8 g7 h9 g9 h10 o15 j8 a15 k8 a1");
    let report = search(&lines(3), &fours, depth(4));
    assert_eq!(report.lines.len(), 3);
    assert!(report.lines.is_sorted_by_key(|line| -line.score));
    assert!(mates(&report)[0].is_some_and(|plies| plies > 0));
}

/// White to move cannot stop both of Black's wins by fours.
const LOST: &str = "a2 a15 b2 c14 c2 e15 d3 b12 d4 e13 p14 p1 o14 n2 n14 l1 m13 o4 m12";

/// The first four of them, which leaves White one reply.
const FORCED: &str = "a2 a15 b2 c14 c2 e15 d3 b12 d4 e13 p14 p1 o14 n2 n14 l1 m13 o4 d2";

#[test]
fn what_is_far_from_all_stones_is_tried_before_all_is_lost() {
    let lost = board(LOST);
    let patterns = Patterns::new(&lost, Evaluator::of(lost.rules()).score_tables.clone());
    let far: Vec<Point> = patterns.far().map(|slot| patterns.point(slot)).collect();
    assert!(!far.is_empty());
    for avoid in [Vec::new(), far.clone()] {
        let may_try = avoid.is_empty();
        let scope = Scope { avoid, ..lines(2) };
        let mut tried = false;
        let mut tell = |report: &Report| {
            tried |= report.current.is_some_and(|point| far.contains(&point));
        };
        let stop = StopToken::new();
        let mut searcher = Searcher::new(4, 1);
        let report =
            searcher.search_within(&scope, &lost, Color::White, depth(9), &stop, &mut tell);
        assert!(mate_distance(report.score).is_some_and(|plies| plies < 0));
        assert_eq!(report.lines.len(), 2);
        assert_eq!(tried, may_try);
    }
}

#[test]
fn a_forced_move_is_searched_where_its_score_is_asked_for() {
    // White has one move, and loses behind it: Black has two fours more.
    let forced = board(FORCED);
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let at_once = search(&Scope::default(), &forced, limits);
    assert_eq!(at_once.pv, [point("e2")]);
    assert_eq!((at_once.depth, mate_distance(at_once.score)), (0, None));
    assert!(at_once.nodes.total() < 10, "{:?}", at_once.nodes);
    let scope = Scope {
        forced: true,
        ..Scope::default()
    };
    let searched = search(&scope, &forced, limits);
    assert_eq!(searched.pv[0], point("e2"));
    let distance = mate_distance(searched.score);
    assert!(distance.is_some_and(|plies| plies < 0), "{distance:?}");
    assert_eq!(searched.lines[0].score, searched.score);
}

#[test]
fn an_empty_board_has_many_first_moves() {
    let report = search(&lines(3), &board(""), depth(2));
    assert_eq!(report.lines.len(), 3);
    let small = Board::new(Rules::new(3, 3, 3, Variant::Freestyle).unwrap());
    let report = search(&lines(50), &small, depth(9));
    assert_eq!(report.lines.len(), 9);
}

#[test]
fn an_endless_search_ends_when_it_is_told_to() {
    for moves in ["h8 a1 j8 c1 k8 e1 l8 g1", "h8 g8 j8 a1 k8 c1 l8", OPENING] {
        let stop = StopToken::new();
        let ended = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                let endless = Scope {
                    endless: true,
                    ..lines(2)
                };
                let board = board(moves);
                let color = board.side_to_move();
                let mut searcher = Searcher::new(4, 2);
                let limits = Limits::default();
                searcher.search_within(&endless, &board, color, limits, &stop, &mut |_| {});
                ended.store(true, Ordering::SeqCst);
            });
            thread::sleep(Duration::from_millis(100));
            assert!(!ended.load(Ordering::SeqCst));
            stop.stop();
        });
        assert!(ended.load(Ordering::SeqCst));
    }
}

#[test]
fn caps_end_an_endless_search() {
    let endless = Scope {
        endless: true,
        ..lines(2)
    };
    let time = Duration::from_millis(50);
    let limits = Limits {
        time: Some(Budget {
            soft: time,
            hard: time,
        }),
        ..Limits::default()
    };
    for moves in ["h8 a1 j8 c1 k8 e1 l8 g1", OPENING] {
        search(&endless, &board(moves), limits);
    }
    let nodes = Limits {
        nodes: Some(3000),
        ..Limits::default()
    };
    let report = search(&endless, &board(OPENING), nodes);
    assert!((2500..4000).contains(&report.nodes.total()));
}

#[test]
fn an_observer_hears_more_than_iterations_if_it_wants_to() {
    let scope = Scope {
        refresh: Some(Duration::ZERO),
        ..lines(2)
    };
    let board = board(OPENING);
    let mut calls = 0;
    let mut nodes = 0;
    let report = Searcher::new(4, 1).search_within(
        &scope,
        &board,
        Color::Black,
        depth(7),
        &StopToken::new(),
        &mut |report| {
            calls += 1;
            assert!(report.nodes.total() >= nodes);
            nodes = report.nodes.total();
            let told: u64 = report.lines.iter().map(|line| line.nodes).sum();
            assert!(told <= nodes);
        },
    );
    assert!(calls as u64 > 2 * u64::from(report.depth));
}

#[test]
fn a_plain_search_is_the_same_with_a_scope() {
    let board = board(OPENING);
    let plain = search(&Scope::default(), &board, depth(6));
    let mut searcher = Searcher::new(4, 1);
    let same = searcher.search(
        &board,
        Color::Black,
        depth(6),
        &StopToken::new(),
        &mut |_| {},
    );
    assert_eq!(plain.pv, same.pv);
    assert_eq!(plain.nodes, same.nodes);
    assert_eq!(plain.lines.len(), 1);
    assert_eq!(plain.lines[0].pv, plain.pv);
}

#[test]
fn more_lines_than_there_are_points_near_the_stones_are_found() {
    let board = board("a1");
    let evaluator = Evaluator::of(board.rules());
    let near = Patterns::new(&board, evaluator.score_tables.clone())
        .candidates()
        .count();
    let report = search(&lines(near + 2), &board, depth(1));
    assert_eq!(report.lines.len(), near + 2);
}

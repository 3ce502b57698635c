//! A win that is there is taken, and one of the opponent's is stopped if it can be, by every player
//! and level and under any limit.

use lianzhu::clock::{Limits, StopToken};
use lianzhu::game::{Board, Color, Point, Position, Rules, SearchPosition, Setup, Variant};
use lianzhu::notation::{Diagram, Vertex};
use lianzhu::player::{Choice, Level, PlayerKind, Style, Task};
use lianzhu::search::Searcher;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::kit::{random_board, random_rules};

fn wins(board: &Position, color: Color) -> Vec<Point> {
    let points = board.rules().points();
    let empty = points.filter(|&point| board.cell(point).color().is_none());
    let won = empty.filter(|&point| board.is_legal(color, point) && board.wins(point, color));
    won.collect()
}

/// The moves that have to be played, by looking at all: those that win, or else those after which the
/// opponent cannot win at once, if he can now. `None` where no move is better than any other.
fn called_for(board: &Board, color: Color) -> Option<Vec<Point>> {
    let own = wins(board, color);
    if !own.is_empty() {
        return Some(own);
    }
    if wins(board, !color).is_empty() {
        return None;
    }
    let stops = board.legal_points(color).filter(|&point| {
        let mut after = SearchPosition::from(board.position());
        after.make(point, color);
        wins(&after, !color).is_empty()
    });
    Some(stops.collect()).filter(|stops: &Vec<Point>| !stops.is_empty())
}

/// A position in which something has to be played at once.
fn drawn(rng: &mut Xoshiro256PlusPlus) -> (Board, Vec<Point>) {
    loop {
        let rules = random_rules(rng);
        let stones = rng.random_range(6..60u32);
        let board = random_board(rng, rules, stones);
        if board.outcome().is_none()
            && let Some(moves) = called_for(&board, board.side_to_move())
        {
            return (board, moves);
        }
    }
}

#[test]
fn whoever_plays_and_however_little_is_searched() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(51);
    let styles = (1..=10).map(|level| {
        let level = Level::new(level).expect("a level");
        (
            PlayerKind::Search,
            Style {
                level,
                ..Style::default()
            },
        )
    });
    let mut players: Vec<_> = styles
        .chain([(PlayerKind::Scoring, Style::default())])
        .map(|(kind, style)| {
            let mut player = kind.create(1);
            player.set_style(style);
            (style.level, player)
        })
        .collect();
    for _ in 0..1500 {
        let (board, moves) = drawn(&mut rng);
        let color = board.side_to_move();
        let index = rng.random_range(0..players.len() as u32) as usize;
        let nodes = 1 << rng.random_range(0..11u32);
        let (level, player) = &mut players[index];
        let task = Task {
            board: &board,
            color,
            limits: Limits {
                nodes: Some(nodes),
                ..Limits::default()
            },
            stop: &StopToken::new(),
            scope: None,
            watch: None,
        };
        let choice = player.choose(&task);
        assert!(
            moves.iter().any(|&point| choice == Choice::Point(point)),
            "{} {level:?}, {nodes} nodes: {choice:?}, not of {moves:?}\n{}",
            player.kind(),
            Diagram(&board),
        );
    }
}

#[test]
fn a_block_that_is_found_to_lose_is_played_nevertheless() {
    // Black wins at J9 unless White plays there, and later whatever White plays.
    let stones = "O10 G12 J10 J13 M9 D13 J7 F12 E9 H7 L9 F10 H9 P15 H12 G13 D7 M10 K11 F7 K9 E8";
    let mut stones: Vec<(Color, Point)> = stones
        .split(' ')
        .zip([Color::Black, Color::White].into_iter().cycle())
        .map(|(vertex, color)| (color, point(vertex)))
        .collect();
    stones.extend(["K14", "K15"].map(|vertex| (Color::White, point(vertex))));
    let rules = Rules::new(15, 15, 5, Variant::Caro).expect("a game");
    let board = Board::try_from(Setup::new(rules, stones, Color::White)).expect("a position");
    assert_eq!(called_for(&board, Color::White), Some(vec![point("J9")]));
    for nodes in (1..400).step_by(7) {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let mut searcher = Searcher::new(1, 1);
        let report = searcher.search(&board, Color::White, limits, &StopToken::new(), &mut |_| {});
        assert_eq!(report.pv.first(), Some(&point("J9")), "{nodes} nodes");
    }
}

#[test]
fn where_the_only_block_is_forbidden_another_move_is_played() {
    // White wins at G11, and Black may not play there: it would make two fours or threes.
    let of = |color, stones: &str| -> Vec<(Color, Point)> {
        let stones = stones.split(' ');
        stones.map(|vertex| (color, point(vertex))).collect()
    };
    let stones = [
        of(Color::Black, "E9 J9 F10 F12"),
        of(Color::White, "G8 G9 G10 G12"),
    ];
    let rules = Rules::new(15, 15, 5, Variant::Renju).expect("a game");
    let board =
        Board::try_from(Setup::new(rules, stones.concat(), Color::Black)).expect("a position");
    assert_eq!(called_for(&board, Color::Black), None);
    for nodes in [1, 10, 1000] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let mut searcher = Searcher::new(1, 1);
        let report = searcher.search(&board, Color::Black, limits, &StopToken::new(), &mut |_| {});
        let first = report.pv.first().expect("a move");
        assert!(board.is_legal(Color::Black, *first), "{nodes} nodes");
    }
}

fn point(vertex: &str) -> Point {
    let vertex: Vertex = vertex.parse().expect("a vertex");
    let point = vertex.on_board(&Rules::default());
    point.expect("on the board").expect("no pass")
}

//! The scoring player against scores worked out by hand, and the faults of the code it grew from.

use lianzhu::clock::{Limits, StopToken};
use lianzhu::game::{Board, Color, Point, Rules, Setup, Variant};
use lianzhu::player::{Choice, PlayerKind, score, scores};

use Color::{Black, White};

/// A board from a drawing, top row first: X black, O white, anything else empty. `P` marks the
/// point that is given back.
fn draw(win_length: u32, variant: Variant, rows: &[&str]) -> (Board, Option<Point>) {
    let width = rows[0].len() as u32;
    let rules = Rules::new(width, rows.len() as u32, win_length, variant).expect("a game");
    let mut stones = Vec::new();
    let mut marked = None;
    for (row, y) in rows.iter().rev().zip(0..) {
        for (cell, x) in row.bytes().zip(0..) {
            match cell {
                b'X' => stones.push((Black, Point::new(x, y))),
                b'O' => stones.push((White, Point::new(x, y))),
                b'P' => marked = Some(Point::new(x, y)),
                _ => {}
            }
        }
    }
    (
        Board::try_from(Setup::new(rules, stones, Black)).expect("a position"),
        marked,
    )
}

/// The scores of `P` for Black and White in the middle row of an otherwise empty board.
fn row_scores(win_length: u32, row: &str) -> (u32, u32) {
    let empty = ".".repeat(row.len());
    let rows = [empty.as_str(), &empty, &empty, row, &empty, &empty, &empty];
    let (board, point) = draw(win_length, Variant::Freestyle, &rows);
    let point = point.expect("a marked point");
    (score(&board, point, Black), score(&board, point, White))
}

fn choose(board: &Board, color: Color, kind: PlayerKind, seed: u64) -> Option<Point> {
    let task = lianzhu::player::Task {
        board,
        color,
        limits: Limits::default(),
        stop: &StopToken::new(),
        scope: None,
        watch: None,
    };
    match kind.create(seed).choose(&task) {
        Choice::Point(point) => Some(point),
        Choice::NoLegalPoint => None,
    }
}

/// What the scoring player answers over many seeds, without repetition, sorted.
fn answers(board: &Board, color: Color) -> Vec<Point> {
    let mut points: Vec<Point> = (0..200)
        .filter_map(|seed| choose(board, color, PlayerKind::Scoring, seed))
        .collect();
    points.sort();
    points.dedup();
    points
}

#[test]
fn the_table_for_five() {
    // Beside the row, three lines without stones give the player 5 each.
    for (row, black, white) in [
        ("......P......", 20, 20),
        (".....XP......", 10 + 15, 10 + 20),
        ("....OXP......", 10 + 15, 10 + 20),
        ("....OXPO.....", 10 + 15 + 10, 10 + 15 + 10),
        // Two: open, half open, closed.
        ("....XXP......", 50 + 15, 40 + 20),
        (".....XPX.....", 50 + 15, 40 + 20),
        ("...OXXP......", 25 + 15, 30 + 20),
        ("....OXPX.....", 25 + 15, 30 + 20),
        ("...OXXPO.....", 15 + 10, 10 + 15),
        ("....OXPXO....", 15, 20),
        // Three.
        ("...XXXP......", 100 + 15, 2000 + 20),
        ("....XXPX.....", 100 + 15, 2000 + 20),
        ("..OXXXP......", 55 + 15, 60 + 20),
        ("..OXXXPO.....", 15 + 10, 10 + 15),
        ("...OXXPXO....", 15, 20),
        // Four and more, open or not.
        ("..XXXXP......", 20000 + 15, 10100 + 20),
        ("....XXPXX....", 20000 + 15, 10100 + 20),
        (".OXXXXPO.....", 20000 + 15 + 10, 10100 + 10 + 15),
        ("...OXXPXXO...", 20000 + 15, 10100 + 20),
    ] {
        assert_eq!(row_scores(5, row), (black, white), "{row}");
    }
}

#[test]
fn other_win_lengths_count_what_is_missing() {
    for (win_length, row, black, white) in [
        (3, ".....XP......", 100 + 15, 2000 + 20),
        (3, "....OXP......", 55 + 15, 60 + 20),
        (3, "....OXPO.....", 15 + 60, 55 + 15),
        (3, "....XXP......", 20000 + 15, 10100 + 20),
        (4, ".....XP......", 50 + 15, 40 + 20),
        (4, "....XXP......", 100 + 15, 2000 + 20),
        (4, "...XXXP......", 20000 + 15, 10100 + 20),
        (7, "...XXXP......", 10 + 15, 10 + 20),
        (7, "..OXXXPO.....", 10 + 15 + 10, 10 + 10 + 15),
        (7, "..XXXXP......", 50 + 15, 40 + 20),
        (7, ".XXXXXP......", 100 + 15, 2000 + 20),
        (7, "...XXXPXXX...", 20000 + 15, 10100 + 20),
    ] {
        assert_eq!(
            row_scores(win_length, row),
            (black, white),
            "{win_length} {row}"
        );
    }
}

#[test]
fn the_edge_closes_and_a_bare_point_opens() {
    // At the edge a side without a stone is closed too.
    assert_eq!(row_scores(5, "PXX.........."), (25 + 15, 30 + 20));
    assert_eq!(row_scores(5, "XXP.........."), (25 + 15, 30 + 20));
    assert_eq!(row_scores(5, "..........XXP"), (25 + 15, 30 + 20));
    assert_eq!(row_scores(5, "PXXO........."), (15, 20));
    assert_eq!(row_scores(5, "PXXXO........"), (15, 20));
}

#[test]
fn all_lines_add_up() {
    let (board, point) = draw(
        5,
        Variant::Freestyle,
        &[
            ".........", //
            ".O.....X.",
            "..O...X..",
            ".........",
            "..XX P...",
            "....O.O..",
            "...O...O.",
            ".........",
            ".........",
        ],
    );
    // The row: two black stones, but with a gap: nothing beside P.
    // Rising through P at column F: O at E, D below. Falling: O at G, H below.
    let point = point.expect("a marked point");
    assert_eq!(score(&board, point, White), 50 + 50 + 5 + 5);
    assert_eq!(score(&board, point, Black), 40 + 40 + 20);
}

#[test]
fn stones_score_nothing_and_the_grid_is_the_points() {
    let (board, _) = draw(3, Variant::Freestyle, &["...", ".X.", "..."]);
    assert_eq!(
        scores(&board, Black),
        [
            70, 70, 70, //
            70, 0, 70, //
            70, 70, 70,
        ]
    );
}

#[test]
fn a_win_comes_before_a_block_and_a_block_before_any_score() {
    let (board, point) = draw(
        5,
        Variant::Freestyle,
        &[
            "OXXXXP.........", //
            "...............",
            "XOOOO..........",
            "...............",
            "...XXX.........",
            "...............",
            "...............",
        ],
    );
    assert_eq!(answers(&board, Black), [point.expect("P")]);
    assert_eq!(answers(&board, White), [Point::new(5, 4)]);
}

#[test]
fn wins_at_every_edge_are_seen() {
    // The last columns and rows, both ways along each line.
    for rows in [
        [
            "..OXXXXP", "........", "........", "........", "........", "........", "........",
            "O.O.O...",
        ],
        [
            "O.O.O...", "........", "........", "........", "........", "........", "........",
            "PXXXXO..",
        ],
        [
            ".......P", ".......X", ".......X", ".......X", ".......X", ".......O", "........",
            "O.O.O...",
        ],
        [
            "O.O.O..O", ".......X", ".......X", ".......X", ".......X", ".......P", "........",
            "........",
        ],
        [
            "........", "........", "..O.....", "...X....", "....X...", ".....X..", "......X.",
            "O.O.O..P",
        ],
        [
            "O.O.O..P", "......X.", ".....X..", "....X...", "...X....", "..O.....", "........",
            "........",
        ],
        [
            "P.......", ".X......", "..X.....", "...X....", "....X...", ".....O..", "........",
            "..O.O.O.",
        ],
        [
            "........", "........", ".....O..", "....X...", "...X....", "..X.....", ".X......",
            "P.O.O.O.",
        ],
    ] {
        let (board, point) = draw(5, Variant::Freestyle, &rows);
        assert_eq!(answers(&board, Black), [point.expect("P")], "{rows:?}");
        assert_eq!(answers(&board, White), [point.expect("P")], "{rows:?}");
    }
}

#[test]
fn no_run_goes_on_in_the_next_row() {
    let (board, point) = draw(
        5,
        Variant::Freestyle,
        &[
            "......XX", //
            "XXP.....", "........", "........", "........", "........", "........", "........",
        ],
    );
    let point = point.expect("P");
    // Two at the edge, half open; the two of the row above stand on none of P's lines.
    assert_eq!(score(&board, point, Black), 25 + 15);
    assert!(!board.wins(point, Black));
}

#[test]
fn the_scores_turn_with_the_board() {
    // A fixed muddle of stones, the same seen from all eight sides.
    const SIDE: u8 = 9;
    let muddle: Vec<(Color, u8, u8)> = (0..81u32)
        .filter_map(|i| {
            let color = match i * i * 7 % 11 {
                0..=2 => Black,
                3..=5 => White,
                _ => return None,
            };
            Some((color, (i % 9) as u8, (i / 9) as u8))
        })
        .collect();
    let turn = |how: u8, x: u8, y: u8| {
        let x = if how & 1 == 0 { x } else { SIDE - 1 - x };
        let y = if how & 2 == 0 { y } else { SIDE - 1 - y };
        if how & 4 == 0 {
            Point::new(x, y)
        } else {
            Point::new(y, x)
        }
    };
    let rules = Rules::new(9, 9, 5, Variant::Caro).expect("a game");
    let boards: Vec<Board> = (0..8)
        .map(|how| {
            let stones = muddle.iter().map(|&(color, x, y)| (color, turn(how, x, y)));
            Board::try_from(Setup::new(rules, stones, Black)).expect("a position")
        })
        .collect();
    let mut different = std::collections::HashSet::new();
    for point in rules.points() {
        for color in Color::ALL {
            let expected = score(&boards[0], point, color);
            different.insert(expected);
            for (board, how) in boards.iter().zip(0..) {
                let turned = turn(how, point.x(), point.y());
                assert_eq!(score(board, turned, color), expected, "{point:?} {how}");
            }
        }
    }
    assert!(
        different.len() > 10,
        "a muddle that tells nothing: {different:?}"
    );
}

#[test]
fn equal_points_are_equally_likely_the_last_included() {
    let board = Board::new(Rules::new(3, 3, 3, Variant::Freestyle).expect("a game"));
    assert_eq!(answers(&board, Black).len(), 9);
}

#[test]
fn thousands_of_equal_points_are_no_trouble() {
    let rules = Rules::new(52, 52, 5, Variant::Freestyle).expect("a game");
    let points = answers(&Board::new(rules), White);
    assert!(points.len() > 150, "{}", points.len());
    for quarter in 0..4 {
        assert!(points.iter().any(|point| point.y() / 13 == quarter));
    }
}

#[test]
fn an_overline_is_no_win_where_it_does_not_count() {
    let rows = [
        "...............", //
        "..XXXX.X.......",
        "...............",
        "...............",
        "...............",
    ];
    let (freestyle, _) = draw(5, Variant::Freestyle, &rows);
    assert_eq!(
        answers(&freestyle, Black),
        [Point::new(1, 3), Point::new(6, 3)]
    );
    let (exact, _) = draw(5, Variant::Exact, &rows);
    assert_eq!(answers(&exact, Black), [Point::new(1, 3)]);
    assert_eq!(answers(&exact, White), [Point::new(1, 3)]);
}

#[test]
fn a_forbidden_point_is_never_played_by_black_however_well_it_scores() {
    let rows = [
        ".........", //
        "....X....",
        "....X....",
        "..XXP....",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
    ];
    let (freestyle, point) = draw(5, Variant::Freestyle, &rows);
    let point = point.expect("P");
    assert_eq!(answers(&freestyle, Black), [point]);
    let (renju, _) = draw(5, Variant::Renju, &rows);
    assert_eq!(renju.forbidden_points().len(), 1);
    assert!(!answers(&renju, Black).contains(&point));
    assert_eq!(answers(&renju, White), [point]);
    for seed in 0..500 {
        let random = choose(&renju, Black, PlayerKind::Random, seed);
        assert_ne!(random, Some(point));
    }
}

#[test]
fn the_random_player_plays_every_point_about_as_often() {
    let board = Board::new(Rules::new(3, 4, 3, Variant::Freestyle).expect("a game"));
    let mut counts = vec![0; 4096];
    let task = lianzhu::player::Task {
        board: &board,
        color: Black,
        limits: Limits::default(),
        stop: &StopToken::new(),
        scope: None,
        watch: None,
    };
    let mut player = PlayerKind::Random.create(7);
    for _ in 0..12_000 {
        if let Choice::Point(point) = player.choose(&task) {
            counts[point.index()] += 1;
        }
    }
    for point in board.rules().points() {
        let count = counts[point.index()];
        assert!((880..1120).contains(&count), "{point:?} {count}");
    }
}

#[test]
fn a_full_board_has_no_move() {
    let (board, _) = draw(3, Variant::Freestyle, &["XOX", "XOX", "OXO"]);
    for kind in PlayerKind::ALL {
        assert_eq!(choose(&board, Black, kind, 1), None);
    }
}

#[test]
fn a_seed_means_the_same_points_on_every_machine() {
    let board = Board::new(Rules::default());
    let first = |kind: PlayerKind| -> Vec<(u8, u8)> {
        (1..=6)
            .filter_map(|seed| choose(&board, Black, kind, seed))
            .map(|point| (point.x(), point.y()))
            .collect()
    };
    let expected = [(2, 12), (7, 11), (11, 0), (2, 10), (5, 4), (7, 10)];
    assert_eq!(first(PlayerKind::Random), expected);
    // On an empty board all points score alike, so both draw one of 225.
    assert_eq!(first(PlayerKind::Scoring), expected);
}

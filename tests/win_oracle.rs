//! The win checker against an oracle that is written quite differently (it lists every window of n
//! points on a plain grid of letters), over random boards, win lengths and variants, and by name
//! the faults that programs of this kind are known for.

use lianzhu::game::{
    Board, Cell, Color, Outcome, PlayError, Point, Position, Rules, SearchPosition, Setup, Variant,
    WinLine,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The position as rows of letters, row 0 first: `X`, `O`, `.`; `#` is what lies outside.
struct Grid {
    rows: Vec<Vec<char>>,
}

impl Grid {
    fn of(board: &Position) -> Grid {
        let rules = board.rules();
        let letter = |x, y| match board.cell(Point::new(x, y)) {
            Cell::Black => 'X',
            Cell::White => 'O',
            Cell::Empty => '.',
            Cell::Off => '?',
        };
        let row = |y| (0..rules.width()).map(|x| letter(x, y)).collect();
        Grid {
            rows: (0..rules.height()).map(row).collect(),
        }
    }

    fn get(&self, x: i32, y: i32) -> char {
        let row = usize::try_from(y).ok().and_then(|y| self.rows.get(y));
        let cell = row.zip(usize::try_from(x).ok()).and_then(|(r, x)| r.get(x));
        cell.copied().unwrap_or('#')
    }

    /// Whether the n points from (x, y) on in this direction are a winning line by themselves, and
    /// in freestyle whether they are part of one.
    fn window_wins(&self, at: (i32, i32), by: (i32, i32), own: char, rules: &Rules) -> bool {
        let n = i32::from(rules.win_length());
        let cell = |i: i32| self.get(at.0 + by.0 * i, at.1 + by.1 * i);
        if (0..n).any(|i| cell(i) != own) {
            return false;
        }
        let ends = [cell(-1), cell(n)];
        let other = if own == 'X' { 'O' } else { 'X' };
        match (rules.variant(), own) {
            (Variant::Freestyle, _) | (Variant::Renju, 'O') => true,
            (Variant::Exact, _) | (Variant::Renju, _) => !ends.contains(&own),
            (Variant::Caro, _) => !ends.contains(&own) && ends != [other, other],
        }
    }

    /// The windows through (x, y) that win for `own` once such a stone stands there.
    fn wins(&mut self, x: i32, y: i32, own: char, rules: &Rules) -> bool {
        let n = i32::from(rules.win_length());
        let was = std::mem::replace(&mut self.rows[y as usize][x as usize], own);
        let won = [(1, 0), (0, 1), (1, 1), (-1, 1)].into_iter().any(|by| {
            (0..n).any(|i| self.window_wins((x - by.0 * i, y - by.1 * i), by, own, rules))
        });
        self.rows[y as usize][x as usize] = was;
        won
    }

    fn has_line(&self, own: char, rules: &Rules) -> bool {
        (0..self.rows.len() as i32).any(|y| {
            (0..self.rows[0].len() as i32).any(|x| {
                [(1, 0), (0, 1), (1, 1), (-1, 1)]
                    .into_iter()
                    .any(|by| self.window_wins((x, y), by, own, rules))
            })
        })
    }
}

fn letter(color: Color) -> char {
    match color {
        Color::Black => 'X',
        Color::White => 'O',
    }
}

/// A board of random stones with runs of about the win length laid over them, both ends of which
/// are anything, so that wins, overlines and closed runs are frequent, at the edges above all.
fn random_board(rules: Rules, rng: &mut Xoshiro256PlusPlus) -> SearchPosition {
    let (w, h) = (i32::from(rules.width()), i32::from(rules.height()));
    let mut cells = vec![None; rules.area()];
    let fill = rng.random_range(0..100u32);
    for cell in &mut cells {
        if rng.random_range(0..100) < fill {
            *cell = Some(Color::ALL[rng.random_range(0..2u32) as usize]);
        }
    }
    for _ in 0..rng.random_range(0..8u32) {
        let color = Color::ALL[rng.random_range(0..2u32) as usize];
        let (dx, dy) = [(1, 0), (0, 1), (1, 1), (1, -1)][rng.random_range(0..4u32) as usize];
        let length = i32::from(rules.win_length()) + rng.random_range(-2..3i32);
        let (x, y) = (rng.random_range(-1..=w), rng.random_range(-1..=h));
        let hole = rng.random_range(-1..length.max(1));
        for i in (-1..=length).filter(|&i| i != hole) {
            let (x, y) = (x + dx * i, y + dy * i);
            if (0..w).contains(&x) && (0..h).contains(&y) {
                let end = i == -1 || i == length;
                cells[(y * w + x) as usize] = match (end, rng.random_range(0..3u32)) {
                    (false, _) => Some(color),
                    (true, 0) => Some(!color),
                    (true, 1) => None,
                    (true, _) => continue,
                };
            }
        }
    }
    let mut board = SearchPosition::new(rules);
    for (point, cell) in rules.points().zip(cells) {
        if let Some(color) = cell {
            board.make(point, color);
        }
    }
    board
}

fn random_rules(rng: &mut Xoshiro256PlusPlus, longest: u32) -> Rules {
    loop {
        let (w, h) = (rng.random_range(3..=longest), rng.random_range(3..=longest));
        let n = match rng.random_range(0..3u32) {
            0 => 5,
            1 => rng.random_range(3..=6),
            _ => rng.random_range(3..=w.max(h)),
        };
        let variant = Variant::ALL[rng.random_range(0..4u32) as usize];
        if let Ok(rules) = Rules::fitted(w, h, n, variant) {
            return rules;
        }
    }
}

/// Every point, both colours, whatever stands there; returns how many wins there were.
fn compare(board: &Position) -> usize {
    let rules = *board.rules();
    let mut grid = Grid::of(board);
    let mut wins = 0;
    for point in rules.points() {
        for color in Color::ALL {
            let (x, y) = (i32::from(point.x()), i32::from(point.y()));
            let expected = grid.wins(x, y, letter(color), &rules);
            let context = || format!("{color} at {point:?}, {rules:?}\n{:?}", grid.rows);
            assert_eq!(board.wins(point, color), expected, "{}", context());
            let lines = board.lines_through(point, color);
            assert_eq!(!lines.is_empty(), expected, "{}", context());
            for line in &lines {
                check_line(board, line, Some(point));
            }
            wins += usize::from(expected);
        }
    }
    for color in Color::ALL {
        let expected = grid.has_line(letter(color), &rules);
        assert_eq!(board.has_line(color), expected, "{color} {:?}", grid.rows);
        let listed = board.lines().into_iter().filter(|line| line.color == color);
        assert_eq!(listed.count() > 0, expected, "{color} {:?}", grid.rows);
    }
    board
        .lines()
        .iter()
        .for_each(|line| check_line(board, line, None));
    wins
}

/// A line consists of stones of its colour, `thought_of` aside, and goes on at neither end.
fn check_line(board: &Position, line: &WinLine, thought_of: Option<Point>) {
    let own = |p: Point| Some(p) == thought_of || board.cell(p) == line.color.into();
    let points: Vec<Point> = line.points().collect();
    assert_eq!(points.len(), usize::from(line.length));
    assert!(points.iter().all(|&p| own(p)), "{line:?}");
    assert!(thought_of.is_none_or(|p| points.contains(&p)), "{line:?}");
    let (dx, dy) = line.direction.delta();
    let ends = [
        points[0].offset(-dx, -dy),
        points[points.len() - 1].offset(dx, dy),
    ];
    assert!(!ends.into_iter().flatten().any(own), "{line:?} goes on");
}

#[test]
fn agrees_with_the_oracle_on_small_boards() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut wins = 0;
    for _ in 0..4000 {
        let rules = random_rules(&mut rng, 10);
        wins += compare(&random_board(rules, &mut rng));
    }
    assert!(wins > 20_000, "the positions are too dull: {wins}");
}

#[test]
fn agrees_with_the_oracle_on_all_sizes() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut wins = 0;
    for _ in 0..120 {
        let rules = random_rules(&mut rng, 52);
        wins += compare(&random_board(rules, &mut rng));
    }
    assert!(wins > 5_000, "the positions are too dull: {wins}");
}

/// Every place where n stones fit, and every place where they would have to run over an edge, with
/// each of the n stones as the last one.
#[test]
fn every_line_of_n_wins_and_none_runs_over_an_edge() {
    let sizes = [(3, 3), (5, 3), (3, 6), (7, 7), (9, 5), (6, 8)];
    for (w, h) in sizes {
        for n in 3..=w.max(h) {
            for variant in [Variant::Freestyle, Variant::Exact, Variant::Caro] {
                let rules = Rules::new(w, h, n, variant).unwrap();
                every_line(rules);
            }
        }
    }
    every_line(Rules::new(52, 52, 5, Variant::Freestyle).unwrap());
    every_line(Rules::new(52, 7, 5, Variant::Renju).unwrap());
    every_line(Rules::new(7, 52, 50, Variant::Exact).unwrap());
}

fn every_line(rules: Rules) {
    let n = rules.win_length() as i8;
    for start in rules.points() {
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let line: Vec<Point> = (0..n)
                .filter_map(|i| start.offset(dx * i, dy * i))
                .filter(|&p| rules.contains(p))
                .collect();
            let whole = line.len() == n as usize;
            // Where the line leaves the board, go on where a flat array would: at the next point
            // in reading order.
            let wrapped: Vec<Point> = (0..n as usize)
                .filter_map(|i| {
                    let width = i32::from(rules.width());
                    let step = i32::from(dy) * width + i32::from(dx);
                    let at = i32::from(start.y()) * width + i32::from(start.x()) + step * i as i32;
                    rules.points().nth(usize::try_from(at).ok()?)
                })
                .collect();
            let mut board = SearchPosition::new(rules);
            let points = if whole { &line } else { &wrapped };
            for &point in points {
                board.make(point, Color::Black);
            }
            for &point in points {
                assert_eq!(
                    board.wins(point, Color::Black),
                    whole,
                    "{points:?} {point:?} {rules:?}"
                );
                assert!(n < 4 || !board.wins(point, Color::White));
            }
        }
    }
}

fn board_with(rules: Rules, black: &[(u8, u8)], white: &[(u8, u8)]) -> Board {
    let stones = |color, points: &[(u8, u8)]| -> Vec<(Color, Point)> {
        points
            .iter()
            .map(|&(x, y)| (color, Point::new(x, y)))
            .collect()
    };
    let all = [stones(Color::Black, black), stones(Color::White, white)].concat();
    Board::try_from(Setup::new(rules, all, Color::Black)).unwrap()
}

fn ten(variant: Variant) -> Rules {
    Rules::new(10, 10, 5, variant).unwrap()
}

fn black_wins(board: &Position, x: u8, y: u8) -> bool {
    board.wins(Point::new(x, y), Color::Black)
}

#[test]
fn fault_a_the_falling_diagonal_reads_the_right_points() {
    let board = board_with(
        ten(Variant::Freestyle),
        &[(2, 8), (3, 7), (5, 5), (6, 4)],
        &[],
    );
    assert!(black_wins(&board, 4, 6));
    assert!(!black_wins(&board, 4, 5) && !black_wins(&board, 1, 9) && !black_wins(&board, 7, 3));
}

#[test]
fn fault_a_coordinates_are_checked_before_they_are_used() {
    let mut board = Board::new(Rules::new(3, 3, 3, Variant::Freestyle).unwrap());
    for (x, y) in [(3, 0), (0, 3), (51, 51), (50, 0)] {
        let point = Point::new(x, y);
        assert_eq!(board.play(Color::Black, point), Err(PlayError::OffBoard));
    }
    assert_eq!(board.stones(), 0);
    for (x, y) in [(52, 0), (0, 52), (255, 255), (64, 0)] {
        assert_eq!(Point::try_new(x, y), None);
    }
}

#[test]
fn fault_b_both_slanted_directions_have_their_own_step() {
    for (points, last) in [
        ([(3, 3), (4, 4), (5, 5), (6, 6)], (7, 7)),
        ([(3, 7), (4, 6), (5, 5), (6, 4)], (7, 3)),
    ] {
        let board = board_with(ten(Variant::Freestyle), &points, &[]);
        assert!(black_wins(&board, last.0, last.1));
    }
}

#[test]
fn fault_b_a_stone_already_placed_is_found_as_well_as_one_thought_of() {
    let mut board = board_with(
        ten(Variant::Freestyle),
        &[(3, 3), (4, 3), (5, 3), (6, 3)],
        &[],
    );
    assert!(black_wins(&board, 7, 3));
    board.play(Color::Black, Point::new(7, 3)).unwrap();
    assert!(black_wins(&board, 7, 3));
    assert_eq!(board.outcome(), Some(Outcome::Win(Color::Black)));
}

#[test]
fn fault_c_a_row_does_not_go_on_in_the_next_one() {
    for y in 0..9 {
        for split in 1..5 {
            let right = (10 - split..10).map(|x| (x, y));
            let left = (0..5 - split).map(|x| (x, y + 1));
            let points: Vec<(u8, u8)> = right.chain(left).collect();
            let board = board_with(ten(Variant::Freestyle), &points, &[]);
            assert!(points.iter().all(|&(x, y)| !black_wins(&board, x, y)));
            assert_eq!(board.outcome(), None);
        }
    }
}

#[test]
fn fault_c_off_the_board_and_occupied_are_told_apart() {
    let mut board = board_with(ten(Variant::Freestyle), &[(4, 4)], &[]);
    let mut play = |x, y| board.play(Color::White, Point::new(x, y));
    assert_eq!(play(4, 4), Err(PlayError::Occupied));
    assert_eq!(play(10, 4), Err(PlayError::OffBoard));
    assert_eq!(play(4, 10), Err(PlayError::OffBoard));
    assert_eq!(play(4, 5), Ok(()));
    assert_eq!(play(4, 5), Err(PlayError::Occupied));
}

#[test]
fn fault_c_every_move_has_its_result() {
    let mut board = Board::new(ten(Variant::Freestyle));
    for x in 0..4 {
        for (color, y) in [(Color::Black, 0), (Color::White, 9)] {
            board.play(color, Point::new(x, y)).unwrap();
            assert_eq!(board.outcome(), None);
        }
    }
    let mut white = board.clone();
    board.play(Color::Black, Point::new(4, 0)).unwrap();
    assert_eq!(board.outcome(), Some(Outcome::Win(Color::Black)));
    white.play(Color::Black, Point::new(9, 5)).unwrap();
    white.play(Color::White, Point::new(4, 9)).unwrap();
    assert_eq!(white.outcome(), Some(Outcome::Win(Color::White)));
    let late = white.play(Color::Black, Point::new(4, 0));
    assert_eq!(late, Err(PlayError::GameOver));
}

#[test]
fn fault_d_wins_in_the_last_columns_and_rows() {
    for across in 5..10u8 {
        for y in 0..10u8 {
            let row: Vec<(u8, u8)> = (across - 4..across).map(|x| (x, y)).collect();
            let board = board_with(ten(Variant::Freestyle), &row, &[]);
            assert!(black_wins(&board, across, y), "row {y} up to {across}");
            let column: Vec<(u8, u8)> = row.iter().map(|&(x, y)| (y, x)).collect();
            let board = board_with(ten(Variant::Freestyle), &column, &[]);
            assert!(black_wins(&board, y, across), "column {y} up to {across}");
        }
    }
    let rising: Vec<(u8, u8)> = (5..9).map(|i| (i, i)).collect();
    assert!(black_wins(
        &board_with(ten(Variant::Freestyle), &rising, &[]),
        9,
        9
    ));
    let falling: Vec<(u8, u8)> = (5..9).map(|i| (i, 9 - i)).collect();
    assert!(black_wins(
        &board_with(ten(Variant::Freestyle), &falling, &[]),
        9,
        0
    ));
}

#[test]
fn fault_d_runs_on_both_sides_add_up() {
    // 1+3, 2+2, 2+3, 3+3, 4+4 around the point (4, 2); freestyle wins with all, the others only
    // with exactly five.
    let rules = |variant| Rules::new(12, 5, 5, variant).unwrap();
    for (left, right) in [(1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 4)] {
        let row: Vec<(u8, u8)> = (4 - left..4).chain(5..5 + right).map(|x| (x, 2)).collect();
        assert!(black_wins(
            &board_with(rules(Variant::Freestyle), &row, &[]),
            4,
            2
        ));
        for variant in [Variant::Exact, Variant::Renju, Variant::Caro] {
            let board = board_with(rules(variant), &row, &[]);
            assert_eq!(black_wins(&board, 4, 2), left + right == 4, "{variant}");
        }
    }
}

#[test]
fn fault_d_a_closed_run_of_two_or_three_is_nothing() {
    for length in 2..4u8 {
        let row: Vec<(u8, u8)> = (3..3 + length).map(|x| (x, 4)).collect();
        let ends = [(2, 4), (4 + length, 4)];
        let board = board_with(ten(Variant::Freestyle), &row, &ends);
        assert!(!black_wins(&board, 3 + length, 4));
    }
}

#[test]
fn renju_tells_black_from_white() {
    let rules = Rules::new(15, 15, 5, Variant::Renju).unwrap();
    let six = [(0, 0), (1, 0), (2, 0), (4, 0), (5, 0)];
    assert!(!black_wins(&board_with(rules, &six, &[]), 3, 0));
    let board = board_with(rules, &[], &six);
    assert!(board.wins(Point::new(3, 0), Color::White));
}

#[test]
fn caro_asks_for_one_end_not_closed_by_the_opponent() {
    let five = [(3, 0), (4, 0), (5, 0), (6, 0)];
    let at = |black: &[(u8, u8)], white: &[(u8, u8)]| {
        black_wins(&board_with(ten(Variant::Caro), black, white), 7, 0)
    };
    assert!(at(&five, &[]));
    assert!(at(&five, &[(2, 0)]) && at(&five, &[(8, 0)]));
    assert!(!at(&five, &[(2, 0), (8, 0)]));
    // The edge closes nothing.
    let corner = [(0, 9), (1, 9), (2, 9), (3, 9)];
    let board = board_with(ten(Variant::Caro), &corner, &[(5, 9)]);
    assert!(black_wins(&board, 4, 9));
    // Nor does a whole row between two edges.
    let rules = Rules::new(5, 3, 5, Variant::Caro).unwrap();
    let row = [(0, 1), (1, 1), (2, 1), (3, 1)];
    assert!(black_wins(&board_with(rules, &row, &[]), 4, 1));
    // An overline is nothing, not even part of one that is open.
    let six = [(2, 0), (3, 0), (4, 0), (5, 0), (6, 0)];
    assert!(!at(&six, &[]));
}

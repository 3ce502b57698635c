//! What must hold of a board whatever is done to it: undo restores everything, what is kept up
//! stone by stone equals what is worked out anew, and a game ends when the rules say so.

use std::collections::{BTreeMap, HashSet};

use lianzhu::game::{
    Board, Cell, Color, DrawReason, MAX_SIDE, Move, Outcome, PlayError, Point, Position, Rules,
    RulesError, SearchPosition, Setup, SetupError, Variant,
};
use proptest::prelude::*;

/// Something that is done to a board; coordinates are taken modulo its sides.
#[derive(Debug, Clone, Copy)]
enum Deed {
    Play(Color, u8, u8),
    Make(Color, u8, u8),
    Pass(Color),
    Undo,
    Side(Color),
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

fn deeds(length: usize) -> impl Strategy<Value = Vec<Deed>> {
    let deed = prop_oneof![
        12 => (color(), any::<u8>(), any::<u8>()).prop_map(|(c, x, y)| Deed::Play(c, x, y)),
        2 => (color(), any::<u8>(), any::<u8>()).prop_map(|(c, x, y)| Deed::Make(c, x, y)),
        1 => color().prop_map(Deed::Pass),
        2 => Just(Deed::Undo),
        1 => color().prop_map(Deed::Side),
    ];
    prop::collection::vec(deed, 0..length)
}

fn rules() -> impl Strategy<Value = Rules> {
    let any_size = (3..=52u32, 3..=52u32, 3..=9u32, 0..4usize);
    let small = (3..=7u32, 3..=7u32, 3..=5u32, 0..4usize);
    prop_oneof![3 => small, 1 => any_size].prop_filter_map("no such game", |(w, h, n, variant)| {
        Rules::fitted(w, h, n, Variant::ALL[variant]).ok()
    })
}

fn stones(board: &Position) -> Vec<(Color, Point)> {
    let stone = |p: Point| Some((board.cell(p).color()?, p));
    board.rules().points().filter_map(stone).collect()
}

/// Everything that is kept up stone by stone, against the same worked out anew.
fn check(position: &Position) -> Result<(), TestCaseError> {
    let stones = stones(position);
    prop_assert_eq!(position.stones(), stones.len());
    let empty = position.rules().area() - stones.len();
    prop_assert_eq!(position.empty_points(), empty);
    match Board::try_from(Setup::new(
        *position.rules(),
        stones.iter().copied(),
        position.side_to_move(),
    )) {
        Ok(anew) => {
            prop_assert_eq!(position, anew.position());
            prop_assert_eq!(anew.moves().len(), 0);
            prop_assert_eq!(anew.setup().stones, stones);
        }
        Err(error) => prop_assert_eq!(error, SetupError::BothWin),
    }
    Ok(())
}

/// As [`check`], and the moves of the board.
fn check_board(board: &Board) -> Result<(), TestCaseError> {
    check(board)?;
    let stones = stones(board);
    let played: HashSet<Point> = board.moves().filter_map(|m| m.point).collect();
    let set_up = stones.into_iter().filter(|(_, p)| !played.contains(p));
    prop_assert_eq!(board.setup().stones, set_up.collect::<Vec<_>>());
    prop_assert_eq!(board.moves().last(), board.last_move());
    Ok(())
}

fn place(board: &Board, x: u8, y: u8) -> Point {
    Point::new(x % board.rules().width(), y % board.rules().height())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Each deed is undone by its opposite, and nothing that is refused leaves a trace.
    #[test]
    fn undo_restores_everything(rules in rules(), deeds in deeds(60)) {
        let mut board = Board::new(rules);
        let mut before: Vec<Board> = Vec::new();
        for deed in deeds {
            let was = board.clone();
            match deed {
                Deed::Play(color, x, y) => {
                    let point = place(&board, x, y);
                    let decided = board.is_decided();
                    let legal = board.is_legal(color, point);
                    match board.play(color, point) {
                        Ok(()) => {
                            prop_assert!(legal && !decided);
                            prop_assert_eq!(board.side_to_move(), !color);
                            prop_assert_eq!(board.cell(point), Cell::from(color));
                            before.push(was);
                        }
                        Err(error) => {
                            prop_assert_eq!(error == PlayError::GameOver, decided);
                            prop_assert!(decided || !legal);
                            prop_assert_eq!(&board, &was);
                        }
                    }
                }
                Deed::Make(color, x, y) => {
                    let point = place(&board, x, y);
                    if board.cell(point) == Cell::Empty {
                        let mut position = SearchPosition::from(board.position());
                        position.set_side_to_move(color);
                        let before = position.clone();
                        position.make(point, color);
                        check(&position)?;
                        position.unmake(point, color);
                        prop_assert_eq!(&position, &before);
                    }
                }
                Deed::Pass(color) => {
                    board.pass(color);
                    prop_assert_eq!(board.last_move(), Some(Move { color, point: None }));
                    prop_assert_eq!(board.side_to_move(), !color);
                    before.push(was);
                }
                Deed::Undo => {
                    let last = board.last_move();
                    prop_assert_eq!(board.undo(), last);
                    match before.pop() {
                        // Who is to move next may have been changed since; it is restored too.
                        Some(earlier) => prop_assert_eq!(&board, &earlier),
                        None => prop_assert_eq!(last, None),
                    }
                }
                Deed::Side(color) => {
                    board.set_side_to_move(color);
                    prop_assert_eq!(board.side_to_move(), color);
                }
            }
            check_board(&board)?;
        }
        while let Some(earlier) = before.pop() {
            prop_assert!(board.undo().is_some());
            prop_assert_eq!(&board, &earlier);
        }
        prop_assert_eq!(board.undo(), None);
        prop_assert_eq!(board.key(), {
            let mut empty = Board::new(rules);
            empty.set_side_to_move(board.side_to_move());
            empty.key()
        });
    }

    /// The order of the moves does not matter to the key; a stone, its colour, its place, the side
    /// to move and the rules all do.
    #[test]
    fn keys_tell_positions_apart(rules in rules(), cells in prop::collection::vec(0..3u8, 49)) {
        let points: Vec<(Color, Point)> = rules
            .points()
            .zip(cells)
            .filter_map(|(p, c)| Some((*Color::ALL.get(usize::from(c))?, p)))
            .collect();
        let mut forward = SearchPosition::new(rules);
        points.iter().for_each(|&(color, point)| forward.make(point, color));
        let mut backward = SearchPosition::new(rules);
        points.iter().rev().for_each(|&(color, point)| backward.make(point, color));
        backward.set_side_to_move(forward.side_to_move());
        prop_assert_eq!(forward.key(), backward.key());

        let mut seen = HashSet::from([forward.key()]);
        backward.set_side_to_move(!forward.side_to_move());
        prop_assert!(seen.insert(backward.key()));
        for point in rules.points().filter(|&p| forward.cell(p) == Cell::Empty).take(30) {
            for color in Color::ALL {
                let mut next = forward.clone();
                next.make(point, color);
                next.set_side_to_move(forward.side_to_move());
                prop_assert!(seen.insert(next.key()));
            }
        }
        for variant in Variant::ALL {
            for n in 3..=5 {
                let (w, h) = (rules.width().into(), rules.height().into());
                if let Ok(other) = Rules::new(w, h, n, variant) && other != rules {
                    let mut next = SearchPosition::new(other);
                    points.iter().for_each(|&(color, point)| next.make(point, color));
                    next.set_side_to_move(forward.side_to_move());
                    prop_assert!(seen.insert(next.key()));
                }
            }
        }
    }

    /// A set-up position is refused for exactly three reasons.
    #[test]
    fn set_up_positions(
        rules in rules(),
        wanted in prop::collection::vec((color(), 0..8u8, 0..8u8), 0..25),
        side in color(),
    ) {
        let wanted: Vec<(Color, Point)> = wanted
            .into_iter()
            .map(|(color, x, y)| (color, Point::new(x, y)))
            .collect();
        let mut taken = BTreeMap::new();
        let mut fault = None;
        for &(color, point) in &wanted {
            if !rules.contains(point) {
                fault = Some(SetupError::OffBoard(point));
            } else if taken.insert(point, color).is_some() {
                fault = Some(SetupError::Duplicate(point));
            }
            if fault.is_some() {
                break;
            }
        }
        match Board::try_from(Setup::new(rules, wanted.iter().copied(), side)) {
            Ok(board) => {
                prop_assert_eq!(fault, None);
                prop_assert_eq!(board.side_to_move(), side);
                prop_assert_eq!(board.first_to_move(), side);
                let lines = Color::ALL.map(|c| board.has_line(c));
                let winner = board.outcome().and_then(Outcome::winner);
                prop_assert_eq!(lines, Color::ALL.map(|c| winner == Some(c)));
                if winner.is_some() {
                    let mut late = board.clone();
                    for point in rules.points() {
                        prop_assert_eq!(late.play(side, point), Err(PlayError::GameOver));
                    }
                    late.pass(side);
                    late.pass(!side);
                    prop_assert_eq!(late.outcome(), board.outcome());
                    late.undo();
                    late.undo();
                    prop_assert_eq!(&late, &board);
                }
            }
            Err(SetupError::BothWin) => {
                prop_assert_eq!(fault, None);
                let mut board = SearchPosition::new(rules);
                wanted.iter().for_each(|&(color, point)| board.make(point, color));
                prop_assert!(Color::ALL.iter().all(|&c| board.has_line(c)));
            }
            Err(error) => prop_assert_eq!(Some(error), fault),
        }
    }

    /// Exactly the games within the bounds can be built, and the error names the broken bound.
    #[test]
    fn bounds_of_the_rules(
        w in prop_oneof![0..60u32, any::<u32>()],
        h in prop_oneof![0..60u32, any::<u32>()],
        n in prop_oneof![0..60u32, any::<u32>()],
        variant in 0..4usize,
    ) {
        let variant = Variant::ALL[variant];
        let expected = if !(3..=52).contains(&w) {
            Some(RulesError::Width(w))
        } else if !(3..=52).contains(&h) {
            Some(RulesError::Height(h))
        } else if variant == Variant::Renju && w.max(h) < 5 {
            Some(RulesError::RenjuBoard)
        } else if !(3..=w.max(h)).contains(&n) {
            Some(RulesError::WinLength { asked: n, longer_side: w.max(h) as u8 })
        } else if variant == Variant::Renju && n != 5 {
            Some(RulesError::RenjuWinLength(n))
        } else {
            None
        };
        let rules = Rules::new(w, h, n, variant);
        prop_assert_eq!(rules.err(), expected);
        if let Ok(rules) = rules {
            let sides = (u32::from(rules.width()), u32::from(rules.height()));
            prop_assert_eq!(sides, (w, h));
            prop_assert_eq!(u32::from(rules.win_length()), n);
            prop_assert_eq!(rules.points().count(), rules.area());
            prop_assert_eq!(rules.points().len(), rules.area());
            prop_assert!(rules.points().all(|p| rules.contains(p)));
        }
        // Fitting only ever shortens the win length, to the longer side.
        if let Ok(fitted) = Rules::fitted(w, h, n, variant) {
            prop_assert_eq!(u32::from(fitted.win_length()), n.min(w.max(h)));
        }
    }
}

#[test]
fn points_are_packed_without_loss() {
    let mut indices = HashSet::new();
    for x in 0..=u8::MAX {
        for y in 0..=u8::MAX {
            let point = Point::try_new(x, y);
            assert_eq!(point.is_some(), x < MAX_SIDE && y < MAX_SIDE);
            let Some(point) = point else { continue };
            assert_eq!((point.x(), point.y()), (x, y));
            assert_eq!(Point::from_index(point.index()), Some(point));
            assert!(indices.insert(point.index()));
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (-100, 3), (127, 127)] {
                let (nx, ny) = (i16::from(x) + i16::from(dx), i16::from(y) + i16::from(dy));
                let moved = u8::try_from(nx).ok().zip(u8::try_from(ny).ok());
                let moved = moved.and_then(|(x, y)| Point::try_new(x, y));
                assert_eq!(point.offset(dx, dy), moved);
            }
        }
    }
    let known = (0..10_000).filter(|&i| Point::from_index(i).is_some());
    assert_eq!(known.count(), indices.len());
    assert_eq!(size_of::<Option<Point>>(), 2);
}

#[test]
fn two_passes_in_a_row_end_a_game_that_nobody_has_won() {
    let mut board = Board::new(Rules::default());
    let centre = Point::new(7, 7);
    board.pass(Color::Black);
    assert_eq!(board.outcome(), None);
    board.play(Color::White, centre).unwrap();
    board.pass(Color::Black);
    assert_eq!(board.outcome(), None);
    board.pass(Color::White);
    let draw = Some(Outcome::Draw(DrawReason::TwoPasses));
    assert_eq!(board.outcome(), draw);
    let refused = board.play(Color::Black, Point::new(0, 0));
    assert_eq!(refused, Err(PlayError::GameOver));
    board.undo();
    assert_eq!(board.outcome(), None);
    assert_eq!(board.play(Color::White, Point::new(0, 0)), Ok(()));
}

#[test]
fn a_full_board_is_a_draw_unless_the_last_stone_wins() {
    let rules = Rules::new(3, 3, 3, Variant::Freestyle).unwrap();
    let play = |cells: [(u8, u8); 9]| {
        let mut board = Board::new(rules);
        for (x, y) in cells {
            assert_eq!(board.outcome(), None);
            board.play(board.side_to_move(), Point::new(x, y)).unwrap();
        }
        board
    };
    let mut draw = play([
        (1, 1),
        (0, 0),
        (2, 0),
        (0, 2),
        (0, 1),
        (2, 1),
        (1, 0),
        (1, 2),
        (2, 2),
    ]);
    assert_eq!(draw.outcome(), Some(Outcome::Draw(DrawReason::FullBoard)));
    assert!(draw.is_decided());
    draw.undo();
    assert_eq!(draw.outcome(), None);
    let won = play([
        (0, 0),
        (1, 0),
        (2, 0),
        (0, 1),
        (1, 1),
        (2, 1),
        (1, 2),
        (0, 2),
        (2, 2),
    ]);
    assert_eq!(won.outcome(), Some(Outcome::Win(Color::Black)));
}

#[test]
fn who_has_no_legal_point_passes_in_renju() {
    // One point left, and Black would make six there. White may play it.
    let rules = Rules::new(6, 3, 5, Variant::Renju).unwrap();
    let hole = Point::new(3, 1);
    let pattern = ["XXOXXO", "XXX.XX", "OOXOOX"];
    let stones: Vec<(Color, Point)> = rules
        .points()
        .filter(|&p| p != hole)
        .map(
            |p| match pattern[usize::from(p.y())].as_bytes()[usize::from(p.x())] {
                b'X' => (Color::Black, p),
                _ => (Color::White, p),
            },
        )
        .collect();
    let mut board = Board::try_from(Setup::new(rules, stones, Color::Black)).unwrap();
    assert_eq!(board.outcome(), None);
    assert!(board.must_pass(Color::Black) && !board.must_pass(Color::White));
    assert!(matches!(
        board.play(Color::Black, hole),
        Err(PlayError::Forbidden(_))
    ));
    board.pass(Color::Black);
    assert_eq!(board.outcome(), None);
    board.play(Color::White, hole).unwrap();
    assert_eq!(board.outcome(), Some(Outcome::Draw(DrawReason::FullBoard)));
    assert!(!board.must_pass(Color::Black));
}

#[test]
fn set_up_lines() {
    let rules = Rules::new(9, 9, 5, Variant::Freestyle).unwrap();
    let row = |color, y| (2..7).map(move |x| (color, Point::new(x, y)));
    let one = Board::try_from(Setup::new(rules, row(Color::White, 0), Color::Black)).unwrap();
    assert_eq!(one.outcome(), Some(Outcome::Win(Color::White)));
    let both = row(Color::White, 0).chain(row(Color::Black, 4));
    let refused = Board::try_from(Setup::new(rules, both, Color::Black));
    assert_eq!(refused, Err(SetupError::BothWin));
    let twice = row(Color::White, 0).chain(row(Color::White, 4));
    assert!(Board::try_from(Setup::new(rules, twice, Color::Black)).is_ok());
}

#[test]
fn who_won_by_what_was_set_up_has_won_whatever_is_taken_back() {
    let rules = Rules::new(9, 9, 5, Variant::Freestyle).unwrap();
    let row = (2..7).map(|x| (Color::White, Point::new(x, 0)));
    let mut board = Board::try_from(Setup::new(rules, row, Color::Black)).unwrap();
    let won = Some(Outcome::Win(Color::White));
    let free = Point::new(4, 4);
    for _ in 0..2 {
        assert_eq!(board.play(Color::Black, free), Err(PlayError::GameOver));
        board.pass(Color::Black);
        assert!(board.undo().is_some());
        assert_eq!(board.outcome(), won);
        assert_eq!(board.undo(), None);
        assert_eq!(board.outcome(), won);
    }
}

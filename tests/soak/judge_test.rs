//! The judge against the library's own rules, over random positions, and against examples.

use lianzhu::game::{Color, Point, Rules, SearchPosition, Variant};

use crate::judge::{At, Game, Grid, Laws, Rule, Standing, Stone, vertex};
use crate::kit::Random;
use crate::table::shortest;

fn board(grid: &Grid) -> SearchPosition {
    let Laws {
        rule,
        in_a_row,
        width,
        height,
    } = grid.laws;
    let variant = match rule {
        Rule::Freestyle => Variant::Freestyle,
        Rule::Exact => Variant::Exact,
        Rule::Renju => Variant::Renju,
        Rule::Caro => Variant::Caro,
    };
    let rules = Rules::new(width as u32, height as u32, in_a_row as u32, variant);
    let mut position = SearchPosition::new(rules.expect("a game"));
    for (stone, color) in Stone::BOTH.into_iter().zip(Color::ALL) {
        for (x, y) in grid.stones(stone) {
            position.make(Point::new(x as u8, y as u8), color);
        }
    }
    position
}

/// Stones at random, many of them Black's, so that forbidden points are frequent.
fn scattered(random: &mut Random, laws: Laws) -> Grid {
    let mut grid = Grid::new(laws);
    let (black, white) = (random.within(5, 45), random.within(0, 45));
    for at in grid.points() {
        match random.within(1, 100) {
            roll if roll <= black => grid.place(at, Stone::Black),
            roll if roll <= black + white => grid.place(at, Stone::White),
            _ => {}
        }
    }
    grid
}

#[test]
fn the_judge_agrees_with_the_library() {
    let mut random = Random::new(1);
    let (mut wins, mut forbidden) = (0, 0);
    for _ in 0..1500 {
        let rule = *random.of(&Rule::ALL);
        let (width, height) = (random.within(5, 11) as i32, random.within(3, 11) as i32);
        let laws = Laws {
            rule,
            in_a_row: if rule == Rule::Renju {
                5
            } else {
                random.within(3, 5) as i32
            },
            width,
            height,
        };
        let mut grid = scattered(&mut random, laws);
        let board = board(&grid);
        for (stone, color) in Stone::BOTH.into_iter().zip(Color::ALL) {
            let context = format!("{stone:?} {laws:?}\n{}", grid.diagram());
            assert_eq!(grid.has_won(stone), board.has_line(color), "{context}");
            for at in grid.empty() {
                let point = Point::new(at.0 as u8, at.1 as u8);
                let is_win = grid.wins_at(at, stone);
                assert_eq!(is_win, board.wins(point, color), "{at:?} {context}");
                wins += usize::from(is_win);
                let is_legal = grid.is_legal(at, stone);
                let allowed = color == Color::White || board.forbidden(point).is_none();
                assert_eq!(is_legal, allowed, "{at:?} {context}");
                forbidden += usize::from(!is_legal);
            }
        }
    }
    assert!(wins > 5000 && forbidden > 300, "{wins} {forbidden}");
}

/// The points marked in a row of text after the stones left of it, from the lower left corner on.
fn row(rule: Rule, text: &str) -> (Grid, At) {
    let laws = Laws {
        rule,
        in_a_row: 5,
        width: text.len() as i32,
        height: 3,
    };
    let mut grid = Grid::new(laws);
    let mut asked = None;
    for (x, letter) in text.chars().enumerate() {
        let at = (x as i32, 1);
        match letter {
            'X' => grid.place(at, Stone::Black),
            'O' => grid.place(at, Stone::White),
            '?' => asked = Some(at),
            _ => {}
        }
    }
    (grid, asked.expect("a point to ask about"))
}

#[test]
fn rows_that_win_by_the_words_of_the_rules() {
    // What Black's stone at the mark wins under: freestyle, exact, renju, caro.
    for (text, expected) in [
        (".XXX?X.", [true, true, true, true]),
        (".XXX?XX.", [true, false, false, false]),
        ("OXXX?X.", [true, true, true, true]),
        ("OXXX?XO", [true, true, true, false]),
        ("XXXX?O.", [true, true, true, true]),
        ("XXXX?", [true, true, true, true]),
        (".XXX?.", [false, false, false, false]),
        ("OXX?XOX.", [false, false, false, false]),
    ] {
        for (rule, expected) in Rule::ALL.into_iter().zip(expected) {
            let (mut grid, at) = row(rule, text);
            assert_eq!(grid.wins_at(at, Stone::Black), expected, "{rule:?} {text}");
        }
    }
    let (mut grid, at) = row(Rule::Renju, "OOOO?OO");
    assert!(grid.wins_at(at, Stone::White) && !grid.wins_at(at, Stone::Black));
}

#[test]
fn points_that_are_forbidden_by_the_words_of_the_rules() {
    for (text, expected) in [
        (".XXX?XX.", true),
        // Two fours in one line.
        (".X.XX?.X..", true),
        // A straight four is one four, and a five is none.
        (".XX?X.", false),
        ("XXXX?.XX", false),
    ] {
        let (mut grid, at) = row(Rule::Renju, text);
        assert_eq!(grid.is_forbidden(at), expected, "{text}");
    }
    // A cross of two threes; once a white stone closes one of them it is allowed.
    let laws = Laws {
        rule: Rule::Renju,
        in_a_row: 5,
        width: 15,
        height: 15,
    };
    let mut grid = Grid::new(laws);
    for at in [(5, 7), (6, 7), (7, 5), (7, 6)] {
        grid.place(at, Stone::Black);
    }
    assert!(grid.is_forbidden((7, 7)) && grid.is_legal((7, 7), Stone::White));
    grid.place((4, 7), Stone::White);
    assert!(!grid.is_forbidden((7, 7)));
}

#[test]
fn blocks_are_all_that_stop_the_win() {
    // Black wins on the left, unless White closes that end or its other side.
    let (mut grid, at) = row(Rule::Caro, ".?XXXXO.");
    assert_eq!(grid.wins(Stone::Black), [at]);
    assert_eq!(grid.blocks(Stone::White), [(0, 1), at]);
    let (mut grid, _) = row(Rule::Freestyle, ".?XXXX..");
    assert_eq!(grid.wins(Stone::Black).len(), 2);
    assert_eq!(grid.blocks(Stone::White), []);
}

#[test]
fn a_game_ends_and_is_taken_back() {
    let laws = Laws {
        rule: Rule::Freestyle,
        in_a_row: 3,
        width: 3,
        height: 3,
    };
    let mut game = Game::new(laws);
    for at in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        game.play(game.to_move, Some(at));
        assert_eq!(game.standing(), Standing::Open);
    }
    game.play(Stone::Black, Some((2, 0)));
    assert_eq!(game.standing(), Standing::Won(Stone::Black));
    assert!(!game.is_legal((2, 2), Stone::White));
    assert!(game.undo() && game.is_legal((2, 0), Stone::Black));
    game.play(Stone::Black, None);
    game.play(Stone::White, None);
    assert_eq!(game.standing(), Standing::Drawn);
    let names: Vec<String> = [(7, 7), (8, 0), (24, 1), (25, 0), (51, 51)]
        .map(vertex)
        .into();
    assert_eq!(names, ["H8", "J1", "Z2", "AA1", "BB52"]);
}

#[test]
fn what_is_not_needed_is_left_out() {
    let mut tries = 0;
    let needed = shortest((0..100).collect(), &mut |items: &[i32]| {
        tries += 1;
        [17, 18, 93].iter().all(|item| items.contains(item))
    });
    assert_eq!(needed, [17, 18, 93]);
    assert!(tries < 150, "{tries}");
}

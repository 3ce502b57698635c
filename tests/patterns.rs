//! The patterns room: incremental state equals recomputed state, and the line patterns mean what
//! they say.

use std::sync::Arc;

use lianzhu::game::{
    Board, Cell, Color, Direction, Point, Position, Rules, SearchPosition, Setup, Variant,
};
use lianzhu::pattern::{LinePattern, Pattern4, Patterns, ScoreTable, ThreatSet, pattern_code};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn score_tables(variant: Variant) -> [Arc<ScoreTable>; 2] {
    Color::ALL.map(|color| {
        let restrained = variant == Variant::Renju && color == Color::Black;
        Arc::new(ScoreTable::new(restrained, |line_patterns| {
            let c = pattern_code(line_patterns) as i16;
            [c * 3 % 101, c * 7 % 211, c * 11 % 199]
        }))
    })
}

fn random_rules(rng: &mut impl Rng) -> Rules {
    loop {
        let variant = Variant::ALL[rng.random_range(0..4u32) as usize];
        let width = rng.random_range(3..=24u32);
        let height = rng.random_range(3..=24u32);
        let n = if variant == Variant::Renju {
            5
        } else {
            rng.random_range(3..=11u32)
        };
        if let Ok(rules) = Rules::new(width, height, n, variant) {
            return rules;
        }
    }
}

fn same(a: &Patterns, b: &Patterns, context: &str) {
    assert_eq!(a.value(), b.value(), "value: {context}");
    for point in a.board().rules().points() {
        let slot = a.slot(point);
        assert_eq!(a.point(slot), point);
        assert_eq!(a.is_empty(slot), b.is_empty(slot), "{point:?} {context}");
        if !a.is_empty(slot) {
            continue;
        }
        for color in Color::ALL {
            assert_eq!(
                a.line_patterns(slot, color),
                b.line_patterns(slot, color),
                "{point:?} {context}"
            );
            assert_eq!(
                a.pattern4(slot, color),
                b.pattern4(slot, color),
                "{point:?} {context}"
            );
            assert_eq!(
                a.score(slot, color),
                b.score(slot, color),
                "{point:?} {context}"
            );
        }
    }
    for color in Color::ALL {
        for pattern4 in Pattern4::ALL {
            assert_eq!(
                a.count(color, pattern4),
                b.count(color, pattern4),
                "{color} {pattern4:?} {context}"
            );
        }
        for threat_set in [ThreatSet::Five, ThreatSet::Four, ThreatSet::Three] {
            let points = |p: &Patterns| p.threat_set(color, threat_set).iter().collect::<Vec<_>>();
            assert_eq!(points(a), points(b), "{color} {threat_set:?} {context}");
        }
    }
    let candidates = |p: &Patterns| p.candidates().collect::<Vec<_>>();
    assert_eq!(candidates(a), candidates(b), "candidates: {context}");
}

/// A random empty point, mostly near the last one so that lines come about.
fn random_point(rng: &mut impl Rng, board: &Position, near: Option<Point>) -> Option<Point> {
    let (w, h) = (
        u32::from(board.rules().width()),
        u32::from(board.rules().height()),
    );
    for _ in 0..50 {
        let point = match near {
            Some(p) if rng.random_range(0..4u32) > 0 => p.offset(
                rng.random_range(0..5u32) as i8 - 2,
                rng.random_range(0..5u32) as i8 - 2,
            ),
            _ => Point::try_new(rng.random_range(0..w) as u8, rng.random_range(0..h) as u8),
        };
        if let Some(point) = point.filter(|&p| board.cell(p) == Cell::Empty) {
            return Some(point);
        }
    }
    None
}

#[test]
fn incremental_equals_recomputed() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for game in 0..60 {
        let rules = random_rules(&mut rng);
        let tables = score_tables(rules.variant());
        let start = Patterns::new(&Position::new(rules), tables.clone());
        let mut patterns = start.clone();
        let mut last = None;
        let mut made = 0;
        for ply in 0..60 {
            if made > 0 && rng.random_range(0..5u32) == 0 {
                patterns.unmake();
                made -= 1;
            } else if let Some(point) = random_point(&mut rng, patterns.board(), last) {
                let color = Color::ALL[rng.random_range(0..2u32) as usize];
                patterns.make(point, color);
                last = Some(point);
                made += 1;
            }
            if ply % 7 == 0 {
                let again = Patterns::new(patterns.board(), tables.clone());
                same(
                    &patterns,
                    &again,
                    &format!("game {game} ply {ply} {rules:?}"),
                );
            }
        }
        for _ in 0..made {
            patterns.unmake();
        }
        same(&patterns, &start, &format!("taken back, {rules:?}"));
    }
}

fn line(point: Point, d: Direction, board: &Position) -> Vec<Point> {
    let (dx, dy) = d.delta();
    let reach = board.rules().longer_side() as i8;
    (-reach..=reach)
        .filter_map(|k| {
            let x = i32::from(point.x()) + i32::from(dx) * i32::from(k);
            let y = i32::from(point.y()) + i32::from(dy) * i32::from(k);
            Point::try_new(u8::try_from(x).ok()?, u8::try_from(y).ok()?)
        })
        .filter(|&p| board.rules().contains(p))
        .collect()
}

/// Whether a stone on `at` wins on this line by a run that contains `point`, by the win checker.
fn five(board: &Position, at: Point, point: Point, d: Direction, color: Color) -> bool {
    let contains = |found: &lianzhu::game::WinLine| found.points().any(|p| p == point);
    board
        .lines_through(at, color)
        .iter()
        .any(|found| found.direction == d && contains(found))
}

/// The top line patterns by brute force on a board on which `point` holds a stone of `color`
/// already.
fn top_line_pattern(
    board: &mut SearchPosition,
    point: Point,
    d: Direction,
    color: Color,
) -> Option<LinePattern> {
    if five(board, point, point, d, color) {
        return Some(LinePattern::Five);
    }
    let cells: Vec<Point> = line(point, d, board)
        .into_iter()
        .filter(|&p| board.cell(p) == Cell::Empty)
        .collect();
    let can_win = |board: &Position| {
        cells
            .iter()
            .any(|&e| board.cell(e) == Cell::Empty && five(board, e, point, d, color))
    };
    if !can_win(board) {
        return None;
    }
    let mut open = true;
    for &reply in &cells {
        board.make(reply, !color);
        open &= can_win(board);
        board.unmake(reply, !color);
    }
    Some(if open {
        LinePattern::OpenFour
    } else {
        LinePattern::Four
    })
}

#[test]
fn fours_and_fives_hold_on_the_board() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut seen = [0; LinePattern::COUNT];
    for _ in 0..3000 {
        let rules = random_rules(&mut rng);
        if rules.variant() == Variant::Renju {
            continue; // Black's fours are held against the rules room below.
        }
        let mut board = SearchPosition::new(rules);
        let color = Color::ALL[rng.random_range(0..2u32) as usize];
        // One crowded line.
        let index = rng.random_range(0..4u32) as usize;
        let d = Direction::ALL[index];
        let points: Vec<Point> = rules.points().collect();
        let centre = points[rng.random_range(0..points.len() as u32) as usize];
        for p in line(centre, d, &board) {
            match rng.random_range(0..8u32) {
                _ if p == centre => {}
                0..=3 => board.make(p, color),
                4 => board.make(p, !color),
                _ => {}
            }
        }
        let patterns = Patterns::new(&board, score_tables(rules.variant()));
        let line_pattern = patterns.line_patterns(patterns.slot(centre), color)[index];
        board.make(centre, color);
        let expected = top_line_pattern(&mut board, centre, d, color);
        let top = line_pattern.is_four() || line_pattern == LinePattern::Five;
        assert_eq!(
            expected,
            top.then_some(line_pattern),
            "{centre:?} {d:?} {color} {rules:?} {line_pattern:?}"
        );
        seen[line_pattern as usize] += 1;
    }
    for line_pattern in [
        LinePattern::Five,
        LinePattern::OpenFour,
        LinePattern::Four,
        LinePattern::Dead,
    ] {
        assert!(
            seen[line_pattern as usize] > 10,
            "{line_pattern:?} was hardly tested: {seen:?}"
        );
    }
}

#[test]
fn renju_kinds_agree_with_the_rules_room() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let rules = Rules::new(15, 15, 5, Variant::Renju).unwrap();
    let mut seen = [0; Pattern4::COUNT];
    for _ in 0..300 {
        let mut board = SearchPosition::new(rules);
        let mut last = None;
        for i in 0..rng.random_range(10..60u32) {
            let color = if i % 5 < 3 {
                Color::Black
            } else {
                Color::White
            };
            if let Some(point) = random_point(&mut rng, &board, last) {
                board.make(point, color);
                last = Some(point);
            }
        }
        let patterns = Patterns::new(&board, score_tables(Variant::Renju));
        for point in rules.points().filter(|&p| board.cell(p) == Cell::Empty) {
            let pattern4 = patterns.pattern4(patterns.slot(point), Color::Black);
            let forbidden = board.forbidden(point).is_some();
            seen[pattern4 as usize] += 1;
            match pattern4 {
                Pattern4::Five => assert!(board.wins(point, Color::Black)),
                Pattern4::Forbidden => assert!(forbidden, "{point:?}"),
                Pattern4::MaybeForbidden | Pattern4::MaybeForbiddenFour => {}
                _ => assert!(!forbidden, "{point:?} {pattern4:?}"),
            }
        }
    }
    for pattern4 in [
        Pattern4::Forbidden,
        Pattern4::MaybeForbidden,
        Pattern4::OpenFour,
        Pattern4::Five,
    ] {
        assert!(seen[pattern4 as usize] > 10, "{pattern4:?}: {seen:?}");
    }
}

#[test]
fn a_five_is_where_the_win_checker_sees_a_win() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    // Variant, colour, and whether there is a win: each has to come up often.
    let mut seen = [[[0; 2]; 2]; 4];
    for _ in 0..400 {
        let rules = random_rules(&mut rng);
        let mut board = SearchPosition::new(rules);
        // Blocks of a colour, as wins are rare among random stones.
        for _ in 0..rules.area() / 3 {
            let color = Color::ALL[rng.random_range(0..2u32) as usize];
            let Some(mut point) = random_point(&mut rng, &board, None) else {
                break;
            };
            let (dx, dy) = Direction::ALL[rng.random_range(0..4u32) as usize].delta();
            for _ in 0..rng.random_range(1..=u32::from(rules.win_length())) {
                if board.cell(point) == Cell::Empty {
                    board.make(point, color);
                }
                match point.offset(dx, dy).filter(|&p| rules.contains(p)) {
                    Some(next) => point = next,
                    None => break,
                }
            }
        }
        let patterns = Patterns::new(&board, score_tables(rules.variant()));
        for point in rules.points().filter(|&p| board.cell(p) == Cell::Empty) {
            for color in Color::ALL {
                let five = patterns.pattern4(patterns.slot(point), color) == Pattern4::Five;
                let wins = board.wins(point, color);
                assert_eq!(five, wins, "{rules:?} {color} {point:?}");
                assert!(!wins || board.is_legal(color, point), "{rules:?} {point:?}");
                seen[rules.variant() as usize][color.index()][usize::from(wins)] += 1;
            }
        }
    }
    assert!(seen.iter().flatten().flatten().all(|&n| n > 50), "{seen:?}");
}

/// The line pattern of the point `P` in a drawing of one row, for Black (`X`).
fn drawn(row: &str, variant: Variant) -> LinePattern {
    let rules = Rules::new(row.len() as u32, 5, 5, variant).unwrap();
    let at = |i: usize| Point::new(i as u8, 2);
    let stones = row.bytes().enumerate().filter_map(|(i, b)| match b {
        b'X' => Some((Color::Black, at(i))),
        b'O' => Some((Color::White, at(i))),
        _ => None,
    });
    let board = Board::try_from(Setup::new(rules, stones, Color::Black)).unwrap();
    let patterns = Patterns::new(&board, score_tables(variant));
    patterns.line_patterns(patterns.slot(at(row.find('P').unwrap())), Color::Black)[0]
}

#[test]
fn drawings() {
    use LinePattern::*;
    use Variant::*;
    for (row, variant, line_pattern) in [
        ("...XXPXX...", Freestyle, Five),
        ("...XXPXXX..", Freestyle, Five),
        ("...XXPXXX..", Exact, Dead),
        ("...XXPXXX..", Renju, Foul),
        ("..X.XPX.X..", Freestyle, OpenFour),
        ("..X.XPX.X..", Renju, Foul),
        ("....XPXX...", Freestyle, OpenFour),
        ("...OXPXX...", Freestyle, Four),
        ("..O.XPXX.O.", Caro, Four),
        ("....XPXX.O.", Caro, Four),
        ("....XPXX...", Caro, OpenFour),
        ("..O.XPX.O..", Freestyle, Three),
        ("..O.XPX..O.", Freestyle, OpenThree),
        ("...OXPX....", Freestyle, Three),
        ("....XPX....", Freestyle, OpenThree2),
        ("..O..P..O..", Freestyle, One),
        ("...O.P.O...", Freestyle, Dead),
        (".....XP....", Freestyle, OpenTwo4),
        (".....P.....", Freestyle, OpenOne),
        ("X.XXP.X....", Renju, Foul),
        (".X.XPX.....", Renju, Four),
    ] {
        assert_eq!(drawn(row, variant), line_pattern, "{row} {variant}");
    }
}

//! Renju's forbidden points: examples checked by hand, and a second rule checker, written
//! independently from the words of the Renju International Federation, as an oracle.

use std::collections::BTreeSet;

use lianzhu::game::{Color, Forbidden, Point, Rules, SearchPosition, Variant};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type At = (i32, i32);

/// The slow rule checker. It knows nothing of windows and bits: it copies the board for every stone
/// it thinks of, and names fours and threes by the set of stones they consist of.
#[derive(Clone)]
struct Paper {
    rows: Vec<Vec<char>>,
}

const WAYS: [At; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

fn along(at: At, way: At, steps: i32) -> At {
    (at.0 + way.0 * steps, at.1 + way.1 * steps)
}

impl Paper {
    fn get(&self, at: At) -> char {
        let row = usize::try_from(at.1).ok().and_then(|y| self.rows.get(y));
        let cell = row
            .zip(usize::try_from(at.0).ok())
            .and_then(|(r, x)| r.get(x));
        cell.copied().unwrap_or('#')
    }

    fn with(&self, at: At) -> Paper {
        assert_eq!(self.get(at), '.');
        let mut next = self.clone();
        next.rows[at.1 as usize][at.0 as usize] = 'X';
        next
    }

    /// The unbroken row of black stones through a stone.
    fn row(&self, at: At, way: At) -> BTreeSet<At> {
        let mut row = BTreeSet::from([at]);
        for sign in [1, -1] {
            let stones = (1..).map(|i| along(at, way, i * sign));
            row.extend(stones.take_while(|&p| self.get(p) == 'X'));
        }
        row
    }

    fn makes_row_of(&self, at: At, wanted: impl Fn(usize) -> bool) -> bool {
        WAYS.iter().any(|&way| wanted(self.row(at, way).len()))
    }

    /// Where four or less steps away from a stone one more could be added.
    fn room(&self, at: At, way: At) -> Vec<At> {
        let near = (-4..=4).map(|i| along(at, way, i));
        near.filter(|&p| self.get(p) == '.').collect()
    }

    /// Four: a row with four stones to which one more can be added to attain five in a row.
    fn fours(&self, at: At, way: At) -> BTreeSet<BTreeSet<At>> {
        let mut fours = BTreeSet::new();
        for added in self.room(at, way) {
            let mut five = self.with(added).row(added, way);
            if five.len() == 5 && five.contains(&at) {
                five.remove(&added);
                fours.insert(five);
            }
        }
        fours
    }

    /// Straight four: an unbroken row of four to which one more can be added in two ways.
    fn is_straight_four(&self, row: &BTreeSet<At>, at: At, way: At) -> bool {
        let completions = self
            .room(at, way)
            .into_iter()
            .filter(|&p| {
                let five = self.with(p).row(p, way);
                five.len() == 5 && row.is_subset(&five)
            })
            .count();
        row.len() == 4 && completions == 2
    }

    /// Three: a row with three stones to which one more can be added, without at the same time
    /// making five in a row, to attain a straight four; and that stone must be allowed.
    fn threes(&self, at: At, way: At, depth: u32) -> BTreeSet<BTreeSet<At>> {
        let mut threes = BTreeSet::new();
        for added in self.room(at, way) {
            let next = self.with(added);
            let mut row = next.row(added, way);
            if row.contains(&at)
                && next.is_straight_four(&row, added, way)
                && !next.makes_row_of(added, |n| n == 5)
                && (depth == 0 || self.judge_to(added, depth - 1).is_none())
            {
                row.remove(&added);
                threes.insert(row);
            }
        }
        threes
    }

    fn judge(&self, at: At) -> Option<Forbidden> {
        self.judge_to(at, u32::MAX)
    }

    /// As [`judge`](Paper::judge), but below that depth every point counts as allowed.
    fn judge_to(&self, at: At, depth: u32) -> Option<Forbidden> {
        let next = self.with(at);
        if next.makes_row_of(at, |n| n == 5) {
            return None;
        }
        if next.makes_row_of(at, |n| n > 5) {
            return Some(Forbidden::Overline);
        }
        let fours = WAYS.iter().flat_map(|&way| next.fours(at, way));
        if fours.collect::<BTreeSet<_>>().len() > 1 {
            return Some(Forbidden::DoubleFour);
        }
        let threes = WAYS.iter().flat_map(|&way| next.threes(at, way, depth));
        (threes.collect::<BTreeSet<_>>().len() > 1).then_some(Forbidden::DoubleThree)
    }

    fn mirrored(&self) -> Paper {
        let flip = |row: &Vec<char>| row.iter().rev().copied().collect();
        Paper {
            rows: self.rows.iter().map(flip).collect(),
        }
    }

    fn transposed(&self) -> Paper {
        let column = |x: usize| self.rows.iter().map(|row| row[x]).collect();
        Paper {
            rows: (0..self.rows[0].len()).map(column).collect(),
        }
    }

    fn board(&self) -> SearchPosition {
        let (w, h) = (self.rows[0].len() as u32, self.rows.len() as u32);
        let mut board = SearchPosition::new(Rules::new(w, h, 5, Variant::Renju).unwrap());
        for point in board.rules().points() {
            match self.get((point.x().into(), point.y().into())) {
                'X' => board.make(point, Color::Black),
                'O' => board.make(point, Color::White),
                _ => {}
            }
        }
        board
    }

    fn without_marks(&self) -> Paper {
        let plain = |c: &char| if "XO".contains(*c) { *c } else { '.' };
        Paper {
            rows: self
                .rows
                .iter()
                .map(|r| r.iter().map(plain).collect())
                .collect(),
        }
    }

    fn text(&self) -> String {
        let lines = self.rows.iter().rev().map(|row| row.iter().collect());
        lines.collect::<Vec<String>>().join("\n")
    }
}

/// The examples of the data file: title and diagram.
fn examples() -> Vec<(String, Paper)> {
    let text: String = include_str!("data/renju.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.to_owned() + "\n")
        .collect();
    let blocks = text.split("\n\n").map(str::trim).filter(|b| !b.is_empty());
    blocks
        .map(|block| {
            let (title, diagram) = block.split_once('\n').expect("a title and a diagram");
            let rows: Vec<Vec<char>> = diagram.lines().rev().map(|l| l.chars().collect()).collect();
            assert!(rows.iter().all(|r| r.len() == rows[0].len()), "{title}");
            (title.to_owned(), Paper { rows })
        })
        .collect()
}

/// What a mark of a diagram says of its point: whether it makes five, and why it is forbidden.
fn meaning(mark: char) -> Option<(bool, Option<Forbidden>)> {
    match mark {
        '6' => Some((false, Some(Forbidden::Overline))),
        '4' => Some((false, Some(Forbidden::DoubleFour))),
        '3' => Some((false, Some(Forbidden::DoubleThree))),
        '5' => Some((true, None)),
        'a' => Some((false, None)),
        'X' | 'O' | '.' => None,
        other => panic!("unknown mark {other}"),
    }
}

#[test]
fn examples_checked_by_hand_in_all_eight_positions() {
    let mut asked = 0;
    for (title, diagram) in examples() {
        let turned = [diagram.clone(), diagram.transposed()];
        let turned = turned.into_iter().flat_map(|d| [d.mirrored(), d]);
        let upside_down = |d: Paper| {
            let rows = d.rows.iter().rev().cloned().collect();
            [Paper { rows }, d]
        };
        for diagram in turned.flat_map(upside_down) {
            let paper = diagram.without_marks();
            let board = paper.board();
            for point in board.rules().points() {
                let at = (i32::from(point.x()), i32::from(point.y()));
                let Some((five, forbidden)) = meaning(diagram.get(at)) else {
                    continue;
                };
                let text = diagram.text();
                assert_eq!(board.forbidden(point), forbidden, "{title}\n{text}");
                assert_eq!(paper.judge(at), forbidden, "the oracle, {title}\n{text}");
                assert_eq!(board.wins(point, Color::Black), five, "{title}\n{text}");
                assert_eq!(board.is_legal(Color::Black, point), forbidden.is_none());
                assert!(board.is_legal(Color::White, point));
                asked += 1;
            }
        }
    }
    assert!(asked >= 8 * 55, "only {asked} points asked about");
}

/// What a comparison came across, to see that it was worth while.
#[derive(Default, Debug)]
struct Seen {
    overlines: usize,
    double_fours: usize,
    double_threes: usize,
    /// Points allowed or forbidden for a reason found this many stones ahead.
    deep: [usize; 4],
}

fn compare(paper: &Paper, seen: &mut Seen) {
    let board = paper.board();
    for point in board.rules().points() {
        let at = (i32::from(point.x()), i32::from(point.y()));
        if paper.get(at) != '.' {
            assert_eq!(board.forbidden(point), None);
            continue;
        }
        let expected = paper.judge(at);
        assert_eq!(
            board.forbidden(point),
            expected,
            "{point:?}\n{}",
            paper.text()
        );
        match expected {
            Some(Forbidden::Overline) => seen.overlines += 1,
            Some(Forbidden::DoubleFour) => seen.double_fours += 1,
            Some(Forbidden::DoubleThree) => seen.double_threes += 1,
            None => {}
        }
        let shallow = paper.judge_to(at, 0);
        if shallow == Some(Forbidden::DoubleThree) {
            for depth in 0..4 {
                let differs = paper.judge_to(at, depth) != expected;
                seen.deep[depth as usize] += usize::from(differs);
            }
        }
    }
    let listed: Vec<_> = board.forbidden_points();
    assert!(
        listed
            .iter()
            .all(|&(p, why)| board.forbidden(p) == Some(why))
    );
    let legal = board.legal_points(Color::Black).count();
    assert_eq!(legal + listed.len(), board.empty_points());
}

fn empty_paper(w: usize, h: usize) -> Paper {
    Paper {
        rows: vec![vec!['.'; w]; h],
    }
}

/// Random stones, so many black and white ones in a hundred.
fn scattered(rng: &mut Xoshiro256PlusPlus, w: usize, h: usize, black: u32, white: u32) -> Paper {
    let mut paper = empty_paper(w, h);
    for cell in paper.rows.iter_mut().flatten() {
        let roll = rng.random_range(0..100u32);
        if roll < black {
            *cell = 'X';
        } else if roll < black + white {
            *cell = 'O';
        }
    }
    paper
}

/// Threes and fours with gaps laid through a few centres, so that lines cross in forks.
fn forks(rng: &mut Xoshiro256PlusPlus, side: usize) -> Paper {
    let shapes = [
        "XX", "X.X", "XXX", "X..X", "XX.X", "X.XX", "OXXX", "OXX", "X.X.X", "XX.XX", "X",
    ];
    let mut paper = empty_paper(side, side);
    for _ in 0..rng.random_range(1..5u32) {
        let centre = (
            rng.random_range(0..side as i32),
            rng.random_range(0..side as i32),
        );
        for way in WAYS {
            let shape = shapes[rng.random_range(0..shapes.len() as u32) as usize];
            let start = rng.random_range(-5..=1i32);
            for (i, c) in shape.chars().enumerate() {
                let at = along(centre, way, start + i as i32);
                if at != centre && paper.get(at) == '.' {
                    paper.rows[at.1 as usize][at.0 as usize] = c;
                }
            }
        }
    }
    paper
}

/// A game in which Black and White mostly play beside stones, up to some move.
fn played(rng: &mut Xoshiro256PlusPlus) -> Paper {
    let mut paper = empty_paper(15, 15);
    paper.rows[7][7] = 'X';
    for ply in 0..rng.random_range(10..90u32) {
        let stone = if ply % 2 == 0 { 'O' } else { 'X' };
        for _ in 0..30 {
            let at = (rng.random_range(0..15i32), rng.random_range(0..15i32));
            let near = WAYS.iter().any(|&way| {
                [-2, -1, 1, 2]
                    .iter()
                    .any(|&i| "XO".contains(paper.get(along(at, way, i))))
            });
            if near && paper.get(at) == '.' {
                paper.rows[at.1 as usize][at.0 as usize] = stone;
                break;
            }
        }
    }
    paper
}

#[test]
fn agrees_with_the_oracle_on_scattered_stones() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut seen = Seen::default();
    for _ in 0..900 {
        let (w, h) = (rng.random_range(5..=9u32), rng.random_range(3..=9u32));
        let (black, white) = (rng.random_range(5..35), rng.random_range(0..15));
        compare(
            &scattered(&mut rng, w as usize, h as usize, black, white),
            &mut seen,
        );
    }
    for _ in 0..25 {
        let (black, white) = (rng.random_range(10..25), rng.random_range(0..15));
        compare(&scattered(&mut rng, 15, 15, black, white), &mut seen);
    }
    assert!(seen.overlines > 80 && seen.double_fours > 200, "{seen:?}");
    assert!(seen.double_threes > 100 && seen.deep[0] > 50, "{seen:?}");
}

#[test]
fn agrees_with_the_oracle_on_forks() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut seen = Seen::default();
    for _ in 0..300 {
        let side = rng.random_range(9..=13u32) as usize;
        compare(&forks(&mut rng, side), &mut seen);
    }
    assert!(
        seen.double_threes > 300 && seen.double_fours > 100,
        "{seen:?}"
    );
    assert!(seen.deep[0] > 100, "{seen:?}");
}

#[test]
fn agrees_with_the_oracle_in_the_middle_of_games() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut seen = Seen::default();
    for _ in 0..60 {
        compare(&played(&mut rng), &mut seen);
    }
    assert!(seen.double_threes > 10, "{seen:?}");
}

#[test]
fn nothing_is_forbidden_in_other_variants_or_to_white() {
    for variant in [Variant::Freestyle, Variant::Exact, Variant::Caro] {
        let mut board = SearchPosition::new(Rules::new(15, 15, 5, variant).unwrap());
        for (x, y) in [(7, 6), (7, 5), (5, 7), (6, 7)] {
            board.make(Point::new(x, y), Color::Black);
        }
        assert_eq!(board.forbidden(Point::new(7, 7)), None);
        assert!(board.forbidden_points().is_empty());
        assert!(board.is_legal(Color::Black, Point::new(7, 7)));
    }
}

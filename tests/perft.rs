//! Counts of move sequences, against counts of another program: `data/perft.txt`.

use lianzhu::game::{Board, Color, Point, Rules, SearchPosition, Setup, Variant};

/// Sequences of exactly 1, 2, … plies that nobody had won before the last, and how many of them the
/// last ply won.
fn count(board: &mut SearchPosition, counts: &mut [(u64, u64)]) {
    let Some((here, rest)) = counts.split_first_mut() else {
        return;
    };
    let color = board.side_to_move();
    for point in board.rules().points() {
        if !board.is_legal(color, point) {
            continue;
        }
        here.0 += 1;
        if board.wins(point, color) {
            here.1 += 1;
        } else if !rest.is_empty() {
            board.make(point, color);
            count(board, rest);
            board.unmake(point, color);
        }
    }
}

/// A line of the data file: board, win length, variant, stones (`-` for none), counts.
fn case(line: &str) -> (Board, Vec<(u64, u64)>) {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let (w, h) = fields[0].split_once('x').unwrap();
    let variant = Variant::ALL.into_iter().find(|v| v.name() == fields[2]);
    let number = |text: &str| text.parse().unwrap();
    let rules = Rules::new(number(w), number(h), number(fields[1]), variant.unwrap()).unwrap();
    let rows = fields[3].split('/').enumerate();
    let mut stones = Vec::new();
    for (y, row) in rows.filter(|_| fields[3] != "-") {
        for (x, letter) in row.chars().enumerate() {
            let point = Point::new(x as u8, y as u8);
            match letter {
                'X' => stones.push((Color::Black, point)),
                'O' => stones.push((Color::White, point)),
                _ => {}
            }
        }
    }
    let black = stones.iter().filter(|(c, _)| *c == Color::Black).count();
    let side = if black * 2 > stones.len() {
        Color::White
    } else {
        Color::Black
    };
    let counts = fields[4..].iter().map(|field| {
        let (all, won) = field.split_once('/').unwrap();
        (all.parse().unwrap(), won.parse().unwrap())
    });
    (
        Board::try_from(Setup::new(rules, stones, side)).unwrap(),
        counts.collect(),
    )
}

#[test]
fn counts_agree_with_another_program() {
    let lines = include_str!("data/perft.txt").lines();
    let mut cases = 0;
    for line in lines.filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (board, expected) = case(line);
        let mut board = SearchPosition::from(board.position());
        let before = board.clone();
        let mut counts = vec![(0, 0); expected.len()];
        count(&mut board, &mut counts);
        assert_eq!(counts, expected, "{line}");
        assert_eq!(board, before);
        cases += 1;
    }
    assert!(cases > 15);
}

#[test]
fn three_by_three_has_255168_games() {
    let mut board = SearchPosition::new(Rules::new(3, 3, 3, Variant::Freestyle).unwrap());
    let mut counts = [(0, 0); 9];
    count(&mut board, &mut counts);
    let won: u64 = counts.iter().map(|&(_, won)| won).sum();
    let drawn = counts[8].0 - counts[8].1;
    assert_eq!(won + drawn, 255_168);
    assert_eq!(drawn, 46_080);
}

//! What a review says of moves, and where it writes that.

use lianzhu::game::{Color, Point};
use lianzhu::notation::sgf::{Tree, read};
use lianzhu::review::{Force, MoveQuality, annotated, summary};

use super::kit::{EFFORT, MISSED, game, reviewed};

#[test]
fn a_missed_win_and_a_blunder_are_named() {
    let game = reviewed(MISSED);
    // Black has three in a row, and plays elsewhere.
    let missed = game.judged(7).expect("searched");
    assert_eq!(missed.missed, Some((Force::Fours, 3)));
    assert_eq!(missed.before, 1.0);
    assert!(missed.better().is_some_and(|best| best.y() == 7));
    // White does not stop it either.
    let blunder = game.judged(8).expect("searched");
    assert_eq!(blunder.allowed, Some((Force::Fours, 3)));
    assert_eq!(blunder.after, 0.0);
    assert_eq!(blunder.verdict, MoveQuality::of_loss(blunder.loss()));
    // The win that is played is none that is missed, by whatever of two equal ways.
    let winning = game.judged(9).expect("searched");
    assert_eq!((winning.missed, winning.verdict), (None, MoveQuality::Good));
    assert_eq!(winning.after, 1.0);
    let last = game.judged(11).expect("searched");
    assert_eq!((last.after, last.verdict), (1.0, MoveQuality::Good));
    assert_eq!(game.black_rate(11), Some(1.0));
    assert!(game.all_judged().count() == 11);
    let summary = summary(&game, EFFORT);
    assert!(
        summary.starts_with("5 in a row, freestyle; 1000 nodes a move.\nBlack: "),
        "{summary}"
    );
    assert!(summary.contains("\n7 Black C15"), "{summary}");
    assert!(
        summary.contains("Missed a win by fours in 3 plies."),
        "{summary}"
    );
}

#[test]
fn one_of_a_thing_is_said_so() {
    let said = summary(&reviewed(MISSED), EFFORT);
    let counts: Vec<&str> = said.lines().skip(1).take(2).collect();
    let words: Vec<&str> = counts
        .iter()
        .flat_map(|line| line.split([',', ':']))
        .collect();
    assert_eq!(words.len(), 10, "{said}");
    for word in words {
        let one = ["blunder", "mistake", "inaccuracy", "forced win missed."];
        let word = word.trim();
        let is_one = word.starts_with("1 ");
        let says_one = one.iter().any(|one| word.ends_with(&format!(" {one}")));
        assert!(
            is_one == says_one || word == "Black" || word == "White",
            "{word}"
        );
    }
    assert!(said.contains("1 forced win missed."), "{said}");
    assert!(!said.contains("1 plies"), "{said}");
}

#[test]
fn verdicts_begin_where_they_are_said_to() {
    for (loss, verdict) in [
        (0.0, MoveQuality::Good),
        (0.099, MoveQuality::Good),
        (0.1, MoveQuality::Inaccuracy),
        (0.199, MoveQuality::Inaccuracy),
        (0.2, MoveQuality::Mistake),
        (0.3, MoveQuality::Blunder),
        (1.0, MoveQuality::Blunder),
    ] {
        assert_eq!(MoveQuality::of_loss(loss), verdict, "{loss}");
    }
}

#[test]
fn all_that_was_in_the_record_is_still_there() {
    let game = reviewed(MISSED);
    let tree = annotated(&game, EFFORT);
    let root = tree.root();
    assert!(tree.values(root, "GM").is_empty());
    assert_eq!(tree.values(root, "PW"), ["caf\u{e9}".as_bytes()]);
    let comment = String::from_utf8_lossy(&tree.values(root, "C")[0]).into_owned();
    assert!(
        comment.starts_with("a game\n\nlianzhu: 5 in a row"),
        "{comment}"
    );
    let line = tree.main_line();
    assert_eq!(line.len(), 12);
    // A judgement of the record is not replaced.
    assert_eq!(tree.values(line[7], "BM"), [b"1"]);
    assert!(tree.values(line[7], "C")[0].starts_with(b"why \\]?\n\nlianzhu: 7 Black C15"));
    assert_eq!(tree.values(line[7], "SBKV").len(), 1);
    let best = &tree.values(line[7], "LB")[0];
    assert!(best.ends_with(b"h:A"), "{best:?}");
    // The best line stands beside the move, and so does the variation of the record.
    assert_eq!(tree.children(line[6]).count(), 2);
    assert!(tree.children(line[7]).count() >= 2);
    let text = String::from_utf8(tree.write()).expect("text");
    assert!(text.contains("(;W[gh]\n;B[kh]\n;W[lh])"), "{text}");
    let (old, new) = (read(MISSED.as_bytes()), read(text.as_bytes()));
    assert_eq!(new.expect("a record").moves, old.expect("a record").moves);
}

#[test]
fn every_position_is_marked_for_the_curve_of_sabaki() {
    let game = reviewed(MISSED);
    let tree = annotated(&game, EFFORT);
    let rates: Vec<f64> = tree
        .main_line()
        .into_iter()
        .map(|node| {
            String::from_utf8_lossy(&tree.values(node, "SBKV")[0])
                .parse()
                .expect("a number")
        })
        .collect();
    assert_eq!(rates.len(), 12);
    assert_eq!(rates[6], 100.0);
    assert!(rates.iter().all(|rate| (0.0..=100.0).contains(rate)));
    // Of a game that is half searched no more is said than is known.
    let tree = annotated(&self::game(MISSED), EFFORT);
    let marked = |node| !tree.values(node, "SBKV").is_empty();
    let marked: Vec<bool> = tree.main_line().into_iter().map(marked).collect();
    assert_eq!(marked.iter().filter(|&&marked| marked).count(), 1);
    let said = String::from_utf8_lossy(&tree.values(tree.root(), "C")[0]).into_owned();
    assert!(said.contains("not complete yet"), "{said}");
}

#[test]
fn games_of_every_kind_can_be_reviewed() {
    for (text, moves) in [
        // Tic-tac-toe to a full board.
        (
            "(;SZ[3]NR[3];B[bb];W[aa];B[ca];W[ac];B[ab];W[cb];B[ba];W[bc];B[cc])",
            9,
        ),
        // Passes, a move out of turn, a position set up.
        ("(;SZ[9]AB[ee]AW[dd]PL[W];W[];B[ff];B[gg];W[cc])", 4),
        ("(;SZ[20:12]RU[caro];B[aa];W[tl])", 2),
        ("(;SZ[15]RU[renju];B[hh];W[hi];B[ii])", 3),
        ("(;SZ[9])", 0),
        ("(;SZ[52]NR[7];B[ZZ])", 1),
    ] {
        let game = reviewed(text);
        assert_eq!(game.positions(), moves + 1, "{text}");
        assert_eq!(game.all_judged().count(), moves, "{text}");
        let written = annotated(&game, EFFORT).write();
        let again = Tree::read(&written).expect("a record");
        assert_eq!(again[0].write(), written, "{text}");
    }
    let drawn = reviewed("(;SZ[3]NR[3];B[bb];W[aa];B[ca];W[ac];B[ab];W[cb];B[ba];W[bc];B[cc])");
    assert_eq!(drawn.black_rate(9), Some(0.5));
    let over = reviewed("(;SZ[5]NR[3];B[aa];W[ae];B[ba];W[be];B[ca])");
    assert_eq!(over.black_rate(5), Some(1.0));
    assert_eq!(over.result().as_deref(), Some("B+"));
}

#[test]
fn a_position_is_that_of_its_moves() {
    let game = game("(;SZ[9]AB[ee];W[dd];W[cc];B[])");
    let position = game.position(1);
    assert_eq!(
        (position.stones(), position.side_to_move()),
        (2, Color::White)
    );
    assert!(position.cell(Point::new(3, 5)).color() == Some(Color::White));
    assert_eq!(game.position(3).side_to_move(), Color::White);
}

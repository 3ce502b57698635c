//! Opening books: what is read and written, how they grow, and that the player plays by them.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use lianzhu::book::{GrowSettings, OpeningBook, grow};
use lianzhu::clock::{Limits, StopToken, Watch};
use lianzhu::game::{Board, Color, Point, Rules, Symmetry, Variant};
use lianzhu::notation::Vertex;
use lianzhu::player::{Book, Choice, Level, PlayerKind, Style, Task};
use lianzhu::search::MATE;
use proptest::prelude::*;

const FREESTYLE: &str = "lianzhu book 1: freestyle 15x15 5\n";

fn rules(side: u32, length: u32) -> Rules {
    Rules::new(side, side, length, Variant::Freestyle).unwrap()
}

fn read(lines: &str) -> OpeningBook {
    format!("{FREESTYLE}{lines}").parse().unwrap()
}

fn point(name: &str) -> Point {
    let vertex: Vertex = name.parse().unwrap();
    vertex.on_board(&Rules::default()).unwrap().unwrap()
}

fn board(stones: &str) -> Board {
    let mut board = Board::new(Rules::default());
    for name in stones.split_whitespace() {
        board.play(board.side_to_move(), point(name)).unwrap();
    }
    board
}

/// The moves of a position of 15x15 freestyle, as text.
fn moves(book: &OpeningBook, stones: &str) -> Option<String> {
    let moves = book.moves(&board(stones))?.into_iter();
    let moves = moves.map(|(point, score)| format!("{}={score}", Vertex::from(point)));
    Some(moves.collect::<Vec<_>>().join(" "))
}

#[test]
fn a_position_is_worth_as_much_as_what_its_best_move_leads_to() {
    let book = read(": 10: H8=50 A1=20\nH8: 10: H9=-40 J9=-45\nH8 H9: 20: G9=90 K10=30\n");
    assert_eq!(moves(&book, "").unwrap(), "H8=45 A1=20");
    assert_eq!(moves(&book, "H8").unwrap(), "J9=-45 H9=-90");
    assert_eq!(moves(&book, "H8 H9").unwrap(), "G9=90 K10=30");
    assert_eq!(moves(&book, "H8 J9"), None);
    // Not White's turn there, and not a board that turns lead to.
    let mut turned = board("H8");
    turned.set_side_to_move(Color::Black);
    assert_eq!(book.moves(&turned), None);
    assert_eq!(book.moves(&Board::new(rules(16, 5))), None);
    assert_eq!(book.moves(&Board::new(rules(15, 6))), None);
}

#[test]
fn a_position_is_known_whichever_way_it_lies_and_came_to_be() {
    let book = read("H8 J9 G5: 10: K3=7 L7=-2\n");
    let rules = Rules::default();
    for order in [["H8", "J9", "G5"], ["G5", "J9", "H8"]] {
        for symmetry in Symmetry::of(&rules) {
            let laid = |name| symmetry.apply(point(name), &rules);
            let mut board = Board::new(rules);
            for name in order {
                board.play(board.side_to_move(), laid(name)).unwrap();
            }
            let expected = vec![(laid("K3"), 7), (laid("L7"), -2)];
            assert_eq!(book.moves(&board), Some(expected), "{symmetry:?}");
        }
    }
    assert_eq!(read(&book.to_string()[FREESTYLE.len()..]), book);
}

#[test]
fn what_is_no_book_is_refused_with_its_line() {
    for first in [
        "",
        "lianzhu book 2: freestyle 15x15 5",
        "lianzhu book 1: freestyle 15x15 16",
    ] {
        let refused = format!("{first}\n").parse::<OpeningBook>().unwrap_err();
        assert_eq!(refused.line, 1);
    }
    for line in [
        "H8",
        "H8: 5",
        "H8: 5: J9=1: 2",
        "H8 P16: 5: J9=1",
        "H8 H8: 5: J9=1",
        "H8 pass: 5: J9=1",
        "H8: many: J9=1",
        "H8: 5:",
        "H8: 5: J9",
        "H8: 5: J9=x",
        "H8: 5: J9=99999",
        "H8: 5: H8=1",
        "H8: 5: P16=1",
        "H8: 5: J9=30001",
        "H8: 5: J9=-2147483648",
        "H8: 5: J9=1 K9=2 J9=3",
        "A1 A2 B1 B2 C1 C2 D1 D2 E1: 5: E2=1",
    ] {
        let text = format!("{FREESTYLE}# a note\n{line}\n");
        let refused = text.parse::<OpeningBook>().unwrap_err();
        assert_eq!(refused.line, 3, "{line}: {refused}");
    }
    let points = Rules::default().points().take(101);
    let stones: Vec<_> = points.map(|p| Vertex::from(p).to_string()).collect();
    let refused = format!("{FREESTYLE}{}: 5: O15=1\n", stones.join(" "));
    let refused = refused.parse::<OpeningBook>().unwrap_err();
    assert!(refused.to_string().contains("100 stones"), "{refused}");
    // A point that is forbidden to Black is no move.
    let text = "lianzhu book 1: renju 15x15 5\nH8 A1 H9 A3 G10 A5 F10 A7: 5: H10=1\n";
    assert!(text.parse::<OpeningBook>().is_err());
}

#[test]
fn books_are_joined_and_pruned() {
    let mut book = read("H8: 10: H9=-40\n: 10: H8=50\n");
    book.join(read("H8: 5: J9=-1\n: 20: H8=55 J9=50 A1=-300\n"));
    book.join(read("A1: 5: B2=300\nH8 H9: 5: G9=41\n"));
    assert_eq!(moves(&book, "H8").unwrap(), "H9=-41");
    assert_eq!(moves(&book, "").unwrap(), "J9=50 H8=41 A1=-300");
    // What nothing leads to stays.
    book.join(read("C3 D4: 5: E5=1\n"));
    assert_eq!(book.len(), 5);
    book.prune(9);
    assert_eq!(book.len(), 4);
    assert_eq!(moves(&book, "A1"), None);
    book.prune(8);
    assert_eq!(book.len(), 2);
    assert!(!book.is_empty());
}

/// Grows a book; the lines that were kept.
fn grown(book: &mut OpeningBook, positions: usize, stones: usize) -> String {
    grown_by(300, book, positions, stones)
}

fn grown_by(nodes: u64, book: &mut OpeningBook, positions: usize, stones: usize) -> String {
    let settings = GrowSettings {
        positions,
        nodes,
        lines: 9,
        stones,
        hash: 1,
    };
    let mut text = String::new();
    let stop = StopToken::new();
    let watch = Watch::new(&stop, &|_| {});
    grow(book, &settings, &watch, &mut |line| {
        text.push_str(line);
        text.push('\n');
        Ok(())
    })
    .unwrap();
    text
}

#[test]
fn a_book_goes_on_growing_as_if_it_had_never_stopped() {
    for rules in [
        rules(7, 5),
        rules(4, 4),
        Rules::new(15, 15, 5, Variant::Renju).unwrap(),
    ] {
        let mut whole = OpeningBook::new(rules);
        let text = grown(&mut whole, 12, 6);
        assert_eq!(whole.len(), 12);
        let mut parts = OpeningBook::new(rules);
        let first = grown(&mut parts, 5, 6);
        assert_eq!(first + &grown(&mut parts, 12, 6), text);
        assert_eq!(parts, whole);
        let header = whole.to_string();
        let header = header.lines().next().unwrap();
        assert_eq!(format!("{header}\n{text}").parse(), Ok(whole));
    }
}

#[test]
fn a_book_ends_with_its_game_and_where_it_is_told_to() {
    let mut book = OpeningBook::new(rules(3, 3));
    grown(&mut book, 1000, 9);
    assert!(!book.is_empty() && book.len() < 1000, "{}", book.len());
    let moves = book.moves(&Board::new(rules(3, 3))).unwrap();
    // Each first point of a symmetry class once: a corner, a side and the middle.
    assert_eq!(moves.len(), 3);
    let mut short = OpeningBook::new(rules(7, 5));
    grown(&mut short, 1000, 1);
    // The empty board, and no more than its moves.
    assert!((2..=10).contains(&short.len()), "{}", short.len());
    let mut stopped = OpeningBook::new(rules(7, 5));
    let stop = StopToken::new();
    stop.stop();
    let settings = GrowSettings {
        positions: 10,
        nodes: 1000,
        lines: 3,
        stones: 5,
        hash: 1,
    };
    let watch = Watch::new(&stop, &|_| {});
    grow(&mut stopped, &settings, &watch, &mut |_| Ok(())).unwrap();
    assert!(stopped.is_empty());
}

/// The move of a player with a book, and whether it thought.
fn choice(book: &Book, board: &Board, style: Style, seed: u64) -> (Point, bool) {
    let mut player = PlayerKind::Search.create(seed);
    player.set_style(style);
    player.set_book(book.clone());
    let stop = StopToken::new();
    let task = Task {
        board,
        color: board.side_to_move(),
        limits: Limits {
            nodes: Some(200),
            ..Limits::default()
        },
        stop: &stop,
        scope: None,
        watch: None,
    };
    let Choice::Point(point) = player.choose(&task) else {
        panic!("there are points");
    };
    let thought = player.last_report().unwrap().nodes.total() > 0;
    (point, thought)
}

#[test]
fn a_player_plays_by_its_book_and_varies_among_what_is_as_good() {
    let book = read("H8 H9: 10: K3=300 L3=290 M3=281 N3=279\n");
    let book = Book::Openings(Arc::new(book));
    let position = board("H8 H9");
    let plain = Style::default();
    let varied = Style {
        variety: true,
        ..Style::default()
    };
    let weak = Style {
        level: Level::new(9).unwrap(),
        ..Style::default()
    };
    assert_eq!(choice(&book, &position, plain, 1), (point("K3"), false));
    let drawn: Vec<Point> = (0..40)
        .map(|seed| choice(&book, &position, varied, seed).0)
        .collect();
    for (name, known) in [("K3", true), ("L3", true), ("M3", true), ("N3", false)] {
        assert_eq!(drawn.contains(&point(name)), known, "{name}");
    }
    assert!(choice(&book, &position, weak, 1).1);
    assert!(choice(&Book::Off, &position, plain, 1).1);
    assert!(choice(&book, &board("H8 J9"), plain, 1).1);
}

#[test]
fn a_game_on_a_board_with_a_book_begins_without_thought() {
    let rules = Rules::new(20, 20, 5, Variant::Freestyle).unwrap();
    let mut board = Board::new(rules);
    for _ in 0..3 {
        let (point, thought) = choice(&Book::default(), &board, Style::default(), 1);
        assert!(!thought, "{} stones", board.stones());
        board.play(board.side_to_move(), point).unwrap();
    }
}

proptest! {
    /// Whatever was damaged, the text is read or refused.
    #[test]
    fn damaged_books_do_no_harm(cut in 0usize..400, at in 0usize..400, byte in 32u8..127) {
        let lines = ": 10: H8=50 A1=20\nH8: 10: H9=-40 J9=-45\nH8 H9 A1: 20: G9=90 K10=30\n";
        let mut text = format!("{FREESTYLE}{lines}").into_bytes();
        let at = at % text.len();
        text[at] = byte;
        text.truncate(text.len().saturating_sub(cut / 4));
        let text = String::from_utf8(text).unwrap();
        if let Ok(book) = text.parse::<OpeningBook>() {
            prop_assert_eq!(&book.to_string().parse::<OpeningBook>().unwrap(), &book);
            let board = Board::new(*book.rules());
            for (point, score) in book.moves(&board).unwrap_or_default() {
                prop_assert!(board.is_legal(Color::Black, point) && score.abs() <= MATE);
            }
        }
    }
}

/// `lianzhu book` with these options and a file: its exit status and standard error.
fn run(options: &[&str], file: &PathBuf) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lianzhu"));
    let done = command.args(options).arg(file).output().unwrap();
    let error = String::from_utf8(done.stderr).unwrap();
    (done.status.code(), error)
}

#[test]
fn the_command_goes_on_with_its_file() {
    let file = |name: &str| {
        let name = format!("lianzhu-book-{name}-{}.txt", std::process::id());
        std::env::temp_dir().join(name)
    };
    let [parts, whole, joined] = ["parts", "whole", "joined"].map(file);
    let grow = |positions: &str, file: &PathBuf| {
        let options = [
            "book",
            "--size",
            "7",
            "--nodes",
            "200",
            "--positions",
            positions,
            "--out",
        ];
        run(&options, file)
    };
    assert_eq!(grow("3", &parts), (Some(0), String::new()));
    // As if the second run had been killed in the middle of a line.
    let text = fs::read_to_string(&parts).unwrap();
    fs::write(&parts, format!("{text}A1 A2: 20")).unwrap();
    assert_eq!(grow("8", &parts).0, Some(0));
    assert_eq!(grow("8", &whole).0, Some(0));
    let text = fs::read_to_string(&whole).unwrap();
    assert_eq!(fs::read_to_string(&parts).unwrap(), text);
    assert_eq!(text.lines().count(), 9);
    let name = whole.to_str().unwrap();
    let join = [
        "book",
        "--size",
        "7",
        "--positions",
        "0",
        "--join",
        name,
        "--out",
    ];
    assert_eq!(run(&join, &joined).0, Some(0));
    assert_eq!(fs::read_to_string(&joined).unwrap(), text);
    let (status, error) = run(
        &["book", "--size", "8", "--positions", "0", "--out"],
        &joined,
    );
    assert_eq!(status, Some(1));
    assert!(error.ends_with("it is of another game\n"), "{error}");
    assert_eq!(fs::read_to_string(&joined).unwrap(), text);
    // An engine plays by it, also with variety, and refuses what is none.
    fs::write(&joined, "lianzhu book 1: freestyle 7x7 5\n: 5: A1=500\n").unwrap();
    let played = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lianzhu"));
        let options = ["--size", "7", "--max-nodes", "99", "--seed", "3"];
        let mut child = command
            .args(options)
            .args(more)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"genmove b\n").unwrap();
        drop(input);
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    };
    let name = joined.to_str().unwrap();
    assert_eq!(played(&["--book", name]), "= A1\n\n");
    assert_ne!(played(&["--book", name, "--level", "9"]), "= A1\n\n");
    // What has no end is left out, and nothing is lost of the rest.
    let text = fs::read_to_string(&joined).unwrap();
    fs::write(&joined, format!("# mine\n{text}A1: 5: A2=-4")).unwrap();
    assert_eq!(run(&join, &joined).0, Some(1));
    fs::write(&joined, format!("{text}# mine\nA1: 5: A2=-4")).unwrap();
    let own = [
        "book",
        "--size",
        "7",
        "--positions",
        "0",
        "--prune",
        "5",
        "--out",
    ];
    let (status, said) = run(&own, &joined);
    assert_eq!(status, Some(0));
    assert!(said.contains("A1: 5: A2=-4"), "{said}");
    assert_eq!(fs::read_to_string(&joined).unwrap(), text);
    fs::write(&joined, "nothing\n").unwrap();
    let (status, error) = run(&["--book"], &joined);
    assert_eq!(status, Some(2));
    assert!(error.contains("no book: line 1"), "{error}");
    for path in [parts, whole, joined] {
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_search_that_is_too_short_leaves_a_book_that_can_be_read() {
    let mut book = OpeningBook::new(rules(15, 5));
    let text = grown_by(1, &mut book, 6, 6);
    assert_eq!(text.lines().count(), 6);
    assert_eq!(read(&text), book);
}

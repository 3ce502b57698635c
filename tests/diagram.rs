//! The diagram that `showboard` answers.

use lianzhu::game::{Board, Color, Point, Rules, Setup, Variant};
use lianzhu::notation::{Column, Diagram, Vertex};
use proptest::prelude::*;

fn board(width: u32, height: u32, length: u32, variant: Variant) -> Board {
    Board::new(Rules::new(width, height, length, variant).unwrap())
}

fn at(text: &str, board: &Board) -> Point {
    let vertex: Vertex = text.parse().unwrap();
    vertex.on_board(board.rules()).unwrap().unwrap()
}

fn play(board: &mut Board, points: &str) {
    for text in points.split(' ') {
        board.play(board.side_to_move(), at(text, board)).unwrap();
    }
}

#[test]
fn an_empty_board() {
    assert_eq!(
        Diagram(&board(10, 3, 5, Variant::Exact)).to_string(),
        "    A  B  C  D  E  F  G  H  J  K
 3  .  .  .  .  .  .  .  .  .  .   3
 2  .  .  .  .  .  .  .  .  .  .   2
 1  .  .  .  .  .  .  .  .  .  .   1
    A  B  C  D  E  F  G  H  J  K
Rule: exact, 5 in a row
Side to move: Black
Result: none yet"
    );
}

#[test]
fn a_game_that_goes_on() {
    let mut board = board(5, 10, 5, Variant::Renju);
    play(&mut board, "C5 D6 A10");
    let text = Diagram(&board).to_string();
    assert!(text.contains("\n10 (X) .  .  .  .  10\n 9  ."), "{text}");
    assert!(text.contains("\n 6  .  .  .  O  .   6\n 5  .  .  X  .  .   5\n"));
    assert!(
        text.ends_with(
            "\nRule: renju, 5 in a row\nSide to move: White\nLast move: Black A10\nResult: none yet"
        ),
        "{text}"
    );
    board.pass(Color::White);
    let text = Diagram(&board).to_string();
    assert!(text.contains("\nLast move: White pass\n"), "{text}");
    assert!(text.contains("\n10  X  ."), "{text}");
    board.pass(Color::Black);
    assert!(
        Diagram(&board)
            .to_string()
            .ends_with("\nResult: Draw (two passes in a row)")
    );
}

#[test]
fn every_finished_line_is_marked() {
    let mut board = board(5, 5, 3, Variant::Freestyle);
    play(&mut board, "A1 B5 A2 C5 B3 E4 C3 E5 A3");
    assert_eq!(
        Diagram(&board).to_string(),
        "    A  B  C  D  E
 5  .  O  O  .  O   5
 4  .  .  .  .  O   4
 3 (X)[X][X] .  .   3
 2 [X] .  .  .  .   2
 1 [X] .  .  .  .   1
    A  B  C  D  E
Rule: freestyle, 3 in a row
Side to move: White
Last move: Black A3
Result: Black wins (A1 A2 A3) (A3 B3 C3)"
    );
}

#[test]
fn a_full_board_is_a_draw() {
    let mut board = board(3, 3, 3, Variant::Freestyle);
    play(&mut board, "B2 A1 A3 C1 B1 B3 A2 C2 C3");
    assert!(
        Diagram(&board)
            .to_string()
            .ends_with("\nResult: Draw (the board is full)")
    );
}

#[test]
fn a_board_full_of_lines_stays_short() {
    let rules = Rules::new(52, 52, 5, Variant::Freestyle).unwrap();
    let stones = rules.points().map(|point| (Color::White, point));
    let board = Board::try_from(Setup::new(rules, stones, Color::Black)).unwrap();
    let text = Diagram(&board).to_string();
    assert!(text.ends_with(" ..."));
    assert_eq!(text.matches("[O]").count(), 2704);
}

proptest! {
    /// On every board: no empty line, no blanks at a line's end, and each stone under its column.
    #[test]
    fn stones_stand_under_their_columns(
        width in 3..=52u32, height in 3..=52u32, place in any::<prop::sample::Index>(),
    ) {
        let mut board = board(width, height, 3, Variant::Freestyle);
        let point = board.rules().points().nth(place.index(board.rules().area())).unwrap();
        board.play(Color::White, point).unwrap();
        let text = Diagram(&board).to_string();
        let lines: Vec<&str> = text.lines().collect();
        prop_assert!(lines.iter().all(|line| !line.is_empty() && line.trim_end() == *line));
        prop_assert_eq!(lines[0], lines[height as usize + 1]);
        let row = lines[(height - u32::from(point.y())) as usize];
        let column = row.find("(O)").unwrap() + 1;
        let name = Column(u16::from(point.x())).to_string();
        prop_assert_eq!(lines[0][column..].split(' ').next(), Some(&name[..]));
        let number = (point.y() + 1).to_string();
        prop_assert_eq!(row.split_whitespace().next(), Some(&number[..]));
        prop_assert_eq!(row.split_whitespace().last(), Some(&number[..]));
    }
}

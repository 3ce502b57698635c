//! Games that Piskvork saved.

use lianzhu::game::{Color, Rules, Variant};
use lianzhu::notation::psq::{PsqError, begins, read};
use lianzhu::notation::sgf::MAX_BYTES;
use lianzhu::notation::{Fault, Offset};
use proptest::prelude::*;

const B: Color = Color::Black;
const W: Color = Color::White;

fn offset(x: u16, y: u16) -> Option<Offset> {
    Some(Offset { x, y })
}

#[test]
fn a_game_of_a_tournament() {
    let text = b"Piskvorky 20x15, 11:11, 1\r\n11,15,0\r\n12,1,3500\r\n\r\n20,7,12\r\n\
                 pbrain-a.exe\r\npbrain-b.zip\r\n-1\r\n2,Standard\r\n";
    assert!(begins(text));
    let reading = read(text).unwrap();
    let record = &reading.record;
    assert_eq!(record.size, Some((20, 15)));
    assert_eq!(
        record.moves,
        [(B, offset(10, 14)), (W, offset(11, 0)), (B, offset(19, 6))]
    );
    assert_eq!((reading.lines, reading.fault), (vec![2, 3, 5], None));
    // The second player moved first.
    let players = record.players.each_ref().map(Option::as_deref);
    assert_eq!(players, [Some("pbrain-b.zip"), Some("pbrain-a.exe")]);
    assert_eq!(
        (record.variant, record.win_length),
        (Some(Variant::Exact), None)
    );
    let rules = record.rules(&Rules::default(), 5).unwrap();
    let board = record.board(rules, None).unwrap();
    assert_eq!((board.stones(), board.side_to_move()), (3, W));
}

#[test]
fn what_may_be_missing() {
    for text in [
        "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\n-1\n",
        "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0",
        "Piskvorky 15x15\n8,8\n 9 , 9 , 100 ",
        "\u{feff}Piskvorky 15x15,0:0,0\r\n8,8,0\r\n9,9,0\r\n15\r\nlater",
        "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\n\n1,Gomoku of some kind\n",
    ] {
        let reading = read(text.as_bytes()).unwrap();
        assert_eq!(
            reading.record.moves,
            [(B, offset(7, 7)), (W, offset(8, 8))],
            "{text}"
        );
        assert_eq!(reading.record.players, [None, None], "{text}");
        assert_eq!(reading.fault, None, "{text}");
    }
    let names = read(b"Piskvorky 15x15, 1:1, 0\nAndr\xe9\n1, 2 or more\n0")
        .unwrap()
        .record;
    assert_eq!(names.players, [Some("Andr\u{e9}".to_owned()), None]);
    assert!(names.moves.is_empty());
}

#[test]
fn what_cannot_be_read_is_refused() {
    for text in [
        "",
        "8,8,0",
        "piskvorky 15x15, 0:0, 0",
        "Piskvorky",
        "Piskvorky 15, 0:0, 0",
    ] {
        assert_eq!(read(text.as_bytes()), Err(PsqError::Opening), "{text}");
    }
    let long = format!("Piskvorky 15x15\n{}", " ".repeat(MAX_BYTES));
    assert_eq!(read(long.as_bytes()), Err(PsqError::TooLong));
    for (first, what) in [
        ("16,1,0", "the point is off the board"),
        ("1,0,0", "the point is off the board"),
        ("-1,5,0", "the point is off the board"),
        ("99999999999,5,0", "the point is off the board"),
        ("a,5,0", "this is no move: x,y,milliseconds"),
    ] {
        let fault = Fault { line: 3, what };
        let text = |moves: &str| format!("Piskvorky 15x15, 0:0, 0\n{moves}\n{first}\n8,8,0");
        assert_eq!(
            read(text("").as_bytes()),
            Err(PsqError::FirstMove(fault)),
            "{first}"
        );
        let reading = read(text("2,2,0").as_bytes()).unwrap();
        assert_eq!(reading.record.moves, [(B, offset(1, 1))]);
        assert_eq!(reading.fault, Some(fault));
    }
}

proptest! {
    /// Every game is read as it was written, with the line of every move.
    #[test]
    fn games_are_read_as_they_were_written(
        (width, height) in (1..60u16, 1..60u16),
        moves in prop::collection::vec((0..1000u16, 0..1000u16, 0..3usize), 0..60),
        second in any::<bool>(),
        names in prop::option::of(("[a-z][a-z ,.-]{0,9}[a-z]", "[A-Z\u{e9}]{1,9}")),
    ) {
        let mut text = format!("Piskvorky {width}x{height}, 11:0, {}\n", u8::from(second));
        let (mut expected, mut lines) = (Vec::new(), Vec::new());
        let mut color = B;
        for (x, y, blank) in moves {
            let (x, y) = (x % width, y % height);
            text.push_str(&"\n".repeat(blank));
            lines.push(text.matches('\n').count() + 1);
            text.push_str(&format!("{},{},7\n", x + 1, y + 1));
            expected.push((color, offset(x, y)));
            color = !color;
        }
        let mut players = [None, None];
        if let Some((one, other)) = names {
            text.push_str(&format!("{one}\n{other}\n-1\n"));
            players = [Some(one), Some(other)];
            if second {
                players.reverse();
            }
        }
        let reading = read(text.as_bytes()).unwrap();
        prop_assert_eq!(reading.record.size, Some((width.into(), height.into())));
        prop_assert_eq!(reading.record.moves, expected);
        prop_assert_eq!(reading.lines, lines);
        prop_assert_eq!(reading.record.players, players);
        prop_assert_eq!(reading.fault, None);
    }
}

//! Game records: written, read, judged.

use lianzhu::game::{
    Board, Color, PlayError, Point, Rules, RulesError, Setup, SetupError, Variant,
};
use lianzhu::notation::sgf::{MAX_BYTES, SgfError, read, read_from, write};
use lianzhu::notation::{GameRecord, Offset, RecordError};
use proptest::prelude::*;

const B: Color = Color::Black;
const W: Color = Color::White;

fn offset(x: u16, y: u16) -> Offset {
    Offset { x, y }
}

fn record(text: &str) -> GameRecord {
    read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The game of the text, with 15×15 freestyle five in force.
fn load(text: &str, before: Option<usize>) -> Result<Board, RecordError> {
    let record = record(text);
    let rules = record.rules(&Rules::default(), 5).unwrap();
    record.board(rules, before)
}

#[test]
fn what_is_written() {
    let rules = Rules::new(20, 12, 6, Variant::Exact).unwrap();
    let mut board = Board::new(rules);
    board.play(B, Point::new(0, 11)).unwrap();
    board.play(W, Point::new(19, 0)).unwrap();
    board.pass(B);
    let mut record = GameRecord::of(&board);
    record.players = [Some("a [b] \\c:\r\nd".to_owned()), Some("é".to_owned())];
    assert_eq!(
        write(&record),
        format!(
            "(;FF[4]GM[4]CA[UTF-8]AP[lianzhu:{}]SZ[20:12]RU[exact]NR[6]\
             PB[a [b\\] \\\\c\\:  d]PW[é]\n;B[aa];W[tl];B[])",
            env!("CARGO_PKG_VERSION")
        )
    );
    let again = read(write(&record).as_bytes()).unwrap();
    assert_eq!(again.players[0].as_deref(), Some("a [b] \\c:  d"));
    assert_eq!(again.players[1].as_deref(), Some("é"));
}

#[test]
fn what_cannot_be_written_does_not_become_something_else() {
    let far = offset(52, 0);
    let record = GameRecord {
        setup: vec![(B, far), (B, offset(1, 1))],
        moves: vec![
            (W, Some(offset(51, 51))),
            (B, Some(far)),
            (W, Some(offset(3, 3))),
        ],
        ..GameRecord::default()
    };
    let again = read(write(&record).as_bytes()).unwrap();
    assert_eq!(again.setup, [(B, offset(1, 1))]);
    assert_eq!(again.moves, [(W, Some(offset(51, 51)))]);
}

#[test]
fn the_result_of_a_finished_game_is_written() {
    let mut board = Board::new(Rules::new(3, 3, 3, Variant::Freestyle).unwrap());
    assert_eq!(GameRecord::of(&board).result, None);
    for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 2), (2, 1)] {
        board.play(board.side_to_move(), Point::new(x, y)).unwrap();
    }
    assert_eq!(GameRecord::of(&board).result.as_deref(), Some("W+"));
    board.undo();
    board.pass(W);
    board.pass(B);
    assert_eq!(GameRecord::of(&board).result.as_deref(), Some("0"));
}

#[test]
fn properties_are_understood() {
    let record = record(
        "a header (with brackets)\r\n( ; GaMe[ 4 ] SZ[20:12] RU[Renju, RIF] NR[5]\n\
         PB[A\\]\\\nB] PW [W\nX] RE[B+R] XX[\\]][];AB[aa:ba][tl]AW[cc]PL[White]C[B[x\\];W[aa\\]]\n\
         ;W[dd]\t;B [ ];W[ee]KO[];PL[W])",
    );
    assert_eq!(record.game, Some(4));
    assert_eq!(record.size, Some((20, 12)));
    assert_eq!(record.variant, Some(Variant::Renju));
    assert_eq!(record.win_length, Some(5));
    assert_eq!(
        record.players,
        [Some("A]B".to_owned()), Some("W X".to_owned())]
    );
    assert_eq!(record.result.as_deref(), Some("B+R"));
    assert_eq!(
        record.setup,
        [
            (B, offset(0, 0)),
            (B, offset(1, 0)),
            (W, offset(2, 2)),
            (B, offset(19, 11)),
        ]
    );
    assert_eq!(record.first_to_move, Some(W));
    assert_eq!(
        record.moves,
        [(W, Some(offset(3, 3))), (B, None), (W, Some(offset(4, 4)))]
    );
    assert_eq!(record.next_to_move, Some(W));
}

#[test]
fn small_letters_in_names_are_passed_over() {
    let record = record("(;GaMe[3]GM[4]SiZe[9]SZ[7];Black[aa];WhitE[bb];White[cc])");
    // Of a repeated property the first counts.
    assert_eq!(record.game, Some(3));
    assert_eq!(record.size, Some((9, 9)));
    assert_eq!(
        record.moves,
        [(B, Some(offset(0, 0))), (W, Some(offset(2, 2)))]
    );
}

#[test]
fn only_the_main_line_is_read() {
    for text in [
        "(;SZ[15];B[aa](;W[bb];B[cc])(;W[dd](;B[ee])(;B[ff]))(;))",
        "(;SZ[15](;B[aa](;W[bb](;B[cc]))(;W[zz]SZ[77]))(;B[bb:cc]))(;SZ[3];B[aa])",
        "(;SZ[15];B[aa];W[bb];B[cc]) whatever [ follows",
        "(;SZ[15];B[aa];SZ[9]PB[no];W[bb];;B[cc]())",
    ] {
        let record = record(text);
        let points = record.moves.iter().map(|(_, point)| point.unwrap().x);
        assert_eq!(points.collect::<Vec<_>>(), [0, 1, 2], "{text}");
        assert_eq!(record.size, Some((15, 15)), "{text}");
        assert_eq!(record.players[0], None);
    }
}

#[test]
fn what_cannot_be_read_is_refused() {
    for (text, expected) in [
        ("", "no game record begins in the file"),
        ("B[aa]", "no game record begins in the file"),
        ("(B[aa])", "no game record begins in the file"),
        ("(", "no game record begins in the file"),
        ("(;", "line 1: the record breaks off"),
        ("(;B[aa]\n\n", "line 1: the record breaks off"),
        (
            "\n(;B[aa]\n;W[b]\n\n;B[cc])",
            "line 3: a move is no point of two letters",
        ),
        ("(;B[aa]\nW\n;B[cc])", "line 2: a property has no value"),
        (
            "(;B[aa](\nW[bb]\n\n))",
            "line 2: a property stands outside any node",
        ),
        ("(;B[aa](;W[bb])", "line 1: the record breaks off"),
        ("(;B[aa", "line 1: a value has no end"),
        ("(;B[aa\\]", "line 1: a value has no end"),
        ("(;\nB;W[aa])", "line 2: a property has no value"),
        (
            "(;B[aa](W[bb]))",
            "line 1: a property stands outside any node",
        ),
        (
            "(;B[aa];W[bb](;B[cc])W[dd])",
            "line 1: a property stands outside any node",
        ),
        (
            "(;B[aa]{)",
            "line 1: this is no property, node or variation",
        ),
        (
            "(;B[aa](;[x]))",
            "line 1: this is no property, node or variation",
        ),
        ("(;B[a])", "line 1: a move is no point of two letters"),
        ("(;B[aaa])", "line 1: a move is no point of two letters"),
        ("(;B[a1])", "line 1: a move is no point of two letters"),
        ("(;B[aa:bb])", "line 1: a move is no point of two letters"),
        ("(;B[\u{e9}])", "line 1: a move is no point of two letters"),
        ("(;B[aa][bb])", "line 1: a move has more than one value"),
        ("(;AB[aa:])", "line 1: a stone is no point of two letters"),
        (
            "(;AB[aa:bb:cc])",
            "line 1: a stone is no point of two letters",
        ),
        ("(;AB[aa][aa])", "line 1: a point is set up twice"),
        ("(;AB[aa:cc]AW[bb])", "line 1: a point is set up twice"),
        (
            "(;B[aa];AW[bb])",
            "line 1: stones are set up after the first move",
        ),
        ("(;PL[x])", "line 1: PL is no colour"),
        ("(;SZ[])", "line 1: SZ is no size"),
        ("(;SZ[15:])", "line 1: SZ is no size"),
        ("(;SZ[-5])", "line 1: SZ is no size"),
        ("(;SZ[4294967311])", "line 1: SZ is no size"),
        ("(;NR[five])", "line 1: NR is no number"),
    ] {
        let error = read(text.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

#[test]
fn hostile_files_cost_little() {
    let long = |begin: &str, middle: &str, end: &str| {
        let times = (MAX_BYTES - begin.len() - end.len()) / middle.len();
        format!("{begin}{}{end}", middle.repeat(times))
    };
    assert_eq!(record(&long("(", ";", ")")).moves, []);
    assert_eq!(record(&long("(;B[aa]", "()", ")")).moves.len(), 1);
    assert!(read(long("(;", "(", "").as_bytes()).is_err());
    assert!(read(long("", "( ", "").as_bytes()).is_err());
    let deep = "(;B[aa]".repeat(100_000) + &")".repeat(100_000);
    assert_eq!(record(&deep).moves.len(), 100_000);
    for refused in [
        long("(;", ";AB[aa:ZZ]", ")"),
        long("(;AE", "[aa:ZZ]", ")"),
        long("(;C[", "\\", ""),
        long("(;", "A", ")"),
    ] {
        assert!(matches!(
            read(refused.as_bytes()),
            Err(SgfError::Syntax { .. })
        ));
    }
    let passes = long("(;SZ[15]", ";B[]", ")");
    assert!(load(&passes, None).unwrap().is_decided());
    assert!(matches!(
        read(&vec![b' '; MAX_BYTES + 1]),
        Err(SgfError::TooLong)
    ));
    assert!(matches!(
        read_from(std::io::repeat(b'(')),
        Err(SgfError::TooLong)
    ));
}

#[test]
fn what_is_not_legal_is_another_error() {
    let five = "(;SZ[15];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea]";
    let over = |number| RecordError::Move {
        number,
        error: PlayError::GameOver,
    };
    assert!(load(&format!("{five})"), None).unwrap().is_decided());
    assert_eq!(load(&format!("{five};W[eb])"), None), Err(over(10)));
    assert!(load(&format!("{five};W[];B[])"), None).is_ok());
    assert_eq!(load("(;SZ[9];B[];W[];B[aa])", None), Err(over(3)));
    assert_eq!(
        load("(;SZ[15];B[aa];W[aa])", None),
        Err(RecordError::Move {
            number: 2,
            error: PlayError::Occupied
        })
    );
    assert!(matches!(
        load("(;SZ[9:12];B[im];W[aa])", None),
        Err(RecordError::MoveOffBoard { number: 1, .. })
    ));
    assert!(matches!(
        load("(;SZ[9:12]AB[ja])", None),
        Err(RecordError::SetupOffBoard(_))
    ));
    assert_eq!(
        load("(;SZ[9]AB[aa:ea]AW[ab:eb])", None),
        Err(RecordError::Setup(SetupError::BothWin))
    );
    // A double-three.
    let threes = "(;SZ[15]RU[renju]AB[fh][gh][hf][hg];B[hh])";
    assert!(matches!(
        load(threes, None),
        Err(RecordError::Move {
            number: 1,
            error: PlayError::Forbidden(_)
        })
    ));
    assert!(load(threes, Some(1)).is_ok());
}

#[test]
fn rules_come_from_the_record_or_are_those_in_force() {
    let force = Rules::new(20, 12, 6, Variant::Caro).unwrap();
    let rules = |text: &str| record(text).rules(&force, 9);
    let expect = Rules::new;
    assert_eq!(rules("(;GM[4])"), expect(20, 12, 9, Variant::Caro));
    assert_eq!(rules("(;)"), expect(19, 19, 9, Variant::Caro));
    assert_eq!(rules("(;GM[1])"), expect(19, 19, 9, Variant::Caro));
    assert_eq!(
        rules("(;SZ[4]RU[Japanese])"),
        expect(4, 4, 4, Variant::Caro)
    );
    assert_eq!(
        rules("(;SZ[15]RU[RENJU])"),
        expect(15, 15, 5, Variant::Renju)
    );
    assert_eq!(
        rules("(;SZ[15]RU[standard]NR[7])"),
        expect(15, 15, 7, Variant::Exact)
    );
    assert_eq!(
        rules("(;SZ[15]RU[gomoku])"),
        expect(15, 15, 9, Variant::Freestyle)
    );
    assert_eq!(rules("(;SZ[53])"), Err(RulesError::Width(53)));
    assert_eq!(rules("(;SZ[15:2])"), Err(RulesError::Height(2)));
    assert!(matches!(
        rules("(;SZ[8]NR[9])"),
        Err(RulesError::WinLength { asked: 9, .. })
    ));
    assert_eq!(rules("(;SZ[4]RU[renju])"), Err(RulesError::RenjuBoard));
    assert_eq!(
        rules("(;SZ[9]RU[renju]NR[6])"),
        Err(RulesError::RenjuWinLength(6))
    );
}

#[test]
fn old_passes_are_points_on_larger_boards() {
    let moved = |text: &str| load(text, None).unwrap().last_move().unwrap().point;
    assert_eq!(moved("(;SZ[19];B[tt])"), None);
    assert_eq!(moved("(;SZ[10:19];B[tt])"), None);
    assert_eq!(moved("(;SZ[20];B[tt])"), Some(Point::new(19, 0)));
    assert!(load("(;SZ[19:21];B[tt])", None).is_err());
    assert_eq!(moved("(;SZ[52];B[ZA])"), Some(Point::new(51, 25)));
}

#[test]
fn a_number_loads_the_position_before_that_move() {
    let text = "(;SZ[9];B[aa];W[bb];W[cc];B[dd];PL[B])";
    let side = |before| {
        let board = load(text, before).unwrap();
        (board.moves().len(), board.side_to_move())
    };
    assert_eq!(side(Some(1)), (0, B));
    assert_eq!(side(Some(2)), (1, W));
    assert_eq!(side(Some(3)), (2, W));
    assert_eq!(side(Some(4)), (3, B));
    assert_eq!(side(Some(5)), (4, B));
    assert_eq!(side(Some(77)), (4, B));
    assert_eq!(side(None), (4, B));
    let handicap = load("(;SZ[9]AB[aa][cc];W[bb])", Some(1)).unwrap();
    assert_eq!(handicap.side_to_move(), W);
    // Only what is loaded is judged.
    assert!(load("(;SZ[9];B[aa];W[aa])", Some(2)).is_ok());
}

#[test]
fn set_up_nodes_add_up() {
    let record = record("(;SZ[9]AB[aa:cc];AE[bb]AW[cc];AB[dd]AW[])");
    assert_eq!(record.setup.len(), 9);
    assert!(record.setup.contains(&(W, offset(2, 2))));
    assert!(record.setup.contains(&(B, offset(3, 3))));
    assert!(!record.setup.iter().any(|&(_, at)| at == offset(1, 1)));
}

#[test]
fn names_may_be_in_an_older_encoding() {
    let record = read(b"(;PB[Andr\xe9]PW[\xff\\\xfe\x97\x00])").unwrap();
    assert_eq!(record.players[0].as_deref(), Some("André"));
    assert_eq!(record.players[1].as_deref(), Some("ÿþ"));
}

/// Any rules, small boards and the largest ones included.
fn rules() -> impl Strategy<Value = Rules> {
    let side = prop_oneof![3..=6u32, 7..=20u32, Just(52u32)];
    (side.clone(), side, 3..=52u32, 0..4usize).prop_map(|(width, height, length, variant)| {
        let variant = Variant::ALL[variant];
        let length = if variant == Variant::Renju { 5 } else { length };
        Rules::fitted(width, height, length, variant)
            .unwrap_or_else(|_| Rules::fitted(width, height, length, Variant::Caro).unwrap())
    })
}

/// A game: some stones set up, then stones and passes of either colour wherever they are legal.
fn game() -> impl Strategy<Value = Board> {
    let step = (any::<u32>(), any::<bool>(), 0..20u8);
    let steps = prop_oneof![
        prop::collection::vec(step.clone(), 0..20),
        prop::collection::vec(step, 0..300),
    ];
    (rules(), steps.clone(), steps, any::<bool>()).prop_map(|(rules, setup, steps, white)| {
        let nth = |n: u32| rules.points().nth(n as usize % rules.area()).unwrap();
        let first = if white { W } else { B };
        let mut board = Board::new(rules);
        board.set_side_to_move(first);
        let mut stones = Vec::new();
        for (n, color, _) in setup.into_iter().take(12) {
            stones.push((if color { W } else { B }, nth(n)));
            match Board::try_from(Setup::new(rules, stones.iter().copied(), first)) {
                Ok(with_stone) => board = with_stone,
                Err(_) => drop(stones.pop()),
            }
        }
        for (n, out_of_turn, kind) in steps {
            let side = board.side_to_move();
            let color = if out_of_turn && kind < 10 {
                !side
            } else {
                side
            };
            if kind == 0 {
                board.pass(color);
            } else {
                // An illegal step is left out.
                let _ = board.play(color, nth(n));
            }
        }
        board
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// What is written and read again is the same game, to the last detail of the history.
    #[test]
    fn games_survive_the_text(board in game(), before in 0..40usize, switch in any::<bool>()) {
        let mut board = board;
        if switch && board.last_move().is_some() {
            board.set_side_to_move(!board.side_to_move());
        }
        let written = GameRecord::of(&board);
        let text = write(&written);
        prop_assert!(text.lines().all(|line| !line.is_empty() && line.len() < 200));
        let read = read(text.as_bytes()).unwrap();
        prop_assert_eq!(&read.moves, &written.moves);
        prop_assert_eq!(&read.result, &written.result);
        // Whatever is in force, the record says it all.
        let rules = read.rules(&Rules::default(), 3).unwrap();
        let loaded = read.board(rules, None).unwrap();
        prop_assert_eq!(&loaded, &board);
        let part = read.board(rules, Some(before + 1)).unwrap();
        while board.moves().len() > before {
            board.undo();
        }
        prop_assert_eq!(part.setup(), board.setup());
        prop_assert!(part.moves().eq(board.moves()));
    }
}

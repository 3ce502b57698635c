//! The body of the Gomocup reader.

use lianzhu::engine::{Config, Engine};
use lianzhu::game::{Board, Cell};
use lianzhu::notation::Offset;
use lianzhu::player::PlayerKind;
use lianzhu::protocol::gomocup::{Gomocup, commands};
use lianzhu::wire::{Line, LineReader};

fn front() -> Gomocup {
    let config = Config {
        player: PlayerKind::Scoring,
        seed: Some(1),
        max_nodes: Some(300),
        ..Config::default()
    };
    Gomocup::new(Engine::new(config).expect("the default is a game"))
}

/// Any bytes are answered: messages, then at most one line of the few kinds there are; a move that
/// is answered stands on the board, and an error leaves the game as it was, unless it is over.
#[allow(dead_code, reason = "each target calls one body")]
pub fn gomocup(data: &[u8]) {
    let mut front = front();
    let mut lines = LineReader::new(data).with_limit(256);
    // Yixin-Board's points have their row first, and its proposals are messages alone.
    let printable = data.iter().copied().filter(|byte| !byte.is_ascii_control());
    let letters = printable
        .map(|byte| byte.to_ascii_uppercase())
        .collect::<Vec<_>>();
    let has = |name: &[u8]| letters.windows(name.len()).any(|letters| letters == name);
    let yixin = has(b"YX");
    // What is answered to an opening is not on the board.
    let opening = has(b"SWAP1BOARD") || has(b"SWAP2BOARD");
    while let Some(line) = lines.next_line().expect("a slice has no errors") {
        let before = front.engine().board().clone();
        let text = front.answer(&line);
        assert!(text.is_empty() || text.ends_with('\n'), "{text:?}");
        let answers: Vec<&str> = text
            .lines()
            .filter(|answer| !answer.starts_with("MESSAGE "))
            .collect();
        match answers.as_slice() {
            [] => assert!(
                yixin || text.is_empty(),
                "messages without an answer: {text:?}"
            ),
            [_] if yixin => {}
            [answer] => check(&line, answer, &before, &front, opening),
            _ => panic!("several answers: {text:?}"),
        }
        if front.has_ended() {
            assert!(text.is_empty());
            return;
        }
    }
}

fn check(line: &Line, answer: &str, before: &Board, front: &Gomocup, opening: bool) {
    let board = front.engine().board();
    let point = |text: &str| {
        let offset: Offset = text.parse().expect("a point");
        offset.on_board(board.rules()).expect("on the board")
    };
    if answer == "OK" || answer == "SWAP" || answer.starts_with("name=\"") {
        return;
    }
    if answer.starts_with("ERROR ") || answer.starts_with("UNKNOWN ") {
        assert!(
            board == before || front.engine().outcome().is_some(),
            "{line:?}: {answer}"
        );
    } else if let Some(suggestion) = answer.strip_prefix("SUGGEST ") {
        assert_eq!(board.cell(point(suggestion)), Cell::Empty);
    } else if answer.contains(' ') || board.stones() == 0 {
        // Stones that are proposed for an opening.
        answer.split(' ').for_each(|word| {
            point(word);
        });
    } else {
        let last = board.last_move().and_then(|last| last.point);
        let point = point(answer);
        let is_proposed = opening && board.cell(point) == Cell::Empty;
        assert!(last == Some(point) || is_proposed, "{line:?}: {answer}");
    }
}

/// Inputs that get deep into it.
pub const SEEDS: &[&[u8]] = &[
    b"YXSHOWINFO\nINFO rule 2\nSTART 7 7\nYXBOARD\n3,3,1\n3,4,2\nDONE\nYXSHOWFORBID\nYXNBEST 2\nYXSEARCHDEFEND\nYXHASHCLEAR\n",
    b"START 7\nINFO rule 4\nBEGIN\nTURN 0,0\nTAKEBACK 0,0\nRESTART\nTURN 3,3\nEND\n",
    b"INFO winlength 4\nRECTSTART 6,5\nBOARD\n0,0,1\n1,0,2\n2,2,1\n3,3,2\nDONE\nTURN 5,4\n",
    b"START 7\nTURN 3,3\nSWAP2BOARD\n6,4\nDONE\nTURN 3,3\n",
    b"START 7\nSWAP1BOARD\n0,1,3\nDONE\nTURN 3,3\n",
    b"START 9\nINFO suggest 1\nTURN 4,4\nPLAY 4,5\nSUGGEST\nPLAY 5,5\nABOUT\n",
    b"INFO timeout_turn 100\nINFO time_left 5\nINFO max_memory 99\nSTART 5\nINFO rule 9\nBEGIN\n",
];

/// Pieces worth putting in.
pub const TOKENS: &[&[u8]] = &[
    b"\n",
    b" ",
    b",",
    b"\r\n",
    b"START 5\n",
    b"START ",
    b"RECTSTART 5,3\n",
    b"RESTART\n",
    b"BEGIN\n",
    b"TURN 0,0\n",
    b"TURN ",
    b"BOARD\n",
    b"1,1,1\n",
    b"2,1,2\n",
    b"3,1,3\n",
    b"DONE\n",
    b"PLAY 2,2\n",
    b"SUGGEST\n",
    b"TAKEBACK 2,2\n",
    b"INFO rule 1\n",
    b"INFO rule 2\n",
    b"INFO rule 4\n",
    b"INFO rule 8\n",
    b"INFO winlength 3\n",
    b"INFO winlength 9\n",
    b"INFO suggest 1\n",
    b"INFO max_node 9\n",
    b"INFO ",
    b"END\n",
    b"-1",
    b"99999999999999999999",
    b"\xff",
    b"\0",
];

/// Every command is worth being asked with any argument, before a game and in one.
#[allow(dead_code, reason = "each target calls one body")]
pub fn every_gomocup_command_alone() {
    for command in commands() {
        for arguments in [
            "", "0", "5", "1,1", "0,0,1", "1 2", "rule 1", "\u{663}", "-", "x",
        ] {
            let line = format!("{} {arguments}\n", command.name);
            gomocup(line.as_bytes());
            gomocup(format!("START 5\n{line}TURN 1,1\n{line}{line}").as_bytes());
        }
    }
}

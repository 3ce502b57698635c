//! What is done with arbitrary bytes: one function for everything that reads text from outside.
//!
//! Each body is used twice: by `tests/fuzz_bodies.rs`, as an ordinary test on stable Rust, and by a
//! cargo-fuzz target in `targets/`. A body asserts; it is passed when it returns.

#[path = "gomocup.rs"]
mod gomocup_body;
#[path = "gtp.rs"]
mod gtp_body;

use std::io::Read;

use lianzhu::game::{Rules, Variant};
use lianzhu::notation::{Diagram, GameRecord, Offset, Vertex, psq, sgf};
use lianzhu::wire::{Line, LineReader};

#[allow(unused_imports, reason = "each target calls one body")]
pub use gtp_body::{every_command_alone, gtp};

#[allow(unused_imports, reason = "each target calls one body")]
pub use gomocup_body::{every_gomocup_command_alone, gomocup};

/// A body and what random inputs for it are made from.
#[allow(dead_code, reason = "the targets call the bodies themselves")]
pub struct Body {
    /// The name of its target.
    pub name: &'static str,
    /// Takes any bytes.
    pub run: fn(&[u8]),
    /// Inputs that get deep into it.
    pub seeds: &'static [&'static [u8]],
    /// Pieces worth putting in.
    pub tokens: &'static [&'static [u8]],
}

/// All of them.
#[allow(dead_code, reason = "the targets call the bodies themselves")]
pub const BODIES: &[Body] = &[
    Body {
        name: "sgf",
        run: sgf,
        seeds: &[
            b"(;FF[4]GM[4]SZ[15]RU[renju]NR[5]PB[a]PW[b\\]c]RE[B+];B[hh];W[ii](;B[gg])(;B[aa]))",
            b"(;GM[4]SZ[20:12]AB[aa:cc][tl]AW[dd]PL[W];W[ee];B[];W[ff];PL[W])",
            b"(;SZ[3]NR[3];B[aa];W[ba];B[ab];W[bb];B[ac])",
            b"(;SZ[52]RU[caro];B[ZZ];W[aZ];B[tt])",
        ],
        tokens: &[
            b"(",
            b")",
            b";",
            b"[",
            b"]",
            b"\\",
            b":",
            b"(;",
            b"B[",
            b"W[",
            b"AB[",
            b"AW[",
            b"AE[",
            b"PL[B]",
            b"SZ[",
            b"NR[3]",
            b"RU[exact]",
            b"RU[caro]",
            b"tt",
            b"aa",
            b"hh",
            b"ZZ",
            b"aa:cc",
            b"[]",
            b"52",
            b"3",
            b"4294967296",
            b"\xff",
            b"\0",
            b"\r\n",
        ],
    },
    Body {
        name: "psq",
        run: psq,
        seeds: &[
            b"Piskvorky 20x20, 11:11, 1\r\n11,11,0\r\n12,10,250\r\na.exe\r\nb\r\n-1\r\n1,Renju\r\n",
            b"Piskvorky 15x12, 0:0, 0\n1,1,0\n15,12,0\n\n7,7,0\n-1\n",
            b"\xef\xbb\xbfPiskvorky 52x52\n52,52\n20,20\n1,1",
            b"Piskvorky 19x19, 0:0, 0\n19,19,0\n20,20,0\n1,1,0\n",
        ],
        tokens: &[
            b"\n",
            b"\r\n",
            b",",
            b"-1",
            b"1,1,0\n",
            b"20,20,0\n",
            b"5,",
            b"x",
            b"3x60",
            b":",
            b"Piskvorky ",
            b"1,caro\n",
            b"name\n",
            b"99999999999999999999",
            b"\xe9",
            b" ",
        ],
    },
    Body {
        name: "vertex",
        run: vertex,
        seeds: &[
            b"h8",
            b"BB52",
            b"pass",
            b"A1",
            b"zz65535",
            b"7,7",
            b" 51 , 0 ",
        ],
        tokens: &[
            b"a",
            b"I",
            b"zZ",
            b"0",
            b"1",
            b"52",
            b"65536",
            b"4294967297",
            b"-",
            b"+",
            b",",
            b" ",
            b"\xd9\xa3",
            b"pass",
            b"\0",
        ],
    },
    Body {
        name: "wire",
        run: wire,
        seeds: &[
            b"\x14\x05name\nquit\r\n# a comment that is longer than the line may be\nlast",
            b"\x05\x01 \t \t \t \t# late comment\nversion #\n#\n\n12345 6789 #",
        ],
        tokens: &[
            b"\n",
            b"\n\n",
            b"\r",
            b"#",
            b"# interrupt\n",
            b" ",
            b"\t",
            b"\0",
            b"\xff",
            b"name",
        ],
    },
    Body {
        name: "gtp",
        run: gtp,
        seeds: gtp_body::SEEDS,
        tokens: gtp_body::TOKENS,
    },
    Body {
        name: "gomocup",
        run: gomocup,
        seeds: gomocup_body::SEEDS,
        tokens: gomocup_body::TOKENS,
    },
];

/// Any text is refused or read; a record that is read is written so that the same one is read
/// again, and so is the game it stands for.
#[allow(dead_code, reason = "each target calls one body")]
pub fn sgf(data: &[u8]) {
    for tree in sgf::Tree::read(data).unwrap_or_default() {
        let written = tree.write();
        let again = sgf::Tree::read(&written).expect("what was written is read");
        assert_eq!(again.len(), 1);
        assert_eq!(again[0].write(), written);
    }
    let Ok(record) = sgf::read(data) else {
        return;
    };
    let again = sgf::read(sgf::write(&record).as_bytes()).expect("what was written is read");
    assert_eq!(again.moves, record.moves);
    assert_eq!(again.setup, record.setup);
    assert_eq!(again.size, record.size);
    assert_eq!(again.variant, record.variant);
    assert_eq!(again.win_length, record.win_length);
    assert_eq!(again.players, record.players);
    let Ok(rules) = record.rules(&Rules::default(), 5) else {
        return;
    };
    for before in [Some(2), None] {
        let Ok(board) = record.board(rules, before) else {
            continue;
        };
        let text = sgf::write(&GameRecord::of(&board));
        let again = sgf::read(text.as_bytes()).expect("what was written is read");
        assert_eq!(again.rules(&Rules::default(), 3), Ok(rules));
        assert_eq!(again.board(rules, None).as_ref(), Ok(&board), "{text}");
        let diagram = Diagram(&board).to_string();
        assert!(diagram.lines().all(|line| !line.is_empty()));
    }
}

/// Any text is refused or read; what is read is a game on the board that is named, and the same as
/// SGF.
#[allow(dead_code, reason = "each target calls one body")]
pub fn psq(data: &[u8]) {
    let Ok(reading) = psq::read(data) else {
        return;
    };
    assert!(psq::begins(data));
    let record = reading.record;
    assert_eq!(reading.lines.len(), record.moves.len());
    assert!(reading.lines.windows(2).all(|pair| pair[0] < pair[1]));
    let last = data.iter().filter(|&&byte| byte == b'\n').count() + 1;
    assert!(reading.lines.last().is_none_or(|&line| line <= last));
    if let Some(fault) = reading.fault {
        assert!(reading.lines.last().is_some_and(|&line| line < fault.line) && fault.line <= last);
    }
    let (width, height) = record.size.expect("the first line names it");
    for (_, offset) in &record.moves {
        let Offset { x, y } = offset.expect("a stone");
        assert!(u32::from(x) < width && u32::from(y) < height);
    }
    let Ok(rules) = record.rules(&Rules::default(), 5) else {
        return;
    };
    let tree = sgf::Tree::of(&record).expect("a game is no long text");
    let again = tree.reading().expect("what was written is read");
    assert_eq!(again.fault, None);
    assert_eq!(again.record.moves, record.moves);
    assert_eq!(again.record.size, record.size);
    assert_eq!(again.record.players, record.players);
    assert_eq!(again.record.variant, record.variant);
    // No move has become a pass.
    if let Ok(board) = record.board(rules, None) {
        assert_eq!(board.stones(), record.moves.len());
    }
}

/// Any text is refused or read, and what is read is written so that the same is read again.
#[allow(dead_code, reason = "each target calls one body")]
pub fn vertex(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let boards = [(3, 3, 3), (19, 12, 5), (52, 52, 5)].map(|(width, height, length)| {
        Rules::new(width, height, length, Variant::Freestyle).expect("a board")
    });
    if let Ok(vertex) = text.parse::<Vertex>() {
        assert!(text.is_ascii());
        assert_eq!(vertex.to_string().parse(), Ok(vertex));
        for rules in boards {
            if let Ok(point) = vertex.on_board(&rules) {
                assert_eq!(Vertex::from(point), vertex);
                assert!(point.is_none_or(|point| rules.contains(point)));
            }
        }
    }
    if let Ok(offset) = text.parse::<Offset>() {
        assert_eq!(offset.to_string().parse(), Ok(offset));
        for rules in boards {
            if let Ok(point) = offset.on_board(&rules) {
                assert!(rules.contains(point));
                assert_eq!(Offset::of(point, &rules), offset);
            }
        }
    }
}

/// The lines of any bytes, in pieces of any size, are those a reader without bounds would find, each
/// cut at the limit. The first byte is the limit, the second the size of a piece.
#[allow(dead_code, reason = "each target calls one body")]
pub fn wire(data: &[u8]) {
    let [limit, size, text @ ..] = data else {
        return;
    };
    let limit = usize::from(*limit);
    for comment in [None, Some(b'#')] {
        let pieces = Pieces {
            text,
            size: usize::from(*size).max(1),
        };
        let mut reader = LineReader::new(pieces).with_limit(limit);
        if let Some(marker) = comment {
            reader = reader.with_comments(marker);
        }
        let mut expected = text.split(|&byte| byte == b'\n').peekable();
        while let Some(line) = reader.next_line().expect("a slice has no errors") {
            let whole = expected.next().expect("no more lines than there are");
            assert_eq!(line, cut(whole, limit, comment));
        }
        // Only the nothing behind the last line break is no line.
        assert_eq!(expected.next().unwrap_or_default(), b"");
        assert!(expected.next().is_none());
    }
}

/// What a line is delivered as.
fn cut(whole: &[u8], limit: usize, comment: Option<u8>) -> Line {
    let kept = &whole[..whole.len().min(limit)];
    let marker = whole.iter().position(|&byte| Some(byte) == comment);
    if whole.len() <= limit || marker.is_some_and(|at| at <= limit) {
        return Line::Whole(kept.to_vec());
    }
    let is_text = |byte: &u8| *byte != b' ' && !byte.is_ascii_control();
    Line::Overlong {
        beginning: kept.to_vec(),
        first: whole.iter().copied().find(is_text),
    }
}

/// A source that delivers a few bytes at a time.
struct Pieces<'a> {
    text: &'a [u8],
    size: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = self.size.min(buffer.len());
        (&mut self.text).take(length as u64).read(buffer)
    }
}

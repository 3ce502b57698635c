use thiserror::Error;

use super::opening::{Opening, OpeningError, color_of};
use crate::game::{Color, Point, Rules};
use crate::notation::sgf::{self, SgfError};
use crate::notation::{GameRecord, OffBoardError, Offset, ParseVertexError, Vertex};

/// Why a line of an openings file is none. The file's fault, in words for the one who wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LineError {
    /// A word is no vertex.
    #[error("'{word}' is not a vertex: {error}")]
    Vertex {
        /// The word.
        word: String,
        /// What is wrong with it.
        error: ParseVertexError,
    },
    /// A pass: openings are stones only.
    #[error("an opening has no passes")]
    Pass,
    /// A word is no number.
    #[error("'{0}' is not a whole number")]
    Number(String),
    /// An offset has no second number.
    #[error("offsets come in pairs, x,y; there are {0} numbers")]
    OddNumbers(usize),
    /// A point this board does not have.
    #[error("'{word}': {error}")]
    OffBoard {
        /// The vertex or offset.
        word: String,
        /// The board.
        error: OffBoardError,
    },
    /// A game record cannot be read.
    #[error("{0}")]
    Sgf(String),
    /// A game record is of another board.
    #[error("the record is of a {0}x{1} board")]
    Size(u32, u32),
    /// The stones of a game record are not Black's and White's in turn.
    #[error("Black and White do not move in turn from Black")]
    Turns,
    /// The moves break the rules.
    #[error(transparent)]
    Moves(#[from] OpeningError),
}

/// Why a text is no set of openings.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OpeningsError {
    /// A line cannot be read or played.
    #[error("line {number}: {error}")]
    Line {
        /// The line, from 1.
        number: usize,
        /// What is wrong with it.
        error: LineError,
    },
    /// Nothing but comments and empty lines.
    #[error("there is no opening")]
    Empty,
}

/// Reads a set of openings, named by the number of the line each begins in. Empty lines do not
/// count, and `#` begins a comment. Each opening may be written in its own way:
///
/// - a line of GTP vertices: `h8 j9 g7`;
/// - a line of Gomocup offsets, as Piskvork and c-gomoku-cli have them: `-1,0, 1,1, 2,-3`. Each
///   move is a pair of numbers, columns to the right and rows *down* from the centre, which is the
///   point `(⌊width/2⌋, ⌊height/2⌋)` counted from the upper left corner;
/// - a game record in SGF, on one line or on many: its main line, after as many set-up stones as
///   would be there if Black and White had moved in turn. So a collection of games is a set, too.
///
/// # Errors
///
/// The first opening that is neither, has a point this board lacks, or cannot be played by these
/// rules; a text without openings.
///
/// ```
/// use lianzhu::game::Rules;
/// use lianzhu::openings::read_openings;
///
/// let text = "h8 j9 # indirect\n\n0,0, 1,-1\n(;GM[4]SZ[15];B[hh];W[ig])";
/// let set = read_openings(text, &Rules::default())?;
/// assert_eq!(set[0].points(), set[1].points());
/// assert_eq!(set[0].points(), set[2].points());
/// assert_eq!(set[1].name(), "3");
/// let error = read_openings("h8 h8", &Rules::default()).unwrap_err();
/// assert_eq!(error.to_string(), "line 1: move 2 (H8) is not legal: the point is occupied");
/// # Ok::<(), lianzhu::openings::OpeningsError>(())
/// ```
pub fn read_openings(text: &str, rules: &Rules) -> Result<Vec<Opening>, OpeningsError> {
    let mut set = Vec::new();
    read_lines(text, rules, |number, points| {
        set.push(Opening::new(number.to_string(), &points, rules)?);
        Ok(())
    })?;
    if set.is_empty() {
        return Err(OpeningsError::Empty);
    }
    Ok(set)
}

/// Shows `visit` the moves of each opening or game of a text, with the number of the line it begins in.
pub(super) fn read_lines(
    text: &str,
    rules: &Rules,
    mut visit: impl FnMut(usize, Vec<Point>) -> Result<(), OpeningError>,
) -> Result<(), OpeningsError> {
    let mut rest = text;
    let mut number = 1;
    while !rest.is_empty() {
        let (item, after) = match rest.as_bytes().first() {
            Some(b'(') => rest.split_at(record_length(rest)),
            Some(b'\n') => {
                number += 1;
                rest = rest.get(1..).unwrap_or_default();
                continue;
            }
            Some(byte) if byte.is_ascii_whitespace() => {
                rest = rest.get(1..).unwrap_or_default();
                continue;
            }
            _ => rest.split_at(rest.find('\n').unwrap_or(rest.len())),
        };
        rest = after;
        let points = if item.starts_with('(') {
            read_record(item, rules).map_err(|(line, error)| (number + line, error))
        } else {
            let line = item.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            read_line(line, rules).map_err(|error| (number, error))
        };
        points
            .and_then(|points| visit(number, points).map_err(|error| (number, error.into())))
            .map_err(|(number, error)| OpeningsError::Line { number, error })?;
        number += item.matches('\n').count();
    }
    Ok(())
}

/// The bytes of the game record that `text` begins with: up to the bracket that closes the first
/// one, brackets inside of values not counted.
fn record_length(text: &str) -> usize {
    let (mut depth, mut in_value, mut escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_value => escaped = true,
            b']' => in_value = false,
            _ if in_value => {}
            b'[' => in_value = true,
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

/// The stones of a game record; an error comes with the line of the record it is in, from 0.
fn read_record(text: &str, rules: &Rules) -> Result<Vec<Point>, (usize, LineError)> {
    let record = sgf::read(text.as_bytes()).map_err(|error| match error {
        SgfError::Syntax { line, what } => (line.saturating_sub(1), LineError::Sgf(what.into())),
        other => (0, LineError::Sgf(other.to_string())),
    })?;
    stones_of(&record, rules).map_err(|error| (0, error))
}

fn stones_of(record: &GameRecord, rules: &Rules) -> Result<Vec<Point>, LineError> {
    let board = (u32::from(rules.width()), u32::from(rules.height()));
    if let Some((width, height)) = record.size.filter(|&size| size != board) {
        return Err(LineError::Size(width, height));
    }
    let of = |color: Color| {
        let stones = record.setup.iter().filter(move |stone| stone.0 == color);
        stones.map(|&(_, offset)| offset)
    };
    let (mut black, mut white) = (of(Color::Black), of(Color::White));
    let mut stones = Vec::with_capacity(record.setup.len() + record.moves.len());
    for i in 0..record.setup.len() {
        let next = match color_of(i) {
            Color::Black => black.next(),
            Color::White => white.next(),
        };
        stones.push(next.ok_or(LineError::Turns)?);
    }
    for &(color, offset) in &record.moves {
        if color != color_of(stones.len()) {
            return Err(LineError::Turns);
        }
        stones.push(offset.ok_or(LineError::Pass)?);
    }
    let on_board = |offset: &Offset| {
        offset.on_board(rules).map_err(|error| LineError::OffBoard {
            word: offset.to_string(),
            error,
        })
    };
    stones.iter().map(on_board).collect()
}

fn read_line(line: &str, rules: &Rules) -> Result<Vec<Point>, LineError> {
    if line.starts_with(|c: char| c.is_ascii_alphabetic()) {
        line.split([' ', '\t', ','])
            .filter(|word| !word.is_empty())
            .map(|word| read_vertex(word, rules))
            .collect()
    } else {
        read_offsets(line, rules)
    }
}

fn read_vertex(word: &str, rules: &Rules) -> Result<Point, LineError> {
    let vertex: Vertex = word.parse().map_err(|error| LineError::Vertex {
        word: word.to_owned(),
        error,
    })?;
    vertex
        .on_board(rules)
        .map_err(|error| LineError::OffBoard {
            word: word.to_owned(),
            error,
        })?
        .ok_or(LineError::Pass)
}

fn read_offsets(line: &str, rules: &Rules) -> Result<Vec<Point>, LineError> {
    let numbers: Vec<i32> = line
        .split([' ', '\t', ','])
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().map_err(|_| LineError::Number(word.to_owned())))
        .collect::<Result<_, _>>()?;
    if !numbers.len().is_multiple_of(2) {
        return Err(LineError::OddNumbers(numbers.len()));
    }
    numbers
        .chunks_exact(2)
        .map(|pair| match *pair {
            [dx, dy] => read_offset(dx, dy, rules),
            _ => Err(LineError::OddNumbers(numbers.len())),
        })
        .collect()
}

fn read_offset(dx: i32, dy: i32, rules: &Rules) -> Result<Point, LineError> {
    let at = |side: u8, offset: i32| u16::try_from(i32::from(side / 2).checked_add(offset)?).ok();
    let vertex = || {
        let column = at(rules.width(), dx)?;
        let from_top = at(rules.height(), dy)?;
        let row = u16::from(rules.height())
            .checked_sub(1)?
            .checked_sub(from_top)?;
        Some(Vertex::At { column, row })
    };
    // Any vertex off the board makes the same error.
    let nowhere = Vertex::At {
        column: u16::MAX,
        row: u16::MAX,
    };
    vertex()
        .unwrap_or(nowhere)
        .on_board(rules)
        .map_err(|error| LineError::OffBoard {
            word: format!("{dx},{dy}"),
            error,
        })?
        .ok_or(LineError::Pass)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game::Variant;

    fn first(text: &str, rules: &Rules) -> String {
        read_openings(text, rules).unwrap()[0].to_string()
    }

    fn error(text: &str) -> String {
        let rules = Rules::default();
        read_openings(text, &rules).unwrap_err().to_string()
    }

    #[test]
    fn vertices_are_read_in_any_case_with_blanks_or_commas() {
        let rules = Rules::default();
        assert_eq!(first("h8 J9\tg7", &rules), "H8 J9 G7");
        assert_eq!(first("  h8, j9 ,g7\r\n", &rules), "H8 J9 G7");
        let wide = Rules::new(30, 40, 6, Variant::Exact).unwrap();
        assert_eq!(first("ab40 z1", &wide), "AB40 Z1");
    }

    // The centre of an even board is right of and below the middle: c-gomoku-cli's README,
    // "Offset opening notation", whose example on 20 by 20 this is: (18,7) (16,6) (15,6) (14,7)
    // (12,2) (9,5) counted from the upper left.
    #[test]
    fn offsets_are_counted_from_the_centre_downwards() {
        let rules = Rules::new(20, 20, 5, Variant::Freestyle).unwrap();
        assert_eq!(
            first("8,-3, 6,-4, 5,-4, 4,-3, 2,-8, -1,-5", &rules),
            "T13 R14 Q14 P13 N18 K15"
        );
        assert_eq!(first("0,0", &Rules::default()), "H8");
        assert_eq!(first("-7,-7,7,7", &Rules::default()), "A15 P1");
    }

    #[test]
    fn errors_name_the_line_and_the_word() {
        assert_eq!(
            error("h8\n\n# fine\nh8 x"),
            "line 4: 'x' is not a vertex: a vertex ends with a row: a number from 1"
        );
        assert_eq!(
            error("h8\nh16"),
            "line 2: 'h16': the point is off the 15x15 board"
        );
        assert_eq!(
            error("0,0 8,0"),
            "line 1: '8,0': the point is off the 15x15 board"
        );
        assert_eq!(
            error("0,-2147483648"),
            "line 1: '0,-2147483648': the point is off the 15x15 board"
        );
        assert_eq!(
            error("0,0,1"),
            "line 1: offsets come in pairs, x,y; there are 3 numbers"
        );
        assert_eq!(error("0,0,1,y"), "line 1: 'y' is not a whole number");
        assert_eq!(error("h8 pass"), "line 1: an opening has no passes");
        assert_eq!(
            error("a1 a2 b1 b2 c1 c2 d1 d2 e1"),
            "line 1: the game is over after move 9"
        );
        assert_eq!(error("# nothing\n\n"), "there is no opening");
        assert_eq!(error(""), "there is no opening");
    }

    #[test]
    fn renju_forbids_to_black() {
        let rules = Rules::new(15, 15, 5, Variant::Renju).unwrap();
        let text = "g8 a1 f8 a2 h7 a3 h6 a4 h8";
        assert_eq!(
            read_openings(text, &rules).unwrap_err().to_string(),
            "line 1: move 9 (H8) is not legal: the point is forbidden to Black: double-three"
        );
    }

    #[test]
    fn game_records_are_openings_one_or_many() {
        let rules = Rules::default();
        let text = "(;SZ[15]C[a \\] and ( too]\n;B[hh](;W[ig];B[ff])(;W[aa]))\n# two more\n\
                    (;AB[hh][ff]AW[ig])(;)\n h8 j9";
        let set = read_openings(text, &rules).unwrap();
        let list: Vec<String> = set.iter().map(Opening::to_string).collect();
        assert_eq!(list, ["H8 J9 F10", "F10 J9 H8", "", "H8 J9"]);
        let names: Vec<&str> = set.iter().map(Opening::name).collect();
        assert_eq!(names, ["1", "4", "4", "5"]);
    }

    #[test]
    fn game_records_that_are_no_openings() {
        assert_eq!(error("(;SZ[19])"), "line 1: the record is of a 19x19 board");
        let turns = "line 2: Black and White do not move in turn from Black";
        for text in ["(;W[hh])", "(;B[hh];B[ii])", "(;AB[hh][ii])", "(;AW[hh])"] {
            assert_eq!(error(&format!("\n{text}")), turns);
        }
        assert_eq!(error("(;B[])"), "line 1: an opening has no passes");
        assert_eq!(
            error("a1\n(;B[aa]\n;W[a])"),
            "line 3: a move is no point of two letters"
        );
        assert_eq!(error("(;B[hh]"), "line 1: the record breaks off");
        assert_eq!(
            error("(;B[qq])"),
            "line 1: '16,16': the point is off the 15x15 board"
        );
        assert_eq!(
            error("(;B[hh];W[hh])"),
            "line 1: move 2 (H8) is not legal: the point is occupied"
        );
    }

    proptest! {
        #[test]
        fn any_text_is_answered(text in "[-a-zB-W0-9, #\n;()\\[\\]\\\\é]{0,60}") {
            let _ = read_openings(&text, &Rules::default());
        }

        #[test]
        fn what_is_written_is_read(
            cells in prop::sample::subsequence((0..12 * 9).collect::<Vec<u8>>(), 1..8)
        ) {
            let rules = Rules::new(12, 9, 9, Variant::Caro).unwrap();
            let points: Vec<Point> =
                cells.iter().map(|cell| Point::new(cell % 12, cell / 12)).collect();
            let opening = Opening::new("1", &points, &rules).unwrap();
            let text = opening.to_string();
            prop_assert_eq!(read_openings(&text, &rules).unwrap(), [opening]);
        }
    }
}

//! The position that is asked about: moves, or the end of a record.

use std::error::Error;
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::Path;

use clap::Args;

use lianzhu::game::{Board, Point, Rules, Variant};
use lianzhu::notation::{GameRecord, Vertex, psq, sgf};
use lianzhu::review::read_bounded;

use crate::cli::options::{bad, rule, size, win_length};
use crate::cli::outcome::named;

/// What stands for standard input instead of a file.
const STANDARD: &str = "-";

/// SGF's number for gomoku.
const GOMOKU: u32 = 4;

/// How many in a row win where nobody says it.
const WIN_LENGTH: u32 = 5;

/// Options that name a position.
#[derive(Debug, Args)]
pub struct PositionOptions {
    /// The moves that lead to it, Black first: h8 h11 h6. Or a record, whose main line is followed to
    /// its end: SGF, stones set up and PL understood, or Piskvork's PSQ; - for standard input
    /// [default: the empty board]
    #[arg(value_name = "MOVE|FILE")]
    position: Vec<OsString>,

    /// The board: one number for a square, or WIDTHxHEIGHT; of records that do not name one
    /// [default: 15]
    #[arg(long, value_name = "N|WxH", value_parser = size, allow_negative_numbers = true)]
    size: Option<(u32, u32)>,

    /// How many in a row win; of records that do not say it [default: 5, or the longer side if that is less]
    #[arg(long, value_name = "N", value_parser = win_length, allow_negative_numbers = true)]
    winlength: Option<u32>,

    /// freestyle, exact, renju or caro; of records that do not name one [default: freestyle]
    #[arg(long, value_name = "RULE", value_parser = rule)]
    rule: Option<Variant>,
}

impl PositionOptions {
    /// The position that they name.
    pub fn board(&self) -> Result<Board, Box<dyn Error>> {
        let words: Vec<_> = self
            .position
            .iter()
            .map(|word| word.to_string_lossy())
            .collect();
        let words: Vec<&str> = words
            .iter()
            .flat_map(|word| word.split_whitespace())
            .collect();
        let moves: Result<Vec<Vertex>, _> = words.iter().map(|word| word.parse()).collect();
        match (moves, self.position.as_slice()) {
            (Ok(moves), _) => self.after(&moves),
            (Err(_), [file]) => {
                let path = Path::new(file);
                if file != STANDARD && !path.exists() {
                    let path = path.display();
                    return Err(
                        bad(format!("{path}: it is no move, and there is no such file")).into(),
                    );
                }
                let name = if file == STANDARD {
                    Path::new("standard input")
                } else {
                    path
                };
                self.end_of(path).map_err(|error| named(name, error))
            }
            (Err(error), _) => {
                let bad_word = words.iter().find(|word| word.parse::<Vertex>().is_err());
                Err(bad(format!("{}: {error}", bad_word.unwrap_or(&""))).into())
            }
        }
    }

    /// The rules of a game of which this is known.
    fn rules(&self, record: &mut GameRecord) -> Result<Rules, Box<dyn Error>> {
        record.size = record.size.or(self.size);
        record.win_length = record.win_length.or(self.winlength);
        record.variant = record.variant.or(self.rule);
        let rules = record.rules(&Rules::default(), WIN_LENGTH);
        rules.map_err(|error| bad(error).into())
    }

    fn after(&self, moves: &[Vertex]) -> Result<Board, Box<dyn Error>> {
        let mut record = GameRecord {
            game: Some(GOMOKU),
            ..GameRecord::default()
        };
        let rules = self.rules(&mut record)?;
        let mut board = Board::new(rules);
        for (index, vertex) in moves.iter().enumerate() {
            let refused = |error: String| bad(format!("move {}, {vertex}: {error}", index + 1));
            let color = board.side_to_move();
            match vertex
                .on_board(&rules)
                .map_err(|error| refused(error.to_string()))?
            {
                Some(point) => {
                    let played = board.play(color, point);
                    played.map_err(|error| refused(error.to_string()))?;
                }
                None => board.pass(color),
            }
        }
        Ok(board)
    }

    fn end_of(&self, path: &Path) -> Result<Board, Box<dyn Error>> {
        let text = if path == Path::new(STANDARD) {
            read_bounded(io::stdin().lock())
        } else {
            File::open(path).and_then(read_bounded)
        };
        let text = text?;
        let mut record = if psq::begins(&text) {
            let reading = psq::read(&text)?;
            if let Some(fault) = reading.fault {
                return Err(format!("line {}: {}", fault.line, fault.what).into());
            }
            reading.record
        } else {
            sgf::read(&text)?
        };
        let rules = self.rules(&mut record)?;
        Ok(record.board(rules, None)?)
    }
}

/// Lines of moves as vertices; `#` begins a comment.
pub fn read_lines(text: &str, rules: &Rules) -> Result<Vec<Vec<Point>>, String> {
    let mut lines = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let words = line
            .split('#')
            .next()
            .unwrap_or_default()
            .split_whitespace();
        let point = |word: &str| {
            let vertex: Vertex = word.parse().map_err(|error| format!("{word}: {error}"))?;
            let point = vertex
                .on_board(rules)
                .map_err(|error| format!("{word}: {error}"))?;
            point.ok_or_else(|| "a pass is no move to try".to_owned())
        };
        let points: Result<Vec<Point>, String> = words.map(point).collect();
        let points = points.map_err(|error| format!("line {}: {error}", number + 1))?;
        if !points.is_empty() {
            lines.push(points);
        }
    }
    Ok(lines)
}

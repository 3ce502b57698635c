//! The head of a proof file: what is claimed, in text, and what the body has to be. `FORMAT.md` beside
//! this file describes it byte by byte.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::game::{Board, Color, Point, Rules, Setup, Variant};
use crate::notation::{Vertex, vertices};

/// The first line of every proof.
const FIRST_LINE: &str = "lianzhu proof 1";

/// The longest head that is read, in bytes.
pub(super) const MAX_HEAD: usize = 1 << 15;

/// What is claimed of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// This colour completes a line, whatever the other one does.
    Win(Color),
    /// The other colour cannot force a line: this one at least draws.
    Hold(Color),
}

/// A position and what is claimed of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The game.
    pub rules: Rules,
    /// The stones of Black and of White, each row by row from the lower left corner.
    pub stones: [Vec<Point>; 2],
    /// Who is to move.
    pub to_move: Color,
    /// What is claimed.
    pub verdict: Verdict,
}

/// How a body is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// Replies of the defender on a board of at most 64 points.
    Hold,
    /// The winner's quiet moves; what threats answer is found by the reader.
    Strategy,
    /// The winner's quiet moves, and all threats.
    Explicit,
}

impl Form {
    const fn name(self) -> &'static str {
        match self {
            Form::Hold => "hold",
            Form::Strategy => "strategy",
            Form::Explicit => "explicit",
        }
    }
}

/// The head of a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// How the body is written.
    pub form: Form,
    /// What it proves.
    pub claim: Claim,
    /// The numbered nodes in the body.
    pub nodes: u64,
    /// The length of the body.
    pub bytes: u64,
    /// The FNV-1a hash of the body.
    pub hash: u64,
}

/// Why the text is no head of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum HeaderError {
    /// A line is not as it has to be; lines count from 1.
    #[error("line {0} of the head cannot be read")]
    Line(usize),
    /// The stones or the claim do not go together with the rules.
    #[error("the head claims something that cannot be")]
    Claim,
}

/// Whether a file that begins so is meant to be a proof.
pub fn is_proof(start: &[u8]) -> bool {
    start.starts_with(FIRST_LINE.as_bytes())
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn color(text: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|&color| name(color) == text)
}

impl fmt::Display for Verdict {
    /// "win black" or "hold white".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Verdict::Win(color) => write!(f, "win {}", name(color)),
            Verdict::Hold(color) => write!(f, "hold {}", name(color)),
        }
    }
}

impl fmt::Display for Header {
    /// The whole head, the empty line at its end included.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let claim = &self.claim;
        let rules = claim.rules;
        let (width, height, n) = (rules.width(), rules.height(), rules.win_length());
        writeln!(f, "{FIRST_LINE}\nform {}", self.form.name())?;
        writeln!(f, "rules {width} {height} {n} {}", rules.variant())?;
        for color in Color::ALL {
            let points = claim.stones[color.index()].iter().copied();
            writeln!(
                f,
                "{}",
                format!("{} {}", name(color), vertices(points)).trim_end()
            )?;
        }
        writeln!(
            f,
            "to-move {}\nclaim {}",
            name(claim.to_move),
            claim.verdict
        )?;
        writeln!(f, "nodes {}\nbytes {}", self.nodes, self.bytes)?;
        writeln!(f, "fnv1a64 {:016x}\n", self.hash)
    }
}

impl FromStr for Header {
    type Err = HeaderError;

    /// Reads what [`Display`](fmt::Display) writes, and nothing else.
    fn from_str(text: &str) -> Result<Header, HeaderError> {
        let lines: Vec<&str> = text.lines().collect();
        let line = |number: usize, word: &str| {
            let rest = lines
                .get(number - 1)
                .and_then(|line| line.strip_prefix(word));
            rest.map(str::trim_start).ok_or(HeaderError::Line(number))
        };
        let number = |at: usize, word: &str, radix: u32| {
            u64::from_str_radix(line(at, word)?, radix).map_err(|_| HeaderError::Line(at))
        };
        line(1, FIRST_LINE)?;
        let form = match line(2, "form")? {
            "hold" => Form::Hold,
            "strategy" => Form::Strategy,
            "explicit" => Form::Explicit,
            _ => return Err(HeaderError::Line(2)),
        };
        let rules = read_rules(line(3, "rules")?).ok_or(HeaderError::Line(3))?;
        let stones = |at: usize, word: &str| {
            read_stones(line(at, word)?, &rules).ok_or(HeaderError::Line(at))
        };
        let header = Header {
            form,
            claim: Claim {
                rules,
                stones: [stones(4, "black")?, stones(5, "white")?],
                to_move: color(line(6, "to-move")?).ok_or(HeaderError::Line(6))?,
                verdict: read_verdict(line(7, "claim")?).ok_or(HeaderError::Line(7))?,
            },
            nodes: number(8, "nodes", 10)?,
            bytes: number(9, "bytes", 10)?,
            hash: number(10, "fnv1a64", 16)?,
        };
        // There is one way to write a head.
        let written = header.to_string();
        if written != text {
            let differs = |(a, b): (&str, &str)| a != b;
            let first = written.lines().zip(text.lines()).position(differs);
            return Err(HeaderError::Line(1 + first.unwrap_or(10)));
        }
        header
            .claim
            .board()
            .map(|_| header)
            .ok_or(HeaderError::Claim)
    }
}

fn read_rules(text: &str) -> Option<Rules> {
    let mut words = text.split(' ');
    let mut number = || words.next()?.parse::<u32>().ok();
    let (width, height, n) = (number()?, number()?, number()?);
    let variant: Variant = words.next()?.parse().ok()?;
    Rules::new(width, height, n, variant).ok()
}

fn read_stones(text: &str, rules: &Rules) -> Option<Vec<Point>> {
    let point = |word: &str| word.parse::<Vertex>().ok()?.on_board(rules).ok()?;
    let points: Option<Vec<Point>> = text.split_ascii_whitespace().map(point).collect();
    points.filter(|points| points.is_sorted_by(|a, b| a < b))
}

fn read_verdict(text: &str) -> Option<Verdict> {
    let (word, who) = text.split_once(' ')?;
    match word {
        "win" => color(who).map(Verdict::Win),
        "hold" => color(who).map(Verdict::Hold),
        _ => None,
    }
}

impl Claim {
    /// The position with the claim, or `None` if the rules have no such position.
    pub fn board(&self) -> Option<Board> {
        let stones = Color::ALL.into_iter().flat_map(|color| {
            let points = self.stones[color.index()].iter();
            points.map(move |&point| (color, point))
        });
        let board = Board::try_from(Setup::new(self.rules, stones, self.to_move)).ok();
        // Nothing is to be proven of a game that is over.
        board.filter(|board| !board.is_decided())
    }
}

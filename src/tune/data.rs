//! The text form of self-play games: a header line, then one game a line.
//!
//! ```text
//! # lianzhu datagen freestyle 15x15 5 nodes 2000 seed 1
//! b H8,J9,G7 J7:-35 K6?12 H6:29990
//! ```
//!
//! A game is its result (`b`, `w` or `d`), its opening, and the moves after it with the score that
//! the search gave the position for the side to move. After `:` the move is the search's own, after `?`
//! it was played at random in place of the search's, or by its opponent: where the header ends in
//! `against scoring errs 10` the search has only one colour in each game. Scores of the opponent's
//! positions are what the search said before its last move, 0 before the first. Where it ends in
//! `starts 4b76bed9761bc817`, games begin with positions of the games with this number. Where it ends in
//! `rescored 6000`, scores are those of searches of so many nodes of the games' positions, see
//! [`rescore`](super::rescore).

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::game::{Color, Point, Rules, Variant};
use crate::notation::Vertex;
use crate::player::PlayerKind;

const MAGIC: &str = "# lianzhu datagen ";

const AGAINST: &str = " against ";

const ERRS: &str = " errs ";

const STARTS: &str = " starts ";

const RESCORED: &str = " rescored ";

/// Why text is no self-play data.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DataError {
    /// The first line is no header.
    #[error("the first line is no header of self-play data")]
    Header,
    /// A line is no game.
    #[error("line {0} is no game")]
    Game(usize),
}

/// How the games of a file came to be: all that they depend on, with the version of the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// What was played.
    pub rules: Rules,
    /// The positions a search might enter for a move.
    pub nodes: u64,
    /// Game `i` depends on the seed and `i` alone, and on the games that `starts` is about.
    pub seed: u64,
    /// The number of the games of whose positions one is what each game begins with; random openings, if `None`.
    pub starts: Option<u64>,
    /// Who plays against the search; itself, if `None`.
    pub opponent: Option<Opponent>,
    /// The positions that a search might enter for a score, if scores are those of other searches than those that
    /// played.
    pub rescored: Option<u64>,
}

/// A weaker player for the search to play against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opponent {
    /// Who.
    pub player: PlayerKind,
    /// One of so many of its moves is drawn from all points near the stones, where no row has to be
    /// blocked; none, if 0.
    pub errs: u32,
}

/// `scoring errs 10`, or `scoring` alone.
impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.errs {
            0 => write!(f, "{}", self.player),
            errs => write!(f, "{}{ERRS}{errs}", self.player),
        }
    }
}

impl Opponent {
    fn read(text: &str) -> Option<Opponent> {
        let (player, errs) = match text.split_once(ERRS) {
            Some((player, errs)) => (player, errs.parse().ok()?),
            None => (text, 0),
        };
        let player = player.parse().ok()?;
        Some(Opponent { player, errs })
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header {
            rules, nodes, seed, ..
        } = self;
        write!(
            f,
            "{MAGIC}{} {}x{} {} nodes {nodes} seed {seed}",
            rules.variant(),
            rules.width(),
            rules.height(),
            rules.win_length()
        )?;
        if let Some(starts) = self.starts {
            write!(f, "{STARTS}{starts:016x}")?;
        }
        if let Some(opponent) = self.opponent {
            write!(f, "{AGAINST}{opponent}")?;
        }
        match self.rescored {
            Some(nodes) => write!(f, "{RESCORED}{nodes}"),
            None => Ok(()),
        }
    }
}

impl FromStr for Header {
    type Err = DataError;

    fn from_str(line: &str) -> Result<Header, DataError> {
        let read = || {
            let line = line.strip_prefix(MAGIC)?;
            let (line, rescored) = match line.split_once(RESCORED) {
                Some((line, nodes)) => (line, Some(nodes.parse().ok()?)),
                None => (line, None),
            };
            let (line, opponent) = match line.split_once(AGAINST) {
                Some((line, opponent)) => (line, Some(Opponent::read(opponent)?)),
                None => (line, None),
            };
            let (line, starts) = match line.split_once(STARTS) {
                Some((line, starts)) => (line, Some(u64::from_str_radix(starts, 16).ok()?)),
                None => (line, None),
            };
            let words: Vec<&str> = line.split(' ').collect();
            let [variant, size, win_length, "nodes", nodes, "seed", seed] = words[..] else {
                return None;
            };
            let variant = Variant::ALL.into_iter().find(|v| v.name() == variant)?;
            let (width, height) = size.split_once('x')?;
            let [width, height, win_length] =
                [width, height, win_length].map(|word| word.parse().ok());
            Some(Header {
                rules: Rules::new(width?, height?, win_length?, variant).ok()?,
                nodes: nodes.parse().ok()?,
                seed: seed.parse().ok()?,
                starts,
                opponent,
                rescored,
            })
        };
        read().ok_or(DataError::Header)
    }
}

/// One move of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// Where.
    pub point: Point,
    /// The search's score of the position before it, for the side to move.
    pub score: i32,
    /// Whether it is not the search's move but a random one or the opponent's.
    pub random: bool,
}

/// One game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// Who won, `None` for a draw.
    pub winner: Option<Color>,
    /// The stones it began with, Black's first.
    pub opening: Vec<Point>,
    /// The moves after them. The last may be a proven win or loss that was not played out.
    pub moves: Vec<Played>,
}

impl Game {
    /// The result for a colour: 1, ½ or 0.
    pub fn result(&self, color: Color) -> f32 {
        match self.winner {
            Some(winner) if winner == color => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    }

    /// Reads one line.
    pub fn read(line: &str, rules: &Rules) -> Option<Game> {
        let point = |text: &str| text.parse::<Vertex>().ok()?.on_board(rules).ok()?;
        let mut words = line.split(' ');
        let winner = match words.next()? {
            "b" => Some(Color::Black),
            "w" => Some(Color::White),
            "d" => None,
            _ => return None,
        };
        let opening = match words.next()? {
            "-" => Some(Vec::new()),
            list => list.split(',').map(point).collect(),
        };
        let moves = words.map(|word| {
            let at = word.find([':', '?'])?;
            Some(Played {
                point: point(&word[..at])?,
                score: word[at + 1..].parse().ok()?,
                random: word.as_bytes()[at] == b'?',
            })
        });
        Some(Game {
            winner,
            opening: opening?,
            moves: moves.collect::<Option<_>>()?,
        })
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.winner {
            Some(Color::Black) => "b ",
            Some(Color::White) => "w ",
            None => "d ",
        })?;
        for (i, &point) in self.opening.iter().enumerate() {
            write!(f, "{}{}", if i > 0 { "," } else { "" }, Vertex::from(point))?;
        }
        if self.opening.is_empty() {
            f.write_str("-")?;
        }
        for played in &self.moves {
            let mark = if played.random { '?' } else { ':' };
            write!(f, " {}{mark}{}", Vertex::from(played.point), played.score)?;
        }
        Ok(())
    }
}

/// Reads a file of games. A last line without its end is left out: it may be cut off.
///
/// # Errors
///
/// If there is no header, or a whole line is no game.
pub fn read_games(text: &str) -> Result<(Header, Vec<Game>), DataError> {
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let mut lines = whole.lines();
    let header: Header = lines.next().ok_or(DataError::Header)?.parse()?;
    let games = lines
        .enumerate()
        .map(|(i, line)| Game::read(line, &header.rules).ok_or(DataError::Game(i + 2)))
        .collect::<Result<_, _>>()?;
    Ok((header, games))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let header = Header {
            rules: Rules::new(15, 20, 6, Variant::Caro).unwrap(),
            nodes: 2000,
            seed: 7,
            starts: None,
            opponent: Some(Opponent {
                player: PlayerKind::Scoring,
                errs: 10,
            }),
            rescored: Some(6000),
        };
        let played = |x, y, score, random| Played {
            point: Point::new(x, y),
            score,
            random,
        };
        let games = vec![
            Game {
                winner: Some(Color::White),
                opening: vec![Point::new(7, 7), Point::new(14, 19)],
                moves: vec![played(0, 0, -35, false), played(3, 1, 29_990, true)],
            },
            Game {
                winner: None,
                opening: Vec::new(),
                moves: Vec::new(),
            },
        ];
        let mut text = format!("{header}\n{}\n{}\n", games[0], games[1]);
        assert_eq!(read_games(&text), Ok((header, games.clone())));
        text.push_str("b H8,J");
        assert_eq!(read_games(&text), Ok((header, games)));
        text.push('\n');
        assert_eq!(read_games(&text), Err(DataError::Game(4)));
        assert_eq!(read_games("b - A1:0\n"), Err(DataError::Header));
    }

    #[test]
    fn a_header_says_who_played() {
        let rules = Rules::new(15, 15, 6, Variant::Freestyle).unwrap();
        let opponent = |player, errs| Some(Opponent { player, errs });
        for (said, starts, opponent, rescored) in [
            ("", None, None, None),
            (" starts 00000000000004d2", Some(1234), None, None),
            (" rescored 700", None, None, Some(700)),
            (
                " against random",
                None,
                opponent(PlayerKind::Random, 0),
                None,
            ),
            (
                " starts 8000000000000000 against scoring errs 10 rescored 1",
                Some(1 << 63),
                opponent(PlayerKind::Scoring, 10),
                Some(1),
            ),
        ] {
            let header = Header {
                rules,
                nodes: 50,
                seed: 9,
                starts,
                opponent,
                rescored,
            };
            let text = format!("# lianzhu datagen freestyle 15x15 6 nodes 50 seed 9{said}");
            assert_eq!(header.to_string(), text);
            assert_eq!(text.parse(), Ok(header));
        }
        let nobody = "# lianzhu datagen freestyle 15x15 6 nodes 50 seed 9 against nobody";
        assert_eq!(nobody.parse::<Header>(), Err(DataError::Header));
        let unknown = "# lianzhu datagen freestyle 15x15 6 nodes 50 seed 9 rescored often";
        assert_eq!(unknown.parse::<Header>(), Err(DataError::Header));
        let nowhere = "# lianzhu datagen freestyle 15x15 6 nodes 50 seed 9 starts here";
        assert_eq!(nowhere.parse::<Header>(), Err(DataError::Header));
    }
}

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// How strong the searching player plays: 1, a child's opponent, to 10, as strong as it can.
///
/// ```
/// use lianzhu::player::Level;
/// assert_eq!(Level::default(), Level::FULL);
/// assert_eq!("3".parse::<Level>().map(Level::number), Ok(3));
/// assert!(Level::new(11).is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// No level has this number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a level is 1 to 10")]
pub struct LevelError;

/// How a move of a level is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    /// By the values of the points after each move, and up to twice `noise`.
    OnePly {
        /// The most that each of two draws adds to a score.
        noise: u32,
    },
    /// By a search of so many positions after each of the moves that look best, and up to twice
    /// `noise`.
    EachMove {
        /// Positions a move.
        nodes: u64,
        /// The most that each of two draws adds to a score.
        noise: u32,
    },
    /// By one search of so many positions.
    Search {
        /// Positions in all.
        nodes: u64,
    },
    /// By one search within the limits.
    Full,
}

/// By level, from 1. Each scores some 75 to 90 % against the one before: see README.
const THOUGHTS: [Method; 10] = [
    Method::OnePly { noise: 1_800 },
    Method::OnePly { noise: 775 },
    Method::OnePly { noise: 150 },
    Method::EachMove {
        nodes: 40,
        noise: 60,
    },
    Method::Search { nodes: 300 },
    Method::Search { nodes: 1_000 },
    Method::Search { nodes: 3_500 },
    Method::Search { nodes: 12_000 },
    Method::Search { nodes: 45_000 },
    Method::Full,
];

impl Level {
    /// Full strength.
    pub const FULL: Level = Level(THOUGHTS.len() as u8);

    /// The level with this number.
    ///
    /// # Errors
    ///
    /// It is not 1 to 10.
    pub fn new(number: u32) -> Result<Level, LevelError> {
        match u8::try_from(number) {
            Ok(number) if (1..=Level::FULL.0).contains(&number) => Ok(Level(number)),
            _ => Err(LevelError),
        }
    }

    /// 1 to 10.
    pub const fn number(self) -> u32 {
        self.0 as u32
    }

    pub(super) const fn thought(self) -> Method {
        THOUGHTS[self.0 as usize - 1]
    }
}

impl Default for Level {
    fn default() -> Level {
        Level::FULL
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Level, LevelError> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| digits);
        number.map_or(Err(LevelError), Level::new)
    }
}

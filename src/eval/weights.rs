//! All weights of the evaluation, and their text form.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use thiserror::Error;

use super::threat_inputs::{OPEN_FOURS, THREAT_INPUTS};
use crate::game::{Color, Rules, Variant};
use crate::pattern::{LinePattern, PATTERN_CODES, pattern_code};

/// Values of points are kept in parts of a score point, so many to one: a position adds up some
/// two hundred of them.
pub const VALUE_SCALE: i16 = 8;

/// The largest weight that is read, either sign: sums of a few stay within 16 bits.
const LARGEST: i16 = 12_000;

/// The longest side of a board that is small.
const SMALL: u8 = 12;

/// The longest side of a board that is not large.
const USUAL: u8 = 17;

/// The weights of one variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    /// Per colour and code of the four line patterns of a point: value (in 1/[`VALUE_SCALE`] of a
    /// score point), attack, defence.
    pub points: [Vec<[i16; 3]>; 2],
    /// What the [threat inputs](super::threat_inputs()) of a position add, for Black and for White
    /// to move; having the move is part of it.
    pub threat_inputs: [Vec<i16>; 2],
    /// What open four points that cannot be used at once add: ours, theirs.
    pub open_fours: [i16; 2],
}

/// Why text is no weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("no weights: line {0}")]
pub struct WeightsError(pub usize);

impl Weights {
    /// The weights the binary ships for these rules. The first call reads them.
    pub fn of(rules: &Rules) -> &'static Weights {
        static WEIGHTS: [OnceLock<Weights>; Fitted::COUNT] =
            [const { OnceLock::new() }; Fitted::COUNT];
        let fitted = Fitted::of(rules);
        WEIGHTS[fitted.index()].get_or_init(|| {
            fitted.text().map_or_else(
                || Weights::prior(rules.variant()),
                |text| text.parse().expect("a test has read the embedded weights"),
            )
        })
    }

    /// Value, attack and defence of a point with these line patterns.
    pub fn of_point(&self, color: Color, line_patterns: [LinePattern; 4]) -> [i16; 3] {
        self.points[color.index()][pattern_code(line_patterns)]
    }
}

/// Which weights play a game.
///
/// Fitted at five in a row, the weights of freestyle also serve the variants that have none of
/// their own and seven in a row and more; at six in a row there are some that make more of an
/// opponent's errors. They do not serve shorter lines: with four in a row a single stone is what an
/// open two is with five, and everything is a tempo earlier. Four in a row has weights fitted to how
/// its games ended, for every variant; with three the prior plays.
/// Networks and policies see lines as they are, and serve five in a row only, on boards of any size;
/// freestyle, which is played on 20x20 and on small boards, has a network for either besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fitted {
    variant: Variant,
    length: Length,
    board: Board,
}

/// By the longer side. Where no size has weights of its own, every board is usual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Board {
    Usual,
    Small,
    Large,
}

impl Board {
    const COUNT: usize = 3;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Length {
    Short,
    Four,
    Five,
    Six,
    Long,
}

impl Length {
    const COUNT: usize = 5;
}

impl Fitted {
    /// The number of different answers.
    pub(super) const COUNT: usize = Board::COUNT * Length::COUNT * Variant::ALL.len();

    pub(super) fn of(rules: &Rules) -> Fitted {
        let variant = rules.variant();
        let length = match rules.win_length() {
            ..4 => Length::Short,
            4 => Length::Four,
            5 => Length::Five,
            6 => Length::Six,
            _ => Length::Long,
        };
        let board = match (variant, length, rules.width().max(rules.height())) {
            (Variant::Freestyle, Length::Five, ..=SMALL) => Board::Small,
            (Variant::Freestyle, Length::Five, side) if side > USUAL => Board::Large,
            _ => Board::Usual,
        };
        Fitted {
            variant,
            length,
            board,
        }
    }

    /// Below [`COUNT`](Fitted::COUNT).
    pub(super) fn index(self) -> usize {
        let kind = self.variant as usize * Length::COUNT + self.length as usize;
        Board::COUNT * kind + self.board as usize
    }

    /// What the binary holds as `text` for these rules, read at the first call.
    pub(super) fn embedded<T: FromStr<Err = WeightsError>>(
        self,
        cells: &'static [OnceLock<Option<T>>; Fitted::COUNT],
        text: fn(Fitted) -> Option<&'static str>,
    ) -> Option<&'static T> {
        let read = |text: &str| text.parse().expect("a test has read what is embedded");
        let cell = cells[self.index()].get_or_init(|| text(self).map(read));
        cell.as_ref()
    }

    /// The text of the weights that the binary holds; `None` where the prior plays.
    fn text(self) -> Option<&'static str> {
        match self.length {
            Length::Short => None,
            Length::Four => Some(include_str!("weights/four.txt")),
            Length::Six => Some(include_str!("weights/six.txt")),
            Length::Five | Length::Long => Some(include_str!("weights/freestyle.txt")),
        }
    }

    /// The text of the policy that the binary holds, if one plays.
    pub(super) fn policy(self) -> Option<&'static str> {
        match (self.variant, self.length) {
            (Variant::Renju, Length::Five) => Some(include_str!("weights/renju-policy.txt")),
            (Variant::Caro, Length::Five) => Some(include_str!("weights/caro-policy.txt")),
            (_, Length::Five) => Some(include_str!("weights/freestyle-policy.txt")),
            _ => None,
        }
    }

    /// The text of the network that the binary holds, if one plays.
    pub(super) fn network(self) -> Option<&'static str> {
        if self.length != Length::Five {
            return None;
        }
        Some(match (self.variant, self.board) {
            (Variant::Renju, _) => include_str!("weights/renju-net.txt"),
            (Variant::Caro, _) => include_str!("weights/caro-net.txt"),
            (Variant::Exact, _) => include_str!("weights/exact-net.txt"),
            (Variant::Freestyle, Board::Usual) => include_str!("weights/freestyle-net.txt"),
            (Variant::Freestyle, Board::Small) => include_str!("weights/freestyle-small-net.txt"),
            (Variant::Freestyle, Board::Large) => include_str!("weights/freestyle-large-net.txt"),
        })
    }
}

/// Lines of words: a colour (`black`, `white` or `both`), `points` or `threat inputs`, then as many lines
/// as there are codes with three numbers each, or lines of 64 numbers for the threat inputs. `#`
/// begins a comment line.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let same =
            self.points[0] == self.points[1] && self.threat_inputs[0] == self.threat_inputs[1];
        let colors: &[(&str, usize)] = if same {
            &[("both", 0)]
        } else {
            &[("black", 0), ("white", 1)]
        };
        for &(name, color) in colors {
            writeln!(f, "{name} threat inputs")?;
            for row in self.threat_inputs[color].chunks(64) {
                let row: Vec<String> = row.iter().map(i16::to_string).collect();
                writeln!(f, "{}", row.join(" "))?;
            }
            writeln!(f, "{name} points")?;
            for [value, attack, defence] in &self.points[color] {
                writeln!(f, "{value} {attack} {defence}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Weights {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Weights, WeightsError> {
        let mut weights = Weights {
            points: [Vec::new(), Vec::new()],
            threat_inputs: [Vec::new(), Vec::new()],
            open_fours: OPEN_FOURS,
        };
        let mut colors = 0..0;
        let mut points = false;
        for (i, line) in text.lines().enumerate() {
            let error = WeightsError(i + 1);
            if line.starts_with('#') {
                continue;
            }
            if let Some((color, what)) = line.split_once(' ')
                && let Some(section) = section(color)
            {
                colors = section;
                points = match what {
                    "points" => true,
                    "threat inputs" => false,
                    _ => return Err(error),
                };
                continue;
            }
            let number = |word: &str| word.parse().ok().filter(|w: &i16| w.abs() <= LARGEST);
            let row: Option<Vec<i16>> = line.split(' ').map(number).collect();
            let row = row.ok_or(error)?;
            for color in colors.clone() {
                if points {
                    weights.points[color].push(row.as_slice().try_into().map_err(|_| error)?);
                } else {
                    weights.threat_inputs[color].extend_from_slice(&row);
                }
            }
        }
        let whole = weights
            .points
            .iter()
            .all(|points| points.len() == PATTERN_CODES)
            && weights
                .threat_inputs
                .iter()
                .all(|threat_inputs| threat_inputs.len() == THREAT_INPUTS);
        if whole {
            Ok(weights)
        } else {
            Err(WeightsError(text.lines().count()))
        }
    }
}

/// The colours a section is about, by index.
fn section(color: &str) -> Option<std::ops::Range<usize>> {
    match color {
        "both" => Some(0..2),
        "black" => Some(0..1),
        "white" => Some(1..2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for variant in Variant::ALL {
            let weights = Weights::prior(variant);
            let text = format!("# a note\n{weights}");
            assert_eq!(text.parse::<Weights>().unwrap(), weights);
            let cut = &text[..text.len() - 10];
            assert!(cut.parse::<Weights>().is_err());
            assert!(text.replacen(' ', " x", 5).parse::<Weights>().is_err());
        }
    }

    #[test]
    fn shipped_weights_are_whole() {
        for variant in Variant::ALL {
            for (length, fitted) in [(3, false), (4, true), (5, true), (6, true), (7, true)] {
                let Ok(rules) = Rules::new(15, 15, length, variant) else {
                    continue;
                };
                let text = Fitted::of(&rules).text();
                assert_eq!(text.is_some(), fitted);
                let weights =
                    text.map_or_else(|| Weights::prior(variant), |text| text.parse().unwrap());
                assert_eq!(weights == Weights::prior(variant), !fitted, "{rules:?}");
                assert_eq!(&weights, Weights::of(&rules));
            }
        }
        let six = Rules::new(15, 15, 6, Variant::Freestyle).unwrap();
        let seven = Rules::new(15, 15, 7, Variant::Freestyle).unwrap();
        assert_ne!(Weights::of(&six), Weights::of(&seven));
        assert_ne!(Weights::of(&six), &Weights::prior(Variant::Freestyle));
        let four = Rules::new(15, 15, 4, Variant::Exact).unwrap();
        let five = Rules::new(15, 15, 5, Variant::Exact).unwrap();
        assert_ne!(Weights::of(&four), Weights::of(&five));
        let three = Rules::new(15, 15, 3, Variant::Exact).unwrap();
        assert_eq!(&Weights::prior(Variant::Exact), Weights::of(&three));
    }
}

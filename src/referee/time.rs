//! How long an engine may think, and the referee's own clock that holds it to it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::clock;

/// The time an engine is given: for the whole game, for one move, both or neither.
///
/// Written `none`, `60` (seconds for the game), `60+0.5` (and half a second more after each move:
/// Fischer), `2/move` (each move), or both kinds with a comma between them: `60+0.5,5/move`.
///
/// ```
/// use lianzhu::referee::TimeControl;
/// let control: TimeControl = "60+0.5,5/move".parse()?;
/// assert_eq!(control.to_string(), "60+0.5,5/move");
/// assert!("60+".parse::<TimeControl>().is_err());
/// # Ok::<(), lianzhu::referee::ParseTimeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// The time for all moves of one game.
    pub game: Option<Duration>,
    /// What is added to it after each move.
    pub increment: Duration,
    /// The most that one move may take.
    pub per_move: Option<Duration>,
}

/// Why text is no time control.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is no time control: write none, 60, 60+0.5, 2/move or 60+0.5,5/move (seconds)")]
pub struct ParseTimeError(String);

impl FromStr for TimeControl {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<TimeControl, ParseTimeError> {
        read(text).ok_or_else(|| ParseTimeError(text.to_owned()))
    }
}

fn read(text: &str) -> Option<TimeControl> {
    let mut control = TimeControl::default();
    if text == "none" {
        return Some(control);
    }
    for part in text.split(',') {
        if let Some(move_time) = part.strip_suffix("/move") {
            if control.per_move.replace(seconds(move_time)?).is_some() {
                return None;
            }
            continue;
        }
        let (game, increment) = part.split_once('+').unwrap_or((part, "0"));
        if control.game.replace(seconds(game)?).is_some() {
            return None;
        }
        control.increment = seconds(increment)?;
    }
    let can_move = |time: Option<Duration>| time.is_none_or(|time| !time.is_zero());
    (can_move(control.game) && can_move(control.per_move)).then_some(control)
}

/// Decimal seconds without sign or exponent.
fn seconds(text: &str) -> Option<Duration> {
    let plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    clock::seconds(text).ok().filter(|_| plain)
}

impl TryFrom<String> for TimeControl {
    type Error = ParseTimeError;

    fn try_from(text: String) -> Result<TimeControl, ParseTimeError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(game) = self.game {
            write!(f, "{}", game.as_secs_f64())?;
            if !self.increment.is_zero() {
                write!(f, "+{}", self.increment.as_secs_f64())?;
            }
        }
        match (self.game, self.per_move) {
            (None, None) => f.write_str("none"),
            (_, None) => Ok(()),
            (None, Some(time)) => write!(f, "{}/move", time.as_secs_f64()),
            (Some(_), Some(time)) => write!(f, ",{}/move", time.as_secs_f64()),
        }
    }
}

/// What is left to one engine in one game.
#[derive(Debug, Clone)]
pub(super) struct GameClock {
    control: TimeControl,
    left: Option<Duration>,
}

impl GameClock {
    /// A full clock.
    pub(super) fn new(control: TimeControl) -> GameClock {
        GameClock {
            control,
            left: control.game,
        }
    }

    /// What the engine is told: how its time is counted.
    pub(super) fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The time left for the game; `None` without a limit.
    pub(super) fn left(&self) -> Option<Duration> {
        self.left
    }

    /// The longest the next move may take; `None` without a limit.
    pub(super) fn limit(&self) -> Option<Duration> {
        match (self.left, self.control.per_move) {
            (Some(left), Some(per_move)) => Some(left.min(per_move)),
            (left, per_move) => left.or(per_move),
        }
    }

    /// Takes the time of one move off; false if it was more than the limit and the margin.
    pub(super) fn spend(&mut self, taken: Duration, margin: Duration) -> bool {
        let in_time = self
            .limit()
            .is_none_or(|limit| taken <= limit.saturating_add(margin));
        if let Some(left) = &mut self.left {
            *left = left
                .saturating_sub(taken)
                .saturating_add(self.control.increment);
        }
        in_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn every_form_is_read_and_written_alike() {
        for text in [
            "none",
            "60",
            "60+0.5",
            "2/move",
            "60+0.5,5/move",
            "0.05/move",
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), text);
        }
        for text in [
            "",
            "+",
            "60+",
            "-1",
            "1e3",
            "60/move/move",
            "1,2",
            "1/move,2/move",
            "inf",
            "NaN",
            "0",
            "0/move",
            "99999999999",
            "60 ",
            ".",
            "1+-1",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn the_clock_takes_off_and_adds() {
        let mut clock = GameClock::new("1+0.1,0.8/move".parse().unwrap());
        assert_eq!(clock.limit(), Some(ms(800)));
        assert!(clock.spend(ms(700), ms(10)));
        assert_eq!(clock.left(), Some(ms(400)));
        assert!(clock.spend(ms(405), ms(10)), "within the margin");
        assert_eq!(clock.left(), Some(ms(100)));
        assert!(!clock.spend(ms(111), ms(10)));
    }

    #[test]
    fn no_limit_is_never_exceeded() {
        let mut clock = GameClock::new(TimeControl::default());
        assert_eq!(clock.limit(), None);
        assert!(clock.spend(ms(1_000_000), ms(0)));
    }
}

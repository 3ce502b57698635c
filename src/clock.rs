//! Time: the time settings of a game, what is left on both clocks, the budget of one move, and the
//! limits and the stop token that a thinking player obeys; and who [watches](Watch) longer work.
//!
//! The clocks of a game are not read here: whoever measures tells [`Clock::spend`] what a move took.

mod cputime;
#[cfg(target_family = "wasm")]
mod host;
mod lag;
mod stop;
mod watch;

use std::time::Duration;

use thiserror::Error;

use crate::game::Color;

pub use cputime::processor_time;
#[cfg(target_family = "wasm")]
pub use host::Instant;
pub use lag::Lag;
#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;
pub use stop::StopToken;
pub use watch::{Progress, Watch};

/// The longest time that can be given, in seconds: about thirty years.
pub const MAX_SECONDS: f64 = 1e9;

/// Text that is no time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not a time in seconds from 0 to 1000000000")]
pub struct SecondsError;

/// Reads a time in seconds, decimals allowed.
///
/// # Errors
///
/// Not a finite number from 0 to [`MAX_SECONDS`].
///
/// ```
/// use lianzhu::clock::seconds;
/// use std::time::Duration;
/// assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
/// assert!(seconds("-1").is_err() && seconds("inf").is_err() && seconds("").is_err());
/// ```
pub fn seconds(text: &str) -> Result<Duration, SecondsError> {
    let value: f64 = text.parse().map_err(|_| SecondsError)?;
    if !(0.0..=MAX_SECONDS).contains(&value) {
        return Err(SecondsError);
    }
    Duration::try_from_secs_f64(value).map_err(|_| SecondsError)
}

/// How the time of a game is given. The same for both colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TimeSettings {
    /// No limit.
    #[default]
    None,
    /// One stretch of time for the whole game.
    Absolute {
        /// For all moves together.
        main: Duration,
    },
    /// Main time, then periods: a move within one period costs nothing, a longer one costs the
    /// periods it runs through.
    ByoYomi {
        /// Before the first period begins.
        main: Duration,
        /// The length of one period.
        period: Duration,
        /// How many periods there are.
        periods: u32,
    },
    /// Main time, then again and again a number of stones to be played within a period.
    Canadian {
        /// Before the first period begins.
        main: Duration,
        /// The length of one period.
        period: Duration,
        /// The stones to be played within it.
        stones: u32,
    },
    /// Main time that grows by an increment with every move made.
    Fischer {
        /// At the start.
        main: Duration,
        /// Added after each move.
        increment: Duration,
    },
    /// The same time for every move; what is not used is lost.
    PerMove {
        /// For one move.
        time: Duration,
    },
}

impl TimeSettings {
    /// What the three numbers of GTP's `time_settings` mean: Canadian time; without stones and
    /// period only the main time, without stones but with a period no limit.
    ///
    /// ```
    /// use lianzhu::clock::TimeSettings;
    /// use std::time::Duration;
    /// let s = Duration::from_secs;
    /// assert_eq!(TimeSettings::gtp(s(0), s(1), 0), TimeSettings::None);
    /// assert_eq!(TimeSettings::gtp(s(60), s(0), 0), TimeSettings::Absolute { main: s(60) });
    /// ```
    pub fn gtp(main: Duration, period: Duration, stones: u32) -> TimeSettings {
        if period.is_zero() {
            TimeSettings::Absolute { main }
        } else if stones == 0 {
            TimeSettings::None
        } else {
            TimeSettings::Canadian {
                main,
                period,
                stones,
            }
        }
    }

    fn start(self) -> Option<Left> {
        let overtime = |main: Duration, period, units| {
            if main.is_zero() && units > 0 {
                Left {
                    time: period,
                    units,
                }
            } else {
                Left {
                    time: main,
                    units: 0,
                }
            }
        };
        match self {
            TimeSettings::None => None,
            TimeSettings::Absolute { main: time }
            | TimeSettings::Fischer { main: time, .. }
            | TimeSettings::PerMove { time } => Some(Left { time, units: 0 }),
            TimeSettings::ByoYomi {
                main,
                period,
                periods: units,
            }
            | TimeSettings::Canadian {
                main,
                period,
                stones: units,
            } => Some(overtime(main, period, units)),
        }
    }
}

/// What one side has left: in main time `units` is 0; in overtime it is the number of stones
/// (Canadian) or periods (byo-yomi) left, the current one included, and `time` is what is left of
/// the current period. This is how GTP's `time_left` speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    /// Main time, or the rest of the current period.
    pub time: Duration,
    /// 0 in main time, else the stones or periods left.
    pub units: u32,
}

/// How long one move may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// What the move should usually take: past this, no new iteration is worth starting. Never above
    /// `hard`.
    pub soft: Duration,
    /// What it must not pass.
    pub hard: Duration,
}

impl Budget {
    fn new(soft: Duration, hard: Duration) -> Budget {
        Budget {
            soft: soft.min(hard),
            hard,
        }
    }

    /// The budget of a move with a fixed time, of which `overhead` is kept for the way to the GUI, or
    /// three tenths of the time if that is less.
    pub fn per_move(time: Duration, overhead: Duration) -> Budget {
        Budget::new(nine_tenths(time), less_margin(time, overhead))
    }

    /// Whether a search that has just finished an iteration after `elapsed` should answer instead of
    /// beginning another, where the move is worth so many times the usual time.
    ///
    /// Where nearly all the time may be spent anyway, what is left over is lost, and the best move of
    /// an unfinished iteration counts: there is no reason to stop. Otherwise a clear move saves time
    /// for later, and an unclear one takes more.
    pub fn is_spent(self, elapsed: Duration, worth: f64) -> bool {
        if self.soft.saturating_mul(10) >= self.hard.saturating_mul(9) {
            return elapsed >= self.hard;
        }
        let usual = Duration::try_from_secs_f64(self.soft.as_secs_f64() * worth.max(0.0));
        elapsed >= usual.unwrap_or(self.hard).min(self.hard)
    }

    /// What is left of a budget after so much of it.
    pub fn less(self, spent: Duration) -> Budget {
        Budget {
            soft: self.soft.saturating_sub(spent),
            hard: self.hard.saturating_sub(spent),
        }
    }

    /// The tighter of two budgets, in each of its two numbers.
    pub fn min(self, other: Budget) -> Budget {
        Budget::new(self.soft.min(other.soft), self.hard.min(other.hard))
    }
}

/// What is kept in hand of a move's time if nothing else is said, for the pipes and whoever reads them:
/// of 4,000 moves of matches none came more than 7 ms late where no processor had other work. What other
/// work takes is seen by [`Lag`].
pub const DEFAULT_OVERHEAD: Duration = Duration::from_millis(10);

/// The moves to come together keep at most a third of the game's time in hand.
const RESERVE_SHARE: u32 = 3;

/// A move takes at most 1/6 of the time that a game has left.
const HARD_SHARE: u32 = 6;

/// A move should take 1/17 of the time that a game has left: games last some 20 to 30 moves a side, of
/// which the early ones get the most.
const SOFT_SHARE: u32 = 17;

/// `time` without the margin; a short time keeps three tenths of itself in hand.
fn less_margin(time: Duration, overhead: Duration) -> Duration {
    time - overhead.min(time.saturating_mul(3) / 10)
}

fn nine_tenths(time: Duration) -> Duration {
    time.saturating_mul(9) / 10
}

/// How many moves of one side a game may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moves {
    /// From its beginning on.
    pub all: u32,
    /// From now on, the next one included.
    pub left: u32,
}

/// Both clocks of a game.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    settings: TimeSettings,
    left: [Option<Left>; 2],
    /// The most that each side had of a game's time.
    whole: [Duration; 2],
}

impl Clock {
    /// Clocks at their start.
    pub fn new(settings: TimeSettings) -> Clock {
        let left = settings.start();
        Clock {
            settings,
            left: [left; 2],
            whole: [left.map_or(Duration::ZERO, |left| left.time); 2],
        }
    }

    /// How the time is given.
    pub fn settings(&self) -> TimeSettings {
        self.settings
    }

    /// Sets both clocks back to their start, for a new game under the same settings.
    pub fn restart(&mut self) {
        *self = Clock::new(self.settings);
    }

    /// What `color` has left; `None` without a limit.
    pub fn left(&self, color: Color) -> Option<Left> {
        self.left[color.index()]
    }

    /// Corrects a clock to what the other side of the protocol says. It counts also when there
    /// are no time settings.
    pub fn set_left(&mut self, color: Color, left: Left) {
        self.left[color.index()] = Some(left);
        let whole = &mut self.whole[color.index()];
        *whole = left.time.max(*whole);
    }

    /// Takes the time of a move off the clock of `color`. A clock that runs out stands at 0.
    pub fn spend(&mut self, color: Color, taken: Duration) {
        let settings = self.settings;
        if let Some(left) = &mut self.left[color.index()] {
            *left = left.after(settings, taken);
        }
    }

    /// How long the next move of `color` may take; `None` without a limit.
    ///
    /// Of a game's time a sixth at most. `overhead` is always kept in hand, or three tenths of the
    /// move's time if that is less; where no move brings new time, something is kept for each of the
    /// `moves` to come, too.
    pub fn budget(&self, color: Color, overhead: Duration, moves: Moves) -> Option<Budget> {
        let left = self.left[color.index()]?;
        let less_margin = |time| less_margin(time, overhead);
        let per_move = |time| Budget::per_move(time, overhead);
        let share = |time: Duration| Budget::new(time / SOFT_SHARE, less_margin(time / HARD_SHARE));
        // What every move may take, however little main time is left.
        let with_floor = |main: Duration, floor: Duration| {
            let (share, floor) = (share(main), per_move(floor));
            Budget::new(share.soft.max(floor.soft), share.hard.max(floor.hard))
        };
        let per_stone = |time: Duration, stones: u32| time / stones.max(1);
        let budget = match self.settings {
            TimeSettings::PerMove { .. } => per_move(left.time),
            TimeSettings::Fischer { increment, .. } => {
                let all = less_margin(left.time);
                let hard = (left.time / HARD_SHARE).saturating_add(increment).min(all);
                let most_of_increment = increment.saturating_mul(3) / 4;
                let soft = (left.time / SOFT_SHARE).saturating_add(most_of_increment);
                Budget::new(soft, less_margin(hard))
            }
            TimeSettings::ByoYomi {
                period, periods, ..
            } if periods > 0 => match left.units {
                0 => with_floor(left.time, period),
                _ => per_move(left.time),
            },
            TimeSettings::Canadian { period, stones, .. } if left.units == 0 => {
                with_floor(left.time, per_stone(period, stones))
            }
            _ if left.units == 0 => {
                let whole = self.whole[color.index()];
                let most = whole / RESERVE_SHARE / moves.all.max(1);
                let later = most.min(overhead);
                let reserve = later.saturating_mul(moves.left);
                share(left.time.saturating_sub(reserve))
            }
            // Stones to play in what is left of a period: the last one may take it all, the others
            // leave half of its usual share to each that follows.
            _ => {
                let fair = per_stone(left.time, left.units);
                let usual = match self.settings {
                    TimeSettings::Canadian { period, stones, .. } => per_stone(period, stones),
                    _ => fair,
                };
                let others = usual.saturating_mul(left.units - 1) / 2;
                let hard = left.time.saturating_sub(others).max(fair);
                let hard = hard.min(fair.saturating_mul(2));
                Budget::new(nine_tenths(fair), less_margin(hard))
            }
        };
        Some(budget)
    }
}

impl Left {
    fn after(self, settings: TimeSettings, taken: Duration) -> Left {
        let main = self.time.saturating_sub(taken);
        match settings {
            TimeSettings::PerMove { .. } => self,
            TimeSettings::Fischer { increment, .. } => Left {
                time: main.saturating_add(increment),
                units: 0,
            },
            TimeSettings::ByoYomi {
                period, periods, ..
            } if periods > 0 && !period.is_zero() => self.after_byo_yomi(period, periods, taken),
            TimeSettings::Canadian { period, stones, .. } if self.units == 0 && stones > 0 => {
                match taken.checked_sub(self.time) {
                    Some(over) => Left {
                        time: period,
                        units: stones,
                    }
                    .after_stone(over, Some((period, stones)), !over.is_zero()),
                    None => Left {
                        time: main,
                        units: 0,
                    },
                }
            }
            TimeSettings::Canadian { period, stones, .. } => {
                self.after_stone(taken, Some((period, stones)), true)
            }
            _ if self.units == 0 => Left {
                time: main,
                units: 0,
            },
            _ => self.after_stone(taken, None, true),
        }
    }

    fn after_byo_yomi(self, period: Duration, periods: u32, taken: Duration) -> Left {
        let (units, over) = match (self.units, taken.checked_sub(self.time)) {
            // Main time lasts.
            (0, None) => {
                return Left {
                    time: self.time - taken,
                    units: 0,
                };
            }
            (0, Some(over)) => (periods, over),
            // The period lasts.
            (units, None) => (units, Duration::ZERO),
            (units, Some(over)) => (units - 1, over),
        };
        let gone = u32::try_from(over.as_nanos() / period.as_nanos()).unwrap_or(u32::MAX);
        match units.saturating_sub(gone) {
            0 => Left {
                time: Duration::ZERO,
                units: 1,
            },
            units => Left {
                time: period,
                units,
            },
        }
    }

    /// After a move in Canadian overtime; `renewed` is the period that begins when all stones
    /// are played, `counted` says whether the move was one of the period's stones.
    fn after_stone(self, taken: Duration, renewed: Option<(Duration, u32)>, counted: bool) -> Left {
        let time = self.time.saturating_sub(taken);
        let units = self.units - u32::from(counted && self.units > 0);
        match renewed {
            Some((period, stones)) if units == 0 => Left {
                time: period,
                units: stones,
            },
            _ => Left {
                time,
                units: units.max(1),
            },
        }
    }
}

/// What a player's thinking is bounded by; `None` in a field is no bound. The tightest one counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Time, counted from the start of the thinking.
    pub time: Option<Budget>,
    /// Nodes. With this bound alone a search on one thread reads no clock.
    pub nodes: Option<u64>,
    /// Plies of the main search.
    pub depth: Option<u32>,
}

#[cfg(test)]
mod tests;

//! Which games are played, in which order, and which of them here.

use std::fmt;
use std::str::FromStr;

use super::settings::{Format, MatchSettings, SettingsError};
use crate::openings::{Opening, fingerprint};

/// A part of a schedule: `I/N`, the I-th of N parts, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    part: u64,
    of: u64,
}

impl Shard {
    /// The whole schedule.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Whether it plays this pair of games.
    fn has(&self, pair: u64) -> bool {
        pair % self.of == self.part - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let read = || {
            let (part, of) = text.split_once('/')?;
            let (part, of) = (part.parse().ok()?, of.parse().ok()?);
            (1 <= part && part <= of).then_some(Shard { part, of })
        };
        read().ok_or_else(|| "I/N is wanted, I from 1 to N, as in 3/8".to_owned())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

/// One game of the schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fixture<'a> {
    /// Its number, from 0.
    pub game: u64,
    /// The number it shares with the game of the same opening with colours swapped.
    pub pair: u64,
    /// Which engine plays Black.
    pub black: usize,
    /// Which engine plays White.
    pub white: usize,
    /// How it begins.
    pub opening: &'a Opening,
}

/// All games of a match. Round after round, every two engines that meet play the next opening from
/// both sides, so that at any moment all have played nearly the same number of games.
#[derive(Debug, Clone)]
pub struct Schedule {
    meetings: Vec<(usize, usize)>,
    games: u64,
    openings: Vec<Opening>,
}

impl Schedule {
    /// The schedule of these settings: the same wherever they are the same.
    ///
    /// # Errors
    ///
    /// The openings cannot be had.
    pub fn new(settings: &MatchSettings) -> Result<Schedule, SettingsError> {
        let count = settings.engines.len();
        let meetings = match settings.format {
            Format::Gauntlet => (1..count).map(|other| (0, other)).collect(),
            Format::RoundRobin => (0..count)
                .flat_map(|a| (a + 1..count).map(move |b| (a, b)))
                .collect(),
        };
        Ok(Schedule {
            meetings,
            games: settings.games,
            openings: settings.openings()?,
        })
    }

    /// How often each opening comes again in the games of any two engines; 1 if it does not. Two
    /// engines that always answer the same play the same games then, and the errors in the tables
    /// are too small.
    pub fn repetitions(&self) -> u64 {
        let openings = self.openings.len().max(1) as u64;
        self.games.div_ceil(2).div_ceil(openings).max(1)
    }

    /// The games of all parts together.
    pub fn total(&self) -> u64 {
        self.meetings.len() as u64 * self.games
    }

    /// The games of one part, in order. A pair of games is never split between parts.
    pub fn fixtures(&self, shard: Shard) -> impl Iterator<Item = Fixture<'_>> {
        (0..self.end() / 2)
            .filter(move |&pair| shard.has(pair))
            .flat_map(move |pair| [pair * 2, pair * 2 + 1])
            .filter_map(|game| self.fixture(game))
    }

    /// A number above those of all games; numbers may be left out where two engines play an odd
    /// number of games.
    pub(super) fn end(&self) -> u64 {
        self.games.div_ceil(2) * self.meetings.len() as u64 * 2
    }

    /// The game with this number, if the schedule has it.
    pub fn fixture(&self, game: u64) -> Option<Fixture<'_>> {
        let meetings = self.meetings.len() as u64;
        let pair = game / 2;
        let round = pair.checked_div(meetings)?;
        let swapped = game % 2;
        if round * 2 + swapped >= self.games {
            return None;
        }
        let (first, second) = *self.meetings.get((pair % meetings) as usize)?;
        let (black, white) = if swapped == 0 {
            (first, second)
        } else {
            (second, first)
        };
        let opening = self
            .openings
            .get(round as usize % self.openings.len().max(1))?;
        Some(Fixture {
            game,
            pair,
            black,
            white,
            opening,
        })
    }

    /// A number that tells these openings, in this order, from others.
    pub fn fingerprint(&self) -> String {
        let number = fingerprint(self.openings.iter().map(Opening::points));
        format!("{number:016x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::referee::settings::OpeningSource;
    use std::collections::HashSet;

    fn settings(engines: usize, format: Format, games: u64) -> MatchSettings {
        MatchSettings {
            engines: (0..engines)
                .map(|i| format!("name=e{i} cmd=x").parse().unwrap())
                .collect(),
            rules: Rules::default().into(),
            format,
            games,
            openings: OpeningSource::Random(2, 4),
            symmetries: false,
            shuffle: false,
            seed: 7,
            margin: 0.1,
            grace: 1.0,
            stall: 10.0,
            draw_after: None,
            resign: None,
            sprt: None,
        }
    }

    #[test]
    fn everyone_meets_everyone_with_both_colours() {
        let schedule = Schedule::new(&settings(4, Format::RoundRobin, 6)).unwrap();
        let all: Vec<_> = schedule.fixtures(Shard::WHOLE).collect();
        assert_eq!((all.len() as u64, schedule.total()), (36, 36));
        for a in 0..4 {
            for b in (0..4).filter(|&b| b != a) {
                let games = all.iter().filter(|f| (f.black, f.white) == (a, b));
                assert_eq!(games.count(), 3, "{a} {b}");
            }
        }
        for two in all.chunks(2) {
            assert_eq!(two[0].pair, two[1].pair);
            assert_eq!(two[0].opening, two[1].opening);
            assert_eq!((two[0].black, two[0].white), (two[1].white, two[1].black));
        }
        assert_ne!(
            all[0].opening, all[12].opening,
            "the next round, the next opening"
        );
    }

    #[test]
    fn a_gauntlet_and_an_odd_number_of_games() {
        let schedule = Schedule::new(&settings(3, Format::Gauntlet, 3)).unwrap();
        let all: Vec<_> = schedule.fixtures(Shard::WHOLE).collect();
        assert_eq!((all.len() as u64, schedule.total()), (6, 6));
        assert!(all.iter().all(|f| f.black == 0 || f.white == 0));
    }

    #[test]
    fn the_default_set_grows_before_it_is_repeated() {
        let repetitions = |openings, games| {
            let mut settings = settings(2, Format::RoundRobin, games);
            settings.openings = openings;
            Schedule::new(&settings).unwrap().repetitions()
        };
        // More than a hundred openings, nearly each in eight ways.
        assert_eq!(repetitions(OpeningSource::Default, 100), 1);
        assert_eq!(repetitions(OpeningSource::Default, 1600), 1);
        assert_eq!(repetitions(OpeningSource::Default, 2000), 2);
        assert_eq!(repetitions(OpeningSource::Final, 900), 1);
        assert_eq!(repetitions(OpeningSource::Empty, 10), 5);
        assert_eq!(repetitions(OpeningSource::Random(2, 5), 3000), 1);
    }

    #[test]
    fn shards_share_out_the_games() {
        let schedule = Schedule::new(&settings(3, Format::RoundRobin, 10)).unwrap();
        let all: HashSet<u64> = schedule.fixtures(Shard::WHOLE).map(|f| f.game).collect();
        let mut parts = HashSet::new();
        for shard in ["1/4", "2/4", "3/4", "4/4"] {
            for fixture in schedule.fixtures(shard.parse().unwrap()) {
                assert!(parts.insert(fixture.game), "{shard}");
            }
        }
        assert_eq!(parts, all);
        for text in ["0/4", "5/4", "1", "1/0", "a/b", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_fingerprint_follows_the_openings() {
        let mut settings = settings(2, Format::RoundRobin, 20);
        let first = Schedule::new(&settings).unwrap().fingerprint();
        assert_eq!(Schedule::new(&settings).unwrap().fingerprint(), first);
        settings.seed = 8;
        assert_ne!(Schedule::new(&settings).unwrap().fingerprint(), first);
    }
}

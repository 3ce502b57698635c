use std::fmt::Write;
use std::io;
use std::ops::RangeInclusive;
use std::path::Path;

use super::asked::Asked;
use super::opening::Opening;
use super::random::RandomOpenings;
use super::shuffle::shuffle;
use crate::clock::Watch;
use crate::files::write_whole;
use crate::game::Rules;

/// Candidates looked at for each opening that is wanted, before the search is given up, and since the
/// last with some number of stones, before there are no more of that number: while there are new
/// ones, even 29 stones, most of which make a threat, come more often.
const CANDIDATES: usize = 20_000;

/// What a set of balanced openings shall be.
#[derive(Debug, Clone, PartialEq)]
pub struct SetPlan {
    /// For which game.
    pub rules: Rules,
    /// How many stones; each number gets its share of the openings.
    pub stones: RangeInclusive<u8>,
    /// How many openings.
    pub count: usize,
    /// What the candidates and the order of the set depend on.
    pub seed: u64,
}

/// A set that was made, and what it took.
#[derive(Debug, Clone, PartialEq)]
pub struct MadeSet {
    /// The openings in the order of the set, named from 1. Fewer than planned if the board has no
    /// more.
    pub openings: Vec<Opening>,
    /// How many candidates were asked about.
    pub asked: usize,
    /// Whether it was stopped before it was whole.
    pub stopped: bool,
}

/// The file that a set is written to.
#[derive(Clone, Copy)]
pub struct SetFile<'a> {
    /// Where it is.
    pub path: &'a Path,
    /// Its text.
    pub text: &'a dyn Fn(&MadeSet) -> String,
}

impl SetPlan {
    /// Makes the set: [random openings](RandomOpenings) that `is_fair` agrees to, as many of each
    /// number of stones as of any other (one more of the smaller ones where that does not come out
    /// even), in an order that mixes them. Depends on the plan and the answers alone. `watch` hears
    /// of every candidate; where it stops this, or `is_fair` says nothing, the set is what has been
    /// found so far.
    ///
    /// # Errors
    ///
    /// What `is_fair` says.
    pub fn make<E>(
        &self,
        watch: &Watch<'_>,
        mut is_fair: impl FnMut(&Opening) -> Result<Option<bool>, E>,
    ) -> Result<MadeSet, E> {
        let (low, high) = (*self.stones.start(), *self.stones.end());
        let kinds = usize::from(high.saturating_sub(low)) + 1;
        let share = |kind: usize| self.count / kinds + usize::from(kind < self.count % kinds);
        let mut wanted: Vec<usize> = (0..kinds).map(share).collect();
        let mut made = MadeSet {
            openings: Vec::new(),
            asked: 0,
            stopped: false,
        };
        let most = self.count.saturating_mul(CANDIDATES);
        // How many candidates have come since the last of a kind.
        let mut since = vec![0; kinds];
        for opening in RandomOpenings::new(self.rules, self.stones.clone(), self.seed).take(most) {
            let mut open = wanted.iter().zip(&since);
            if open.all(|(&left, &since)| left == 0 || since >= CANDIDATES) {
                break;
            }
            let Some(kind) = opening.points().len().checked_sub(low.into()) else {
                continue;
            };
            since.iter_mut().for_each(|since| *since += 1);
            let (Some(left), Some(since)) = (wanted.get_mut(kind), since.get_mut(kind)) else {
                continue;
            };
            *since = 0;
            if *left == 0 {
                continue;
            }
            let goes_on = watch.goes_on("openings", made.openings.len(), self.count);
            let answer = if goes_on { is_fair(&opening)? } else { None };
            let Some(is_fair) = answer else {
                made.stopped = true;
                break;
            };
            made.asked += 1;
            if is_fair {
                *left -= 1;
                made.openings.push(opening);
            }
        }
        shuffle(&mut made.openings, self.seed);
        for (i, opening) in made.openings.iter_mut().enumerate() {
            opening.name = (i + 1).to_string();
        }
        Ok(made)
    }

    /// Makes the set and writes it to a file when it is whole. Until then all answers stand in a
    /// file beside it, and are not asked for again; `terms` is one line that has all that they
    /// depend on.
    ///
    /// # Errors
    ///
    /// What `is_fair` says; a file cannot be read or written, or what is beside the set was asked
    /// with other terms.
    pub fn make_file<E: From<io::Error>>(
        &self,
        file: SetFile<'_>,
        terms: &str,
        watch: &Watch<'_>,
        mut is_fair: impl FnMut(&Opening) -> Result<Option<bool>, E>,
    ) -> Result<MadeSet, E> {
        let SetFile { path, text } = file;
        let mut asked = Asked::beside(path, terms)?;
        let made = self.make(watch, |opening| {
            if let Some(known) = asked.answer(opening) {
                return Ok(Some(known));
            }
            let answer = is_fair(opening)?;
            if let Some(is_fair) = answer {
                asked.note(opening, is_fair)?;
            }
            Ok::<_, E>(answer)
        })?;
        if !made.stopped {
            let told = |e: io::Error| io::Error::new(e.kind(), format!("{}: {e}", path.display()));
            write_whole(path, text(&made).as_bytes()).map_err(told)?;
            asked.forget()?;
        }
        Ok(made)
    }
}

impl MadeSet {
    /// The text of an openings file, in the form that [`read_openings`](super::read_openings)
    /// reads: `comment` line by line, then one opening a line.
    pub fn text(&self, comment: &str) -> String {
        let mut text = String::new();
        for line in comment.lines() {
            // Writing into a string does not fail.
            let _ = writeln!(text, "# {line}");
        }
        for opening in &self.openings {
            let _ = writeln!(text, "{opening}");
        }
        text
    }
}

/// Whether a win rate (0..=1, of either side) is within `tolerance` of ½. What an engine cannot
/// judge (`None`) is not balanced.
pub fn is_balanced(win_rate: Option<f64>, tolerance: f64) -> bool {
    win_rate.is_some_and(|rate| (rate - 0.5).abs() <= tolerance)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::game::Variant;
    use crate::openings::read_openings;

    fn plan(count: usize) -> SetPlan {
        SetPlan {
            rules: Rules::default(),
            stones: 3..=5,
            count,
            seed: 9,
        }
    }

    /// An engine that likes openings whose first stone is in an even column.
    fn even(opening: &Opening) -> Result<Option<bool>, Infallible> {
        Ok(Some(opening.points()[0].x().is_multiple_of(2)))
    }

    #[test]
    fn each_number_of_stones_gets_its_share() {
        let Ok(made) = plan(20).make(&Watch::nobody(), even);
        let count = |n: usize| {
            made.openings
                .iter()
                .filter(|o| o.points().len() == n)
                .count()
        };
        assert_eq!([3, 4, 5].map(count), [7, 7, 6]);
        assert!(
            made.openings
                .iter()
                .all(|o| o.points()[0].x().is_multiple_of(2))
        );
        assert!(made.asked > 20);
        assert_eq!(Ok(made), plan(20).make(&Watch::nobody(), even));
        // Mixed: the first openings are not all of one kind.
        let Ok(made) = plan(20).make(&Watch::nobody(), even);
        let first: Vec<usize> = made.openings[..7]
            .iter()
            .map(|o| o.points().len())
            .collect();
        assert!(first.iter().any(|&n| n != first[0]));
    }

    #[test]
    fn what_is_written_is_read() {
        let Ok(made) = plan(12).make(&Watch::nobody(), even);
        let text = made.text("made\nfor a test");
        assert!(text.starts_with("# made\n# for a test\n"));
        let read = read_openings(&text, &Rules::default()).unwrap();
        let points = |set: &[Opening]| set.iter().map(|o| o.points().to_vec()).collect::<Vec<_>>();
        assert_eq!(points(&read), points(&made.openings));
        assert_eq!(made.openings[0].name(), "1");
    }

    #[test]
    fn an_error_ends_the_search_and_a_small_board_too() {
        let mut answers = [Some(true), Some(false), Some(true), None].into_iter();
        let Ok(made) = plan(5).make(&Watch::nobody(), |_| {
            Ok::<_, Infallible>(answers.next().flatten())
        });
        assert_eq!((made.openings.len(), made.asked), (2, 3));
        assert_eq!(plan(1).make(&Watch::nobody(), |_| Err("gone")), Err("gone"));
        let rules = Rules::new(3, 3, 3, Variant::Freestyle).unwrap();
        let small = SetPlan { rules, ..plan(500) };
        let Ok(made) = small.make(&Watch::nobody(), |_| Ok::<_, Infallible>(Some(true)));
        assert!(!made.openings.is_empty() && made.openings.len() < 500);
        let Ok(none) = plan(0).make(&Watch::nobody(), even);
        assert_eq!((none.openings.len(), none.asked), (0, 0));
    }

    #[test]
    fn a_number_of_stones_that_runs_out_ends_the_search() {
        let rules = Rules::new(9, 9, 5, Variant::Freestyle).unwrap();
        let plan = SetPlan {
            rules,
            stones: 1..=4,
            ..plan(200)
        };
        let Ok(made) = plan.make(&Watch::nobody(), |_| Ok::<_, Infallible>(Some(true)));
        let count = |n: usize| {
            let of = made.openings.iter().filter(|o| o.points().len() == n);
            of.count()
        };
        // There are fifteen single stones that differ by more than symmetry, some near the edge.
        assert!((1..=15).contains(&count(1)), "{}", count(1));
        assert_eq!([2, 3, 4].map(count), [50; 3]);
        assert!(!made.stopped);
    }
}

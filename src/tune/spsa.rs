//! Tuning the constants of the search by games: simultaneous perturbation stochastic approximation
//! (Spall, 1992), with the gain sequences that are usual for game engines.
//!
//! Two searches play a pair of games from one opening, with either colour, the one with all
//! constants moved by a random sign each, the other with all moved the other way; the constants then
//! follow the winner a little. What a run depends on is its settings and the version of the engine
//! alone, not the number of threads or whether it was interrupted.
//!
//! Where they do not follow at all (a rate of 0) a run is a screening: the signs are those of a random
//! two-level design, so that every pair says something of every constant, and what each one's step is
//! worth is known as well as if the pairs had been played for it alone.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::data::Header;
use super::selfplay::{ask, opening};
use crate::clock::Watch;
use crate::game::{Board, Color, Rules};
use crate::referee::Pentanomial;
use crate::search::{ParamInfo, Params, Report, Searcher, mate_distance};

/// How fast steps and perturbations shrink, after Spall's advice for finite runs.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// Pairs that the step is slowed down by at the beginning, as a share of all.
const STABILITY: f64 = 0.1;

/// The perturbation is at least that of a constant of this part of its range.
const RANGES: f64 = 16.0;

/// Decimals that values are kept with, so that what a file says is what was in memory.
const DECIMALS: f64 = 1e4;

/// The table of a search, in MiB.
const HASH: usize = 4;

/// What is tuned, and by which games.
#[derive(Debug, Clone, PartialEq)]
pub struct SpsaSettings {
    /// What is played.
    pub rules: Rules,
    /// The nodes that a search may enter for a move.
    pub nodes: u64,
    /// Where random numbers start.
    pub seed: u64,
    /// Iterations in all.
    pub iterations: usize,
    /// Pairs of games of an iteration, each with its own signs.
    pub pairs: usize,
    /// The last perturbation, as a share of what a constant is at the beginning, or of a sixteenth of its
    /// range if that is more.
    pub step: f64,
    /// How far the constants follow a won pair in the end, as a share of the perturbation; 0 for a
    /// screening, whose perturbation is the last one from the beginning.
    pub rate: f64,
    /// The constants that are tuned.
    pub params: Vec<ParamInfo>,
}

/// Why a run came to nothing.
#[derive(Debug, Error)]
pub enum SpsaError {
    /// The file cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file exists and is of something else.
    #[error("line {line} of the file is not of such a run: {reason}")]
    Foreign {
        /// Counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The file is of a run with other settings.
    #[error("the file is of a run with other settings")]
    Other,
}

/// The first line of a file: all that a run depends on.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct FirstLine {
    game: String,
    nodes: u64,
    seed: u64,
    iterations: usize,
    pairs: usize,
    step: f64,
    rate: f64,
    constants: Vec<String>,
    shipped: Vec<i32>,
}

/// One iteration of a file.
#[derive(Debug, Serialize, Deserialize)]
struct Iteration {
    /// Games won less games lost by those with the constants moved up by their signs.
    score: i32,
    /// For each constant, what the pairs brought the side with it moved up, as a [`Pentanomial`].
    effects: Vec<[u64; 5]>,
    /// The constants after it.
    values: Vec<f64>,
}

/// What a run has found.
#[derive(Debug, Clone, PartialEq)]
pub struct Tuned {
    /// The constants, in the order of the settings.
    pub values: Vec<f64>,
    /// For each of them, what the pairs brought the side with it moved up.
    pub effects: Vec<Pentanomial>,
}

impl Tuned {
    fn add(&mut self, iteration: &Iteration) {
        self.values.clone_from(&iteration.values);
        for (all, &more) in self.effects.iter_mut().zip(&iteration.effects) {
            *all += Pentanomial(more);
        }
    }
}

impl SpsaSettings {
    /// What is known before the first pair.
    fn untuned(&self) -> Tuned {
        Tuned {
            values: self.params.iter().map(|p| p.value.into()).collect(),
            effects: vec![Pentanomial::default(); self.params.len()],
        }
    }

    fn first_line(&self) -> FirstLine {
        let rules = &self.rules;
        let (name, length) = (rules.variant().name(), rules.win_length());
        FirstLine {
            game: format!("{name} {}x{} {length}", rules.width(), rules.height()),
            nodes: self.nodes,
            seed: self.seed,
            iterations: self.iterations,
            pairs: self.pairs,
            step: self.step,
            rate: self.rate,
            constants: self.params.iter().map(|p| p.name.to_owned()).collect(),
            shipped: self.params.iter().map(|p| p.value).collect(),
        }
    }

    /// How far a constant is moved for the pair of this number, and how far it then follows a game
    /// that was won.
    fn gains(&self, info: &ParamInfo, pair: usize) -> (f64, f64) {
        let (number, all) = (pair as f64 + 1.0, (self.iterations * self.pairs) as f64);
        let least = f64::from(info.max - info.min) / RANGES;
        let last = (f64::from(info.value.abs()).max(least) * self.step).max(0.5);
        if self.rate <= 0.0 {
            return (last, 0.0);
        }
        let perturbation = last * (all / number).powf(GAMMA);
        let slow = STABILITY * all;
        let learned = self.rate * last * last * ((slow + all) / (slow + number)).powf(ALPHA);
        (perturbation, learned / perturbation)
    }

    fn dice(&self, pair: usize) -> Xoshiro256PlusPlus {
        let mixed = (pair as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Xoshiro256PlusPlus::seed_from_u64(self.seed ^ mixed)
    }
}

/// A pair of games: two sets of constants, and what they differ by.
struct Pair {
    number: usize,
    signs: Vec<f64>,
    /// With the signs and against them.
    sets: [Params; 2],
    opening_seed: u64,
}

impl Pair {
    fn new(settings: &SpsaSettings, values: &[f64], number: usize) -> Pair {
        let mut rng = settings.dice(number);
        let opening_seed = rng.random();
        let mut sets = [Params::default(), Params::default()];
        let mut signs = Vec::new();
        for (info, &value) in settings.params.iter().zip(values) {
            let sign = if rng.random::<bool>() { 1.0 } else { -1.0 };
            let (perturbation, _) = settings.gains(info, number);
            for (set, side) in sets.iter_mut().zip([sign, -sign]) {
                // A fraction is rounded up as often as it is large.
                let moved =
                    value + side * perturbation + f64::from(rng.random_range(0..1000u32)) / 1e3;
                set.set(info.name, (moved.floor() as i32).clamp(info.min, info.max));
            }
            signs.push(sign);
        }
        Pair {
            number,
            signs,
            sets,
            opening_seed,
        }
    }

    /// Plays both games: those won by the first set less those won by the second.
    fn play(&self, settings: &SpsaSettings) -> i32 {
        let header = Header {
            rules: settings.rules,
            nodes: settings.nodes,
            seed: settings.seed,
            starts: None,
            opponent: None,
            rescored: None,
        };
        let mut judge = Searcher::new(HASH, 1);
        let (_, board) = opening(&header, None, &mut judge, self.opening_seed);
        let mut searchers = self.sets.clone().map(|params| {
            let mut searcher = Searcher::new(HASH, 1);
            searcher.set_params(params);
            searcher
        });
        let mut score = 0;
        for first in Color::ALL {
            searchers.iter_mut().for_each(Searcher::clear);
            score += match winner(&board, first, &mut searchers, settings.nodes) {
                Some(color) if color == first => 1,
                Some(_) => -1,
                None => 0,
            };
        }
        score
    }
}

/// Who wins a game in which the first searcher has the colour `first`: until one proves how it ends.
fn winner(board: &Board, first: Color, searchers: &mut [Searcher; 2], nodes: u64) -> Option<Color> {
    let mut board = board.clone();
    loop {
        if let Some(outcome) = board.outcome() {
            return outcome.winner();
        }
        let color = board.side_to_move();
        let searcher = &mut searchers[usize::from(color != first)];
        let Report { score, pv, .. } = ask(searcher, &board, nodes);
        match mate_distance(score) {
            Some(plies) => return Some(if plies > 0 { color } else { !color }),
            None => board.play(color, *pv.first()?).ok()?,
        };
    }
}

/// Moves the constants by what pairs of games have shown.
fn follow(settings: &SpsaSettings, values: &mut [f64], played: &[(Pair, i32)]) {
    for (pair, score) in played {
        for ((info, value), sign) in settings.params.iter().zip(&mut *values).zip(&pair.signs) {
            let (_, learned) = settings.gains(info, pair.number);
            let moved = *value + learned * sign * f64::from(*score);
            *value = moved.clamp(info.min.into(), info.max.into());
        }
    }
    for value in values {
        *value = (*value * DECIMALS).round() / DECIMALS;
    }
}

/// What an iteration has shown, and the constants after it.
fn iteration(values: Vec<f64>, played: &[(Pair, i32)]) -> Iteration {
    let effect = |constant: usize| {
        let mut pairs = [0; 5];
        for (pair, score) in played {
            pairs[(2 + pair.signs[constant] as i32 * score) as usize] += 1;
        }
        pairs
    };
    Iteration {
        score: played.iter().map(|(_, score)| score).sum(),
        effects: (0..values.len()).map(effect).collect(),
        values,
    }
}

/// Tunes constants, and writes down each iteration; a file of the same settings is continued.
/// Returns what was found so far.
///
/// # Errors
///
/// If the file cannot be read or written, or is of something else.
pub fn spsa(
    settings: &SpsaSettings,
    path: &Path,
    threads: usize,
    watch: &Watch<'_>,
) -> Result<Tuned, SpsaError> {
    let (mut file, mut tuned, done) = open(settings, path)?;
    watch.goes_on("iterations", done, settings.iterations);
    for number in done..settings.iterations {
        let first = number * settings.pairs;
        let pairs = (first..first + settings.pairs).map(|n| Pair::new(settings, &tuned.values, n));
        let Some(played) = play_all(settings, pairs.collect(), threads, watch) else {
            break;
        };
        let mut values = tuned.values.clone();
        follow(settings, &mut values, &played);
        let line = iteration(values, &played);
        writeln!(file, "{}", json(&line)?)?;
        tuned.add(&line);
        if !watch.goes_on("iterations", number + 1, settings.iterations) {
            break;
        }
    }
    Ok(tuned)
}

/// Plays all pairs; `None` if it is stopped before.
fn play_all(
    settings: &SpsaSettings,
    pairs: Vec<Pair>,
    threads: usize,
    watch: &Watch<'_>,
) -> Option<Vec<(Pair, i32)>> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next, stop, pairs) = (sender.clone(), &next, watch.stop(), &pairs);
            scope.spawn(move || {
                while !stop.is_stopped()
                    && let index = next.fetch_add(1, Relaxed)
                    && let Some(pair) = pairs.get(index)
                    && sender.send((index, pair.play(settings))).is_ok()
                {}
            });
        }
    });
    drop(sender);
    let mut scores: Vec<(usize, i32)> = receiver.into_iter().collect();
    scores.sort_unstable();
    let scores: Vec<i32> = scores.into_iter().map(|(_, score)| score).collect();
    (scores.len() == pairs.len()).then(|| pairs.into_iter().zip(scores).collect())
}

/// Opens the file of a run: with what its iterations have found, and how many it has.
fn open(settings: &SpsaSettings, path: &Path) -> Result<(File, Tuned, usize), SpsaError> {
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true);
    let mut file = options.truncate(false).open(path)?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    let head = json(&settings.first_line())?;
    let mut tuned = settings.untuned();
    // A line that was being written when the program was killed is played again.
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..whole].lines().enumerate();
    let foreign = |line: usize, reason: String| SpsaError::Foreign {
        line: line + 1,
        reason,
    };
    match lines.next() {
        Some((_, first)) if first == head => {}
        Some((_, first)) => {
            let read: Result<FirstLine, _> = serde_json::from_str(first);
            read.map_err(|error| foreign(0, error.to_string()))?;
            return Err(SpsaError::Other);
        }
        None if head.starts_with(&text) => {}
        None => return Err(foreign(0, "it has no end".to_owned())),
    }
    file.set_len(whole as u64)?;
    file.seek(SeekFrom::End(0))?;
    if whole == 0 {
        writeln!(file, "{head}")?;
        return Ok((file, tuned, 0));
    }
    let mut done = 0;
    for (number, line) in lines {
        let line: Iteration =
            serde_json::from_str(line).map_err(|e| foreign(number, e.to_string()))?;
        let count = settings.params.len();
        if line.values.len() != count || line.effects.len() != count {
            return Err(SpsaError::Other);
        }
        tuned.add(&line);
        done += 1;
    }
    Ok((file, tuned, done))
}

fn json(line: &impl Serialize) -> io::Result<String> {
    serde_json::to_string(line).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(names: &[&str], iterations: usize, nodes: u64) -> SpsaSettings {
        let all = Params::ALL.iter();
        SpsaSettings {
            rules: Rules::default(),
            nodes,
            seed: 7,
            iterations,
            pairs: 4,
            step: 0.3,
            rate: 0.02,
            params: all.filter(|p| names.contains(&p.name)).copied().collect(),
        }
    }

    #[test]
    fn values_go_where_games_are_won() {
        let settings = settings(&["futility_margin", "history_weight"], 1000, 1);
        let best = [220.0, 900.0];
        let mut values: Vec<f64> = settings.params.iter().map(|p| p.value.into()).collect();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for iteration in 0..settings.iterations {
            let pairs = (0..4).map(|n| Pair::new(&settings, &values, 4 * iteration + n));
            let played = pairs.map(|pair| {
                let worth = |set: &Params| {
                    let off = [set.futility_margin, set.history_weight];
                    let off = off.into_iter().zip(best).zip(&settings.params);
                    let off = off.map(|((value, best), info)| {
                        (f64::from(value) - best) / f64::from(info.max - info.min)
                    });
                    -off.map(|off| 20.0 * off * off).sum::<f64>()
                };
                let chance = 1.0 / (1.0 + (worth(&pair.sets[1]) - worth(&pair.sets[0])).exp());
                let won = f64::from(rng.random_range(0..1_000_000u32)) / 1e6 < chance;
                (pair, if won { 2 } else { -2 })
            });
            let played: Vec<_> = played.collect();
            follow(&settings, &mut values, &played);
        }
        for ((value, best), info) in values.iter().zip(best).zip(&settings.params) {
            let off = (value - best).abs() / f64::from(info.max - info.min);
            assert!(off < 0.1, "{}: {value}, not {best}", info.name);
        }
    }

    #[test]
    fn a_screening_moves_nothing_and_tells_what_a_constant_is_worth() {
        let settings = SpsaSettings {
            rate: 0.0,
            ..settings(&["futility_margin", "history_weight"], 100, 1)
        };
        let mut tuned = settings.untuned();
        let shipped = tuned.values.clone();
        for number in 0..settings.iterations {
            let first = number * settings.pairs;
            let pairs = (first..first + 4).map(|n| Pair::new(&settings, &shipped, n));
            // The first constant decides every game of three pairs in four.
            let played: Vec<_> = pairs
                .map(|pair| {
                    let score = if pair.number % 4 == 0 {
                        0
                    } else {
                        2 * pair.signs[0] as i32
                    };
                    (pair, score)
                })
                .collect();
            let mut values = tuned.values.clone();
            follow(&settings, &mut values, &played);
            tuned.add(&iteration(values, &played));
        }
        assert_eq!(tuned.values, shipped);
        assert_eq!(tuned.effects[0], Pentanomial([0, 0, 100, 0, 300]));
        assert_eq!(tuned.effects[1].pairs(), 400);
        let chance = tuned.effects[1].estimate().unwrap();
        assert!((chance.score - 0.5).abs() < 0.05);
        let moved = &Pair::new(&settings, &shipped, 0).sets;
        assert_ne!(moved[0], moved[1]);
    }

    #[test]
    fn a_run_does_not_depend_on_threads_or_interruptions() {
        let settings = settings(&["futility_margin", "count_base", "vcf_leaf"], 3, 60);
        let folder = std::env::temp_dir().join(format!("lianzhu-spsa-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (whole, cut) = (folder.join("whole"), folder.join("cut"));
        let values = spsa(&settings, &whole, 1, &Watch::nobody()).unwrap();
        let text = std::fs::read_to_string(&whole).unwrap();
        assert_eq!(text.lines().count(), 4);
        let two: usize = text.lines().take(2).map(|line| line.len() + 1).sum();
        std::fs::write(&cut, &text[..two + 5]).unwrap();
        assert_eq!(spsa(&settings, &cut, 3, &Watch::nobody()).unwrap(), values);
        assert_eq!(std::fs::read_to_string(&cut).unwrap(), text);
        let other = SpsaSettings {
            nodes: 61,
            ..settings.clone()
        };
        let refused = spsa(&other, &cut, 1, &Watch::nobody());
        assert!(matches!(refused, Err(SpsaError::Other)));
        for other in ["B H8\n", "B H8", "{}", "B H8\nB"] {
            std::fs::write(&cut, other).unwrap();
            let refused = spsa(&settings, &cut, 1, &Watch::nobody());
            assert!(matches!(refused, Err(SpsaError::Foreign { line: 1, .. })));
            assert_eq!(std::fs::read_to_string(&cut).unwrap(), other);
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

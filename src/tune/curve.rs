//! How scores of the search read as chances of winning, by games that it has played.

use super::data::{DataError, read_games};
use super::logit::score_scale;
use crate::clock::Watch;
use crate::game::Color;
use crate::search::mate_distance;

/// Scores of one range with what became of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bin {
    /// The middle of the range.
    pub score: i32,
    /// How many positions had such a score.
    pub positions: usize,
    /// The share of them that the side to move won, draws being half.
    pub won: f64,
}

/// The curve that fits games best: a logistic function on each side of an even score.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// Games that were read.
    pub games: usize,
    /// Positions that count.
    pub positions: usize,
    /// Score points to a unit of logit, above an even score.
    pub win_scale: f64,
    /// The same below it.
    pub loss_scale: f64,
    /// What became of the scores, from the least to the largest.
    pub bins: Vec<Bin>,
}

/// The width of a [`Bin`], in score points.
const WIDTH: i32 = 50;

/// The bins at the ends hold everything beyond.
const BINS: i32 = 12;

/// Fits the curve to files of self-play games: to every position in them with a score that is not
/// proven, if no later move of the game was a random one, as then the result says something of chance
/// alone.
///
/// # Errors
///
/// A file is no self-play data.
///
/// ```
/// let games = "# lianzhu datagen freestyle 15x15 5 nodes 1000 seed 1\nb H8 J9:200\nw H8 J9:200\nw H8 J9:200\n";
/// let curve = lianzhu::tune::fit_curve(&[games.to_owned()], &lianzhu::clock::Watch::nobody())?;
/// assert_eq!((curve.games, curve.positions), (3, 3));
/// // Two of three were won by White, who was to move.
/// assert!((curve.win_scale - 200.0 / 2f64.ln()).abs() < 1.0);
/// # Ok::<(), lianzhu::tune::DataError>(())
/// ```
pub fn fit_curve(texts: &[String], watch: &Watch<'_>) -> Result<Curve, DataError> {
    let mut points: Vec<(f64, f64)> = Vec::new();
    let mut count = 0;
    for (read, text) in texts.iter().enumerate() {
        watch.goes_on("files", read, texts.len());
        let (_, games) = read_games(text)?;
        count += games.len();
        for game in games {
            let random = game.moves.iter().rposition(|played| played.random);
            let first = random.map_or(0, |last| last + 1);
            for (number, played) in game.moves.iter().enumerate().skip(first) {
                if mate_distance(played.score).is_some() {
                    break;
                }
                let us = Color::ALL[(game.opening.len() + number) % 2];
                let won = game.winner.map_or(0.5, |winner| f64::from(winner == us));
                points.push((played.score.into(), won));
            }
        }
    }
    let side = |sign: f64| {
        let side = points.iter().copied();
        score_scale(side.filter(move |&(score, _)| score * sign > 0.0))
    };
    Ok(Curve {
        games: count,
        positions: points.len(),
        win_scale: side(1.0),
        loss_scale: side(-1.0),
        bins: bins(&points),
    })
}

fn bins(points: &[(f64, f64)]) -> Vec<Bin> {
    let mut sums = vec![(0usize, 0.0); (2 * BINS + 1) as usize];
    for &(score, won) in points {
        let bin = (score / f64::from(WIDTH)).round() as i32;
        let (positions, sum) = &mut sums[(bin.clamp(-BINS, BINS) + BINS) as usize];
        *positions += 1;
        *sum += won;
    }
    let filled = (-BINS..)
        .zip(sums)
        .filter(|(_, (positions, _))| *positions > 0);
    let bins = filled.map(|(bin, (positions, sum))| Bin {
        score: bin * WIDTH,
        positions,
        won: sum / positions as f64,
    });
    bins.collect()
}

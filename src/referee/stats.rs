//! The numbers of a match: score, Elo difference, its error and the likelihood of superiority.
//!
//! A game is worth 0, ½ or 1 point. The mean score `s` and the Elo difference `e` are two names of
//! one thing, by the logistic curve (Elo, *The Rating of Chessplayers*, 1978):
//!
//! ```text
//! s = 1 / (1 + 10^(−e/400))        e = −400 · log10(1/s − 1)
//! ```
//!
//! What was played is a sample of `N` independent trials with values in 0..=1, mean `s` and
//! variance `v = Σ pᵢ (aᵢ − s)²`. Its 95 % interval is `s ± z·√(v/N)`, `z = Φ⁻¹(0.975)`, taken to
//! Elo end by end; the likelihood of superiority (LOS) is `Φ((s − ½) / √(v/N))`.
//!
//! A trial is a single game ([`Wdl`], the *trinomial* model) or, better, the two games of one
//! opening with colours exchanged ([`Pentanomial`]): these two are not independent, since the
//! opening favours one colour, and the pair's own variance knows it. The method and the names are
//! those of fishtest (M. Van den Bergh, *Comments on Normalized Elo*, and the wiki's page
//! "Statistical Methods and Algorithms in Fishtest").
//!
//! Nothing here panics or divides by zero: no games are `None`, a score of 0 or 1 is an infinite
//! Elo with one finite end.

use std::f64::consts::{LN_10, SQRT_2};
use std::ops::AddAssign;

/// `Φ⁻¹(0.975)`: how many standard deviations an interval of 95 % reaches to each side.
const Z95: f64 = 1.959_963_984_540_054;

/// Elo per unit of `(s − ½)/σ` of one game near equal strength: 800 / ln 10, the factor of
/// *normalized Elo*.
const NORMALIZED_ELO: f64 = 800.0 / LN_10;

/// The mean score that an Elo difference stands for, in 0..=1.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference of a mean score, −∞ for 0 (and less), +∞ for 1 (and more).
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// The normal distribution function Φ: the chance of a standard normal number below `z`. Exact to
/// about 1e-15.
pub fn normal_cdf(z: f64) -> f64 {
    libm::erfc(-z / SQRT_2) / 2.0
}

/// Games won, drawn and lost, from one side's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wdl {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Wdl {
    /// Games won, drawn and lost.
    pub const fn new(wins: u64, draws: u64, losses: u64) -> Wdl {
        Wdl {
            wins,
            draws,
            losses,
        }
    }

    /// The number of games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points: a win is 1, a draw ½.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The mean score in 0..=1; `None` without games.
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The same games from the other side.
    pub const fn reversed(&self) -> Wdl {
        Wdl::new(self.losses, self.draws, self.wins)
    }

    /// The estimate with every game taken as independent; `None` without games.
    pub fn estimate(&self) -> Option<Estimate> {
        Estimate::of(&self.counts())
    }

    /// Games lost, drawn and won.
    pub(super) const fn counts(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }
}

impl AddAssign for Wdl {
    fn add_assign(&mut self, other: Wdl) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// How many pairs of games (one opening, both colours) brought 0, ½, 1, 1½ and 2 points, in this
/// order, from one side's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts one pair. Both results are in half points: 0, 1 or 2; more counts as 2.
    pub fn add(&mut self, first: u8, second: u8) {
        let half_points = usize::from(first.min(2) + second.min(2));
        if let Some(count) = self.0.get_mut(half_points) {
            *count += 1;
        }
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The pairs that were lost (0 or ½ point), split (1) and won (1½ or 2). A split pair says that
    /// the opening decided, or nothing did.
    pub const fn lost_split_won(&self) -> [u64; 3] {
        let [a, b, c, d, e] = self.0;
        [a + b, c, d + e]
    }

    /// The same pairs from the other side.
    pub const fn reversed(&self) -> Pentanomial {
        let [a, b, c, d, e] = self.0;
        Pentanomial([e, d, c, b, a])
    }

    /// The estimate with every pair taken as independent; `None` without pairs.
    pub fn estimate(&self) -> Option<Estimate> {
        Estimate::of(&self.0)
    }

    /// The normalized variance: the variance of a pair's mean score, brought to one game (twice
    /// it), so that it compares with the variance of single games. Below that where the two games
    /// of a pair pull in opposite directions, as they do with unbalanced openings; the ratio of the
    /// two is the part of the games that pairing saves. `None` without pairs.
    pub fn normalized_variance(&self) -> Option<f64> {
        let (_, _, variance) = moments(&self.0)?;
        Some(2.0 * variance)
    }

    /// Normalized Elo and its 95 % error: `800/ln 10 · (s − ½)/σ` with σ² the
    /// [normalized variance](Pentanomial::normalized_variance). `None` without pairs or without
    /// variance.
    pub fn normalized_elo(&self) -> Option<(f64, f64)> {
        let (pairs, mean, variance) = moments(&self.0)?;
        let sigma = (2.0 * variance).sqrt();
        let error = Z95 * NORMALIZED_ELO / (2.0 * pairs).sqrt();
        (sigma > 0.0).then(|| (NORMALIZED_ELO * (mean - 0.5) / sigma, error))
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Pentanomial) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

/// Number, mean and variance of trials whose `k` possible values lie evenly over 0..=1; `None`
/// without trials.
fn moments(counts: &[u64]) -> Option<(f64, f64, f64)> {
    let trials: u64 = counts.iter().sum();
    if trials == 0 || counts.len() < 2 {
        return None;
    }
    let n = trials as f64;
    let top = (counts.len() - 1) as f64;
    let weighted = || {
        counts
            .iter()
            .enumerate()
            .map(|(i, &c)| (i as f64 / top, c as f64 / n))
    };
    let mean: f64 = weighted().map(|(value, p)| value * p).sum();
    let variance = weighted()
        .map(|(value, p)| (value - mean).powi(2) * p)
        .sum();
    Some((n, mean, variance))
}

/// What a sample says about the difference in strength.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The mean score, in 0..=1.
    pub score: f64,
    /// The Elo difference of that score; infinite at a score of 0 or 1.
    pub elo: f64,
    /// The lower end of the 95 % interval of Elo; may be −∞.
    pub low: f64,
    /// The upper end of the 95 % interval of Elo; may be +∞.
    pub high: f64,
    /// The likelihood of superiority: the chance, in 0..=1, that the first is the stronger one.
    pub los: f64,
}

impl Estimate {
    fn of(counts: &[u64]) -> Option<Estimate> {
        let (n, score, variance) = moments(counts)?;
        let reach = Z95 * (variance / n).sqrt();
        // One result throughout: the sample has no variance. At an end of the scale the exact
        // binomial bound remains, the score that would bring such a sample in 2.5 % of all cases
        // (Clopper and Pearson 1934).
        let bound = 0.025f64.powf(1.0 / n);
        let (low, high) = if score <= 0.0 {
            (0.0, 1.0 - bound)
        } else if score >= 1.0 {
            (bound, 1.0)
        } else {
            (score - reach, score + reach)
        };
        // Without variance the largest possible one, ¼, keeps LOS on the safe side; for single
        // games it is then Φ((wins − losses)/√(wins + losses)).
        let spread = if variance > 0.0 { variance } else { 0.25 };
        Some(Estimate {
            score,
            elo: elo_of_score(score),
            low: elo_of_score(low),
            high: elo_of_score(high),
            los: normal_cdf((score - 0.5) / (spread / n).sqrt()),
        })
    }

    /// Half the width of the 95 % interval in Elo: the number behind "±". Infinite if an end is.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Elo and its error: `+12.3 ± 4.5`. Where the error is infinite, the finite end of the interval is
    /// told: `> +120.4`.
    pub fn elo_text(&self) -> String {
        let Estimate { elo, low, high, .. } = *self;
        match (low.is_finite(), high.is_finite()) {
            // No "-0.0".
            (true, true) => format!("{:+.1} ± {:.1}", elo + 0.0, self.error()),
            (true, false) => format!("> {low:+.1}"),
            (false, true) => format!("< {high:+.1}"),
            (false, false) => "unknown".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn near(value: f64, expected: f64, tolerance: f64) {
        let distance = (value - expected).abs();
        assert!(distance <= tolerance, "{value} is not {expected}");
    }

    // Abramowitz and Stegun, Table 26.1.
    #[test]
    fn normal_distribution_matches_the_tables() {
        near(normal_cdf(0.0), 0.5, 1e-15);
        near(normal_cdf(1.0), 0.841_344_746_068_543, 1e-14);
        near(normal_cdf(-1.0), 0.158_655_253_931_457, 1e-14);
        near(normal_cdf(Z95), 0.975, 1e-14);
        near(normal_cdf(4.0), 0.999_968_328_758_167, 1e-14);
        assert!(normal_cdf(f64::NAN).is_nan());
        near(normal_cdf(-5.0), 2.866_515_718_791_945e-7, 1e-18);
        assert_eq!(normal_cdf(f64::INFINITY), 1.0);
        assert_eq!(normal_cdf(f64::NEG_INFINITY), 0.0);
    }

    // fastchess, tests of its Elo calculation (single games: wins, losses, draws).
    #[test]
    fn single_games_match_fastchess() {
        for (wins, losses, draws, elo, error) in [
            (0, 36, 14, -315.34, 95.43),
            (859, 772, 1329, 10.21, 9.28),
            (1164, 1267, 3049, -6.53, 6.12),
        ] {
            let estimate = Wdl::new(wins, draws, losses).estimate().unwrap();
            near(estimate.elo, elo, 0.01);
            near(estimate.error(), error, error * 0.01);
        }
    }

    // Stockfish, commit 5c0388310731: "Elo: -1.46 ± 1.8 (95%) LOS: 5.5% Total: 40000 W: 10267
    // L: 10435 D: 19298 Ptnml(0-2): 200, 4860, 10023, 4742, 175 nElo: -2.77 ± 3.4 (95%)",
    // computed by fishtest.
    #[test]
    fn pairs_match_fishtest() {
        let pairs = Pentanomial([200, 4860, 10023, 4742, 175]);
        let games = Wdl::new(10267, 19298, 10435);
        let estimate = pairs.estimate().unwrap();
        near(estimate.elo, -1.46, 0.005);
        near(estimate.error(), 1.8, 0.05);
        near(estimate.los, 0.055, 0.0005);
        let (normalized, error) = pairs.normalized_elo().unwrap();
        near(normalized, -2.77, 0.005);
        near(error, 3.4, 0.05);
        near(estimate.score, games.score().unwrap(), 1e-12);
        // Single games overstate the error: that is why pairs are counted.
        assert!(estimate.error() < games.estimate().unwrap().error());
    }

    // Reckless, pull request 1025, by OpenBench: "Elo 2.42 +- 2.41 (95%) N: 18938 W: 4889 L: 4757
    // D: 9292 Penta [54, 1974, 5267, 2134, 40]"; pull request 1038: "4.67 +- 2.78".
    #[test]
    fn pairs_match_openbench() {
        for (pairs, elo, error) in [
            ([54, 1974, 5267, 2134, 40], 2.42, 2.41),
            ([49, 1759, 4072, 1949, 60], 4.67, 2.78),
        ] {
            let estimate = Pentanomial(pairs).estimate().unwrap();
            near(estimate.elo, elo, 0.005);
            near(estimate.error(), error, 0.006);
        }
    }

    #[test]
    fn the_curve_goes_both_ways() {
        near(score_of_elo(0.0), 0.5, 0.0);
        near(score_of_elo(400.0), 10.0 / 11.0, 1e-15);
        near(elo_of_score(0.75), 190.848_501_887_864_97, 1e-9);
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
    }

    #[test]
    fn ends_of_the_scale_stay_numbers() {
        assert_eq!(Wdl::default().estimate(), None);
        assert_eq!(Wdl::default().score(), None);
        assert_eq!(Pentanomial::default().estimate(), None);
        assert_eq!(Pentanomial::default().normalized_variance(), None);
        assert_eq!(Pentanomial::default().normalized_elo(), None);

        let won = Wdl::new(10, 0, 0).estimate().unwrap();
        assert_eq!((won.elo, won.high), (f64::INFINITY, f64::INFINITY));
        // 0.025^(1/10) = 0.6915 is +140.22 Elo.
        near(won.low, 140.22, 0.01);
        near(won.los, normal_cdf(10f64.sqrt()), 1e-15);
        assert_eq!(won.error(), f64::INFINITY);
        let lost = Pentanomial([7, 0, 0, 0, 0]).estimate().unwrap();
        assert_eq!((lost.elo, lost.low), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        assert!(lost.high < 0.0 && lost.los < 0.01);

        let drawn = Wdl::new(0, 5, 0).estimate().unwrap();
        assert_eq!((drawn.elo, drawn.error(), drawn.los), (0.0, 0.0, 0.5));
        // A win and no loss, the interval over the top.
        let close = Wdl::new(1, 1, 0).estimate().unwrap();
        assert_eq!(close.high, f64::INFINITY);
        assert!(close.low.is_finite());
    }

    #[test]
    fn normalized_variance_sees_the_opening() {
        // Black wins every game: as single games the most uncertain sample, as pairs a certain one.
        let mut pairs = Pentanomial::default();
        (0..10).for_each(|_| pairs.add(2, 0));
        assert_eq!(pairs, Pentanomial([0, 0, 10, 0, 0]));
        assert_eq!(pairs.normalized_variance(), Some(0.0));
        // Independent fair coins: the variance of one game, ¼.
        assert_eq!(
            Pentanomial([1, 0, 2, 0, 1]).normalized_variance(),
            Some(0.25)
        );
    }

    #[test]
    fn a_pair_is_counted_by_its_points() {
        let mut pairs = Pentanomial::default();
        for (first, second) in [(0, 0), (1, 0), (2, 0), (1, 1), (2, 1), (2, 2), (9, 9)] {
            pairs.add(first, second);
        }
        assert_eq!(pairs, Pentanomial([1, 1, 2, 1, 2]));
        assert_eq!(pairs.pairs(), 7);
    }

    proptest! {
        #[test]
        fn estimates_are_sane(counts in prop::array::uniform5(0u64..500)) {
            let pairs = Pentanomial(counts);
            let Some(a) = pairs.estimate() else {
                prop_assert_eq!(pairs.pairs(), 0);
                return Ok(());
            };
            prop_assert!((0.0..=1.0).contains(&a.score) && (0.0..=1.0).contains(&a.los));
            prop_assert!(a.low <= a.elo && a.elo <= a.high);
            prop_assert!((a.los > 0.5) == (a.elo > 0.0) || (a.score - 0.5).abs() < 1e-9);
            // The other side sees the mirror image.
            let b = pairs.reversed().estimate().unwrap();
            prop_assert!((a.score + b.score - 1.0).abs() < 1e-12);
            prop_assert!((a.los + b.los - 1.0).abs() < 1e-9);
            prop_assert!(a.low == -b.high || (a.low + b.high).abs() < 1e-6);
        }

        #[test]
        fn more_games_narrow_the_interval(w in 1u64..50, d in 0u64..50, l in 1u64..50) {
            let few = Wdl::new(w, d, l).estimate().unwrap();
            let many = Wdl::new(w * 10, d * 10, l * 10).estimate().unwrap();
            prop_assert!((few.elo - many.elo).abs() < 1e-9);
            prop_assert!(many.error() < few.error());
        }
    }
}

//! Wald's sequential probability ratio test over a match, in the generalized form that fishtest
//! uses.
//!
//! Two hypotheses about the Elo difference `e` are weighed after every pair of games: H0 says
//! `e = elo0`, H1 says `e = elo1`. The log-likelihood ratio (LLR) grows with the evidence for H1;
//! when it leaves the interval
//!
//! ```text
//! lower = ln(β / (1 − α))        upper = ln((1 − β) / α)
//! ```
//!
//! the match is over: above, H1 is accepted, wrongly with chance α if `e = elo0`; below, H0,
//! wrongly with chance β if `e = elo1` (A. Wald, *Sequential Analysis*, 1947).
//!
//! Neither hypothesis says how the results are distributed around its mean score `s`. The
//! generalized test (X. Li, J. Liu, Z. Ying, *Generalized Sequential Probability Ratio Test for
//! Separate Families of Hypotheses*, 2014) takes the likeliest distribution with that mean. For
//! frequencies `p̂ᵢ` of the values `aᵢ` it is (M. Van den Bergh, *The generalized maximum likelihood
//! ratio for the expectation value of a distribution*)
//!
//! ```text
//! pᵢ = p̂ᵢ / (1 + x(aᵢ − s))    where    Σ p̂ᵢ (aᵢ − s) / (1 + x(aᵢ − s)) = 0
//! LLR = N Σ p̂ᵢ ln(pᵢ(s1) / pᵢ(s0))
//! ```

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::stats::{Pentanomial, Wdl, score_of_elo};

/// A count of zero stands for this many trials, so that every hypothesis stays possible; fishtest's
/// value.
const NEVER_SEEN: f64 = 1e-3;

/// Elo bounds beyond this say nothing any more.
const MAX_ELO: f64 = 1000.0;

/// The LLR of mean `s1` against mean `s0` (both in 0..1, not at its ends) for trials whose values
/// lie evenly over 0..=1. 0 without trials. Constant time for a given number of values.
fn llr(counts: &[u64], s0: f64, s1: f64) -> f64 {
    if counts.len() < 2 || counts.iter().all(|&count| count == 0) {
        return 0.0;
    }
    let top = (counts.len() - 1) as f64;
    let sample: Vec<(f64, f64)> = counts
        .iter()
        .enumerate()
        .map(|(i, &count)| (i as f64 / top, (count as f64).max(NEVER_SEEN)))
        .collect();
    let (x0, x1) = (multiplier(&sample, s0), multiplier(&sample, s1));
    sample
        .iter()
        .map(|(value, n)| n * ((1.0 + x0 * (value - s0)) / (1.0 + x1 * (value - s1))).ln())
        .sum()
}

/// The `x` of the module's formula, by bisection: the sum falls from +∞ to −∞ between the poles of
/// its outermost terms.
fn multiplier(sample: &[(f64, f64)], mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    let slope = |x: f64| -> f64 {
        sample
            .iter()
            .map(|(value, n)| n * (value - mean) / (1.0 + x * (value - mean)))
            .sum()
    };
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

/// Why a test cannot be run with these numbers.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SprtError {
    /// The bounds are not two numbers in order, or beyond ±1000.
    #[error("elo0 must be less than elo1, both within -1000..1000")]
    Bounds,
    /// α or β is no probability that makes sense.
    #[error("alpha and beta must be above 0 and below 0.5")]
    Errors,
    /// The text is not of the form `elo0=0 elo1=5 alpha=0.05 beta=0.05`.
    #[error("cannot read '{0}': expected elo0=N elo1=N alpha=P beta=P")]
    Text(String),
}

/// How far the test has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SprtState {
    /// The evidence is not enough yet.
    Running,
    /// `elo0` it is: the change does not bring what was hoped for.
    AcceptedH0,
    /// `elo1` it is.
    AcceptedH1,
}

impl SprtState {
    /// Whether the match can stop.
    pub const fn is_decided(self) -> bool {
        !matches!(self, SprtState::Running)
    }
}

impl fmt::Display for SprtState {
    /// "running", "H0 accepted" or "H1 accepted".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SprtState::Running => "running",
            SprtState::AcceptedH0 => "H0 accepted",
            SprtState::AcceptedH1 => "H1 accepted",
        })
    }
}

/// A test of `elo1` against `elo0`, with logistic Elo.
///
/// ```
/// use lianzhu::referee::{Pentanomial, Sprt, SprtState, Wdl};
///
/// let sprt: Sprt = "elo0=0 elo1=10 alpha=.05 beta=.05".parse()?;
/// let pairs = Pentanomial([3, 40, 120, 70, 9]);
/// assert!(sprt.llr(&pairs, &Wdl::default()) > 2.0);
/// assert_eq!(sprt.state(2.0), SprtState::Running);
/// assert_eq!(sprt.state(3.0), SprtState::AcceptedH1);
/// # Ok::<(), lianzhu::referee::SprtError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

impl Sprt {
    /// A test of H1 `elo1` against H0 `elo0`, with chances `alpha` and `beta` of accepting H1 and
    /// H0 wrongly.
    ///
    /// # Errors
    ///
    /// `elo0` not below `elo1`, one of them beyond ±1000, `alpha` or `beta` outside 0..0.5.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        let elo = -MAX_ELO..=MAX_ELO;
        if !elo.contains(&elo0) || !elo.contains(&elo1) || elo0 >= elo1 {
            return Err(SprtError::Bounds);
        }
        let is_chance = |p: f64| p > 0.0 && p < 0.5;
        if !is_chance(alpha) || !is_chance(beta) {
            return Err(SprtError::Errors);
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// The Elo difference of H0.
    pub const fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The Elo difference of H1.
    pub const fn elo1(&self) -> f64 {
        self.elo1
    }

    /// The chance of accepting H1 where H0 is true.
    pub const fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The chance of accepting H0 where H1 is true.
    pub const fn beta(&self) -> f64 {
        self.beta
    }

    /// The LLR at which H0 is accepted, negative.
    pub fn lower_bound(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The LLR at which H1 is accepted, positive.
    pub fn upper_bound(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The LLR of H1 against H0: over the pairs if there are any, over single games if there are
    /// none (openings that are played once), 0 without games.
    pub fn llr(&self, pairs: &Pentanomial, games: &Wdl) -> f64 {
        let (s0, s1) = (score_of_elo(self.elo0), score_of_elo(self.elo1));
        if pairs.pairs() > 0 {
            llr(&pairs.0, s0, s1)
        } else {
            llr(&games.counts(), s0, s1)
        }
    }

    /// What an LLR means.
    pub fn state(&self, llr: f64) -> SprtState {
        if llr >= self.upper_bound() {
            SprtState::AcceptedH1
        } else if llr <= self.lower_bound() {
            SprtState::AcceptedH0
        } else {
            SprtState::Running
        }
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `elo0=0 elo1=5 alpha=.05 beta=.05`, in any order, separated by blanks or commas; what
    /// is missing has the values shown.
    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let (mut elo0, mut elo1, mut alpha, mut beta) = (0.0, 5.0, 0.05, 0.05);
        let items = text.split(|c: char| c.is_whitespace() || c == ',');
        for item in items.filter(|item| !item.is_empty()) {
            let unreadable = || SprtError::Text(item.to_owned());
            let (name, value) = item.split_once('=').ok_or_else(unreadable)?;
            let slot = match name {
                "elo0" => &mut elo0,
                "elo1" => &mut elo1,
                "alpha" => &mut alpha,
                "beta" => &mut beta,
                _ => return Err(unreadable()),
            };
            *slot = value.parse().map_err(|_| unreadable())?;
        }
        Sprt::new(elo0, elo1, alpha, beta)
    }
}

impl fmt::Display for Sprt {
    /// In the form that is read: `elo0=0 elo1=5 alpha=0.05 beta=0.05`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        } = self;
        write!(f, "elo0={elo0} elo1={elo1} alpha={alpha} beta={beta}")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn near(value: f64, expected: f64) {
        assert!((value - expected).abs() <= 0.006, "{value}, not {expected}");
    }

    fn of_pairs(elo0: f64, elo1: f64, pairs: [u64; 5]) -> f64 {
        let sprt = Sprt::new(elo0, elo1, 0.05, 0.05).unwrap();
        sprt.llr(&Pentanomial(pairs), &Wdl::default())
    }

    fn of_games(elo0: f64, elo1: f64, games: Wdl) -> f64 {
        let sprt = Sprt::new(elo0, elo1, 0.05, 0.05).unwrap();
        sprt.llr(&Pentanomial::default(), &games)
    }

    // fastchess, tests of its SPRT, "logistic pentanomial 1" and "2" (WL and DD together).
    #[test]
    fn pairs_match_fastchess() {
        near(of_pairs(0.5, 2.5, [223, 9863, 21279, 10037, 246]), -3.07);
        near(of_pairs(0.0, 2.0, [871, 26175, 55983, 26678, 821]), -4.98);
    }

    // fastchess, tests of its SPRT, "logistic trinomial 1" and "2".
    #[test]
    fn games_match_fastchess() {
        near(of_games(0.5, 2.5, Wdl::new(21404, 40708, 21184)), -1.57);
        near(of_games(0.0, 2.0, Wdl::new(57433, 106593, 57030)), -2.59);
    }

    // OpenBench writes its bounds out: "LLR 2.93 (-2.25, 2.89)" is alpha = 0.05, beta = 0.1;
    // fishtest's are "(-2.94,2.94)".
    #[test]
    fn bounds_match_openbench_and_fishtest() {
        let open = Sprt::new(0.0, 3.0, 0.05, 0.1).unwrap();
        near(open.lower_bound(), -2.25);
        near(open.upper_bound(), 2.89);
        let fish = Sprt::new(0.0, 2.0, 0.05, 0.05).unwrap();
        near(fish.lower_bound(), -2.94);
        near(fish.upper_bound(), 2.94);
        assert_eq!(fish.state(-2.95), SprtState::AcceptedH0);
        assert_eq!(fish.state(0.0), SprtState::Running);
        assert_eq!(fish.state(2.95), SprtState::AcceptedH1);
    }

    #[test]
    fn ends_of_the_scale_stay_numbers() {
        assert_eq!(of_pairs(0.0, 5.0, [0; 5]), 0.0);
        for pairs in [[9, 0, 0, 0, 0], [0, 0, 0, 0, 9], [0, 0, 9, 0, 0]] {
            assert!(of_pairs(0.0, 5.0, pairs).is_finite());
            assert!(of_pairs(-1000.0, 1000.0, pairs).is_finite());
        }
        // So many wins in a row decide, so many losses too.
        assert!(of_pairs(0.0, 50.0, [0, 0, 0, 0, 300]) > 2.95);
        assert!(of_pairs(0.0, 50.0, [300, 0, 0, 0, 0]) < -2.95);
    }

    #[test]
    fn pairs_come_before_games() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap();
        let pairs = Pentanomial([1, 2, 3, 4, 5]);
        let alone = sprt.llr(&pairs, &Wdl::default());
        assert_eq!(sprt.llr(&pairs, &Wdl::new(0, 0, 99)), alone);
    }

    #[test]
    fn text_is_read_and_refused() {
        let sprt: Sprt = "elo0=-1.5 elo1=10 alpha=.05 beta=.1".parse().unwrap();
        assert_eq!(sprt, Sprt::new(-1.5, 10.0, 0.05, 0.1).unwrap());
        assert_eq!(sprt.to_string().parse(), Ok(sprt));
        assert_eq!("".parse(), Sprt::new(0.0, 5.0, 0.05, 0.05));
        assert_eq!("elo1=0".parse::<Sprt>(), Err(SprtError::Bounds));
        assert_eq!("elo1=nan".parse::<Sprt>(), Err(SprtError::Bounds));
        assert_eq!("alpha=0".parse::<Sprt>(), Err(SprtError::Errors));
        assert_eq!("beta=0.5".parse::<Sprt>(), Err(SprtError::Errors));
        for text in ["elo", "elo2=3", "elo0=x"] {
            assert_eq!(text.parse::<Sprt>(), Err(SprtError::Text(text.to_owned())));
        }
    }

    proptest! {
        // Exchanging the sides and the hypotheses changes the sign and nothing else.
        #[test]
        fn llr_is_antisymmetric(counts in prop::array::uniform5(0u64..300), elo in 1.0..60.0) {
            let there = of_pairs(0.0, elo, counts);
            let back = of_pairs(-elo, 0.0, Pentanomial(counts).reversed().0);
            prop_assert!((there + back).abs() < 1e-6 * (1.0 + there.abs()));
        }

        // A pair more that was won is never evidence for H0.
        #[test]
        fn a_won_pair_raises_llr(counts in prop::array::uniform5(1u64..300)) {
            let [a, b, c, d, e] = counts;
            let before = of_pairs(0.0, 10.0, counts);
            prop_assert!(of_pairs(0.0, 10.0, [a, b, c, d, e + 1]) > before);
            prop_assert!(of_pairs(0.0, 10.0, [a + 1, b, c, d, e]) < before);
        }

        // The other way to the same number, from mean and variance alone: the likeliest normal
        // distribution with a given mean has the second moment about it as its variance.
        #[test]
        fn llr_is_near_its_normal_approximation(counts in prop::array::uniform5(200u64..300)) {
            let score = Pentanomial(counts).estimate().unwrap().score;
            let n: u64 = counts.iter().sum();
            let variance = Pentanomial(counts).normalized_variance().unwrap() / 2.0;
            let about = |s: f64| variance + (score - s).powi(2);
            let approximate =
                n as f64 / 2.0 * (about(score_of_elo(0.0)) / about(score_of_elo(5.0))).ln();
            prop_assert!((of_pairs(0.0, 5.0, counts) - approximate).abs() < 0.03);
        }
    }
}

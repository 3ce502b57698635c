//! The attack/defence scoring: what a point is worth, and the static score of a position.
//!
//! The unit: 200 points are about one unit of logit; [`win_rate`] is the curve that fits the
//! results of games.
//!
//! A static score is the sum over the empty points of what their lines are worth to Black less what
//! they are worth to White, one number for the [threat inputs](threat_inputs()) of the position,
//! and at five in a row what a small network adds, which sees the lines themselves instead of
//! line patterns, how the two colours' go together and what points near each other are worth. All of it is fitted to games (see
//! [`tune`](crate::tune)).

mod accumulator;
pub mod areas;
pub mod forward;
mod half_lines;
mod line_table;
mod net;
pub mod network;
mod policy;
mod prior;
mod rows;
mod threat_inputs;
mod weights;

use std::sync::{Arc, OnceLock};

use crate::game::{Color, Rules, Variant};
use crate::pattern::{Pattern4, Patterns, ScoreTable};
use crate::processor::for_every_processor;

pub use accumulator::Accumulator;
pub use half_lines::{LineCells, line_cells, line_keys};
use net::Net;
pub use net::threat_and_side_inputs;
pub use network::Network;
pub use policy::{MovePolicy, ORDER_LOGIT, POLICY_UNITS, Policy};
pub use threat_inputs::{THREAT_INPUT_PATTERNS, THREAT_INPUTS, threat_inputs};
use weights::Fitted;
pub use weights::{VALUE_SCALE, Weights, WeightsError};

/// Score points that make one unit of logit.
pub const LOGIT: f64 = 200.0;

/// Score points to a unit of logit in the results of the engine's own games, where the side to move
/// is better off: a promising attack comes to nothing more often than a bad defence holds.
const WIN_SCALE: f64 = 275.0;

/// The same where it is worse off.
const LOSS_SCALE: f64 = 200.0;

/// The chance of winning that a score of the search stands for, 0..=1: exactly 0 or 1 for what is
/// proven, as beyond [`MAX_EVAL`] every score is.
///
/// The curve is fitted to games that the engine played against itself, by `lianzhu curve`; see
/// [`tune`](crate::tune). Between strong players who search deeper it is steeper.
///
/// ```
/// use lianzhu::eval::win_rate;
/// use lianzhu::search::MATE;
/// assert_eq!(win_rate(0), 0.5);
/// assert_eq!((win_rate(MATE - 7), win_rate(8 - MATE)), (1.0, 0.0));
/// assert!(win_rate(-100) < 0.4 && win_rate(100) > 0.55);
/// ```
pub fn win_rate(score: i32) -> f64 {
    if score.abs() > MAX_EVAL {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    let scale = if score > 0 { WIN_SCALE } else { LOSS_SCALE };
    1.0 / (1.0 + (-f64::from(score) / scale).exp())
}

/// The largest static score; everything beyond stands for a proven result.
pub const MAX_EVAL: i32 = 10_000;

/// What the evaluation of one variant needs.
pub struct Evaluator {
    /// What a point is worth, for Black and White.
    pub score_tables: [Arc<ScoreTable>; 2],
    threat_inputs: [Box<[i16; THREAT_INPUTS]>; 2],
    open_fours: [i16; 2],
    net: Option<Net>,
}

impl Evaluator {
    /// The evaluator for these rules, made at the first call for their weights.
    pub fn of(rules: &Rules) -> &'static Evaluator {
        static EVALUATORS: [OnceLock<Evaluator>; Fitted::COUNT] =
            [const { OnceLock::new() }; Fitted::COUNT];
        let new = || {
            let network = Network::of(rules).map(|network| (network, Policy::of(rules)));
            Evaluator::new(rules.variant(), Weights::of(rules), network)
        };
        EVALUATORS[Fitted::of(rules).index()].get_or_init(new)
    }

    /// An evaluator over the given weights, of a network too if there is one for five in a row.
    pub fn new(
        variant: Variant,
        weights: &Weights,
        network: Option<(&Network, Option<&Policy>)>,
    ) -> Evaluator {
        let table = |color| {
            let restrained = variant == Variant::Renju && color == Color::Black;
            Arc::new(ScoreTable::new(restrained, |line_patterns| {
                weights.of_point(color, line_patterns)
            }))
        };
        let black = table(Color::Black);
        let same = variant != Variant::Renju && weights.points[0] == weights.points[1];
        let white = if same {
            black.clone()
        } else {
            table(Color::White)
        };
        let score_tables = [black, white];
        let threat_inputs = Color::ALL.map(|color| {
            let table = &weights.threat_inputs[color.index()];
            Box::new(std::array::from_fn(|i| {
                table.get(i).copied().unwrap_or_default()
            }))
        });
        Evaluator {
            score_tables,
            threat_inputs,
            open_fours: weights.open_fours,
            net: network.map(|(network, policy)| Net::new(variant, network, policy)),
        }
    }

    /// What [`score_with`](Evaluator::score_with) needs to follow the patterns from here on; `None`
    /// where no network plays.
    pub fn accumulator(&self, patterns: &Patterns) -> Option<Accumulator> {
        self.net.as_ref().map(|net| Accumulator::new(net, patterns))
    }

    /// The static score of a position for the side to move, −10,000..=10,000. Costs a look at all
    /// lines where a network plays.
    pub fn score(&self, patterns: &Patterns) -> i32 {
        self.score_with(
            patterns,
            threat_inputs(patterns),
            &mut self.accumulator(patterns),
        )
    }

    /// As [`score`](Evaluator::score), with the [`threat_inputs`] and the accumulator of these same
    /// patterns, which is brought up to date. Costs the points in reach of the moves made or taken
    /// back since the last call.
    #[inline]
    pub fn score_with(
        &self,
        patterns: &Patterns,
        threat_inputs: usize,
        accumulator: &mut Option<Accumulator>,
    ) -> i32 {
        score_with(self, patterns, threat_inputs, accumulator)
    }

    #[inline(always)]
    fn score_here(
        &self,
        patterns: &Patterns,
        threat_inputs: usize,
        accumulator: &mut Option<Accumulator>,
    ) -> i32 {
        let values = self.values_with(patterns, threat_inputs);
        let (Some(net), Some(accumulator)) = (&self.net, accumulator) else {
            return values;
        };
        let values = values as f32 / LOGIT as f32;
        let threat_and_side_inputs =
            threat_and_side_inputs(patterns, threat_inputs, net.is_told_side());
        let logit = net.logit(
            accumulator.current(net, patterns),
            patterns,
            threat_and_side_inputs,
            values,
        );
        ((logit * LOGIT as f32) as i32).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// What the policy says of the moves of a position with these [`threat_inputs`], the accumulator
    /// of which is brought up to date; `None` where no policy plays.
    #[inline]
    pub fn policy<'a>(
        &self,
        patterns: &Patterns,
        threat_inputs: usize,
        accumulator: &'a mut Option<Accumulator>,
    ) -> Option<MovePolicy<'a>> {
        let net = self.net.as_ref()?;
        let policy = net.policy()?;
        let inputs = threat_and_side_inputs(patterns, threat_inputs, net.is_told_side());
        let accumulator = accumulator.as_mut()?;
        bring_up_to_date(net, patterns, accumulator);
        Some(MovePolicy::new(
            policy,
            accumulator.points(),
            patterns,
            inputs,
        ))
    }

    /// What the values of the points and the threat inputs say for the side to move. Constant time.
    pub fn values(&self, patterns: &Patterns) -> i32 {
        self.values_with(patterns, threat_inputs(patterns))
    }

    /// As [`values`](Evaluator::values), with the [`threat_inputs`] of these same patterns.
    #[inline]
    pub fn values_with(&self, patterns: &Patterns, threat_inputs: usize) -> i32 {
        let us = patterns.board().side_to_move();
        let value = if us == Color::Black {
            patterns.value()
        } else {
            -patterns.value()
        };
        let mut score = value / i32::from(VALUE_SCALE)
            + i32::from(self.threat_inputs[us.index()][threat_inputs % THREAT_INPUTS]);
        for (color, weight) in [us, !us].into_iter().zip(self.open_fours) {
            if patterns.count(color, Pattern4::OpenFour) > 0 {
                score += i32::from(weight);
            }
        }
        score.clamp(-MAX_EVAL, MAX_EVAL)
    }
}

for_every_processor! {
    fn bring_up_to_date(net: &Net, patterns: &Patterns, accumulator: &mut Accumulator) {
        accumulator.current(net, patterns);
    }

    fn score_with(
        evaluator: &Evaluator,
        patterns: &Patterns,
        threat_inputs: usize,
        accumulator: &mut Option<Accumulator>,
    ) -> i32 {
        evaluator.score_here(patterns, threat_inputs, accumulator)
    }
}

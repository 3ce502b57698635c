//! The guess that fitting starts from.

use super::threat_inputs::{OPEN_FOURS, THREAT_INPUTS};
use super::weights::{VALUE_SCALE, Weights};
use crate::game::{Color, Variant};
use crate::pattern::{
    LinePattern, PATTERN_CODES, Pattern4, line_pattern_combinations, pattern_code,
};

/// What having the move is worth.
const TEMPO: i16 = 20;

/// What it adds to the score that the side to move has a point of each pattern, in the order of
/// [`THREAT_INPUT_PATTERNS`](super::THREAT_INPUT_PATTERNS).
const OURS: [i16; 6] = [15, 30, 90, 15, 45, 200];

/// What it adds to the score that the opponent has a point of each pattern, in the order of
/// [`THREAT_INPUT_PATTERNS`](super::THREAT_INPUT_PATTERNS).
const THEIRS: [i16; 6] = [-8, -15, -40, -8, -15, -80];

impl Weights {
    /// A guess to start fitting from: the patterns of the lines added up, and something for what
    /// they combine to. Also what plays where nothing is fitted.
    pub fn prior(variant: Variant) -> Weights {
        let points = Color::ALL.map(|color| {
            let restrained = variant == Variant::Renju && color == Color::Black;
            let mut points = vec![[0; 3]; PATTERN_CODES];
            for line_patterns in line_pattern_combinations() {
                points[pattern_code(line_patterns)] = prior_worth(line_patterns, restrained);
            }
            points
        });
        let threat_inputs = (0..THREAT_INPUTS).map(|threat_inputs| {
            let sum = |first: usize, worth: [i16; 6]| -> i16 {
                let present = |&(i, _): &(usize, i16)| threat_inputs >> (first + i) & 1 == 1;
                let chosen = worth.into_iter().enumerate().filter(present);
                chosen.map(|(_, worth)| worth).sum()
            };
            TEMPO + sum(0, OURS) + sum(OURS.len(), THEIRS)
        });
        let threat_inputs: Vec<i16> = threat_inputs.collect();
        Weights {
            points,
            threat_inputs: [threat_inputs.clone(), threat_inputs],
            open_fours: OPEN_FOURS,
        }
    }
}

fn prior_worth(line_patterns: [LinePattern; 4], restrained: bool) -> [i16; 3] {
    // One for each line pattern, in their order.
    const VALUE: [i16; LinePattern::COUNT] = [0, 0, 0, 1, 1, 4, 5, 6, 4, 12, 15, 14, 40, 60];
    const ORDER: [i16; LinePattern::COUNT] = [0, 0, 1, 4, 6, 16, 20, 24, 24, 70, 80, 80, 200, 400];
    let sum = |table: [i16; LinePattern::COUNT]| {
        line_patterns
            .iter()
            .map(|&c| table[c as usize])
            .sum::<i16>()
    };
    let (value, order) = match Pattern4::of(line_patterns, restrained) {
        Pattern4::Five => (0, 8000),
        Pattern4::OpenFour => (30, 3000),
        Pattern4::FourThree => (40, 1000),
        Pattern4::DoubleThree => (20, 300),
        Pattern4::FourPlus => (10, 80),
        Pattern4::ThreePlus => (8, 60),
        Pattern4::TwoPlus => (3, 20),
        Pattern4::Forbidden => return [0, 0, 0],
        _ => (0, 0),
    };
    let attack = sum(ORDER) + order;
    [(sum(VALUE) + value) * VALUE_SCALE, attack, attack * 3 / 5]
}

//! Weights of codes as sums of what codes have in common, so that rare codes learn from frequent
//! ones.

use super::adam::Adam;
use crate::pattern::{
    LinePattern, PATTERN_CODES, Pattern4, line_pattern_combinations, pattern_code,
};

const PAIRS: usize = LinePattern::COUNT * (LinePattern::COUNT + 1) / 2;

/// Where the parameters of each sort begin.
const PAIR: usize = LinePattern::COUNT;
const PATTERN4: usize = PAIR + PAIRS;
const OWN: usize = PATTERN4 + Pattern4::COUNT;

/// How far the parameters of each sort may be thought to lie from the prior: line patterns, pairs
/// of line patterns, patterns, and each code's own.
#[derive(Debug, Clone, Copy)]
pub struct Widths {
    pub line_pattern: f32,
    pub pair: f32,
    pub pattern4: f32,
    pub own: f32,
}

/// One weight for each code: the prior, and on it a sum over the code's line patterns, its pairs of
/// line patterns, its pattern and itself.
pub struct CodeWeights {
    prior: Vec<f32>,
    fixed: Vec<bool>,
    parts: Vec<Vec<(u16, f32)>>,
    adam: Adam,
    /// The weights.
    pub now: Vec<f32>,
}

impl CodeWeights {
    /// Weights that begin at the prior; the patterns that `fixed` says stay there.
    pub fn new(
        prior: Vec<f32>,
        restrained: bool,
        widths: Widths,
        fixed: impl Fn(Pattern4) -> bool,
    ) -> CodeWeights {
        let mut pull = Vec::new();
        for (count, width) in [
            (LinePattern::COUNT, widths.line_pattern),
            (PAIRS, widths.pair),
            (Pattern4::COUNT, widths.pattern4),
            (PATTERN_CODES, widths.own),
        ] {
            pull.extend(std::iter::repeat_n(1.0 / (width * width), count));
        }
        let mut parts = vec![Vec::new(); PATTERN_CODES];
        let mut fixed_codes = vec![false; PATTERN_CODES];
        for line_patterns in line_pattern_combinations() {
            let pattern4 = Pattern4::of(line_patterns, restrained);
            parts[pattern_code(line_patterns)] = parts_of(line_patterns, pattern4);
            fixed_codes[pattern_code(line_patterns)] = fixed(pattern4);
        }
        CodeWeights {
            now: prior.clone(),
            prior,
            fixed: fixed_codes,
            parts,
            adam: Adam::new(pull),
        }
    }

    /// One step along the gradient with respect to the weights.
    pub fn step(&mut self, gradient: &[f32], share: f32, rate: f32) {
        let mut slopes = vec![0.0; OWN + PATTERN_CODES];
        for (code, &slope) in gradient.iter().enumerate() {
            if slope == 0.0 || self.fixed[code] {
                continue;
            }
            for &(part, times) in &self.parts[code] {
                slopes[part as usize] += slope * times;
            }
        }
        self.adam.step(&slopes, share, rate);
        for code in 0..PATTERN_CODES {
            if !self.fixed[code] {
                let parts = self.parts[code].iter();
                let sum: f32 = parts
                    .map(|&(part, times)| self.adam.at[part as usize] * times)
                    .sum();
                self.now[code] = self.prior[code] + sum;
            }
        }
    }
}

fn parts_of(line_patterns: [LinePattern; 4], pattern4: Pattern4) -> Vec<(u16, f32)> {
    let mut parts: Vec<(u16, f32)> = Vec::new();
    let mut add = |part: usize| {
        let part = part as u16;
        match parts.iter_mut().find(|(known, _)| *known == part) {
            Some((_, times)) => *times += 1.0,
            None => parts.push((part, 1.0)),
        }
    };
    for (i, &first) in line_patterns.iter().enumerate() {
        add(first as usize);
        for &second in &line_patterns[i + 1..] {
            let (low, high) = (first.min(second) as usize, first.max(second) as usize);
            add(PAIR + high * (high + 1) / 2 + low);
        }
    }
    add(PATTERN4 + pattern4 as usize);
    add(OWN + pattern_code(line_patterns));
    parts
}

//! From games to what the fits are made on.

use super::data::{Game, Header};
use super::replay::replay;
use crate::eval::threat_inputs;
use crate::game::Color;
use crate::pattern::{PATTERN_CODES, Pattern4, Patterns, ThreatSet, pattern_code};
use crate::search::mate_distance;
use crate::threat::open_four_replies;

/// A quiet position, for the fit of the static score.
pub struct ValueSample {
    /// Codes with how many empty points have them for the side to move less for its opponent; in
    /// renju for Black, then for White from [`PATTERN_CODES`] on, positive for the side to move.
    pub codes: Vec<(u16, i16)>,
    /// See [`threat_inputs`].
    pub threat_inputs: u16,
    /// Who is to move.
    pub color: Color,
    /// The result for the side to move: 1, ½ or 0.
    pub result: f32,
    /// The search's score.
    pub score: i32,
}

/// A position with a choice of moves, for the fit of the ordering scores.
pub struct OrderSample {
    /// Codes of each move for the side to move and for its opponent; the move played stands first.
    pub moves: Vec<[u16; 2]>,
    /// Who is to move.
    pub color: Color,
}

/// What one game holds.
#[derive(Default)]
pub struct Samples {
    pub positions: Vec<ValueSample>,
    pub choices: Vec<OrderSample>,
}

/// Replays a game up to the first proven score. `split` keeps the codes of the colours apart.
pub fn samples(header: &Header, game: &Game, split: bool) -> Samples {
    let mut samples = Samples::default();
    replay(header, game, |patterns, line| {
        let played = &line[0];
        if mate_distance(played.score).is_some() {
            return;
        }
        let us = patterns.board().side_to_move();
        let has = |color, kind| patterns.count(color, kind) > 0;
        let settled = has(us, Pattern4::Five) || has(!us, Pattern4::Five);
        if !settled && !has(!us, Pattern4::OpenFour) && !has(us, Pattern4::OpenFour) {
            samples.positions.push(ValueSample {
                codes: counted_codes(patterns, split),
                threat_inputs: threat_inputs(patterns) as u16,
                color: us,
                result: game.result(us),
                score: played.score,
            });
        }
        if !settled && !played.random {
            let slot = patterns.slot(played.point);
            samples.choices.extend(choice(patterns, slot));
        }
    });
    samples
}

fn counted_codes(patterns: &Patterns, split: bool) -> Vec<(u16, i16)> {
    let us = patterns.board().side_to_move();
    let mut counts = vec![0i16; 2 * PATTERN_CODES];
    for slot in 0..patterns.board().rules().area() {
        if !patterns.is_empty(slot) {
            continue;
        }
        for color in Color::ALL {
            let table = if split {
                PATTERN_CODES * color.index()
            } else {
                0
            };
            let sign = if color == us { 1 } else { -1 };
            counts[table + pattern_code(patterns.line_patterns(slot, color))] += sign;
        }
    }
    let counts = counts.into_iter().enumerate();
    counts
        .filter(|&(_, count)| count != 0)
        .map(|(code, count)| (code as u16, count))
        .collect()
}

/// The moves the search would look at, if the one played is among them.
fn choice(patterns: &Patterns, played: usize) -> Option<OrderSample> {
    let us = patterns.board().side_to_move();
    let mut slots: Vec<usize> = if patterns.count(!us, Pattern4::OpenFour) > 0 {
        let replies = open_four_replies(patterns, !us);
        let replies = replies.as_slice().iter().map(|&slot| slot as usize);
        let fours = patterns.threat_set(us, ThreatSet::Four).iter();
        replies.chain(fours).collect()
    } else {
        patterns.candidates().collect()
    };
    slots.sort_unstable();
    slots.dedup();
    let board = patterns.board();
    let legal = |slot: usize| slot != played && board.is_legal(us, patterns.point(slot));
    if !slots.contains(&played) {
        return None;
    }
    slots.retain(|&slot| legal(slot));
    let codes = |slot: usize| {
        [us, !us].map(|color| pattern_code(patterns.line_patterns(slot, color)) as u16)
    };
    let moves: Vec<[u16; 2]> = std::iter::once(played).chain(slots).map(codes).collect();
    (moves.len() > 1).then_some(OrderSample { moves, color: us })
}

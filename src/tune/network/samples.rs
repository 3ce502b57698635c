//! From games to what a network is fitted to.

use crate::clock::Watch;
use crate::eval::areas::Areas;
use crate::eval::{Evaluator, LOGIT, LineCells, line_cells, threat_and_side_inputs, threat_inputs};
use crate::game::{Board, Cell, Color, Position, Rules, Variant};
use crate::pattern::{Pattern4, Patterns};
use crate::tune::data::Played;
use crate::tune::games::{FitError, read_all};
use crate::tune::replay::replay;

/// An empty point of a position.
pub struct EmptyPoint {
    /// Its number among all points of the board, row by row.
    pub place: u16,
    /// Its lines, as cells: half of what their numbers would take.
    pub lines: LineCells,
}

/// The empty points of a position.
pub type Points = Box<[EmptyPoint]>;

/// An empty board.
pub struct EmptyBoard {
    /// Its points.
    pub points: Points,
    /// Its areas.
    pub areas: Areas,
}

impl EmptyBoard {
    /// The board for these rules.
    pub fn new(rules: Rules) -> EmptyBoard {
        EmptyBoard {
            points: points(&Board::new(rules)),
            areas: Areas::new(rules.width() as usize, rules.height() as usize),
        }
    }
}

/// A position to fit to.
pub struct Sample {
    /// What the network sees.
    pub points: Points,
    /// Which of the empty boards it was played on.
    pub board: usize,
    /// Who is to move.
    pub color: Color,
    /// The [`threat_and_side_inputs`] of the hidden layer, a bit each.
    pub threat_and_side_inputs: u32,
    /// The logit that the values alone say.
    pub values: f32,
    /// The search's scores of this position and of those that came of it, up to the first move that
    /// was not the search's own: one at least, each for the side to move there.
    pub scores: Box<[i32]>,
    /// The result for the side to move: 1, ½ or 0.
    pub result: f32,
}

/// What the games of one variant hold.
pub struct NetworkSamples {
    /// What was played.
    pub variant: Variant,
    /// Positions to fit to.
    pub train: Vec<Sample>,
    /// Positions of other games, which the fit is measured by.
    pub held: Vec<Sample>,
    /// The empty boards.
    pub boards: Vec<EmptyBoard>,
}

impl NetworkSamples {
    /// Reads self-play data of one variant at five in a row. Holds some 2 KiB for a position of
    /// 15x15.
    ///
    /// # Errors
    ///
    /// If a text is no self-play data, they are about different variants or another win length, or
    /// hold too few games; if it is stopped.
    pub fn read(texts: &[String], watch: &Watch<'_>) -> Result<NetworkSamples, FitError> {
        let [mut train, mut held] = [Vec::new(), Vec::new()];
        let mut boards: Vec<Rules> = Vec::new();
        let variant = read_all(texts, watch, |header, game, held_out| {
            let rules = header.rules;
            if rules.win_length() != 5 {
                return Err(FitError::WinLength(rules.win_length()));
            }
            let known = boards.iter().position(|&known| known == rules);
            let board = known.unwrap_or(boards.len());
            if known.is_none() {
                boards.push(rules);
            }
            let into = if held_out { &mut held } else { &mut train };
            replay(header, game, |patterns, line| {
                let us = patterns.board().side_to_move();
                into.extend(sample(patterns, line, board, game.result(us)));
            });
            Ok(())
        })?;
        let boards = boards.into_iter().map(EmptyBoard::new).collect();
        Ok(NetworkSamples {
            variant,
            train,
            held,
            boards,
        })
    }
}

/// A position that the search would ask the network about: not one that is won at once, nor one
/// where a five has to be stopped. With what was played from there on. One with a proven score is
/// as good as any, and none shows better what wins.
pub fn sample(patterns: &Patterns, line: &[Played], board: usize, result: f32) -> Option<Sample> {
    let rules = patterns.board().rules();
    let us = patterns.board().side_to_move();
    let has = |color, kind| patterns.count(color, kind) > 0;
    if has(us, Pattern4::Five) || has(!us, Pattern4::Five) || has(us, Pattern4::OpenFour) {
        return None;
    }
    let own = 1 + line.iter().take_while(|played| !played.random).count();
    Some(Sample {
        points: points(patterns.board()),
        board,
        color: us,
        threat_and_side_inputs: threat_and_side_inputs(
            patterns,
            threat_inputs(patterns),
            rules.variant() == Variant::Renju,
        ),
        values: Evaluator::of(rules).values(patterns) as f32 / LOGIT as f32,
        scores: line[..own.min(line.len())]
            .iter()
            .map(|played| played.score)
            .collect(),
        result,
    })
}

/// The empty points.
pub fn points(position: &Position) -> Points {
    let points = position.rules().points().enumerate();
    let empty = points.filter(|&(_, point)| position.cell(point) == Cell::Empty);
    let of = |(place, point)| EmptyPoint {
        place: place as u16,
        lines: line_cells(position, point),
    };
    empty.map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::positions;

    #[test]
    fn a_game_is_read_up_to_its_first_proven_position_or_impossible_move() {
        let header = "# lianzhu datagen freestyle 15x15 5 nodes 10 seed 1\n";
        let line = "b H8,J9,G7 J7:-35 K6:12 H6:-29990 H7:29991\n";
        let samples =
            NetworkSamples::read(&[header.to_owned() + &line.repeat(20)], &Watch::nobody())
                .unwrap();
        let mut of_one = samples.held.iter().take(3);
        let mut next = || of_one.next().map(|sample| &sample.scores[..]);
        assert_eq!(next(), Some(&[-35, 12, -29990, 29991][..]));
        assert_eq!(next(), Some(&[12, -29990, 29991][..]));
        assert_eq!(next(), Some(&[-29990, 29991][..]));
        assert_eq!(samples.train.len() + samples.held.len(), 3 * 20);

        // A move to an occupied point ends a game, and what follows it says nothing.
        let broken = line.replace("H6:-29990", "J7:-29990");
        let samples =
            NetworkSamples::read(&[header.to_owned() + &broken.repeat(20)], &Watch::nobody())
                .unwrap();
        let mut scores = samples.held.iter().map(|sample| &sample.scores[..]);
        assert_eq!(scores.next(), Some(&[-35, 12][..]));
        assert_eq!(scores.next(), Some(&[12][..]));

        // The values of patterns are fitted to what is not decided.
        let (header, games) = crate::tune::read_games(&(header.to_owned() + line)).unwrap();
        let of_one = positions::samples(&header, &games[0], false);
        assert_eq!(of_one.positions.len(), 2);
    }
}

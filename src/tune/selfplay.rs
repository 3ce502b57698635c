//! One game of the search against itself, or against a weaker player.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::data::{Game, Header, Opponent, Played};
use crate::clock::{Limits, StopToken};
use crate::eval::Evaluator;
use crate::game::{Board, Color, Point, Rules};
use crate::openings::{RandomOpenings, Starts};
use crate::pattern::{Pattern4, Patterns};
use crate::player::{Choice, Player, Task};
use crate::search::{Report, Searcher, mate_distance};

/// Stones of an opening.
const OPENING: std::ops::RangeInclusive<u8> = 3..=8;

/// Stones of an opening against a weaker opponent: fewer, which leaves it room for errors.
const SHORT_OPENING: std::ops::RangeInclusive<u8> = 2..=5;

/// The largest score of an opening that counts as balanced: win rates of about one to two thirds.
const BALANCED: i32 = 150;

/// Openings looked at before the next one is taken as it is.
const ATTEMPTS: usize = 60;

/// The opening is judged with the nodes of two moves, but no more than these: most are refused.
const OPENING_NODES: u64 = 1_000;

/// How many plies after the opening may be varied.
const VARIED_PLIES: usize = 10;

/// One in so many of these plies is drawn at random among the best moves by ordering score.
const VARIED_ONE_IN: u32 = 8;

/// How many of the best moves by ordering score a varied ply is drawn from.
const VARIED_AMONG: usize = 6;

/// Table of a game's searches, in MiB.
const HASH: usize = 4;

/// Plays game `index` of the data that the header describes, which begins with a position of `starts`, if there are
/// any.
pub fn play(header: &Header, starts: Option<&Starts>, index: u64) -> Game {
    let mut seeds = Xoshiro256PlusPlus::seed_from_u64(header.seed);
    let mixed = seeds.random::<u64>() ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(mixed);
    let mut searcher = Searcher::new(HASH, 1);
    let (opening, mut board) = opening(header, starts, &mut searcher, rng.random());
    searcher.clear();
    let mut opponent = Weaker::of(header, index, &board, &mut rng);
    let mut moves: Vec<Played> = Vec::new();
    let winner = loop {
        if let Some(outcome) = board.outcome() {
            break outcome.winner();
        }
        let color = board.side_to_move();
        if let Some(opponent) = opponent.as_mut().filter(|o| o.color == color) {
            let Some(point) = opponent.choose(&board, &mut rng) else {
                break None;
            };
            moves.push(Played {
                point,
                score: moves.last().map_or(0, |last| -last.score),
                random: true,
            });
            if board.play(color, point).is_err() {
                break None;
            }
            continue;
        }
        let Report { score, pv, .. } = ask(&mut searcher, &board, header.nodes);
        let Some(&best) = pv.first() else { break None };
        let mut played = Played {
            point: best,
            score,
            random: false,
        };
        let proven = mate_distance(score);
        let varied = moves.len() < VARIED_PLIES && rng.random_range(0..VARIED_ONE_IN) == 0;
        if varied
            && proven.is_none()
            && let Some(point) = vary(
                &board,
                VARIED_AMONG,
                &[Pattern4::Five, Pattern4::OpenFour],
                &mut rng,
            )
        {
            played.random = point != best;
            played.point = point;
        }
        moves.push(played);
        if let Some(distance) = proven {
            break Some(if distance > 0 { color } else { !color });
        }
        if board.play(color, played.point).is_err() {
            break None;
        }
    };
    Game {
        winner,
        opening,
        moves,
    }
}

/// Who plays against the search, with which colour.
struct Weaker {
    player: Box<dyn Player>,
    errs: u32,
    color: Color,
}

impl Weaker {
    /// Nobody, where the search plays itself. The search moves first in every other game.
    fn of(
        header: &Header,
        index: u64,
        board: &Board,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<Weaker> {
        let Opponent { player, errs } = header.opponent?;
        let player = player.create(rng.random());
        let first = board.side_to_move();
        let color = if index.is_multiple_of(2) {
            !first
        } else {
            first
        };
        Some(Weaker {
            player,
            errs,
            color,
        })
    }

    fn choose(&mut self, board: &Board, rng: &mut Xoshiro256PlusPlus) -> Option<Point> {
        if self.errs > 0
            && rng.random_range(0..self.errs) == 0
            && let Some(point) = vary(board, usize::MAX, &[Pattern4::Five], rng)
        {
            return Some(point);
        }
        let choice = self.player.choose(&Task {
            board,
            color: self.color,
            limits: Limits {
                nodes: None,
                time: None,
                depth: None,
            },
            stop: &StopToken::new(),
            scope: None,
            watch: None,
        });
        match choice {
            Choice::Point(point) => Some(point),
            Choice::NoLegalPoint => None,
        }
    }
}

/// What a search of so many positions finds.
pub(super) fn ask(searcher: &mut Searcher, board: &Board, nodes: u64) -> Report {
    let limits = Limits {
        nodes: Some(nodes),
        time: None,
        depth: None,
    };
    let color = board.side_to_move();
    searcher.search(board, color, limits, &StopToken::new(), &mut |_| {})
}

/// The board after these stones, Black's first, if they may be played.
pub(super) fn set_up(rules: Rules, points: &[Point]) -> Option<Board> {
    let mut board = Board::new(rules);
    for &point in points {
        board.play(board.side_to_move(), point).ok()?;
    }
    Some(board)
}

/// A balanced opening, of `starts` if there are any, and the position after it.
pub(super) fn opening(
    header: &Header,
    starts: Option<&Starts>,
    searcher: &mut Searcher,
    seed: u64,
) -> (Vec<Point>, Board) {
    let stones = match header.opponent {
        Some(_) => SHORT_OPENING,
        None => OPENING,
    };
    let drawn: Box<dyn Iterator<Item = Vec<Point>>> = match starts {
        Some(starts) => Box::new(starts.draw(seed).map(<[Point]>::to_vec)),
        None => {
            let random = RandomOpenings::new(header.rules, stones, seed);
            Box::new(random.map(|opening| opening.points().to_vec()))
        }
    };
    for (i, points) in drawn.enumerate() {
        let Some(board) = set_up(header.rules, &points) else {
            continue;
        };
        let score = ask(searcher, &board, (2 * header.nodes).min(OPENING_NODES)).score;
        if score.abs() <= BALANCED || i >= ATTEMPTS && board.outcome().is_none() {
            return (points, board);
        }
    }
    (Vec::new(), Board::new(header.rules))
}

/// A random move among the first `among` by ordering score, where the opponent has no `urgent`
/// points.
fn vary(
    board: &Board,
    among: usize,
    urgent: &[Pattern4],
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Point> {
    let score_tables = &Evaluator::of(board.rules()).score_tables;
    let patterns = Patterns::new(board, score_tables.clone());
    let us = board.side_to_move();
    if urgent.iter().any(|&kind| patterns.count(!us, kind) > 0) {
        return None;
    }
    let mut slots: Vec<usize> = patterns
        .candidates()
        .filter(|&slot| board.is_legal(us, patterns.point(slot)))
        .collect();
    slots.sort_by_key(|&slot| (-patterns.score(slot, us), slot));
    slots.truncate(among);
    if slots.is_empty() {
        return None;
    }
    Some(patterns.point(slots[rng.random_range(0..slots.len())]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Outcome, Variant};
    use crate::notation::vertices;
    use crate::player::PlayerKind;

    #[test]
    fn a_game_depends_on_its_seed_and_number_alone_and_can_be_replayed() {
        for variant in Variant::ALL {
            let header = Header {
                rules: Rules::new(15, 15, 5, variant).unwrap(),
                nodes: 60,
                seed: 3,
                starts: None,
                opponent: None,
                rescored: None,
            };
            let game = play(&header, None, 5);
            assert_eq!(play(&header, None, 5), game);
            assert_ne!(play(&header, None, 6), game);
            let mut board = set_up(header.rules, &game.opening).unwrap();
            let (last, before) = game.moves.split_last().unwrap();
            for played in before {
                board.play(board.side_to_move(), played.point).unwrap();
            }
            let us = board.side_to_move();
            match mate_distance(last.score) {
                Some(plies) if plies > 0 => assert_eq!(game.winner, Some(us)),
                Some(_) => assert_eq!(game.winner, Some(!us)),
                None => {
                    board.play(us, last.point).unwrap();
                    let outcome = board.outcome().unwrap();
                    assert_eq!(game.winner, Outcome::winner(outcome));
                }
            }
        }
    }

    #[test]
    fn games_begin_with_positions_of_others() {
        let header = Header {
            rules: Rules::new(15, 15, 5, Variant::Freestyle).unwrap(),
            nodes: 60,
            seed: 3,
            starts: None,
            opponent: None,
            rescored: None,
        };
        let game = play(&header, None, 5);
        let played = game.moves.iter().map(|played| played.point);
        let points: Vec<Point> = game.opening.iter().copied().chain(played).collect();
        let text = vertices(points.iter().copied());
        let starts = Starts::read(&text, &header.rules).unwrap();
        let mut stones: Vec<usize> = (0..12)
            .map(|index| {
                let opening = play(&header, Some(&starts), index).opening;
                assert!(points.starts_with(&opening));
                opening.len()
            })
            .collect();
        stones.sort_unstable();
        stones.dedup();
        assert!(stones[0] >= 3 && stones.len() > 2, "{stones:?}");
    }

    #[test]
    fn an_opponent_has_one_colour_and_its_moves_are_no_example() {
        let header = Header {
            rules: Rules::new(15, 15, 6, Variant::Freestyle).unwrap(),
            nodes: 60,
            seed: 3,
            starts: None,
            opponent: Some(Opponent {
                player: PlayerKind::Scoring,
                errs: 10,
            }),
            rescored: None,
        };
        for index in 0..4 {
            let game = play(&header, None, index);
            assert_eq!(play(&header, None, index), game);
            let theirs = |i: usize| (i as u64 + index) % 2 == 1;
            let mut moves = game.moves.iter().enumerate();
            assert!(moves.clone().all(|(i, played)| played.random || !theirs(i)));
            assert!(
                moves
                    .clone()
                    .any(|(i, played)| !played.random && !theirs(i))
            );
            assert!(moves.all(|(i, played)| {
                let before = i.checked_sub(1).map_or(0, |last| -game.moves[last].score);
                !theirs(i) || played.score == before
            }));
        }
    }
}

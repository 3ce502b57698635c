//! The positions of games searched anew, by longer searches than those that played them.

use std::path::Path;

use super::data::{Game, Header, Played};
use super::generate::{GenerateError, write_games};
use super::selfplay::{ask, set_up};
use crate::clock::Watch;
use crate::game::Board;
use crate::search::{Report, Searcher, mate_distance};

/// What a score counts at most where the search that played had proven nothing: a chance of some 0.95. What longer searches
/// prove contradicts one result in ten, and by scores and results `train` finds out how a score reads as a chance.
const MOST: i32 = 700;

/// Table of a game's searches, in MiB.
const HASH: usize = 8;

/// Games whose positions are to be searched anew.
#[derive(Debug, Clone, Copy)]
pub struct RescoreJob<'a> {
    /// What the games depend on.
    pub header: Header,
    /// The games.
    pub games: &'a [Game],
    /// The positions that a search may enter.
    pub nodes: u64,
    /// Threads that search; what is written does not depend on them.
    pub threads: usize,
}

/// Writes games with the scores of longer searches, in their order; what the file holds already is kept, so an
/// interrupted run can be continued. See [`rescore`].
///
/// # Errors
///
/// If the file cannot be read or written, or holds something else.
pub fn rescore_all(
    job: &RescoreJob<'_>,
    path: &Path,
    watch: &Watch<'_>,
) -> Result<(), GenerateError> {
    let header = Header {
        rescored: Some(job.nodes),
        ..job.header
    };
    let of = |index: u64| rescore(&job.header, &job.games[index as usize], job.nodes);
    let count = job.games.len() as u64;
    write_games(&header, of, (count, job.threads), path, watch)
}

/// A game with the scores of other searches of its positions, from the last to the first with one table, so that
/// each knows what came of its position. It ends where its own search first proved who wins, whose score is kept;
/// whatever is proven before counts as the largest of scores that prove nothing.
pub fn rescore(header: &Header, game: &Game, nodes: u64) -> Game {
    let mut moves = game.moves.clone();
    let proven = moves
        .iter()
        .position(|played| mate_distance(played.score).is_some());
    moves.truncate(proven.map_or(moves.len(), |last| last + 1));
    let boards = boards(header, game, &moves);
    moves.truncate(boards.len());
    let mut searcher = Searcher::new(HASH, 1);
    let mut later: Option<i32> = None;
    for (i, (played, board)) in moves.iter_mut().zip(&boards).enumerate().rev() {
        let Report { score, depth, .. } = ask(&mut searcher, board, nodes);
        // Where there is only one move, it is not searched, and its score says nothing of what comes of it.
        let is_searched = depth > 0 || mate_distance(score).is_some();
        let score = later.filter(|_| !is_searched).map_or(score, |later| -later);
        later = Some(score);
        if proven != Some(i) {
            played.score = score.clamp(-MOST, MOST);
        }
    }
    Game {
        moves,
        ..game.clone()
    }
}

/// The positions before each of these moves, up to the first that may not be played.
fn boards(header: &Header, game: &Game, moves: &[Played]) -> Vec<Board> {
    let mut before = Vec::new();
    let Some(mut board) = set_up(header.rules, &game.opening) else {
        return before;
    };
    for played in moves {
        before.push(board.clone());
        if board.play(board.side_to_move(), played.point).is_err() {
            break;
        }
    }
    before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Color, Rules, Variant};
    use crate::tune::selfplay::play;

    fn header(variant: Variant) -> Header {
        Header {
            rules: Rules::new(15, 15, 5, variant).unwrap(),
            nodes: 100,
            seed: 3,
            starts: None,
            opponent: None,
            rescored: None,
        }
    }

    #[test]
    fn what_longer_searches_prove_stands_before_the_end() {
        for variant in [Variant::Freestyle, Variant::Renju] {
            let header = header(variant);
            let (mut proven, mut others) = (0, 0);
            for index in 0..6 {
                let game = play(&header, None, index);
                let again = rescore(&header, &game, 3000);
                assert_eq!((again.winner, &again.opening), (game.winner, &game.opening));
                assert_eq!(again.moves.len(), game.moves.len());
                let (last, before) = again.moves.split_last().unwrap();
                assert_eq!(Some(last), game.moves.last());
                for (now, was) in before.iter().zip(&game.moves) {
                    assert_eq!((now.point, now.random), (was.point, was.random));
                    assert!(now.score.abs() <= MOST);
                    let is_most = now.score.abs() == MOST;
                    proven += usize::from(is_most);
                    others += usize::from(!is_most && now.score != was.score);
                }
                assert_eq!(again, rescore(&header, &game, 3000));
            }
            assert!(proven > 10 && others > 60, "{variant:?} {proven} {others}");
        }
    }

    #[test]
    fn nothing_is_searched_behind_what_was_proven_or_cannot_be_played() {
        let header = header(Variant::Freestyle);
        let line = "b H8,J9 H9:10 J8:-20 H10:29990 A1:5 A2:7";
        let game = Game::read(line, &header.rules).unwrap();
        let again = rescore(&header, &game, 100);
        assert_eq!((again.winner, again.moves.len()), (Some(Color::Black), 3));
        assert_eq!(again.moves[2].score, 29_990);
        for (line, left) in [("d H8,H8 H9:1", 0), ("d H8 J9:0 J9:0 K9:0", 2), ("d -", 0)] {
            let game = Game::read(line, &header.rules).unwrap();
            assert_eq!(rescore(&header, &game, 100).moves.len(), left, "{line}");
        }
    }

    #[test]
    fn the_only_move_is_worth_what_comes_of_it() {
        let header = header(Variant::Freestyle);
        // White has to stop a four.
        let line = "b H8,A1,J8,A3,K8,A5,L8 M8:11 H9:12";
        let game = Game::read(line, &header.rules).unwrap();
        let moves = rescore(&header, &game, 500).moves;
        assert_eq!(moves[0].score, -moves[1].score);
    }
}

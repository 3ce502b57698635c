//! What a search calls won is won, and what it calls lost is lost, whatever the other side plays.

use lianzhu::game::{Board, Color, Outcome, Point, Rules, SearchPosition, Variant};
use lianzhu::notation::Diagram;
use lianzhu::search::{Report, Searcher, mate_distance};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::kit::ask;

type Dice = Xoshiro256PlusPlus;

/// Positions a search may enter to find a win again that was claimed before.
const AGAIN: [u64; 3] = [2_000, 50_000, 1_000_000];

/// So many replies are tried of more.
const REPLIES: usize = 60;

/// How many claims were followed.
#[derive(Default)]
struct Seen {
    wins: usize,
    losses: usize,
    replies: usize,
}

fn complain(board: &Board, text: &str) -> ! {
    panic!("{text}\n{:?}\n{}", board.rules(), Diagram(board))
}

/// Whether the side to move wins within `plies`, by trying everything.
fn wins_within(board: &mut SearchPosition, plies: i32) -> bool {
    let us = board.side_to_move();
    let moves: Vec<Point> = board.legal_points(us).collect();
    if moves.iter().any(|&point| board.wins(point, us)) {
        return true;
    }
    plies >= 3
        && moves.into_iter().any(|point| {
            board.make(point, us);
            let holds = holds_out(board, plies - 1);
            board.unmake(point, us);
            !holds
        })
}

/// Whether the side to move is not lost within `plies`.
fn holds_out(board: &mut SearchPosition, plies: i32) -> bool {
    let us = board.side_to_move();
    let threatened = || board.legal_points(!us).any(|next| board.wins(next, !us));
    let replies: Vec<Point> = board.legal_points(us).collect();
    replies.is_empty()
        || plies < 4 && !threatened()
        || replies.iter().any(|&reply| board.wins(reply, us))
        || replies.into_iter().any(|reply| {
            board.make(reply, us);
            let holds = !wins_within(board, plies - 1);
            board.unmake(reply, us);
            holds
        })
}

/// A report of a win for the side to move, and its plies.
fn win(board: &Board) -> Option<(Report, i32)> {
    AGAIN.into_iter().find_map(|nodes| {
        let report = ask(&mut Searcher::new(4, 1), board, nodes);
        let distance = mate_distance(report.score).filter(|&distance| distance > 0)?;
        Some((report, distance))
    })
}

/// The side to move is to win within `plies`: tries that where it can be tried, then plays the
/// search's move and every reply to it, and follows one of the replies to the end.
fn holds_win(rng: &mut Dice, board: &Board, plies: i32, seen: &mut Seen) {
    seen.wins += 1;
    let color = board.side_to_move();
    let few = if plies > 3 { 26 } else { 120 };
    if plies <= 5
        && board.empty_points() < few
        && !wins_within(&mut SearchPosition::from(board.position()), plies)
    {
        complain(board, &format!("no win within {plies}"));
    }
    let Some((report, distance)) = win(board) else {
        complain(board, &format!("a win in {plies} is not found again"));
    };
    let mut after = board.clone();
    let point = report.pv[0];
    after
        .play(color, point)
        .unwrap_or_else(|error| complain(board, &format!("{point:?}: {error}")));
    match after.outcome() {
        None if distance > 1 => holds_loss(rng, &after, distance - 1, seen),
        Some(Outcome::Win(winner)) if winner == color => {}
        _ => complain(board, &format!("no win in {distance} by {point:?}")),
    }
}

/// The side to move is to lose within `plies`, whatever it plays.
fn holds_loss(rng: &mut Dice, board: &Board, plies: i32, seen: &mut Seen) {
    seen.losses += 1;
    let color = board.side_to_move();
    let mut replies: Vec<Point> = board.legal_points(color).collect();
    if replies.is_empty() {
        return;
    }
    while replies.len() > REPLIES {
        let left_out = rng.random_range(0..replies.len() as u32);
        replies.swap_remove(left_out as usize);
    }
    let followed = rng.random_range(0..replies.len() as u32) as usize;
    for (i, reply) in replies.into_iter().enumerate() {
        seen.replies += 1;
        let mut after = board.clone();
        after.play(color, reply).expect("a legal point");
        if after.outcome().is_some() {
            complain(board, &format!("claimed lost, {reply:?} ends the game"));
        }
        match win(&after) {
            None => complain(board, &format!("claimed lost in {plies}, {reply:?} holds")),
            Some((_, distance)) if i == followed => holds_win(rng, &after, distance, seen),
            Some(_) => {}
        }
    }
}

/// A game of the search against itself with some moves at random near the middle, until something
/// is claimed; that is checked.
fn game(rng: &mut Dice, rules: Rules, seen: &mut Seen) {
    let mut board = Board::new(rules);
    let mut searcher = Searcher::new(2, 1);
    // One side plays worse, so that there is something to win.
    let weak = Color::ALL[rng.random_range(0..2u32) as usize];
    while board.outcome().is_none() {
        let color = board.side_to_move();
        let report = ask(&mut searcher, &board, 500);
        match mate_distance(report.score) {
            Some(plies @ 1..) => return holds_win(rng, &board, plies, seen),
            Some(plies) => return holds_loss(rng, &board, -plies, seen),
            _ => {}
        }
        let centre = Point::new(rules.width() / 2, rules.height() / 2);
        let near = |p: &Point| p.x().abs_diff(centre.x()).max(p.y().abs_diff(centre.y())) <= 2;
        let near: Vec<Point> = board.legal_points(color).filter(near).collect();
        let any = rng.random_range(0..8u32) < if color == weak { 4 } else { 1 };
        let point = match near.len() {
            0 => report.pv[0],
            n if any || board.stones() < 2 => near[rng.random_range(0..n as u32) as usize],
            _ => report.pv[0],
        };
        board.play(color, point).expect("a legal point");
    }
}

fn rules(rng: &mut impl Rng, n: u32) -> Option<Rules> {
    let variant = Variant::ALL[rng.random_range(0..4u32) as usize];
    let (w, h) = (rng.random_range(n..=n + 5), rng.random_range(n..=n + 5));
    Rules::new(w, h, n, variant).ok()
}

/// Games of one win length, in all its variants and on boards of many shapes, until so many claims
/// have been followed.
fn check(n: u32, claims: usize) -> Seen {
    let mut rng = Dice::seed_from_u64(u64::from(n));
    let mut seen = Seen::default();
    while seen.wins + seen.losses < claims {
        if let Some(rules) = rules(&mut rng, n) {
            game(&mut rng, rules, &mut seen);
        }
    }
    seen
}

#[test]
fn claims_hold_for_every_win_length() {
    for n in 3..=7 {
        check(n, 8);
    }
}

/// The same, more of it: some minutes.
#[test]
#[ignore = "long"]
fn claims_hold_in_many_games() {
    for n in 3..=7 {
        let seen = check(n, 1_000);
        let Seen {
            wins,
            losses,
            replies,
        } = seen;
        println!("{n} in a row: {wins} wins, {losses} losses, {replies} replies tried");
    }
}

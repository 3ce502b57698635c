//! Forced wins by threats, and the replies that can stop them, held against plain play on the
//! board.

use std::ops::{Range, RangeInclusive};

use lianzhu::eval::Evaluator;
use lianzhu::game::{Board, Color, Outcome, Point, Position, Rules, SearchPosition, Variant};
use lianzhu::pattern::{Pattern4, Patterns, ThreatSet};
use lianzhu::threat::{
    Vcf, VcfResult, Vct, VctResult, foul_four, four_three_replies, open_four_replies,
    replies_to_fours,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

#[path = "search/boards.rs"]
mod boards;

use boards::{random_board, random_rules};

fn patterns(board: &Board) -> Patterns {
    Patterns::new(board, Evaluator::of(board.rules()).score_tables.clone())
}

fn fives(board: &Position, color: Color) -> impl Iterator<Item = Point> + '_ {
    let rules = board.rules();
    rules
        .points()
        .filter(move |&p| board.cell(p).color().is_none() && on(board, p) && board.wins(p, color))
}

fn on(board: &Position, point: Point) -> bool {
    board.rules().contains(point)
}

/// Whether `color`, to move, wins with this stone and the next one whatever the opponent does.
fn unstoppable(board: &Position, color: Color, point: Point) -> bool {
    if !board.is_legal(color, point) {
        return false;
    }
    let mut after = SearchPosition::from(board);
    after.make(point, color);
    if fives(&after, !color).next().is_some() {
        return false;
    }
    let replies: Vec<Point> = after.legal_points(!color).collect();
    !replies.is_empty()
        && replies.into_iter().all(|reply| {
            let mut then = after.clone();
            then.make(reply, !color);
            fives(&then, color).next().is_some()
        })
}

/// A random position, and who attacks in it: the other side is to move.
fn attacked(
    rng: &mut Xoshiro256PlusPlus,
    sides: RangeInclusive<u32>,
    stones: Range<u32>,
) -> (Board, Color) {
    let rules = random_rules(rng, sides, 7);
    let stones = rng.random_range(stones);
    let mut board = random_board(rng, rules, stones);
    let attacker = Color::ALL[rng.random_range(0..2u32) as usize];
    board.set_side_to_move(!attacker);
    (board, attacker)
}

#[test]
fn the_replies_to_fours_are_those_that_stop_them() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20);
    let (mut cases, mut several) = (0, 0);
    for _ in 0..9000 {
        let (board, attacker) = attacked(&mut rng, 5..=12, 4..60);
        let patterns = patterns(&board);
        if board.outcome().is_some() || patterns.count(attacker, Pattern4::Five) == 0 {
            continue;
        }
        let mut replies: Vec<Point> = replies_to_fours(&patterns, attacker)
            .as_slice()
            .iter()
            .map(|&slot| patterns.point(slot.into()))
            .collect();
        replies.sort();
        let empty = board.rules().points();
        let empty = empty.filter(|&point| board.cell(point).color().is_none());
        let stopping: Vec<Point> = empty
            .filter(|&point| {
                let mut after = SearchPosition::from(board.position());
                after.make(point, !attacker);
                fives(&after, attacker).next().is_none()
            })
            .collect();
        let mut sorted = stopping.clone();
        sorted.sort();
        assert_eq!(replies, sorted, "{:?} {board:?}", board.rules());
        cases += 1;
        several += u32::from(replies.len() > 1);
    }
    assert!(cases > 1000 && several > 30, "{cases} {several}");
}

#[test]
fn what_is_left_out_of_the_replies_loses_at_once() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(21);
    let (mut cases, mut left_out) = (0, 0);
    for _ in 0..9000 {
        let (board, attacker) = attacked(&mut rng, 5..=12, 4..40);
        let (rules, defender) = (*board.rules(), !attacker);
        let mut patterns = patterns(&board);
        let none = |color, kind| patterns.count(color, kind) == 0;
        if board.outcome().is_some()
            || none(attacker, Pattern4::OpenFour)
            || !none(attacker, Pattern4::Five)
            || !none(defender, Pattern4::Five)
        {
            continue;
        }
        cases += 1;
        let replies = open_four_replies(&patterns, attacker);
        let others: Vec<Point> = board
            .legal_points(defender)
            .filter(|&p| !replies.as_slice().contains(&(patterns.slot(p) as u16)))
            .filter(|&p| {
                !patterns
                    .threat_set(defender, ThreatSet::Four)
                    .contains(patterns.slot(p))
            })
            .collect();
        // Some of them: a look at all takes long.
        for _ in 0..others.len().min(3) {
            let other = others[rng.random_range(0..others.len() as u32) as usize];
            left_out += 1;
            let mut after = SearchPosition::from(board.position());
            after.make(other, defender);
            assert_eq!(fives(&after, defender).count(), 0);
            patterns.make(other, defender);
            let points = (0..rules.area()).filter(|&slot| patterns.is_empty(slot));
            let open: Vec<Point> = points
                .filter(|&slot| patterns.pattern4(slot, attacker) == Pattern4::OpenFour)
                .map(|slot| patterns.point(slot))
                .collect();
            patterns.unmake();
            assert!(
                open.iter()
                    .any(|&point| unstoppable(&after, attacker, point)),
                "{rules:?} {attacker:?} after {other:?}\n{board:?}"
            );
        }
    }
    assert!(cases > 500, "only {cases} positions");
    assert!(left_out > 1000, "only {left_out} moves");
}

#[test]
fn a_foul_four_is_one_that_black_has_no_right_to_answer() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(31);
    let (mut cases, mut without) = (0, 0);
    for _ in 0..20_000 {
        let rules = Rules::new(9, 9, 5, Variant::Renju).unwrap();
        let stones = rng.random_range(12..40);
        let mut board = random_board(&mut rng, rules, stones);
        board.set_side_to_move(Color::ALL[rng.random_range(0..2u32) as usize]);
        let position = SearchPosition::from(board.position());
        let none = |color| fives(&position, color).next().is_none();
        if board.outcome().is_some() || !none(Color::White) || !none(Color::Black) {
            continue;
        }
        let answers = |point| {
            let mut after = position.clone();
            after.make(point, Color::White);
            let fives: Vec<Point> = fives(&after, Color::White).collect();
            let is_foul = fives.iter().any(|&five| after.forbidden(five).is_some());
            (!fives.is_empty()).then_some(is_foul)
        };
        let empty = rules.points();
        let mut empty = empty.filter(|&point| board.cell(point).color().is_none());
        let expected = empty.any(|point| answers(point) == Some(true));
        let mut patterns = patterns(&board);
        let key = patterns.board().key();
        let found = foul_four(&mut patterns).map(|slot| patterns.point(slot.into()));
        assert_eq!(found.is_some(), expected, "{board:?}");
        assert_eq!(patterns.board().key(), key);
        if let Some(found) = found {
            assert_eq!(answers(found), Some(true), "{found:?} {board:?}");
            cases += 1;
            // White wins by it, and mostly by nothing else as soon.
            assert!(unstoppable(&position, Color::White, found), "{board:?}");
            without += u32::from(patterns.count(Color::White, Pattern4::OpenFour) == 0);
        }
    }
    assert!(cases > 100 && without > 30, "{cases} {without}");
}

#[test]
fn outside_renju_no_four_is_foul() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(32);
    for _ in 0..500 {
        let (board, _) = attacked(&mut rng, 5..=12, 4..60);
        if board.rules().variant() != Variant::Renju {
            assert_eq!(foul_four(&mut patterns(&board)), None);
        }
    }
}

#[test]
fn what_is_left_out_of_the_replies_to_a_four_three_loses_to_it() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(22);
    let mut vcf = Vcf::new();
    let (mut cases, mut of_caro, mut by_restrained, mut left_out) = (0, 0, 0, 0);
    for _ in 0..60_000 {
        let (board, attacker) = attacked(&mut rng, 6..=12, 4..60);
        let (rules, defender) = (*board.rules(), !attacker);
        let mut patterns = patterns(&board);
        let none = |color, kind| patterns.count(color, kind) == 0;
        if board.outcome().is_some()
            || none(attacker, Pattern4::FourThree)
            || !none(attacker, Pattern4::OpenFour)
            || !none(attacker, Pattern4::Five)
            || !none(defender, Pattern4::OpenFour)
            || !none(defender, Pattern4::Five)
        {
            continue;
        }
        let Some(replies) = four_three_replies(&patterns, attacker) else {
            continue;
        };
        cases += 1;
        of_caro += u32::from(rules.variant() == Variant::Caro);
        let restrained = rules.variant() == Variant::Renju && attacker == Color::Black;
        by_restrained += u32::from(restrained);
        let fours = patterns.threat_set(defender, ThreatSet::Four).iter();
        let fours: Vec<usize> = fours.collect();
        let others: Vec<Point> = board
            .legal_points(defender)
            .filter(|&p| !replies.as_slice().contains(&(patterns.slot(p) as u16)))
            .filter(|&p| !fours.contains(&patterns.slot(p)))
            .collect();
        for other in others {
            left_out += 1;
            patterns.make(other, defender);
            // The four-three, the forced reply, the open four, any reply, the five.
            let found = vcf.search(&mut patterns, 10_000);
            patterns.unmake();
            assert!(
                matches!(found, VcfResult::Win(_)),
                "{rules:?} {attacker:?} {found:?} after {other:?}\n{board:?}"
            );
        }
    }
    assert!(
        cases > 100 && of_caro > 30 && by_restrained > 30,
        "only {cases} positions, {of_caro} of caro, {by_restrained} where Black is restrained"
    );
    assert!(left_out > 1000, "only {left_out} moves");
}

#[test]
fn every_win_by_threats_replays_against_every_defence() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(22);
    let (mut won, mut deep, mut tried) = (0, 0, 0);
    for _ in 0..1200 {
        let rules = random_rules(&mut rng, 7..=13, 6);
        let stones = rng.random_range(6..36u32);
        let board = random_board(&mut rng, rules, stones);
        if board.outcome().is_some() {
            continue;
        }
        let mut patterns = patterns(&board);
        let before = (patterns.value(), board.key());
        let mut vct = Vct::default();
        let result = vct.search(&mut patterns, 3_000, &mut || false);
        assert_eq!(before, (patterns.value(), patterns.board().key()));
        let VctResult::Win(plies) = result else {
            continue;
        };
        won += 1;
        let line: Vec<u16> = vct.line().to_vec();
        assert!(line.len() <= plies as usize);
        assert!(plies as usize <= board.empty_points());
        deep += u32::from(line.len() >= 7);
        let attacker = board.side_to_move();
        let mut replay = board.clone();
        for (i, &slot) in line.iter().enumerate() {
            let color = replay.side_to_move();
            if color != attacker && won % 8 == 0 {
                tried += 1;
                every_reply_loses(&mut vct, &replay);
            }
            replay
                .play(color, patterns.point(slot as usize))
                .unwrap_or_else(|e| panic!("ply {i}: {e} {rules:?}"));
        }
        assert_eq!(replay.outcome(), Some(Outcome::Win(attacker)), "{rules:?}");
    }
    assert!(won > 200, "only {won} wins");
    assert!(deep > 40, "only {deep} deep wins");
    assert!(tried > 40, "only {tried} positions with all replies");
}

/// All legal moves of the side to move, those too that the search does not look at.
fn every_reply_loses(vct: &mut Vct, board: &Board) {
    for reply in board.legal_points(board.side_to_move()) {
        let mut after = board.clone();
        after.play(board.side_to_move(), reply).unwrap();
        assert_eq!(after.outcome(), None, "the defender wins by {reply:?}");
        let result = vct.search(&mut patterns(&after), 20_000, &mut || false);
        assert!(
            matches!(result, VctResult::Win(_)),
            "{reply:?} holds: {:?}\n{board:?}",
            board.rules()
        );
    }
}

/// Whether the side to move wins within `plies` by fours and open threes, against all legal
/// replies.
fn wins_within(patterns: &mut Patterns, plies: u32) -> bool {
    let us = patterns.board().side_to_move();
    if fives(patterns.board(), us).next().is_some() {
        return true;
    }
    if plies < 3 {
        return false;
    }
    let threatened = fives(patterns.board(), !us).next().is_some();
    let moves: Vec<Point> = (patterns.board().legal_points(us))
        .filter(|&point| {
            let slot = patterns.slot(point);
            let in_set = |threat_set| patterns.threat_set(us, threat_set).contains(slot);
            threatened || in_set(ThreatSet::Four) || in_set(ThreatSet::Three)
        })
        .collect();
    moves
        .into_iter()
        .any(|point| wins_by(patterns, point, plies))
}

/// Whether this move of the side to move wins within `plies` so, if it threatens to.
fn wins_by(patterns: &mut Patterns, point: Point, plies: u32) -> bool {
    let us = patterns.board().side_to_move();
    patterns.make(point, us);
    let replies: Vec<Point> = patterns.board().legal_points(!us).collect();
    let threat = patterns.count(us, Pattern4::Five) + patterns.count(us, Pattern4::OpenFour) > 0;
    let holds = !threat
        || replies.is_empty()
        || fives(patterns.board(), !us).next().is_some()
        || replies.into_iter().any(|reply| {
            patterns.make(reply, !us);
            let holds = !wins_within(patterns, plies - 2);
            patterns.unmake();
            holds
        });
    patterns.unmake();
    !holds
}

#[test]
fn moves_that_win_by_threats_are_those_of_a_plain_search() {
    const PLIES: u32 = 5;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(25);
    let (mut wins, mut none) = (0, 0);
    for _ in 0..400 {
        let rules = random_rules(&mut rng, 5..=7, 5);
        let stones = rng.random_range(4..24u32);
        let board = random_board(&mut rng, rules, stones);
        let us = board.side_to_move();
        if board.outcome().is_some() || fives(&board, us).next().is_some() {
            continue;
        }
        let mut patterns = patterns(&board);
        // What is known of one move may help with the next.
        let mut vct = Vct::default();
        for point in board.legal_points(us) {
            let plain = wins_by(&mut patterns, point, PLIES);
            patterns.make(point, us);
            let found = vct.search_after_move(&mut patterns, 100_000, &mut || false);
            patterns.unmake();
            match found {
                VctResult::Win(plies) => {
                    wins += 1;
                    assert!(
                        plain || plies >= PLIES,
                        "{rules:?} {plies} {point:?}\n{board:?}"
                    );
                }
                VctResult::None => {
                    none += 1;
                    assert!(!plain, "{rules:?} {point:?}\n{board:?}");
                }
                VctResult::Unknown => assert!(!plain, "{rules:?} {point:?}\n{board:?}"),
            }
        }
    }
    assert!(wins > 100 && none > 1_000, "{wins} wins, {none} without");
}

#[test]
fn wins_are_those_of_a_plain_search() {
    const PLIES: u32 = 5;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(23);
    let (mut wins, mut none) = (0, 0);
    for _ in 0..400 {
        let rules = random_rules(&mut rng, 5..=7, 5);
        let stones = rng.random_range(4..24u32);
        let board = random_board(&mut rng, rules, stones);
        if board.outcome().is_some() {
            continue;
        }
        let mut patterns = patterns(&board);
        let plain = wins_within(&mut patterns, PLIES);
        match Vct::default().search(&mut patterns, 100_000, &mut || false) {
            VctResult::Win(plies) => {
                wins += 1;
                assert!(plain || plies > PLIES, "{rules:?} {plies}\n{board:?}");
            }
            VctResult::None => {
                none += 1;
                assert!(!plain, "{rules:?}\n{board:?}");
            }
            VctResult::Unknown => assert!(!plain, "{rules:?}\n{board:?}"),
        }
    }
    assert!(wins > 50 && none > 50, "{wins} wins, {none} without");
}

#[test]
fn a_stopped_search_says_unknown_or_the_truth() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(24);
    let rules = Rules::new(15, 15, 5, Variant::Freestyle).unwrap();
    let mut unknown = 0;
    for _ in 0..60 {
        let board = random_board(&mut rng, rules, 30);
        if board.outcome().is_some() {
            continue;
        }
        let mut patterns = patterns(&board);
        let full = Vct::default().search(&mut patterns, 30_000, &mut || false);
        let mut asked = 0;
        let mut stop = || {
            asked += 1;
            asked > 1
        };
        match Vct::default().search(&mut patterns, u64::MAX, &mut stop) {
            VctResult::Unknown => unknown += 1,
            VctResult::Win(_) => assert!(matches!(full, VctResult::Win(_) | VctResult::Unknown)),
            VctResult::None => assert!(!matches!(full, VctResult::Win(_))),
        }
    }
    assert!(unknown > 0);
}

//! The facade: every operation works or leaves everything as it was.

use std::time::Duration;

use lianzhu::clock::{Budget, DEFAULT_OVERHEAD, Left, TimeSettings};
use lianzhu::engine::{ChangeError, Config, Engine, PARAMS, ParamError, Reply, Swap, UndoError};
use lianzhu::game::{
    Board, Color, DrawReason, Outcome, PlayError, Point, Rules, RulesError, SetupError, Variant,
};
use lianzhu::player::PlayerKind;
use lianzhu::search::Scope;

use Color::{Black, White};

fn engine(width: u32, height: u32, win_length: u32, variant: Variant) -> Engine {
    Engine::new(Config {
        width,
        height,
        win_length,
        variant,
        player: PlayerKind::Scoring,
        seed: Some(1),
        ..Config::default()
    })
    .expect("a game")
}

/// An engine in this position, drawn top row first.
fn drawn(win_length: u32, variant: Variant, rows: &[&str], to_move: Color) -> Engine {
    let mut engine = engine(rows[0].len() as u32, rows.len() as u32, win_length, variant);
    let stones = rows.iter().rev().zip(0..).flat_map(|(row, y)| {
        row.bytes().zip(0..).filter_map(move |(cell, x)| {
            let color = match cell {
                b'X' => Black,
                b'O' => White,
                _ => return None,
            };
            Some((color, Point::new(x, y)))
        })
    });
    engine.set_position(stones, to_move).expect("a position");
    engine
}

fn p(x: u8, y: u8) -> Point {
    Point::new(x, y)
}

/// Runs an operation that must fail and must change nothing that can be asked for.
fn unchanged<T, E>(engine: &mut Engine, operation: impl FnOnce(&mut Engine) -> Result<T, E>) -> E {
    let state = |engine: &Engine| {
        let params: Vec<_> = PARAMS.iter().map(|p| engine.get_param(p.name)).collect();
        (engine.board().clone(), params, engine.clock().left(Black))
    };
    let before = state(engine);
    let Err(error) = operation(engine) else {
        panic!("this should have failed");
    };
    assert!(state(engine) == before);
    error
}

#[test]
fn the_win_length_asked_for_is_remembered() {
    let mut engine = engine(15, 15, 5, Variant::Freestyle);
    engine.set_win_length(7).expect("seven on 15x15");
    engine.set_size(4, 3).expect("a size");
    assert_eq!(engine.rules().win_length(), 4);
    engine.set_size(6, 6).expect("a size");
    assert_eq!(engine.rules().win_length(), 6);
    engine.set_size(20, 12).expect("a size");
    assert_eq!(engine.rules().win_length(), 7);
}

#[test]
fn sizes_off_the_range_are_refused() {
    let mut engine = engine(15, 15, 5, Variant::Freestyle);
    engine.play(Black, p(7, 7)).expect("a move");
    for (w, h, expected) in [
        (2, 9, RulesError::Width(2)),
        (53, 9, RulesError::Width(53)),
        (9, u32::MAX, RulesError::Height(u32::MAX)),
    ] {
        assert_eq!(unchanged(&mut engine, |e| e.set_size(w, h)), expected);
    }
}

#[test]
fn rules_change_before_the_first_stone_only() {
    let mut engine = engine(15, 15, 5, Variant::Freestyle);
    engine.pass(Black);
    engine.set_side_to_move(Black);
    engine.set_win_length(6).expect("no stone yet");
    engine.set_variant(Variant::Caro).expect("no stone yet");
    assert_eq!(engine.board().moves().len(), 1, "the pass stays");
    assert_eq!(engine.board().side_to_move(), Black);
    engine.play(Black, p(0, 0)).expect("a move");
    engine.set_win_length(6).expect("in force");
    engine.set_variant(Variant::Caro).expect("in force");
    assert_eq!(
        unchanged(&mut engine, |e| e.set_win_length(5)),
        ChangeError::StonesOnBoard
    );
    assert_eq!(
        unchanged(&mut engine, |e| e.set_variant(Variant::Exact)),
        ChangeError::StonesOnBoard
    );
    engine.undo(1).expect("one move");
    engine.set_win_length(5).expect("no stone any more");
}

#[test]
fn impossible_rules_are_refused() {
    let mut engine = engine(9, 7, 5, Variant::Freestyle);
    for length in [0, 2, 10, u32::MAX] {
        assert!(matches!(
            unchanged(&mut engine, |e| e.set_win_length(length)),
            ChangeError::Rules(RulesError::WinLength { longer_side: 9, .. })
        ));
    }
    engine.set_win_length(6).expect("six on 9x7");
    assert_eq!(
        unchanged(&mut engine, |e| e.set_variant(Variant::Renju)),
        ChangeError::Rules(RulesError::RenjuWinLength(6))
    );
    engine.set_win_length(5).expect("five on 9x7");
    engine.set_variant(Variant::Renju).expect("renju on 9x7");
    assert_eq!(
        unchanged(&mut engine, |e| e.set_size(4, 4)),
        RulesError::RenjuBoard
    );
}

#[test]
fn illegal_moves_are_told_apart() {
    let mut engine = engine(3, 3, 3, Variant::Freestyle);
    engine.play(Black, p(1, 1)).expect("a move");
    assert_eq!(
        unchanged(&mut engine, |e| e.play(White, p(1, 1))),
        PlayError::Occupied
    );
    assert_eq!(
        unchanged(&mut engine, |e| e.play(White, p(3, 0))),
        PlayError::OffBoard
    );
    engine.play(Black, p(0, 0)).expect("a move");
    engine.play(Black, p(2, 2)).expect("a move that wins");
    assert_eq!(engine.outcome(), Some(Outcome::Win(Black)));
    assert_eq!(
        unchanged(&mut engine, |e| e.play(White, p(0, 1))),
        PlayError::GameOver
    );
}

#[test]
fn undo_takes_all_back_or_none() {
    let mut engine = engine(15, 15, 5, Variant::Freestyle);
    let start = engine.board().clone();
    engine.play(White, p(3, 3)).expect("a move");
    engine.pass(White);
    assert_eq!(
        unchanged(&mut engine, |e| e.undo(3)),
        UndoError { available: 2 }
    );
    engine.undo(2).expect("two moves");
    assert_eq!(engine.board(), &start);
    engine.undo(0).expect("nothing to do");
}

#[test]
fn a_sequence_is_played_whole_or_not_at_all() {
    let mut engine = engine(15, 15, 5, Variant::Freestyle);
    engine.play(Black, p(7, 7)).expect("a move");
    let bad = [
        (White, Some(p(8, 8))),
        (Black, None),
        (White, Some(p(7, 7))),
    ];
    let error = unchanged(&mut engine, |e| e.play_sequence(bad));
    assert_eq!((error.index, error.error), (2, PlayError::Occupied));
    assert_eq!(error.to_string(), "move 3: the point is occupied");
    engine
        .play_sequence(bad[..2].to_vec())
        .expect("legal moves");
    assert_eq!(engine.board().moves().len(), 3);
}

#[test]
fn a_position_is_set_up_or_refused() {
    let mut engine = engine(5, 5, 3, Variant::Freestyle);
    engine.play(Black, p(0, 0)).expect("a move");
    let line = |color, y| (0..3).map(move |x| (color, p(x, y)));
    assert_eq!(
        unchanged(&mut engine, |e| e
            .set_position(line(Black, 0).chain(line(White, 2)), Black)),
        SetupError::BothWin
    );
    engine
        .set_position(line(White, 2), White)
        .expect("one line");
    assert_eq!(engine.outcome(), Some(Outcome::Win(White)));
    assert_eq!(engine.board().moves().len(), 0);
    assert_eq!(engine.undo(1), Err(UndoError { available: 0 }));
}

#[test]
fn a_loaded_game_brings_its_rules() {
    let mut engine = engine(15, 15, 5, Variant::Freestyle);
    let rules = Rules::new(20, 12, 6, Variant::Caro).expect("a game");
    engine.set_board(Board::new(rules), 7);
    assert_eq!(engine.rules(), &rules);
    engine.set_size(30, 30).expect("a size");
    assert_eq!(engine.rules().win_length(), 7);
}

#[test]
fn after_the_end_the_loser_resigns_and_the_winner_passes() {
    let mut engine = drawn(3, Variant::Freestyle, &["XXX", "OO.", "..."], White);
    assert_eq!(engine.reg_genmove(Black), Reply::Pass);
    assert_eq!(engine.reg_genmove(White), Reply::Resign);
    assert_eq!(engine.genmove(White), Reply::Resign);
    assert_eq!(engine.board().moves().len(), 0, "to resign is no move");
    assert_eq!(engine.genmove(Black), Reply::Pass);
    assert_eq!(engine.board().moves().len(), 1, "a pass is one");
    assert_eq!(engine.outcome(), Some(Outcome::Win(Black)));
    let mut points: Vec<Point> = engine.win_lines()[0].points().collect();
    points.sort();
    assert_eq!(points, [p(0, 2), p(1, 2), p(2, 2)]);
}

#[test]
fn after_a_draw_both_pass() {
    let mut engine = drawn(3, Variant::Freestyle, &["XOX", "XOX", "OXO"], Black);
    assert_eq!(engine.outcome(), Some(Outcome::Draw(DrawReason::FullBoard)));
    for color in Color::ALL {
        assert_eq!(engine.genmove(color), Reply::Pass);
    }
    assert!(engine.win_lines().is_empty());
    let mut engine = self::engine(15, 15, 5, Variant::Freestyle);
    engine.pass(Black);
    engine.pass(White);
    assert_eq!(engine.reg_genmove(Black), Reply::Pass);
    engine.undo(1).expect("a pass");
    assert!(matches!(engine.reg_genmove(White), Reply::Play(_)));
}

#[test]
fn genmove_plays_out_of_turn_and_wins_or_blocks() {
    let rows = ["OOOO...", ".......", "XXX....", ".......", "......."];
    let mut engine = drawn(5, Variant::Freestyle, &rows, Black);
    assert_eq!(engine.reg_genmove(Black), Reply::Play(p(4, 4)));
    assert_eq!(engine.board().stones(), 7);
    assert_eq!(engine.genmove(White), Reply::Play(p(4, 4)));
    assert_eq!(engine.outcome(), Some(Outcome::Win(White)));
}

#[test]
fn whole_games_follow_from_the_seed() {
    let play = |seed: u64, kind: PlayerKind| {
        let mut engine = self::engine(9, 8, 5, Variant::Renju);
        engine.set_player(kind);
        engine.set_seed(seed);
        while engine.outcome().is_none() {
            let color = engine.board().side_to_move();
            let reply = engine.genmove(color);
            assert!(matches!(reply, Reply::Play(_)), "{reply:?}");
        }
        engine.board().clone()
    };
    for kind in [PlayerKind::Random, PlayerKind::Scoring] {
        assert_eq!(play(5, kind), play(5, kind));
        assert_ne!(play(5, kind), play(6, kind));
    }
}

#[test]
fn without_a_seed_two_engines_differ() {
    let seed = || Engine::new(Config::default()).expect("a game").seed();
    let seeds = [seed(), seed(), seed()];
    assert!(seeds[0] != seeds[1] || seeds[1] != seeds[2]);
}

#[test]
fn it_resigns_only_when_told_to_and_only_when_lost() {
    // Black's open four cannot be stopped.
    let lost = ["........", "..XXXX..", "........", "OOO.....", "........"];
    let mut engine = drawn(5, Variant::Freestyle, &lost, White);
    assert!(matches!(engine.reg_genmove(White), Reply::Play(_)));
    engine.set_param("resign", "true").expect("a parameter");
    assert_eq!(engine.genmove(White), Reply::Resign);
    assert_eq!(engine.board().moves().len(), 0);
    // Own win first; a four with one open end can be stopped.
    let wins = ["........", "..XXXX..", "........", "OOOO....", "........"];
    let stops = ["........", ".OXXXX..", "........", "OOO.....", "........"];
    for rows in [wins, stops] {
        let mut engine = drawn(5, Variant::Freestyle, &rows, White);
        engine.set_param("resign", "true").expect("a parameter");
        assert!(matches!(engine.reg_genmove(White), Reply::Play(_)));
    }
    // Two wins at once, and yet in caro one stone in the corner closes both lines.
    let corner = [
        "OXXX.X.", //
        "......X", ".......", "......X", "......X", "......X", "......O",
    ];
    for (variant, is_lost) in [(Variant::Caro, false), (Variant::Freestyle, true)] {
        let mut engine = drawn(5, variant, &corner, White);
        assert_eq!(engine.threats().wins[0].len(), 2);
        engine.set_param("resign", "true").expect("a parameter");
        assert_eq!(engine.reg_genmove(White) == Reply::Resign, is_lost);
    }
}

#[test]
fn threats_are_named_by_their_first_stone() {
    let rows = [
        "...O....X.", //
        "..O....X..",
        ".O....X...",
        "O....X....",
        "..........",
        "...XXXX.O.",
        "........O.",
        "........O.",
        "OXXXXO..O.",
        "..........",
    ];
    let engine = drawn(5, Variant::Freestyle, &rows, Black);
    let threats = engine.threats();
    let runs: Vec<_> = threats.runs.iter().map(|r| (r.color, r.first)).collect();
    // Reading order: from the top row, each row from the left. White's slanted four in the corner
    // has both ends at the edge; Black's lower four is closed at both ends.
    assert_eq!(
        runs,
        [(Black, p(8, 9)), (Black, p(3, 4)), (White, p(8, 4)),]
    );
    assert_eq!(threats.wins[0], [p(4, 5), p(2, 4), p(7, 4)]);
    assert_eq!(threats.wins[1], [p(8, 5), p(8, 0)]);
}

#[test]
fn both_slanted_directions_are_told_apart() {
    let falling = ["......", ".X....", "..X...", "...X..", "....X.", "......"];
    let rising = ["......", "....X.", "...X..", "..X...", ".X....", "......"];
    for (rows, first) in [(falling, p(1, 4)), (rising, p(4, 4))] {
        let threats = drawn(5, Variant::Freestyle, &rows, Black).threats();
        assert_eq!(threats.runs.len(), 1);
        assert_eq!(threats.runs[0].first, first);
        assert_eq!(threats.wins[0].len(), 2);
    }
}

#[test]
fn nothing_threatens_in_a_quiet_or_finished_game() {
    let mut engine = engine(15, 15, 5, Variant::Freestyle);
    assert_eq!(engine.threats(), Default::default());
    let row = |n: u8| (0..n).map(|x| (Black, p(x + 3, 3)));
    engine.set_position(row(5), White).expect("a position");
    assert_eq!(engine.threats(), Default::default());
    engine.set_position(row(4), White).expect("a position");
    assert_eq!(engine.threats().wins[0], [p(2, 3), p(7, 3)]);
}

#[test]
fn parameters_say_what_they_were_given() {
    let mut engine = engine(15, 15, 5, Variant::Freestyle);
    for (name, value) in [
        ("player", "random"),
        ("seed", "18446744073709551615"),
        ("moveTime", "0.25"),
        ("moveOverhead", "0.01"),
        ("moveTime", "none"),
        ("maxNodes", "10000"),
        ("maxDepth", "7"),
        ("maxDepth", "none"),
        ("resign", "true"),
    ] {
        engine.set_param(name, value).expect(name);
        assert_eq!(engine.get_param(name).as_deref(), Ok(value));
        engine.set_param(name, value).expect("its own text");
    }
    for (name, value) in [
        ("player", "stockfish"),
        ("player", ""),
        ("seed", "-1"),
        ("seed", "18446744073709551616"),
        ("moveTime", "-0.1"),
        ("moveOverhead", "none"),
        ("moveTime", "NaN"),
        ("maxNodes", "0"),
        ("maxDepth", "x"),
        ("resign", "maybe"),
    ] {
        let error = unchanged(&mut engine, |e| e.set_param(name, value));
        assert!(matches!(error, ParamError::Value(_)), "{name} {value}");
    }
    assert_eq!(
        unchanged(&mut engine, |e| e.set_param("Seed", "1")),
        ParamError::Unknown
    );
    assert_eq!(engine.get_param("komi"), Err(ParamError::Unknown));
}

#[test]
fn the_tightest_limit_counts() {
    let s = Duration::from_secs;
    let within = |time| Some(Budget::per_move(time, DEFAULT_OVERHEAD));
    let mut engine = engine(15, 15, 5, Variant::Freestyle);
    assert_eq!(engine.limits(Black).time, within(s(1)));
    engine.set_param("moveTime", "2").expect("a time");
    assert_eq!(engine.limits(Black).time, within(s(2)));
    engine.set_time(TimeSettings::PerMove { time: s(1) });
    assert_eq!(engine.limits(Black).time, within(s(1)));
    engine.set_time(TimeSettings::PerMove { time: s(5) });
    assert_eq!(engine.limits(Black).time, within(s(2)));
    engine.set_time(TimeSettings::None);
    engine.set_param("moveTime", "none").expect("no time");
    engine.set_param("maxNodes", "500").expect("a number");
    let limits = engine.limits(White);
    assert_eq!((limits.time, limits.nodes), (None, Some(500)));
}

/// With no time at all the move is late, however little.
#[test]
fn a_move_that_comes_late_leaves_the_next_one_less() {
    let second = Duration::from_secs(1);
    let mut engine = engine(15, 15, 5, Variant::Freestyle);
    engine.set_param("moveTime", "none").expect("no time");
    engine.set_time(TimeSettings::PerMove { time: second });
    let before = engine.limits(White).time.expect("a limit");
    let none = Left {
        time: Duration::ZERO,
        units: 0,
    };
    engine.set_time_left(Black, none);
    assert_ne!(engine.genmove(Black), Reply::Pass);
    let after = engine.limits(White).time.expect("a limit");
    assert!(after.hard < before.hard);
    assert!(after.hard >= before.hard - Duration::from_millis(50));
}

#[test]
fn the_clock_runs_for_who_thinks_and_starts_again_with_the_game() {
    let main = Duration::from_secs(100);
    let mut engine = engine(15, 15, 5, Variant::Freestyle);
    engine.set_time(TimeSettings::Absolute { main });
    engine.genmove(Black);
    let left = |engine: &Engine, color| engine.clock().left(color).map(|left| left.time);
    assert!(left(&engine, Black) < Some(main));
    assert_eq!(left(&engine, White), Some(main));
    engine.set_time_left(
        White,
        Left {
            time: Duration::ZERO,
            units: 0,
        },
    );
    assert!(matches!(engine.genmove(White), Reply::Play(_)));
    engine.clear();
    assert_eq!(left(&engine, White), Some(main));
}

#[test]
fn no_time_is_too_long() {
    let ever = Duration::MAX;
    let mut engine = Engine::new(Config {
        move_time: Some(ever),
        max_time: Some(ever),
        max_nodes: Some(2_000),
        variety: Some(true),
        ..Config::default()
    })
    .expect("a game");
    engine.set_time(TimeSettings::PerMove { time: ever });
    assert!(engine.swap(Swap::Two).is_ok());
    for color in [Black, White, Black] {
        assert!(matches!(engine.genmove(color), Reply::Play(_)));
    }
    // All is known before any search, so that only the end of the time or a stop is waited for.
    let rows = ["XXXX.", "OOO..", ".....", ".....", "....."];
    let mut engine = drawn(5, Variant::Freestyle, &rows, Black);
    engine.set_max_time(Some(ever));
    engine.stop_token().stop();
    let scope = Scope {
        endless: true,
        ..Scope::default()
    };
    assert_eq!(engine.analyse(Black, &scope, &|_| {}).pv, [p(4, 4)]);
}

#[test]
fn a_stopped_engine_still_answers() {
    let mut engine = engine(15, 15, 5, Variant::Freestyle);
    engine.stop_token().stop();
    for kind in PlayerKind::ALL {
        engine.set_player(kind);
        let color = engine.board().side_to_move();
        assert!(matches!(engine.genmove(color), Reply::Play(_)));
    }
}

/// While the opponent has but one move, there is the more to find out behind it.
#[test]
fn pondering_looks_behind_a_forced_reply() {
    let mut engine = Engine::new(Config {
        player: PlayerKind::Search,
        ..Config::default()
    })
    .expect("a game");
    let four = [(3, 7), (4, 7), (5, 7), (6, 7)].map(|(x, y)| (Black, p(x, y)));
    let others = [(2, 7), (4, 9), (6, 5), (9, 9)].map(|(x, y)| (White, p(x, y)));
    let stones = four.into_iter().chain(others);
    engine.set_position(stones, White).expect("a position");
    let stop = engine.stop_token();
    let report = std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            stop.stop();
        });
        engine.ponder()
    });
    assert_eq!(report.pv.first(), Some(&p(7, 7)));
    assert!(report.depth > 1, "{report:?}");
}

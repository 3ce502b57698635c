//! One fake for every way to misbehave: the right fault, the right score, the match goes on, and no
//! process is left behind.

use lianzhu::game::Color;
use lianzhu::referee::{Fault, GameResult, Reason};

use super::Test;
use super::kit::{Room, orders, play_all, settings};

pub const TESTS: [Test; 14] = [
    ("faults::late", || each("late", Fault::Timeout), false),
    ("faults::never", || each("never", Fault::Stall), false),
    ("faults::garbage", garbage, false),
    ("faults::lost_ids", lost_ids, false),
    ("faults::never_reads", never_reads, false),
    ("faults::illegal_moves", illegal_moves, false),
    ("faults::ends", ends, false),
    ("faults::floods", floods, false),
    ("faults::children", children, false),
    ("faults::starts", starts, false),
    ("faults::forbidden", forbidden, false),
    ("faults::resigns_and_passes", resigns_and_passes, false),
    ("faults::despairs", despairs, false),
    ("faults::harmless", harmless, false),
];

const BOTH: [&str; 2] = ["gtp", "gomocup"];

fn each(habit: &str, fault: Fault) {
    for dialect in BOTH {
        check(dialect, habit, fault);
    }
}

/// Three engines: the bad one loses every game of its own by the fault, the others go on.
fn check(dialect: &str, habit: &str, fault: Fault) {
    let room = Room::new();
    let time = if fault == Fault::Stall {
        "tc=0.1/move"
    } else {
        "tc=0.2/move"
    };
    let engines = [
        room.fake("good", "gtp", "fair"),
        // Without a console of its own: wine's would keep the output open that is to be closed.
        room.fake("bad", dialect, habit) + &format!(" stderr={}", habit == "closes-output"),
        room.fake("other", "gomocup", "fair"),
    ]
    .map(|words| format!("{words} {time}"));
    let mut settings = settings(&engines, 2);
    settings.draw_after = Some(30);
    // A slow machine must not look like a slow engine.
    settings.margin = if fault == Fault::Timeout { 0.1 } else { 5.0 };
    settings.grace = if fault == Fault::Timeout { 20.0 } else { 0.1 };
    if fault == Fault::Stall {
        settings.margin = 1.0;
    }
    let games = play_all(&settings, &orders(&room));
    assert_eq!(games.len(), 6, "{dialect} {habit}");
    for game in &games {
        let bad = game.names().iter().position(|&name| name == "bad");
        let Some(bad) = bad else {
            if fault != Fault::Timeout {
                assert_eq!(game.reason, Reason::MoveLimit, "{game:?}");
            }
            continue;
        };
        let loser = Color::ALL[bad];
        if fault == Fault::Timeout && game.fault().is_some_and(|(color, _)| color != loser) {
            continue;
        }
        assert_eq!(
            game.reason,
            Reason::Fault(fault),
            "{dialect} {habit}: {game:?}"
        );
        assert_eq!(
            game.result,
            GameResult::win(!loser),
            "{dialect} {habit}: {game:?}"
        );
        assert!(!game.detail.is_empty());
        if fault == Fault::Stall {
            assert_eq!(game.detail, "no answer within 1.200 s");
        }
    }
    for name in ["good", "bad", "other"] {
        room.assert_nobody_is_left(name);
    }
}

fn garbage() {
    for habit in [
        "garbage",
        "wrong-answer",
        "error",
        "two-answers",
        "long-line",
    ] {
        each(habit, Fault::Garbage);
    }
}

/// An engine that echoes ids, and then one day does not.
fn lost_ids() {
    let room = Room::new();
    let engines = [
        room.fake("good", "gtp", "fair"),
        room.fake("bad", "gtp", "loses-ids"),
    ];
    for game in play_all(&settings(&engines, 2), &orders(&room)) {
        assert_eq!(game.reason, Reason::Fault(Fault::Garbage));
        assert!(game.detail.ends_with("is missing"), "{}", game.detail);
    }
}

/// More is sent than a pipe holds to an engine that never reads.
fn never_reads() {
    let room = Room::new();
    let long = format!("init='INFO folder {}'", "x".repeat(1 << 20));
    let engines = [
        room.fake("good", "gtp", "fair"),
        format!("{long} {}", room.fake("bad", "gomocup", "never-reads")),
    ];
    let mut settings = settings(&engines, 2);
    settings.stall = 1.5;
    for game in play_all(&settings, &orders(&room)) {
        assert_eq!(game.reason, Reason::Fault(Fault::Stall), "{game:?}");
        assert_eq!(game.detail, "no answer within 1.500 s");
    }
    room.assert_nobody_is_left("bad");
}

fn illegal_moves() {
    each("illegal", Fault::IllegalMove);
    each("off-board", Fault::IllegalMove);
}

fn ends() {
    each("exits", Fault::Crash);
    each("killed", Fault::Crash);
    each("closes-output", Fault::EndOfOutput);
}

fn floods() {
    each("endless-flood", Fault::Stall);
}

fn children() {
    each("forks-and-exits", Fault::Crash);
    each("forks-and-stalls", Fault::Stall);
}

/// It comes up once, and never again after its first fault.
fn starts() {
    for dialect in BOTH {
        let room = Room::new();
        let engines = [
            room.fake("good", "gtp", "fair"),
            format!(
                "restart=true {}",
                room.fake("bad", dialect, "exits-at-later-starts")
            ),
        ];
        let mut settings = settings(&engines, 4);
        settings.draw_after = Some(10);
        let games = play_all(&settings, &orders(&room));
        let reasons: Vec<_> = games.iter().map(|game| game.reason).collect();
        let crash = Reason::Fault(Fault::Crash);
        assert_eq!(
            reasons,
            [Reason::MoveLimit, crash, crash, crash],
            "{dialect}"
        );
        room.assert_nobody_is_left("good");
        room.assert_nobody_is_left("bad");
    }
}

/// Black's fakes fill every second point of a row: in renju its sixth stone makes an overline or a
/// double-four somewhere; which one is for the rules room to say.
fn forbidden() {
    let room = Room::new();
    let file = room.path("openings");
    // Black's four-four at the next point of its order, A1.
    std::fs::write(&file, "B1 O15 C1 O13 D1 O11 A2 M15 A3 M13 A4 M11\n").unwrap();
    let engines = [
        room.fake("a", "gtp", "fair"),
        room.fake("b", "gomocup", "fair"),
    ];
    let mut settings = settings(&engines, 2);
    settings.rules.rule = "renju".to_owned();
    settings.openings = lianzhu::referee::OpeningSource::File(file);
    settings.draw_after = Some(40);
    let games = play_all(&settings, &orders(&room));
    let reasons: Vec<_> = games
        .iter()
        .map(|game| (game.reason, game.result))
        .collect();
    let lost = (Reason::Fault(Fault::ForbiddenMove), GameResult::White);
    assert!(reasons.contains(&lost), "{reasons:?}");
}

fn resigns_and_passes() {
    let room = Room::new();
    let engines = [
        room.fake("good", "gomocup", "fair"),
        room.fake("tired", "gtp", "resigns"),
        room.fake("idle", "gtp", "passes"),
    ];
    let mut settings = settings(&engines, 2);
    settings.draw_after = Some(30);
    let games = play_all(&settings, &orders(&room));
    for game in &games {
        if game.names().contains(&"tired") && game.names().contains(&"good") {
            let winner = if game.black == "good" {
                Color::Black
            } else {
                Color::White
            };
            assert_eq!(
                (game.reason, game.result),
                (Reason::Resign, GameResult::win(winner))
            );
        } else if game.names().contains(&"good") {
            assert_eq!(
                game.reason,
                Reason::MoveLimit,
                "passes are no fault: {game:?}"
            );
            assert!(game.moves.iter().any(|vertex| vertex == "pass"));
        }
    }
}

fn despairs() {
    let room = Room::new();
    let engines = [
        room.fake("good", "gtp", "fair"),
        room.fake("sad", "gomocup", "despairs"),
    ];
    let mut settings = settings(&engines, 2);
    settings.draw_after = Some(60);
    settings.resign = Some("800,3".parse().unwrap());
    for game in play_all(&settings, &orders(&room)) {
        let winner = if game.black == "good" {
            Color::Black
        } else {
            Color::White
        };
        assert_eq!(
            (game.reason, game.result),
            (Reason::Score, GameResult::win(winner))
        );
        let own = game.moves.len().div_ceil(2);
        assert!(
            (4..=5).contains(&own),
            "one quiet move, then three: {game:?}"
        );
    }
}

/// Habits that are odd but no faults.
fn harmless() {
    let odd = [
        ("gtp", "ignores-quit"),
        ("gomocup", "ignores-quit"),
        ("gtp", "no-ids"),
        ("gomocup", "unknown-info"),
        ("gomocup", "deaf"),
        ("gtp", "floods"),
        ("gomocup", "floods"),
    ];
    for (dialect, habit) in odd {
        let room = Room::new();
        let engines = [
            room.fake("good", "gtp", "fair"),
            room.fake("odd", dialect, habit),
        ];
        let mut settings = settings(&engines, 2);
        settings.draw_after = Some(6);
        let games = play_all(&settings, &orders(&room));
        for game in games {
            assert_eq!(
                game.reason,
                Reason::MoveLimit,
                "{dialect} {habit}: {game:?}"
            );
        }
        room.assert_nobody_is_left("odd");
    }
}

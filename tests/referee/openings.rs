//! `lianzhu openings` as a program, with a fake that has opinions.

use std::process::{Command, Stdio};

use lianzhu::game::Rules;
use lianzhu::openings::read_openings;

use super::Test;
use super::kit::{Room, games_in};

pub const TESTS: [Test; 3] = [
    ("openings::made", made, false),
    ("openings::refused", refused, false),
    ("openings::judged_match", judged_match, false),
];

/// Exit status, standard output and standard error.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lianzhu"));
    command.arg("openings").args(arguments).stdin(Stdio::null());
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap();
    (code, text(output.stdout), text(output.stderr))
}

fn made() {
    let room = Room::new();
    let fake = room.fake("fake", "gomocup", "opinion");
    let file = room.path("set.txt").to_string_lossy().into_owned();
    let options = [
        "--engine", &fake, "--count", "6", "--stones", "3-4", "--seed", "5", "--scale", "100",
    ];
    let (code, text, errors) = run(&options);
    assert_eq!(code, 0, "{errors}");
    let set = read_openings(&text, &Rules::default()).unwrap();
    let stones = |n: usize| set.iter().filter(|o| o.points().len() == n).count();
    assert_eq!([3, 4].map(stones), [3, 3], "{text}");
    for opening in &set {
        // What the fake calls even.
        let sum: u32 = opening.points().iter().map(|p| u32::from(p.x())).sum();
        assert_eq!(sum % 3, 1, "{opening}");
    }
    let (code, nothing, errors) = run(&[&options[..], &["--out", &file]].concat());
    assert_eq!((code, nothing.as_str()), (0, ""), "{errors}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    std::fs::write(&file, "precious").unwrap();
    let (code, _, errors) = run(&[&options[..], &["--out", &file]].concat());
    assert!(code == 2 && errors.contains("exists"), "{errors}");
    assert_eq!(std::fs::read(&file).unwrap(), b"precious");
    assert_eq!(
        run(&[&options[..], &["--out", &file, "--force"]].concat()).0,
        0
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    room.assert_nobody_is_left("fake");
}

fn refused() {
    let room = Room::new();
    let silent = room.fake("silent", "gomocup", "fair");
    let (code, _, errors) = run(&["--engine", &silent]);
    assert!(code == 1 && errors.contains("prints no score"), "{errors}");
    room.assert_nobody_is_left("silent");
    let small = room.fake("small", "gomocup", "small");
    let (code, _, errors) = run(&["--engine", &small]);
    assert!(
        code == 1 && errors.contains("small cannot judge"),
        "{errors}"
    );
    let wrong: [&[&str]; 4] = [
        &[],
        &["--engine", &silent, "--stones", "8-3"],
        &["--engine", &silent, "--tolerance", "0"],
        &["--engine", &silent, "--winlength", "16"],
    ];
    for options in wrong {
        assert_eq!(run(options).0, 2, "{options:?}");
    }
}

/// `lianzhu match --judge`: the openings of the games are those that the judge calls even, and a
/// match that is resumed does not ask again.
fn judged_match() {
    let room = Room::new();
    let out = room.path("out").to_string_lossy().into_owned();
    let judge = room.fake("judge", "gomocup", "opinion");
    let players = ["a", "b"].map(|name| room.fake(name, "gtp", "resigns"));
    let play = |file: &str, openings: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lianzhu"));
        command.args(["match", "--games", "8", "--scale", "100", "--judge", &judge]);
        command.args(["--openings", openings, file, &out]);
        for player in &players {
            command.args(["--engine", player]);
        }
        command.stdin(Stdio::null()).output().unwrap().status.code()
    };
    assert_eq!(play("--resume", "random:3-4"), Some(0));
    let games = games_in(&room.path("out"));
    assert_eq!(games.len(), 8);
    let rules = Rules::default();
    for game in &games {
        let opening = game.moves[..game.opening_plies].join(" ");
        let set = read_openings(&opening, &rules).unwrap();
        let sum: u32 = set[0].points().iter().map(|p| u32::from(p.x())).sum();
        assert_eq!(sum % 3, 1, "{opening}");
    }
    let starts = || {
        std::fs::read_to_string(room.path("judge"))
            .unwrap()
            .lines()
            .count()
    };
    assert_eq!(starts(), 1);
    assert_eq!(play("--resume", "random:3-4"), Some(0));
    assert_eq!((starts(), games_in(&room.path("out")).len()), (1, 8));
    assert_eq!(
        play("--out", "random"),
        Some(2),
        "the openings of another match"
    );
    assert_eq!(starts(), 1);
    assert_eq!(play("--out", "empty"), Some(2), "nothing to judge");
    room.assert_nobody_is_left("judge");
}

//! What both ways to play have in common.

use std::fs;
use std::path::PathBuf;

use lianzhu::engine::{Config, Engine, Reply};
use lianzhu::game::{Color, Outcome};
use lianzhu::notation::Vertex;
use lianzhu::player::PlayerKind;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_lianzhu");

/// What asks for one more game.
pub const AGAIN: &str = "Play again";

/// An empty folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let folder = format!("lianzhu-play-{}-{name}", std::process::id());
    let folder = std::env::temp_dir().join(folder);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The vertex behind `before` in what was said, the last one if there are several.
fn vertex_behind(said: &str, before: &str) -> Option<Vertex> {
    let behind = said.rsplit(before).next().filter(|rest| *rest != said)?;
    let word: String = behind
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect();
    word.parse().ok()
}

/// Plays Black by the table of attack and defence against the engine, until the game is over.
/// `say` is given a move and the number of the move to come, and returns what is said until then.
/// The board is kept here as well: what is said of the end must be what came out.
pub fn play_to_the_end(side: u32, win_length: u32, mut say: impl FnMut(&str, usize) -> String) {
    let mut engine = Engine::new(Config {
        width: side,
        height: side,
        win_length,
        player: PlayerKind::Scoring,
        seed: Some(7),
        ..Config::default()
    })
    .expect("a game");
    loop {
        let Reply::Play(point) = engine.genmove(Color::Black) else {
            panic!("a move of Black");
        };
        let ours = engine.outcome();
        let next = engine.board().moves().len() + 2;
        let said = say(&Vertex::from(point).to_string(), next);
        if ours.is_none() {
            let theirs = vertex_behind(&said, "lianzhu plays ").expect("an answer");
            let point = theirs
                .on_board(engine.rules())
                .expect("a point of the board");
            let point = point.expect("a point");
            engine.play(Color::White, point).expect("a legal answer");
        }
        let Some(outcome) = engine.outcome() else {
            assert!(!said.contains(AGAIN), "{said}");
            continue;
        };
        assert!(said.contains(AGAIN), "{said}");
        let sentence = match outcome {
            Outcome::Win(Color::Black) => "You win as Black: ",
            Outcome::Win(Color::White) => "lianzhu wins as White: ",
            Outcome::Draw(_) => "Draw: the board is full.",
        };
        assert!(said.contains(sentence), "{sentence} {said}");
        for line in engine.win_lines() {
            let row: Vec<String> = line.points().map(|p| Vertex::from(p).to_string()).collect();
            let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(said.contains(&row.join(" ")), "{row:?} {said}");
        }
        return;
    }
}

//! Dialogues as text: lines of input begin with `> `, everything else is the answer to them.

use lianzhu::engine::{Config, Engine};
use lianzhu::player::PlayerKind;
use lianzhu::protocol::gomocup::Gomocup;
use lianzhu::wire::Line;

/// What begins a line of input.
pub const PROMPT: &str = "> ";

/// An engine that plays the same moves in every run and with every later default.
pub fn gomocup() -> Gomocup {
    let config = Config {
        player: PlayerKind::Scoring,
        seed: Some(1),
        ..Config::default()
    };
    Gomocup::new(Engine::new(config).expect("the default is a game"))
}

/// The dialogue with the answers that its lines of input get now. Lines that begin with `#`
/// before the first line of input are a title and stay. The version is masked.
pub fn replay(dialogue: &str) -> String {
    let mut front = gomocup();
    let mut replayed = String::new();
    let mut lines = dialogue.lines().peekable();
    while let Some(title) = lines.next_if(|line| line.starts_with('#') || line.is_empty()) {
        replayed.push_str(title);
        replayed.push('\n');
    }
    for line in lines.filter_map(|line| line.strip_prefix(PROMPT).or((line == ">").then_some(""))) {
        replayed.push_str(format!("{PROMPT}{line}").trim_end());
        replayed.push('\n');
        if !front.has_ended() {
            let answer = front.answer(&Line::Whole(line.into()));
            replayed.push_str(&answer.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
        }
    }
    replayed
}

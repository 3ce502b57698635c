//! Dialogues as text: lines of input begin with `> `, everything else is the answer to them,
//! empty lines included.

use std::io::Cursor;
use std::sync::{Arc, Mutex};

use lianzhu::engine::{Config, Engine};
use lianzhu::player::PlayerKind;
use lianzhu::protocol::{gtp::Gtp, serve};
use lianzhu::wire::LineReader;

/// What begins a line of input.
pub const PROMPT: &str = "> ";

/// An engine that plays the same moves in every run and with every later default.
pub fn gtp() -> Gtp {
    let config = Config {
        player: PlayerKind::Scoring,
        seed: Some(1),
        ..Config::default()
    };
    Gtp::new(Engine::new(config).expect("the default is a game"))
}

/// All that the front answers to all of `input`, and the front after it.
pub fn answer(input: &[u8]) -> (String, Gtp) {
    let mut gtp = gtp();
    let written = Arc::new(Mutex::new(Vec::new()));
    let sink = Shared(Arc::clone(&written));
    let source = LineReader::new(Cursor::new(input.to_vec())).with_comments(b'#');
    serve(&mut gtp, source, sink).expect("the sink takes everything");
    let bytes = written.lock().expect("no writer panics").clone();
    (String::from_utf8(bytes).expect("answers are text"), gtp)
}

/// A sink that can be looked into.
struct Shared(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0
            .lock()
            .map_err(|_| std::io::ErrorKind::Other)?
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The dialogue with the answers that its lines of input get now, from one front for all of them.
/// Lines that begin with `#` and stand before the first line of input are a title and stay.
///
/// What differs from run to run and from version to version, the answer to `cputime` and the
/// version, is masked; blanks at the end of a line are left out.
pub fn replay(dialogue: &str) -> String {
    let mut gtp = gtp();
    let mut replayed = String::new();
    let mut lines = dialogue.lines().peekable();
    while let Some(title) = lines.next_if(|line| line.starts_with('#') || line.is_empty()) {
        replayed.push_str(title);
        replayed.push('\n');
    }
    for line in lines.filter_map(|line| line.strip_prefix(PROMPT).or((line == ">").then_some(""))) {
        replayed.push_str(format!("{PROMPT}{line}").trim_end());
        replayed.push('\n');
        if gtp.has_quit() {
            continue;
        }
        let answer = gtp.answer(&lianzhu::wire::Line::Whole(line.into()));
        for line in answer.as_deref().unwrap_or_default().lines() {
            let masked = if replayed.ends_with("> cputime\n") && line.starts_with('=') {
                "= SECONDS"
            } else {
                line.trim_end()
            };
            replayed.push_str(&masked.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
            replayed.push('\n');
        }
    }
    replayed
}

/// The dialogue without what every change of the search may change: in reports only the keys stay, the
/// number of moves, and what is proven.
pub fn masked(dialogue: &str) -> String {
    let lines = dialogue.lines().map(|line| {
        if !line.starts_with("info ") {
            return line.to_owned();
        }
        let mut shown = Vec::new();
        let (mut in_pv, mut value) = (false, None);
        for word in line.split(' ') {
            in_pv &= !["info", "rootInfo"].contains(&word);
            match value.take() {
                _ if in_pv => {}
                Some("mate" | "order") => shown.push(word),
                Some(_) => shown.push("_"),
                None => {
                    shown.push(word);
                    in_pv = word == "pv";
                    value = Some(word).filter(|word| !["info", "rootInfo"].contains(word));
                }
            }
        }
        shown.join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

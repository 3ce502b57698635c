//! What GoGui and its tools see: drawings while the engine thinks, and positions with an answer.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use lianzhu::engine::{Config, Engine};
use lianzhu::protocol::gtp::Gtp;
use lianzhu::wire::Line;

const POSITIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/positions.tst");

/// What `gogui-regress` does: the answer to a numbered command is one of those in the line behind it.
#[test]
fn fifty_positions_are_answered_rightly() {
    let text = fs::read_to_string(POSITIONS).expect("positions");
    let mut gtp = Gtp::new(Engine::new(Config::default()).expect("a game"));
    let mut last = (String::new(), String::new());
    let mut asked = 0;
    let mut wrong = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        if let Some(pattern) = line.strip_prefix("#? ") {
            asked += 1;
            let right = pattern.trim_matches(['[', ']']);
            if !right.split('|').any(|right| right == last.1) {
                wrong.push(format!("{}: {} and not {right}", last.0, last.1));
            }
        } else if !line.starts_with('#') {
            let answer = gtp.answer(&Line::Whole(line.into())).expect("an answer");
            assert!(answer.starts_with('='), "{line}: {answer}");
            let said = answer.split_once(' ').map_or("", |(_, said)| said.trim());
            last = (line.to_owned(), said.to_owned());
        }
    }
    assert_eq!(asked, 50);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Standard output and standard error of the program, told these lines.
fn told(lines: &str) -> [String; 2] {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lianzhu"))
        .args(["--seed", "1", "--max-nodes", "20000"])
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("an input");
    input.write_all(lines.as_bytes()).expect("a reader");
    drop(input);
    let output = child.wait_with_output().expect("a process");
    assert!(output.status.success());
    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"))
}

const GAME: &str = "kata-set-param variety false\nplay b h8\nplay w j9\nplay b g7\n";

#[test]
fn nothing_is_drawn_unless_it_is_asked_for() {
    let [out, err] = told(&format!("{GAME}genmove w\n"));
    assert!(out.contains("= "));
    assert_eq!(err, "");
}

#[test]
fn what_is_drawn_while_the_engine_thinks_is_taken_off_again() {
    let [out, err] = told(&format!(
        "{GAME}gogui-param live_graphics 1\ngenmove w\ngogui-param live_graphics 0\ngenmove b\n"
    ));
    let moves: Vec<&str> = out.lines().filter(|line| line.len() > 2).collect();
    assert_eq!(moves.len(), 2, "{out}");
    let vertex = moves[0].strip_prefix("= ").expect("a vertex");
    // The last drawing begins with the move that is played, and nothing is left on the board.
    assert_eq!(err.matches("CLEAR").count(), 1);
    assert!(err.ends_with("gogui-gfx: CLEAR\n"), "{err}");
    let drawings: Vec<&str> = err.split("\n\n").collect();
    assert!(drawings.len() >= 2, "{err}");
    for drawing in &drawings[..drawings.len() - 1] {
        assert!(drawing.starts_with("gogui-gfx:\nVAR w "), "{drawing}");
        assert!(drawing.contains("\nTEXT White "), "{drawing}");
    }
    assert!(!vertex.is_empty() && !out.contains("gogui-gfx"));
}

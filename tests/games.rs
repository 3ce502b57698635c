//! Two copies of the program play each other through pipes, random against scoring; every move and
//! every result is judged here, by the library's rules.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use lianzhu::game::{Board, Color, Outcome, Rules, Variant};
use lianzhu::notation::Vertex;

/// Width, height and win length of the boards that are played on.
const BOARDS: [(u32, u32, u32); 5] = [
    (3, 3, 3),
    (10, 10, 5),
    (15, 15, 5),
    (20, 12, 6),
    (50, 50, 7),
];

struct Engine {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Engine {
    fn start(player: &str, rules: &Rules, seed: u64) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_lianzhu"))
            .args(["--player", player, "--seed", &seed.to_string()])
            .args(["--rule", rules.variant().name()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdin = child.stdin.take().expect("an input");
        let stdout = BufReader::new(child.stdout.take().expect("an output"));
        let mut engine = Engine {
            child,
            stdin,
            stdout,
        };
        engine.tell(&format!("boardsize {} {}", rules.width(), rules.height()));
        engine.tell(&format!("winlength {}", rules.win_length()));
        engine
    }

    /// Sends a command that must succeed, and returns its answer.
    fn ask(&mut self, command: &str) -> String {
        self.stdin
            .write_all(format!("{command}\n").as_bytes())
            .expect("the program reads");
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            self.stdout.read_line(&mut line).expect("text");
            assert!(!line.is_empty(), "{command}: the program has gone");
            if line == "\n" {
                break;
            }
            answer.push_str(&line);
        }
        match answer.strip_prefix("= ") {
            Some(answer) => answer.trim_end().to_owned(),
            None => panic!("{command}: {answer}"),
        }
    }

    fn tell(&mut self, command: &str) {
        assert_eq!(self.ask(command), "", "{command}");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.stdin.write_all(b"quit\n");
        let _ = self.child.wait();
    }
}

/// Plays one game; `engines` are by colour.
fn play(rules: Rules, engines: [&mut Engine; 2]) -> Outcome {
    let letter = |color: Color| match color {
        Color::Black => "b",
        Color::White => "w",
    };
    let [black, white] = engines;
    let mut engines = [black, white];
    let mut board = Board::new(rules);
    for engine in &mut engines {
        engine.tell("clear_board");
        assert_eq!(engine.ask("lianzhu-winline"), "");
    }
    let outcome = loop {
        if let Some(outcome) = board.outcome() {
            break outcome;
        }
        let color = board.side_to_move();
        let vertex = engines[color.index()].ask(&format!("genmove {}", letter(color)));
        let parsed: Vertex = vertex.parse().expect("a vertex");
        let point = parsed.on_board(&rules).expect("a point of this board");
        let point = point.expect("a stone in an unfinished game");
        board.play(color, point).expect("a legal move");
        engines[(!color).index()].tell(&format!("play {} {vertex}", letter(color)));
    };
    let score = match outcome {
        Outcome::Win(Color::Black) => "B+R",
        Outcome::Win(Color::White) => "W+R",
        Outcome::Draw(_) => "0",
    };
    for engine in &mut engines {
        assert_eq!(engine.ask("final_score"), score);
        for color in Color::ALL {
            let expected = match outcome.winner() {
                Some(winner) if winner != color => "resign",
                _ => "PASS",
            };
            let said = engine.ask(&format!("reg_genmove {}", letter(color)));
            assert!(said.eq_ignore_ascii_case(expected), "{said}");
        }
    }
    outcome
}

/// Plays `games` games on one board, taking turns with the colours: the scoring player's wins,
/// draws and losses.
fn series(board: (u32, u32, u32), variant: Variant, games: u32) -> [u32; 3] {
    let rules = Rules::new(board.0, board.1, board.2, variant).expect("a game");
    let mut scoring = Engine::start("scoring", &rules, 1);
    let mut random = Engine::start("random", &rules, 2);
    let mut result = [0; 3];
    for game in 0..games {
        let (color, outcome) = if game % 2 == 0 {
            (Color::Black, play(rules, [&mut scoring, &mut random]))
        } else {
            (Color::White, play(rules, [&mut random, &mut scoring]))
        };
        result[match outcome.winner() {
            Some(winner) if winner == color => 0,
            None => 1,
            Some(_) => 2,
        }] += 1;
    }
    result
}

#[test]
fn a_few_games_on_every_board() {
    for board in BOARDS {
        let [wins, draws, losses] = series(board, Variant::Freestyle, 4);
        assert_eq!(wins + draws + losses, 4);
        if board.0 > 3 {
            assert_eq!(losses, 0, "{board:?}");
        }
    }
}

#[test]
fn a_few_games_in_every_variant() {
    for variant in Variant::ALL {
        let [wins, ..] = series((11, 9, 5), variant, 4);
        assert!(wins >= 3, "{variant}");
    }
}

/// The figures of the report: `cargo test --release --test games -- --ignored --nocapture`.
#[test]
#[ignore = "100 games on each board"]
fn a_hundred_games_on_every_board() {
    for board in BOARDS {
        let [wins, draws, losses] = series(board, Variant::Freestyle, 100);
        println!("{board:?}: scoring won {wins}, drew {draws}, lost {losses}");
        if board == (15, 15, 5) {
            assert!(wins > 98);
        }
    }
}

//! The pictures of README are what the engine draws: its own answers, through its own drawing code.
//!
//! `BLESS=1 cargo test --test pictures` draws them anew.

use std::fs;

use lianzhu::engine::{Config, Engine};
use lianzhu::game::{Point, Rules};
use lianzhu::notation::Vertex;
use lianzhu::protocol::gtp::Gtp;
use lianzhu::review::Drawing;
use lianzhu::wire::Line;

/// A position full of threats.
const POSITION: &str = "gogui-play_sequence b h8 w j8 b g7 w j9 b j7 w j10 b g9 w h7 b f10 w e11 b g8 w f8 \
                        b g6 w g5 b h9 w e6";

fn ask(gtp: &mut Gtp, command: &str) -> String {
    let answer = gtp.answer(&Line::Whole(command.into())).expect("an answer");
    let text = answer
        .strip_prefix("= ")
        .unwrap_or_else(|| panic!("{command}: {answer}"));
    text.trim_end().to_owned()
}

fn front() -> Gtp {
    let mut gtp = Gtp::new(Engine::new(Config::default()).expect("a game"));
    ask(&mut gtp, POSITION);
    gtp
}

fn point(text: &str) -> Point {
    let vertex: Vertex = text.parse().expect("a vertex");
    let point = vertex
        .on_board(&Rules::default())
        .expect("a point of the board");
    point.expect("no pass")
}

/// What GoGui makes of an answer of its type `gfx`.
fn draw(drawing: &mut Drawing, answer: &str) {
    for line in answer.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["COLOR", colour, ref points @ ..] => {
                for text in points {
                    drawing.field(point(text), colour);
                }
            }
            ["LABEL", ref pairs @ ..] => {
                for pair in pairs.chunks(2) {
                    drawing.label(point(pair[0]), pair[1]);
                }
            }
            ["CIRCLE", ref points @ ..] => {
                for text in points {
                    drawing.ring(point(text), "#d62728");
                }
            }
            ["TEXT", ..] => {}
            _ => panic!("{line} is no drawing"),
        }
    }
}

fn compare(name: &str, drawn: &str) {
    let path = format!("{}/tests/pictures/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, drawn).expect("a folder");
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(there == drawn, "{path} shows something else");
}

#[test]
fn the_threats() {
    let mut gtp = front();
    let mut drawing = Drawing::new(&Rules::default());
    let answer = ask(&mut gtp, "lianzhu-gfx_threats");
    assert!(answer.contains("LABEL"), "{answer}");
    draw(&mut drawing, &answer);
    draw(&mut drawing, &ask(&mut gtp, "gogui-rules_board_gfx"));
    drawing.position(gtp.engine().board());
    compare("threats.svg", &drawing.svg("Threats of both colours"));
}

#[test]
fn the_heat_map() {
    let mut gtp = front();
    let mut drawing = Drawing::new(&Rules::default());
    let answer = ask(&mut gtp, "lianzhu-heat b");
    for (row, line) in answer.lines().enumerate() {
        for (column, colour) in line.split(' ').enumerate() {
            if colour != "\"\"" {
                drawing.field(Point::new(column as u8, 14 - row as u8), colour);
            }
        }
    }
    drawing.position(gtp.engine().board());
    compare("heat.svg", &drawing.svg("The heat map for Black"));
}

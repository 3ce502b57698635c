//! On a pseudo-terminal.

use std::process::Stdio;

use rustix::process::Signal;

use super::kit::{AGAIN, play_to_the_end};
use super::terminal::Terminal;

const USUAL: (u16, u16) = (80, 24);
const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";
const CTRL_Z: &str = "\x1a";

fn start(options: &[&str]) -> Terminal {
    let arguments: Vec<&str> = ["play"].iter().chain(options).copied().collect();
    Terminal::start(USUAL, &[], &arguments)
}

/// Types a line.
fn enter(terminal: &mut Terminal, line: &str) {
    terminal.press(&format!("{line}\r"));
}

/// The program has ended like this, and the terminal is as it was.
fn ends(terminal: &mut Terminal, status: i32) {
    assert_eq!(terminal.wait().code(), Some(status));
    terminal.until(|_| !terminal.is_alternate());
    assert!(terminal.is_cooked());
    let written = terminal.written();
    for (on, off) in [("\x1b[?1049h", "\x1b[?1049l"), ("\x1b[?7l", "\x1b[?7h")] {
        assert!(written.rfind(on) < written.rfind(off), "{off:?}");
    }
    assert!(written.rfind("\x1b[?25l") < written.rfind("\x1b[?25h"));
}

fn game_to_the_end(options: &[&str], side: u32, win_length: u32) {
    let mut terminal = start(options);
    terminal.see("Move 1, Black (X): your move");
    play_to_the_end(side, win_length, |line, next| {
        enter(&mut terminal, line);
        let to_come = format!("Move {next}, ");
        terminal.until(|seen| seen.contains(&to_come) || seen.contains(AGAIN))
    });
    enter(&mut terminal, "y");
    terminal.see("Move 2, White (O): your move");
    terminal.see("X Black: lianzhu");
    enter(&mut terminal, "quit");
    ends(&mut terminal, 0);
    terminal.see("The game stays unfinished.");
}

#[test]
fn a_game_against_level_3() {
    game_to_the_end(&["--level", "3", "--seed", "1"], 15, 5);
}

#[test]
fn a_game_on_3x3() {
    game_to_the_end(&["--size", "3", "--winlength", "3", "--seed", "1"], 3, 3);
}

#[test]
fn two_persons_to_a_win_and_a_draw() {
    let mut terminal = start(&["--two", "--size", "3"]);
    for line in ["a1", "a2", "b1", "b2", "c1"] {
        enter(&mut terminal, line);
    }
    let text = terminal.see("Player 1 wins as Black: A1 B1 C1.");
    assert!(text.contains("1[X X(X)1"), "{text}");
    enter(&mut terminal, "");
    terminal.see("y plays again, with colours changed; n leaves.");
    for line in ["y", "b2", "a1", "a3", "c1", "b1", "b3", "a2", "c2", "c3"] {
        enter(&mut terminal, line);
    }
    terminal.see("Draw: the board is full.");
    enter(&mut terminal, "n");
    ends(&mut terminal, 0);
    // The end of the game stays to be seen.
    terminal.see("Draw: the board is full. Good-bye.");
}

#[test]
fn arrow_keys_choose_a_point() {
    let (up, down, right, left) = ("\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D");
    let mut terminal = start(&["--two", "--size", "9"]);
    terminal.see("Move 1,");
    // The first key shows where the choice begins, the others move it, never off the board.
    terminal.press(right);
    terminal.see(">.<");
    terminal.press(&format!("{up}{up}{left}\r"));
    let text = terminal.see("Move 2,");
    assert!(text.contains("7 . . .>X<"), "{text}");
    terminal.press(&down.repeat(20));
    terminal.press(&right.repeat(20));
    let text = terminal.see(".>.<");
    assert!(!text.contains(">X<"), "{text}");
    terminal.press(" ");
    let text = terminal.see("Move 3,");
    assert!(text.contains("1 . . . . . . . .>O<1"), "{text}");
    terminal.press("\r");
    terminal.see("J1 is occupied: a stone of White (O) is there.");
    // Typing goes before choosing.
    enter(&mut terminal, "a1");
    let text = terminal.see("Move 4,");
    assert!(text.contains("1(X). . . . . . . O 1"), "{text}");
}

#[test]
fn what_is_wrong_is_said() {
    let mut terminal = start(&["--seed", "1", "--player", "scoring"]);
    enter(&mut terminal, "undo");
    terminal.see("There is no move of yours to take back.");
    enter(&mut terminal, "8 8");
    terminal.see("Move 3,");
    enter(&mut terminal, "h8");
    terminal.see("H8 is occupied: a stone of Black (X) is there.");
    enter(&mut terminal, "p16");
    terminal.see("P16 is off the board");
    // What is typed can be mended, and thrown away.
    terminal.press("undx\x7fo\r");
    terminal.see("Taken back: H8 ");
    terminal.press("h8");
    terminal.see("Black> h8");
    terminal.press(CTRL_C);
    terminal.until(|seen| seen.trim_end().ends_with("Black>"));
    enter(&mut terminal, "help");
    let text = terminal.see("back to the game");
    assert!(text.contains("who plays: search, scoring"), "{text}");
    terminal.press(" ");
    terminal.see("Move 1,");
    terminal.press(CTRL_C);
    ends(&mut terminal, 130);
}

/// Whether a colour is set by any escape code.
fn is_coloured(written: &str) -> bool {
    written.split("\x1b[").skip(1).any(|rest| {
        let (codes, _) = rest
            .split_once(|c: char| c.is_ascii_alphabetic())
            .unwrap_or_default();
        let is_style = rest[codes.len()..].starts_with('m');
        let colours = [30..=38, 40..=48, 90..=97, 100..=107];
        is_style
            && codes.split(';').any(|code| {
                let code = code.parse::<u32>().unwrap_or_default();
                colours.iter().any(|range| range.contains(&code))
            })
    })
}

#[test]
fn colours_are_shown_unless_they_are_not_wanted() {
    for (variables, coloured) in [
        (&[][..], true),
        (&[("TERM", "xterm")], true),
        (&[("NO_COLOR", "")], true),
        (&[("NO_COLOR", "1")], false),
    ] {
        let arguments = ["play", "--two", "--size", "5", "--winlength", "3"];
        let mut terminal = Terminal::start(USUAL, variables, &arguments);
        for line in ["c3", "a1", "b2", "a3", "d4"] {
            enter(&mut terminal, line);
        }
        let text = terminal.see("Player 1 wins as Black: ");
        // All is there without colour, too.
        for part in ["4 . . .(X)", "3 O .[X].", "2 .[X]"] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        assert_eq!(is_coloured(&terminal.written()), coloured, "{variables:?}");
        enter(&mut terminal, "n");
        ends(&mut terminal, 0);
        assert_eq!(is_coloured(&terminal.written()), coloured, "{variables:?}");
    }
}

#[test]
fn a_dumb_terminal_gets_plain_lines() {
    let arguments = ["play", "--two", "--size", "3"];
    let mut terminal = Terminal::start(USUAL, &[("TERM", "dumb")], &arguments);
    terminal.see("Black> ");
    terminal.press("b2\n");
    terminal.see("White> ");
    terminal.press(CTRL_D);
    assert_eq!(terminal.wait().code(), Some(0));
    terminal.see("The input has ended, and the game with it.");
    assert!(
        !terminal.written().contains('\x1b'),
        "{:?}",
        terminal.written()
    );
    assert!(!terminal.written().contains("b2\r\nb2"));
}

#[test]
fn narrow_windows_show_what_they_can() {
    let mut terminal = Terminal::start((40, 24), &[], &["play", "--two"]);
    enter(&mut terminal, "h8");
    let text = terminal.see("Move 2, White (O) to move");
    for part in [
        "15 . . .",
        "   A B C D",
        " 8 . . . . . . .(X). . . . . . . 8",
        "White>",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    for size in [(20, 10), (12, 6), (5, 3), (1, 1), (200, 60)] {
        terminal.resize(size);
        if size.0 >= 12 {
            terminal.until(|seen| seen.contains("(X)") && seen.contains("White>"));
        }
    }
    enter(&mut terminal, "a1");
    let text = terminal.see("Move 3, Black (X) to move");
    assert!(text.contains("1. H8 A1"), "{text}");
    enter(&mut terminal, "quit");
    ends(&mut terminal, 0);
}

#[test]
fn the_last_stone_is_seen_on_a_board_that_does_not_fit() {
    let mut terminal = Terminal::start((60, 20), &[], &["play", "--two", "--size", "52"]);
    terminal.see("Move 1,");
    for (line, row, stone) in [
        ("ba52", "52 ", "(X)"),
        ("1 1", " 1(", "(O)"),
        ("52,1", " 1 ", "(X)"),
        ("ab30", "30 ", "(O)"),
    ] {
        enter(&mut terminal, line);
        let is_there = |line: &str| line.starts_with(row) && line.contains(stone);
        let text = terminal.until(|seen| seen.lines().any(is_there));
        assert!(
            text.lines().all(|line| line.chars().count() <= 60),
            "{text}"
        );
    }
    let text = terminal.see("Move 5,");
    // Names of two letters are written downwards.
    let lines: Vec<&str> = text.lines().collect();
    let at = lines
        .iter()
        .find_map(|line| line.find("(O)"))
        .expect("the last stone")
        + 1;
    let above = |line: usize| lines[line].chars().nth(at);
    let heading = lines
        .iter()
        .position(|line| line.contains("A A A"))
        .expect("a heading");
    assert_eq!(
        (above(heading), above(heading + 1)),
        (Some('A'), Some('B')),
        "{text}"
    );
    // The choice takes the view along.
    terminal.press(&"\x1b[D".repeat(60));
    terminal.press(&"\x1b[B".repeat(60));
    terminal.see(" 1>O<");
}

/// Nobody knows who wins this, and no search will find out.
const ENDLESS: [&str; 10] = [
    "play",
    "--size",
    "30",
    "--winlength",
    "8",
    "--level",
    "1",
    "--move-time",
    "100000",
    "--seed=1",
];

/// A game in which the engine now thinks for ever, if nobody stops it: no opening any more, in
/// which it may play one thing or another without much thought.
fn endless(variables: &[(&str, &str)]) -> Terminal {
    let mut terminal = Terminal::start(USUAL, variables, &ENDLESS);
    for (line, next) in [("a1", 3), ("a30", 5), ("30 1", 7), ("level 10", 7)] {
        enter(&mut terminal, line);
        terminal.see(&format!("Move {next}, Black (X): your move"));
    }
    terminal.see("at full strength");
    enter(&mut terminal, "p15");
    terminal
}

#[test]
fn ctrl_c_ends_the_thinking_and_then_the_game() {
    let mut terminal = endless(&[]);
    terminal.see("lianzhu thinks, Ctrl-C: move now");
    terminal.see("depth ");
    let text = terminal.see(" for White: ");
    assert!(!text.contains("Move 9,"), "{text}");
    // What is typed meanwhile waits for its turn.
    enter(&mut terminal, "p15");
    terminal.press(CTRL_C);
    terminal.see("P15 is occupied");
    terminal.see("Move 9, Black (X): your move");
    terminal.press(CTRL_C);
    ends(&mut terminal, 130);
}

#[test]
fn one_can_leave_while_it_thinks() {
    for way in ["quit\r", CTRL_D] {
        let mut terminal = endless(&[]);
        terminal.see(" for White: ");
        terminal.press(way);
        ends(&mut terminal, 0);
    }
}

#[test]
fn signals_give_the_terminal_back() {
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let mut terminal = start(&["--two"]);
        terminal.see("Move 1,");
        terminal.signal(signal);
        ends(&mut terminal, 130);
    }
    let mut terminal = endless(&[]);
    terminal.see(" for White: ");
    terminal.signal(Signal::TERM);
    ends(&mut terminal, 130);
}

#[test]
fn the_shell_has_the_terminal_while_the_game_is_suspended() {
    let mut terminal = start(&["--two"]);
    enter(&mut terminal, "h8");
    terminal.see("Move 2,");
    terminal.press(CTRL_Z);
    // A signal that comes before the program has stopped is lost.
    terminal.until(|_| {
        terminal.signal(Signal::CONT);
        terminal.written().matches("\x1b[?1049h").count() == 2
    });
    assert!(terminal.written().contains("\x1b[?1049l"));
    enter(&mut terminal, "a1");
    let text = terminal.see("Move 3,");
    assert!(text.contains("1(O)"), "{text}");
    enter(&mut terminal, "quit");
    ends(&mut terminal, 0);
}

#[test]
fn the_end_of_input_ends_the_game() {
    let mut terminal = start(&["--two"]);
    enter(&mut terminal, "h8");
    terminal.see("Move 2,");
    terminal.press(CTRL_D);
    ends(&mut terminal, 0);
    terminal.see("The input has ended, and the game with it.");
}

#[test]
fn a_window_that_is_closed_ends_the_game() {
    for options in [&[][..], &["--two"], &["--ponder"]] {
        let mut terminal = start(&[&["--seed", "5"], options].concat());
        terminal.see("Move 1,");
        terminal.hang_up();
        assert_eq!(terminal.wait().code(), Some(0));
    }
}

#[test]
fn a_window_that_is_closed_ends_the_thinking() {
    let mut terminal = endless(&[]);
    terminal.see(" for White: ");
    terminal.hang_up();
    assert_eq!(terminal.wait().code(), Some(0));
}

#[test]
fn a_signal_ends_the_thinking_on_a_dumb_terminal() {
    let mut terminal = endless(&[("TERM", "dumb")]);
    terminal.see("(lianzhu thinks, Ctrl-C: move now)");
    terminal.signal(Signal::INT);
    terminal.see("Move 9,");
    assert!(terminal.written().contains("lianzhu plays "));
    terminal.signal(Signal::INT);
    assert_eq!(terminal.wait().code(), Some(130));
}

#[test]
fn it_ponders_and_plays_on() {
    let mut terminal = start(&[
        "--ponder",
        "--level",
        "10",
        "--max-nodes",
        "300",
        "--size",
        "9",
        "--seed",
        "1",
    ]);
    for (line, next) in [("e5", "Move 3,"), ("hint", "Hint: "), ("a1", "Move 5,")] {
        enter(&mut terminal, line);
        terminal.see(next);
    }
    enter(&mut terminal, "quit");
    ends(&mut terminal, 0);
}

#[test]
fn gtp_says_to_persons_what_it_is() {
    let mut terminal = Terminal::start_with(USUAL, &[], &[], Some(Stdio::piped()));
    let text = terminal.see("lianzhu play");
    assert!(text.starts_with("lianzhu speaks GTP here"), "{text}");
    terminal.press("h8\n");
    terminal.see("GTP says `play b h8`");
    terminal.press("exit\n");
    terminal.see("quit ends the program");
    terminal.press("7 resign\n");
    terminal.see("help lists the commands");
    terminal.press("name\nquit\n");
    assert_eq!(terminal.wait().code(), Some(0));
    // The answers are those of the protocol, and nothing else is.
    assert_eq!(
        terminal.output(),
        "? unknown command\n\n? unknown command\n\n?7 unknown command\n\n= lianzhu\n\n= \n\n"
    );
}

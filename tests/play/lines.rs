//! Through pipes.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use lianzhu::notation::sgf;

use super::kit::{AGAIN, PROGRAM, folder, play_to_the_end};

fn start(options: &[&str], folder: &Path) -> Child {
    Command::new(PROGRAM)
        .arg("play")
        .args(options)
        .current_dir(folder)
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

fn play_in(folder: &Path, options: &[&str], lines: &str) -> Output {
    let mut child = start(options, folder);
    let mut stdin = child.stdin.take().expect("an input");
    stdin.write_all(lines.as_bytes()).expect("a reader");
    drop(stdin);
    let output = child.wait_with_output().expect("a process");
    assert!(output.stderr.is_empty(), "{output:?}");
    assert!(!output.stdout.contains(&0x1b), "an escape code");
    output
}

/// Everything that is said to these lines.
fn said(options: &[&str], lines: &str) -> String {
    let output = play_in(&std::env::temp_dir(), options, lines);
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).expect("text")
}

/// A game whose lines depend on the answers.
struct Talk {
    child: Child,
}

impl Talk {
    fn say(&mut self, line: &str) -> String {
        let stdin = self.child.stdin.as_mut().expect("an input");
        stdin
            .write_all(format!("{line}\n").as_bytes())
            .expect("a reader");
        self.until_asked()
    }

    fn until_asked(&mut self) -> String {
        let stdout = self.child.stdout.as_mut().expect("an output");
        let mut said = Vec::new();
        let mut byte = [0];
        while !said.ends_with(b"> ") {
            stdout.read_exact(&mut byte).expect("more");
            said.push(byte[0]);
        }
        String::from_utf8(said).expect("text")
    }
}

fn game_to_the_end(options: &[&str], side: u32, win_length: u32) {
    let child = start(options, &std::env::temp_dir());
    let mut talk = Talk { child };
    talk.until_asked();
    play_to_the_end(side, win_length, |line, _| talk.say(line));
    assert!(talk.say("maybe").contains(AGAIN));
    let said = talk.say("y");
    assert!(said.contains("A new game, colours changed."), "{said}");
    assert!(
        said.contains("lianzhu plays ") && said.ends_with("White> "),
        "{said}"
    );
    drop(talk.child.stdin.take());
    assert_eq!(talk.child.wait().expect("a process").code(), Some(0));
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
fn games_against_the_other_players() {
    for player in ["scoring", "random"] {
        game_to_the_end(&["--player", player, "--size", "7", "--seed", "3"], 7, 5);
    }
}

#[test]
fn two_persons_to_a_win_and_a_draw() {
    let said = said(
        &["--two", "--size", "3"],
        "a1\na2\nb1\nb2\nc1\ny\nb2\na1\na3\nc1\nb1\nb3\na2\nc2\nc3\nn\n",
    );
    assert!(said.contains("Player 1 wins as Black: A1 B1 C1."), "{said}");
    assert!(said.contains("\n1[X X(X)1\n"), "{said}");
    assert!(said.contains("Draw: the board is full."), "{said}");
    assert_eq!(said.matches(AGAIN).count(), 2, "{said}");
    assert!(said.ends_with("Good-bye.\n"), "{said}");
}

#[test]
fn players_change_colours_for_the_next_game() {
    let said = said(
        &["--two", "--size", "3"],
        "a1\na2\nb1\nb2\nc1\ny\na1\na2\nb1\nb2\nc1\n",
    );
    assert!(said.contains("Player 2 wins as Black: A1 B1 C1."), "{said}");
}

#[test]
fn points_that_cannot_be_played_are_told_apart() {
    let said = said(
        &["--two", "--size", "12x9"],
        "C5\n3 5\n3,5\nm10\n13 1\n0 1\n1 10\n99999 1\ni5\n7\nh8h8\npass\nsing\n\n12 9\n",
    );
    for sentence in [
        "Black> C5",
        "C5 is occupied: a stone of Black (X) is there.",
        "M10 is off the board: its columns are A to M, or 1 to 12, its rows 1 to 9.",
        "13 1 is off the board",
        "0 1 is off the board",
        "1 10 is off the board",
        "99999 1 is off the board",
        "i5: there is no column I, J stands behind H.",
        "7: a point is a column and a row",
        "h8h8 is neither a point",
        "There is no passing",
        "sing is neither a point, as h8 or 8 8, nor a command; `help` lists them.",
        "Type a move, as h8, or a command",
        "Move 3, Black (X) to move",
    ] {
        assert!(said.contains(sentence), "{sentence}\n{said}");
    }
    assert_eq!(said.matches("C5 is occupied").count(), 2);
}

#[test]
fn forbidden_points_are_called_by_their_names() {
    let said = said(
        &["--two", "--rule", "renju"],
        "h8\na1\nh9\na3\ng7\na5\nf7\na7\nh7\n",
    );
    assert!(
        said.contains("H7 is forbidden to Black: double-three."),
        "{said}"
    );
}

#[test]
fn moves_are_taken_back() {
    let said = said(
        &["--player", "scoring", "--size", "9", "--seed", "1"],
        "undo\ne5\nundo\nundo\nresign\nundo\nundo\n",
    );
    assert_eq!(
        said.matches("There is no move of yours to take back.")
            .count(),
        3,
        "{said}"
    );
    assert!(said.contains("Taken back: E5 "), "{said}");
    assert!(
        said.contains("You resign. lianzhu wins as White."),
        "{said}"
    );
    assert!(said.contains("The resignation is taken back."), "{said}");
}

#[test]
fn a_finished_game_can_be_taken_back() {
    let said = said(&["--two", "--size", "3"], "a1\na2\nb1\nb2\nc1\na3\nundo\n");
    assert!(
        said.contains("The game is over: `undo` takes moves back."),
        "{said}"
    );
    assert!(said.contains("Taken back: C1.\n"), "{said}");
    assert!(
        said.ends_with("Black> \nThe input has ended, and the game with it.\n"),
        "{said}"
    );
}

#[test]
fn colours_players_and_levels_change() {
    let said = said(
        &["--size", "9", "--seed", "1"],
        "level 0\nlevel 2\nlevel\nplayer random\nplayer nobody\nswap\nplayer person\ntime 0.1\ntime x\n",
    );
    for sentence in [
        "A level is 1, a child's opponent, to 10",
        "From now on: lianzhu at level 2.",
        "The level is 2.",
        "O White: lianzhu's player random.",
        "The players are search, scoring, random and person.",
        "Colours changed. X Black: lianzhu's player random, O White: you.",
        "lianzhu plays ",
        "X Black: player 1, O White: player 2.",
        "lianzhu thinks 0.1 s about a move at most.",
    ] {
        assert!(said.contains(sentence), "{sentence}\n{said}");
    }
}

#[test]
fn boards_and_rules_change_and_wrong_ones_are_refused() {
    let said = said(
        &["--two"],
        "new 10x7 4 exact\nsize 2\nsize 53\nwinlength 11\nrule chess\nrule renju\nnew 52 7\nwinlength 2\n",
    );
    for sentence in [
        "A new game: 4 in a row on 10x7, exact.",
        "a side is 3 to 52",
        "A new game: 5 in a row on 10x7, renju.",
        "a win length is 3 to",
        "the rules are freestyle, exact (or standard), renju and caro",
    ] {
        assert!(said.contains(sentence), "{sentence}\n{said}");
    }
    // Renju is for five alone, so the larger board is refused until another rule is asked for.
    let large = "new 52 7 caro\nba52\n52 51\n";
    let said = self::said(&["--two"], large);
    assert!(
        said.contains("A new game: 7 in a row on 52x52, caro."),
        "{said}"
    );
    let heading = "X Y Z A B C D E F G H J K L M N O P Q R S T U V W X Y Z A B\n";
    assert!(said.contains(heading), "{said}");
    assert!(
        said.contains(" A A A A A A A A A A A A A A A A A A A A A A A A A B B\n"),
        "{said}"
    );
    assert!(
        said.contains("\n51 ") && said.contains(".(O)51\n"),
        "{said}"
    );
}

#[test]
fn games_are_saved_and_nothing_is_written_over() {
    let folder = folder("save");
    fs::write(folder.join("old.sgf"), "mine").expect("a file");
    let output = play_in(
        &folder,
        &["--player", "random", "--size", "9", "--seed", "1"],
        "save old.sgf\nsave\ne5\nsave\nresign\nsave\nsave none/x.sgf\nsave my game.sgf\n",
    );
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(
        said.contains("old.sgf exists already: choose another name."),
        "{said}"
    );
    assert_eq!(said.matches("Saved in lianzhu-1.sgf.").count(), 3, "{said}");
    assert!(said.contains("Cannot write none/x.sgf: "), "{said}");
    assert!(said.contains("Saved in my game.sgf."), "{said}");
    assert_eq!(fs::read(folder.join("old.sgf")).expect("a file"), b"mine");
    let text = fs::read(folder.join("lianzhu-1.sgf")).expect("a file");
    let record = sgf::read(&text).expect("a record");
    assert_eq!(record.moves.len(), 2);
    assert_eq!(record.result.as_deref(), Some("W+R"));
    assert_eq!(record.players[0].as_deref(), Some("you"));
    assert_eq!(
        record.players[1].as_deref(),
        Some("lianzhu's player random")
    );
    fs::remove_dir_all(folder).expect("a folder");
}

#[test]
fn a_hint_is_a_move() {
    let said = said(&["--two", "--size", "3"], "a1\nc3\na3\nc1\nhint\n");
    assert!(said.contains("Hint: A2 (depth "), "{said}");
    assert!(said.contains("Black wins in 1: A2)."), "{said}");
}

#[test]
fn every_command_is_listed() {
    let said = said(&["--two"], "help\n");
    for name in [
        "undo",
        "hint",
        "swap",
        "level",
        "player",
        "time",
        "new",
        "size",
        "winlength",
        "rule",
        "save",
        "resign",
        "help",
        "quit",
    ] {
        let begins = |line: &str| line.trim_start().split([',', ' ']).next() == Some(name);
        assert!(said.lines().any(begins), "{name}\n{said}");
    }
}

#[test]
fn wrong_options_end_the_program() {
    for options in [
        &["--size", "2"][..],
        &["--size", "9", "--winlength", "10"],
        &["--color", "red"],
        &["--level", "11"],
    ] {
        let output = start(options, &std::env::temp_dir()).wait_with_output();
        let output = output.expect("a process");
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert!(output.stdout.is_empty());
    }
}

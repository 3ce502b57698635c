//! What a person may ask for.

use std::fs::File;
use std::io::{self, Write};

use lianzhu::clock::seconds;
use lianzhu::game::{Color, Outcome, Rules, Variant};
use lianzhu::notation::{GameRecord, ParseVertexError, Vertex, sgf};
use lianzhu::player::{Level, PlayerKind};

use super::face::{Face, Job, think};
use super::table::{Controller, Ended, Ending, Found, Table, Turn};
use super::{phrases, words};
use crate::cli::options::{rule, size, win_length};

/// What is said after a command, or why it cannot be done.
type Answer = Result<String, String>;

/// A command, as `help` lists it.
struct Command {
    /// The name, and other words for it.
    names: &'static [&'static str],
    /// What stands behind it.
    syntax: &'static str,
    summary: &'static str,
    run: fn(&mut Table, &str) -> Answer,
}

/// Commands that need more than the table, by their first name.
const HELP: &str = "help";
const HINT: &str = "hint";

static COMMANDS: [Command; 14] = [
    Command {
        names: &["undo", "u"],
        syntax: "",
        summary: "take your last move back, and the answer to it",
        run: |table, _| table.undo(),
    },
    Command {
        names: &[HINT],
        syntax: "",
        summary: "a good move, thought about for a second",
        run: |_, _| Ok(String::new()),
    },
    Command {
        names: &["swap"],
        syntax: "",
        summary: "change the colours, the game goes on",
        run: swap,
    },
    Command {
        names: &["level"],
        syntax: "[N]",
        summary: "how strong lianzhu plays, 1 to 10",
        run: level,
    },
    Command {
        names: &["player"],
        syntax: "[NAME]",
        summary: "who plays: search, scoring, random, or person",
        run: player,
    },
    Command {
        names: &["time"],
        syntax: "[SECONDS]",
        summary: "how long lianzhu thinks about a move at most",
        run: time,
    },
    Command {
        names: &["new"],
        syntax: "[N|WxH] [N] [RULE]",
        summary: "a new game; also other board, win length, rule: new 19 6 exact",
        run: |table, words| begin(table, words.split_whitespace()),
    },
    Command {
        names: &["size"],
        syntax: "N|WxH",
        summary: "a new game on a board of 3 to 52 a side",
        run: |table, words| begin(table, words.split_whitespace().take(1)),
    },
    Command {
        names: &["winlength"],
        syntax: "N",
        summary: "a new game with so many in a row",
        run: new_win_length,
    },
    Command {
        names: &["rule"],
        syntax: "RULE",
        summary: "a new game by freestyle, exact, renju or caro",
        run: |table, words| match rule(words) {
            Ok(variant) => begin(table, [variant.name()].into_iter()),
            Err(error) => Err(format!("{error}.")),
        },
    },
    Command {
        names: &["save"],
        syntax: "[FILE]",
        summary: "write the game down as SGF",
        run: save,
    },
    Command {
        names: &["resign"],
        syntax: "",
        summary: "give the game up",
        run: |table, _| table.resign().map(|()| String::new()),
    },
    Command {
        names: &[HELP, "?"],
        syntax: "",
        summary: "this list",
        run: |_, _| Ok(String::new()),
    },
    Command {
        names: phrases::LEAVE,
        syntax: "",
        summary: "leave",
        run: |table, _| {
            table.ended = Some(Ended::Quit);
            Ok(String::new())
        },
    },
];

/// What `help` shows.
pub fn help() -> String {
    let mut text = String::from(
        "A move is a point: h8, or 8 8 (column, then row; both from 1 at the lower left). \
         Columns have no I. On a terminal the arrow keys choose a point, Enter plays there.\n",
    );
    for command in &COMMANDS {
        let call = format!("{} {}", command.names.join(", "), command.syntax);
        text.push_str(&format!("  {:<12}  {}\n", call.trim_end(), command.summary));
    }
    text.push_str("After the end, y plays again with colours changed, and n leaves.");
    text
}

/// Does what a line asks for, and says what came of it.
pub fn obey(table: &mut Table, face: &mut dyn Face, line: &str) -> io::Result<()> {
    let line = line.trim();
    let over = table.turn() == Turn::Over;
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let word = word.to_lowercase();
    if over && matches!(word.as_str(), "y" | "yes") {
        table.swap();
        table.again();
        return face.say("A new game, colours changed.");
    }
    if over && matches!(word.as_str(), "n" | "no") {
        table.ended = Some(Ended::Quit);
        return Ok(());
    }
    let known = COMMANDS
        .iter()
        .find(|command| command.names.contains(&word.as_str()));
    let answer = match known {
        Some(command) if command.names.contains(&HELP) => return face.page(&help()),
        Some(command) if command.names.contains(&HINT) => hint(table, face)?,
        Some(command) => (command.run)(table, rest.trim()),
        None => place(table, line),
    };
    match answer.unwrap_or_else(|refusal| refusal) {
        said if said.is_empty() => Ok(()),
        said => face.say(&said),
    }
}

/// A line that is no command: a point, or nothing that is known.
fn place(table: &mut Table, line: &str) -> Answer {
    if line.is_empty() && table.turn() == Turn::Over {
        return Err("y plays again, with colours changed; n leaves.".to_owned());
    }
    if line.is_empty() {
        return Err("Type a move, as h8, or a command; `help` lists them.".to_owned());
    }
    let vertex = match numbers(line) {
        Some(vertex) => vertex,
        None => line
            .parse::<Vertex>()
            .map_err(|error| unknown(line, error))?,
    };
    match vertex.on_board(table.engine.rules()) {
        Ok(Some(point)) => table.play(point).map(|()| String::new()),
        Ok(None) => Err("There is no passing in this game.".to_owned()),
        Err(_) => Err(phrases::off_board(
            &line.to_uppercase(),
            table.engine.rules(),
        )),
    }
}

/// Column and row as two numbers from 1, with blanks or a comma between. Zero is off every board.
fn numbers(line: &str) -> Option<Vertex> {
    let mut words = line
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty());
    let (column, row) = (words.next()?, words.next()?);
    let from_zero = |word: &str| {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| word.parse().unwrap_or(u16::MAX).wrapping_sub(1))
    };
    match words.next() {
        None => Some(Vertex::At {
            column: from_zero(column)?,
            row: from_zero(row)?,
        }),
        Some(_) => None,
    }
}

/// What is wrong with text that is neither a point nor a command.
fn unknown(line: &str, error: ParseVertexError) -> String {
    let mut letters = line.chars();
    let begins_as_point = letters.next().is_some_and(|c| c.is_ascii_alphabetic())
        && letters.next().is_some_and(|c| c.is_ascii_digit());
    if begins_as_point && error == ParseVertexError::Column {
        return format!("{line}: there is no column I, J stands behind H.");
    }
    if line.bytes().all(|byte| byte.is_ascii_digit()) {
        return format!("{line}: a point is a column and a row, as h8 or 8 8.");
    }
    format!("{line} is neither a point, as h8 or 8 8, nor a command; `help` lists them.")
}

fn hint(table: &mut Table, face: &mut dyn Face) -> io::Result<Answer> {
    let Turn::Person(color) = table.turn() else {
        return Ok(Err("The game is over.".to_owned()));
    };
    Ok(match think(table, face, Job::Hint(color))? {
        Found::Report(report) => {
            let empty = table.engine.board().empty_points();
            Ok(phrases::hint(&report, color, empty))
        }
        Found::Reply(_) => Ok(String::new()),
    })
}

fn swap(table: &mut Table, _: &str) -> Answer {
    table.swap();
    let seats = Color::ALL.map(|color| words::seat(table, color));
    Ok(format!("Colours changed. {}.", seats.join(", ")))
}

fn level(table: &mut Table, word: &str) -> Answer {
    if word.is_empty() {
        return Ok(format!("The level is {}.", table.engine.level()));
    }
    let level: Level = word
        .parse()
        .map_err(|_| "A level is 1, a child's opponent, to 10, as strong as it can.".to_owned())?;
    table.engine.set_level(level);
    if table.engine.player() != PlayerKind::Search {
        table.engine.set_player(PlayerKind::Search);
    }
    Ok(match table.is_of_two() {
        true => format!("Level {level}, as soon as lianzhu plays: `player search`."),
        false => format!("From now on: {}.", words::name(table, Controller::Engine)),
    })
}

fn player(table: &mut Table, word: &str) -> Answer {
    let to_move = table.engine.board().side_to_move();
    match word {
        "" => {}
        "person" if table.is_of_two() => {}
        "person" => table.seats = [Controller::First, Controller::Second],
        _ => {
            let kind: PlayerKind = word
                .parse()
                .map_err(|_| "The players are search, scoring, random and person.".to_owned())?;
            table.engine.set_player(kind);
            if table.is_of_two() {
                table.seats = match to_move {
                    Color::Black => [Controller::You, Controller::Engine],
                    Color::White => [Controller::Engine, Controller::You],
                };
            }
        }
    }
    let seats = Color::ALL.map(|color| words::seat(table, color));
    Ok(format!("{}.", seats.join(", ")))
}

fn time(table: &mut Table, word: &str) -> Answer {
    if !word.is_empty() {
        let time = seconds(word).map_err(|error| format!("{error}."))?;
        table.engine.set_move_time(Some(time));
    }
    let time = table.engine.config().move_time;
    let time = time.unwrap_or(lianzhu::engine::DEFAULT_MOVE_TIME);
    Ok(format!(
        "lianzhu thinks {} s about a move at most.",
        time.as_secs_f64()
    ))
}

fn new_win_length(table: &mut Table, word: &str) -> Answer {
    let length = win_length(word).map_err(|error| format!("{error}."))?;
    let old = *table.engine.rules();
    start(
        table,
        (old.width().into(), old.height().into()),
        Some(length),
        old.variant(),
    )
}

/// A new game; the words may be a size, a win length and a rule, in this order.
fn begin<'a>(table: &mut Table, words: impl Iterator<Item = &'a str>) -> Answer {
    let old = *table.engine.rules();
    let mut variant = old.variant();
    let mut sides = None;
    let mut length = None;
    for word in words {
        let is_number = word.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        if !is_number {
            variant = rule(word).map_err(|error| format!("{error}."))?;
        } else if sides.is_none() {
            sides = Some(size(word).map_err(|error| format!("{error}."))?);
        } else {
            length = Some(win_length(word).map_err(|error| format!("{error}."))?);
        }
    }
    let sides = sides.unwrap_or((old.width().into(), old.height().into()));
    start(table, sides, length, variant)
}

fn start(
    table: &mut Table,
    (width, height): (u32, u32),
    length: Option<u32>,
    variant: Variant,
) -> Answer {
    let asked = match (length, variant) {
        (Some(length), _) => length,
        (None, Variant::Renju) => 5,
        (None, _) => table.engine.asked_win_length(),
    };
    let rules = match length {
        // A win length that is asked for must fit; another gives way to a small board.
        Some(length) => Rules::new(width, height, length, variant),
        None => Rules::fitted(width, height, asked, variant),
    };
    let rules = rules.map_err(|error| format!("{error}."))?;
    table.begin(rules, asked);
    Ok(format!("A new game: {}.", phrases::title(&rules)))
}

/// The game with its players' names and its result.
fn record(table: &Table) -> GameRecord {
    let mut record = GameRecord::of(table.engine.board());
    record.players = Color::ALL.map(|color| Some(words::name(table, table.seat(color))));
    match table.ending() {
        Some(Ending::Resigned(Color::Black)) => record.result = Some("W+R".to_owned()),
        Some(Ending::Resigned(Color::White)) => record.result = Some("B+R".to_owned()),
        Some(Ending::Rules(Outcome::Win(_) | Outcome::Draw(_))) | None => {}
    }
    record
}

/// Writes the game down. A file that this game was not saved in before is never written over.
fn save(table: &mut Table, name: &str) -> Answer {
    let text = sgf::write(&record(table)) + "\n";
    let names = match (name, &table.saved) {
        ("", Some(saved)) => vec![saved.clone()],
        ("", None) => (1..1000).map(|n| format!("lianzhu-{n}.sgf")).collect(),
        (name, _) => vec![name.to_owned()],
    };
    let mut refusal = String::new();
    for name in names {
        let file = if table.saved.as_ref() == Some(&name) {
            File::create(&name)
        } else {
            File::create_new(&name)
        };
        match file.and_then(|mut file| file.write_all(text.as_bytes())) {
            Ok(()) => {
                let said = format!("Saved in {name}.");
                table.saved = Some(name);
                return Ok(said);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                refusal = format!("{name} exists already: choose another name.");
            }
            Err(error) => return Err(format!("Cannot write {name}: {error}.")),
        }
    }
    Err(refusal)
}

//! A table at which the program plays: whatever is said is kept as a script, and every answer is
//! judged. A script can be played again, so it can be made shorter as long as the fault shows.

use std::time::{Duration, Instant};

use crate::judge::{Game, Grid, Laws, Standing, Stone, vertex};
use crate::kit::{Fault, PROGRAM, Process};

/// How long a script is shortened.
const PAINS: Duration = Duration::from_secs(30);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Front {
    Gtp,
    Gomocup,
}

/// Which program, under which laws, and what is said to it. A command may have several lines, which
/// are said together or not at all.
#[derive(Clone)]
pub struct Script {
    pub front: Front,
    pub laws: Laws,
    pub options: Vec<String>,
    /// What is said first, always: it makes the laws hold.
    pub opening: Vec<String>,
    /// Whether the player is one that takes every win and blocks every win in one.
    pub thinks: bool,
    pub commands: Vec<String>,
    /// The same with the moves that were found, as if they had been given.
    pub settled: Vec<String>,
}

impl Script {
    pub fn text(&self) -> String {
        let name = PROGRAM.rsplit('/').next().unwrap_or(PROGRAM);
        let front = if self.front == Front::Gomocup {
            " gomocup"
        } else {
            ""
        };
        let said = self.opening.iter().chain(&self.commands);
        let said: Vec<&str> = said.map(String::as_str).collect();
        format!(
            "{name}{front} {}\n{}",
            self.options.join(" "),
            said.join("\n")
        )
    }

    fn plays(&self, commands: &[String]) -> Option<Fault> {
        let script = Script {
            commands: Vec::new(),
            ..self.clone()
        };
        let mut table = match Table::open(script) {
            Ok(table) => table,
            Err(fault) => return Some(fault),
        };
        commands.iter().find_map(|said| table.say(said).err())
    }

    /// The fewest commands found that show the fault, and what it then says.
    pub fn shortened(&self, fault: &Fault) -> String {
        let begun = Instant::now();
        let mut seen = None;
        // With a clock, a fault does not show each time.
        let mut shows = |commands: &[String]| {
            (0..3).any(|_| {
                let found = self
                    .plays(commands)
                    .filter(|found| found.what == fault.what);
                let shows = begun.elapsed() < PAINS && found.is_some();
                if shows {
                    seen = found;
                }
                shows
            })
        };
        let mut commands = self.commands.clone();
        // Most positions show their fault alone.
        let last = commands.split_off(commands.len().saturating_sub(1));
        let mut again = shows(&last);
        if again {
            commands = last;
        } else {
            let settled = [&self.settled[..commands.len()], &last[..]].concat();
            commands.extend(last);
            again = shows(&settled);
            if again {
                commands = settled;
            } else {
                again = shows(&commands);
            }
        }
        if again {
            commands = shortest(commands, &mut |commands| shows(commands));
            if let Some(last) = commands.iter().rposition(|said| stones(said).is_some()) {
                let (before, pieces, after) = stones(&commands[last]).expect("a position");
                let with = |pieces: &[String]| {
                    let mut all = commands.clone();
                    all[last] = format!("{before}{}{after}", pieces.concat());
                    all
                };
                let pieces = shortest(pieces, &mut |pieces| shows(&with(pieces)));
                commands = with(&pieces);
            }
        }
        let fault = seen.as_ref().unwrap_or(fault);
        let note = if again {
            ""
        } else {
            " (it did not show again)"
        };
        let script = Script {
            commands,
            ..self.clone()
        };
        format!("{}\n{}: {}{note}", script.text(), fault.what, fault.detail)
    }
}

/// The stones of a command that sets up a position, with what is before and behind them.
fn stones(said: &str) -> Option<(String, Vec<String>, String)> {
    if let Some(rest) = said.strip_prefix("set_position") {
        let (stones, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let words: Vec<&str> = stones.split_whitespace().collect();
        let pieces = words.chunks(2).map(|pair| format!(" {}", pair.join(" ")));
        return Some((
            "set_position".to_owned(),
            pieces.collect(),
            format!("\n{after}"),
        ));
    }
    let rest = said.strip_prefix("BOARD\n")?.strip_suffix("DONE")?;
    // Two at a time, so that the side to move stays.
    let lines: Vec<&str> = rest.split_inclusive('\n').collect();
    let pieces = lines.chunks(2).map(<[&str]>::concat).collect();
    Some(("BOARD\n".to_owned(), pieces, "DONE".to_owned()))
}

/// Leaves out whatever can be left out while it still fails: halves, quarters … single items.
pub fn shortest<T: Clone>(mut items: Vec<T>, fails: &mut impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut size = items.len().div_ceil(2).max(1);
    loop {
        let mut at = 0;
        let mut left_out = false;
        while at < items.len() {
            let end = items.len().min(at + size);
            let rest = [&items[..at], &items[end..]].concat();
            if fails(&rest) {
                items = rest;
                left_out = true;
            } else {
                at = end;
            }
        }
        if size > 1 {
            size = size.div_ceil(2);
        } else if !left_out {
            return items;
        }
    }
}

/// What was asked of the player.
#[derive(Default)]
pub struct Asked {
    pub moves: u64,
    /// Moves with a win in one, and those with a win of the opponent to stop.
    pub wins: u64,
    pub blocks: u64,
    /// How long the last answer took, and the slowest.
    pub took: Duration,
    pub slowest: Duration,
}

pub struct Table {
    pub script: Script,
    pub game: Game,
    pub asked: Asked,
    /// A side to whom every empty point is forbidden was asked for a move.
    pub stuck: bool,
    process: Process,
    /// What was written to a file.
    saved: Option<Game>,
}

impl Table {
    /// Starts the program and says what the script begins with.
    pub fn open(script: Script) -> Result<Table, Fault> {
        let mut options = script.options.clone();
        if script.front == Front::Gomocup {
            options.insert(0, "gomocup".to_owned());
        }
        let mut table = Table {
            process: Process::start(&options),
            game: Game::new(script.laws),
            asked: Asked::default(),
            stuck: false,
            saved: None,
            script,
        };
        for said in table.script.opening.clone() {
            table.say_lines(&said)?;
        }
        Ok(table)
    }

    /// Says a command and judges the answer, the last one if it has several lines.
    pub fn say(&mut self, command: &str) -> Result<String, Fault> {
        self.script.commands.push(command.to_owned());
        let answer = self.say_lines(command)?;
        let settled = match (command.strip_prefix("genmove "), answer.strip_prefix("= ")) {
            (Some(color), Some(at)) if at != "resign" => format!("play {color} {at}"),
            _ => command.to_owned(),
        };
        self.script.settled.push(settled);
        Ok(answer)
    }

    fn say_lines(&mut self, command: &str) -> Result<String, Fault> {
        let mut begun = Instant::now();
        let answer = match self.script.front {
            Front::Gomocup => {
                self.process.write(format!("{command}\n").as_bytes())?;
                if command.starts_with("INFO ") {
                    return Ok(String::new());
                }
                let answer = loop {
                    match self.process.line()? {
                        line if line.starts_with("MESSAGE ") => {}
                        line => break line,
                    }
                };
                self.asked.took = begun.elapsed();
                self.judge_gomocup(command, &answer)?;
                answer
            }
            Front::Gtp => {
                let mut answer = String::new();
                for line in command.lines().filter(|line| !line.is_empty()) {
                    begun = Instant::now();
                    self.process.write(format!("{line}\n").as_bytes())?;
                    answer = self.process.response()?;
                    self.asked.took = begun.elapsed();
                    self.judge_gtp(line, &answer)?;
                }
                answer
            }
        };
        self.asked.slowest = self.asked.slowest.max(self.asked.took);
        Ok(answer)
    }

    fn judge_gtp(&mut self, command: &str, answer: &str) -> Result<(), Fault> {
        let words: Vec<&str> = command.split_whitespace().collect();
        let stone = |text: &str| match text {
            "b" => Stone::Black,
            _ => Stone::White,
        };
        let text = answer.strip_prefix("= ");
        let expect = |expected: &str| match answer == expected {
            true => Ok(()),
            false => Err(Fault::new(
                format!("a wrong answer to {}", words[0]),
                format!("{answer:?} instead of {expected:?}"),
            )),
        };
        let is_done = |done: bool, reason: &str| expect(if done { "= " } else { reason });
        match words[..] {
            ["play", color, at] => {
                let at = self.game.grid.point(at);
                let is_legal = at.is_none_or(|at| self.game.is_legal(at, stone(color)));
                is_done(is_legal, "? illegal move")?;
                if is_legal {
                    self.game.play(stone(color), at);
                }
            }
            ["genmove", color] => self.judge_move(stone(color), text, true)?,
            ["reg_genmove" | "kata-search", color] => {
                self.judge_move(stone(color), text, false)?;
            }
            ["undo"] => is_done(self.game.undo(), "? cannot undo")?,
            ["clear_board"] => {
                self.game = Game::new(self.script.laws);
                expect("= ")?;
            }
            ["set_position", ref stones @ ..] => {
                let mut grid = Grid::new(self.script.laws);
                for pair in stones.chunks(2) {
                    let at = grid.point(pair[1]).expect("a point of the board");
                    grid.place(at, stone(pair[0]));
                }
                self.game = Game::setup(grid, Stone::Black);
                expect("= ")?;
            }
            ["gogui-setup_player", color] => {
                self.game.to_move = stone(color);
                expect("= ")?;
            }
            ["gogui-rules_legal_moves"] => {
                let mut legal = Vec::new();
                if self.game.standing() == Standing::Open {
                    let points = self.game.grid.legal(self.game.to_move);
                    legal.extend(points.into_iter().map(vertex));
                    if legal.is_empty() {
                        legal.push("pass".to_owned());
                    }
                }
                expect(&format!("= {}", legal.join(" ")))?;
            }
            ["gogui-rules_board"] => expect(&format!("= {}", self.game.grid.diagram()))?,
            ["final_score"] => expect(match self.game.standing() {
                Standing::Open => "? cannot score",
                Standing::Drawn => "= 0",
                Standing::Won(Stone::Black) => "= B+R",
                Standing::Won(Stone::White) => "= W+R",
            })?,
            ["printsgf", _] => {
                self.saved = Some(self.game.clone());
                expect("= ")?;
            }
            ["loadsgf", _] => {
                self.game = self.saved.clone().expect("a file that was written");
                expect("= ")?;
            }
            _ if text.is_none() => expect("= ")?,
            _ => {}
        }
        Ok(())
    }

    fn judge_gomocup(&mut self, command: &str, answer: &str) -> Result<(), Fault> {
        let (name, rest) = command.split_once([' ', '\n']).unwrap_or((command, ""));
        let is_error = answer.starts_with("ERROR ");
        let fault = |expected: &str| {
            Fault::new(
                format!("a wrong answer to {name}"),
                format!("{answer:?} instead of {expected}"),
            )
        };
        match name {
            "BEGIN" if self.game.grid.empty().len() == self.game.grid.points().count() => {}
            "TURN" => {
                let at = self.offset(rest).expect("a point");
                if !self.game.is_legal(at, self.game.to_move) {
                    return if is_error {
                        Ok(())
                    } else {
                        Err(fault("an error"))
                    };
                }
                self.game.play(self.game.to_move, Some(at));
            }
            "BOARD" => self.set_board(rest),
            "START" | "RECTSTART" | "RESTART" => {
                self.game = Game::new(self.script.laws);
                return if answer == "OK" {
                    Ok(())
                } else {
                    Err(fault("OK"))
                };
            }
            _ => {
                return if is_error {
                    Ok(())
                } else {
                    Err(fault("an error"))
                };
            }
        }
        if self.game.standing() != Standing::Open {
            return if is_error {
                Ok(())
            } else {
                Err(fault("an error"))
            };
        }
        if !self.game.grid.can_move(self.game.to_move) {
            // Without a word for passing, it answers a forbidden point and has lost.
            let at = self
                .offset(answer)
                .filter(|&at| self.game.grid.is_empty_at(at));
            self.stuck = true;
            return at.map(drop).ok_or(fault("an empty point"));
        }
        let vertex = self.offset(answer).map(vertex);
        self.judge_move(self.game.to_move, vertex.as_deref().or(Some(answer)), true)
    }

    /// The lines of a `BOARD`: as many stones of the opponent's as of ours make us Black.
    fn set_board(&mut self, lines: &str) {
        let mut fields = Vec::new();
        for line in lines.lines().filter(|line| *line != "DONE") {
            let (at, field) = line.rsplit_once(',').expect("a point and a field");
            fields.push((self.offset(at).expect("a point"), field == "1"));
        }
        let ours = fields.iter().filter(|(_, ours)| *ours).count();
        let us = if 2 * ours == fields.len() {
            Stone::Black
        } else {
            Stone::White
        };
        let mut grid = Grid::new(self.script.laws);
        for (at, ours) in fields {
            grid.place(at, if ours { us } else { us.other() });
        }
        self.game = Game::setup(grid, us);
    }

    /// Column and row from the upper left corner.
    fn offset(&self, text: &str) -> Option<(i32, i32)> {
        let (x, y) = text.split_once(',')?;
        let at = (
            x.parse().ok()?,
            self.script.laws.height - 1 - y.parse::<i32>().ok()?,
        );
        self.game.grid.points().find(|&point| point == at)
    }

    /// The move of the player; `text` is its vertex, or whatever it said instead.
    fn judge_move(&mut self, stone: Stone, text: Option<&str>, plays: bool) -> Result<(), Fault> {
        let said = text.unwrap_or("an error");
        let fault = |what: &str, detail: String| {
            let diagram = self.game.grid.diagram();
            Fault::new(what, format!("{said} for {stone:?}{detail}\n{diagram}"))
        };
        let wrong_end = match self.game.standing() {
            Standing::Won(winner) if winner != stone => said != "resign",
            Standing::Open if self.game.grid.clone().can_move(stone) => {
                let at = self.game.grid.point(said);
                let Some(at) = at.filter(|&at| self.game.grid.clone().is_legal(at, stone)) else {
                    return Err(fault("an illegal move", String::new()));
                };
                self.asked.moves += 1;
                if self.script.thinks {
                    self.judge_tactics(at, stone)?;
                }
                if plays {
                    self.game.play(stone, Some(at));
                }
                return Ok(());
            }
            _ => said != "pass",
        };
        if wrong_end {
            return Err(fault("a move where there is none", String::new()));
        }
        self.stuck = self.game.standing() == Standing::Open;
        if plays && said == "pass" {
            self.game.play(stone, None);
        }
        Ok(())
    }

    /// A win is taken; else, if the opponent could win at once, that is stopped where it can be.
    fn judge_tactics(&mut self, at: (i32, i32), stone: Stone) -> Result<(), Fault> {
        let grid = &mut self.game.grid;
        let list = |points: &[(i32, i32)]| {
            let points: Vec<String> = points.iter().copied().map(vertex).collect();
            points.join(" ")
        };
        let wins = grid.wins(stone);
        if !wins.is_empty() {
            self.asked.wins += 1;
            if wins.contains(&at) {
                return Ok(());
            }
            let detail = format!("{} by {stone:?}, wins are {}", vertex(at), list(&wins));
            return Err(Fault::new(
                "a win missed",
                format!("{detail}\n{}", grid.diagram()),
            ));
        }
        let threats = grid.wins(stone.other());
        if threats.is_empty() {
            return Ok(());
        }
        let stops = grid.stops(at, stone);
        let blocks = if stops { vec![at] } else { grid.blocks(stone) };
        self.asked.blocks += u64::from(!blocks.is_empty());
        if stops || blocks.is_empty() {
            return Ok(());
        }
        let detail = format!(
            "{} by {stone:?}, the opponent wins at {}, blocks are {}",
            vertex(at),
            list(&threats),
            list(&blocks)
        );
        Err(Fault::new(
            "a block missed",
            format!("{detail}\n{}", grid.diagram()),
        ))
    }
}

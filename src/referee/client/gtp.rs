//! Engines that speak GTP.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::engine::{Answer, Client, Reply, StartError, spoke_unasked};
use crate::game::{Color, Point, Rules, Variant};
use crate::notation::Vertex;
use crate::referee::process::{EngineError, Process};
use crate::referee::spec::EngineSpec;
use crate::referee::text::excerpt;
use crate::referee::time::{GameClock, TimeControl};

/// The parameters that limit the nodes of a move, as `kata-set-param` of different engines knows
/// them.
const NODE_PARAMETERS: [&str; 4] = ["maxVisits", "maxNodes", "max-nodes", "max_nodes"];

/// The win length of an engine that cannot be told one.
const USUAL_LENGTH: u8 = 5;

pub(in crate::referee) struct Gtp {
    process: Process,
    known: HashSet<String>,
    rules: Rules,
    /// The engine echoes the numbers of commands, so that an answer too many is noticed.
    numbered: bool,
    next_id: u32,
    /// Commands that wait for the next exchange.
    batch: Vec<String>,
    /// How long answers are waited for that are no moves.
    stall: Duration,
}

/// The answer to one command.
struct Response {
    success: bool,
    text: String,
    at: Instant,
}

impl Gtp {
    /// The handshake: who are you, what do you know, can you play this.
    pub(super) fn introduce(
        process: Process,
        spec: &EngineSpec,
        rules: &Rules,
        stall: Duration,
    ) -> Result<Gtp, StartError> {
        let mut gtp = Gtp {
            process,
            known: HashSet::new(),
            rules: *rules,
            numbered: true,
            next_id: 1,
            batch: Vec::new(),
            stall,
        };
        gtp.ask("protocol_version")?;
        let commands = gtp.ask("list_commands")?;
        gtp.known = commands
            .text
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        gtp.set_rules()?;
        gtp.set_nodes(spec)?;
        if spec.tc != TimeControl::default() && !gtp.knows_time() {
            log::warn!(
                "{} knows no time command: it must know its time itself",
                spec.name
            );
        }
        for line in &spec.init {
            gtp.must(line)?;
        }
        gtp.process.introduced();
        Ok(gtp)
    }

    fn knows(&self, command: &str) -> bool {
        self.known.contains(command)
    }

    fn knows_time(&self) -> bool {
        self.knows("time_settings") || self.knows("kata-time_settings")
    }

    fn set_rules(&mut self) -> Result<(), StartError> {
        let (width, height) = (self.rules.width(), self.rules.height());
        let size = if width == height {
            format!("boardsize {width}")
        } else if self.knows("rectangular_boardsize") {
            format!("rectangular_boardsize {width} {height}")
        } else {
            format!("boardsize {width} {height}")
        };
        self.must(&size)?;
        let length = self.rules.win_length();
        if self.knows("winlength") {
            self.must(&format!("winlength {length}"))?;
        } else if length != USUAL_LENGTH {
            return Err(StartError::Refused(format!(
                "it does not know `winlength`, so it cannot be told to play {length} in a row"
            )));
        }
        let variant = self.rules.variant();
        if !self.knows("kata-set-rules") {
            if variant != Variant::Freestyle {
                log::warn!(
                    "a GTP engine cannot be told the rule {variant}: it must know it itself"
                );
            }
            return Ok(());
        }
        let names: &[&str] = match variant {
            Variant::Freestyle => &["freestyle"],
            Variant::Exact => &["exact", "standard"],
            Variant::Renju => &["renju"],
            Variant::Caro => &["caro"],
        };
        let mut refusal = String::new();
        for name in names {
            let response = self.ask(&format!("kata-set-rules {name}"))?;
            if response.success {
                return Ok(());
            }
            refusal = response.text;
        }
        Err(StartError::Refused(format!(
            "it does not play {variant}: {}",
            excerpt(&refusal)
        )))
    }

    fn set_nodes(&mut self, spec: &EngineSpec) -> Result<(), StartError> {
        let Some(nodes) = spec.nodes else {
            return Ok(());
        };
        if self.knows("kata-set-param") {
            let listed = self.ask("kata-list-params")?;
            let known: Vec<_> = listed.text.split([' ', '\t', '\n', ',']).collect();
            let mut names = NODE_PARAMETERS.iter().filter(|name| known.contains(name));
            if let Some(name) = names.next() {
                return self.must(&format!("kata-set-param {name} {nodes}"));
            }
        }
        Err(StartError::Refused(
            "it has no parameter that limits nodes (maxVisits and the like): \
             give the limit in its own options"
                .to_owned(),
        ))
    }

    /// A command that says what game is played: its failure is a refusal.
    fn must(&mut self, command: &str) -> Result<(), StartError> {
        let response = self.ask(command)?;
        if response.success {
            return Ok(());
        }
        let text = excerpt(&response.text);
        Err(StartError::Refused(format!("`{command}`: {text}")))
    }

    fn ask(&mut self, command: &str) -> Result<Response, EngineError> {
        self.batch.push(command.to_owned());
        let mut responses = self.exchange(self.stall)?;
        let last = responses.pop();
        last.ok_or_else(|| EngineError::Garbage("nothing was asked".to_owned()))
    }

    /// Sends the batch and reads one response for each of its commands.
    fn exchange(&mut self, patience: Duration) -> Result<Vec<Response>, EngineError> {
        while let Some(line) = self.process.pending() {
            if !line.is_empty() {
                return Err(spoke_unasked(&line));
            }
        }
        let first = self.next_id;
        let mut text = String::new();
        for (id, command) in (first..).zip(&self.batch) {
            if self.numbered {
                // Writing into a string does not fail.
                let _ = write!(text, "{id} ");
            }
            text.push_str(command);
            text.push('\n');
        }
        let commands = std::mem::take(&mut self.batch);
        self.next_id = self.next_id.wrapping_add(commands.len() as u32);
        let since = Instant::now();
        self.process.send(&text)?;
        (first..)
            .zip(&commands)
            .map(|(id, command)| self.response(id, command, since, patience))
            .collect()
    }

    /// The response to one command of a batch that was sent at `asked`, from when on `patience`
    /// counts.
    fn response(
        &mut self,
        id: u32,
        command: &str,
        asked: Instant,
        patience: Duration,
    ) -> Result<Response, EngineError> {
        let (at, success, mut text) = loop {
            let heard = self.process.line(asked, patience)?;
            let success = match heard.text.as_bytes().first() {
                None | Some(b'#') => continue,
                Some(_) if heard.at < asked => return Err(spoke_unasked(&heard.text)),
                Some(b'=') => true,
                Some(b'?') => false,
                Some(_) => {
                    let line = excerpt(&heard.text);
                    return Err(EngineError::Garbage(format!(
                        "`{line}` in answer to `{command}`"
                    )));
                }
            };
            let rest = heard.text.get(1..).unwrap_or_default();
            let text = self.without_id(rest, id).map_err(|wrong| {
                let line = excerpt(&heard.text);
                EngineError::Garbage(format!("`{line}` in answer to `{id} {command}`: {wrong}"))
            })?;
            break (heard.at, success, text);
        };
        loop {
            let heard = self.process.line(asked, patience)?;
            if heard.text.is_empty() {
                return Ok(Response { success, text, at });
            }
            if text.len() + heard.text.len() > MAX_RESPONSE {
                return Err(EngineError::Garbage(format!(
                    "an endless answer to `{command}`"
                )));
            }
            text.push('\n');
            text.push_str(&heard.text);
        }
    }

    /// The text of an answer after its id.
    ///
    /// # Errors
    ///
    /// What is wrong with the id, in words.
    fn without_id(&mut self, rest: &str, id: u32) -> Result<String, String> {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (echoed, text) = rest.split_at(digits);
        if self.numbered && id == 1 && echoed.is_empty() {
            log::info!("a GTP engine does not echo ids: it is asked without");
            self.numbered = false;
        }
        match echoed {
            _ if !self.numbered || echoed.parse() == Ok(id) => Ok(text.trim().to_owned()),
            "" => Err(format!("the id {id} is missing")),
            _ => Err(format!("the id is {id}, not {echoed}")),
        }
    }

    fn time_settings(&self, control: &TimeControl) -> Option<String> {
        let kata = self.knows("kata-time_settings");
        if !kata && !self.knows("time_settings") {
            return None;
        }
        let increment = control.increment.as_secs_f64();
        Some(match (control.game, control.per_move) {
            (None, None) => return None,
            (Some(game), _) if kata && increment > 0.0 => {
                format!(
                    "kata-time_settings fischer {} {increment}",
                    game.as_secs_f64()
                )
            }
            (Some(game), _) if kata => {
                format!("kata-time_settings absolute {}", game.as_secs_f64())
            }
            (Some(game), _) => format!("time_settings {} 0 0", game.as_secs_f64()),
            (None, Some(time)) => format!("time_settings 0 {} 1", time.as_secs_f64()),
        })
    }

    fn time_left(&self, color: Color, clock: &GameClock) -> Option<String> {
        if !self.knows("time_left") {
            return None;
        }
        let (time, stones) = match (clock.left(), clock.control().per_move) {
            (Some(left), _) => (left, 0),
            (None, Some(per_move)) => (per_move, 1),
            (None, None) => return None,
        };
        let time = (time.as_secs_f64() * 1000.0).floor() / 1000.0;
        Some(format!("time_left {} {time} {stones}", letter(color)))
    }
}

/// Answers are shorter; a list of all commands is some kilobytes.
const MAX_RESPONSE: usize = 256 * 1024;

fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

impl Client for Gtp {
    fn new_game(&mut self, clock: &GameClock) -> Result<(), EngineError> {
        self.batch.clear();
        self.batch.push("clear_board".to_owned());
        self.batch.extend(self.time_settings(clock.control()));
        let commands = self.batch.clone();
        for (command, response) in commands.iter().zip(self.exchange(self.stall)?) {
            if !response.success {
                return Err(refused(command, &response));
            }
        }
        Ok(())
    }

    fn played(&mut self, color: Color, point: Option<Point>) {
        let vertex = Vertex::from(point);
        self.batch.push(format!("play {} {vertex}", letter(color)));
    }

    fn genmove(
        &mut self,
        color: Color,
        clock: &GameClock,
        patience: Duration,
    ) -> Result<Reply, EngineError> {
        let plays = self.batch.len();
        let time_left = self.time_left(color, clock);
        let asks = plays + usize::from(time_left.is_some());
        self.batch.extend(time_left);
        self.batch.push(format!("genmove {}", letter(color)));
        let commands = self.batch.clone();
        let since = Instant::now();
        let mut responses = self.exchange(patience)?;
        let failed = |i: &usize| responses.get(*i).is_some_and(|response| !response.success);
        if let Some(i) = (0..plays).chain([asks]).find(failed)
            && let (Some(command), Some(response)) = (commands.get(i), responses.get(i))
        {
            return Err(refused(command, response));
        }
        let Some(last) = responses.pop() else {
            return Err(EngineError::Garbage("no answer to `genmove`".to_owned()));
        };
        let word = last.text.split_whitespace().next().unwrap_or_default();
        let answer = if word.eq_ignore_ascii_case("resign") {
            Answer::Resign
        } else {
            let vertex: Vertex = word.parse().map_err(|_| {
                EngineError::Garbage(format!("`{}` in answer to `genmove`", excerpt(&last.text)))
            })?;
            match vertex.on_board(&self.rules) {
                Ok(Some(point)) => Answer::Point(point),
                Ok(None) => Answer::Pass,
                Err(_) => Answer::OffBoard(word.to_owned()),
            }
        };
        Ok(Reply {
            answer,
            taken: last.at.saturating_duration_since(since),
            score: None,
        })
    }

    fn leave(self: Box<Self>) {
        self.process.leave("quit\n");
    }
}

fn refused(command: &str, response: &Response) -> EngineError {
    let text = excerpt(&response.text);
    EngineError::Garbage(format!("it refused `{command}`: {text}"))
}

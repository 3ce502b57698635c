//! Engines that speak the Gomocup protocol.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::engine::{Answer, Client, Reply, StartError, spoke_unasked};
use super::score::score_in;
use crate::game::{Color, Point, Rules, Variant};
use crate::notation::Offset;
use crate::referee::process::{EngineError, Process, TimedLine};
use crate::referee::spec::EngineSpec;
use crate::referee::text::excerpt;
use crate::referee::time::GameClock;

/// The win length of the protocol; only engines that say so in ABOUT take another.
const USUAL_LENGTH: u8 = 5;

/// What an engine says of itself in its answer to ABOUT if it takes `INFO winlength N`.
const TAKES_LENGTH: &str = "winlength";

/// What it says there if it reads every line at any time, also while it thinks.
const ATTENTIVE: &str = "attentive";

/// How long the answer to ABOUT is waited for: not every engine has one.
const ABOUT_WAIT: Duration = Duration::from_secs(2);

/// "No limit" in milliseconds, as far as a signed 32-bit number goes in every engine.
const NO_LIMIT: u64 = 1_000_000_000;

/// How many lines for people are read before an answer. A flood that goes on as long as the clock
/// allows is the clock's affair; this only keeps it from going on for ever where there is none.
const MAX_CHATTER: u64 = 50_000_000;

/// An engine may read nothing for a moment after its move: it answers in one thread and reads in
/// another, which throws away what comes before it knows that the search is over. On a busy machine
/// that moment is long. So an engine whose last line is younger than this is asked ABOUT, again and
/// again, until it answers, before it is asked for anything that matters.
const UNSURE: Duration = Duration::from_millis(200);

/// How long the answer to that is waited for at first; twice as long each further time.
const PROBE_WAIT: Duration = Duration::from_millis(20);

/// After that long it is taken to listen, answer or not.
const PROBES: Duration = Duration::from_secs(5);

/// The distance to its last line for an engine that has no answer to ABOUT.
const QUIET: Duration = Duration::from_millis(5);

/// How long the answer to RESTART is waited for before it is sent a second time, for an engine that
/// was not listening all the same. Four times as long before each further time.
const RESTART_WAIT: Duration = Duration::from_secs(1);

pub(in crate::referee) struct Gomocup {
    process: Process,
    rules: Rules,
    /// Sent with the settings of every game.
    limits: String,
    /// All stones, oldest first: what BOARD needs.
    stones: Vec<(Color, Point)>,
    /// How many of them the engine knows.
    told: usize,
    /// A pass, which the protocol does not know: only BOARD can say the position.
    passed: bool,
    /// RESTART is not known to it.
    starts_anew: bool,
    /// INFO lines that may still be answered by UNKNOWN.
    infos: u32,
    /// Reads while it thinks: it always listens.
    attentive: bool,
    /// Answers ABOUT as usual, with its name first.
    probes: bool,
    /// When its last line came.
    spoke: Instant,
    /// How long answers are waited for that are no moves.
    stall: Duration,
}

impl Gomocup {
    /// The handshake: the rule, the board, who are you.
    pub(super) fn introduce(
        process: Process,
        spec: &EngineSpec,
        rules: &Rules,
        stall: Duration,
    ) -> Result<Gomocup, StartError> {
        let mut client = Gomocup {
            process,
            rules: *rules,
            limits: limits(spec),
            stones: Vec::new(),
            told: 0,
            passed: false,
            starts_anew: false,
            infos: 0,
            attentive: false,
            probes: false,
            spoke: Instant::now(),
            stall,
        };
        client.start()?;
        let about = client.about()?;
        let length = rules.win_length();
        client.attentive = is_capable(&about, ATTENTIVE);
        client.probes = !client.attentive && is_about(&about);
        if is_capable(&about, TAKES_LENGTH) {
            client.process.send(&format!("INFO winlength {length}\n"))?;
            client.infos += 1;
            // An answer that surely comes, after whatever it has to say to the line before.
            client.about()?;
        } else if length != USUAL_LENGTH {
            return Err(StartError::Refused(format!(
                "its protocol cannot be told to play {length} in a row"
            )));
        }
        let mut lines = client.limits.clone();
        for line in &spec.init {
            lines.push_str(line);
            lines.push('\n');
        }
        client.tell(&lines)?;
        client.process.introduced();
        Ok(client)
    }

    /// Sends lines that need no answer.
    fn tell(&mut self, infos: &str) -> Result<(), EngineError> {
        self.infos += infos.lines().count() as u32;
        self.process.send(infos)
    }

    fn start(&mut self) -> Result<(), StartError> {
        let rule = match self.rules.variant() {
            Variant::Freestyle => 0,
            Variant::Exact => 1,
            Variant::Renju => 4,
            Variant::Caro => 8,
        };
        let (width, height) = (self.rules.width(), self.rules.height());
        let start = if width == height {
            format!("START {width}")
        } else {
            format!("RECTSTART {width},{height}")
        };
        self.infos += 1;
        self.process.send(&format!("INFO rule {rule}\n{start}\n"))?;
        let since = Instant::now();
        loop {
            let line = self.line(since, self.stall)?.text;
            if is_word(&line, "OK") {
                return Ok(());
            }
            if is_word(&line, "UNKNOWN") && self.infos > 0 {
                self.infos -= 1;
                continue;
            }
            if is_word(&line, "ERROR") || is_word(&line, "UNKNOWN") {
                return Err(StartError::Refused(format!(
                    "`{start}`: {}",
                    excerpt(&line)
                )));
            }
            return Err(garbage(&line, &start).into());
        }
    }

    /// Who the engine says it is; nothing if it does not say.
    fn about(&mut self) -> Result<String, StartError> {
        self.process.send("ABOUT\n")?;
        let since = Instant::now();
        loop {
            match self.line(since, ABOUT_WAIT) {
                Ok(TimedLine { text, .. }) if is_word(&text, "ERROR") => {
                    return Err(StartError::Refused(excerpt(&text)));
                }
                Ok(TimedLine { text, .. }) if is_word(&text, "UNKNOWN") && self.infos > 0 => {
                    self.infos -= 1;
                }
                Ok(heard) => return Ok(heard.text),
                Err(EngineError::Silent(_)) => return Ok(String::new()),
                Err(trouble) => return Err(trouble.into()),
            }
        }
    }

    /// The next line that is not for people.
    fn line(&mut self, asked: Instant, patience: Duration) -> Result<TimedLine, EngineError> {
        self.line_and_score(asked, patience, &mut None)
    }

    fn line_and_score(
        &mut self,
        asked: Instant,
        patience: Duration,
        score: &mut Option<f64>,
    ) -> Result<TimedLine, EngineError> {
        for _ in 0..MAX_CHATTER {
            let heard = self.process.line(asked, patience)?;
            self.spoke = heard.at;
            if is_word(&heard.text, "MESSAGE") || is_word(&heard.text, "DEBUG") {
                *score = score_in(&heard.text).or(*score);
            } else if !heard.text.is_empty() && !self.answers_probe(&heard.text) {
                return Ok(heard);
            }
        }
        Err(EngineError::Garbage("messages without end".to_owned()))
    }

    /// Waits until the engine surely listens again.
    fn wait_until_it_listens(&mut self) -> Result<(), EngineError> {
        if self.attentive || self.spoke.elapsed() >= UNSURE {
            return Ok(());
        }
        if !self.probes {
            std::thread::sleep(QUIET.saturating_sub(self.spoke.elapsed()));
            return Ok(());
        }
        let since = Instant::now();
        let mut wait = PROBE_WAIT;
        while since.elapsed() < PROBES {
            self.process.send("ABOUT\n")?;
            let asked = Instant::now();
            loop {
                match self.process.line(asked, wait) {
                    Ok(heard) if is_about(&heard.text) => return Ok(()),
                    Ok(heard) if heard.text.parse::<Offset>().is_ok() => {
                        return Err(spoke_unasked(&heard.text));
                    }
                    Ok(_) => {}
                    Err(EngineError::Silent(_)) => break,
                    Err(trouble) => return Err(trouble),
                }
            }
            wait = wait.saturating_mul(2);
        }
        Ok(())
    }

    /// Whether a line may come at any time: one for people, or the answer to an earlier one of
    /// several probes or INFO lines.
    fn is_due(&self, line: &str) -> bool {
        let for_people = line.is_empty() || is_word(line, "MESSAGE") || is_word(line, "DEBUG");
        let to_info = self.infos > 0 && (is_word(line, "UNKNOWN") || is_word(line, "OK"));
        for_people || to_info || is_word(line, "ERROR") || self.answers_probe(line)
    }

    fn answers_probe(&self, line: &str) -> bool {
        self.probes && is_about(line)
    }

    /// Asks for an empty board; false if RESTART is not known to it.
    fn restart(&mut self) -> Result<bool, EngineError> {
        let since = Instant::now();
        let mut wait = RESTART_WAIT;
        self.wait_until_it_listens()?;
        self.process.send("RESTART\n")?;
        loop {
            let patience = self.stall.min(since.elapsed().saturating_add(wait));
            let line = match self.line(since, patience) {
                Err(EngineError::Silent(_)) if patience < self.stall => {
                    // Both may be answered in the end, the other OK is then one too many.
                    self.infos += 1;
                    self.process.send("RESTART\n")?;
                    wait = wait.saturating_mul(4);
                    continue;
                }
                heard => heard?.text,
            };
            let unknown = is_word(&line, "UNKNOWN");
            if is_word(&line, "OK") {
                return Ok(true);
            } else if unknown && self.infos > 0 {
                self.infos -= 1;
            } else if unknown || is_word(&line, "ERROR") {
                return Ok(false);
            } else {
                return Err(garbage(&line, "RESTART"));
            }
        }
    }

    /// What lets the engine know the position and asks it to move.
    fn request(&mut self, color: Color) -> String {
        let unknown = self.stones.len() - self.told.min(self.stones.len());
        if self.stones.is_empty() {
            return "BEGIN\n".to_owned();
        }
        let last = self.stones.last().filter(|(last, _)| *last != color);
        if let (false, 1, Some((_, point))) = (self.passed, unknown, last) {
            return format!("TURN {}\n", Offset::of(*point, &self.rules));
        }
        let mut text = "BOARD\n".to_owned();
        for (stone, point) in &self.stones {
            let field = if *stone == color { 1 } else { 2 };
            // Writing into a string does not fail.
            let _ = writeln!(text, "{},{field}", Offset::of(*point, &self.rules));
        }
        text.push_str("DONE\n");
        text
    }

    /// Reads away what was said before the request: after a game's last answer nothing is due.
    fn drain(&mut self) -> Option<String> {
        let mut unasked = None;
        while let Some(line) = self.process.pending() {
            if !self.is_due(&line) {
                unasked.get_or_insert(line);
            }
        }
        unasked
    }
}

impl Client for Gomocup {
    fn new_game(&mut self, clock: &GameClock) -> Result<(), EngineError> {
        self.stones.clear();
        self.told = 0;
        self.passed = false;
        if let Some(line) = self.drain() {
            log::warn!("left over from the last game: {}", excerpt(&line));
            // Perhaps more lines in answer to ABOUT.
            self.probes = false;
        }
        if !self.starts_anew {
            self.starts_anew = !self.restart()?;
        }
        if self.starts_anew {
            self.start().map_err(|error| match error {
                StartError::Refused(text) => EngineError::Garbage(text),
                StartError::Failed(trouble) => trouble,
            })?;
        }
        let (per_move, game) = times(clock);
        self.tell(&format!(
            "INFO timeout_turn {per_move}\nINFO timeout_match {game}\nINFO time_left {game}\n{}",
            self.limits
        ))
    }

    fn played(&mut self, color: Color, point: Option<Point>) {
        match point {
            Some(point) => self.stones.push((color, point)),
            None => self.passed = true,
        }
    }

    fn genmove(
        &mut self,
        color: Color,
        clock: &GameClock,
        patience: Duration,
    ) -> Result<Reply, EngineError> {
        if let Some(line) = self.drain() {
            return Err(spoke_unasked(&line));
        }
        let request = self.request(color);
        self.wait_until_it_listens()?;
        let since = Instant::now();
        match clock.left() {
            Some(left) => {
                self.infos += 1;
                let left = left.as_millis();
                self.process
                    .send(&format!("INFO time_left {left}\n{request}"))?;
            }
            None => self.process.send(&request)?,
        }
        let mut score = None;
        loop {
            let heard = self.line_and_score(since, patience, &mut score)?;
            let to_info = is_word(&heard.text, "UNKNOWN") || is_word(&heard.text, "OK");
            if to_info && self.infos > 0 {
                self.infos -= 1;
                continue;
            }
            if heard.at < since {
                return Err(spoke_unasked(&heard.text));
            }
            let asked = request.lines().next().unwrap_or_default();
            let offset: Offset = heard
                .text
                .parse()
                .map_err(|_| garbage(&heard.text, asked))?;
            let answer = match offset.on_board(&self.rules) {
                Ok(point) => {
                    self.stones.push((color, point));
                    Answer::Point(point)
                }
                Err(_) => Answer::OffBoard(offset.to_string()),
            };
            self.told = self.stones.len();
            self.passed = false;
            let taken = heard.at.saturating_duration_since(since);
            return Ok(Reply {
                answer,
                taken,
                score,
            });
        }
    }

    fn leave(self: Box<Self>) {
        self.process.leave("END\n");
    }
}

/// The limits that stay the same for the whole match.
fn limits(spec: &EngineSpec) -> String {
    let mut lines = String::new();
    if let Some(bytes) = spec.memory {
        lines.push_str(&format!("INFO max_memory {bytes}\n"));
    }
    if let Some(nodes) = spec.nodes {
        lines.push_str(&format!("INFO max_node {nodes}\n"));
    }
    lines
}

/// Milliseconds for a move and for the game. In the protocol a 0 means "at once" for a move and "no
/// limit" for the game.
fn times(clock: &GameClock) -> (u64, u64) {
    let ms = |time: Duration| (time.as_millis() as u64).min(NO_LIMIT);
    let control = clock.control();
    let game = control.game.map_or(NO_LIMIT, ms);
    (control.per_move.map_or(game, ms), game)
}

/// Whether the line is an answer to ABOUT: `name="…", version="…", …`.
fn is_about(line: &str) -> bool {
    line.get(..4)
        .is_some_and(|word| word.eq_ignore_ascii_case("name"))
}

/// Whether this answer to ABOUT has the word among its `capabilities="…"`.
fn is_capable(about: &str, word: &str) -> bool {
    let list = about.split_once("capabilities=\"");
    let list = list.and_then(|(_, list)| list.split_once('"'));
    list.is_some_and(|(list, _)| list.split([' ', ',']).any(|known| known == word))
}

/// Whether the line begins with this word, in any case.
fn is_word(line: &str, word: &str) -> bool {
    let first = line.split([' ', '\t', ':', ',']).next().unwrap_or_default();
    first.eq_ignore_ascii_case(word)
}

fn garbage(line: &str, request: &str) -> EngineError {
    EngineError::Garbage(format!("`{}` in answer to `{request}`", excerpt(line)))
}

//! Engines that do one thing wrong, in either protocol.
//!
//! `fake DIALECT HABIT [FILE]`: the habit shows at the engine's second move of a game; FILE gets the
//! number of every process that is started, one a line.

use std::env::current_exe;
use std::fs::OpenOptions;
use std::io::{BufRead, Write, stdin, stdout};
use std::process::{Command, Stdio, abort, exit};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Longer than any test waits.
const FOR_EVER: Duration = Duration::from_secs(600);

struct Fake {
    gtp: bool,
    habit: String,
    file: Option<String>,
    width: usize,
    height: usize,
    /// What is taken, by column and row as the dialect counts them.
    taken: Vec<(usize, usize)>,
    moves: u32,
    in_board: bool,
    /// When it last moved.
    moved: Option<Instant>,
    restarts: u32,
}

pub fn main(arguments: &[String]) {
    let mut arguments = arguments.iter().cloned();
    let mut fake = Fake {
        gtp: arguments.next().as_deref() == Some("gtp"),
        habit: arguments.next().unwrap_or_default(),
        file: arguments.next(),
        width: 15,
        height: 15,
        taken: Vec::new(),
        moves: 0,
        in_board: false,
        moved: None,
        restarts: 0,
    };
    fake.note(std::process::id());
    if fake.habit == "exits-at-later-starts" && fake.starts() > 1 {
        exit(4);
    }
    if fake.habit == "exits-at-start" {
        (1..=7).for_each(|line| eprintln!("complaint {line}"));
        exit(4);
    }
    if fake.habit == "never-reads" {
        say("OK\nname=\"fake\"\n");
        sleep(FOR_EVER);
    }
    if fake.habit == "mute" {
        eprintln!("still loading");
        sleep(FOR_EVER);
    }
    for line in stdin().lock().lines() {
        let Ok(line) = line else { break };
        if fake.habit == "records" {
            fake.record(&line);
        }
        let go_on = if fake.gtp {
            fake.gtp(&line)
        } else {
            fake.gomocup(&line)
        };
        if !go_on {
            break;
        }
    }
    if fake.habit == "ignores-quit" {
        sleep(FOR_EVER);
    }
}

impl Fake {
    fn note(&self, pid: u32) {
        if let Some(path) = &self.file {
            let mut file = OpenOptions::new()
                .append(true)
                .create(true)
                .open(path)
                .unwrap();
            file.write_all(format!("{pid}\n").as_bytes()).unwrap();
        }
    }

    /// Keeps what it is told, in a file beside the other.
    fn record(&self, line: &str) {
        let path = format!("{}.lines", self.file.as_ref().unwrap());
        let mut file = OpenOptions::new()
            .append(true)
            .create(true)
            .open(path)
            .unwrap();
        file.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    fn starts(&self) -> usize {
        let path = self.file.as_ref().unwrap();
        std::fs::read_to_string(path).unwrap().lines().count()
    }

    fn gtp(&mut self, line: &str) -> bool {
        let mut words = line.split_whitespace().peekable();
        let id = words.next_if(|word| word.bytes().all(|b| b.is_ascii_digit()));
        let id = match id {
            Some(_) if self.habit == "loses-ids" && self.moves > 0 => "",
            Some(id) if self.habit != "no-ids" => id,
            _ => "",
        };
        let command = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        let answer = match command {
            "protocol_version" => "2".to_owned(),
            "list_commands" if self.habit == "plain" => {
                "boardsize\nclear_board\nplay\ngenmove".into()
            }
            "list_commands" if self.habit == "records" => {
                "rectangular_boardsize\nwinlength\nkata-set-rules\nkata-time_settings\ntime_left\n\
                 kata-set-param"
                    .into()
            }
            "kata-list-params" => "playoutDoublingAdvantage\nmaxVisits".into(),
            "list_commands" => {
                "boardsize\nwinlength\nclear_board\nplay\ngenmove\ntime_settings\ntime_left".into()
            }
            "boardsize" | "rectangular_boardsize" => {
                if self.habit == "small" {
                    say(&format!("?{id} unacceptable size\n\n"));
                    return true;
                }
                let side = |i: usize| rest.get(i).or(rest.last()).unwrap().parse().unwrap();
                (self.width, self.height) = (side(0), side(1));
                String::new()
            }
            "clear_board" => {
                self.clear();
                String::new()
            }
            "play" => {
                self.taken.push(self.read_vertex(rest[1]));
                String::new()
            }
            "genmove" => {
                let answer = self.turn(id);
                let (x, y) = self.point();
                answer.unwrap_or_else(|| vertex(x, y))
            }
            "quit" => return false,
            _ => String::new(),
        };
        say(&format!("={id} {answer}\n\n"));
        true
    }

    fn gomocup(&mut self, line: &str) -> bool {
        let pair = |text: &str| {
            let mut numbers = text.split(',').map(|n| n.trim().parse::<usize>().unwrap());
            (numbers.next().unwrap(), numbers.next().unwrap())
        };
        if self.in_board && line != "DONE" {
            self.taken.push(pair(line));
            return true;
        }
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        if self.habit == "deaf" {
            self.restarts += u32::from(command == "RESTART");
            let moved = self
                .moved
                .is_some_and(|at| at.elapsed() < Duration::from_millis(50));
            if moved || (command == "RESTART" && self.restarts == 2) {
                return true;
            }
        }
        match command {
            "START" | "RECTSTART" if self.habit == "small" => say("ERROR unsupported size\n"),
            "START" => {
                let side = rest.parse().unwrap();
                (self.width, self.height) = (side, side);
                self.clear();
                say("OK\n");
            }
            "RECTSTART" => {
                (self.width, self.height) = pair(rest);
                self.clear();
                say("OK\n");
            }
            "RESTART" => {
                self.clear();
                say("OK\n");
            }
            "ABOUT" if self.habit == "deaf" => say("name=\"fake\"\n"),
            // A name is no promise.
            "ABOUT" if self.habit == "plain" => say("name=\"lianzhu\"\n"),
            "ABOUT" => say("name=\"fake\", capabilities=\"winlength attentive\"\n"),
            "BOARD" => {
                self.taken.clear();
                self.in_board = true;
            }
            "BEGIN" | "TURN" | "DONE" => {
                self.in_board = false;
                if command == "TURN" {
                    self.taken.push(pair(rest));
                }
                let answer = self.turn("");
                let (x, y) = self.point();
                say(&format!(
                    "{}\n",
                    answer.unwrap_or_else(|| format!("{x},{y}"))
                ));
                self.moved = Some(Instant::now());
            }
            "END" => return false,
            "INFO" if self.habit == "unknown-info" => say("UNKNOWN command\n"),
            _ => {}
        }
        true
    }

    fn clear(&mut self) {
        self.taken.clear();
        self.moves = 0;
    }

    /// The next move: the first free point, row by row from the middle, and never five in a row.
    fn point(&mut self) -> (usize, usize) {
        let (width, height) = (self.width, self.height);
        let order = |i: usize| {
            // Knight's steps, so that lines come late.
            let i = (i * 2
                + usize::from(i >= (width * height).div_ceil(2)) * (1 - width * height % 2))
                % (width * height);
            (i % width, i / width)
        };
        let mut free = (0..width * height).map(order);
        let point = free
            .find(|point| !self.taken.contains(point))
            .unwrap_or((0, 0));
        self.taken.push(point);
        point
    }

    fn read_vertex(&self, text: &str) -> (usize, usize) {
        let letters: usize = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let column = text[..letters].bytes().fold(0, |column, letter| {
            let letter = letter.to_ascii_uppercase();
            column * 25 + usize::from(letter - b'A') + usize::from(letter < b'I')
        });
        (column - 1, text[letters..].parse::<usize>().unwrap() - 1)
    }

    /// What it does at its turn; an answer of its own if it has one.
    fn turn(&mut self, id: &str) -> Option<String> {
        if self.habit == "opinion" {
            // The sum of all columns decides.
            let sum: usize = self.taken.iter().map(|&(x, _)| x).sum();
            let score = 100 * (sum % 3) as i32 - 100;
            say(&format!("MESSAGE depth 3 | Eval {score} | pv 1,1\n"));
        }
        self.moves += 1;
        if self.habit == "slow" {
            sleep(Duration::from_millis(1));
        }
        if self.moves < 2 {
            return None;
        }
        let gtp = self.gtp;
        let answer = |text: &str| {
            if gtp {
                format!("={id} {text}\n\n")
            } else {
                format!("{text}\n")
            }
        };
        match self.habit.as_str() {
            "late" => sleep(Duration::from_millis(400)),
            "never" => sleep(FOR_EVER),
            "garbage" => say("\u{1}\u{fffd}banana; rm -rf\n"),
            "wrong-answer" => return Some("banana".to_owned()),
            "error" if self.gtp => say(&format!("?{id} out of ideas\n\n")),
            "error" => say("ERROR out of ideas\n"),
            "illegal" => {
                let &(x, y) = self.taken.first().unwrap();
                return Some(if self.gtp {
                    vertex(x, y)
                } else {
                    format!("{x},{y}")
                });
            }
            "off-board" => return Some(if self.gtp { "Z40" } else { "40,2" }.to_owned()),
            "two-answers" => {
                let (x, y) = self.point();
                let text = if self.gtp {
                    vertex(x, y)
                } else {
                    format!("{x},{y}")
                };
                say(&format!("{}{}", answer(&text), answer(&text)));
                sleep(Duration::from_millis(50));
                // The third one.
                return Some(text);
            }
            "resigns" if self.gtp => return Some("resign".to_owned()),
            "passes" if self.gtp => return Some("PASS".to_owned()),
            "despairs" => say("MESSAGE depth 3 eval -900 pv 1,1\n"),
            "closes-output" => {
                close_output();
                sleep(FOR_EVER);
            }
            "exits" => exit(3),
            "killed" => abort(),
            "floods" => flood(8 * 1024, self.gtp),
            "endless-flood" => flood(usize::MAX, self.gtp),
            "long-line" => say(&format!("{}\n", "x".repeat(4 * 1024 * 1024))),
            "forks-and-exits" | "forks-and-stalls" => {
                let child = Command::new(current_exe().unwrap())
                    .args(["fake", "gtp", "mute"])
                    .stdin(Stdio::null())
                    .spawn();
                self.note(child.unwrap().id());
                if self.habit == "forks-and-exits" {
                    exit(0);
                }
                sleep(FOR_EVER);
            }
            _ => {}
        }
        None
    }
}

/// So many kilobytes that mean nothing.
fn flood(kilobytes: usize, gtp: bool) {
    let word = if gtp { "# " } else { "MESSAGE " };
    let kilobyte = format!("{word}{}\n", "x".repeat(1023 - word.len()));
    for _ in 0..kilobytes {
        say(&kilobyte);
    }
}

/// Closes the standard output for good, which nothing is written to any more.
fn close_output() {
    #[cfg(unix)]
    {
        use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
        // SAFETY: nobody writes to it or closes it from now on.
        drop(unsafe { OwnedFd::from_raw_fd(stdout().as_raw_fd()) });
    }
    #[cfg(windows)]
    {
        use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
        // SAFETY: nobody writes to it or closes it from now on.
        drop(unsafe { OwnedHandle::from_raw_handle(stdout().as_raw_handle()) });
    }
}

fn vertex(x: usize, y: usize) -> String {
    let letters = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";
    let mut name = String::new();
    if x >= 25 {
        name.push(char::from(letters[x / 25 - 1]));
    }
    name.push(char::from(letters[x % 25]));
    format!("{name}{}", y + 1)
}

/// A closed pipe is the end.
fn say(text: &str) {
    let mut out = stdout().lock();
    if out
        .write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .is_err()
    {
        exit(0);
    }
}

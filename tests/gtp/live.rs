//! Analysis while lines come: what ends it, what does not, and readers that are slow.

use std::io::{self, Read, Write};
use std::sync::{Arc, Condvar, Mutex, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use lianzhu::engine::{Config, Engine};
use lianzhu::player::Resources;
use lianzhu::protocol::{gtp::Gtp, serve};
use lianzhu::wire::LineReader;

/// A search that nobody stops goes on for longer than anybody waits here.
const PATIENCE: Duration = Duration::from_secs(60);

/// Long enough to see that something goes on.
const WHILE: Duration = Duration::from_millis(80);

struct Feed {
    lines: mpsc::Receiver<String>,
    rest: Vec<u8>,
}

impl Read for Feed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.lines.recv().unwrap_or_default().into_bytes();
        }
        let count = (&self.rest[..]).read(buffer)?;
        self.rest.drain(..count);
        Ok(count)
    }
}

/// Hands on every write, unless the gate is shut: then the writer waits.
struct Answers {
    sender: mpsc::Sender<String>,
    gate: Arc<Gate>,
}

#[derive(Default)]
struct Gate {
    shut: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    fn set(&self, shut: bool) {
        *self.shut.lock().unwrap() = shut;
        self.opened.notify_all();
    }
}

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let shut = self.gate.shut.lock().unwrap();
        drop(self.gate.opened.wait_while(shut, |shut| *shut).unwrap());
        let text = String::from_utf8_lossy(bytes).into_owned();
        self.sender
            .send(text)
            .map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A GUI at the other end of an engine.
struct Gui {
    lines: Option<mpsc::Sender<String>>,
    answers: mpsc::Receiver<String>,
    gate: Arc<Gate>,
    serving: Option<JoinHandle<bool>>,
}

impl Gui {
    fn new() -> Gui {
        let (lines, feed) = mpsc::channel();
        let (sender, answers) = mpsc::channel();
        let gate = Arc::new(Gate::default());
        let sink = Answers {
            sender,
            gate: Arc::clone(&gate),
        };
        let serving = thread::spawn(move || {
            let config = Config {
                seed: Some(1),
                variety: Some(false),
                resources: Resources {
                    hash: Some(2),
                    ..Resources::default()
                },
                ..Config::default()
            };
            let mut gtp = Gtp::new(Engine::new(config).unwrap());
            let feed = Feed {
                lines: feed,
                rest: Vec::new(),
            };
            serve(&mut gtp, LineReader::new(feed).with_comments(b'#'), sink).is_ok()
        });
        Gui {
            lines: Some(lines),
            answers,
            gate,
            serving: Some(serving),
        }
    }

    fn send(&self, lines: &str) {
        let sender = self.lines.as_ref().unwrap();
        sender.send(format!("{lines}\n")).unwrap();
    }

    /// The next thing that is written.
    fn hear(&self) -> String {
        self.answers.recv_timeout(PATIENCE).expect("an answer")
    }

    /// Everything up to the end of the response that is being written.
    fn rest(&self) -> String {
        let mut text = String::new();
        while !text.ends_with("\n\n") && text != "\n" {
            text.push_str(&self.hear());
        }
        text
    }

    fn ask(&self, line: &str) -> String {
        self.send(line);
        self.rest()
    }

    fn is_silent(&self) -> bool {
        self.answers.recv_timeout(WHILE).is_err()
    }
}

impl Drop for Gui {
    fn drop(&mut self) {
        self.gate.set(false);
        self.lines = None;
        let served = self.serving.take().unwrap().join();
        if !thread::panicking() {
            assert!(served.unwrap());
        }
    }
}

/// A move of a report: its keys with their values, and the line.
struct Info {
    keys: Vec<(String, String)>,
    pv: Vec<String>,
}

impl Info {
    fn get(&self, key: &str) -> Option<&str> {
        let found = self.keys.iter().find(|(name, _)| name == key)?;
        Some(&found.1)
    }
}

/// Reads a report as GUIs do: even keys and values, `pv` last.
fn read(report: &str) -> Vec<Info> {
    assert_eq!(report.matches('\n').count(), 1, "{report:?}");
    let infos = report.trim_end().strip_prefix("info ").expect("a report");
    let read = |info: &str| {
        let (keys, pv) = info.split_once(" pv ").expect("a line");
        let words: Vec<&str> = keys.split(' ').collect();
        assert_eq!(words.len() % 2, 0, "{info:?}");
        let pairs = words.chunks(2);
        let keys = pairs.map(|pair| (pair[0].to_owned(), pair[1].to_owned()));
        Info {
            keys: keys.collect(),
            pv: pv.split(' ').map(str::to_owned).collect(),
        }
    };
    let infos: Vec<Info> = infos.split(" info ").map(read).collect();
    for (order, info) in infos.iter().enumerate() {
        assert_eq!(info.get("order"), Some(order.to_string().as_str()));
        assert_eq!(info.get("move"), info.pv.first().map(String::as_str));
        assert!(info.get("visits").unwrap().parse::<u32>().is_ok());
    }
    infos
}

#[test]
fn reports_come_again_and_again_in_every_dialect() {
    let gui = Gui::new();
    gui.ask("play b h8");
    gui.ask("play w j9");
    for (command, fraction) in [
        ("kata-analyze", true),
        ("lz-analyze", false),
        ("analyze", false),
    ] {
        gui.send(&format!("7 {command} b 2 maxmoves 3"));
        assert_eq!(gui.hear(), "=7\n");
        let mut most = 0;
        for _ in 0..4 {
            let infos = read(&gui.hear());
            most = most.max(infos.len());
            for info in &infos {
                let rate = info.get("winrate").unwrap();
                assert_eq!(rate.contains('.'), fraction);
                let value: f64 = rate.parse().unwrap();
                assert!((0.0..=if fraction { 1.0 } else { 1e4 }).contains(&value));
                assert_eq!(info.get("scoreLead").is_some(), fraction);
            }
        }
        assert_eq!(most, 3);
        gui.send("");
        assert!(gui.rest().ends_with('\n'));
        assert_eq!(gui.ask("8 name"), "=8 lianzhu\n\n");
    }
}

#[test]
fn any_line_ends_an_analysis_and_is_answered() {
    let gui = Gui::new();
    gui.ask("play b h8");
    for (line, answer) in [
        ("", None),
        ("# a comment", None),
        ("# interrupt", None),
        (" \t\r", None),
        ("3 name", Some("=3 lianzhu\n\n")),
        ("stop", Some("= \n\n")),
        ("no_such_command", Some("? unknown command\n\n")),
    ] {
        gui.send("kata-analyze w 1");
        assert_eq!(gui.hear(), "=\n");
        read(&gui.hear());
        gui.send(line);
        gui.rest();
        if let Some(answer) = answer {
            assert_eq!(gui.rest(), answer);
        }
        assert!(gui.is_silent());
    }
    // One analysis ends the other.
    gui.send("1 analyze 1");
    gui.hear();
    gui.send("2 kata-analyze 1");
    gui.rest();
    assert_eq!(gui.hear(), "=2\n");
    read(&gui.hear());
    gui.send("play w j9\nplay b g7\n4 analyze 1");
    gui.rest();
    assert_eq!(gui.rest(), "= \n\n");
    assert_eq!(gui.rest(), "= \n\n");
    assert_eq!(gui.hear(), "=4\n");
}

#[test]
fn lines_that_came_before_end_it_too() {
    let gui = Gui::new();
    gui.send("1 kata-analyze b 1\n2 name");
    assert_eq!(gui.hear(), "=1\n");
    gui.rest();
    assert_eq!(gui.rest(), "=2 lianzhu\n\n");
    gui.send("3 lz-analyze b 1\n\n4 name");
    assert_eq!(gui.hear(), "=3\n");
    gui.rest();
    assert_eq!(gui.rest(), "=4 lianzhu\n\n");
}

#[test]
fn the_end_of_the_input_ends_it() {
    let gui = Gui::new();
    gui.send("kata-analyze b 1");
    assert_eq!(gui.hear(), "=\n");
    drop(gui);
}

#[test]
fn nothing_but_an_interrupt_ends_the_search_of_a_move() {
    let gui = Gui::new();
    gui.ask("kata-set-param moveTime 1000");
    // Nobody knows who wins this, and no search will find out.
    gui.ask("boardsize 30");
    gui.ask("winlength 8");
    gui.ask("play b p15");
    gui.send("1 kata-genmove_analyze w 2\n2 name\n\n# no interrupt\n3 genmove b");
    assert_eq!(gui.hear(), "=1\n");
    for _ in 0..10 {
        read(&gui.hear());
    }
    gui.send("# interrupt");
    let end = gui.rest();
    let last = end.trim_end().lines().last().unwrap();
    assert!(last.starts_with("play "), "{last:?}");
    assert_eq!(gui.rest(), "=2 lianzhu\n\n");
    assert!(gui.rest().starts_with("=3 "));
    gui.send("4 genmove w\n\nname");
    assert!(gui.is_silent());
    gui.send("# interrupt");
    assert!(gui.rest().starts_with("=4 "));
    assert_eq!(gui.rest(), "= lianzhu\n\n");
    gui.send("kata-search_cancellable b");
    assert!(gui.is_silent());
    gui.send("");
    assert_eq!(gui.rest(), "= cancelled\n\n");
}

#[test]
fn it_goes_on_after_a_proof() {
    let gui = Gui::new();
    gui.ask("set_position b d8 b e8 b f8 b g8 w a1 w c3 w e5 w o15");
    for (command, end) in [("kata-analyze", "1.000000"), ("lz-analyze", "10000")] {
        gui.send(&format!("{command} b 1 maxmoves 2"));
        assert_eq!(gui.hear(), "=\n");
        for _ in 0..20 {
            let infos = read(&gui.hear());
            assert_eq!(infos.len(), 2);
            for info in infos {
                assert_eq!(info.get("mate"), Some("1"));
                assert_eq!(info.get("winrate"), Some(end));
            }
        }
        gui.send("");
        gui.rest();
    }
    gui.ask("genmove b");
    // A finished game has nothing to analyse.
    assert_eq!(gui.ask("5 kata-analyze w 1"), "=5\n\n");
    assert_eq!(gui.ask("6 lz-genmove_analyze w 1"), "=6\nplay resign\n\n");
    assert_eq!(gui.ask("genmove_analyze b 1"), "=\nplay pass\n\n");
}

#[test]
fn caps_end_it() {
    let gui = Gui::new();
    gui.ask("play b h8");
    gui.ask("kata-set-param maxVisits 2000");
    let response = gui.ask("kata-analyze w 1000 maxmoves 2");
    let report = response.strip_prefix("=\n").unwrap().trim_end();
    assert_eq!(read(&format!("{report}\n")).len(), 2);
    gui.ask("kata-set-param maxVisits none");
    gui.ask("kata-set-param maxTime 0.05");
    assert!(gui.ask("analyze w 1000").starts_with("=\ninfo move "));
    // Also where everything is known before.
    gui.ask("set_position b d8 b e8 b f8 b g8 w a1 w c3 w e5 w o15");
    assert!(gui.ask("analyze b 1000").contains(" mate 1 "));
    // What bounds a move does not bound an analysis.
    gui.ask("kata-set-param maxTime none");
    gui.ask("kata-set-param moveTime 0.01");
    gui.ask("kata-set-param maxNodes 10");
    gui.send("analyze b 1");
    assert_eq!(gui.hear(), "=\n");
    for _ in 0..20 {
        read(&gui.hear());
    }
}

/// Starts and stops an analysis, and looks whether every answer is that to its question.
fn cycles(count: usize) {
    let gui = Gui::new();
    gui.ask("play b h8");
    let commands = ["analyze", "lz-analyze", "kata-analyze"];
    for cycle in 0..count {
        let command = commands[cycle % 3];
        let id = 2 * cycle;
        if cycle % 2 == 0 {
            gui.send(&format!("{id} {command} w 1\n{} name", id + 1));
        } else {
            gui.send(&format!("{id} {command} w 1"));
            gui.send(&format!("{} name", id + 1));
        }
        let response = gui.rest();
        assert!(response.starts_with(&format!("={id}\n")), "{response:?}");
        for report in response.lines().skip(1).filter(|line| !line.is_empty()) {
            assert!(report.starts_with("info "), "{report:?}");
        }
        assert_eq!(gui.rest(), format!("={} lianzhu\n\n", id + 1));
    }
}

#[test]
fn a_thousand_quick_starts_and_stops_stay_in_step() {
    cycles(1000);
}

#[test]
fn a_gui_that_does_not_read_misses_reports_and_nothing_else() {
    let gui = Gui::new();
    gui.ask("play b h8");
    gui.send("1 kata-analyze w 1");
    assert_eq!(gui.hear(), "=1\n");
    read(&gui.hear());
    gui.gate.set(true);
    thread::sleep(Duration::from_millis(500));
    // The line is heard although nobody reads, and what had piled up is one report.
    gui.send("2 name");
    thread::sleep(WHILE);
    gui.gate.set(false);
    let reports = gui.rest();
    assert!(reports.lines().count() <= 4, "{reports}");
    assert_eq!(gui.rest(), "=2 lianzhu\n\n");
}

#[test]
fn thinking_in_the_opponents_time_gives_way_to_every_command() {
    let gui = Gui::new();
    gui.ask("kata-set-param ponderingEnabled true");
    gui.ask("kata-set-param maxNodes 2000");
    gui.ask("play b h8");
    for number in 1..6 {
        assert!(
            gui.ask(&format!("{number} genmove w"))
                .starts_with(&format!("={number} "))
        );
        assert!(gui.is_silent());
        assert_eq!(gui.ask("name"), "= lianzhu\n\n");
        assert!(gui.is_silent());
        gui.send("# comments are passed over\n");
        assert_eq!(gui.ask("stop"), "= \n\n");
        assert_eq!(gui.ask("undo"), "= \n\n");
    }
    gui.ask("genmove w");
}

//! The front as a whole: many lines in, the reader and its queue between, and limits obeyed.

use std::io::{self, Cursor, Read, Write};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use lianzhu::clock::{Budget, Left};
use lianzhu::engine::{Config, Engine};
use lianzhu::game::Color;
use lianzhu::player::PlayerKind;
use lianzhu::protocol::gomocup::Gomocup;
use lianzhu::protocol::serve;
use lianzhu::wire::{Line, LineReader};

use super::dialogue::gomocup;

/// A sink that can be looked into.
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .lock()
            .map_err(|_| io::ErrorKind::Other)?
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn answered(input: impl AsRef<[u8]>) -> String {
    let written = Arc::new(Mutex::new(Vec::new()));
    let source = LineReader::new(Cursor::new(input.as_ref().to_vec()));
    serve(&mut gomocup(), source, Shared(Arc::clone(&written))).expect("the sink takes everything");
    let bytes = written.lock().expect("no writer panics").clone();
    String::from_utf8(bytes).expect("answers are text")
}

#[test]
fn an_opening_that_is_none_leaves_the_game() {
    let said = answered("START 7\nPLAY 3,3\nSWAP2BOARD\n6,4\nDONE\nPLAY 3,3\n");
    let answers: Vec<&str> = said.lines().collect();
    assert_eq!(answers[..2], ["OK", "3,3"]);
    assert!(answers[2].starts_with("ERROR "), "{said}");
    assert_eq!(answers[3], "ERROR 3,3: the point is occupied");
}

#[test]
fn lines_are_read_in_any_shape() {
    assert_eq!(answered("start 15\r\n\r\n\tRESTART\nEND"), "OK\nOK\n");
    assert_eq!(answered(""), "");
    assert_eq!(answered("START 15\nEND\nSTART 15\n"), "OK\n");
    assert_eq!(answered(b"\xff\xfe\nSTART 15\0\n"), "UNKNOWN command\nOK\n");
    let long = "x".repeat(3 << 20);
    assert_eq!(
        answered(format!("START {long}\nSTART 15\n")),
        "ERROR the line is too long\nOK\n"
    );
    assert_eq!(
        answered(format!("START 15\nBOARD\n{long}\n7,7,1\nDONE\nRESTART\n")),
        "OK\nERROR the line is too long\nOK\n"
    );
    assert_eq!(answered("7,7,1\n".repeat(3000)).lines().count(), 3000);
}

fn ask(front: &mut Gomocup, text: &str) -> String {
    front.answer(&Line::Whole(text.into()))
}

#[test]
fn limits_reach_the_engine() {
    let mut front = gomocup();
    assert_eq!(ask(&mut front, "START 20"), "OK\n");
    for line in [
        "INFO timeout_turn 5000",
        "INFO timeout_match 100000",
        "INFO time_left 70000",
        "INFO max_node 10000",
        "INFO max_depth 12",
        "INFO thread_num 3",
        "INFO max_memory 367001600",
    ] {
        assert_eq!(ask(&mut front, line), "");
    }
    let engine = front.engine();
    let limits = engine.limits(Color::Black);
    assert_eq!((limits.nodes, limits.depth), (Some(10_000), Some(12)));
    let left = Some(Left {
        time: Duration::from_secs(70),
        units: 0,
    });
    assert_eq!(
        Color::ALL.map(|color| engine.clock().left(color)),
        [left; 2]
    );
    let hard = limits.time.map(|budget| budget.hard);
    assert!(hard <= Some(Duration::from_secs(5)), "{hard:?}");
    assert_eq!(engine.resources().threads, 3);
    assert_eq!(engine.resources().memory, Some(350 << 20));

    for line in [
        "INFO timeout_turn 0",
        "INFO time_left 2147483647",
        "INFO max_node 0",
        "INFO max_depth 0",
        "INFO thread_num 0",
        "INFO max_memory 0",
    ] {
        assert_eq!(ask(&mut front, line), "");
    }
    let engine = front.engine();
    let limits = engine.limits(Color::White);
    assert_eq!((limits.nodes, limits.depth), (None, None));
    assert_eq!(
        limits.time,
        Some(Budget::per_move(Duration::ZERO, Duration::ZERO))
    );
    assert_eq!(engine.resources().threads, 1);
    assert_eq!(engine.resources().memory, None);
    ask(&mut front, "INFO time_left -20");
    let left = front.engine().clock().left(Color::White);
    assert_eq!(left.map(|left| left.time), Some(Duration::ZERO));
}

#[test]
fn absurd_times_count_as_the_longest() {
    let mut front = gomocup();
    assert_eq!(ask(&mut front, "START 15"), "OK\n");
    let most = 99_999_999_999_999_999_999_i128;
    for key in [
        "timeout_turn",
        "timeout_match",
        "time_increment",
        "time_left",
    ] {
        for value in [most, -most, 2_147_483_646, 2_147_483_648] {
            assert_eq!(ask(&mut front, &format!("INFO {key} {value}")), "");
            let limits = front.engine().limits(Color::Black);
            let hard = limits.time.map(|budget| budget.hard);
            assert!(hard <= Some(Duration::from_secs(1_000_000_000)), "{hard:?}");
            assert_eq!(ask(&mut front, "RESTART"), "OK\n");
            assert!(ask(&mut front, "BEGIN").contains(','));
        }
    }
}

/// A source into which lines are put while it is read; dropping the other end ends it.
struct Feed {
    lines: mpsc::Receiver<&'static str>,
    rest: &'static [u8],
}

impl Read for Feed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.lines.recv().unwrap_or_default().as_bytes();
        }
        self.rest.read(buffer)
    }
}

/// A sink that hands on every write.
struct Answers(mpsc::Sender<String>);

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes).into_owned();
        self.0.send(text).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Starts a front that would think for an hour, asks for a move, and sends `line` behind it.
fn while_thinking(line: &'static str) -> Vec<String> {
    let (feed, lines) = mpsc::channel();
    let (said, answers) = mpsc::channel();
    let server = thread::spawn(move || {
        let config = Config {
            player: PlayerKind::Search,
            move_time: Some(Duration::from_secs(3600)),
            seed: Some(1),
            ..Config::default()
        };
        let mut front = Gomocup::new(Engine::new(config).expect("the default is a game"));
        let feed = Feed { lines, rest: b"" };
        serve(&mut front, LineReader::new(feed), Answers(said)).expect("somebody reads");
    });
    feed.send("START 15\nINFO max_memory 30000000\nTURN 7,7\nINFO time_left 9\n")
        .expect("it is read");
    assert_eq!(answers.recv().as_deref(), Ok("OK\n"));
    // It is thinking, or about to; either way the line comes before the answer.
    feed.send(line).expect("it is read while thinking");
    drop(feed);
    let rest: Vec<String> = answers.iter().collect();
    server.join().expect("the front ends");
    rest
}

#[test]
fn the_end_and_stop_are_heard_while_thinking() {
    for line in ["END\n", "YXSTOP\n", "stop\r\n"] {
        let rest = while_thinking(line);
        let moves = rest.iter().flat_map(|text| text.lines());
        let moves: Vec<&str> = moves.filter(|line| !line.starts_with("MESSAGE")).collect();
        assert_eq!(moves.len(), 1, "{rest:?}");
        assert!(moves[0].split_once(',').is_some(), "{rest:?}");
    }
}

/// A front over a searching engine, whose answers come one by one.
fn searching() -> (
    mpsc::Sender<String>,
    mpsc::Receiver<String>,
    thread::JoinHandle<bool>,
) {
    struct Feed(mpsc::Receiver<String>, Vec<u8>);
    impl Read for Feed {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.1.is_empty() {
                self.1 = self.0.recv().unwrap_or_default().into_bytes();
            }
            let count = (&self.1[..]).read(buffer)?;
            self.1.drain(..count);
            Ok(count)
        }
    }
    struct Lines(mpsc::Sender<String>);
    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            for line in String::from_utf8_lossy(bytes).lines() {
                let sent = self.0.send(line.to_owned());
                sent.map_err(|_| io::ErrorKind::BrokenPipe)?;
            }
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let (lines, feed) = mpsc::channel();
    let (sender, answers) = mpsc::channel();
    let serving = thread::spawn(move || {
        let config = Config {
            seed: Some(1),
            variety: Some(false),
            ..Config::default()
        };
        let mut front = Gomocup::new(Engine::new(config).unwrap());
        let source = LineReader::new(Feed(feed, Vec::new()));
        serve(&mut front, source, Lines(sender)).is_ok()
    });
    (lines, answers, serving)
}

/// Longer than any answer takes.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn yixin_board_is_shown_the_search() {
    let (lines, answers, serving) = searching();
    let hear = || answers.recv_timeout(PATIENCE).expect("an answer");
    lines
        .send("YXSHOWINFO\nSTART 20 15\nINFO timeout_turn 400\nINFO hash_size 4096\n".into())
        .unwrap();
    assert_eq!(hear(), "MESSAGE INFO MAX_THREAD_NUM 256");
    assert_eq!(hear(), "MESSAGE INFO MAX_HASH_SIZE 26");
    assert_eq!(hear(), "OK");
    // Row 3, column 18, as the answers are.
    lines.send("TURN 3,18\nYXNBEST 3\n".into()).unwrap();
    let mut moves = Vec::new();
    let mut shown: Vec<String> = Vec::new();
    while moves.len() < 2 {
        let line = hear();
        if let Some(what) = line.strip_prefix("MESSAGE REALTIME ") {
            shown.push(what.to_owned());
        } else if !line.starts_with("MESSAGE ") {
            let best = shown.iter().rfind(|what| what.starts_with("BEST "));
            assert_eq!(best, Some(&format!("BEST {line}")));
            // Its board has the letters A to T beneath, I among them.
            let (row, column) = line.split_once(',').expect("a point");
            let letter = char::from(b'A' + column.parse::<u8>().expect("a column"));
            let number = 15 - row.parse::<u8>().expect("a row");
            let pv = shown.iter().rfind(|what| what.starts_with("PV "));
            let first = pv.and_then(|pv| pv.split(' ').nth(1));
            assert_eq!(first, Some(&*format!("{letter}{number}")));
            moves.push(line);
        } else {
            assert!(line.contains("pv"), "{line}");
        }
    }
    for (kind, numbers) in [
        ("REFRESH", 0),
        ("BEST", 2),
        ("VAL", 1),
        ("PV", 0),
        ("POS", 2),
    ] {
        let found = shown
            .iter()
            .find(|what| what.split(' ').next() == Some(kind));
        let found = found.unwrap_or_else(|| panic!("no {kind}"));
        let values = found.split([' ', ',']).skip(1);
        let read: Vec<i32> = values.filter_map(|value| value.parse().ok()).collect();
        assert_eq!(read.len(), numbers, "{found}");
        if let [row, column] = read[..] {
            assert!(
                (0..15).contains(&row) && (0..20).contains(&column),
                "{found}"
            );
        }
    }
    // What comes while the engine thinks bounds that very move.
    lines
        .send("INFO timeout_turn 1000000\nTURN 14,19\n".into())
        .unwrap();
    lines.send("INFO timeout_turn 0\n".into()).unwrap();
    while hear().starts_with("MESSAGE ") {}
    drop(lines);
    assert!(serving.join().unwrap());
}

#[test]
fn openings_are_proposed_and_chosen() {
    let (lines, answers, serving) = searching();
    let hear = || answers.recv_timeout(PATIENCE).expect("an answer");
    lines
        .send("START 15\nINFO max_node 20000\nSWAP2BOARD\nDONE\n".into())
        .unwrap();
    assert_eq!(hear(), "OK");
    let proposed = hear();
    let points: Vec<&str> = proposed.split(' ').collect();
    assert_eq!(points.len(), 3, "{proposed}");
    // Whatever is answered to it goes on with it.
    let list = format!("SWAP2BOARD\n{}\nDONE\n", points.join("\n"));
    lines.send(list).unwrap();
    let chosen = hear();
    assert!(
        chosen == "SWAP" || chosen.split(' ').count() <= 2,
        "{chosen}"
    );
    if chosen.contains(' ') {
        let five = format!(
            "SWAP2BOARD\n{}\n{}\nDONE\n",
            points.join("\n"),
            chosen.replace(' ', "\n")
        );
        lines.send(five).unwrap();
        assert!(!hear().contains(' '));
    }
    lines
        .send("SWAP1BOARD\nDONE\nYXSWAP2STEP1\n".into())
        .unwrap();
    assert_eq!(hear().split(',').count(), 2);
    for number in 1..=3 {
        assert!(hear().starts_with(&format!("MESSAGE SWAP2 MOVE{number} ")));
    }
    drop(lines);
    assert!(serving.join().unwrap());
}

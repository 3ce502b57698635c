//! The front as a whole: many lines in, the reader and its queue between.

use std::io::{self, Read, Write};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use lianzhu::protocol::serve;
use lianzhu::wire::LineReader;

use super::dialogue::answer;

fn answered(input: impl AsRef<[u8]>) -> String {
    answer(input.as_ref()).0
}

#[test]
fn several_lines_in_one_write() {
    assert_eq!(
        answered("1 name\n2 protocol_version\r\n\n# comment\n3 known_command play # really\n"),
        "=1 lianzhu\n\n=2 2\n\n=3 true\n\n"
    );
}

#[test]
fn the_last_line_needs_no_end() {
    assert_eq!(
        answered("name\n2 protocol_version"),
        "= lianzhu\n\n=2 2\n\n"
    );
    assert_eq!(answered(""), "");
    assert_eq!(answered("#"), "");
}

#[test]
fn nothing_behind_quit_is_answered() {
    assert_eq!(answered("quit\nname\n"), "= \n\n");
    assert_eq!(
        answered("quit now\nname"),
        "? syntax error\n\n= lianzhu\n\n"
    );
}

#[test]
fn what_is_no_text_is_an_unknown_command() {
    assert_eq!(
        answered(b"na\xffme\n\0\x01\x02\nn\0ame\n\xf0\x9f\xa6\x80 x\n"),
        "? unknown command\n\n= lianzhu\n\n? unknown command\n\n"
    );
    assert_eq!(answered("\u{663} name\n"), "? unknown command\n\n");
}

#[test]
fn ids_of_any_length_come_back() {
    for id in [
        "0",
        "007",
        "4294967296",
        "99999999999999999999",
        &"8".repeat(5000),
    ] {
        assert_eq!(
            answered(format!("{id} name\n")),
            format!("={id} lianzhu\n\n")
        );
        assert_eq!(
            answered(format!("  {id}\tnone\n")),
            format!("?{id} unknown command\n\n")
        );
        assert_eq!(
            answered(format!("{id}\n")),
            format!("?{id} unknown command\n\n")
        );
    }
}

#[test]
fn overlong_lines_are_one_error_and_overlong_comments_none() {
    let long = "x".repeat(3 << 20);
    assert_eq!(
        answered(format!("7 play {long}\nname\n")),
        "?7 line too long\n\n= lianzhu\n\n"
    );
    assert_eq!(
        answered(format!("{long}\nname\n")),
        "? line too long\n\n= lianzhu\n\n"
    );
    assert_eq!(answered(format!("# {long}\nname")), "= lianzhu\n\n");
    assert_eq!(answered(format!("5 name # {long}\n")), "=5 lianzhu\n\n");
    assert_eq!(answered(" ".repeat(3 << 20)), "");
    assert_eq!(answered("\0".repeat(3 << 20)), "");
    // An id that nobody knows the end of is not made up.
    assert_eq!(answered("1".repeat(3 << 20)), "? line too long\n\n");
}

#[test]
fn more_lines_than_are_read_ahead() {
    let input = "name\n".repeat(5000);
    assert_eq!(answered(input), "= lianzhu\n\n".repeat(5000));
}

#[test]
fn absurd_times_are_refused_or_played_with() {
    for line in [
        "time_settings 1000000000 0 0",
        "time_settings 1e9 1e9 4294967295",
        "time_settings 0 1e-9 4294967295",
        "kata-time_settings absolute 1e9",
        "kata-time_settings byoyomi 1e9 1e9 4294967295",
        "kata-time_settings byoyomi 0 1e-9 4294967295",
        "kata-time_settings byoyomi 0 0 0",
        "kata-time_settings canadian 0 1e9 1",
        "kata-time_settings canadian 0 0 0",
        "kata-time_settings fischer 1e9 1e9",
        "time_left b 1e9 4294967295",
        "time_left b 0 4294967295",
        "kata-set-param moveTime 1e9",
        "kata-set-param maxTime 1e9",
    ] {
        let said = answered(format!(
            "kata-set-param player search\nkata-set-param maxNodes 300\n{line}\n\
             genmove b\ngenmove w\ngenmove b\n"
        ));
        assert_eq!(said.matches("= ").count(), 6, "{line}: {said}");
    }
    for line in [
        "time_settings 99999999999 0 0",
        "time_settings 1 1e300 1",
        "time_settings 1 1 4294967296",
        "time_left b inf 0",
        "kata-time_settings byoyomi 1 1e10 1",
        "kata-time_settings byoyomi 1 1 99999999999999999999",
    ] {
        assert_eq!(answered(line), "? syntax error\n\n", "{line}");
    }
}

#[test]
fn without_any_time_left_a_sound_move_is_answered_at_once() {
    for (position, right) in [
        // Some move near the stones.
        ("b h8 w j9", &[][..]),
        // A five, an open four, and the one point that keeps White from a five.
        ("b d8 b e8 b f8 b g8 w a1 w c3 w e5 w g7", &["C8", "H8"]),
        ("b d8 b e8 b f8 w a1 w c3 w e5", &["C8", "G8"]),
        ("b c8 w d8 w e8 w f8 w g8 b a1 b c3 b f5", &["H8"]),
    ] {
        let said = answered(format!(
            "kata-set-param player search\nset_position {position}\ntime_settings 10 0 0\n\
             time_left b 0 0\ngenmove_debug b\ntime_left w 0 0\ngenmove w\n"
        ));
        let answers: Vec<&str> = said.split("\n\n").collect();
        let after = |word: &str| {
            let mut words = answers[4].split_whitespace();
            words.find(|&next| next == word);
            words.next().unwrap_or_default()
        };
        let vertex = after("=");
        if right.is_empty() {
            assert!("EFGHJKLM".contains(&vertex[..1]), "{said}");
        } else {
            assert!(right.contains(&vertex), "{position}: {said}");
        }
        let nodes: u64 = after("nodes").parse().expect("a number");
        assert!(nodes < 2_000, "{position}: {said}");
        assert!(answers[6].starts_with("= "), "{position}: {said}");
    }
}

#[test]
fn an_interrupt_out_of_place_is_a_comment() {
    assert_eq!(
        answered("# interrupt\nboardsize 9\n# interrupt\ngenmove b\n# interrupt\nundo\n")
            .matches("= ")
            .count(),
        3
    );
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

#[test]
fn an_interrupt_is_heard_while_the_engine_thinks() {
    /// A search that nobody stops goes on for longer than anybody waits here.
    const PATIENCE: Duration = Duration::from_secs(120);
    let (lines, feed) = mpsc::channel();
    let (sink, answers) = mpsc::channel();
    let serving = thread::spawn(move || {
        let mut gtp = super::dialogue::gtp();
        let source = LineReader::new(Feed {
            lines: feed,
            rest: &[],
        });
        serve(&mut gtp, source.with_comments(b'#'), Answers(sink)).is_ok()
    });
    let answer = || answers.recv_timeout(PATIENCE).expect("an answer");
    for line in [
        "kata-set-param player search\n",
        "kata-set-param moveTime 1000\n",
        "kata-set-param variety false\n",
        // Nobody knows who wins this, and no search will find out.
        "boardsize 30\n",
        "winlength 8\n",
        "play w p15\n",
    ] {
        lines.send(line).unwrap();
        assert_eq!(answer(), "= \n\n");
    }
    lines
        .send("1 genmove b\n2 name\n\n# no interrupt\n")
        .unwrap();
    assert!(answers.recv_timeout(Duration::from_millis(300)).is_err());
    lines.send("# interrupt\n").unwrap();
    assert!(answer().starts_with("=1 "));
    assert_eq!(answer(), "=2 lianzhu\n\n");
    // It stops nothing that is asked for later.
    lines.send("3 genmove w\n").unwrap();
    assert!(answers.recv_timeout(Duration::from_millis(300)).is_err());
    lines.send("# interrupt\n").unwrap();
    assert!(answer().starts_with("=3 "));
    lines.send("4 lianzhu-solve w 1000\n").unwrap();
    assert!(answers.recv_timeout(Duration::from_millis(300)).is_err());
    lines.send("# interrupt\n").unwrap();
    assert_eq!(answer(), "=4 unknown\n\n");
    drop(lines);
    assert!(serving.join().unwrap());
}

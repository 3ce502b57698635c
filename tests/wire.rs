//! The wire: lines in bounded memory, reading ahead, whole answers.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::mpsc;
use std::time::Duration;

use lianzhu::wire::{Event, Inbox, Inspection, Line, LineReader, SendError, Sender};
use proptest::prelude::*;

/// Long enough for any machine to do what is waited for; only ever waited out by a failing test.
const LONG: Duration = Duration::from_secs(60);

/// Delivers its pieces one by one, then the end.
struct Pieces(VecDeque<io::Result<Vec<u8>>>);

impl Pieces {
    fn of<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Pieces {
        Pieces(pieces.into_iter().map(|p| Ok(p.to_vec())).collect())
    }
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(piece) = self.0.pop_front() else {
            return Ok(0);
        };
        let mut piece = piece?;
        let length = piece.len().min(buffer.len());
        buffer[..length].copy_from_slice(&piece[..length]);
        if length < piece.len() {
            self.0.push_front(Ok(piece.split_off(length)));
        }
        Ok(length)
    }
}

fn lines_of(mut reader: LineReader<impl Read>) -> Vec<Line> {
    std::iter::from_fn(|| reader.next_line().unwrap()).collect()
}

fn whole(text: &[u8]) -> Line {
    Line::Whole(text.to_vec())
}

#[test]
fn every_byte_but_lf_is_kept() {
    let input = b"name\r\n\n\x00\xff\t \r\r\nlast";
    let expected = [
        whole(b"name\r"),
        whole(b""),
        whole(b"\x00\xff\t \r\r"),
        whole(b"last"),
    ];
    assert_eq!(lines_of(LineReader::new(&input[..])), expected);
    assert_eq!(
        lines_of(LineReader::new(Pieces::of(input.chunks(1)))),
        expected
    );
    assert_eq!(lines_of(LineReader::new(&b"a\n"[..])), [whole(b"a")]);
    assert_eq!(lines_of(LineReader::new(&b""[..])), []);
}

#[test]
fn a_line_over_the_limit_is_one_event_and_the_rest_is_skipped() {
    let mut input = vec![b'x'; 3_000_000];
    input.extend_from_slice(b"\nname\n");
    let lines = lines_of(LineReader::new(&input[..]).with_limit(100));
    assert_eq!(lines.len(), 2);
    assert_eq!(
        lines[0],
        Line::Overlong {
            beginning: vec![b'x'; 100],
            first: Some(b'x')
        }
    );
    assert_eq!(lines[1], whole(b"name"));
    // The limit itself fits; without a terminator, too.
    for end in ["\n", ""] {
        let input = format!("{}{end}", "y".repeat(100));
        let lines = lines_of(LineReader::new(input.as_bytes()).with_limit(100));
        assert_eq!(lines, [whole("y".repeat(100).as_bytes())]);
    }
}

#[test]
fn the_first_letter_of_an_overlong_line_is_told_wherever_it_is() {
    let first = |text: String| {
        let lines = lines_of(LineReader::new(text.as_bytes()).with_limit(20));
        match &lines[..] {
            [Line::Overlong { first, .. }] => *first,
            other => panic!("{other:?}"),
        }
    };
    let blanks = " \t".repeat(50_000);
    assert_eq!(first(format!("{blanks}# long\n")), Some(b'#'));
    assert_eq!(first(format!("\r\x01{blanks}name")), Some(b'n'));
    assert_eq!(first(format!("#{blanks}name\n")), Some(b'#'));
    assert_eq!(first(format!("{blanks}\n")), None);
}

#[test]
fn a_comment_of_any_length_leaves_the_line_whole() {
    let long = "c".repeat(100_000);
    for (text, kept) in [
        (format!("name # {long}\n"), "name # ccc"),
        (format!("# {long}\n"), "# cccccccc"),
        (format!("0123456789#{long}\n"), "0123456789"),
        ("012345678#\n".to_owned(), "012345678#"),
    ] {
        for size in [1, 10, 11, 8192] {
            let pieces = Pieces::of(text.as_bytes().chunks(size));
            let reader = LineReader::new(pieces).with_limit(10).with_comments(b'#');
            assert_eq!(lines_of(reader), [whole(kept.as_bytes())]);
        }
    }
    let reader = LineReader::new(&b"0123456789x# no\n"[..])
        .with_limit(10)
        .with_comments(b'#');
    assert!(matches!(lines_of(reader)[..], [Line::Overlong { .. }]));
}

#[test]
fn interrupted_reads_go_on_and_other_errors_are_told() {
    let error = |kind: io::ErrorKind| Err(io::Error::from(kind));
    let pieces = [
        Ok(b"na".to_vec()),
        error(io::ErrorKind::Interrupted),
        Ok(b"me\nqu".to_vec()),
        error(io::ErrorKind::ConnectionReset),
    ];
    let mut reader = LineReader::new(Pieces(pieces.into()));
    assert_eq!(reader.next_line().unwrap(), Some(whole(b"name")));
    let failure = reader.next_line().unwrap_err();
    assert_eq!(failure.kind(), io::ErrorKind::ConnectionReset);
}

fn text_of(event: Event) -> Vec<u8> {
    match event {
        Event::Line(received) => received.line.bytes().to_vec(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_inspector_sees_a_line_before_it_is_taken() {
    let (seen, inspected) = mpsc::channel();
    let source = LineReader::new(Pieces::of([&b"genmove b\n# inter"[..], b"rupt\nname\n"]));
    let inbox = Inbox::spawn(source, move |event| {
        if let Event::Line(received) = event
            && received.line.bytes() == b"# interrupt"
        {
            seen.send(received.number).unwrap();
            return Inspection::Drop;
        }
        Inspection::Queue
    })
    .unwrap();
    // Nothing has been taken from the inbox yet.
    assert_eq!(inspected.recv_timeout(LONG), Ok(2));
    assert_eq!(text_of(inbox.recv()), b"genmove b");
    let Event::Line(third) = inbox.recv() else {
        panic!("a line is missing");
    };
    assert_eq!((third.number, third.line.bytes()), (3, &b"name"[..]));
    assert_eq!(inbox.recv(), Event::End);
    assert_eq!(inbox.recv(), Event::End);
    assert_eq!(inbox.recv_timeout(Duration::ZERO), Some(Event::End));
}

#[test]
fn reading_ahead_stops_at_a_number_of_lines_and_bytes() {
    for (line, most) in [("x\n".to_owned(), 1025), ("y".repeat(60_000) + "\n", 19)] {
        let (seen, inspected) = mpsc::channel();
        let text = line.repeat(3000);
        let source = LineReader::new(io::Cursor::new(text.into_bytes()));
        let inbox = Inbox::spawn(source, move |event| {
            if let Event::Line(received) = event {
                seen.send(received.number).unwrap();
            }
            Inspection::Queue
        })
        .unwrap();
        let mut highest = 0;
        while let Ok(number) = inspected.recv_timeout(Duration::from_millis(200)) {
            highest = number;
        }
        assert!(highest <= most, "{highest} lines were read ahead");
        for number in 1..=3000 {
            let Event::Line(received) = inbox.recv() else {
                panic!("line {number} is missing");
            };
            assert_eq!(received.number, number);
        }
        assert_eq!(inbox.recv(), Event::End);
    }
}

#[test]
fn dropping_the_inbox_lets_the_reader_go() {
    let (gone, ended) = mpsc::channel::<()>();
    let source = LineReader::new(io::repeat(b'\n'));
    let inbox = Inbox::spawn(source, move |_| {
        let _held = &gone;
        Inspection::Queue
    })
    .unwrap();
    assert_eq!(text_of(inbox.recv()), b"");
    drop(inbox);
    assert_eq!(
        ended.recv_timeout(LONG),
        Err(mpsc::RecvTimeoutError::Disconnected)
    );
}

#[test]
fn silence_errors_and_a_panicking_inspector_are_events() {
    struct Silent(mpsc::Receiver<()>);
    impl Read for Silent {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
    let (wake, silence) = mpsc::channel();
    let inbox = Inbox::spawn(LineReader::new(Silent(silence)), |_| Inspection::Queue).unwrap();
    assert_eq!(inbox.recv_timeout(Duration::from_millis(10)), None);
    wake.send(()).unwrap();
    let failed = Event::Failed(io::ErrorKind::ConnectionReset);
    assert_eq!(inbox.recv_timeout(LONG), Some(failed.clone()));
    assert_eq!(inbox.recv(), failed);

    let source = LineReader::new(&b"a\nb\n"[..]);
    let inbox = Inbox::spawn(source, |event| match event {
        Event::Line(received) if received.number == 1 => Inspection::Queue,
        _ => panic!("on purpose"),
    })
    .unwrap();
    assert_eq!(text_of(inbox.recv()), b"a");
    assert_eq!(inbox.recv(), Event::End);
}

#[test]
fn a_closed_sink_is_an_error_and_stays_one() {
    struct Broken(io::ErrorKind, usize);
    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            self.1 += 1;
            assert_eq!(self.1, 1, "written to after a failure");
            Err(self.0.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut sender = Sender::new(Broken(io::ErrorKind::BrokenPipe, 0));
    assert!(matches!(sender.send("= \n\n"), Err(SendError::Closed)));
    assert!(matches!(sender.send("= \n\n"), Err(SendError::Closed)));
    let mut sender = Sender::new(Broken(io::ErrorKind::StorageFull, 0));
    assert!(matches!(sender.send("= \n\n"), Err(SendError::Failed(_))));
    assert!(matches!(sender.send("= \n\n"), Err(SendError::Closed)));
}

#[test]
fn every_answer_is_flushed() {
    #[derive(Default)]
    struct Log(Vec<String>);
    impl Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.push(String::from_utf8_lossy(bytes).into_owned());
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            self.0.push("flush".to_owned());
            Ok(())
        }
    }
    let mut log = Log::default();
    let mut sender = Sender::new(&mut log);
    sender.send("= a\nb\n\n").unwrap();
    sender.send(b"= \n\n").unwrap();
    assert_eq!(log.0, ["= a\nb\n\n", "flush", "= \n\n", "flush"]);
}

proptest! {
    /// However the bytes arrive, the lines are those of the text, each cut at the limit.
    #[test]
    fn lines_do_not_depend_on_the_pieces(
        text in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(b'#'), any::<u8>()], 0..200),
        size in 1..50usize,
        limit in 0..30usize,
    ) {
        let mut expected: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
        if expected.last().is_some_and(|line| line.is_empty()) {
            expected.pop();
        }
        let reader = LineReader::new(Pieces::of(text.chunks(size))).with_limit(limit);
        let lines = lines_of(reader);
        prop_assert_eq!(lines.len(), expected.len());
        for (line, expected) in lines.iter().zip(expected) {
            prop_assert_eq!(line.bytes(), &expected[..expected.len().min(limit)]);
            let is_cut = matches!(line, Line::Overlong { .. });
            prop_assert_eq!(is_cut, expected.len() > limit);
        }
    }
}

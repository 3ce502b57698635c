//! Lines for both fronts, records and the other readers: commands as `protocol.md` writes them,
//! mixed with damage. The bodies of `tests/fuzz` judge them in this process; some of the lines go
//! through the program, where the state is asked for before and behind each.

#[path = "../fuzz/bodies.rs"]
mod bodies;

use std::panic::{self, AssertUnwindSafe, catch_unwind};

use lianzhu::game::{Rules, Variant};
use lianzhu::openings::read_openings;
use lianzhu::protocol::{gomocup, gtp};
use lianzhu::referee::{
    EngineSpec, Resignation, ResultRecord, Shard, Sprt, TimeControl, quote_word, split_words,
};

use crate::judge::vertex;
use crate::kit::{Fault, Process, Random, Report, cores, panic_text, scratch, soak};
use crate::table::shortest;

/// Lines of one input.
const LINES: u32 = 40;

type Body = (&'static str, fn(&[u8]), fn(&mut Random) -> String);

const BODIES: [Body; 4] = [
    ("GTP", bodies::gtp, gtp_line),
    ("Gomocup", bodies::gomocup, gomocup_line),
    ("SGF", bodies::sgf, record_piece),
    ("referee", referee, referee_line),
];

pub fn run() {
    // A body that breaks is shown in its shortest form, not each time it is tried.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    soak("lines", cores(), |seed, random, report| {
        if seed % 8 == 0 {
            piped(seed, random, report);
        }
        for (name, body, line) in BODIES {
            let input = input(random, line);
            report.count(&format!("{name} lines"), input.len() as u64);
            if let Some(cause) = breaks(body, &input) {
                let kind = format!("{name}: {}", cause.chars().take(60).collect::<String>());
                report.fault(seed, &kind, || {
                    let short = shortest(input.clone(), &mut |input| breaks(body, input).is_some());
                    let cause = breaks(body, &short).unwrap_or(cause);
                    format!("{}\n{cause}", shown(&short))
                });
            }
        }
    });
    panic::set_hook(hook);
}

fn shown(lines: &[Vec<u8>]) -> String {
    let lines = lines.iter().map(|line| line.escape_ascii().to_string());
    lines.collect::<Vec<_>>().join("\n")
}

/// What a body says if it breaks on these lines.
fn breaks(body: fn(&[u8]), lines: &[Vec<u8>]) -> Option<String> {
    let cause = catch_unwind(AssertUnwindSafe(|| body(&lines.concat()))).err()?;
    Some(panic_text(cause.as_ref()))
}

/// Lines with their ends, some of them damaged.
fn input(random: &mut Random, line: fn(&mut Random) -> String) -> Vec<Vec<u8>> {
    let count = random.within(1, LINES);
    let damage = *random.of(&[0, 5, 20, 60]);
    let mut lines = Vec::new();
    for _ in 0..count {
        let mut text = line(random).into_bytes();
        while random.percent(damage) {
            spoil(random, &mut text);
        }
        text.extend_from_slice(random.of::<&[u8]>(&[b"\n", b"\n", b"\n", b"\r\n"]));
        if is_harmless(&text) {
            lines.push(text);
        }
    }
    lines
}

/// Bytes changed, left out, put in, doubled, mixed up.
fn spoil(random: &mut Random, text: &mut Vec<u8>) {
    let at = random.index(text.len() + 1);
    let end = at + random.index(text.len() - at + 1);
    match random.within(0, 6) {
        0 if at < text.len() => text[at] ^= 1 << random.within(0, 7),
        1 => text.insert(at, random.byte()),
        2 => drop(text.drain(at..end)),
        3 => {
            let piece = text[at..end].to_vec();
            let to = random.index(text.len() + 1);
            text.splice(to..to, piece);
        }
        4 => text[at..end].reverse(),
        _ => {
            let piece = *random.of::<&[u8]>(&[
                b"\0",
                b"\xff",
                b"#",
                b"\n",
                b"\"",
                b"-",
                b" ",
                b",",
                b"{",
                b"]",
                b"\\",
                b";",
                b"(",
                b"99999999999999999999",
                b"1e400",
                b"nan",
                b"\xef\xbb\xbf",
                b"\xd9\xa3",
                b"pass",
                b"\t",
                b"i9",
                b"\r",
            ]);
            text.splice(at..at, piece.iter().copied());
        }
    }
}

/// Whether a line leaves the machine alone: no files, no large tables, no searches without bounds.
fn is_harmless(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_lowercase();
    let plain: String = text.chars().filter(|c| !c.is_control()).collect();
    let has = |words: &[&str]| words.iter().any(|word| plain.contains(word));
    if has(&["printsgf", "loadsgf"]) {
        return false;
    }
    let bounded = [
        "node",
        "visits",
        "hash",
        "threads",
        "thread_num",
        "max_memory",
        "vct",
        "vcf",
    ];
    let mut numbers = plain
        .split(|c: char| !c.is_ascii_digit())
        .filter(|number| !number.is_empty());
    !has(&bounded)
        || (!has(&["none"])
            && numbers.all(|n| n.len() < 4 && (1..=300).contains(&n.parse().unwrap_or(0))))
}

/// A value for a word of a syntax.
fn value(random: &mut Random, word: &str) -> String {
    let small = random.within(0, 9).to_string();
    let text = match word {
        "C" => *random.of(&["b", "w", "black", "WHITE", "B"]),
        "V" => {
            let at = (random.within(0, 7) as i32, random.within(0, 6) as i32);
            return if random.percent(5) {
                "pass".to_owned()
            } else {
                vertex(at)
            };
        }
        "X" | "M" | "B" | "T" => *random.of(&["0", "0.5", "3", "60", "1e3", "-1", "true", "none"]),
        "N" | "W" | "H" | "S" | "WIDTH" | "HEIGHT" | "SIZE" => return small,
        "X,Y" | "WIDTH,HEIGHT" => return format!("{small},{}", random.within(0, 9)),
        "NAME" => *random.of(&["play", "genmove", "quit", "x"]),
        "R" => *random.of(&[
            "renju",
            "caro",
            "exact",
            "standard",
            "freestyle",
            "{\"rule\":\"caro\"}",
            "{\"winlength\":4}",
            "{\"rule\":\"renju\",\"winlength\":5}",
            "{}",
        ]),
        "P" => *random.of(&[
            "player",
            "seed",
            "moveTime",
            "maxDepth",
            "level",
            "variety",
            "resign",
            "maxNodes",
            "analysisMoves",
            "ponderingEnabled",
            "rule",
            "win_length",
            "level",
            "hash",
            "threads",
        ]),
        "KIND" => *random.of(&[
            "none",
            "absolute 5",
            "byoyomi 3 1 5",
            "canadian 9 5 3",
            "fischer 5 0.1",
            "absolute",
        ]),
        "KEY" => *random.of(&[
            "rule",
            "winlength",
            "timeout_turn",
            "timeout_match",
            "time_left",
            "suggest",
            "max_depth",
            "game_type",
            "max_node",
            "interval",
            "minmoves",
            "maxmoves",
            "rootInfo",
            "show_detail",
            "pondering",
            "thread_num",
        ]),
        "VALUE" => *random.of(&["0", "1", "2", "4", "8", "9", "100", "5", "true", "3"]),
        other => other,
    };
    text.to_owned()
}

/// A command with arguments as its syntax has them.
fn command(random: &mut Random, name: &str, syntax: &str) -> String {
    let options: Vec<&str> = syntax.split(" | ").collect();
    let mut said = name.to_owned();
    let mut add = |random: &mut Random, words: &str| {
        for word in words.split_whitespace() {
            said += &format!(" {}", value(random, word));
        }
    };
    let (always, optional) = match random.of(&options).split_once('[') {
        Some((always, optional)) => (always, optional.replace(['[', ']'], "")),
        None => (*random.of(&options), String::new()),
    };
    add(random, always);
    let optional = optional.replace('…', "");
    let most = if syntax.contains('…') { 5 } else { 1 };
    for _ in 0..random.within(0, most) {
        add(random, &optional);
    }
    said
}

fn gtp_line(random: &mut Random) -> String {
    // That one takes as long as its argument says.
    let quick = |command: &&gtp::Command| command.name != "lianzhu-solve";
    let commands: Vec<_> = gtp::commands().filter(quick).collect();
    let common = [
        "play",
        "genmove",
        "undo",
        "play",
        "set_position",
        "boardsize",
    ];
    let chosen = *random.of(&commands);
    let name = if random.percent(40) {
        *random.of(&common)
    } else {
        chosen.name
    };
    let found = commands.iter().find(|command| command.name == name);
    let said = command(random, name, found.map_or("", |command| command.syntax));
    match random.within(0, 19) {
        0 => format!("{} {said}", random.within(0, 99)),
        1 => format!("{said} # a comment"),
        2 => "# interrupt".to_owned(),
        3 => " \t ".to_owned(),
        // A game goes on.
        4 if name == "quit" => said,
        _ if name == "quit" => "name".to_owned(),
        _ => said,
    }
}

fn gomocup_line(random: &mut Random) -> String {
    let commands: Vec<_> = gomocup::commands().collect();
    let common = [
        "TURN", "BEGIN", "START", "TURN", "BOARD", "DONE", "INFO", "TURN",
    ];
    let chosen = *random.of(&commands);
    let name = if random.percent(50) {
        *random.of(&common)
    } else {
        chosen.name
    };
    let found = commands.iter().find(|command| command.name == name);
    match random.within(0, 19) {
        0..=3 => {
            let (x, y) = (random.within(0, 8), random.within(0, 8));
            format!("{x},{y},{}", random.within(1, 3))
        }
        4..=18 if name == "END" => "ABOUT".to_owned(),
        _ => command(random, name, found.map_or("", |command| command.syntax)),
    }
}

/// A piece of a record; a whole one more often than not.
fn record_piece(random: &mut Random) -> String {
    const SIDES: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let side = random.within(3, 52);
    let point = |random: &mut Random| {
        let letter = |i: u32| SIDES.chars().nth(i as usize).unwrap_or('a');
        format!(
            "{}{}",
            letter(random.within(0, side - 1)),
            letter(random.within(0, side - 1))
        )
    };
    let rule = *random.of(&["freestyle", "exact", "renju", "caro", "gomoku", ""]);
    let mut text = format!("(;FF[4]GM[4]SZ[{side}]");
    if random.percent(60) {
        text += &format!("RU[{rule}]NR[{}]", random.within(3, 7));
    }
    if random.percent(20) {
        text += &format!(
            "AB[{}][{}]AW[{}]PL[W]",
            point(random),
            point(random),
            point(random)
        );
    }
    for ply in 0..random.within(0, 20) {
        let color = if ply % 2 == 0 { 'B' } else { 'W' };
        text += &format!(";{color}[{}]", point(random));
        match random.within(0, 30) {
            0 => text += "C[a comment \\] of\nlines]",
            1 => text += &format!("(;W[{}])(;W[{}]", point(random), point(random)),
            2 => text += "BM[1]LB[aa:1][bb:2]",
            _ => {}
        }
    }
    let open = text.matches('(').count() - text.matches(')').count();
    text + &")".repeat(open)
}

/// A line of what the referee reads: engines, openings, results, tests.
fn referee_line(random: &mut Random) -> String {
    let text = *random.of(&[
        "name=a cmd='lianzhu --player scoring' proto=gtp tc=60+0.5 nodes=100",
        "cmd=x proto=gomocup dir=/tmp tc=60,5/move memory=1000 restart=true stderr=true",
        "name=\"two words\" cmd=\"a \\\"b\\\" c\" init='INFO x 1' init=y --level 3",
        "tc=none cmd=a",
        "60+0.5",
        "1/move",
        "60,5/move",
        "none",
        "1e9/move",
        "3/16",
        "1/1",
        "elo0=0 elo1=10",
        "elo0=-5 elo1=5 alpha=0.1 beta=0.1",
        "500,3",
        "h8 j9 g10",
        "0,0, 1,-1, -1,1",
        "a1 b2 # comment",
        "(;GM[4]SZ[15];B[hh];W[ig];B[gi])",
        "{\"game\":1,\"pair\":0,\"black\":\"a\",\"white\":\"b\",\"opening\":\"1\",\
         \"opening_plies\":0,\"moves\":[\"H8\",\"pass\"],\"times\":[0.1,0.2],\
         \"result\":\"draw\",\"reason\":\"line\"}",
    ]);
    text.to_owned()
}

/// What the referee reads is refused or read, and what is read is written so that the same is read.
fn referee(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for rule in Variant::ALL {
        let rules = Rules::new(15, 15, 5, rule).expect("a game");
        let _ = read_openings(&text, &rules);
    }
    for line in text.lines() {
        if let Ok(words) = split_words(line) {
            let quoted: Vec<String> = words.iter().map(|word| quote_word(word)).collect();
            assert_eq!(split_words(&quoted.join(" ")), Ok(words));
        }
        if let Ok(spec) = line.parse::<EngineSpec>() {
            assert_eq!(spec.to_words().parse(), Ok(spec));
        }
        if let Ok(time) = line.parse::<TimeControl>() {
            assert_eq!(time.to_string().parse(), Ok(time));
        }
        if let Ok(shard) = line.parse::<Shard>() {
            assert_eq!(shard.to_string().parse(), Ok(shard));
        }
        if let Ok(sprt) = line.parse::<Sprt>() {
            assert_eq!(sprt.to_string().parse(), Ok(sprt));
        }
        let _ = line.parse::<Resignation>();
        if let Ok(record) = serde_json::from_str::<ResultRecord>(line) {
            let again = serde_json::to_string(&record).expect("JSON");
            assert_eq!(
                serde_json::from_str::<ResultRecord>(&again).ok(),
                Some(record)
            );
        }
    }
}

/// What is asked before and behind each line. The side to move and what can be undone stand in the
/// record.
const PROBES: [&str; 4] = [
    "printsgf",
    "gogui-rules_side_to_move",
    "kata-get-rules",
    "gogui-param",
];

/// Lines through the program itself.
fn piped(seed: u64, random: &mut Random, report: &Report) {
    let file = scratch("damaged.sgf");
    let mut lines = input(random, gtp_line);
    lines.retain(|line| line.split(|&byte| byte == b'\n').count() == 2);
    if random.percent(50) {
        let mut text = record_piece(random).into_bytes();
        for _ in 0..random.within(0, 3) {
            spoil(random, &mut text);
        }
        std::fs::write(&file, text).expect("a file for the record");
        let load = format!("loadsgf {}\n", file.display());
        lines.insert(random.index(lines.len() + 1), load.into_bytes());
    }
    report.count("lines through the program", lines.len() as u64);
    if let Err(fault) = pipe(&lines) {
        report.fault(seed, &format!("piped: {}", fault.what), || {
            let same = |lines: &[Vec<u8>]| pipe(lines).is_err_and(|found| found.what == fault.what);
            let short = shortest(lines.clone(), &mut |lines| same(lines));
            let detail = pipe(&short).err().unwrap_or(fault.clone()).detail;
            format!("{}\n{detail}", shown(&short))
        });
    }
    let _ = std::fs::remove_file(file);
}

fn pipe(lines: &[Vec<u8>]) -> Result<(), Fault> {
    let options = "--size 7x6 --winlength 4 --max-nodes 100 --move-time 0.05 --hash 1 --seed 1";
    let mut process = Process::start(&crate::games::words(options));
    process.write(b"kata-set-param maxVisits 100\n")?;
    process.response()?;
    let mut state = probe(&mut process)?;
    for line in lines {
        process.write(line)?;
        // A mark behind the line says where its answer ends.
        if process.write(b"777777 name\n").is_err() {
            return ended(process, line);
        }
        let mut answer = None;
        loop {
            let response = match process.response() {
                Ok(response) => response,
                Err(_) => return ended(process, line),
            };
            if response.starts_with("=777777 ") {
                break;
            }
            if answer.replace(response).is_some() {
                return Err(Fault::new("two answers", String::new()));
            }
        }
        let after = probe(&mut process)?;
        let failed = answer
            .as_ref()
            .is_some_and(|answer| answer.starts_with('?'));
        if (failed || answer.is_none()) && after != state {
            let change = format!("{answer:?}\nbefore {state:?}\nafter {after:?}");
            return Err(Fault::new("a line that failed changed the state", change));
        }
        state = after;
    }
    process.finish()
}

/// The process has ended: right only after `quit`.
fn ended(process: Process, line: &[u8]) -> Result<(), Fault> {
    if String::from_utf8_lossy(line).contains("quit") {
        return process.finish();
    }
    Err(Fault::new(
        "the program ended",
        line.escape_ascii().to_string(),
    ))
}

fn probe(process: &mut Process) -> Result<Vec<String>, Fault> {
    let ask = |probe: &str| {
        process.write(format!("{probe}\n").as_bytes())?;
        process.response()
    };
    PROBES.into_iter().map(ask).collect()
}

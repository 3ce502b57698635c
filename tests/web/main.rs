//! The browser's front, driven as a host drives it. What runs in a browser itself is beside this, and
//! `.ci/platforms` runs it.

use lianzhu::clock::StopToken;
use lianzhu::protocol::Out;
use lianzhu::web::{Web, benchmark};
use lianzhu::wire::SendError;

/// A host that keeps the pieces, and stops the engine at the first report.
struct Impatient {
    stop: StopToken,
    pieces: Vec<String>,
}

impl Out for Impatient {
    fn say(&mut self, text: &str) -> Result<(), SendError> {
        if text.starts_with("info") {
            self.stop.stop();
        }
        self.pieces.push(text.to_owned());
        Ok(())
    }
}

fn web() -> Web {
    Web::new(1).expect("the usual board")
}

fn answer(web: &mut Web, text: &str) -> String {
    let mut said = String::new();
    web.answer(text.as_bytes(), &mut said).expect("text");
    said
}

fn hurried(web: &mut Web, line: &str) -> Vec<String> {
    let mut host = Impatient {
        stop: web.stop_token(),
        pieces: Vec::new(),
    };
    web.answer(line.as_bytes(), &mut host).expect("text");
    host.pieces
}

#[test]
fn lines_are_answered_as_everywhere() {
    let mut web = web();
    assert_eq!(answer(&mut web, "1 name"), "=1 lianzhu\n\n");
    assert_eq!(
        answer(&mut web, "play b h8 # here\r\n\n# a comment\nplay w h8\n"),
        "= \n\n? illegal move\n\n"
    );
    assert_eq!(answer(&mut web, ""), "");
    let long = format!("7 play {}", "b".repeat(70_000));
    assert_eq!(answer(&mut web, &long), "?7 line too long\n\n");
    assert_eq!(answer(&mut web, "quit\nname"), "= \n\n");
    assert_eq!(answer(&mut web, "name"), "");
}

#[test]
fn an_analysis_goes_on_until_it_is_stopped() {
    let mut web = web();
    answer(&mut web, "play b h8\nplay w h9");
    let pieces = hurried(&mut web, "3 kata-analyze b 1");
    assert_eq!(pieces.first().map(String::as_str), Some("=3\n"));
    assert!(pieces[1].starts_with("info move "), "{pieces:?}");
    assert_eq!(pieces.last().map(String::as_str), Some("\n"));
    // The stop was meant for that line only.
    answer(&mut web, "kata-set-param maxVisits 3000");
    let said = answer(&mut web, "kata-analyze b 1");
    assert!(
        said.starts_with("=\ninfo ") && said.ends_with("\n\n"),
        "{said}"
    );
    // How many reports there are is a matter of time; what the last one tells is not.
    let last = said.lines().rfind(|line| line.starts_with("info "));
    let parts = last.unwrap_or_default().split(" visits ").skip(1);
    let numbers = parts.filter_map(|part| part.split(' ').next()?.parse::<u32>().ok());
    let visits: u32 = numbers.sum();
    assert!(visits > 1000, "{said}");
}

#[test]
fn an_analysis_ends_where_everything_is_found_out() {
    let mut web = web();
    let said = answer(
        &mut web,
        "set_position b f8 b g8 b h8 b j8 w a1\nkata-analyze b maxmoves 1",
    );
    assert!(said.contains("winrate 1.000000"), "{said}");
    assert!(said.ends_with("\n\n"), "{said}");
}

#[test]
fn a_move_can_be_hurried() {
    let mut web = web();
    answer(&mut web, "play b h8\nplay w h9\nplay b j9");
    let pieces = hurried(&mut web, "genmove_analyze w 1");
    let last = pieces.last().expect("an answer");
    assert!(last.contains("play ") && last.ends_with("\n\n"), "{last}");
    assert!(answer(&mut web, "showboard").contains("Side to move: Black"));
}

#[test]
fn files_are_those_in_memory() {
    let mut web = web();
    let missing = answer(&mut web, "loadsgf Cargo.toml");
    assert!(missing.starts_with("? cannot open the file"), "{missing}");
    web.put_file("my game.sgf", b"(;GM[4]SZ[9]RU[caro]NR[4];B[ee];W[dd])");
    assert_eq!(answer(&mut web, "loadsgf \"my game.sgf\""), "= \n\n");
    let record = answer(&mut web, "printsgf");
    assert!(record.contains(";B[ee];W[dd])"), "{record}");
    let copied = "printsgf copy.sgf\nclear_board\nloadsgf copy.sgf";
    assert_eq!(answer(&mut web, copied), "= \n\n= \n\n= \n\n");
    assert_eq!(answer(&mut web, "printsgf"), record);
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let played = |seed| {
        let mut web = Web::new(seed).expect("the usual board");
        let game = "kata-set-param maxNodes 300\ngenmove b\ngenmove w\ngenmove b\ngenmove w";
        answer(&mut web, game)
    };
    assert_eq!(played(7), played(7));
    let first = played(1);
    assert!((2..9).any(|seed| played(seed) != first));
}

#[test]
fn the_benchmark_says_its_signature() {
    let total = benchmark(1);
    let said = total.to_string();
    assert!(
        said.ends_with(&format!("\nBench: {}\n", total.signature())),
        "{said}"
    );
}

/// The text of a source beside the library's.
fn source(path: &str) -> String {
    let path = format!("{}/src/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The words that stand between these two, wherever they do.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Vec<&'a str> {
    let found = text.split(before).skip(1);
    found.filter_map(|rest| rest.split(after).next()).collect()
}

#[test]
fn every_function_of_the_module_is_described() {
    let protocol = include_str!("../../protocol.md");
    let section = protocol
        .split("\n## ")
        .find(|section| section.starts_with("In a browser\n"));
    let section = section.expect("a section on the browser");
    let described: Vec<&str> = between(section, "\n| `", "(");
    let sources = source("clock/host.rs") + &source("web/exports.rs");
    let mut named = between(&sources, "safe fn ", "(");
    named.extend(between(&sources, "extern \"C\" fn ", "("));
    assert_eq!(described.len(), 10);
    for name in named {
        assert_eq!(
            described.iter().filter(|&&it| it == name).count(),
            1,
            "{name}"
        );
    }
}

/// The keys of one of the page's languages.
fn keys<'a>(words: &'a str, language: &str) -> Vec<&'a str> {
    let (_, words) = words
        .split_once(&format!("const {language} = {{\n"))
        .expect("a language");
    let (words, _) = words.split_once("\n};").expect("an end");
    let entries = words
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    entries
        .filter_map(|line| line.trim().split(':').next())
        .collect()
}

#[test]
fn the_page_says_the_same_in_every_language_and_nothing_else() {
    let words = source("web/page/words.js");
    let english = keys(&words, "ENGLISH");
    assert!(english.len() > 50);
    assert_eq!(english, keys(&words, "CHINESE"));
    let page = [
        "page.js",
        "panel.js",
        "boardview.js",
        "words.js",
        "game.js",
        "index.html",
    ];
    let page: String = page
        .map(|name| source(&format!("web/page/{name}")))
        .concat();
    for key in english {
        // Reasons why points are forbidden are the engine's words, and rules are named in short, too.
        let is_made = key.parse::<u32>().is_ok() || key.starts_with("short");
        let is_used = page.contains(&format!("\"{key}\""));
        assert!(is_made || is_used, "{key} is never said");
    }
}

//! The house rules that can be read off the source: which room uses which, and how long files are.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms from the ground up. A room may use those above it in this list, and no others.
const ROOMS: [&str; 18] = [
    "game", "notation", "wire", "files", "clock", "pattern", "eval", "threat", "search", "solve",
    "player", "engine", "protocol", "openings", "referee", "tune", "review", "bench",
];

/// The referee judges for itself: it may use these and nothing that thinks.
const REFEREE: [&str; 6] = ["game", "notation", "wire", "files", "clock", "openings"];

/// The binary, that is the command line with the modules it declares: it may use every room.
const MAIN: &str = "main";

/// The table of contents, which uses none.
const LIB: &str = "lib";

/// The most lines of a file.
const FILE_LINES: usize = 600;

fn may_use(room: &str, used: &str) -> bool {
    let place = |name| ROOMS.iter().position(|&known| known == name);
    match (place(room), place(used)) {
        _ if room == used => true,
        (_, None) => false,
        (Some(_), Some(_)) if room == "referee" => REFEREE.contains(&used),
        (Some(room), Some(used)) => used < room,
        (None, Some(_)) => room == MAIN,
    }
}

/// A file of the library, its room and how deep its module lies below the crate.
struct Source {
    path: PathBuf,
    room: String,
    depth: usize,
    text: String,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let main = tokens(&fs::read_to_string(root.join("main.rs")).unwrap());
    let is_of_main = |name: &str| main.windows(3).any(|w| *w == ["mod", name, ";"]);
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let module = path.strip_prefix(&root).unwrap().with_extension("");
                let mut names: Vec<String> = module
                    .iter()
                    .map(|name| name.to_str().unwrap().to_owned())
                    .collect();
                names.pop_if(|last| last == "mod");
                let first = names[0].as_str();
                found.push(Source {
                    room: if is_of_main(first) { MAIN } else { first }.to_owned(),
                    depth: names.len(),
                    text: fs::read_to_string(&path).unwrap(),
                    path,
                });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// The names, operators and brackets of Rust source, without comments, text and blanks. `::` is one
/// token.
fn tokens(source: &str) -> Vec<String> {
    let letters: Vec<char> = source.chars().collect();
    let is = |at: usize, text: &str| {
        text.chars()
            .enumerate()
            .all(|(i, c)| letters.get(at + i) == Some(&c))
    };
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        if is(at, "//") {
            at += letters[at..].iter().take_while(|&&c| c != '\n').count();
        } else if is(at, "/*") {
            at = after_block_comment(&letters, at);
        } else if let Some(end) = after_text(&letters, at) {
            at = end;
            found.push("\"\"".to_owned());
        } else if is_name(letter) {
            let name: String = letters[at..].iter().take_while(|&&c| is_name(c)).collect();
            at += name.chars().count();
            found.push(name);
        } else {
            let length = if is(at, "::") { 2 } else { 1 };
            if !letter.is_whitespace() {
                found.push(letters[at..at + length].iter().collect());
            }
            at += length;
        }
    }
    found
}

fn after_block_comment(letters: &[char], start: usize) -> usize {
    let mut depth = 0_usize;
    let mut at = start;
    loop {
        match letters.get(at..at + 2) {
            None => return letters.len(),
            Some(['/', '*']) => depth += 1,
            Some(['*', '/']) if depth == 1 => return at + 2,
            Some(['*', '/']) => depth -= 1,
            Some(_) => {
                at += 1;
                continue;
            }
        }
        at += 2;
    }
}

/// The place behind the literal that begins here: text, raw text, bytes, or a character in quotes
/// (a lifetime is none).
fn after_text(letters: &[char], start: usize) -> Option<usize> {
    let begins_name = start > 0 && letters[start - 1].is_alphanumeric();
    let prefix = letters[start..]
        .iter()
        .take_while(|c| "bcr".contains(**c))
        .count()
        .min(2);
    let raw = prefix > 0 && letters[start + prefix - 1] == 'r';
    let hashes = letters[start + prefix..]
        .iter()
        .take_while(|&&c| c == '#')
        .count();
    let quote = start + prefix + hashes;
    match letters.get(quote) {
        _ if prefix > 0 && begins_name => None,
        Some('"') if raw => {
            let end: Vec<char> = std::iter::once('"')
                .chain(std::iter::repeat_n('#', hashes))
                .collect();
            let length = letters[quote + 1..]
                .windows(end.len())
                .position(|w| w == end)?;
            Some(quote + 1 + length + end.len())
        }
        Some(&open @ ('"' | '\'')) if hashes == 0 && !raw => {
            let is_lifetime = open == '\''
                && letters.get(quote + 1) != Some(&'\\')
                && letters.get(quote + 2) != Some(&'\'');
            if is_lifetime {
                return None;
            }
            let mut at = quote + 1;
            while *letters.get(at)? != open {
                at += if letters[at] == '\\' { 2 } else { 1 };
            }
            Some(at + 1)
        }
        _ => None,
    }
}

/// The first names of all paths that begin at the library: `crate::name`, `crate::{name, …}`, and
/// `super::…::super::name` that leads up to it. The binary calls the library `lianzhu`, not `crate`.
fn used(source: &str, library: &str, depth: usize) -> Vec<String> {
    let tokens = tokens(source);
    let token = |at: usize| tokens.get(at).map_or("", String::as_str);
    let mut found = Vec::new();
    // For each brace that is open, whether it is that of a module inside the file.
    let mut open = Vec::new();
    for at in 0..tokens.len() {
        let depth = depth + open.iter().filter(|&&is_module| is_module).count();
        let behind = match token(at) {
            "{" => {
                open.push(at >= 2 && token(at - 2) == "mod");
                continue;
            }
            "}" => {
                open.pop();
                continue;
            }
            name if name == library && token(at + 1) == "::" => at + 2,
            // Another name for the library would hide what is used.
            name if name == library && token(at + 1) == "as" => {
                found.push(format!("{name} as"));
                continue;
            }
            "extern" if token(at + 1) == "crate" => {
                found.push("extern crate".to_owned());
                continue;
            }
            "super" if at == 0 || token(at - 1) != "::" => {
                let supers = (0..).take_while(|i| token(at + 2 * i) == "super").count();
                if supers < depth {
                    continue;
                }
                at + 2 * supers
            }
            _ => continue,
        };
        if token(behind) == "{" {
            found.extend(first_names(&tokens[behind..]));
        } else {
            found.push(token(behind).to_owned());
        }
    }
    found
}

/// The first name of each path between the braces that open here.
fn first_names(group: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    let mut depth = 0_usize;
    for (at, token) in group.iter().enumerate() {
        match token.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        if depth == 1 && matches!(token.as_str(), "{" | ",") {
            found.extend(group.get(at + 1).filter(|next| *next != "}").cloned());
        }
    }
    found
}

#[test]
fn a_room_uses_only_rooms_above_it() {
    let mut faults = Vec::new();
    for source in sources() {
        let library = if source.room == MAIN {
            "lianzhu"
        } else {
            "crate"
        };
        for name in used(&source.text, library, source.depth) {
            if !may_use(&source.room, &name) {
                faults.push(format!("{} uses {name}", source.path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_room_stands_in_the_table_of_contents() {
    let lib = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/lib.rs")).unwrap();
    let listed: Vec<&str> = lib
        .lines()
        .filter_map(|line| line.strip_prefix("//! | [`")?.split('`').next())
        .collect();
    let expected: Vec<&str> = ROOMS
        .into_iter()
        .filter(|room| listed.contains(room))
        .collect();
    assert_eq!(
        listed, expected,
        "the rooms of lib.rs, in the order of the house"
    );
    let mut built: Vec<String> = sources().into_iter().map(|source| source.room).collect();
    built.dedup();
    for room in built {
        let is_listed = listed.contains(&room.as_str());
        assert!(
            is_listed || [MAIN, LIB].contains(&room.as_str()),
            "{room} is not in lib.rs's table"
        );
    }
}

#[test]
fn no_file_is_too_long() {
    let long: Vec<String> = sources()
        .iter()
        .map(|source| (source.text.lines().count(), source.path.display()))
        .filter(|(lines, _)| *lines > FILE_LINES)
        .map(|(lines, path)| format!("{path} has {lines} lines"))
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn the_order_is_as_designed() {
    for (room, name, allowed) in [
        ("notation", "game", true),
        ("game", "notation", false),
        ("search", "engine", false),
        ("protocol", "engine", true),
        ("protocol", "referee", false),
        ("referee", "wire", true),
        ("referee", "engine", false),
        ("referee", "search", false),
        ("tune", "referee", true),
        ("main", "bench", true),
        ("lib", "game", false),
        ("eval", "nowhere", false),
        ("wire", "wire", true),
    ] {
        assert_eq!(may_use(room, name), allowed, "{room} uses {name}");
    }
}

#[test]
fn paths_are_found_wherever_they_stand() {
    let source = r##"
        use crate::game::{Board, Color};
        use crate::{clock, eval::{self, weights}, wire::*,};
        // use crate::search;
        /* crate::solve /* crate::solve */ crate::solve */
        fn f<'a>(x: &'a str) -> crate::engine::Engine {
            let text = ("crate::tune", r#"" crate::tune "#, b"\"crate::tune", '"', '\'', b'"');
            $crate::review::go(super::super::player::new(), super::sibling);
            super::super::super::bench::run()
        }
        use super::super::{threat, pattern as p};
        use super :: super
            :: protocol;
        use crate as home;
        extern crate self as house;
        lianzhu::referee::not_the_library();
    "##;
    assert_eq!(
        used(source, "crate", 2),
        [
            "game",
            "clock",
            "eval",
            "wire",
            "engine",
            "review",
            "player",
            "bench",
            "threat",
            "pattern",
            "protocol",
            "crate as",
            "extern crate",
        ]
    );
    assert_eq!(used("super::game::Board", "crate", 2), [""; 0]);
    assert_eq!(used("super::game::Board", "crate", 1), ["game"]);
    let main = "use lianzhu::{bench, engine as e}; crate::cli::run();";
    assert_eq!(used(main, "lianzhu", 1), ["bench", "engine"]);
    let inner = "mod tests { use super::*; fn f() { super::super::game() } } use super::eval;";
    assert_eq!(used(inner, "crate", 1), ["game", "eval"]);
}

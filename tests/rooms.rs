//! The house rules that can be read off the source: which room uses which, that no module leads back
//! to itself, and how long files are.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItemFn, Item, ItemMod, ItemUse, Macro, UseTree, Visibility};

/// The rooms from the ground up. A room may use those above it in this list, and no others.
const ROOMS: [&str; 21] = [
    "game",
    "notation",
    "clock",
    "wire",
    "files",
    "processor",
    "pattern",
    "eval",
    "threat",
    "search",
    "book",
    "solve",
    "player",
    "engine",
    "protocol",
    "openings",
    "referee",
    "tune",
    "review",
    "bench",
    "web",
];

/// The referee judges for itself: it may use these and nothing that thinks.
const REFEREE: [&str; 6] = ["game", "notation", "clock", "wire", "files", "openings"];

/// The rooms that may play on a position without any check: the one that has such positions, and what
/// searches, evaluates and learns.
const UNCHECKED: [&str; 8] = [
    "game", "pattern", "eval", "threat", "search", "solve", "player", "tune",
];

/// The binary, that is the command line with the modules it declares: it may use every room.
const MAIN: &str = "main";

/// The library, the root of whose modules uses no room.
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

/// The place of a module or of what stands in it: the crate, then the names on the way.
type Place = Vec<String>;

/// A module in a file of its own.
struct Module {
    path: PathBuf,
    place: Place,
    text: String,
    source: Source,
}

impl Module {
    /// The room; the root of the library is its table of contents.
    fn room(&self) -> &str {
        match (self.place[0].as_str(), self.place.get(1)) {
            (LIB, Some(room)) => room,
            (root, _) => root,
        }
    }
}

/// What a file says of modules.
#[derive(Default)]
struct Source {
    /// Where the reader is, modules inside of the file included.
    at: Place,
    /// Whether what is read now is only there for tests.
    is_test: bool,
    /// The modules below that have a file of their own.
    children: BTreeSet<String>,
    /// The paths that are used, and whether in tests only.
    used: Vec<(Place, bool)>,
    /// What can be found here under another name or place of its own: the name, and what it means.
    names: BTreeMap<String, Place>,
}

impl Source {
    /// Reads the source of a module.
    fn of(text: &str, place: &[&str]) -> Source {
        let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{place:?}: {error}"));
        let own_file = |item: &Item| match item {
            Item::Mod(ItemMod {
                ident,
                content: None,
                ..
            }) => Some(ident.to_string()),
            _ => None,
        };
        let mut source = Source {
            at: place.iter().map(|&name| name.to_owned()).collect(),
            children: file.items.iter().filter_map(own_file).collect(),
            ..Source::default()
        };
        source.visit_file(&file);
        source
    }

    /// Where a path leads to, if it begins at a crate or at a module around.
    fn place_of(&self, path: &[String]) -> Option<Place> {
        let first = path.first()?.as_str();
        let from = |place: &[String], rest: &[String]| Some([place, rest].concat());
        let supers = path.iter().take_while(|name| *name == "super").count();
        match first {
            "crate" => from(&self.at[..1], &path[1..]),
            "lianzhu" if self.at[0] == MAIN => from(&[LIB.to_owned()], &path[1..]),
            "self" => from(&self.at, &path[1..]),
            "super" => from(
                &self.at[..self.at.len().checked_sub(supers)?],
                &path[supers..],
            ),
            _ if self.children.contains(first) => from(&self.at, path),
            _ => None,
        }
    }

    fn note(&mut self, path: &[String]) {
        if let Some(place) = self.place_of(path) {
            self.used.push((place, self.is_test));
        }
    }

    fn note_use(&mut self, tree: &UseTree, before: &mut Place) {
        let (name, renamed) = match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.note_use(&path.tree, before);
                before.pop();
                return;
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.note_use(tree, before);
                }
                return;
            }
            UseTree::Glob(_) => return self.note(before),
            UseTree::Name(name) => (name.ident.to_string(), name.ident.to_string()),
            UseTree::Rename(name) => (name.ident.to_string(), name.rename.to_string()),
        };
        let mut path = before.clone();
        let renamed = match before.last() {
            Some(last) if renamed == "self" => last.clone(),
            _ => renamed,
        };
        if name != "self" || before.is_empty() {
            path.push(name);
        }
        self.note(&path);
        if let Some(place) = self.place_of(&path)
            && !self.is_test
        {
            self.names.insert(renamed, place);
        }
    }

    /// Paths in what a macro is given, or stands for.
    fn note_tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is_colon =
            |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(p)) if p.as_char() == ':');
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match token {
                TokenTree::Group(group) => self.note_tokens(group.stream()),
                TokenTree::Ident(first) => {
                    let mut path = vec![first.to_string()];
                    while is_colon(at) && is_colon(at + 1) {
                        at += 2;
                        let Some(TokenTree::Ident(name)) = tokens.get(at) else {
                            break;
                        };
                        path.push(name.to_string());
                        at += 1;
                    }
                    if path.len() > 1 {
                        self.note(&path);
                    }
                }
                _ => {}
            }
        }
    }

    /// Reads something that may be there for tests only.
    fn within(&mut self, attributes: &[Attribute], read: impl FnOnce(&mut Source)) {
        let is_test = |attribute: &Attribute| {
            let list = attribute.meta.require_list();
            list.is_ok_and(|list| list.path.is_ident("cfg") && list.tokens.to_string() == "test")
        };
        let before = self.is_test;
        self.is_test |= attributes.iter().any(is_test);
        read(self);
        self.is_test = before;
    }
}

impl Visit<'_> for Source {
    fn visit_item(&mut self, item: &Item) {
        let attributes = match item {
            Item::Const(item) => &item.attrs,
            Item::Enum(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Macro(item) => &item.attrs,
            Item::Mod(item) => &item.attrs,
            Item::Static(item) => &item.attrs,
            Item::Struct(item) => &item.attrs,
            Item::Trait(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => &vec![],
        };
        self.within(attributes, |source| visit::visit_item(source, item));
    }

    fn visit_impl_item_fn(&mut self, function: &ImplItemFn) {
        self.within(&function.attrs, |source| {
            visit::visit_impl_item_fn(source, function)
        });
    }

    fn visit_item_mod(&mut self, module: &ItemMod) {
        self.at.push(module.ident.to_string());
        visit::visit_item_mod(self, module);
        self.at.pop();
    }

    fn visit_item_use(&mut self, item: &ItemUse) {
        self.note_use(&item.tree, &mut Vec::new());
    }

    fn visit_item_extern_crate(&mut self, item: &syn::ItemExternCrate) {
        // Another name for the library would hide what is used.
        self.note(&["crate".to_owned(), format!("extern crate {}", item.ident)]);
    }

    fn visit_path(&mut self, path: &syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        if names.len() > 1 {
            self.note(&names);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &Macro) {
        self.note_tokens(called.tokens.clone());
    }

    /// Who may see something is no use of it.
    fn visit_visibility(&mut self, _: &Visibility) {}

    fn visit_attribute(&mut self, _: &Attribute) {}
}

/// All modules of the library and of the binary.
fn modules() -> Vec<Module> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let text = |name: &str| fs::read_to_string(root.join(name)).unwrap();
    let main = Source::of(&text("main.rs"), &[MAIN]).children;
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let module = path.strip_prefix(&root).unwrap().with_extension("");
                let names = module.iter().map(|name| name.to_str().unwrap());
                let mut names: Vec<&str> = names.filter(|name| *name != "mod").collect();
                if ![[LIB], [MAIN]].contains(&[names[0]]) {
                    names.insert(0, if main.contains(names[0]) { MAIN } else { LIB });
                }
                let text = fs::read_to_string(&path).unwrap();
                found.push(Module {
                    source: Source::of(&text, &names),
                    place: names.into_iter().map(str::to_owned).collect(),
                    path,
                    text,
                });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

#[test]
fn a_room_uses_only_rooms_above_it() {
    let mut faults = Vec::new();
    for module in modules() {
        for (place, _) in &module.source.used {
            // A path to the crate itself gives the library another name, which would hide what is
            // used.
            let used = place.get(1).map_or("all", String::as_str);
            if place[0] == LIB && !may_use(module.room(), used) {
                faults.push(format!("{} uses {used}", module.path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Which modules use which, by their numbers, tests apart.
struct Graph<'a> {
    modules: &'a [Module],
    numbers: BTreeMap<&'a [String], usize>,
}

impl<'a> Graph<'a> {
    fn new(modules: &'a [Module]) -> Graph<'a> {
        let numbers = modules.iter().enumerate();
        let numbers = numbers.map(|(number, module)| (&module.place[..], number));
        Graph {
            modules,
            numbers: numbers.collect(),
        }
    }

    /// The module that something stands in, whatever names it is found by on the way.
    fn home(&self, place: &[String], steps: usize) -> Option<usize> {
        let mut module = *self.numbers.get(&place[..1])?;
        for (i, name) in place.iter().enumerate().skip(1) {
            match self.numbers.get(&place[..=i]) {
                Some(&below) => module = below,
                None => {
                    let meant = self.modules[module].source.names.get(name);
                    let Some(meant) = meant.filter(|_| steps > 0) else {
                        break;
                    };
                    let rest = &place[i + 1..];
                    return self.home(&[&meant[..], rest].concat(), steps - 1);
                }
            }
        }
        Some(module)
    }

    /// The modules that one uses.
    fn used_by(&self, number: usize) -> BTreeSet<usize> {
        let used = self.modules[number].source.used.iter();
        let used = used.filter(|(_, is_test)| !is_test);
        let homes = used.filter_map(|(place, _)| self.home(place, 20));
        homes.filter(|&home| home != number).collect()
    }

    /// Sets of modules that all lead to each other.
    fn knots(&self) -> BTreeSet<BTreeSet<usize>> {
        let uses: Vec<_> = (0..self.modules.len()).map(|i| self.used_by(i)).collect();
        let reached = |from: usize| {
            let mut reached = BTreeSet::new();
            let mut open = vec![from];
            while let Some(number) = open.pop() {
                open.extend(uses[number].iter().filter(|&&next| reached.insert(next)));
            }
            reached
        };
        let reached: Vec<_> = (0..self.modules.len()).map(reached).collect();
        let knot = |i: usize| {
            reached[i]
                .iter()
                .copied()
                .filter(|&j| reached[j].contains(&i))
                .collect()
        };
        let knots = (0..self.modules.len()).map(knot);
        knots
            .filter(|knot: &BTreeSet<usize>| !knot.is_empty())
            .collect()
    }
}

#[test]
fn only_what_searches_plays_unchecked() {
    const TYPE: &str = "SearchPosition";
    let modules = modules();
    let names_it = |module: &&Module| {
        let mut used = module.source.used.iter();
        used.any(|(place, is_test)| !is_test && place.iter().any(|name| name == TYPE))
    };
    let found: BTreeSet<&str> = modules.iter().filter(names_it).map(Module::room).collect();
    assert!(found.contains("pattern"), "{TYPE} is not what it was");
    assert!(
        found.iter().all(|room| UNCHECKED.contains(room)),
        "{found:?}"
    );
    // No other type of the room lets a stone be put without a check.
    let makes = |module: &&Module| module.room() == "game" && module.text.contains("pub fn make(");
    let made: Vec<_> = modules.iter().filter(makes).map(|m| &m.path).collect();
    assert!(
        made.len() == 1 && made[0].ends_with("search_position.rs"),
        "{made:?}"
    );
}

#[test]
fn no_module_leads_back_to_itself() {
    let modules = modules();
    let graph = Graph::new(&modules);
    let knots = graph.knots();
    for knot in &knots {
        for &number in knot {
            let name = |number: usize| modules[number].place.join("::");
            let used = graph.used_by(number).into_iter();
            let used: Vec<_> = used.filter(|used| knot.contains(used)).map(name).collect();
            println!("{} uses {}", name(number), used.join(", "));
        }
        println!();
    }
    assert!(knots.is_empty());
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
    for module in modules() {
        let room = module.room();
        assert!(
            listed.contains(&room) || [MAIN, LIB].contains(&room),
            "{room} is not in lib.rs's table"
        );
    }
}

#[test]
fn no_file_is_too_long() {
    let long: Vec<String> = modules()
        .iter()
        .map(|module| (module.text.lines().count(), module.path.display()))
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

/// The places that a module of this text uses, tests included.
fn used(text: &str, place: &[&str]) -> Vec<String> {
    let used = Source::of(text, place).used.into_iter();
    used.map(|(place, _)| place.join(" ")).collect()
}

#[test]
fn paths_are_found_wherever_they_stand() {
    let source = r##"
        pub(super) mod below;
        mod inside { use super::*; fn f() { super::super::player::new() } }
        use crate::game::{Board, Color};
        pub(in crate::nowhere) use crate::{clock, eval::{self, weights}, wire::*};
        // use crate::search;
        /* crate::solve /* crate::solve */ crate::solve */
        #[cfg(feature = "crate::no")]
        fn f<'a>(&self, x: &'a str) -> crate::engine::Engine<super::Kind> {
            let text = ("crate::tune", r#"" crate::tune "#, b"\"crate::tune", '"', '\'', b'"');
            vec![crate::review::go(super::super::threat::f), below::go()];
            let below = sibling::go();
            self::here();
            super::super::bench::run(below, self)
        }
        macro_rules! m { ($x:expr) => { $crate::pattern::$x } }
        use super :: super
            :: protocol as p;
        use below::There;
        use crate as home;
        extern crate self as house;
        lianzhu::referee! {}
    "##;
    let found = used(source, &[LIB, "search", "node"]);
    let expected = [
        "lib search node",
        "lib search player new",
        "lib game Board",
        "lib game Color",
        "lib clock",
        "lib eval",
        "lib eval weights",
        "lib wire",
        "lib engine Engine",
        "lib search Kind",
        "lib review go",
        "lib threat f",
        "lib search node below go",
        "lib search node here",
        "lib bench run",
        "lib pattern",
        "lib protocol",
        "lib search node below There",
        "lib",
        "lib extern crate self",
    ];
    assert_eq!(found, expected);
    let main =
        "use lianzhu::{bench, engine as e}; fn f() { crate::cli::run(); lianzhu::wire::f() }";
    assert_eq!(
        used(main, &[MAIN, "cli"]),
        ["lib bench", "lib engine", "main cli run", "lib wire f"]
    );
}

#[test]
fn knots_are_found_behind_other_names_and_tests_tie_none() {
    let module = |place: &[&str], text: &str| Module {
        path: PathBuf::new(),
        place: place.iter().map(|&name| name.to_owned()).collect(),
        source: Source::of(text, place),
        text: String::new(),
    };
    let above = "mod one; mod two; mod three; pub use one::{One, f as g}; pub use two::Two;";
    let one = "use super::Two; pub struct One; pub fn f() {}";
    let knots = |two: &str| -> Vec<Vec<usize>> {
        let modules = [
            module(&[LIB], "pub mod room;"),
            module(&[LIB, "room"], above),
            module(&[LIB, "room", "one"], one),
            module(&[LIB, "room", "two"], two),
            module(&[LIB, "room", "three"], "use super::{g, Two};"),
        ];
        let knots = Graph::new(&modules).knots().into_iter();
        knots.map(|knot| knot.into_iter().collect()).collect()
    };
    assert_eq!(knots("pub struct Two;"), [[0; 0]; 0]);
    assert_eq!(knots("fn f() { super::g() }"), [[2, 3]]);
    assert_eq!(knots("fn f() { crate::room::One }"), [[2, 3]]);
    assert_eq!(knots("use crate::room; fn f() { room::One }"), [[1, 2, 3]]);
    assert_eq!(
        knots("#[cfg(test)] mod tests { use super::super::One; }"),
        [[0; 0]; 0]
    );
    assert_eq!(knots("#[cfg(test)] use super::One;"), [[0; 0]; 0]);
    assert_eq!(
        knots("impl A { #[cfg(test)] fn f() { super::g() } }"),
        [[0; 0]; 0]
    );
}

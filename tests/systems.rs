//! Code for one system has its other side for the others, and tests that cannot run on one say so.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, Block, ImplItem, Item, ItemFn, Meta, Stmt, Token};

/// The systems that the program is for: what `cfg` calls them, and which of them are a Unix.
const SYSTEMS: [(&str, bool); 3] = [("linux", true), ("macos", true), ("windows", false)];

/// Whether a condition holds on a system; `None` if it has to do with something else.
fn holds(condition: &Meta, (os, is_unix): (&str, bool)) -> Option<bool> {
    let value = |condition: &Meta| {
        let value = &condition.require_name_value().ok()?.value;
        let text = quote(value);
        Some(text.trim_matches('"').to_owned())
    };
    let of = |condition: &Meta| -> Vec<Option<bool>> {
        let list = condition.require_list().expect("a list");
        let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
        let parts = parts.expect("conditions");
        parts
            .iter()
            .map(|part| holds(part, (os, is_unix)))
            .collect()
    };
    let name = condition.path().get_ident()?.to_string();
    match name.as_str() {
        "unix" => Some(is_unix),
        "windows" => Some(os == "windows"),
        "target_os" => Some(value(condition)? == os),
        "target_family" => Some(value(condition)? == if is_unix { "unix" } else { os }),
        "not" => of(condition).first().copied()?.map(|held| !held),
        "all" if of(condition).contains(&Some(false)) => Some(false),
        "any" if of(condition).contains(&Some(true)) => Some(true),
        "all" => of(condition)
            .into_iter()
            .collect::<Option<Vec<bool>>>()
            .map(|_| true),
        "any" => of(condition)
            .into_iter()
            .collect::<Option<Vec<bool>>>()
            .map(|_| false),
        _ => None,
    }
}

fn quote(value: &syn::Expr) -> String {
    match value {
        syn::Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Str(text) => text.value(),
            _ => String::new(),
        },
        _ => String::new(),
    }
}

/// On which systems something is there; what is not said to be elsewhere is everywhere.
fn presence(attributes: &[Attribute]) -> [bool; SYSTEMS.len()] {
    let conditions: Vec<Meta> = attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("cfg"))
        .map(|attribute| attribute.parse_args().expect("a condition"))
        .collect();
    SYSTEMS.map(|system| {
        conditions
            .iter()
            .all(|condition| holds(condition, system) != Some(false))
    })
}

/// What is read of a file.
#[derive(Default)]
struct Sides {
    faults: Vec<String>,
}

impl Sides {
    /// Things that stand beside each other, each with what it is called.
    fn beside<'a>(&mut self, things: impl Iterator<Item = (String, &'a [Attribute])>) {
        let mut found = BTreeMap::new();
        for (name, attributes) in things {
            let there = found.entry(name).or_insert([false; SYSTEMS.len()]);
            for (system, is_there) in there.iter_mut().zip(presence(attributes)) {
                *system |= is_there;
            }
        }
        // What is for none of them is for a browser.
        let partial = found.into_iter().filter(|(_, there)| there.contains(&true));
        for (name, there) in partial {
            for ((system, _), is_there) in SYSTEMS.iter().zip(there) {
                if !is_there {
                    self.faults.push(format!("{name} has no side for {system}"));
                }
            }
        }
    }

    fn items<'a>(&mut self, items: impl Iterator<Item = &'a Item>) {
        self.beside(items.flat_map(named));
    }
}

/// What an item is called, with its attributes. Modules of a system are called as one.
fn named(item: &Item) -> Vec<(String, &[Attribute])> {
    let (name, attributes) = match item {
        Item::Fn(item) => (item.sig.ident.to_string(), &item.attrs),
        Item::Const(item) => (item.ident.to_string(), &item.attrs),
        Item::Static(item) => (item.ident.to_string(), &item.attrs),
        Item::Struct(item) => (item.ident.to_string(), &item.attrs),
        Item::Enum(item) => (item.ident.to_string(), &item.attrs),
        Item::Type(item) => (item.ident.to_string(), &item.attrs),
        Item::Mod(item) if presence(&item.attrs) != [true; SYSTEMS.len()] => {
            ("a module".to_owned(), &item.attrs)
        }
        Item::Impl(item) if presence(&item.attrs) != [true; SYSTEMS.len()] => {
            ("an impl".to_owned(), &item.attrs)
        }
        Item::Use(item) if presence(&item.attrs) != [true; SYSTEMS.len()] => {
            ("a use".to_owned(), &item.attrs)
        }
        _ => return Vec::new(),
    };
    vec![(name, attributes)]
}

impl Visit<'_> for Sides {
    fn visit_file(&mut self, file: &syn::File) {
        self.beside([("the file".to_owned(), &file.attrs[..])].into_iter());
        self.items(file.items.iter());
        visit::visit_file(self, file);
    }

    fn visit_item_mod(&mut self, module: &syn::ItemMod) {
        let items = module.content.iter().flat_map(|(_, items)| items);
        self.items(items);
        visit::visit_item_mod(self, module);
    }

    fn visit_item_impl(&mut self, item: &syn::ItemImpl) {
        self.beside(item.items.iter().filter_map(|item| match item {
            ImplItem::Fn(function) => Some((function.sig.ident.to_string(), &function.attrs[..])),
            _ => None,
        }));
        visit::visit_item_impl(self, item);
    }

    /// Statements for some systems are one where they stand together.
    fn visit_block(&mut self, block: &Block) {
        let partial = block.stmts.iter().filter_map(|statement| {
            let attributes = match statement {
                Stmt::Local(local) => &local.attrs,
                Stmt::Expr(syn::Expr::Block(block), _) => &block.attrs,
                Stmt::Expr(syn::Expr::Call(call), _) => &call.attrs,
                Stmt::Expr(syn::Expr::MethodCall(call), _) => &call.attrs,
                Stmt::Macro(called) => &called.attrs,
                _ => return None,
            };
            let is_partial = presence(attributes) != [true; SYSTEMS.len()];
            is_partial.then(|| ("a statement".to_owned(), &attributes[..]))
        });
        self.beside(partial);
        visit::visit_block(self, block);
    }
}

/// The tests that are not there on every system, rather than ignored, and modules with such tests.
#[derive(Default)]
struct Missing(Vec<String>);

impl Visit<'_> for Missing {
    fn visit_file(&mut self, file: &syn::File) {
        let mut modules = Sides::default();
        let is_module = |item: &&Item| matches!(item, Item::Mod(_));
        modules.items(file.items.iter().filter(is_module));
        modules.beside([("the file".to_owned(), &file.attrs[..])].into_iter());
        self.0.append(&mut modules.faults);
        visit::visit_file(self, file);
    }

    fn visit_item_fn(&mut self, function: &ItemFn) {
        let is_test = function
            .attrs
            .iter()
            .any(|attribute| attribute.path().is_ident("test"));
        if is_test && presence(&function.attrs) != [true; SYSTEMS.len()] {
            self.0.push(function.sig.ident.to_string());
        }
    }
}

/// The files below a folder, with their text.
fn files(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).expect("text");
                found.push((path, text));
            }
        }
    }
    found
}

fn faults(text: &str) -> Vec<String> {
    let mut sides = Sides::default();
    sides.visit_file(&syn::parse_file(text).expect("Rust"));
    sides.faults
}

#[test]
fn what_is_for_one_system_has_its_other_side() {
    let mut found = Vec::new();
    for (path, text) in files("src") {
        for fault in faults(&text) {
            found.push(format!("{}: {fault}", path.display()));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn tests_that_cannot_run_are_ignored() {
    let mut found = Vec::new();
    for (path, text) in files("tests") {
        let mut missing = Missing::default();
        missing.visit_file(&syn::parse_file(&text).expect("Rust"));
        for test in missing.0 {
            found.push(format!("{}: {test}", path.display()));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_missing_side_is_seen() {
    for (source, sides) in [
        ("#[cfg(unix)] fn f() {} #[cfg(windows)] fn f() {}", 0),
        ("#[cfg(unix)] fn f() {} #[cfg(not(unix))] fn f() {}", 0),
        ("#[cfg(unix)] fn f() {}", 1),
        ("#[cfg(unix)] fn f() {} #[cfg(windows)] fn g() {}", 3),
        (
            "#[cfg(target_os = \"linux\")] fn f() {} #[cfg(windows)] fn f() {}",
            1,
        ),
        (
            "#[cfg(target_os = \"linux\")] mod a; #[cfg(not(target_os = \"linux\"))] mod b;",
            0,
        ),
        ("#[cfg(windows)] mod a;", 2),
        ("#[cfg(not(any(unix, windows)))] fn f() {}", 0),
        ("#[cfg(all(unix, not(target_os = \"linux\")))] use a::b;", 2),
        (
            "#[cfg(test)] fn f() {} #[cfg(all(test, feature = \"x\"))] mod a;",
            0,
        ),
        ("#[cfg(not(target_family = \"wasm\"))] fn f() {}", 0),
        ("fn f() { #[cfg(unix)] { g() } }", 1),
        (
            "fn f() { #[cfg(unix)] let a = 1; #[cfg(not(unix))] let a = 2; }",
            0,
        ),
        ("impl A { #[cfg(unix)] fn f() {} }", 1),
        ("impl A {} #[cfg(unix)] impl B {}", 1),
    ] {
        assert_eq!(
            faults(source).len(),
            sides,
            "{source}: {:?}",
            faults(source)
        );
    }
}

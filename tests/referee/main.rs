//! The referee against real processes: fake engines of every bad habit, killed referees, signals.
//!
//! The fake engines are this program itself, started with `fake` as its first argument; so it has a
//! main of its own, which takes the test filters and `--ignored` that `cargo test` passes on.

mod command;
#[path = "../kit/ctrl_c.rs"]
mod ctrl_c;
mod fake;
mod faults;
mod kit;
mod matches;
mod openings;

use std::panic::catch_unwind;
use std::process::ExitCode;

/// A test, by name; ignored ones run only on request.
type Test = (&'static str, fn(), bool);

fn tests() -> Vec<Test> {
    let mut tests = Vec::new();
    tests.extend(faults::TESTS);
    tests.extend(matches::TESTS);
    tests.extend(command::TESTS);
    tests.extend(openings::TESTS);
    tests
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [first, rest @ ..] = &arguments[..]
        && first == "fake"
    {
        fake::main(rest);
        return ExitCode::SUCCESS;
    }
    #[cfg(windows)]
    ctrl_c::console::serve();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let filter = arguments.iter().find(|argument| !argument.starts_with('-'));
    let chosen = |&(name, _, ignored): &Test| {
        filter.is_none_or(|filter| name.contains(filter))
            && (ignored == has("--ignored") || has("--include-ignored"))
    };
    let tests: Vec<Test> = tests().into_iter().filter(chosen).collect();
    if has("--list") {
        for (name, _, _) in tests {
            println!("{name}: test");
        }
        return ExitCode::SUCCESS;
    }
    println!("\nrunning {} tests", tests.len());
    // Most of their time is waiting, so they wait together.
    let failed: Vec<&str> = std::thread::scope(|scope| {
        let run = |&(name, test, _): &Test| {
            scope.spawn(move || {
                let passed = catch_unwind(test).is_ok();
                println!("test {name} ... {}", if passed { "ok" } else { "FAILED" });
                (!passed).then_some(name)
            })
        };
        let running: Vec<_> = tests.iter().map(run).collect();
        let done = running.into_iter().map(|test| test.join());
        done.flat_map(|done| done.unwrap_or(Some("?"))).collect()
    });
    println!(
        "\n{} passed, {} failed",
        tests.len() - failed.len(),
        failed.len()
    );
    if failed.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!("failed: {}", failed.join(", "));
    ExitCode::FAILURE
}

//! The trial that the engine stands for as long as it is let: games, damaged lines, tactical
//! positions, killed referees and clocks, judged by a judge that shares no code with it.
//!
//! `LIANZHU_SOAK_MINUTES=10 cargo test --release --test soak -- --ignored` gives each part ten
//! minutes, one after the other; a name behind it runs that part alone. What is found is printed at
//! once, with a seed and the shortest script that shows it: `LIANZHU_SOAK_SEED` begins with that
//! case. The figures of each part are printed at its end.

mod clocks;
mod games;
mod judge;
mod judge_test;
mod kills;
mod kit;
mod lines;
mod table;
mod tactics;

#[test]
#[ignore = "runs for minutes"]
fn games() {
    games::run();
}

#[test]
#[ignore = "runs for minutes"]
fn lines() {
    lines::run();
}

#[test]
#[ignore = "runs for minutes"]
fn tactics() {
    tactics::run();
}

#[test]
#[ignore = "runs for minutes"]
fn kills() {
    kills::run();
}

#[test]
#[ignore = "runs for minutes"]
fn clocks() {
    clocks::run();
}

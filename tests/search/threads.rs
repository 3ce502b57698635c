//! Several threads of one search.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use lianzhu::clock::Limits;
use lianzhu::game::{Board, Rules};
use lianzhu::search::Searcher;

use super::kit::{ask, ask_within, random_board, random_rules};
use super::stops::sound;

#[test]
fn eight_answer_as_legally_as_one_and_prove_nothing_else() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut searcher = Searcher::new(2, 8);
    let mut helped = 0;
    for round in 0..40 {
        let rules = random_rules(&mut rng);
        let board = random_board(&mut rng, rules, 14);
        if board.outcome().is_some() {
            continue;
        }
        match round % 5 {
            0 => searcher.clear(),
            1 => searcher.set_threads(rng.random_range(1..=8)),
            2 => searcher.set_threads(8),
            _ => {}
        }
        // Without a depth any thread may answer.
        let limits = Limits {
            nodes: Some(20_000),
            depth: (round % 2 == 0).then_some(100),
            ..Limits::default()
        };
        let report = ask_within(&mut searcher, &board, limits);
        sound(&board, &report);
        helped += report.nodes.others;
    }
    assert!(helped > 0);
}

#[test]
fn no_thread_answers_from_deeper_than_was_asked_for() {
    let mut searcher = Searcher::new(2, 8);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    for depth in [1, 2, 3, 5] {
        let board = random_board(&mut rng, Rules::default(), 6);
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let report = ask_within(&mut searcher, &board, limits);
        sound(&board, &report);
        assert_eq!(report.depth, depth);
    }
}

/// The threads of this process that help a search.
fn helpers() -> Vec<std::path::PathBuf> {
    let tasks = std::fs::read_dir("/proc/self/task").expect("a list of threads");
    let paths = tasks.filter_map(|task| Some(task.ok()?.path()));
    let is_helper = |path: &std::path::PathBuf| {
        let name = std::fs::read_to_string(path.join("comm")).unwrap_or_default();
        // Searches of other tests have fewer helpers.
        let index = name.trim().strip_prefix("helper ").map(str::parse::<u32>);
        matches!(index, Some(Ok(70..)))
    };
    let mut found: Vec<_> = paths.filter(is_helper).collect();
    found.sort();
    found
}

/// No thread is made for a move: those that help live as long as the searcher.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "threads are found in /proc")]
fn they_live_as_long_as_the_searcher() {
    let board = Board::new(Rules::default());
    let mut searcher = Searcher::new(1, 80);
    ask(&mut searcher, &board, 2_000);
    let first = helpers();
    assert_eq!(first.len(), 10);
    for _ in 0..3 {
        searcher.clear();
        ask(&mut searcher, &board, 2_000);
        assert_eq!(helpers(), first);
    }
    searcher.set_threads(75);
    ask(&mut searcher, &board, 2_000);
    let last = until_there_are(5);
    assert!(last.iter().all(|helper| first.contains(helper)));
    drop(searcher);
    until_there_are(0);
}

/// Waits for so many helpers: the system lists a thread for a moment after its end.
fn until_there_are(count: usize) -> Vec<std::path::PathBuf> {
    for _ in 0..10_000 {
        let found = helpers();
        if found.len() == count {
            return found;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    panic!("{} helpers in place of {count}", helpers().len())
}

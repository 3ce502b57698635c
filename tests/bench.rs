//! The signature of the search is the same whenever it is asked for.

use std::convert::Infallible;
use std::process::Command;

use lianzhu::bench;
use lianzhu::search::{Nodes, Searcher};

fn nodes(searcher: &mut Searcher, depth: u32) -> Nodes {
    let Ok(total) = bench::run(searcher, depth, |_, _| Ok::<_, Infallible>(()));
    total.nodes
}

#[test]
fn two_runs_and_a_run_after_clearing_agree() {
    let mut searcher = Searcher::new(bench::HASH, 1);
    let mut run = || nodes(&mut searcher, 4);
    let first = run();
    assert_eq!(run(), first, "after clearing");
    let mut fresh = Searcher::new(bench::HASH, 1);
    let mut number = 0;
    let again = bench::run(&mut fresh, 4, |board, report| {
        number += 1;
        assert!(report.nodes.total() > 0);
        let best = *report.pv.first().expect("a move");
        assert!(board.is_legal(board.side_to_move(), best), "{number}");
        Ok::<_, Infallible>(())
    });
    assert_eq!(
        again.map(|total| total.nodes),
        Ok(first),
        "in a fresh search"
    );
    assert_eq!(number, bench::positions().count());
}

#[test]
fn the_command_prints_what_the_library_counts() {
    let output = Command::new(env!("CARGO_BIN_EXE_lianzhu"))
        .args(["bench", "3"])
        .output()
        .expect("a process");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    let mut searcher = Searcher::new(bench::HASH, 1);
    let signature = nodes(&mut searcher, 3).total();
    assert_eq!(text.lines().last(), Some(&*format!("Bench: {signature}")));
    assert!(text.contains(&format!("\nNodes {signature} ")), "{text}");
}

//! Records kept as they are.

use lianzhu::notation::sgf::{MAX_BYTES, SgfError, Tree, read};
use proptest::prelude::*;

fn rewritten(text: &[u8]) -> Vec<u8> {
    Tree::read(text).expect("a record").remove(0).write()
}

#[test]
fn everything_in_a_record_stays() {
    for text in [
        &b"(;GM[4]C[caf\xe9 \\] \\\\ :]XX[a][b];B[hh](;W[aa];B[bb])\n(;W[cc]\n(;B[dd])\n(;B[])))"[..],
        b"(;)",
        b"(;SZ[15];AB[aa:cc];PL[W])",
    ] {
        let once = rewritten(text);
        assert_eq!(rewritten(&once), once);
        let strip = |text: &[u8]| -> Vec<u8> {
            text.iter().copied().filter(|&byte| byte != b'\n').collect()
        };
        assert_eq!(strip(&once), strip(text));
    }
    // Small letters of old editions go, blanks around properties too.
    assert_eq!(
        rewritten(b"x ( ; GaMe[4] SiZe [15]\n[16] ( ; Black [hh] ) )y"),
        b"(;GM[4]SZ[15][16]\n;B[hh])"
    );
}

#[test]
fn all_games_of_a_file_are_read() {
    let games = Tree::read(b"mail (;SZ[3];B[aa]) (;SZ[4]) end").expect("records");
    assert_eq!(games.len(), 2);
    assert_eq!(games[1].write(), b"(;SZ[4])");
    assert_eq!(games[0].main_line().len(), 2);
}

#[test]
fn bad_records_are_errors() {
    let error = |text: &[u8]| Tree::read(text).expect_err("an error").to_string();
    assert_eq!(error(b"B[hh]"), "no game record begins in the file");
    assert_eq!(error(b"(;B[hh]"), "line 1: the record breaks off");
    assert_eq!(error(b"(;\nB[hh"), "line 2: a value has no end");
    assert_eq!(error(b"(;\nB[hh]\n\n"), "line 2: the record breaks off");
    assert!(error(b"(;B[aa](B[hh]))").contains("outside any node"));
    assert!(error(b"(;B[aa])(;B[hh]").contains("breaks off"));
    let long = vec![b' '; MAX_BYTES + 1];
    assert!(matches!(Tree::read(&long), Err(SgfError::TooLong)));
}

#[test]
fn moves_are_known_by_their_lines() {
    let reading = |text: &[u8]| Tree::read(text).expect("a record").remove(0).reading();
    let whole =
        reading(b"mail\n(;SZ[9]\n;B[aa]\n\n;W[bb]C[two\nlines];B[cc]\n;W\n[dd])").expect("a game");
    assert_eq!(whole.lines, [3, 5, 6, 7]);
    assert_eq!((whole.record.moves.len(), whole.fault), (4, None));
    let part = reading(b"(;SZ[9];B[aa]\n;W[b1];B[cc])").expect("a game");
    let fault = part.fault.expect("a fault");
    assert_eq!((part.lines, fault.line), (vec![1], 2));
    assert_eq!(part.record.moves.len(), 1);
    let error = reading(b"(;SZ[9]\n;W[b1];B[cc])").expect_err("no move before it");
    assert_eq!(
        error.to_string(),
        "line 2: a move is no point of two letters"
    );
}

#[test]
fn depth_costs_no_stack() {
    let deep = format!("(;{}{}", "(;B[aa]".repeat(100_000), ")".repeat(100_001));
    let tree = Tree::read(deep.as_bytes()).expect("a record").remove(0);
    assert_eq!(tree.main_line().len(), 100_001);
    assert_eq!(
        tree.write().iter().filter(|&&byte| byte == b'B').count(),
        100_000
    );
}

#[test]
fn what_is_added_stands_where_it_should() {
    let mut tree = Tree::read(b"(;SZ[9];B[aa];W[bb])")
        .expect("a record")
        .remove(0);
    let line = tree.main_line();
    let other = tree.add_child(line[1]);
    tree.set(other, "C", "a] \\ b");
    tree.set_values(line[1], "B", Vec::new());
    assert_eq!(tree.write(), b"(;SZ[9]\n;\n(;W[bb])\n(;C[a\\] \\\\ b]))");
    tree.remove_child(line[1], other);
    assert_eq!(tree.write(), b"(;SZ[9]\n;\n;W[bb])");
}

proptest! {
    /// Whatever can be read as a tree is written so that the same tree, and the same game, is read.
    #[test]
    fn writing_and_reading_agree(pieces in prop::collection::vec(
        prop::sample::select(vec!["(", ")", ";", "(;", "B[aa]", "W[bb]", "C[x\\]]", "AB[cc][dd]", "LB[aa:1]", "\n"]),
        0..60,
    )) {
        let text = format!("(;{}", pieces.concat());
        if let Ok(games) = Tree::read(text.as_bytes()) {
            for tree in games {
                let written = tree.write();
                let again = Tree::read(&written).expect("what was written is read").remove(0);
                prop_assert_eq!(again.write(), written.clone());
                prop_assert!(read(&written).is_ok() == read(&again.write()).is_ok());
            }
        }
    }
}

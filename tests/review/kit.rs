use lianzhu::clock::StopToken;
use lianzhu::game::Rules;
use lianzhu::notation::sgf::Tree;
use lianzhu::review::{Effort, Game, Looker};

/// What every position is worth in these tests.
pub const EFFORT: Effort = Effort {
    time: None,
    nodes: Some(1_000),
};

/// Black's first four (move 7) leaves the double four at G6 alone; White then lets it stand, and
/// Black misses it.
pub const MISSED: &str = "(;GM[4]SZ[15]PB[<Ann> & \"Bob\"]PW[caf\u{e9}]C[a game]\
     ;B[hh];W[ah];B[ih];W[ao];B[jh];W[oo];B[ca]C[why \\]?]BM[1](;W[ho];B[gh];W[aa];B[fh])(;W[gh];B[kh];W[lh]))";

/// The first game of a text, not searched yet.
pub fn game(text: &str) -> Game {
    let tree = Tree::read(text.as_bytes()).expect("a record").remove(0);
    Game::new(tree, &Rules::default(), 5).expect("a game")
}

/// The first game of a text, all of it searched.
pub fn reviewed(text: &str) -> Game {
    let mut game = game(text);
    let mut looker = Looker::new(1);
    let open: Vec<usize> = game.open().collect();
    for moves in open {
        let found = looker.look(&game.position(moves), EFFORT, &StopToken::new());
        game.set_finding(moves, found.expect("nobody stops it"));
    }
    assert!(game.is_complete());
    game
}

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use lianzhu::clock::StopToken;
use lianzhu::game::Rules;
use lianzhu::notation::sgf::Tree;
use lianzhu::review::{Effort, Game, Looker};

/// What every position is worth in these tests.
pub const EFFORT: Effort = Effort {
    time: None,
    nodes: Some(1_000),
    proof: None,
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

/// A folder of a test's own, which goes with it.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("lianzhu-review-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a file");
        path
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_default()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The command, its arguments given; it runs in the folder.
pub fn analyse(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lianzhu"));
    command
        .arg("analyse")
        .args(arguments)
        .current_dir(folder)
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// What the command said, to its end.
pub fn run(folder: &Folder, arguments: &[&str]) -> Output {
    analyse(&folder.0, arguments)
        .output()
        .expect("the program starts")
}

/// What stood on a stream.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

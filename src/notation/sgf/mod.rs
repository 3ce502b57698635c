//! SGF: game records as text.
//!
//! Written is `GM[4]` in the fourth edition; read is any edition and any game whose moves are
//! points of two letters. Only the main line counts, that is the first variation everywhere;
//! others are skipped. Understood are `GM`, `SZ`, `RU`, `NR`, `PB`, `PW`, `RE`, `AB`, `AW`, `AE`,
//! `PL`, `B` and `W`; everything else is passed over. `NR` is our own: how many in a row win.
//!
//! The reader is our own, and not the crate `sgf-parse`, since that builds a tree that is as deep
//! as the game is long and overflows the stack when a file of 100 KB frees it. This one keeps no
//! tree and does not recurse.
//!
//! [`Tree`] is for who adds to a record: it keeps everything that stands in it.
//!
//! ```
//! use lianzhu::game::Rules;
//! use lianzhu::notation::{GameRecord, sgf};
//!
//! let record = sgf::read(b"(;GM[4]SZ[15]RU[exact]NR[5];B[hh];W[ii](;B[gg])(;B[aa]))")?;
//! let rules = record.rules(&Rules::default(), 5)?;
//! let board = record.board(rules, None)?;
//! assert_eq!(board.stones(), 3);
//! assert_eq!(sgf::read(sgf::write(&GameRecord::of(&board)).as_bytes())?.moves, record.moves);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod lexer;
mod read;
mod tree;
mod value;
mod write;

pub use read::{MAX_BYTES, read, read_from};
pub use tree::{NodeId, Tree};
pub use value::point_text;
pub use write::write;

use std::io;

use thiserror::Error;

/// Why a file is no game record.
#[derive(Debug, Error)]
pub enum SgfError {
    /// It has more than [`MAX_BYTES`] bytes.
    #[error("the file has more than {MAX_BYTES} bytes")]
    TooLong,
    /// No game tree begins in it.
    #[error("no game record begins in the file")]
    NoGame,
    /// The text breaks off or is not SGF.
    #[error("line {line}: {what}")]
    Syntax {
        /// The line of the text, from 1.
        line: usize,
        /// What is wrong there.
        what: &'static str,
    },
    /// The source failed.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
}

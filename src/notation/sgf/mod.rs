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

mod error;
mod lexer;
mod read;
mod tree;
mod value;
mod write;

pub use error::{MAX_BYTES, SgfError};
pub use read::{read, read_from};
pub use tree::{NodeId, Tree};
pub use value::point_text;
pub use write::write;

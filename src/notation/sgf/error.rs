use std::io;

use thiserror::Error;

/// The largest file that is read: 1 MiB, sixty times a full game on the largest board.
pub const MAX_BYTES: usize = 1024 * 1024;

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

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::game::GameError;
use crate::notation::sgf::SgfError;

/// Why a file was not reviewed.
#[derive(Debug, Error)]
pub enum ReviewError {
    /// It cannot be read.
    #[error("cannot read it: {0}")]
    Read(io::Error),
    /// It is a folder without records.
    #[error("no record (.sgf or .psq) in this folder")]
    NoRecords,
    /// It holds no game record.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// One of its games cannot be played.
    #[error("{}{error}", if *.number > 1 { format!("game {number}: ") } else { String::new() })]
    Game {
        /// Which one, from 1.
        number: usize,
        /// What is wrong with it.
        error: GameError,
    },
    /// The review would be written over a record, or over the review of another one.
    #[error("the review would be written over {}", .0.display())]
    Collision(PathBuf),
    /// What stands where the review goes is something else.
    #[error("{} exists, and is no review of this file", .0.display())]
    Foreign(PathBuf),
    /// The page would be written over a record or a review.
    #[error("the page would be written over {}, a record or its review", .0.display())]
    PageCollision(PathBuf),
    /// What stands where the page goes is something else.
    #[error("{} exists, and is no page of a review", .0.display())]
    ForeignPage(PathBuf),
    /// The review cannot be written.
    #[error("cannot write {}: {error}", .path.display())]
    Write {
        /// Where to.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
}

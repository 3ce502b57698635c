//! Proof: the game value of a position, and what it can be checked by.
//!
//! An answer is exact or it is [`Unknown`](Answer::Unknown); none rests on a score. What proof files
//! look like stands in `FORMAT.md` beside this file.

mod body;
mod book;
mod check;
mod compile;
mod complete;
mod effort;
mod graph;
mod grown;
mod header;
mod hints;
mod journal;
mod outline;
mod points;
mod prover;
mod question;
mod shortest;
mod small;
mod symmetry;
mod threats;
mod tree;
mod win;
mod windows;
mod wins;

pub use book::{BookMove, BookPlayer, ProofBook};
pub use check::{BodyFault, CheckError, check};
pub use effort::{Effort, Progress};
pub use graph::Part;
pub use header::{Claim, Form, Header, HeaderError, Verdict, is_proof};
pub use hints::Hints;
pub use question::{Limit, Means, Question, Solution, decide, tries_all, works_of};
pub use shortest::{Quiet, Shortest, shortest};
pub use small::{
    Answer, Fault, Limits, Solved, Value, can_win, hold, hold_on, holds_by_breaking, value,
};
pub use win::{Attempt, WinProof, prove_win};
pub use wins::WinFault;

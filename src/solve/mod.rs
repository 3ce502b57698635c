//! Proof: the game value of a position, and what it can be checked by.
//!
//! An answer is exact or it is [`Unknown`](Answer::Unknown); none rests on a score. What proof files
//! look like stands in `FORMAT.md` beside this file.

mod check;
mod header;
mod small;

pub use check::{CheckError, check};
pub use header::{Claim, Form, Header, HeaderError, Verdict};
pub use small::{Answer, Fault, Limits, Solved, Value, can_win, hold, value};

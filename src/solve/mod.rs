//! Proof: the game value of a position, and what it can be checked by.
//!
//! An answer is exact or it is [`Unknown`](Answer::Unknown); none rests on a score.

mod small;

pub use small::{Answer, Limits, Solved, Value, can_win, value};

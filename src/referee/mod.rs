//! The referee: matches between engine processes, judged by the project's own rules.
//!
//! Uses the rooms `game`, `notation`, `wire` and `clock`, and nothing of the search: engines are
//! other programs, spoken to over GTP or the Gomocup protocol, and never believed.

mod record;

pub use record::{Fault, GameRecord, GameResult, Reason};

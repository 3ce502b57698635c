//! The referee: matches between engine processes, judged by the project's own rules.
//!
//! Uses the rooms `game`, `notation`, `wire` and `clock`, and nothing of the search: engines are
//! other programs, spoken to over GTP or the Gomocup protocol, and never believed.

mod openings;
mod record;
mod sprt;
mod stats;
mod table;
mod tally;

pub use openings::{
    LineError, Opening, OpeningError, OpeningsError, RandomOpenings, Symmetry, embedded_openings,
    is_balanced, leaves_threat, leaves_win, read_openings, shuffle, with_symmetries,
    without_duplicates,
};
pub use record::{Fault, GameRecord, GameResult, Reason};
pub use sprt::{Sprt, SprtError, SprtState};
pub use stats::{Estimate, Pentanomial, Wdl, elo_of_score, normal_cdf, score_of_elo};
pub use table::{Progress, live_line, table};
pub use tally::{OverlapError, Score, Tally};

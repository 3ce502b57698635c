//! The referee: matches between engine processes, judged by the project's own rules.
//!
//! Uses the rooms `game`, `notation`, `wire`, `files`, `clock` and `openings`, and nothing of the
//! search: engines are other programs, spoken to over GTP or the Gomocup protocol, and never believed.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod client;
mod judge;
mod judged;
mod last_words;
mod merge;
mod outbox;
mod play;
mod process;
mod record;
mod results;
mod run;
mod schedule;
mod settings;
mod spec;
mod sprt;
mod stats;
mod table;
mod tally;
mod text;
mod time;
mod tree;
mod words;

pub use judge::{Judge, JudgeError};
pub use judged::{Jury, OpeningsFailure};
pub use merge::{MergeError, merge};
pub use record::{Fault, GameResult, Reason, ResultRecord};
pub use results::{ResultsError, ResultsHeader, read_header};
pub use run::{Ending, MatchError, MatchOutcome, RunOptions, Standing, run};
pub use schedule::{Fixture, Schedule, Shard};
pub use settings::{Format, MatchSettings, OpeningSource, Resignation, RulesText, SettingsError};
pub use spec::{Dialect, EngineSpec, SpecError, distinct_names, engines_from_file};
pub use sprt::{Sprt, SprtError, SprtState};
pub use stats::{Estimate, Pentanomial, Wdl, elo_of_score, normal_cdf, score_of_elo};
pub use table::{Pace, live_line, standing, table};
pub use tally::{OverlapError, Score, Tally};
pub use time::{ParseTimeError, TimeControl};
pub use words::{WordsError, quote_word, split_words};

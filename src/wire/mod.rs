//! The wire: lines in, whole answers out, for the protocol fronts and the referee alike.
//!
//! Everything here is bounded in memory, whatever the other side sends: [`LineReader`] cuts lines
//! at a limit, [`Inbox`] reads ahead on a thread of its own up to a number of lines and bytes, and
//! then lets the other side wait. [`Sender`] writes an answer whole and flushes it at once.
//!
//! Lines are bytes: what NUL, CR or invalid UTF-8 mean is for the reader of the line to say.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod inbox;
mod reader;
mod sender;

pub use inbox::{Event, Inbox, Inspection, Received};
pub use reader::{DEFAULT_LIMIT, Line, LineReader};
pub use sender::{SendError, Sender};

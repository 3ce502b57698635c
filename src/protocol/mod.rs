//! The fronts: protocols by which other programs talk to the engine.
//!
//! What is common to them stands here: [`serve`] reads lines on a thread of its own, so that
//! something can be asked while the engine thinks, and hands them in order to a [`Front`], which
//! answers through an [`Out`]. What the lines mean is each front's own: [`gtp`], [`gomocup`].

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod front;
pub mod gomocup;
pub mod gtp;
mod line;
mod live;

pub use front::{Flow, Front, Interrupts, Out, ServeError, StoppedBy, serve};

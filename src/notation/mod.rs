//! The notation room: how points, positions and games are written down and read back.
//!
//! Reading never judges: text that cannot be read is one error ([`ParseVertexError`]), text that
//! can be read but does not fit the game at hand is another ([`OffBoardError`]). Both leave the
//! caller to choose the words of its protocol. The same holds for whole games: [`sgf`] and [`psq`] read
//! a [`GameRecord`], and only [`GameRecord::board`] says whether it is a legal game.
//!
//! ```
//! use lianzhu::game::{Point, Rules};
//! use lianzhu::notation::Vertex;
//!
//! let vertex: Vertex = "h8".parse()?;
//! assert_eq!(vertex.on_board(&Rules::default())?, Some(Point::new(7, 7)));
//! assert_eq!(vertex.to_string(), "H8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod diagram;
mod offset;
pub mod psq;
mod reading;
mod record;
pub mod sgf;
mod variant;
mod vertex;

pub use diagram::Diagram;
pub use offset::{Offset, ParseOffsetError};
pub use reading::{Fault, Reading};
pub use record::{GameRecord, RecordError};
pub use variant::ParseVariantError;
pub use vertex::{Column, OffBoardError, ParseVertexError, Vertex, vertices};

//! The notation room: how points, positions and games are written down and read back.
//!
//! Reading never judges: text that cannot be read is one error ([`ParseVertexError`]), text that
//! can be read but does not fit the game at hand is another ([`OffBoardError`]). Both leave the
//! caller to choose the words of its protocol.
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

mod offset;
mod vertex;

pub use offset::{Offset, ParseOffsetError};
pub use vertex::{Column, OffBoardError, ParseVertexError, Vertex};

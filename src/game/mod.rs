//! The rules room: colours, points, rules, the board, the win checker and renju's forbidden points.
//!
//! Knows nothing of text, time or players. Everything that has to know whether a move is legal or
//! a game is over asks here, and nowhere else.
//!
//! A position has three types. A [`Setup`] is what was set up, judged by nobody. A [`Board`] is a game
//! that the rules allow: it is made from a [`Setup`] or from the empty board, and checks every move. A
//! [`SearchPosition`] is a copy to search on, whose moves nobody checks. The stones of the last two are
//! read as a [`Position`].
//!
//! ```
//! use lianzhu::game::{Board, Color, Outcome, Point, Rules, Variant};
//!
//! let rules = Rules::new(3, 3, 3, Variant::Freestyle)?;
//! let mut board = Board::new(rules);
//! for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)] {
//!     board.play(board.side_to_move(), Point::new(x, y))?;
//! }
//! assert_eq!(board.outcome(), Some(Outcome::Win(Color::Black)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod cell;
mod color;
mod direction;
mod forbidden;
mod legal;
mod lines;
mod outcome;
mod point;
mod position;
mod rules;
mod search_position;
mod setup;
mod symmetry;
mod win;
mod zobrist;

pub use board::{Board, Move};
pub use cell::Cell;
pub use color::Color;
pub use direction::Direction;
pub use forbidden::Forbidden;
pub use legal::PlayError;
pub use outcome::{DrawReason, Outcome};
pub use point::{MAX_SIDE, Point, Points};
pub use position::Position;
pub use rules::{MIN_SIDE, Rules, RulesError, Variant, WinRule};
pub use search_position::SearchPosition;
pub use setup::{Setup, SetupError};
pub use symmetry::Symmetry;
pub use win::WinLine;

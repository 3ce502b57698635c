//! Opening books: what long searches said of the first positions of a game.
//!
//! An [`OpeningBook`] holds positions of one game, each once whichever way it lies on the board, with their best
//! moves and what a search behind each of them said. [`grow`] adds the position that matters most, again and
//! again; the file that it goes into is text, a line a position:
//!
//! ```text
//! lianzhu book 1: freestyle 15x15 5
//! : 400000: H8=31 H7=18
//! H8: 400000: G9=-24 H9=-29
//! ```
//!
//! The first line names the game. Each other line has the stones, Black's and White's in turn, the positions that were
//! searched, and the best moves with their scores for the side to move, 200 to a unit of logit. Of a
//! position that stands there twice the line with more positions searched counts. `#` begins a comment.

mod embedded;
mod grow;
mod key;
mod positions;
mod text;

pub use grow::{GrowSettings, grow};
pub use positions::{MOST_STONES, OpeningBook};
pub use text::BookError;

//! A whole game searched move by move: which moves lost ground, what was better, which forced wins
//! were missed. Written back as SGF, and as a page to look at.
//!
//! Every position of the main line is looked at by itself: for a win by fours, then by threats, then
//! by the search, within one [`Effort`]. A move is judged by the win rates before and after it:
//! [`INACCURACY`], [`MISTAKE`] and [`BLUNDER`] are the drops from which on it is called so. Where
//! [`Effort::proof`] asks for it, what is won or lost is proven as well, and which moves win.
//!
//! ```
//! use lianzhu::clock::StopToken;
//! use lianzhu::game::Rules;
//! use lianzhu::notation::sgf::Tree;
//! use lianzhu::review::{Effort, Game, Looker, annotated};
//!
//! let text = b"(;SZ[15];B[hh];W[aa];B[ih];W[oa];B[jh];W[ao];B[kh];W[oo])";
//! let mut game = Game::new(Tree::read(text)?.remove(0), &Rules::default(), 5)?;
//! let effort = Effort { time: None, nodes: Some(200), proof: None };
//! let mut looker = Looker::new(1);
//! for moves in 5..game.positions() {
//!     let finding = looker.look(&game.position(moves), effort, &StopToken::new());
//!     game.set_finding(moves, finding.expect("nobody stops it"));
//! }
//! // White lets a four stand, but it was lost anyway.
//! assert_eq!(game.judged(8).map(|judged| judged.after), Some(0.0));
//! assert!(annotated(&game, effort).write().starts_with(b"(;SZ[15]"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod error;
mod files;
mod game;
mod html;
mod look;
mod marks;
mod proof;
mod said;

pub use batch::{Batch, Request, Reviewed, collection};
pub use error::ReviewError;
pub use files::{Job, Source, check_page, jobs, read_bounded, write_page};
pub use game::{BLUNDER, BadMove, Game, GameError, INACCURACY, Judged, MISTAKE, MoveQuality};
pub use html::{Drawing, page};
pub use look::{Effort, Finding, Force, Looker};
pub use marks::{annotated, phrase, summary};
pub use proof::{MoveProof, OtherMoves, ProofEffort, Proven};

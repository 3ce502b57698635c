//! Self-play data and the fitting of weights.
//!
//! [`generate`] lets the search play itself from random balanced openings and writes one line a
//! game. [`fit`] makes weights of such games: the static score by logistic regression on results
//! and on the search's scores, the ordering scores by softmax regression on the moves played. Both
//! start from the hand-made [prior](crate::eval::Weights::prior) and are pulled towards it, so that
//! what is rare stays sane.
//!
//! # How the shipped weights came to be
//!
//! ```text
//! lianzhu datagen --rule freestyle --nodes 1000 --seed 1 --games 8541 --out free-1.txt
//! lianzhu tune --data free-1.txt --blend 0.5 --out src/eval/weights/freestyle.txt
//!
//! lianzhu datagen --rule exact --nodes 1000 --seed 1 --games 3422 --out exact-1.txt
//! lianzhu tune --data exact-1.txt --from src/eval/weights/freestyle.txt --out src/eval/weights/exact.txt
//! ```
//!
//! Games depend on the search that plays them. Freestyle's were played by the first version of the
//! search with the prior; exact's by that of "Search: prune more boldly" with freestyle's weights.
//! Renju and caro are played with freestyle's weights, win lengths below five with the prior.

mod adam;
mod codes;
mod data;
mod fit;
mod generate;
mod order;
mod positions;
mod selfplay;
mod value;

use fit::Split;

pub use data::{DataError, Game, Header, Played, read_games};
pub use fit::{FitError, Settings, fit};
pub use generate::{GenerateError, Job, generate};

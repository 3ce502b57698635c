//! Self-play data and the fitting of weights.
//!
//! [`generate`] lets the search play itself, or a weaker player, from random balanced openings and
//! writes one line a game; [`rescore`] gives their positions the scores of longer searches. [`fit`]
//! makes weights of such games: the static score by logistic regression on results and on the
//! search's scores, the ordering scores by softmax regression on the moves played. Both start from
//! the hand-made [prior](crate::eval::Weights::prior) and are pulled towards it, so that what is
//! rare stays sane. [`train`] makes the [network](crate::eval::network) that is put on top of the
//! static score at five in a row: by gradient descent on the search's scores, from hardly anything
//! or from the network of another variant. [`train_policy`] fits what orders the moves of a quiet
//! position to the moves that cut inside of searches. [`spsa`] tunes the constants of the search.
//!
//! How the shipped numbers came to be, and what was tried, stands in `NOTES.md` beside this file and in
//! `network/NOTES.md`, `network/DATA.md` and `policy/NOTES.md`.

mod adam;
mod codes;
mod curve;
mod data;
mod fit;
mod games;
mod generate;
mod learner;
mod logit;
mod network;
mod order;
mod policy;
mod positions;
mod replay;
mod rescore;
mod selfplay;
mod settings;
mod spsa;
mod value;

pub use curve::{Bin, Curve, fit_curve};
pub use data::{DataError, Game, Header, Opponent, Played, read_games};
pub use fit::fit;
pub use games::FitError;
pub use generate::{GenerateError, Job, generate};
pub use network::{TrainSettings, train};
pub use policy::{PolicySettings, train_policy};
pub use rescore::{RescoreJob, rescore, rescore_all};
pub use settings::FitSettings;
pub use spsa::{SpsaError, SpsaSettings, Tuned, spsa};

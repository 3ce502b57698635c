//! The facade every front uses: a game, a player and a clock. No input or output, no text.
//!
//! An operation that fails leaves everything as it was.
//!
//! ```
//! use lianzhu::engine::{Config, Engine, Reply};
//! use lianzhu::game::{Color, Point};
//!
//! let mut engine = Engine::new(Config { max_nodes: Some(500), ..Config::default() })?;
//! engine.play(Color::Black, Point::new(7, 7))?;
//! let reply = engine.genmove(Color::White);
//! assert!(matches!(reply, Reply::Play(_)));
//! assert_eq!(engine.board().stones(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod config;
mod facade;
mod live;
mod opening;
mod params;
mod settings;
mod threats;

pub use crate::player::Watch;
pub use analysis::{Evaluation, Forced, Threat};
pub use config::{Config, DEFAULT_LINES, DEFAULT_MOVE_TIME, MAX_LINES};
pub use facade::{ChangeError, Engine, Reply, SequenceError, UndoError};
pub use opening::{Swap, SwapError, SwapReply};
pub use params::{PARAMS, Param, ParamError};
pub use settings::{MAX_HASH, MAX_THREADS};
pub use threats::{Run, Threats};

//! What one line of points is worth to one colour, for every empty point of a board, kept up
//! as stones come and go.
//!
//! [`Patterns`] is what a search plays on: a [`Position`](crate::game::Position) with, for each
//! empty point, the [`LinePattern`] of its four lines for both colours, the [`Pattern4`] they
//! combine to, ordering scores and the point's share of the static score. It holds no stones of its
//! own. A stone changes only points within reach on its four lines, so a move costs the same on
//! every board. What the line patterns mean is defined for every win length and variant by
//! recursion over one line; tables make it a look-up.

mod changes;
mod counts;
mod delta;
mod half_line;
mod legal;
mod line;
mod line_pattern;
mod lookup;
mod near;
mod pattern4;
mod score_table;
mod set;
mod state;
mod table;

pub use delta::Delta;
pub(crate) use half_line::HalfLine;
pub use line_pattern::LinePattern;
pub use pattern4::{Pattern4, ThreatSet};
pub use score_table::{PATTERN_CODES, ScoreTable, line_pattern_combinations, pattern_code};
pub use set::PointSet;
pub use state::Patterns;

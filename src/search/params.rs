//! The constants of the search, once each, grouped by technique. Scores are in the evaluation's
//! unit (200 a unit of logit), depths in plies.

/// Aspiration: from this depth on, ...
pub const ASPIRATION_DEPTH: i32 = 4;
/// ... with windows of this half-width, widened by half at each failure.
pub const ASPIRATION_WIDTH: i32 = 30;

/// Reverse futility: at this depth and below, ...
pub const FUTILITY_DEPTH: i32 = 8;
/// ... a static score above beta by this much a ply is good enough.
pub const FUTILITY_MARGIN: i32 = 60;

/// Razoring: at this depth and below, ...
pub const RAZOR_DEPTH: i32 = 2;
/// ... a static score below alpha by this much, ...
pub const RAZOR_BASE: i32 = 60;
/// ... and this much more a ply, is left to the quiescence search.
pub const RAZOR_MARGIN: i32 = 60;

/// Move-count pruning: at this depth and below.
pub const COUNT_DEPTH: i32 = 8;

/// Late move reductions: from this depth on.
pub const REDUCTION_DEPTH: i32 = 2;
/// Reduction in 1/1024 ply: base, ...
pub const REDUCTION_BASE: i32 = 300;
/// ... and this much for each unit of ln(depth) · ln(move number).
pub const REDUCTION_FACTOR: i32 = 620;
/// Less on a principal variation, ...
pub const REDUCTION_PV: i32 = 1024;
/// ... more where a cut is expected, ...
pub const REDUCTION_CUT: i32 = 700;
/// ... more when things do not improve, ...
pub const REDUCTION_WORSE: i32 = 500;
/// ... less for a move that makes or takes a threat, ...
pub const REDUCTION_THREAT: i32 = 1024;
/// ... and less by history, whose largest value is worth this much.
pub const REDUCTION_HISTORY: i32 = 1024;

/// Null move: from this depth on, ...
pub const NULL_DEPTH: i32 = 6;
/// ... with a static score above beta by this much.
pub const NULL_MARGIN: i32 = 150;

/// Singular extension: from this depth on, ...
pub const SINGULAR_DEPTH: i32 = 6;
/// ... with a window below the table's score by this much a ply.
pub const SINGULAR_MARGIN: i32 = 3;

/// The lowest depth to which threats are still answered past the horizon.
pub const LOWEST_DEPTH: i32 = -4;

/// Positions a search for continuous fours may enter at a leaf, ...
pub const VCF_LEAF: u64 = 60;
/// ... and at the root.
pub const VCF_ROOT: u64 = 20_000;

/// The largest value of a history entry.
pub const HISTORY_MAX: i32 = 8192;
/// What the largest history is worth beside the ordering scores of points.
pub const HISTORY_WEIGHT: i32 = 150;

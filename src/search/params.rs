//! The constants of the search, once each, grouped by technique.
//!
//! Scores are in the evaluation's unit (200 a unit of logit), depths in plies, reductions in
//! 1/1024 ply, all ranges inclusive. They are fields, so that a match can be played between two sets
//! of them; the search reads them only.

/// A constant as tuning sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParamInfo {
    /// The field's name.
    pub name: &'static str,
    /// The shipped value.
    pub value: i32,
    /// The smallest sensible value.
    pub min: i32,
    /// The largest sensible value.
    pub max: i32,
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $value:literal, $min:literal ..= $max:literal;)*) => {
        /// The constants of the search.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Params {
            /// What is shipped.
            fn default() -> Params {
                Params { $($name: $value,)* }
            }
        }

        impl Params {
            /// All constants with their ranges, in the order of the fields.
            pub const ALL: &'static [ParamInfo] = &[
                $(ParamInfo { name: stringify!($name), value: $value, min: $min, max: $max },)*
            ];

            /// Sets a constant by name; answers whether there is one with this range.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) if ($min..=$max).contains(&value) => {
                        self.$name = value;
                        true
                    })*
                    _ => false,
                }
            }
        }
    };
}

params! {
    /// Aspiration windows are used from this depth on.
    aspiration_depth = 4, 2..=12;
    /// The half-width of the first aspiration window.
    aspiration_width = 30, 5..=200;
    /// At each failure an aspiration window grows by this much of its half-width, in 1/16.
    aspiration_growth = 8, 1..=64;
    /// A side of an aspiration window that fails beyond this half-width is opened.
    aspiration_widest = 1000, 100..=20000;
    /// A side of an aspiration window that fails with a score beyond this, for either side, is opened: a game that is
    /// all but decided is searched for its end at once.
    aspiration_decided = 700, 100..=20000;

    /// Iterations after the one that proved a result, to find a shorter one.
    win_iterations = 3, 0..=20;

    /// Reverse futility pruning is done at this depth and below.
    futility_depth = 8, 0..=40;
    /// Reverse futility pruning: a static score above beta by this much a ply is good enough.
    futility_margin = 50, 10..=300;
    /// Reverse futility pruning: how much of what the correction histories say, up or down, is added to the
    /// margin, in 1/64.
    futility_correction = 24, 0..=128;
    /// Reverse futility pruning: the first plies that cost no margin.
    futility_free = 1, 0..=2;

    /// Where a static score forecast from the one a move before is above what a cut by it needs by this much, it
    /// is not worked out.
    forecast_margin = 250, 0..=20000;

    /// Razoring is done at this depth and below.
    razor_depth = 2, 0..=6;
    /// Razoring: a static score below alpha by this much, and `razor_margin` a ply, is left to the
    /// search for fours.
    razor_base = 87, 0..=400;
    /// Razoring: what every ply adds to `razor_base`.
    razor_margin = 53, 0..=400;

    /// Move-count pruning is done at this depth and below.
    count_depth = 20, 0..=40;
    /// Move-count pruning: how many moves are searched at depth 0, in 1/16.
    count_base = 66, 16..=320;
    /// Move-count pruning: how many more moves every ply allows, in 1/16.
    count_linear = 16, 0..=100;
    /// Move-count pruning: how many more moves the square of the depth allows, in 1/16.
    count_square = 5, 0..=32;
    /// Move-count pruning: what the number is multiplied by on a principal variation, in 1/16.
    count_pv = 30, 4..=1024;
    /// Move-count pruning: what the number is multiplied by when things do not improve, in 1/16.
    count_worse = 10, 4..=16;
    /// Move-count pruning: what the number is multiplied by where the static score is below alpha by
    /// `low_margin`, in 1/16.
    count_low = 11, 4..=16;

    /// History pruning is done at this depth and below.
    history_depth = 4, 0..=20;
    /// History pruning: a quiet move whose main and continuation histories add up to less than minus this much
    /// a ply is left out.
    history_margin = 2000, 0..=24576;

    /// Late move reductions: what every late move is reduced by.
    reduction_base = 55, -1024..=2048;
    /// Late move reductions: how much each unit of ln(depth) · ln(move number) adds.
    reduction_factor = 658, 0..=2048;
    /// Late move reductions are less by this on a principal variation.
    reduction_pv = 732, 0..=3072;
    /// Late move reductions are more by this where a cut is expected.
    reduction_cut = 12, 0..=3072;
    /// Late move reductions are more by this when things do not improve.
    reduction_worse = 470, 0..=3072;
    /// Late move reductions are less by this for a move that makes or takes a threat.
    reduction_threat = 1100, 0..=3072;
    /// Late move reductions are less by history, whose largest value is worth this much.
    reduction_history = 1130, 0..=4096;
    /// Late move reductions are less by each of the two continuation histories, whose largest value is
    /// worth this much.
    reduction_continuation = 710, 0..=4096;
    /// Late move reductions are more by this for each 256 points that a move's ordering score is below
    /// the best one's.
    reduction_order = 73, 0..=4096;
    /// Late move reductions are less by this where the table remembers a principal variation (tt_pv).
    reduction_tt_pv = 236, 0..=3072;
    /// Late move reductions are less by this for a move close to one's own last, if that made a threat.
    reduction_follow = 300, 0..=3072;
    /// How far from one's own last move a move is still close to it, in points.
    follow_distance = 4, 1..=10;
    /// Late move reductions are less by so many whole plies for a move that threatens a four which the opponent has
    /// no right to answer (renju).
    reduction_foul = 2, 0..=6;
    /// Where a cut is expected, late move reductions are more by this for a move that is no killer.
    reduction_no_killer = 450, 0..=3072;
    /// Late move reductions are more by this where more than `many_cuts` nodes of the next ply have cut.
    reduction_many_cuts = 300, 0..=3072;
    /// See `reduction_many_cuts`.
    many_cuts = 3, 0..=20;
    /// After a reduction of two plies and more, a node is searched one less still where the static scores before
    /// and after the move add up to more than this.
    hindsight_margin = 180, 0..=2000;
    /// No reduction goes below this depth.
    reduction_floor = 1, -1..=2;

    /// Null move pruning is done from this depth on.
    null_depth = 6, 2..=30;
    /// Null move pruning asks for a static score above beta by this much.
    null_margin = 150, 0..=1000;
    /// Null move pruning: the search after the pass is reduced by this.
    null_reduction = 4, 2..=8;
    /// Null move pruning: it is reduced by one ply more for so many plies of depth.
    null_divisor = 6, 2..=32;

    /// Singular extensions are tried from this depth on.
    singular_depth = 6, 4..=30;
    /// Singular extensions: the table's result may be so many plies shallower.
    singular_near = 3, 0..=10;
    /// Singular extensions: the other moves have to stay below the table's score by this much a ply, in
    /// 1/16.
    singular_margin = 53, 0..=320;
    /// Singular extensions are of two plies where the others are worse than that by this much.
    singular_double = 75, 0..=1000;

    /// Singular moves and replies to fours are searched deeper up to this many times the depth of the
    /// iteration, in plies from the root.
    extension_limit = 2, 1..=8;
    /// Replies to fours are searched deeper as if an iteration had at least this depth.
    extension_least = 8, 1..=30;

    /// Internal iterative reduction: without a move from the table, from this depth on, one ply less.
    iir_depth = 8, 2..=30;

    /// From this depth on a late move that another thread is searching is put off until the others have been searched.
    busy_depth = 4, 1..=200;

    /// Where a cut is expected and the static score is above beta by this much, reductions grow by
    /// `high_reduction`.
    high_margin = 98, 0..=2000;
    /// See `high_margin`.
    high_reduction = 1025, 0..=3072;

    /// Where the static score is below alpha by this much, reductions grow by `low_reduction`.
    low_margin = 75, -1000..=2000;
    /// See `low_margin`.
    low_reduction = 370, 0..=3072;

    /// Late replies to an open four are reduced by this, in 1/1024 of what quiet moves are.
    open_reduction = 800, 0..=1024;

    /// A bare four that only delays an open four is reduced by this.
    delay_reduction = 2048, 0..=4096;

    /// The lowest depth to which threats are still answered past the horizon.
    lowest_depth = 1, -15..=2;

    /// Positions that the search for continuous fours may enter at a leaf.
    vcf_leaf = 31, 0..=2000;
    /// Positions that the search for continuous fours may enter at the root.
    vcf_root = 20000, 0..=1000000;

    /// Correction history: what the largest error by threat inputs adds to a static score.
    correction_threats = 60, 0..=1000;
    /// Correction history: what the largest error by the last move adds to a static score.
    correction_move = 80, 0..=1000;
    /// Correction history: what the largest error by one's own last move adds to a static score.
    correction_own_move = 70, 0..=1000;
    /// Correction history: the rate of learning, in 1/64 of the error a ply.
    correction_rate = 64, 0..=1000;
    /// Correction history: no depth counts for more than this one.
    correction_depth = 16, 1..=64;
    /// Correction history: the most that is learned at once.
    correction_most = 2048, 64..=8192;

    /// What a move that cut earns in the histories for depth squared.
    bonus_square = 16, 0..=200;
    /// What a move that cut earns in the histories a ply.
    bonus_linear = 64, 0..=1000;
    /// The most that a move that cut earns in the histories.
    bonus_most = 2048, 64..=8192;
    /// How much of that the moves tried before it lose, in 1/64.
    bonus_malus = 98, 0..=256;
    /// How much of that it earns in the pattern history, in 1/64.
    bonus_pattern = 16, 0..=64;
    /// How much of that it earns in the continuation histories, in 1/64.
    bonus_continuation = 16, 0..=64;
    /// How much of that it earns if the table cut, in 1/64.
    bonus_table = 14, 0..=64;

    /// What the largest history is worth beside the ordering scores of points.
    history_weight = 280, 0..=2000;
    /// What the largest value of a low-ply history is worth in the ordering.
    low_ply_weight = 200, 0..=2000;
    /// What the largest value of a combination history is worth in the ordering.
    combination_weight = 200, 0..=2000;
    /// What the largest value of a pattern history is worth in the ordering.
    pattern_weight = 80, 0..=2000;
    /// What the largest value of each continuation history is worth in the ordering.
    continuation_weight = 57, 0..=2000;
    /// What having refuted the last move before is worth in the ordering.
    counter_weight = 77, 0..=2000;
}

/// The largest value of a history entry.
pub const HISTORY_MAX: i32 = 8192;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_constant_lies_in_its_range_and_can_be_set() {
        let mut params = Params::default();
        for info in Params::ALL {
            assert!((info.min..=info.max).contains(&info.value), "{}", info.name);
            assert!(params.set(info.name, info.min) && params.set(info.name, info.value));
            assert!(!params.set(info.name, info.max + 1));
        }
        assert_eq!(params, Params::default());
        assert!(!params.set("no_such_constant", 1));
    }
}

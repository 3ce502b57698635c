//! From games to what a policy is fitted to.

use super::settings::PolicySettings;
use crate::clock::Watch;
use crate::eval::{
    Evaluator, ORDER_LOGIT, line_cells, line_keys, threat_and_side_inputs, threat_inputs,
};
use crate::game::{Board, Point, Variant};
use crate::pattern::Patterns;
use crate::search::{Cut, Params, Searcher};
use crate::tune::games::{FitError, read_all};
use crate::tune::selfplay::ask;

/// Table of a game's searches, in MiB.
const HASH: usize = 4;

/// Move-count pruning leaves this many times the moves that it leaves in play.
const WIDER: i32 = 3;

/// A point near stones: a move that a node could have tried, but for those it need not try since an
/// opponent's four-three leaves few replies.
pub struct Candidate {
    /// Its ordering score without a policy, in units of logit.
    pub order: f32,
    /// What the histories added to that when the cut was found.
    pub history: f32,
    /// The lines of its point, as the side to move sees them: [`line_keys`].
    pub own: [u16; 4],
    /// The lines as the opponent sees them.
    pub other: [u16; 4],
}

/// A node that a move cut.
pub struct PolicySample {
    /// What could have been tried; the move that cut stands first.
    pub candidates: Box<[Candidate]>,
    /// The [`threat_and_side_inputs`] of the position, a bit each.
    pub threat_and_side_inputs: u32,
}

/// What the searches of the games of one variant hold.
pub struct PolicySamples {
    /// What was played.
    pub variant: Variant,
    /// Cuts to fit to.
    pub train: Vec<PolicySample>,
    /// Cuts from other games, which the fit is measured by.
    pub held: Vec<PolicySample>,
}

impl PolicySamples {
    /// Searches all positions of the games, each game with what its searches learn. Costs the searches,
    /// and some 2 KiB for each cut that is kept.
    ///
    /// # Errors
    ///
    /// If a text is no self-play data, they are about different variants or another win length, or
    /// hold too few games; if it is stopped.
    pub fn search(
        texts: &[String],
        settings: &PolicySettings,
        watch: &Watch<'_>,
    ) -> Result<PolicySamples, FitError> {
        let mut searcher = Searcher::new(HASH, 1);
        searcher.set_params(wider());
        searcher.keep_cuts(settings.one_in);
        let [mut train, mut held] = [Vec::new(), Vec::new()];
        let variant = read_all(texts, watch, |header, game, held_out| {
            let rules = header.rules;
            if rules.win_length() != 5 {
                return Err(FitError::WinLength(rules.win_length()));
            }
            searcher.clear();
            let into = if held_out { &mut held } else { &mut train };
            let mut board = Board::new(rules);
            let moves = game.moves.iter().map(|played| played.point);
            for (ply, point) in game.opening.iter().copied().chain(moves).enumerate() {
                if ply >= game.opening.len() {
                    ask(&mut searcher, &board, settings.nodes);
                    into.extend(searcher.take_cuts().iter().filter_map(sample));
                }
                if board.play(board.side_to_move(), point).is_err() {
                    break;
                }
            }
            Ok(())
        })?;
        Ok(PolicySamples {
            variant,
            train,
            held,
        })
    }
}

/// The constants of searches that look at more moves than those that play.
fn wider() -> Params {
    let params = Params::default();
    Params {
        count_base: params.count_base * WIDER,
        count_linear: params.count_linear * WIDER,
        ..params
    }
}

/// What a cut says, if there was another move to try.
pub fn sample(cut: &Cut) -> Option<PolicySample> {
    let position = &cut.position;
    let (rules, us) = (position.rules(), position.side_to_move());
    let score_tables = Evaluator::of(rules).score_tables.clone();
    let patterns = Patterns::new(position, score_tables);
    let candidate = |(point, history): (Point, i32)| {
        let keys = line_keys(&line_cells(position, point));
        let order = patterns.score(patterns.slot(point), us);
        let [order, history] = [order, history].map(|score| score as f32 / ORDER_LOGIT);
        Candidate {
            order,
            history,
            own: keys[us.index()],
            other: keys[(!us).index()],
        }
    };
    let tried = |point: Point| cut.table_move != Some(point) && position.is_legal(us, point);
    let others = cut.histories.iter().copied();
    let (first, others): (Vec<_>, Vec<_>) = others
        .filter(|&(point, _)| tried(point))
        .partition(|&(point, _)| point == cut.point);
    if first.is_empty() || others.is_empty() {
        return None;
    }
    let candidates = first.into_iter().chain(others).map(candidate).collect();
    let inputs = threat_inputs(&patterns);
    Some(PolicySample {
        candidates,
        threat_and_side_inputs: threat_and_side_inputs(
            &patterns,
            inputs,
            rules.variant() == Variant::Renju,
        ),
    })
}

//! Which evaluation a search has.

use std::ops::Deref;
use std::sync::Arc;

use crate::eval::{Evaluator, Network, Policy, Weights};
use crate::game::{Rules, Variant};

/// The win length that networks are for.
const WIN_LENGTH: u8 = 5;

/// The evaluation of a search.
pub(super) enum EvaluatorSource {
    /// The one of the game's rules.
    Shipped(&'static Evaluator),
    /// Another one.
    Given(Arc<Evaluator>),
}

impl Deref for EvaluatorSource {
    type Target = Evaluator;

    fn deref(&self) -> &Evaluator {
        match self {
            EvaluatorSource::Shipped(evaluator) => evaluator,
            EvaluatorSource::Given(evaluator) => evaluator,
        }
    }
}

/// The evaluations of the games that a searcher plays: those that are shipped, or with a network in
/// place of theirs.
#[derive(Default)]
pub(super) struct Evaluation {
    network: Option<Arc<Network>>,
    /// What was made of it for the last variant.
    made: Option<(Variant, Arc<Evaluator>)>,
}

impl Evaluation {
    /// That with a network where five win; without one the shipped one.
    pub fn with(network: Option<Arc<Network>>) -> Evaluation {
        Evaluation {
            network,
            made: None,
        }
    }

    /// Makes what a network of its own needs to be used in a game of these rules.
    pub fn prepare(&mut self, rules: &Rules) {
        if self.network.is_some() {
            self.of(rules);
        }
    }

    /// The evaluation of a game of these rules. With a network of its own the first call for a variant
    /// makes it.
    pub fn of(&mut self, rules: &Rules) -> EvaluatorSource {
        let network = self.network.as_ref();
        let Some(network) = network.filter(|_| rules.win_length() == WIN_LENGTH) else {
            return EvaluatorSource::Shipped(Evaluator::of(rules));
        };
        let variant = rules.variant();
        let made = self.made.take().filter(|(of, _)| *of == variant);
        let (_, evaluator) = self.made.insert(made.unwrap_or_else(|| {
            let network = Some((&**network, Policy::of(rules)));
            let evaluator = Evaluator::new(variant, Weights::of(rules), network);
            (variant, Arc::new(evaluator))
        }));
        EvaluatorSource::Given(evaluator.clone())
    }
}

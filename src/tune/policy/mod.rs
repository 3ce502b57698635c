//! The policy, fitted to the moves that cut inside of searches.
//!
//! What is best where a game came to is not what cuts where a search goes: a policy fitted to the moves
//! of games says more of those, and orders the moves of a search no better than before. How the shipped
//! ones came to be stands in `NOTES.md` beside this file.

mod model;
mod samples;
mod settings;

use super::games::FitError;
use super::learner::{Course, learn};
use crate::clock::Watch;
use crate::eval::Policy;
use crate::game::Variant;
use model::{PolicyModel, agreement, beginning};
use samples::PolicySamples;

pub use settings::PolicySettings;

/// Fits a policy to the cuts of searches through the positions of the games in these texts. The
/// searches may not cut off moves by count as early as when they play: what is never tried is never
/// learned. Losses go to the log at level info. Reproducible: the same texts and settings give the
/// same policy. It begins at `start`, or at random numbers. When it is stopped while it fits, the
/// policy is the one that it has come to.
///
/// # Errors
///
/// If a text is no self-play data, they are about different variants or not about five in a row, or
/// hold too few games; if it is stopped before all positions are searched.
pub fn train_policy(
    texts: &[String],
    start: Option<&Policy>,
    settings: &PolicySettings,
    watch: &Watch<'_>,
) -> Result<(Variant, Policy), FitError> {
    let PolicySamples {
        variant,
        train,
        held,
    } = PolicySamples::search(texts, settings, watch)?;
    log::info!("policy: {} cuts, {} held out", train.len(), held.len());
    let beginning = || beginning(settings.seed);
    let mut model = PolicyModel::new(start.cloned().unwrap_or_else(beginning));
    let report = |model: &PolicyModel, when: &str| {
        let unseen = agreement(model, &held);
        log::info!(
            "policy {when}: held out {:.4}, first {:.1} %, among three {:.1} %",
            unseen.loss,
            100.0 * unseen.first,
            100.0 * unseen.among_three,
        );
    };
    let course = Course {
        steps: "steps",
        epochs: settings.epochs,
        batch: settings.batch,
        rate: settings.rate,
        seed: settings.seed,
        report_every: 1,
    };
    learn(
        &mut model,
        &train,
        &course,
        watch,
        PolicyModel::step,
        report,
    );
    Ok((variant, model.policy()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::tune::data::Header;
    use crate::tune::selfplay::play;

    #[test]
    fn a_policy_comes_of_games() {
        for variant in [Variant::Freestyle, Variant::Renju] {
            let header = Header {
                rules: Rules::new(15, 15, 5, variant).unwrap(),
                nodes: 30,
                seed: 1,
                starts: None,
                opponent: None,
                rescored: None,
            };
            let games: String = (0..20)
                .map(|i| format!("{}\n", play(&header, None, i)))
                .collect();
            let texts = [format!("{header}\n{games}")];
            let settings = PolicySettings {
                nodes: 1000,
                one_in: 1,
                epochs: 3,
                batch: 32,
                ..PolicySettings::default()
            };
            let watch = Watch::nobody();
            let samples = PolicySamples::search(&texts, &settings, &watch).unwrap();
            let counts = [samples.train.len(), samples.held.len()];
            assert!(counts[0].min(counts[1]) > 50, "{counts:?}");
            let (found, policy) = train_policy(&texts, None, &settings, &watch).unwrap();
            assert_eq!(found, variant);
            let text = policy.to_string();
            assert_eq!(text.parse(), Ok(policy));
            let again = train_policy(&texts, None, &settings, &watch).unwrap().1;
            assert_eq!(again.to_string(), text);
            let more = PolicySettings {
                epochs: 0,
                ..settings
            };
            let again = train_policy(&texts, Some(&again), &more, &watch);
            assert_eq!(again.map(|(_, policy)| policy.to_string()), Ok(text));
        }
    }
}

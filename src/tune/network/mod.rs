//! The small network on top of the values, fitted to the search's scores.

mod fit;
mod model;
mod samples;
mod settings;
mod weights;

use super::games::FitError;
use crate::clock::Watch;
use crate::eval::Network;
use crate::game::Variant;
use fit::fit;
use samples::NetworkSamples;
use weights::{begin_area_hidden, beginning};

pub use settings::TrainSettings;

/// Fits a network to the games in these texts, on top of the values that the binary ships for their
/// variant. It begins at `start`, or at a network that hardly says anything, and is weakly pulled
/// there; hidden units of areas, where `start` has none, begin at random. Progress and losses go to
/// the log at level info. Reproducible: the same texts, start and settings give the same network.
/// When it is stopped while it fits, the network is the one that it has come to.
///
/// Holds all positions in memory, some 2 KiB each on 15x15.
///
/// # Errors
///
/// If a text is no self-play data, they are about different variants or not about five in a row, or
/// hold too few games; if it is stopped before all are read; or if `start` has a view for each colour and the variant is not renju.
pub fn train(
    texts: &[String],
    start: Option<&Network>,
    settings: &TrainSettings,
    watch: &Watch<'_>,
) -> Result<(Variant, Network), FitError> {
    let samples = NetworkSamples::read(texts, watch)?;
    let variant = samples.variant;
    let mut start = match start {
        Some(start) if variant != Variant::Renju && start.views[0] != start.views[1] => {
            return Err(FitError::Views);
        }
        Some(start) => start.clone(),
        None => beginning(settings.seed),
    };
    begin_area_hidden(&mut start, settings.seed);
    Ok((variant, fit(&start, &samples, settings, watch)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::{BOTH, HIDDEN};
    use crate::game::Rules;
    use crate::tune::data::Header;
    use crate::tune::selfplay::play;
    use model::NetworkModel;

    const SETTINGS: TrainSettings = TrainSettings {
        blend: 0.25,
        ahead: 0.5,
        epochs: 2,
        batch: 32,
        rate: 0.006,
        width: 1.0,
        seed: 3,
        threads: 1,
    };

    fn games(variant: Variant) -> Vec<String> {
        let header = Header {
            rules: Rules::new(15, 15, 5, variant).unwrap(),
            nodes: 30,
            seed: 1,
            starts: None,
            opponent: None,
            rescored: None,
        };
        let games: Vec<String> = (0..20)
            .map(|i| format!("{}\n", play(&header, None, i)))
            .collect();
        let file = |games: &[String]| format!("{header}\n{}", games.concat());
        vec![file(&games[..8]), file(&games[8..])]
    }

    #[test]
    fn a_network_comes_of_games() {
        for variant in [Variant::Freestyle, Variant::Renju] {
            let texts = games(variant);
            let samples = NetworkSamples::read(&texts, &Watch::nobody()).unwrap();
            assert!(!samples.held.is_empty() && samples.train.len() > samples.held.len());
            let two_views = variant == Variant::Renju;
            let target = fit::Target::new(&samples.train, &SETTINGS);
            let seen = |network: &Network| {
                let model = NetworkModel::new(network, two_views, 1.0);
                fit::loss(&model, &samples.train, &samples.boards, &target).target
            };
            let (found, network) = train(&texts, None, &SETTINGS, &Watch::nobody()).unwrap();
            assert_eq!(found, variant);
            assert!(seen(&network) < seen(&beginning(SETTINGS.seed)));
            assert_eq!(network.views[0] != network.views[1], two_views);
            let text = network.to_string();
            assert_eq!(text.parse(), Ok(network.clone()));
            let settings = TrainSettings {
                threads: 3,
                ..SETTINGS
            };
            let again = train(&texts, None, &settings, &Watch::nobody()).unwrap().1;
            assert_eq!(again.to_string(), text);
            let more = TrainSettings {
                epochs: 0,
                ..SETTINGS
            };
            let again = train(&texts, Some(&network), &more, &Watch::nobody());
            assert_eq!(again, Ok((variant, network)));
        }
    }

    #[test]
    fn hidden_units_of_areas_begin_where_there_are_none() {
        let mut start = beginning(SETTINGS.seed);
        start.views[0].area_hidden.as_flattened_mut().fill(0.0);
        start.views[1] = start.views[0].clone();
        start.head.hidden[2 * BOTH..].fill([0.0; HIDDEN]);
        let texts = games(Variant::Caro);
        // What has learned is held, what is new is not.
        let settings = TrainSettings {
            width: 1e-4,
            ..SETTINGS
        };
        let (_, network) = train(&texts, Some(&start), &settings, &Watch::nobody()).unwrap();
        let [view, other] = &network.views;
        assert_eq!(view, other);
        let hidden = view.area_hidden;
        let own = |network: &Network| network.views[0].own.clone();
        assert!(own(&network) == own(&start));
        assert!((1..hidden.len()).all(|i| hidden[i] != hidden[0]));
        assert!(network.head.hears_area_hidden());
    }

    #[test]
    fn a_narrow_width_keeps_a_network_near_where_it_began() {
        let texts = games(Variant::Exact);
        let start = beginning(SETTINGS.seed);
        let moved = |width| {
            let settings = TrainSettings { width, ..SETTINGS };
            let (_, network) = train(&texts, Some(&start), &settings, &Watch::nobody()).unwrap();
            let [now, before] = [&network, &start].map(|of| of.views[0].own.as_flattened());
            let apart = now
                .iter()
                .zip(before)
                .map(|(now, before)| (now - before).powi(2));
            apart.sum::<f32>().sqrt()
        };
        let (near, far) = (moved(1e-3), moved(1.0));
        assert!(far > 0.0 && near < far / 3.0, "{near} {far}");
    }

    #[test]
    fn what_no_network_can_be_fitted_to_is_said() {
        let train = |texts: &[String], start: Option<&Network>| {
            train(texts, start, &SETTINGS, &Watch::nobody())
                .map(|_| ())
                .map_err(|error| error.to_string())
        };
        let header = |rules: &str| format!("# lianzhu datagen {rules} nodes 10 seed 1\n");
        let five = header("exact 15x15 5") + &"b H8,J9,G7 J7:-35 K6:12\n".repeat(20);
        let six = header("exact 15x15 6") + "b H8,J9,G7 J7:-35 K6:12\n";
        assert_eq!(train(std::slice::from_ref(&five), None), Ok(()));
        let said = train(&[five.clone(), six], None).unwrap_err();
        assert!(said.contains("6 in a row"), "{said}");
        let mut start = beginning(1);
        start.views[0].bias[0] += 1.0;
        let said = train(&[five], Some(&start)).unwrap_err();
        assert!(said.contains("only renju's"), "{said}");
        assert!(train(&[header("exact 15x15 5")], None).is_err());
    }
}

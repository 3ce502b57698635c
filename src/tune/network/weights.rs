//! The weights of a network as a fit sees them.

use std::slice::from_mut;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::eval::areas::PLACES;
use crate::eval::network::{
    AREA_HIDDEN, AREA_SCALE, BOTH, HIDDEN, Head, KEYS, LAYER_SCALE, Network, SUMS,
    THREAT_AND_SIDE_INPUTS, UNIT_SCALE, UNITS, View, kind_of_sum,
};

/// Sums over points, over areas and over their hidden units are divided by these on the way into the hidden
/// layer, so that one rate suits all weights.
pub const SUM_SCALES: [f32; 3] = [32.0, 360.0, 32.0];

/// A network to begin with, which says hardly more than the values do. Lines add nothing to any
/// unit, and those that the games never show will not either; what tells the units apart is the
/// hidden layer.
pub fn beginning(seed: u64) -> Network {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut within = |size: f32| size * (2.0 * rng.random::<f32>() - 1.0);
    let mut network = zero();
    for view in &mut network.views {
        view.bias = [0.3; UNITS];
        view.area_weights = [[1.0; UNITS]; PLACES];
    }
    begin_area_hidden(&mut network, seed);
    for (i, row) in network.head.hidden.iter_mut().enumerate() {
        let size = (3.0 / BOTH as f32).sqrt() / SUM_SCALES[kind_of_sum(i)];
        *row = std::array::from_fn(|_| within(size));
    }
    network.head.out = std::array::from_fn(|_| within(0.05));
    network.head.share = 1.0;
    network
}

/// Lets the hidden units of areas begin at random where a network has none: all zero, they would stay so, as
/// nothing tells them apart.
pub fn begin_area_hidden(network: &mut Network, seed: u64) {
    let mut all = network
        .views
        .iter()
        .flat_map(|view| view.area_hidden.as_flattened());
    if all.any(|&weight| weight != 0.0) {
        return;
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ u64::from_be_bytes(*b"areahide"));
    let mut within = || 0.25 * (2.0 * rng.random::<f32>() - 1.0);
    let area_hidden = std::array::from_fn(|_| std::array::from_fn(|_| within()));
    for view in &mut network.views {
        view.area_hidden = area_hidden;
    }
}

/// How strongly each of the [`weights`] is pulled to where it begins: by `width` those that have learned
/// something, hardly those of hidden units of areas that nothing has heard yet.
pub fn pulls(start: &Network, two_views: bool, width: f32) -> Vec<f32> {
    let mut pulls = zero();
    weights(&mut pulls, true).for_each(|pull| *pull = 1.0 / (width * width));
    if !start.head.hears_area_hidden() {
        for view in &mut pulls.views {
            view.area_hidden.as_flattened_mut().fill(1.0);
            view.area_hidden_bias.fill(1.0);
        }
        let sums = (0..SUMS).filter(|&sum| kind_of_sum(sum) == 2);
        for sum in sums {
            pulls.head.hidden[sum].fill(1.0);
            pulls.head.direct[sum] = 1.0;
        }
    }
    weights(&mut pulls, two_views).map(|pull| *pull).collect()
}

/// Makes the weights of units, of places and of hidden units what they are in play.
pub fn round([units, places, layer]: [Vec<&mut [f32]>; 3]) {
    for (weights, scale) in [
        (units, UNIT_SCALE),
        (places, AREA_SCALE),
        (layer, LAYER_SCALE),
    ] {
        for weight in weights.into_iter().flatten() {
            // Adding zero turns -0 into 0.
            *weight = (*weight * scale).round() / scale + 0.0;
        }
    }
}

/// A network of zeros.
pub fn zero() -> Network {
    let view = View {
        own: vec![[0.0; UNITS]; KEYS],
        other: vec![[0.0; UNITS]; KEYS],
        bias: [0.0; UNITS],
        area_weights: [[0.0; UNITS]; PLACES],
        area_bias: [0.0; UNITS],
        area_hidden: [[0.0; AREA_HIDDEN]; BOTH],
        area_hidden_bias: [0.0; AREA_HIDDEN],
    };
    Network {
        views: [view.clone(), view],
        head: Head {
            hidden: [[0.0; HIDDEN]; SUMS],
            hidden_bias: [0.0; HIDDEN],
            threat_and_side_inputs: [[0.0; HIDDEN]; THREAT_AND_SIDE_INPUTS],
            out: [0.0; HIDDEN],
            direct: [0.0; SUMS],
            share: 0.0,
            offset: 0.0,
        },
    }
}

/// The network for sums of each kind that are divided by `by`.
pub fn scaled(network: &Network, by: [f32; 3]) -> Network {
    Network {
        views: network.views.clone(),
        head: network.head.scaled(by),
    }
}

/// All weights, those of the second view only if it is one of its own.
pub fn weights(network: &mut Network, two_views: bool) -> impl Iterator<Item = &mut f32> {
    parts(network, two_views).into_iter().flatten().flatten()
}

/// The weights of the units, those of the places in an area, those of its hidden units, and all others.
pub fn parts(network: &mut Network, two_views: bool) -> [Vec<&mut [f32]>; 4] {
    let [mut units, mut places, mut layer]: [Vec<&mut [f32]>; 3] = Default::default();
    for view in &mut network.views[..1 + usize::from(two_views)] {
        units.extend([
            view.own.as_flattened_mut(),
            view.other.as_flattened_mut(),
            &mut view.bias,
            &mut view.area_bias,
        ]);
        places.push(view.area_weights.as_flattened_mut());
        layer.extend([
            view.area_hidden.as_flattened_mut(),
            &mut view.area_hidden_bias,
        ]);
    }
    let head = &mut network.head;
    let others: [&mut [f32]; 7] = [
        head.hidden.as_flattened_mut(),
        &mut head.hidden_bias,
        head.threat_and_side_inputs.as_flattened_mut(),
        &mut head.out,
        &mut head.direct,
        from_mut(&mut head.share),
        from_mut(&mut head.offset),
    ];
    [units, places, layer, others.into()]
}

//! A network while it is being fitted.

use super::samples::{EmptyBoard, EmptyPoint, Sample};
use super::weights::{SUM_SCALES, parts, pulls, round, scaled, weights, zero};
use crate::eval::areas::Areas;
use crate::eval::forward::{self, add};
use crate::eval::line_keys;
use crate::eval::network::{
    AREA_HIDDEN, BOTH, HIDDEN, Network, SUMS, UNITS, View, kind_of_sum, other_view,
};
use crate::game::Color;
use crate::tune::adam::Adam;
use crate::tune::logit::{cross_entropy, sigmoid};

/// The parts that a batch is worked on in: the most threads that are of use.
const PARTS: usize = 4;

/// What the weights other than the units' are rounded to.
const STEP: f64 = 1e-6;

/// A number for every unit in Black's view and in White's.
pub type Units = [[f32; UNITS]; 2];

/// A network on its way from where it began, by Adam. Its sums of units are those of the position
/// less those of the empty board, as when it plays.
pub struct NetworkModel {
    /// The weights, for sums that are divided by [`SUM_SCALES`].
    now: Network,
    /// Whether Black's view and White's differ; if not, the first is both.
    two_views: bool,
    start: Vec<f32>,
    adam: Adam,
}

/// The pre-activations of all points and all areas of a board, the hidden units of the areas, and the sums
/// of all of these, Black's views first: what play keeps in its accumulator.
pub struct Accumulated {
    pre_activations: Vec<Units>,
    /// Behind the last area stands one for what is in none.
    of_areas: Vec<Units>,
    area_hidden: Vec<[[f32; AREA_HIDDEN]; 2]>,
    sums: [f32; SUMS],
}

impl Accumulated {
    fn new() -> Accumulated {
        Accumulated {
            pre_activations: Vec::new(),
            of_areas: Vec::new(),
            area_hidden: Vec::new(),
            sums: [0.0; SUMS],
        }
    }
}

/// What became of a position on the way to its logit.
pub struct Trace {
    accumulated: Accumulated,
    /// The sums as the head takes them.
    sums: [f32; SUMS],
    hidden: [f32; HIDDEN],
}

impl Trace {
    /// Of no position yet.
    pub fn new() -> Trace {
        Trace {
            accumulated: Accumulated::new(),
            sums: [0.0; SUMS],
            hidden: [0.0; HIDDEN],
        }
    }
}

/// The samples that a step is made for.
pub struct Batch<'a, T> {
    pub samples: &'a [&'a Sample],
    pub boards: &'a [EmptyBoard],
    /// The chance that a sample is to be given.
    pub target: T,
    /// How much a sample counts.
    pub each: f32,
    /// How many threads work on it.
    pub threads: usize,
}

/// What a part of a batch adds to its gradient.
struct Part {
    gradient: Network,
    /// What the sums of each empty board mean.
    empty_slopes: Vec<[f32; SUMS]>,
    loss: f64,
}

impl Part {
    fn new(boards: usize) -> Part {
        Part {
            gradient: zero(),
            empty_slopes: vec![[0.0; SUMS]; boards],
            loss: 0.0,
        }
    }

    fn add(&mut self, other: &mut Part, two_views: bool) {
        let all = weights(&mut self.gradient, two_views);
        for (all, more) in all.zip(weights(&mut other.gradient, two_views)) {
            *all += *more;
        }
        for (all, more) in self.empty_slopes.iter_mut().zip(&other.empty_slopes) {
            add(all, more, 1.0);
        }
        self.loss += other.loss;
    }
}

impl NetworkModel {
    /// A model that begins at a network, and whose weights, if they have learned something, are thought to end
    /// about `width` from there.
    pub fn new(start: &Network, two_views: bool, width: f32) -> NetworkModel {
        let pulls = pulls(start, two_views, width);
        let mut now = scaled(start, SUM_SCALES);
        let start: Vec<f32> = weights(&mut now, two_views).map(|weight| *weight).collect();
        NetworkModel {
            adam: Adam::new(pulls),
            now,
            two_views,
            start,
        }
    }

    /// The network as it is now, rounded so that its text is short.
    pub fn network(&self) -> Network {
        let mut network = scaled(&self.now, SUM_SCALES.map(f32::recip));
        if !self.two_views {
            network.views[1] = network.views[0].clone();
        }
        // Adding zero turns -0 into 0.
        let other = |x: &mut f32| *x = ((f64::from(*x) / STEP).round() * STEP) as f32 + 0.0;
        let [units, places, layer, others] = parts(&mut network, true);
        round([units, places, layer]);
        others.into_iter().flatten().for_each(other);
        network
    }

    /// The sums of the empty boards, to which those of all positions are related.
    pub fn empty(&self, boards: &[EmptyBoard]) -> Vec<Accumulated> {
        let of = |board: &EmptyBoard| {
            let mut accumulated = Accumulated::new();
            self.accumulate(&board.points, &board.areas, &mut accumulated);
            accumulated
        };
        boards.iter().map(of).collect()
    }

    /// The logit for the side to move. `empty` is of the weights as they are now.
    pub fn logit(
        &self,
        sample: &Sample,
        boards: &[EmptyBoard],
        empty: &[Accumulated],
        trace: &mut Trace,
    ) -> f32 {
        let areas = &boards[sample.board].areas;
        self.accumulate(&sample.points, areas, &mut trace.accumulated);
        let [sums, empty] = [&trace.accumulated, &empty[sample.board]].map(|all| &all.sums);
        trace.sums = std::array::from_fn(|i| {
            let sum = sum_of_color(i, sample.color);
            (sums[sum] - empty[sum]) / SUM_SCALES[kind_of_sum(i)]
        });
        let inputs = sample.threat_and_side_inputs;
        let forward = self.now.head.forward(&trace.sums, inputs, sample.values);
        trace.hidden = forward.hidden;
        forward.logit
    }

    /// One step of length about `rate` down the mean loss of a batch, pulled back to the start by
    /// `share`. The descent goes on between the weights that units can have in play, and losses and slopes
    /// are those of the nearest ones (a straight-through estimate, Bengio, Léonard and Courville 2013).
    /// Returns the sum of the losses before it.
    pub fn step(
        &mut self,
        batch: &Batch<impl Fn(&Sample) -> f32 + Sync>,
        share: f32,
        rate: f32,
    ) -> f64 {
        let (mut gradient, loss) = self.gradient(batch);
        let slopes = weights(&mut gradient, self.two_views);
        let slopes: Vec<f32> = slopes.map(|slope| *slope).collect();
        self.adam.step(&slopes, share, rate);
        let moved = self.start.iter().zip(&self.adam.at);
        for (weight, (start, moved)) in weights(&mut self.now, self.two_views).zip(moved) {
            *weight = start + moved;
        }
        let [units, places, layer, _] = parts(&mut self.now, self.two_views);
        round([units, places, layer]);
        loss
    }

    /// The gradient of a batch's mean loss, and the sum of its losses. Samples are added up in parts, which
    /// are the same however many threads there are.
    fn gradient(&self, batch: &Batch<impl Fn(&Sample) -> f32 + Sync>) -> (Network, f64) {
        let boards = batch.boards;
        let empty = self.empty(boards);
        let size = batch.samples.len().div_ceil(PARTS).max(1);
        let parts: Vec<&[&Sample]> = batch.samples.chunks(size).collect();
        let each = parts.len().div_ceil(batch.threads.clamp(1, PARTS)).max(1);
        let work = |parts: &[&[&Sample]]| -> Vec<Part> {
            let of_part = |samples: &&[&Sample]| self.gradient_of(samples, batch, &empty);
            parts.iter().map(of_part).collect()
        };
        let parts = std::thread::scope(|scope| {
            let (own, others) = parts.split_at(each.min(parts.len()));
            let others = others.chunks(each);
            let others: Vec<_> = others
                .map(|parts| scope.spawn(move || work(parts)))
                .collect();
            let others = others.into_iter();
            let own = work(own).into_iter();
            own.chain(others.flat_map(|other| other.join().expect("a part does not panic")))
                .collect::<Vec<Part>>()
        });
        let mut all = Part::new(boards.len());
        for mut part in parts {
            all.add(&mut part, self.two_views);
        }
        for ((board, empty), slopes) in boards.iter().zip(&empty).zip(&all.empty_slopes) {
            self.backward_sums(
                &board.points,
                &board.areas,
                empty,
                slopes,
                &mut all.gradient,
            );
        }
        (all.gradient, all.loss)
    }

    /// What samples of a batch add to its gradient.
    fn gradient_of(
        &self,
        samples: &[&Sample],
        batch: &Batch<impl Fn(&Sample) -> f32>,
        empty: &[Accumulated],
    ) -> Part {
        let boards = batch.boards;
        let mut part = Part::new(boards.len());
        let mut trace = Trace::new();
        for sample in samples {
            let target = (batch.target)(sample);
            let logit = self.logit(sample, boards, empty, &mut trace);
            part.loss += cross_entropy(logit, target);
            let slope = (sigmoid(logit) - target) * batch.each;
            let gradient = &mut part.gradient;
            let slopes = self.backward(sample, &trace, slope, gradient);
            let areas = &boards[sample.board].areas;
            self.backward_sums(&sample.points, areas, &trace.accumulated, &slopes, gradient);
            add(&mut part.empty_slopes[sample.board], &slopes, -1.0);
        }
        part
    }

    /// Adds what a slope of the logit means for the weights behind the sums; what it means for the
    /// sums.
    fn backward(
        &self,
        sample: &Sample,
        trace: &Trace,
        slope: f32,
        gradient: &mut Network,
    ) -> [f32; SUMS] {
        let slopes = self.now.head.backward(
            &trace.sums,
            sample.threat_and_side_inputs,
            sample.values,
            &trace.hidden,
            slope,
            &mut gradient.head,
        );
        std::array::from_fn(|i| slopes[sum_of_color(i, sample.color)] / SUM_SCALES[kind_of_sum(i)])
    }

    fn view(&self, color: Color) -> usize {
        color.index() * usize::from(self.two_views)
    }

    fn views(&self) -> [&View; 2] {
        Color::ALL.map(|color| &self.now.views[self.view(color)])
    }

    /// The pre-activations of the units of every point and every area, the hidden units of areas, and the
    /// sums.
    fn accumulate(&self, points: &[EmptyPoint], areas: &Areas, into: &mut Accumulated) {
        let views = self.views();
        let Accumulated {
            pre_activations,
            of_areas,
            area_hidden,
            sums,
        } = into;
        *sums = [0.0; SUMS];
        pre_activations.clear();
        of_areas.clear();
        of_areas.resize(areas.numbers(), views.map(|view| view.area_bias));
        for EmptyPoint { place, lines } in points {
            let lines = line_keys(lines);
            let point = Color::ALL.map(|color| {
                let view = views[color.index()];
                let own = lines[color.index()].map(|key| &view.own[usize::from(key)]);
                let other = lines[(!color).index()].map(|key| &view.other[usize::from(key)]);
                forward::pre_activations(view.bias, own.into_iter().chain(other))
            });
            add_squares(&mut sums[..BOTH], &point);
            for within in areas.of(usize::from(*place)) {
                for (color, of_area) in of_areas[within.area()].iter_mut().enumerate() {
                    let weights = &views[color].area_weights[within.place()];
                    add_product(of_area, &point[color], weights);
                }
            }
            pre_activations.push(point);
        }
        area_hidden.clear();
        for area in &of_areas[..areas.count()] {
            add_squares(&mut sums[BOTH..2 * BOTH], area);
            let hidden = Color::ALL.map(|color| views[color.index()].hidden_of_area(area, color));
            let all = sums[2 * BOTH..].iter_mut();
            for (sum, unit) in all.zip(hidden.as_flattened()) {
                *sum += unit;
            }
            area_hidden.push(hidden);
        }
    }

    /// Adds what slopes of the sums mean for the views.
    fn backward_sums(
        &self,
        points: &[EmptyPoint],
        areas: &Areas,
        accumulated: &Accumulated,
        slopes: &[f32; SUMS],
        gradient: &mut Network,
    ) {
        let passed = |units: &Units, kind: usize, us: usize| -> [f32; UNITS] {
            let slopes = &slopes[kind * BOTH + us * UNITS..];
            std::array::from_fn(|i| 2.0 * units[us][i] * slopes[i])
        };
        let mut of_areas: Vec<Units> = Vec::with_capacity(areas.numbers());
        let known = accumulated.of_areas.iter().zip(&accumulated.area_hidden);
        for (area, hidden) in known {
            let mut of_area = [0, 1].map(|us| passed(area, 1, us));
            for color in Color::ALL {
                let first = 2 * BOTH + color.index() * AREA_HIDDEN;
                let slopes: [f32; AREA_HIDDEN] = std::array::from_fn(|i| {
                    let is_on = hidden[color.index()][i] > 0.0;
                    if is_on { slopes[first + i] } else { 0.0 }
                });
                let view = self.view(color);
                let gradient = &mut gradient.views[view];
                add(&mut gradient.area_hidden_bias, &slopes, 1.0);
                for i in 0..BOTH {
                    let whose = if i < UNITS { color } else { !color }.index();
                    add(
                        &mut gradient.area_hidden[i],
                        &slopes,
                        area[whose][i % UNITS],
                    );
                    let through = self.now.views[view].area_hidden[i].iter().zip(&slopes);
                    of_area[whose][i % UNITS] += through.map(|(w, slope)| w * slope).sum::<f32>();
                }
            }
            of_areas.push(of_area);
        }
        of_areas.resize(areas.numbers(), Units::default());
        for color in Color::ALL {
            let view = &mut gradient.views[self.view(color)];
            let (us, them) = (color.index(), (!color).index());
            for of_area in &of_areas {
                add(&mut view.area_bias, &of_area[us], 1.0);
            }
            let weights = &self.now.views[self.view(color)].area_weights;
            let mut bias = [0.0; UNITS];
            for (point, units) in points.iter().zip(&accumulated.pre_activations) {
                let mut passed = passed(units, 0, us);
                for within in areas.of(usize::from(point.place)) {
                    let (of_area, place) = (&of_areas[within.area()][us], within.place());
                    add_product(&mut passed, of_area, &weights[place]);
                    add_product(&mut view.area_weights[place], of_area, &units[us]);
                }
                add(&mut bias, &passed, 1.0);
                let lines = line_keys(&point.lines);
                for own in lines[us] {
                    add(&mut view.own[usize::from(own)], &passed, 1.0);
                }
                for other in lines[them] {
                    add(&mut view.other[usize::from(other)], &passed, 1.0);
                }
            }
            add(&mut view.bias, &bias, 1.0);
        }
    }
}

/// Where a sum of the side to move's view, or of the other's, is among those of Black and White.
fn sum_of_color(sum: usize, color: Color) -> usize {
    match color {
        Color::Black => sum,
        Color::White => other_view(sum),
    }
}

/// Adds what two rows of numbers come to, one by one.
#[inline(always)]
fn add_product(sum: &mut [f32; UNITS], a: &[f32; UNITS], b: &[f32; UNITS]) {
    for (sum, (a, b)) in sum.iter_mut().zip(a.iter().zip(b)) {
        *sum += a * b;
    }
}

/// Adds the squares of pre-activations to sums.
fn add_squares(sums: &mut [f32], pre_activations: &Units) {
    for (sum, x) in sums.iter_mut().zip(pre_activations.as_flattened()) {
        *sum += x * x;
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::eval::{Evaluator, LOGIT, MAX_EVAL, Weights};
    use crate::game::{Board, Point, Rules, Variant};
    use crate::pattern::Patterns;
    use crate::tune::data::Played;
    use crate::tune::network::samples::sample;

    /// A network whose every weight has its say.
    fn example(seed: u64) -> Network {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut network = zero();
        let mut within = |parts: Vec<&mut [f32]>, size: f32| {
            for weight in parts.into_iter().flatten() {
                *weight = size * (2.0 * rng.random::<f32>() - 1.0);
            }
        };
        let [units, places, layer, others] = parts(&mut network, true);
        within(units, 0.08);
        within(places, 2.0);
        within(layer, 0.3);
        within(others, 0.3);
        within(vec![network.head.hidden.as_flattened_mut()], 0.05);
        within(vec![&mut network.head.direct], 0.02);
        network.head = network.head.scaled([1.0, 0.1, 0.1]);
        network
    }

    /// Positions of random games that the network may be asked about.
    fn positions(rules: Rules, seed: u64) -> Vec<(Patterns, Sample)> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let score_tables = Evaluator::of(&rules).score_tables.clone();
        let mut patterns = Patterns::new(&Board::new(rules), score_tables);
        let mut positions = Vec::new();
        for _ in 0..40 {
            let us = patterns.board().side_to_move();
            let free = |&point: &Point| patterns.board().is_legal(us, point);
            let free: Vec<Point> = rules.points().filter(free).collect();
            let played = Played {
                point: free[rng.random_range(0..free.len())],
                score: rng.random_range(-400..400),
                random: true,
            };
            let sample = sample(&patterns, &[played], 0, rng.random_range(0..3) as f32 / 2.0);
            positions.extend(sample.map(|sample| (patterns.clone(), sample)));
            patterns.make(played.point, us);
        }
        positions
    }

    #[test]
    fn a_model_says_what_its_network_says_when_it_plays() {
        let mut far = 0;
        let heard = [[1.0, 1.0], [1.0, 0.0], [0.0, 0.0]];
        for (variant, [areas, hidden]) in [Variant::Freestyle, Variant::Renju]
            .into_iter()
            .flat_map(|variant| heard.map(|heard| (variant, heard)))
        {
            let two_views = variant == Variant::Renju;
            let mut network = example(5);
            network.head = network.head.scaled([1.0, areas, hidden]);
            assert_eq!(network.head.hears_areas(), areas > 0.0);
            assert_eq!(network.head.hears_area_hidden(), hidden > 0.0);
            let network = NetworkModel::new(&network, two_views, 1.0).network();
            let model = NetworkModel::new(&network, two_views, 1.0);
            assert_eq!(model.network(), network);
            // The empty board of any size adds nothing, so the network serves all of them.
            for (width, height) in [(9, 9), (15, 15), (20, 20), (9, 15), (20, 3)] {
                let rules = Rules::new(width, height, 5, variant).unwrap();
                let evaluator =
                    Evaluator::new(variant, Weights::of(&rules), Some((&network, None)));
                let boards = [EmptyBoard::new(rules)];
                let empty = model.empty(&boards);
                let mut trace = Trace::new();
                for (patterns, sample) in positions(rules, u64::from(width)) {
                    let logit = model.logit(&sample, &boards, &empty, &mut trace);
                    let (said, played) = (logit * LOGIT as f32, evaluator.score(&patterns));
                    if played.abs() < MAX_EVAL {
                        assert!((said - played as f32).abs() < 1.5, "{said} {played}");
                        far += usize::from((played - evaluator.values(&patterns)).abs() > 20);
                    }
                }
            }
        }
        assert!(far > 100, "{far}");
    }

    #[test]
    fn what_is_fitted_has_the_units_that_play_has() {
        let rules = Rules::new(15, 15, 5, Variant::Renju).unwrap();
        let positions = positions(rules, 3);
        let samples: Vec<&Sample> = positions.iter().map(|(_, sample)| sample).collect();
        let boards = [EmptyBoard::new(rules)];
        let start = NetworkModel::new(&example(7), true, 1.0).network();
        let mut model = NetworkModel::new(&start, true, 1.0);
        for _ in 0..20 {
            let batch = Batch {
                samples: &samples,
                boards: &boards,
                target: |sample: &Sample| sample.result,
                each: 1.0 / samples.len() as f32,
                threads: 1,
            };
            model.step(&batch, 0.01, 0.001);
        }
        let played = model.network();
        assert_eq!(played.views, model.now.views);
        // Steps are shorter than from one weight of play to the next, and get there all the same.
        assert_ne!(played.views, start.views);
    }

    #[test]
    fn the_gradient_is_how_the_loss_changes() {
        for variant in [Variant::Exact, Variant::Renju] {
            let rules = Rules::new(15, 15, 5, variant).unwrap();
            let two_views = variant == Variant::Renju;
            // No small step makes a hidden unit begin or cease to be cut off: half of them always
            // are.
            let mut network = example(7);
            network.head.hidden_bias =
                std::array::from_fn(|i| if i % 2 == 0 { 20.0 } else { -20.0 });
            let mut model = NetworkModel::new(&network, two_views, 1.0);
            let positions = positions(rules, 3);
            let samples: Vec<&Sample> = positions.iter().map(|(_, sample)| sample).collect();
            let batch = Batch {
                samples: &samples,
                boards: &[EmptyBoard::new(rules)],
                target: |sample: &Sample| sample.result,
                each: 1.0 / samples.len() as f32,
                threads: 1,
            };
            let (mut gradient, _) = model.gradient(&batch);
            let slopes = parts(&mut gradient, two_views).into_iter().flatten();
            for (part, slopes) in slopes.enumerate() {
                let length = slopes.iter().map(|slope| slope * slope).sum::<f32>().sqrt();
                let before = model.now.clone();
                let [more, less] = [1.0, -1.0].map(|sign| {
                    let parts = parts(&mut model.now, two_views).into_iter().flatten();
                    let weights = parts.skip(part).take(1).flatten();
                    for (weight, slope) in weights.zip(slopes.iter()) {
                        *weight += sign * 0.005 * slope / length;
                    }
                    let (_, loss) = model.gradient(&batch);
                    model.now = before.clone();
                    loss * f64::from(batch.each)
                });
                let found = (more - less) / 0.01;
                let error = (found - f64::from(length)).abs();
                assert!(error < 0.03 * found, "{variant} {part}: {found} {length}");
            }
        }
    }
}

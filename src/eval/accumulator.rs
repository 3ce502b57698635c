//! The units of all points and their sums, kept up along the moves of a search.

use super::areas::{Areas, Block, PLACES};
use super::forward;
use super::half_lines::{half_lines, halves_around};
use super::net::{AREA_LAYER, AreaLayer, LARGEST_OF_AREA, LARGEST_PRE_ACTIVATION, Net, Sums};
use super::network::{AREA_SCALE, BOTH, REACH};
use super::policy::POINT_UNITS;
use super::rows::{HalfRow, Row};
use crate::game::{Cell, Point, Position, SearchPosition};
use crate::pattern::{Delta, Patterns};

/// The cell of a delta's windows with its stone.
const STONE: usize = 8;

/// The sums before a delta, where its saved points begin and whose areas are saved.
#[derive(Debug, Clone)]
struct Frame {
    serial: u64,
    first_saved: u32,
    slot: u16,
    sums: Sums,
}

/// The units of a network over a position. Follows a [`Patterns`] lazily: it is brought up to date
/// when its sums are asked for.
#[derive(Debug, Clone)]
pub struct Accumulator {
    points: Box<[Row<POINT_UNITS>]>,
    width: usize,
    sums: Sums,
    frames: Vec<Frame>,
    /// Points before a delta, and where they are.
    saved: Vec<Row<POINT_UNITS>>,
    places: Vec<u16>,
    areas: AreaUnits,
}

/// The units of the areas.
#[derive(Debug, Clone)]
struct AreaUnits {
    of_board: Areas,
    weights: [HalfRow<BOTH>; PLACES],
    /// The pre-activations of each area, and of what is in none; empty if areas have no say.
    pre_activations: Box<[HalfRow<BOTH>]>,
    /// Those before a delta.
    saved: Vec<HalfRow<BOTH>>,
    layer: Option<AreaLayer>,
    /// The hidden units of each area, and those before a delta; empty if they have no say.
    hidden: Box<[Row<AREA_LAYER>]>,
    saved_hidden: Vec<Row<AREA_LAYER>>,
    /// By slot, the areas that a stone may change.
    near: Box<[Block]>,
}

impl AreaUnits {
    /// Areas without a point.
    fn new(net: &Net, width: usize, height: usize) -> AreaUnits {
        let of_board = Areas::new(width, height);
        let read = net.areas();
        let near = |slot| of_board.near(slot, REACH);
        AreaUnits {
            near: (0..width * height).map(near).collect(),
            weights: read
                .map_or([[0; BOTH]; PLACES], |read| read.weights)
                .map(HalfRow),
            pre_activations: read.map_or(Box::new([]), |read| {
                vec![HalfRow(read.bias); of_board.numbers()].into()
            }),
            layer: read.and_then(|read| read.layer.clone()),
            hidden: Box::new([]),
            of_board,
            saved: Vec::new(),
            saved_hidden: Vec::new(),
        }
    }

    /// Works out the hidden units of all areas.
    fn find_hidden(&mut self) {
        if let Some(layer) = &self.layer {
            let areas = &self.pre_activations[..self.of_board.count()];
            self.hidden = areas
                .iter()
                .map(|area| Row(layer.hidden(&area.0)))
                .collect();
        }
    }

    fn have_a_say(&self) -> bool {
        !self.pre_activations.is_empty()
    }

    /// Adds something of a slot to all areas that it is in.
    #[inline(always)]
    fn add(&mut self, slot: usize, more: &[i16; BOTH]) {
        for within in self.of_board.of(slot) {
            let weights = &self.weights[within.place()].0;
            let units = &mut self.pre_activations[within.area()].0;
            for (i, units) in units.iter_mut().enumerate() {
                *units = units.wrapping_add(more[i].wrapping_mul(weights[i]));
            }
        }
    }

    #[inline(always)]
    fn save(&mut self, slot: usize) {
        for row in self.near[slot].rows() {
            self.saved.extend_from_slice(&self.pre_activations[row]);
        }
    }

    #[inline(always)]
    fn restore(&mut self, slot: usize) {
        let near = &self.near[slot];
        put_back(near, &mut self.saved, &mut self.pre_activations);
        if self.layer.is_some() {
            put_back(near, &mut self.saved_hidden, &mut self.hidden);
        }
    }

    /// Adds to the sums what areas have changed by since these were last saved.
    #[inline(always)]
    fn follow(&mut self, slot: usize, sums: &mut Sums) {
        let near = &self.near[slot];
        let mut change = Change::NONE;
        let mut saved = self.saved[self.saved.len() - near.count()..].iter();
        for row in near.rows() {
            for (now, was) in self.pre_activations[row].iter().zip(&mut saved) {
                let [was, now] = [&was.0, &now.0].map(of_area);
                change.add(&was, &now, LARGEST_OF_AREA);
            }
        }
        change.apply(&mut sums.areas);
        let Some(layer) = &self.layer else { return };
        let mut change = [0; AREA_LAYER];
        for row in near.rows() {
            self.saved_hidden
                .extend_from_slice(&self.hidden[row.clone()]);
            let areas = self.pre_activations[row.clone()].iter();
            for (area, was) in areas.zip(&mut self.hidden[row]) {
                let now = layer.hidden(&area.0);
                for (i, change) in change.iter_mut().enumerate() {
                    // None of them is below zero.
                    *change += i32::from(now[i].wrapping_sub(was.0[i]));
                }
                was.0 = now;
            }
        }
        add_all(&mut sums.hidden, &change);
    }
}

/// Gives the areas of a block what was saved of them last.
#[inline(always)]
fn put_back<T: Copy>(block: &Block, saved: &mut Vec<T>, areas: &mut [T]) {
    let first = saved.len() - block.count();
    let mut from = first;
    for row in block.rows() {
        let end = from + row.len();
        areas[row].copy_from_slice(&saved[from..end]);
        from = end;
    }
    saved.truncate(first);
}

/// What is squared of an area, in the parts that points are kept in.
#[inline(always)]
fn of_area(pre_activations: &[i16; BOTH]) -> [i16; BOTH] {
    pre_activations.map(|units| units / AREA_SCALE as i16)
}

impl Accumulator {
    /// The sums of the position where the patterns began, from which
    /// [`current`](Accumulator::current) follows them. Costs a look at all lines of all points.
    pub(super) fn new(net: &Net, patterns: &Patterns) -> Accumulator {
        let mut position = SearchPosition::from(patterns.board());
        let rules = *position.rules();
        for delta in (0..patterns.made()).rev().filter_map(|i| patterns.delta(i)) {
            position.unmake(patterns.point(delta.slot.into()), delta.color);
        }
        let empty = Position::new(rules);
        let mut accumulator = Accumulator {
            points: vec![Row(net.bias()); rules.area()].into_boxed_slice(),
            width: rules.width() as usize,
            sums: Sums::ZERO,
            frames: Vec::new(),
            saved: Vec::new(),
            places: Vec::new(),
            areas: AreaUnits::new(net, rules.width() as usize, rules.height() as usize),
        };
        let mut empty_areas = accumulator.areas.clone();
        let mut points = Change::NONE;
        for point in rules.points() {
            let slot = patterns.slot(point);
            let units = self::units(net, &position, point);
            accumulator.points[slot] = Row(units);
            let [pre_activations, of_empty] =
                [units, self::units(net, &empty, point)].map(|units| *of_score(&units));
            if accumulator.areas.have_a_say() {
                empty_areas.add(slot, &of_empty);
            }
            // The empty board is zero, so that its size does not matter.
            add(&mut points.gone, &of_empty, LARGEST_PRE_ACTIVATION);
            if position.cell(point) == Cell::Empty {
                add(&mut points.come, &pre_activations, LARGEST_PRE_ACTIVATION);
                if accumulator.areas.have_a_say() {
                    accumulator.areas.add(slot, &pre_activations);
                }
            }
        }
        let sums = &mut accumulator.sums;
        points.apply(&mut sums.points);
        let mut change = Change::NONE;
        for (areas, squares, times) in [
            (&mut accumulator.areas, &mut change.come, 1),
            (&mut empty_areas, &mut change.gone, -1),
        ] {
            areas.find_hidden();
            let count = areas.of_board.count();
            for area in areas.pre_activations.iter().take(count) {
                add(squares, &of_area(&area.0), LARGEST_OF_AREA);
            }
            for hidden in &areas.hidden {
                add_all(
                    &mut sums.hidden,
                    &hidden.0.map(|unit| times * i32::from(unit)),
                );
            }
        }
        change.apply(&mut sums.areas);
        accumulator
    }

    /// The sums for the position as it is now.
    #[inline(always)]
    pub(super) fn current(&mut self, net: &Net, patterns: &Patterns) -> &Sums {
        while let Some(frame) = self.frames.last() {
            let delta = patterns.delta(self.frames.len() - 1);
            if delta.is_some_and(|delta| delta.serial == frame.serial) {
                break;
            }
            self.sums = frame.sums;
            if self.areas.have_a_say() {
                self.areas.restore(frame.slot.into());
            }
            let first = frame.first_saved as usize;
            let places = &self.places[first..];
            for (&slot, units) in places.iter().zip(&self.saved[first..]) {
                self.points[slot as usize] = *units;
            }
            self.saved.truncate(first);
            self.places.truncate(first);
            self.frames.pop();
        }
        while let Some(delta) = patterns.delta(self.frames.len()) {
            self.apply(net, delta);
        }
        &self.sums
    }

    /// The units of the points in the position whose sums were last asked for.
    pub(super) fn points(&self) -> &[Row<POINT_UNITS>] {
        &self.points
    }

    #[inline(always)]
    fn apply(&mut self, net: &Net, delta: &Delta) {
        self.frames.push(Frame {
            serial: delta.serial,
            first_saved: self.saved.len() as u32,
            slot: delta.slot,
            sums: self.sums,
        });
        let slot = delta.slot as usize;
        let taken = *of_score(&self.points[slot].0);
        if self.areas.have_a_say() {
            self.areas.save(slot);
            self.areas.add(slot, &taken.map(i16::wrapping_neg));
        }
        // The distance between neighbours, in the order of `Direction::ALL`.
        let width = self.width;
        let distances = [1, width, width + 1, 1usize.wrapping_sub(width)];
        let mut change = Change::NONE;
        add(&mut change.gone, &taken, LARGEST_PRE_ACTIVATION);
        for (d, distance) in distances.into_iter().enumerate() {
            let window = delta.window(d);
            let mut free = empties(window);
            while free != 0 {
                let cell = free.trailing_zeros() as usize / 2;
                free &= free - 1;
                let away = cell.wrapping_sub(STONE);
                let index = slot.wrapping_add(distance.wrapping_mul(away));
                self.touch(net, index, window, cell, &mut change);
            }
        }
        change.apply(&mut self.sums.points);
        if self.areas.have_a_say() {
            self.areas.follow(slot, &mut self.sums);
        }
    }

    /// One empty point in reach of a new stone: `cell` of the stone's window. What its units add to
    /// the sums is added to `change`.
    #[inline(always)]
    fn touch(&mut self, net: &Net, index: usize, window: u64, cell: usize, change: &mut Change) {
        let around = window >> (2 * (cell - REACH));
        let stone = 3 << (2 * (STONE + REACH - cell));
        let [old, new] = [around & !stone, around].map(halves_around);
        if old == new {
            return;
        }
        let was = self.points[index];
        self.saved.push(was);
        self.places.push(index as u16);
        let now = changed(&was.0, [old, new].map(|halves| net.line(halves)));
        self.points[index] = Row(now);
        let [was, now] = [&was.0, &now].map(of_score);
        change.add(was, now, LARGEST_PRE_ACTIVATION);
        if self.areas.have_a_say() {
            let more = std::array::from_fn(|i| now[i].wrapping_sub(was[i]));
            self.areas.add(index, &more);
        }
    }
}

/// Adds to sums.
#[inline(always)]
fn add_all<const N: usize>(sums: &mut [i32; N], more: &[i32; N]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
}

/// The units of a point one of whose lines changed: these rows are what it added, and what it adds.
#[inline(always)]
fn changed(was: &[i16; POINT_UNITS], [old, new]: [&[i16; POINT_UNITS]; 2]) -> [i16; POINT_UNITS] {
    std::array::from_fn(|i| was[i].wrapping_add(new[i] - old[i]))
}

/// The empty cells of a delta's window that are in reach of its stone: a bit a cell, the lower one
/// of its two.
#[inline(always)]
fn empties(window: u64) -> u64 {
    const NEAR: u64 = (1 << (2 * (STONE + REACH + 1))) - (1 << (2 * (STONE - REACH)));
    !(window | window >> 1) & NEAR & 0x5555_5555_5555_5555
}

/// The units of a point.
fn units(net: &Net, position: &Position, point: Point) -> [i16; POINT_UNITS] {
    let lines = half_lines(position, point).map(|halves| net.line(halves));
    forward::pre_activations(net.bias(), lines)
}

/// The pre-activations of those that the static score is made of.
#[inline(always)]
fn of_score(units: &[i16; POINT_UNITS]) -> &[i16; BOTH] {
    const { assert!(BOTH <= POINT_UNITS) };
    units.first_chunk().expect("no more than all")
}

/// What comes to sums of squares, and what goes. They are kept apart as a square added up is one instruction.
struct Change {
    come: [i32; BOTH],
    gone: [i32; BOTH],
}

impl Change {
    const NONE: Change = Change {
        come: [0; BOTH],
        gone: [0; BOTH],
    };

    /// A row of pre-activations becomes another, each cut off at `largest`.
    #[inline(always)]
    fn add(&mut self, was: &[i16; BOTH], now: &[i16; BOTH], largest: i16) {
        add(&mut self.gone, was, largest);
        add(&mut self.come, now, largest);
    }

    #[inline(always)]
    fn apply(&self, sums: &mut [i32; BOTH]) {
        for (i, sum) in sums.iter_mut().enumerate() {
            *sum += self.come[i] - self.gone[i];
        }
    }
}

/// Adds the squares of a row of pre-activations, cut off at `largest`.
#[inline(always)]
fn add(sums: &mut [i32; BOTH], pre_activations: &[i16; BOTH], largest: i16) {
    for (sum, pre_activation) in sums.iter_mut().zip(pre_activations) {
        // Of what is known not to be negative compilers square pairs at once.
        let size = pre_activation.unsigned_abs().min(largest.unsigned_abs());
        *sum += i32::from(size) * i32::from(size);
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::eval::network::SUMS;
    use crate::eval::{Evaluator, Network, Policy, Weights};
    use crate::game::{Board, Color, Rules, Variant};

    fn random_empty(patterns: &Patterns, rng: &mut Xoshiro256PlusPlus) -> Option<Point> {
        let empty = |slot: &usize| patterns.is_empty(*slot);
        let slots: Vec<usize> = (0..patterns.board().rules().area()).filter(empty).collect();
        (!slots.is_empty()).then(|| patterns.point(slots[rng.random_range(0..slots.len())]))
    }

    #[test]
    fn accumulators_kept_up_are_those_worked_out_anew() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut seen = 0;
        for (variant, width, height) in [
            (Variant::Freestyle, 15, 15),
            (Variant::Freestyle, 5, 9),
            (Variant::Exact, 12, 20),
            (Variant::Renju, 15, 15),
            (Variant::Caro, 33, 7),
            (Variant::Freestyle, 3, 52),
            (Variant::Freestyle, 52, 52),
        ] {
            let rules = Rules::new(width, height, 5, variant).unwrap();
            let mut network = Network::of(&rules).unwrap().clone();
            for view in &mut network.views {
                for weight in view.area_weights.as_flattened_mut() {
                    *weight = rng.random_range(-8..=8) as f32 / AREA_SCALE;
                }
                for weight in view.area_hidden.as_flattened_mut() {
                    *weight = rng.random_range(-1.0..1.0);
                }
            }
            network.head.direct[SUMS - 1] = 1.0;
            let network = Some((&network, Policy::of(&rules)));
            let evaluator = Evaluator::new(variant, Weights::of(&rules), network);
            let net = evaluator.net.as_ref().unwrap();
            let mut patterns = Patterns::new(&Board::new(rules), evaluator.score_tables.clone());
            let mut accumulator = Accumulator::new(net, &patterns);
            assert_eq!(accumulator.sums, Sums::ZERO);
            for _ in 0..600 {
                let back = rng.random_range(0..5) < 2;
                match random_empty(&patterns, &mut rng) {
                    Some(point) if !back => {
                        let color = patterns.board().side_to_move();
                        patterns.make(point, color);
                    }
                    _ => patterns.unmake(),
                }
                // Not after every move: the sums follow from wherever they were.
                if rng.random_range(0..3) == 0 {
                    let anew = Patterns::new(patterns.board(), evaluator.score_tables.clone());
                    let empty = |slot: &usize| patterns.is_empty(*slot);
                    let slots: Vec<usize> = (0..rules.area()).filter(empty).collect();
                    let points = |of: &Accumulator| -> Vec<_> {
                        slots.iter().map(|&slot| of.points()[slot]).collect()
                    };
                    let anew = Accumulator::new(net, &anew);
                    let (anew, points_anew) = (anew.sums, points(&anew));
                    assert_eq!(*accumulator.current(net, &patterns), anew);
                    assert_eq!(points(&accumulator), points_anew);
                    let of_policy = points_anew.iter().map(|units| units.0[BOTH..].iter());
                    seen += usize::from(of_policy.flatten().any(|&unit| unit != 0));
                    assert_eq!(
                        *Accumulator::new(net, &patterns).current(net, &patterns),
                        anew
                    );
                }
            }
        }
        assert!(seen > 100, "{seen}");
    }

    #[test]
    fn a_position_scores_the_same_where_areas_lie_the_same_on_whatever_board() {
        let score = |side: u32, shift: u8| {
            let rules = Rules::new(side, side, 5, Variant::Freestyle).unwrap();
            let mut board = SearchPosition::new(rules);
            for (x, y) in [(0, 0), (1, 1), (2, 0), (0, 2), (3, 1)] {
                board.make(Point::new(x + shift, y + shift), board.side_to_move());
            }
            assert_eq!(board.side_to_move(), Color::White);
            let evaluator = Evaluator::of(&rules);
            evaluator.score(&Patterns::new(&board, evaluator.score_tables.clone()))
        };
        // Twelve points from every edge: four to a point, four to what shares an area with it, and four
        // that the lines of that reach. Middles of areas are the points 0, 3, 6 and so on of these boards.
        let known = score(31, 12);
        for (side, shift) in [(31, 15), (34, 12), (49, 33), (52, 36)] {
            assert_eq!(score(side, shift), known);
        }
    }
}

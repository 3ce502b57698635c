use std::sync::Arc;

use super::class::Class;
use super::counts::Counts;
use super::kind::{Kind, ThreatSet};
use super::lines::{LineWords, Window};
use super::lookup::{Flat, Lookup, Where, Windows};
use super::set::PointSet;
use super::steps::Step;
use super::table::{Pair, Tables};
use super::worth::WorthTable;
use crate::game::{Board, Cell, Color, Direction, Point, Variant};

/// What is known of one point. 16 bytes, four to a cache line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(16))]
struct Slot {
    /// Classes, one byte a direction, the first in the low byte.
    pairs: u32,
    /// Ordering scores of a move here, for Black and White.
    scores: [i16; 2],
    /// Black's share of the static score less White's.
    value: i16,
    /// Kinds for Black and White.
    kinds: [Kind; 2],
    stone: bool,
    /// The threat sets it belongs to: a bit a [`ThreatSet`], White's four bits higher than Black's.
    threats: u8,
    /// The slot itself, for when it is saved.
    index: u16,
}

/// A slot without anything.
const EMPTY: Slot = Slot {
    pairs: 0,
    scores: [0; 2],
    value: 0,
    kinds: [Kind::None; 2],
    stone: false,
    threats: 0,
    index: 0,
};

impl Slot {
    /// The classes of one colour, a byte a direction.
    #[inline(always)]
    fn classes(&self, color: usize) -> u32 {
        self.pairs >> (4 * color) & 0x0f0f_0f0f
    }
}

/// The most points that a stone changes where a table looks lines up.
const MOST: usize = 64;

/// Totals before a move, and where its saved slots begin.
#[derive(Debug, Clone)]
struct Frame {
    first_saved: u32,
    /// Which of its saved slots entered or left a threat set or changed kinds within one.
    moved: u64,
    value: i32,
    counts: [Counts; 2],
    near_first: u8,
    near_words: [u64; 8],
}

/// Offsets of the points near a stone, by rows −3..=3: those within two, and those three away on a
/// line.
const NEAR: [u64; 7] = [
    0b100_1001, 0b011_1110, 0b011_1110, 0b111_1111, 0b011_1110, 0b011_1110, 0b100_1001,
];

/// A board with the patterns of all its empty points, kept up incrementally.
///
/// [`make`](Patterns::make) and [`unmake`](Patterns::unmake) touch only the points within reach of
/// the stone on its four lines (32 in freestyle five, 40 in the other variants).
#[derive(Clone)]
pub struct Patterns {
    board: Board,
    tables: &'static Tables,
    worth: [Arc<WorthTable>; 2],
    width: usize,
    slots: Box<[Slot]>,
    /// The cells of every line, see [`LineWords`].
    lines: LineWords,
    saved: Vec<Slot>,
    frames: Vec<Frame>,
    steps: Vec<Step>,
    serial: u64,
    value: i32,
    counts: [Counts; 2],
    /// By colour and [`ThreatSet`]; the fourth is none, as a [`Slot`] has four bits for them.
    threats: [[PointSet; 4]; 2],
    stones: PointSet,
    near: PointSet,
}

/// Calls a method with the look-up that the tables stand for, compiled apart for each.
macro_rules! with_lookup {
    ($self:ident, $method:ident($($argument:expr),*)) => {
        match $self.tables {
            Tables::Flat4(table) => $self.$method(Flat::<4, { 1 << 16 }>(table), $($argument),*),
            Tables::Flat5(table) => $self.$method(Flat::<5, { 1 << 20 }>(table), $($argument),*),
            Tables::Split(split) => $self.$method(split, $($argument),*),
            Tables::Windows { reach } => $self.$method(Windows { reach: *reach }, $($argument),*),
        }
    };
}

impl Patterns {
    /// The patterns of a position, whose moves so far cannot be taken back from here. Costs a look
    /// at every line of every point; tables not built yet are built.
    pub fn new(board: &Board, worth: [Arc<WorthTable>; 2]) -> Patterns {
        let rules = *board.rules();
        let area = rules.area();
        let tables = Tables::of(&rules);
        let set = || PointSet::new(area);
        let mut patterns = Patterns {
            board: board.clone(),
            tables,
            worth,
            width: rules.width() as usize,
            slots: vec![EMPTY; area].into_boxed_slice(),
            lines: LineWords::new(board, tables.reach()),
            saved: Vec::with_capacity(64 * 40),
            frames: Vec::with_capacity(64),
            steps: Vec::with_capacity(64),
            serial: 0,
            value: 0,
            counts: [Counts::default(); 2],
            threats: std::array::from_fn(|_| std::array::from_fn(|_| set())),
            stones: set(),
            near: set(),
        };
        with_lookup!(patterns, set_up());
        patterns
    }

    fn set_up(&mut self, lookup: impl Lookup) {
        let rules = *self.board.rules();
        for point in rules.points() {
            let slot = self.slot(point);
            if self.board.cell(point).color().is_some() {
                self.slots[slot].stone = true;
                self.stones.insert(slot);
                self.spread(point);
            }
        }
        for slot in 0..self.slots.len() {
            self.slots[slot].index = slot as u16;
            if self.slots[slot].stone {
                continue;
            }
            for d in 0..4 {
                let window = self.lines.window(self.point(slot), d);
                let place = self.place(slot, d);
                let pair = lookup.pair(window, 2 * lookup.reach(), place);
                self.slots[slot].pairs |= u32::from(pair) << (8 * d);
            }
            let pairs = self.slots[slot].pairs;
            self.slots[slot] = Patterns::refresh(&self.worth, self.slots[slot], pairs);
            self.enter(slot);
        }
    }

    fn place(&self, slot: usize, direction: usize) -> Where<'_> {
        Where {
            board: &self.board,
            slot,
            width: self.width,
            direction,
        }
    }

    /// A slot with other classes: works out its scores, value, kinds and threat sets.
    #[inline(always)]
    fn refresh(worth: &[Arc<WorthTable>; 2], old: Slot, pairs: u32) -> Slot {
        let black = worth[0].get(pairs & 0x0f0f_0f0f);
        let white = worth[1].get(pairs >> 4 & 0x0f0f_0f0f);
        Slot {
            pairs,
            scores: [black.attack + white.defence, white.attack + black.defence],
            value: black.value - white.value,
            kinds: [black.kind, white.kind],
            threats: black.threats | white.threats << 4,
            ..old
        }
    }

    /// Adds an empty point to the totals.
    fn enter(&mut self, index: usize) {
        let slot = self.slots[index];
        self.value += i32::from(slot.value);
        for color in 0..2 {
            self.counts[color].add(slot.kinds[color]);
        }
        self.toggle_threats(slot.threats, index);
    }

    /// Takes an empty point out of the totals.
    #[inline]
    fn leave(&mut self, index: usize) {
        let slot = self.slots[index];
        self.value -= i32::from(slot.value);
        for color in 0..2 {
            self.counts[color].remove(slot.kinds[color]);
        }
        self.toggle_threats(slot.threats, index);
    }

    /// Adds a point to threat sets, or takes it out of them: bits as in [`Slot`].
    #[inline(always)]
    fn toggle_threats(&mut self, mut threats: u8, index: usize) {
        while threats != 0 {
            let bit = threats.trailing_zeros() as usize;
            threats &= threats - 1;
            self.threats[bit / 4][bit % 4].toggle(index);
        }
    }

    /// Puts a stone on an empty point, unchecked, and gives the move to the other colour.
    pub fn make(&mut self, point: Point, color: Color) {
        self.frames.push(Frame {
            first_saved: self.saved.len() as u32,
            moved: 0,
            value: self.value,
            counts: self.counts,
            near_first: 0,
            near_words: [0; 8],
        });
        let slot = self.slot(point);
        self.serial += 1;
        let reach = self.tables.reach();
        self.steps.push(Step::new(self.serial, slot, color, reach));
        self.leave(slot);
        self.slots[slot].stone = true;
        self.stones.toggle(slot);
        self.board.make(point, color);
        self.save_near(point);
        self.spread(point);
        self.lines.toggle(point, color);
        match self.tables {
            Tables::Windows { reach } => self.touch_counted(Windows { reach: *reach }, point),
            _ => with_lookup!(self, touch_lines(point, slot)),
        }
    }

    /// Gives the move to the other colour without a stone.
    pub fn make_pass(&mut self) {
        self.board.pass(self.board.side_to_move());
    }

    /// Takes back a [`make_pass`](Patterns::make_pass).
    pub fn unmake_pass(&mut self) {
        self.board.unmake();
    }

    /// Takes back what the last [`make`](Patterns::make) did. Does nothing without one.
    pub fn unmake(&mut self) {
        let Some((color, point)) = self
            .board
            .last_move()
            .and_then(|last| Some((last.color, last.point?)))
        else {
            return;
        };
        let Some(frame) = self.frames.pop() else {
            return;
        };
        self.steps.pop();
        let first = frame.first_saved as usize;
        let back = |patterns: &mut Patterns, old: Slot| {
            let index = old.index as usize;
            patterns.toggle_threats(patterns.slots[index].threats ^ old.threats, index);
        };
        if let Tables::Windows { .. } = self.tables {
            (first..self.saved.len()).for_each(|i| back(self, self.saved[i]));
        }
        let mut moved = frame.moved;
        while moved != 0 {
            back(self, self.saved[first + moved.trailing_zeros() as usize]);
            moved &= moved - 1;
        }
        for old in &self.saved[first..] {
            self.slots[old.index as usize] = *old;
        }
        self.saved.truncate(first);
        self.board.unmake();
        self.lines.toggle(point, color);
        let slot = self.slot(point);
        self.slots[slot].stone = false;
        self.stones.toggle(slot);
        self.enter(slot);
        self.value = frame.value;
        self.counts = frame.counts;
        let first = frame.near_first as usize;
        let words = self.near.words().len().saturating_sub(first).min(8);
        self.near.restore(first, &frame.near_words[..words]);
    }

    /// Brings the points in reach of a new stone up to date. First it is found without a branch which
    /// of them change, so that the rest has only those to go through.
    #[inline(always)]
    fn touch_lines<L: Lookup>(&mut self, lookup: L, point: Point, slot: usize) {
        let reach = lookup.reach();
        let width = self.width;
        let last = self.slots.len() - 1;
        let mut changed = 0u64;
        let mut found = [0; MOST];
        // The distance between neighbours, in the order of `Direction::ALL`.
        let steps = [1, width, width + 1, 1usize.wrapping_sub(width)];
        for (d, step) in steps.into_iter().enumerate() {
            let window = self.lines.window(point, d);
            if let Some(step) = self.steps.last_mut() {
                step.windows[d] = window;
            }
            for k in 1..=reach {
                let away = step.wrapping_mul(k);
                let both = [
                    (slot.wrapping_add(away), 2 * reach + k),
                    (slot.wrapping_sub(away), 2 * reach - k),
                ];
                for (side, (index, cell)) in both.into_iter().enumerate() {
                    let number = (2 * (reach * d + k - 1) + side) % MOST;
                    // Off the board the cell is not empty, and the index is any.
                    let index = index.min(last);
                    let empty = (window >> (2 * cell)) as u8 & 3 == 0;
                    // What is in the cache already is read where nothing is asked.
                    let window = if empty { window } else { 0 };
                    let pair = lookup.pair(window, cell, self.place(index, d));
                    let differs = (self.slots[index].pairs >> (8 * d)) as u8 != pair;
                    found[number] = (index as u32) << 8 | u32::from(pair);
                    changed |= u64::from(empty & differs) << number;
                }
            }
        }
        self.change_all(changed, &found, 2 * reach);
    }

    /// Gives the points of the set bits their new classes; `per_line` of them lie on a line.
    #[inline(always)]
    fn change_all(&mut self, mut changed: u64, found: &[u32; MOST], per_line: usize) {
        let first = self.saved.len();
        self.saved.extend_from_slice(&[EMPTY; MOST]);
        let (Some(saved), Some(frame)) =
            (self.saved.last_chunk_mut::<MOST>(), self.frames.last_mut())
        else {
            return;
        };
        let (mut value, mut moved, mut number) = (self.value, 0u64, 0);
        while changed != 0 {
            let bit = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let (index, pair) = (found[bit] >> 8, found[bit] & 0xff);
            let shift = 8 * (bit / per_line);
            let slot = &mut self.slots[index as usize];
            let old = *slot;
            let pairs = old.pairs & !(0xff << shift) | pair << shift;
            let new = Patterns::refresh(&self.worth, old, pairs);
            *slot = new;
            saved[number % MOST] = old;
            value += i32::from(new.value) - i32::from(old.value);
            moved |= u64::from(old.threats | new.threats != 0) << number;
            number += 1;
        }
        self.value = value;
        frame.moved = moved;
        self.saved.truncate(first + number);
        while moved != 0 {
            let old = self.saved[first + moved.trailing_zeros() as usize];
            moved &= moved - 1;
            self.reset_threats(&old);
        }
    }

    /// Brings counts and threat sets up to date with a slot that was this one before.
    #[inline(always)]
    fn reset_threats(&mut self, old: &Slot) {
        let index = old.index as usize;
        let new = self.slots[index];
        for color in 0..2 {
            self.counts[color].remove(old.kinds[color]);
            self.counts[color].add(new.kinds[color]);
        }
        self.toggle_threats(old.threats ^ new.threats, index);
    }

    /// As [`touch_lines`](Patterns::touch_lines) for lines that are counted, of which any number of
    /// points may change.
    fn touch_counted(&mut self, lookup: Windows, point: Point) {
        for (d, direction) in Direction::ALL.into_iter().enumerate() {
            let (dx, dy) = direction.delta();
            for (dx, dy) in [(dx, dy), (-dx, -dy)] {
                let mut next = point;
                for _ in 0..lookup.reach {
                    let Some(other) = next.offset(dx, dy) else {
                        break;
                    };
                    next = other;
                    match self.board.cell(other) {
                        Cell::Off => break,
                        Cell::Empty => {
                            let index = self.slot(other);
                            let pair = lookup.pair(0, 0, self.place(index, d));
                            self.change(index, d, pair);
                        }
                        Cell::Black | Cell::White => {}
                    }
                }
            }
        }
    }

    /// Gives an empty point the classes `pair` in direction `d`.
    fn change(&mut self, index: usize, d: usize, pair: Pair) {
        let old = self.slots[index];
        let pairs = old.pairs & !(0xff << (8 * d)) | u32::from(pair) << (8 * d);
        if pairs == old.pairs {
            return;
        }
        self.saved.push(old);
        let new = Patterns::refresh(&self.worth, old, pairs);
        self.slots[index] = new;
        self.value += i32::from(new.value) - i32::from(old.value);
        self.reset_threats(&old);
    }

    /// Saves the words of `near` that [`spread`](Patterns::spread) may change.
    fn save_near(&mut self, point: Point) {
        let row = point.y().saturating_sub(3) as usize;
        let first = (row * self.width + point.x().saturating_sub(3) as usize) / 64;
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        frame.near_first = first as u8;
        for (saved, &word) in frame.near_words.iter_mut().zip(&self.near.words()[first..]) {
            *saved = word;
        }
    }

    /// Adds the points around a stone to `near`.
    fn spread(&mut self, point: Point) {
        let (x, y) = (point.x() as usize, point.y() as usize);
        let height = self.board.rules().height() as usize;
        let on_row = (1u64 << (self.width - x).min(4).saturating_add(3)) - 1;
        for (i, row) in NEAR.iter().enumerate() {
            let Some(y) = (y + i).checked_sub(3).filter(|&y| y < height) else {
                continue;
            };
            let bits = row & on_row;
            let (first, bits) = if x >= 3 {
                (x - 3, bits)
            } else {
                (0, bits >> (3 - x))
            };
            self.near.insert_span(y * self.width + first, bits);
        }
    }

    /// The slot of a point: `x + y · width`, the unit of [`PointSet`].
    #[inline]
    pub fn slot(&self, point: Point) -> usize {
        point.x() as usize + point.y() as usize * self.width
    }

    /// The point of a slot of this board.
    #[inline]
    pub fn point(&self, slot: usize) -> Point {
        Point::new((slot % self.width) as u8, (slot / self.width) as u8)
    }

    /// The board itself.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether Black is restrained by renju's forbidden points.
    #[inline]
    pub fn is_renju(&self) -> bool {
        self.board.rules().variant() == Variant::Renju
    }

    /// The moves made since the patterns were made, those taken back left out.
    #[inline]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The sum over the empty points of Black's value less White's.
    #[inline]
    pub fn value(&self) -> i32 {
        self.value
    }

    /// How many empty points are of this kind for a colour. Kinds without a threat (nothing, twos,
    /// forbidden) are not counted: 0.
    #[inline]
    pub fn count(&self, color: Color, kind: Kind) -> u32 {
        self.counts[color.index()].get(kind)
    }

    /// The kinds counted of which a colour has points: bit `kind as u8`.
    #[inline]
    pub fn present(&self, color: Color) -> u16 {
        self.counts[color.index()].present()
    }

    /// The empty points of a threat set for a colour.
    #[inline]
    pub fn threat_set(&self, color: Color, threat_set: ThreatSet) -> &PointSet {
        &self.threats[color.index()][threat_set as usize]
    }

    /// The empty points within two of a stone, and those three away from one on a line.
    #[inline]
    pub fn candidates(&self) -> impl Iterator<Item = usize> + '_ {
        self.near.iter_without(&self.stones)
    }

    /// The empty points that are no [`candidates`](Patterns::candidates).
    pub fn far(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.slots.len()).filter(|&slot| !self.near.contains(slot) && self.is_empty(slot))
    }

    /// Whether a slot is empty.
    #[inline]
    pub fn is_empty(&self, slot: usize) -> bool {
        !self.slots[slot].stone
    }

    /// The kind of an empty point for a colour.
    #[inline]
    pub fn kind(&self, slot: usize, color: Color) -> Kind {
        self.slots[slot].kinds[color.index()]
    }

    /// The ordering score of a move by a colour on an empty point.
    #[inline]
    pub fn score(&self, slot: usize, color: Color) -> i32 {
        i32::from(self.slots[slot].scores[color.index()])
    }

    /// The classes of the four lines of an empty point for a colour, in the order of
    /// [`Direction::ALL`].
    #[inline]
    pub fn classes(&self, slot: usize, color: Color) -> [Class; 4] {
        let packed = self.slots[slot].classes(color.index());
        packed.to_le_bytes().map(Class::from_nibble)
    }

    /// Cells looked at on each side of a point.
    #[inline]
    pub fn reach(&self) -> usize {
        self.tables.reach()
    }

    /// The class of an empty point's line for `color` if `owner` had a stone `steps` points ahead of
    /// it, or behind it if negative. `None` where that point is not empty or out of reach, and for win
    /// lengths without tables.
    pub fn class_with_stone(
        &self,
        slot: usize,
        direction: usize,
        color: Color,
        (owner, steps): (Color, isize),
    ) -> Option<Class> {
        let reach = self.reach();
        let window = self.lines.window(self.point(slot), direction);
        let shift = 2 * (2 * reach).checked_add_signed(steps)?;
        if steps.unsigned_abs() > reach || window.checked_shr(shift as u32)? & 3 != 0 {
            return None;
        }
        let stone = Window::from(owner.index() as u8 + 1) << shift;
        let (window, cell) = (window | stone, 2 * reach);
        let place = self.place(slot, direction);
        let pair = match self.tables {
            Tables::Flat4(table) => Flat::<4, { 1 << 16 }>(table).pair(window, cell, place),
            Tables::Flat5(table) => Flat::<5, { 1 << 20 }>(table).pair(window, cell, place),
            Tables::Split(split) => Lookup::pair(split, window, cell, place),
            Tables::Windows { .. } => return None,
        };
        Some(Class::from_nibble(pair >> (4 * color.index()) & 15))
    }
}

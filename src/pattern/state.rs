use std::sync::Arc;

use super::class::Class;
use super::kind::{Group, Kind};
use super::line::{Law, Line};
use super::set::PointSet;
use super::table::{Pair, Split, Tables, side};
use super::worth::WorthTable;
use crate::game::{Board, Color, Direction, Point, Variant};

/// What is known of one point. 32 bytes, two to a cache line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(32))]
struct Slot {
    /// Line keys, one a direction.
    keys: [u32; 4],
    /// Classes, a nibble a direction, for Black and White.
    classes: [u16; 2],
    /// Ordering scores of a move here, for Black and White.
    scores: [i16; 2],
    /// Black's share of the static score less White's.
    value: i16,
    /// Kinds for Black and White.
    kinds: [Kind; 2],
    stone: bool,
}

/// Totals before a move, and where its saved slots begin.
#[derive(Debug, Clone)]
struct Frame {
    first_saved: u32,
    value: i32,
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
    saved: Vec<(u16, Slot)>,
    frames: Vec<Frame>,
    value: i32,
    counts: [[u16; Kind::COUNT]; 2],
    groups: [[PointSet; Group::COUNT]; 2],
    stones: PointSet,
    near: PointSet,
}

/// How a line key becomes classes.
trait Lookup: Copy {
    fn reach(self) -> usize;
    fn pair(self, key: u32, at: Where<'_>) -> Pair;
}

/// The line a look-up is about, for the look-ups that read it from the board.
#[derive(Clone, Copy)]
struct Where<'a> {
    board: &'a Board,
    slot: usize,
    width: usize,
    direction: usize,
}

#[derive(Clone, Copy)]
struct Flat<'a, const REACH: usize, const SIZE: usize>(&'a [Pair; SIZE]);

impl<const REACH: usize, const SIZE: usize> Lookup for Flat<'_, REACH, SIZE> {
    #[inline(always)]
    fn reach(self) -> usize {
        REACH
    }

    #[inline(always)]
    fn pair(self, key: u32, _: Where<'_>) -> Pair {
        self.0[key as usize % SIZE]
    }
}

impl Lookup for &Split {
    #[inline(always)]
    fn reach(self) -> usize {
        self.reach
    }

    #[inline(always)]
    fn pair(self, key: u32, _: Where<'_>) -> Pair {
        Split::pair(self, key)
    }
}

#[derive(Clone, Copy)]
struct Windows {
    reach: usize,
}

impl Lookup for Windows {
    fn reach(self) -> usize {
        self.reach
    }

    fn pair(self, _: u32, at: Where<'_>) -> Pair {
        let rules = at.board.rules();
        let (dx, dy) = Direction::ALL[at.direction].delta();
        let centre = Point::try_new((at.slot % at.width) as u8, (at.slot / at.width) as u8);
        let class = |color: Color| {
            let law = Law::of(rules.variant(), color);
            let look = |sign: i8| {
                let mut next = centre;
                let cells = std::iter::from_fn(move || {
                    next = next.and_then(|point| point.offset(dx * sign, dy * sign));
                    Some(next.map_or(3, |point| at.board.cell(point) as u8))
                });
                side(cells.take(self.reach), color.index() as u8 + 1, law)
            };
            let line = Line {
                sides: [look(-1), look(1)],
            };
            line.class_by_windows(u32::from(rules.win_length()), law) as u8
        };
        class(Color::Black) | class(Color::White) << 4
    }
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
        let empty = Slot {
            keys: [0; 4],
            classes: [0; 2],
            scores: [0; 2],
            value: 0,
            kinds: [Kind::None; 2],
            stone: false,
        };
        let set = || PointSet::new(area);
        let mut patterns = Patterns {
            board: board.clone(),
            tables,
            worth,
            width: rules.width() as usize,
            slots: vec![empty; area].into_boxed_slice(),
            saved: Vec::with_capacity(64 * 40),
            frames: Vec::with_capacity(64),
            value: 0,
            counts: [[0; Kind::COUNT]; 2],
            groups: std::array::from_fn(|_| std::array::from_fn(|_| set())),
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
            for (d, direction) in Direction::ALL.into_iter().enumerate() {
                let (dx, dy) = direction.delta();
                let reach = lookup.reach().min(8);
                for k in 1..=reach as i8 {
                    for (sign, first) in [(-1, 0), (1, reach)] {
                        let other = point.offset(dx * k * sign, dy * k * sign);
                        let cell = other.map_or(3, |other| self.board.cell(other) as u32);
                        self.slots[slot].keys[d] |= cell << (2 * (first + k as usize - 1));
                    }
                }
            }
        }
        for slot in 0..self.slots.len() {
            if self.slots[slot].stone {
                continue;
            }
            for d in 0..4 {
                let pair = lookup.pair(self.slots[slot].keys[d], self.place(slot, d));
                self.slots[slot].classes[0] |= u16::from(pair & 15) << (4 * d);
                self.slots[slot].classes[1] |= u16::from(pair >> 4) << (4 * d);
            }
            self.refresh(slot);
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

    /// Works out scores, value and kinds of a slot from its classes.
    #[inline(always)]
    fn refresh(&mut self, index: usize) {
        let slot = &mut self.slots[index];
        let black = self.worth[0].get(slot.classes[0]);
        let white = self.worth[1].get(slot.classes[1]);
        slot.scores = [black.attack + white.defence, white.attack + black.defence];
        slot.value = black.value - white.value;
        slot.kinds = [black.kind, white.kind];
    }

    /// Adds an empty point to the totals.
    fn enter(&mut self, index: usize) {
        let slot = self.slots[index];
        self.value += i32::from(slot.value);
        for color in 0..2 {
            self.counts[color][slot.kinds[color] as usize] += 1;
            self.toggle_groups(color, slot.kinds[color].groups(), index);
        }
    }

    /// Takes an empty point out of the totals.
    #[inline]
    fn leave(&mut self, index: usize) {
        let slot = self.slots[index];
        self.value -= i32::from(slot.value);
        for color in 0..2 {
            self.counts[color][slot.kinds[color] as usize] -= 1;
            self.toggle_groups(color, slot.kinds[color].groups(), index);
        }
    }

    #[inline(always)]
    fn toggle_groups(&mut self, color: usize, mut groups: u8, index: usize) {
        while groups != 0 {
            self.groups[color][groups.trailing_zeros() as usize % Group::COUNT].toggle(index);
            groups &= groups - 1;
        }
    }

    #[inline(always)]
    fn change_kind(&mut self, color: usize, old: Kind, new: Kind, index: usize) {
        if old != new {
            self.counts[color][old as usize] -= 1;
            self.counts[color][new as usize] += 1;
            self.toggle_groups(color, old.groups() ^ new.groups(), index);
        }
    }

    /// Puts a stone on an empty point, unchecked, and gives the move to the other colour.
    pub fn make(&mut self, point: Point, color: Color) {
        self.frames.push(Frame {
            first_saved: self.saved.len() as u32,
            value: self.value,
            near_first: 0,
            near_words: [0; 8],
        });
        let slot = self.slot(point);
        self.leave(slot);
        self.slots[slot].stone = true;
        self.stones.toggle(slot);
        self.board.make(point, color);
        self.save_near(point);
        self.spread(point);
        with_lookup!(self, touch_lines(point, slot, color));
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
        let Some(point) = self.board.last_move().and_then(|last| last.point) else {
            return;
        };
        let Some(frame) = self.frames.pop() else {
            return;
        };
        while self.saved.len() > frame.first_saved as usize {
            let Some((index, old)) = self.saved.pop() else {
                break;
            };
            let index = index as usize;
            let now = std::mem::replace(&mut self.slots[index], old);
            for color in 0..2 {
                self.change_kind(color, now.kinds[color], old.kinds[color], index);
            }
        }
        self.board.unmake();
        let slot = self.slot(point);
        self.slots[slot].stone = false;
        self.stones.toggle(slot);
        self.enter(slot);
        self.value = frame.value;
        let first = frame.near_first as usize;
        let words = self.near.words().len().saturating_sub(first).min(8);
        self.near.restore(first, &frame.near_words[..words]);
    }

    #[inline(always)]
    fn touch_lines<L: Lookup>(&mut self, lookup: L, point: Point, slot: usize, color: Color) {
        let reach = lookup.reach();
        let (x, y) = (point.x() as usize, point.y() as usize);
        let rules = self.board.rules();
        let left = x.min(reach);
        let right = (rules.width() as usize - 1 - x).min(reach);
        let down = y.min(reach);
        let up = (rules.height() as usize - 1 - y).min(reach);
        let w = self.width;
        let bits = color.index() as u32 + 1;
        // Steps ahead and back, and the distance between neighbours, in the order of
        // `Direction::ALL`.
        let lines = [
            (right, left, 1),
            (up, down, w),
            (right.min(up), left.min(down), w + 1),
            (right.min(down), left.min(up), 1usize.wrapping_sub(w)),
        ];
        for (d, (ahead, back, step)) in lines.into_iter().enumerate() {
            let mut index = slot;
            for k in 0..ahead {
                index = index.wrapping_add(step);
                self.touch(lookup, index, d, bits.wrapping_shl(2 * k as u32));
            }
            index = slot;
            for k in 0..back {
                index = index.wrapping_sub(step);
                self.touch(lookup, index, d, bits.wrapping_shl(2 * (reach + k) as u32));
            }
        }
    }

    /// One point in reach of a new stone: `change` is the stone in its key of direction `d`.
    #[inline(always)]
    fn touch<L: Lookup>(&mut self, lookup: L, index: usize, d: usize, change: u32) {
        let old = self.slots[index];
        if old.stone {
            return;
        }
        let key = old.keys[d] ^ change;
        let pair = lookup.pair(key, self.place(index, d));
        self.saved.push((index as u16, old));
        let slot = &mut self.slots[index];
        slot.keys[d] = key;
        let shift = 4 * d;
        let keep = !(15 << shift);
        let classes = [
            old.classes[0] & keep | u16::from(pair & 15) << shift,
            old.classes[1] & keep | u16::from(pair >> 4) << shift,
        ];
        if classes == old.classes {
            return;
        }
        slot.classes = classes;
        self.refresh(index);
        let new = self.slots[index];
        self.value += i32::from(new.value) - i32::from(old.value);
        for color in 0..2 {
            self.change_kind(color, old.kinds[color], new.kinds[color], index);
        }
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

    /// The sum over the empty points of Black's value less White's.
    #[inline]
    pub fn value(&self) -> i32 {
        self.value
    }

    /// How many empty points are of this kind for a colour.
    #[inline]
    pub fn count(&self, color: Color, kind: Kind) -> u32 {
        u32::from(self.counts[color.index()][kind as usize])
    }

    /// The empty points of a group for a colour.
    #[inline]
    pub fn group(&self, color: Color, group: Group) -> &PointSet {
        &self.groups[color.index()][group as usize]
    }

    /// The empty points within two of a stone, and those three away from one on a line.
    #[inline]
    pub fn candidates(&self) -> impl Iterator<Item = usize> + '_ {
        self.near.iter_without(&self.stones)
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
        let packed = self.slots[slot].classes[color.index()];
        [0, 4, 8, 12].map(|shift| Class::from_nibble((packed >> shift & 15) as u8))
    }

    /// Cells looked at on each side of a point.
    #[inline]
    pub fn reach(&self) -> usize {
        self.tables.reach()
    }

    /// The class of an empty point's line for `color` if its opponent had a stone on the cell
    /// `cell`, counted as in the line keys: 0.. before the point, [`reach`](Patterns::reach).. after it,
    /// nearest first. `None` where that cell is not empty, and for win lengths without tables.
    pub fn class_after_block(
        &self,
        slot: usize,
        direction: usize,
        color: Color,
        cell: usize,
    ) -> Option<Class> {
        let key = self.slots[slot].keys[direction];
        let shift = 2 * cell as u32;
        if key.wrapping_shr(shift) & 3 != 0 {
            return None;
        }
        let key = key | ((!color).index() as u32 + 1).wrapping_shl(shift);
        let pair = match self.tables {
            Tables::Flat4(table) => table[key as usize % (1 << 16)],
            Tables::Flat5(table) => table[key as usize % (1 << 20)],
            Tables::Split(split) => split.pair(key),
            Tables::Windows { .. } => return None,
        };
        Some(Class::from_nibble(pair >> (4 * color.index()) & 15))
    }
}

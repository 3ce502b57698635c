use std::sync::Arc;

use super::changes::{Changes, MOST, around};
use super::counts::Counts;
use super::delta::Delta;
use super::line_pattern::LinePattern;
use super::lookup::{Flat, Halves, Lookup, interleave};
use super::near::{Near, Rows, Slots};
use super::pattern4::{Pattern4, ThreatSet};
use super::score_table::{PointScores, ScoreTable};
use super::set::{PointSet, ThreatSets};
use super::table::{Pair, Tables};
use crate::game::{Cell, Color, Direction, Point, Position, SearchPosition, Variant};
use crate::processor::for_every_processor;

/// What is known of one point. 16 bytes, four to a cache line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(16))]
struct Slot {
    scores: PointScores,
    /// Line patterns, one byte a direction, the first in the low byte.
    pairs: u32,
    /// The slot itself, for when it is saved.
    index: u16,
}

impl Slot {
    /// The slot with other line patterns.
    #[inline(always)]
    fn with(self, pairs: u32, tables: [&ScoreTable; 2]) -> Slot {
        Slot {
            scores: ScoreTable::of_pairs(tables, pairs),
            pairs,
            ..self
        }
    }

    /// Takes the point back into the threat sets that it was in when it was saved.
    #[inline(always)]
    fn give_back(&self, slots: &[Slot; SLOTS], threats: &mut ThreatSets) {
        let index = usize::from(self.index);
        let now = slots[index % SLOTS].scores;
        threats.toggle(now.threats() ^ self.scores.threats(), index);
    }
}

/// Room for the slots of every board; a power of two, so that a mask brings a number into range.
const SLOTS: usize = 4096;

/// What a move changed, besides the slots.
#[derive(Debug, Clone)]
struct Frame {
    point: Point,
    side_before: Color,
    delta: Delta,
    first_saved: usize,
    /// Which of its saved slots entered or left a threat set or changed patterns within one.
    moved: u64,
    value: i32,
    counts: [Counts; 2],
    near: Rows,
}

/// A position with the patterns of all its empty points, kept up incrementally.
///
/// [`make`](Patterns::make) and [`unmake`](Patterns::unmake) touch only the points within reach of
/// the stone on its four lines (32 in freestyle five, 40 in the other variants).
#[derive(Clone)]
pub struct Patterns {
    position: SearchPosition,
    tables: &'static Tables,
    score_tables: [Arc<ScoreTable>; 2],
    width: usize,
    /// How far the slots in reach of a stone are from its own.
    around: Box<[u16; MOST]>,
    points: Box<[Point]>,
    slots: Box<[Slot; SLOTS]>,
    /// Slots before the moves that changed them, up to `saved_end`; beyond it anything.
    saved: Vec<Slot>,
    saved_end: usize,
    frames: Vec<Frame>,
    serial: u64,
    value: i32,
    counts: [Counts; 2],
    threats: ThreatSets,
    near: Near,
}

impl Patterns {
    /// The patterns of a position, whose moves so far cannot be taken back from here. Costs a look
    /// at every line of every point; tables not built yet are built.
    pub fn new(position: &Position, score_tables: [Arc<ScoreTable>; 2]) -> Patterns {
        let rules = *position.rules();
        let nothing = Slot {
            scores: PointScores::default(),
            pairs: 0,
            index: 0,
        };
        let slots = vec![nothing; SLOTS].into_boxed_slice();
        let mut patterns = Patterns {
            position: position.into(),
            tables: Tables::of(&rules),
            score_tables,
            width: rules.width() as usize,
            around: Box::new(around(
                neighbours(rules.width() as usize),
                Tables::of(&rules).reach(),
            )),
            points: rules.points().collect(),
            slots: slots.try_into().expect("as many as it was made of"),
            saved: Vec::new(),
            saved_end: 0,
            frames: Vec::with_capacity(64),
            serial: 0,
            value: 0,
            counts: [Counts::default(); 2],
            threats: ThreatSets::new(rules.area()),
            near: Near::new(),
        };
        for (index, point) in rules.points().enumerate() {
            patterns.slots[index].index = index as u16;
            if !patterns.is_empty(index) {
                patterns.near.add(point.x(), point.y());
                continue;
            }
            let mut pairs = 0;
            for d in 0..4 {
                pairs |= u32::from(patterns.pair_at(point, d)) << (8 * d);
            }
            let [black, white] = &patterns.score_tables;
            let slot = patterns.slots[index].with(pairs, [black, white]);
            patterns.slots[index] = slot;
            patterns.value += i32::from(slot.scores.value());
            for (counts, number) in patterns.counts.iter_mut().zip(slot.scores.numbers4()) {
                counts.add(number);
            }
            patterns.threats.toggle(slot.scores.threats(), index);
        }
        patterns
    }

    /// The patterns of one line of an empty point.
    fn pair_at(&self, point: Point, d: usize) -> Pair {
        let place = self.reach() as u32;
        let line = self.position.line(point, Direction::ALL[d], place);
        self.tables.pair_of(self.position.rules(), line, place)
    }

    /// Puts a stone on an empty point, unchecked, and gives the move to the other colour.
    #[inline]
    pub fn make(&mut self, point: Point, color: Color) {
        make(self, point, color);
    }

    #[inline(always)]
    fn make_here(&mut self, point: Point, color: Color) {
        let slot = self.slot(point);
        self.serial += 1;
        self.frames.push(Frame {
            point,
            side_before: self.position.side_to_move(),
            delta: Delta::new(self.serial, slot, color, self.tables.reach()),
            first_saved: self.saved_end,
            moved: 0,
            value: self.value,
            counts: self.counts,
            near: self.near.add(point.x(), point.y()),
        });
        let taken = self.slots[slot % SLOTS].scores;
        self.value -= i32::from(taken.value());
        for (counts, number) in self.counts.iter_mut().zip(taken.numbers4()) {
            counts.remove(number);
        }
        self.threats.toggle(taken.threats(), slot);
        self.position.make(point, color);
        match self.tables {
            Tables::Flat4(table) => self.touch(Flat::<4, { 1 << 16 }>(table), point, slot),
            Tables::Flat5(table) => self.touch(Flat::<5, { 1 << 20 }>(table), point, slot),
            Tables::Split(split) => match split.reach {
                2 => self.touch(Halves::<2>(split), point, slot),
                3 => self.touch(Halves::<3>(split), point, slot),
                6 => self.touch(Halves::<6>(split), point, slot),
                7 => self.touch(Halves::<7>(split), point, slot),
                _ => self.touch(Halves::<8>(split), point, slot),
            },
            Tables::Windows { reach } => self.touch_counted(*reach, point),
        }
    }

    /// Gives the move to the other colour without a stone.
    pub fn make_pass(&mut self) {
        self.position
            .set_side_to_move(!self.position.side_to_move());
    }

    /// Takes back a [`make_pass`](Patterns::make_pass).
    pub fn unmake_pass(&mut self) {
        self.make_pass();
    }

    /// Takes back what the last [`make`](Patterns::make) did. Does nothing without one.
    #[inline]
    pub fn unmake(&mut self) {
        unmake(self);
    }

    #[inline(always)]
    fn unmake_here(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let saved = &self.saved[frame.first_saved..self.saved_end];
        let (slots, threats) = (&mut self.slots, &mut self.threats);
        if let Tables::Windows { .. } = self.tables {
            for old in saved {
                old.give_back(slots, threats);
            }
        }
        let mut moved = frame.moved;
        while moved != 0 {
            saved[moved.trailing_zeros() as usize].give_back(slots, threats);
            moved &= moved - 1;
        }
        for old in saved {
            slots[usize::from(old.index) % SLOTS] = *old;
        }
        self.saved_end = frame.first_saved;
        let slot = usize::from(frame.delta.slot);
        threats.toggle(slots[slot % SLOTS].scores.threats(), slot);
        self.value = frame.value;
        self.counts = frame.counts;
        self.near.restore(frame.point.y(), &frame.near);
        self.position.unmake(frame.point, frame.delta.color);
        self.position.set_side_to_move(frame.side_before);
    }

    /// Brings the points in reach of a new stone up to date. First it is [found](Changes::of) which of them change, and
    /// to what, so that the rest has only those to go through.
    #[inline(always)]
    fn touch<L: Lookup>(&mut self, lookup: L, point: Point, slot: usize) {
        let reach = lookup.reach();
        let first = 2 * reach as u32;
        let mut lines = [[0; 2]; 4];
        for (line, direction) in lines.iter_mut().zip(Direction::ALL) {
            *line = self.position.line(point, direction, first);
        }
        let windows = lookup.windows(lines);
        if let Some(frame) = self.frames.last_mut() {
            for (low, window) in frame.delta.windows.iter_mut().zip(windows) {
                *low = L::low(window);
            }
        }
        let around = (slot, &*self.around);
        let pairs_at = |at: u16| self.slots[usize::from(at) % SLOTS].pairs;
        let changes = Changes::of(lookup, windows, around, pairs_at);
        self.change_all(lookup, &changes);
    }

    /// Gives points their new line patterns.
    #[inline(always)]
    fn change_all<L: Lookup>(&mut self, lookup: L, changes: &Changes) {
        let first = self.saved_end;
        if self.saved.len() < first + MOST {
            self.saved.resize(first + 64 * MOST, self.slots[0]);
        }
        let Some(saved) = self.saved[first..].first_chunk_mut::<MOST>() else {
            return;
        };
        let [mut of_black, mut of_white] = [[0; MOST]; 2];
        if L::MOST_CHANGE {
            // All at once is faster than those alone that change.
            let indices = of_black.iter_mut().zip(&mut of_white).zip(&changes.pairs);
            for ((black, white), pairs) in indices.take(8 * lookup.reach()) {
                *black = ScoreTable::index(pairs & 0x0f0f_0f0f);
                *white = ScoreTable::index(pairs >> 4 & 0x0f0f_0f0f);
            }
        }
        let [black, white] = &self.score_tables;
        let (mut value, mut moved, mut count) = (self.value, 0u64, 0);
        let mut which = changes.which;
        while which != 0 {
            let number = which.trailing_zeros() as usize;
            which &= which - 1;
            let slot = &mut self.slots[usize::from(changes.slots[number]) % SLOTS];
            let old = *slot;
            let pairs = changes.pairs[number];
            let scores = if L::MOST_CHANGE {
                let of_black = black.share(Color::Black, of_black[number]);
                of_black.and(white.share(Color::White, of_white[number]))
            } else {
                ScoreTable::of_pairs([black, white], pairs)
            };
            *slot = Slot {
                scores,
                pairs,
                index: old.index,
            };
            saved[count % MOST] = old;
            value += i32::from(scores.value()) - i32::from(old.scores.value());
            moved |= u64::from(old.scores.is_other_threat(scores)) << count;
            count += 1;
        }
        self.value = value;
        self.saved_end = first + count;
        if let Some(frame) = self.frames.last_mut() {
            frame.moved = moved;
        }
        while moved != 0 {
            let old = &saved[moved.trailing_zeros() as usize % MOST];
            moved &= moved - 1;
            let new = &self.slots[usize::from(old.index) % SLOTS];
            Patterns::recount(&mut self.counts, &mut self.threats, old, new);
        }
    }

    /// Brings counts and threat sets up to date with a slot that has changed.
    #[inline(always)]
    fn recount(counts: &mut [Counts; 2], threats: &mut ThreatSets, old: &Slot, new: &Slot) {
        let numbers = old.scores.numbers4().into_iter().zip(new.scores.numbers4());
        for (counts, (was, is)) in counts.iter_mut().zip(numbers) {
            counts.remove(was);
            counts.add(is);
        }
        let changed = old.scores.threats() ^ new.scores.threats();
        threats.toggle(changed, usize::from(old.index));
    }

    /// As [`touch`](Patterns::touch) for lines that are counted, of which any number of points may
    /// change.
    fn touch_counted(&mut self, reach: usize, point: Point) {
        for (d, direction) in Direction::ALL.into_iter().enumerate() {
            let (dx, dy) = direction.delta();
            for (dx, dy) in [(dx, dy), (-dx, -dy)] {
                let mut next = point;
                for _ in 0..reach {
                    let Some(other) = next.offset(dx, dy) else {
                        break;
                    };
                    next = other;
                    match self.position.cell(other) {
                        Cell::Off => break,
                        Cell::Empty => self.change(self.slot(other), d, self.pair_at(other, d)),
                        Cell::Black | Cell::White => {}
                    }
                }
            }
        }
    }

    /// Gives an empty point the line patterns `pair` in direction `d`.
    fn change(&mut self, index: usize, d: usize, pair: Pair) {
        let old = self.slots[index];
        let pairs = old.pairs & !(0xff << (8 * d)) | u32::from(pair) << (8 * d);
        if pairs == old.pairs {
            return;
        }
        self.saved.truncate(self.saved_end);
        self.saved.push(old);
        self.saved_end = self.saved.len();
        let [black, white] = &self.score_tables;
        let new = old.with(pairs, [black, white]);
        self.slots[index] = new;
        self.value += i32::from(new.scores.value()) - i32::from(old.scores.value());
        Patterns::recount(&mut self.counts, &mut self.threats, &old, &new);
    }

    /// The slot of a point: `x + y · width`, the unit of [`PointSet`].
    #[inline]
    pub fn slot(&self, point: Point) -> usize {
        point.x() as usize + point.y() as usize * self.width
    }

    /// The point of a slot of this board.
    #[inline]
    pub fn point(&self, slot: usize) -> Point {
        self.points[slot]
    }

    /// The stones and whose move it is.
    #[inline]
    pub fn board(&self) -> &Position {
        &self.position
    }

    /// Whether Black is restrained by renju's forbidden points.
    #[inline]
    pub fn is_renju(&self) -> bool {
        self.position.rules().variant() == Variant::Renju
    }

    /// How many moves have been made since the patterns were made, those taken back left out.
    #[inline]
    pub fn made(&self) -> usize {
        self.frames.len()
    }

    /// What the move with this number changed, the first being 0; `None` from
    /// [`made`](Patterns::made) on.
    #[inline]
    pub fn delta(&self, number: usize) -> Option<&Delta> {
        self.frames.get(number).map(|frame| &frame.delta)
    }

    /// The sum over the empty points of Black's value less White's.
    #[inline]
    pub fn value(&self) -> i32 {
        self.value
    }

    /// How many empty points are of this pattern for a colour. Patterns without a threat (nothing,
    /// twos, forbidden) are not counted: 0.
    #[inline]
    pub fn count(&self, color: Color, pattern4: Pattern4) -> u32 {
        self.counts[color.index()].get(pattern4)
    }

    /// The empty points of a threat set for a colour.
    #[inline]
    pub fn threat_set(&self, color: Color, threat_set: ThreatSet) -> PointSet<'_> {
        self.threats.of(color, threat_set)
    }

    /// The empty points within two of a stone, and those three away from one on a line.
    #[inline]
    pub fn candidates(&self) -> impl Iterator<Item = usize> + '_ {
        self.empty_where(|y| self.near.row(y))
    }

    /// How many [`candidates`](Patterns::candidates) there are.
    #[inline]
    pub fn count_candidates(&self) -> usize {
        let rows = self.empty_rows(|y| self.near.row(y));
        rows.map(|row| row.count_ones() as usize).sum()
    }

    /// The empty points that are no [`candidates`](Patterns::candidates).
    pub fn far(&self) -> impl Iterator<Item = usize> + '_ {
        self.empty_where(|y| !self.near.row(y))
    }

    /// The empty points that are set in rows of bits.
    #[inline]
    fn empty_where(&self, row: impl Fn(u8) -> u64) -> impl Iterator<Item = usize> {
        Slots::new(self.empty_rows(row), self.width)
    }

    /// The same as rows of bits.
    #[inline]
    fn empty_rows(&self, row: impl Fn(u8) -> u64) -> impl Iterator<Item = u64> {
        let rows = 0..self.position.rules().height();
        rows.map(move |y| row(y) & self.position.empty_in_row(y))
    }

    /// Whether a slot is empty.
    #[inline]
    pub fn is_empty(&self, slot: usize) -> bool {
        self.position.cell(self.points[slot]) == Cell::Empty
    }

    /// The pattern of an empty point for a colour.
    #[inline]
    pub fn pattern4(&self, slot: usize, color: Color) -> Pattern4 {
        self.slots[slot % SLOTS].scores.patterns4()[color.index()]
    }

    /// Of which threatening patterns a colour has a point: a bit a pattern.
    #[inline]
    pub fn present(&self, color: Color) -> u32 {
        self.counts[color.index()].present()
    }

    /// A number for what an empty point is to both colours: Black's pattern in its lower four bits, White's in
    /// its higher.
    #[inline]
    pub fn both_patterns4(&self, slot: usize) -> u8 {
        self.slots[slot % SLOTS].scores.both_numbers4()
    }

    /// The ordering score of a move by a colour on an empty point.
    #[inline]
    pub fn score(&self, slot: usize, color: Color) -> i32 {
        i32::from(self.slots[slot % SLOTS].scores.score(color))
    }

    /// The patterns of the four lines of an empty point for a colour, in the order of
    /// [`Direction::ALL`].
    #[inline]
    pub fn line_patterns(&self, slot: usize, color: Color) -> [LinePattern; 4] {
        let pairs = self.slots[slot % SLOTS].pairs.to_le_bytes();
        pairs.map(|pair| LinePattern::from_nibble(pair >> (4 * color.index()) & 15))
    }

    /// Cells looked at on each side of a point.
    #[inline]
    pub fn reach(&self) -> usize {
        self.tables.reach()
    }

    /// The empty points in reach of an empty point in a direction, ascending, and for each of them
    /// the pattern of the point's line for `color` if `owner` had a stone there; `None` for win
    /// lengths without tables.
    pub fn line_patterns_with_stones(
        &self,
        slot: usize,
        direction: usize,
        color: Color,
        owner: Color,
    ) -> impl Iterator<Item = (usize, Option<LinePattern>)> + '_ {
        let reach = self.reach();
        let line = (self.position).line(self.point(slot), Direction::ALL[direction], reach as u32);
        let cells = interleave(line);
        let step = neighbours(self.width)[direction];
        self.empty_around(slot, direction).map(move |steps| {
            let at = slot.wrapping_add(step.wrapping_mul(steps as usize));
            let place = reach.wrapping_add_signed(steps);
            let stone = 1 << ((2 * place + owner.index()) % 64);
            let pair = self.tables.pair_of_cells(cells | stone);
            let of_color = |pair| LinePattern::from_nibble(pair >> (4 * color.index()) & 15);
            (at, pair.map(of_color))
        })
    }

    /// How far ahead the empty points in reach of a point are in a direction, ascending; behind it
    /// is negative.
    #[inline]
    fn empty_around(&self, slot: usize, direction: usize) -> impl Iterator<Item = isize> {
        const CENTRE: u32 = 64;
        let line = (self.position).line(self.point(slot), Direction::ALL[direction], 0);
        let reach = self.reach() as u32;
        let [empty, off] = [!(line[0] | line[1]), line[0] & line[1]];
        // Up to the edge, as the words are rings.
        let behind = off.leading_zeros().min(reach);
        let ahead = (off >> 1).trailing_zeros().min(reach);
        let cells = u128::from(empty) | u128::from(empty) << CENTRE;
        let around = (1u128 << (behind + ahead + 1)) - 1;
        let around = around << (CENTRE - behind) & !(1 << CENTRE);
        let mut cells = cells & around;
        std::iter::from_fn(move || {
            let cell = (cells != 0).then(|| cells.trailing_zeros())?;
            cells &= cells - 1;
            Some(cell as isize - CENTRE as isize)
        })
    }
}

for_every_processor! {
    fn make(patterns: &mut Patterns, point: Point, color: Color) {
        patterns.make_here(point, color);
    }

    fn unmake(patterns: &mut Patterns) {
        patterns.unmake_here();
    }
}

/// The distance between the slots of neighbours, in the order of [`Direction::ALL`].
#[inline(always)]
fn neighbours(width: usize) -> [usize; 4] {
    [1, width, width + 1, 1usize.wrapping_sub(width)]
}

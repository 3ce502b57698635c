use smallvec::SmallVec;

use super::points::PointBits;
use crate::game::{
    Color, Direction, Point, Position, Rules, SearchPosition, Setup, Variant, WinRule,
};

/// A few points, ascending where nothing else is said.
pub type Slots = SmallVec<[u16; 4]>;

/// Beyond the edge.
const OFF: u16 = u16::MAX;

/// The two sides of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Who is to be shown to win.
    Attacker = 0,
    /// Who has to be shown to be unable to stop it.
    Defender = 1,
}

impl Side {
    const fn index(self) -> usize {
        self as usize
    }

    /// The other one.
    pub const fn other(self) -> Side {
        match self {
            Side::Attacker => Side::Defender,
            Side::Defender => Side::Attacker,
        }
    }
}

/// Which windows lack one stone, or two, to be full of one side's stones and hold none of the other's.
#[derive(Debug, Clone)]
struct Open {
    lacking: [Vec<u64>; 2],
}

/// The stones as seen by a proof: how many of each side lie in every window of n points in a row.
///
/// This is all that threat trees are judged by, and it shares nothing with the patterns but the win
/// rule. A stone costs as many steps as there are windows through its point, 20 in the middle of a
/// board for five in a row.
#[derive(Debug, Clone)]
pub struct Windows {
    rules: Rules,
    n: usize,
    attacker: Color,
    cells: Vec<Option<Side>>,
    /// The points of every window, n each.
    points: Vec<u16>,
    /// What lies just beyond either end.
    ends: Vec<[u16; 2]>,
    /// The windows through every point.
    through: Vec<SmallVec<[u16; 20]>>,
    /// Their directions.
    directions: Vec<Direction>,
    counts: Vec<[u8; 2]>,
    open: [Open; 2],
    /// The same stones, where points may be forbidden (renju).
    forbidding: Option<SearchPosition>,
}

impl Windows {
    /// The windows of a position in which `attacker` attacks.
    pub fn new(position: &Position, attacker: Color) -> Windows {
        let rules = *position.rules();
        let n = usize::from(rules.win_length());
        let mut windows = Windows {
            rules,
            n,
            attacker,
            cells: vec![None; rules.area()],
            points: Vec::new(),
            ends: Vec::new(),
            through: vec![SmallVec::new(); rules.area()],
            directions: Vec::new(),
            counts: Vec::new(),
            forbidding: (rules.variant() == Variant::Renju).then(|| SearchPosition::new(rules)),
            open: [0, 1].map(|_| Open {
                lacking: [Vec::new(), Vec::new()],
            }),
        };
        for start in rules.points() {
            for direction in Direction::ALL {
                windows.add(start, direction);
            }
        }
        let words = windows.counts.len().div_ceil(64);
        for open in &mut windows.open {
            open.lacking = [vec![0; words], vec![0; words]];
        }
        for point in rules.points() {
            if let Some(color) = position.cell(point).color() {
                let slot = windows.slot(point);
                windows.place(slot, windows.side(color));
            }
        }
        windows
    }

    fn add(&mut self, start: Point, direction: Direction) {
        let (dx, dy) = direction.delta();
        let at = |i: i8| {
            start
                .offset(dx * i, dy * i)
                .filter(|&p| self.rules.contains(p))
        };
        let n = self.n as i8;
        let points: Option<Vec<Point>> = (0..n).map(at).collect();
        let Some(points) = points else {
            return;
        };
        let ends = [at(-1), at(n)].map(|end| end.map_or(OFF, |end| self.slot(end)));
        let number = self.counts.len() as u16;
        for point in points {
            let slot = self.slot(point);
            self.points.push(slot);
            self.through[usize::from(slot)].push(number);
        }
        self.ends.push(ends);
        self.directions.push(direction);
        self.counts.push([0; 2]);
    }

    /// The game that is played.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of a point: row by row, from zero.
    pub fn slot(&self, point: Point) -> u16 {
        u16::from(point.y()) * u16::from(self.rules.width()) + u16::from(point.x())
    }

    /// The point of a number.
    pub fn point(&self, slot: u16) -> Point {
        let width = u16::from(self.rules.width());
        Point::new((slot % width) as u8, (slot / width) as u8)
    }

    /// Which side a colour is on.
    pub fn side(&self, color: Color) -> Side {
        if color == self.attacker {
            Side::Attacker
        } else {
            Side::Defender
        }
    }

    /// The colour of a side.
    pub fn color(&self, side: Side) -> Color {
        match side {
            Side::Attacker => self.attacker,
            Side::Defender => !self.attacker,
        }
    }

    /// Whose stone lies on a point.
    pub fn cell(&self, slot: u16) -> Option<Side> {
        self.cells[usize::from(slot)]
    }

    /// Whether a point is on the board and empty.
    pub fn is_empty(&self, slot: u16) -> bool {
        self.cells.get(usize::from(slot)) == Some(&None)
    }

    /// The same board with these stones.
    pub fn with_stones(&self, stones: &[(u16, Side)]) -> Windows {
        let mut windows = self.clone();
        for (slot, side) in self.placed() {
            windows.take(slot, side);
        }
        for &(slot, side) in stones {
            windows.place(slot, side);
        }
        windows
    }

    /// The position after these moves by turns, after which `to_move` is to move.
    pub fn after(&self, path: &[u16], to_move: Side) -> Windows {
        let mut windows = self.clone();
        let mut side = to_move;
        for &slot in path.iter().rev() {
            side = side.other();
            windows.place(slot, side);
        }
        windows
    }

    /// The stones by their numbers, ascending.
    pub fn placed(&self) -> Vec<(u16, Side)> {
        let stone = |slot| Some((slot, self.cell(slot)?));
        (0..self.cells.len() as u16).filter_map(stone).collect()
    }

    /// The points of a side's stones, in the order of the board.
    pub fn points_of(&self, side: Side) -> impl Iterator<Item = Point> + '_ {
        let placed = self.placed().into_iter();
        placed
            .filter(move |&(_, of)| of == side)
            .map(|(slot, _)| self.point(slot))
    }

    /// Whether points may be forbidden.
    pub fn can_forbid(&self) -> bool {
        self.forbidding.is_some()
    }

    /// The position with this side to move.
    pub fn setup(&self, to_move: Side) -> Setup {
        let placed = self.placed().into_iter();
        let stones = placed.map(|(slot, side)| (self.color(side), self.point(slot)));
        Setup::new(self.rules, stones, self.color(to_move))
    }

    /// The empty points, ascending.
    pub fn empties(&self) -> impl Iterator<Item = u16> + '_ {
        (0..self.cells.len() as u16).filter(|&slot| self.cell(slot).is_none())
    }

    /// Whether a side may play a point.
    pub fn is_legal(&self, slot: u16, side: Side) -> bool {
        self.is_empty(slot)
            && match &self.forbidding {
                Some(position) if self.color(side) == Color::Black => {
                    position.forbidden(self.point(slot)).is_none()
                }
                _ => true,
            }
    }

    /// Whether the answer of [`is_legal`](Windows::is_legal) for an attacker's move that is legal stays the
    /// same wherever the defender had a stone more: no answer is certain where two lines may take
    /// part in what Black is forbidden.
    pub fn stays_legal(&self, slot: u16) -> bool {
        if self.forbidding.is_none() || self.attacker == Color::White {
            return true;
        }
        let (stones, others) = (Side::Attacker.index(), Side::Defender.index());
        let through = self.through[usize::from(slot)]
            .iter()
            .map(|&number| usize::from(number));
        let mut threats = through.filter(|&number| {
            let counts = self.counts[number];
            counts[others] == 0 && counts[stones] >= 2
        });
        let first = threats.next().map(|number| self.directions[number]);
        threats.all(|number| Some(self.directions[number]) == first)
    }

    /// Puts a stone on an empty point.
    pub fn place(&mut self, slot: u16, side: Side) {
        self.cells[usize::from(slot)] = Some(side);
        let (point, color) = (self.point(slot), self.color(side));
        if let Some(position) = &mut self.forbidding {
            position.make(point, color);
        }
        self.count(slot, side, |count| *count += 1);
    }

    /// Takes a stone away.
    pub fn take(&mut self, slot: u16, side: Side) {
        self.cells[usize::from(slot)] = None;
        let (point, color) = (self.point(slot), self.color(side));
        if let Some(position) = &mut self.forbidding {
            position.unmake(point, color);
        }
        self.count(slot, side, |count| *count -= 1);
    }

    fn count(&mut self, slot: u16, side: Side, change: impl Fn(&mut u8)) {
        let through = &self.through[usize::from(slot)];
        for &number in through {
            let index = usize::from(number);
            change(&mut self.counts[index][side.index()]);
            let counts = self.counts[index];
            let (word, bit) = (index / 64, 1u64 << (index % 64));
            for side in [Side::Attacker, Side::Defender] {
                let own = usize::from(counts[side.index()]);
                let pure = counts[side.other().index()] == 0;
                for lack in 1..=2 {
                    let is = pure && own + lack == self.n;
                    let words = &mut self.open[side.index()].lacking[lack - 1];
                    words[word] = words[word] & !bit | if is { bit } else { 0 };
                }
            }
        }
    }

    fn of_window(&self, number: usize) -> &[u16] {
        &self.points[number * self.n..(number + 1) * self.n]
    }

    fn win_rule(&self, side: Side) -> WinRule {
        self.rules.variant().win_rule(self.color(side))
    }

    /// Whether a window full of a side's stones is a win.
    fn counts_as_win(&self, number: usize, side: Side) -> bool {
        let at = |end: u16| self.cells.get(usize::from(end)).copied().flatten();
        let ends = self.ends[number].map(at);
        match self.win_rule(side) {
            WinRule::AtLeast => true,
            WinRule::Exactly => !ends.contains(&Some(side)),
            WinRule::ExactlyNotClosed => {
                !ends.contains(&Some(side)) && ends != [Some(side.other()); 2]
            }
        }
    }

    /// Whether the stone on a point stands in a completed line.
    pub fn wins(&self, slot: u16, side: Side) -> bool {
        let full =
            |&&number: &&u16| usize::from(self.counts[usize::from(number)][side.index()]) == self.n;
        let through = self.through[usize::from(slot)].iter();
        through
            .filter(full)
            .any(|&number| self.counts_as_win(usize::from(number), side))
    }

    fn lacking(&self, side: Side, lack: usize) -> impl Iterator<Item = usize> + '_ {
        let words = self.open[side.index()].lacking[lack - 1].iter();
        words.enumerate().flat_map(|(i, &word)| {
            let mut word = word;
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as usize;
                (word != 0).then(|| {
                    word &= word - 1;
                    i * 64 + bit
                })
            })
        })
    }

    fn empty_in(&self, number: usize) -> impl Iterator<Item = u16> + '_ {
        let points = self.of_window(number).iter().copied();
        points.filter(|&slot| self.cell(slot).is_none())
    }

    /// What each line lacks that a side can still complete.
    pub fn live(&self, side: Side) -> impl Iterator<Item = impl Iterator<Item = u16> + '_> + '_ {
        let pure = move |number: &usize| self.counts[*number][side.other().index()] == 0;
        let lines = (0..self.counts.len()).filter(pure);
        lines
            .filter(move |&number| self.counts_as_win(number, side))
            .map(|number| self.empty_in(number))
    }

    /// The points where one more stone wins, ascending.
    pub fn fives(&self, side: Side) -> Slots {
        let mut fives = Slots::new();
        for number in self.lacking(side, 1) {
            if self.counts_as_win(number, side) {
                fives.extend(self.empty_in(number));
            }
        }
        fives.sort_unstable();
        fives.dedup();
        fives
    }

    /// Whether a side wins with one more stone somewhere.
    pub fn has_five(&self, side: Side) -> bool {
        self.lacking(side, 1)
            .any(|number| self.counts_as_win(number, side))
    }

    /// Every point where a stone of `side` leaves the other side, who wins with one more stone now, without
    /// such a point; only legal ones.
    pub fn stops(&mut self, side: Side) -> Slots {
        let fives = self.fives(side.other());
        if self.rules.variant() != Variant::Caro {
            let is_one = fives.len() == 1 && self.is_legal(fives[0], side);
            return if is_one { fives } else { Slots::new() };
        }
        // The open end of a five that is closed at the other one does, too.
        let mut tried = fives;
        for number in self.lacking(side.other(), 1) {
            tried.extend(
                self.ends[number]
                    .into_iter()
                    .filter(|&end| self.is_empty(end)),
            );
        }
        tried.sort_unstable();
        tried.dedup();
        tried.retain(|slot| {
            self.place(*slot, side);
            let stops = !self.has_five(side.other());
            self.take(*slot, side);
            stops
        });
        tried
    }

    /// Whether the attacker's four is won, or has `stops` as its only replies, because Black may not play
    /// somewhere.
    pub fn depends_on_forbidden(&self, stops: &Slots) -> bool {
        self.forbidding.is_some()
            && self.attacker == Color::White
            && stops.is_empty()
            && self.fives(Side::Attacker).len() == 1
    }

    /// Adds to `zone` every empty point at which one more stone of the defender's would give him a point
    /// to win at.
    pub fn add_counter_fours(&self, zone: &mut PointBits) {
        for number in self.lacking(Side::Defender, 2) {
            zone.extend(self.empty_in(number));
        }
    }

    /// Adds to `zone` the points that the attacker's fives depend on: where he completes them, and in caro
    /// what closes them.
    pub fn add_fives(&self, zone: &mut PointBits) {
        for number in self.lacking(Side::Attacker, 1) {
            zone.extend(self.empty_in(number));
            if self.rules.variant() == Variant::Caro {
                zone.extend(
                    self.ends[number]
                        .into_iter()
                        .filter(|&end| self.is_empty(end)),
                );
            }
        }
    }
}

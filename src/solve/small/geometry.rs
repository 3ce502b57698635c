//! A board of at most 64 points as bits: its lines, its symmetries, and how the lines win.

use smallvec::SmallVec;

use crate::game::{Color, Direction, Point, Position, Rules, WinRule};

/// The most points of a board.
pub(super) const MAX_POINTS: usize = 64;

/// One stone short of nothing: what a completed line counts in a [potential](super::bound).
pub(super) const UNIT: u64 = 1 << 30;

/// What lines lack.
pub(super) type Lacks = SmallVec<[u64; 96]>;

/// n points in a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    /// The points.
    pub mask: u64,
    /// The points just before and just after them, those that are on the board.
    pub ends: u64,
    /// Whether there are two such points.
    pub closable: bool,
}

/// What of a win rule matters to one line of n points.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineRule {
    /// All bits if a stone of the own colour at an end spoils the line, none otherwise.
    pub spoils: u64,
    /// Whether opposing stones at both ends spoil it.
    pub closes: bool,
}

impl LineRule {
    pub fn of(rule: WinRule, n: u32) -> LineRule {
        LineRule {
            spoils: if rule.wins(n, n + 1, || false) { 0 } else { !0 },
            closes: !rule.wins(n, n, || true),
        }
    }

    /// Whether stones at its ends are nothing to a line.
    pub fn is_plain(self) -> bool {
        self.spoils == 0 && !self.closes
    }

    /// Whether the line can still be completed by `own`. What it lacks then is empty.
    #[inline(always)]
    pub fn is_live(self, line: &Line, own: u64, other: u64) -> bool {
        (line.mask & other) | (line.ends & own & self.spoils) == 0
            && !(self.closes && line.closable && line.ends & !other == 0)
    }
}

/// Where a symmetry takes sets of points, by bytes of the set.
type Images = Box<[[u64; 256]; 8]>;

/// A board of at most [`MAX_POINTS`] points: bit y · width + x is the point (x, y).
#[derive(Debug)]
pub(super) struct Geometry {
    pub rules: Rules,
    /// Every point of the board.
    pub all: u64,
    pub lines: Vec<Line>,
    /// The identity first.
    images: Vec<Images>,
    inverse: Vec<usize>,
}

impl Geometry {
    /// `None` if the board has more than 64 points.
    pub fn new(rules: Rules) -> Option<Geometry> {
        if rules.area() > MAX_POINTS {
            return None;
        }
        let maps = symmetries(&rules);
        let undoes = |map: &[u8], other: &[u8]| {
            (0..rules.area()).all(|p| usize::from(other[usize::from(map[p])]) == p)
        };
        let inverse = maps.iter().map(|map| {
            let found = maps.iter().position(|other| undoes(map, other));
            found.unwrap_or_default()
        });
        Some(Geometry {
            rules,
            all: !0 >> (MAX_POINTS - rules.area()),
            lines: lines(&rules),
            inverse: inverse.collect(),
            images: maps.iter().map(|map| images(map)).collect(),
        })
    }

    /// Lines over points of whatever board, of which nothing else matters: where bits lie is nothing, and no
    /// symmetry is known.
    pub fn of_lines(rules: Rules, masks: Vec<u64>) -> Geometry {
        let line = |mask| Line {
            mask,
            ends: 0,
            closable: false,
        };
        let same: Vec<u8> = (0..MAX_POINTS as u8).collect();
        Geometry {
            rules,
            all: masks.iter().fold(0, |all, mask| all | mask),
            lines: masks.into_iter().map(line).collect(),
            inverse: vec![0],
            images: vec![images(&same)],
        }
    }

    /// How the lines of a colour win.
    pub fn rule(&self, color: Color) -> LineRule {
        let rule = self.rules.variant().win_rule(color);
        LineRule::of(rule, u32::from(self.rules.win_length()))
    }

    /// The stones of a colour.
    pub fn stones(&self, position: &Position, color: Color) -> u64 {
        let points = self.rules.points().enumerate();
        let own = points.filter(|&(_, point)| position.cell(point) == color.into());
        own.fold(0, |bits, (i, _)| bits | 1 << i)
    }

    /// The point of a bit.
    pub fn point(&self, bit: u8) -> Point {
        let width = self.rules.width();
        Point::new(bit % width, bit / width)
    }

    /// The number of symmetries, the identity included: 4 or 8.
    pub fn symmetries(&self) -> usize {
        self.images.len()
    }

    /// Where a symmetry takes a set of points.
    #[inline]
    pub fn image(&self, symmetry: usize, bits: u64) -> u64 {
        let tables = self.images[symmetry].iter();
        let bytes = bits.to_le_bytes().into_iter();
        tables
            .zip(bytes)
            .fold(0, |image, (table, byte)| image | table[usize::from(byte)])
    }

    /// The symmetry that undoes another.
    pub fn inverse(&self, symmetry: usize) -> usize {
        self.inverse[symmetry]
    }

    /// The least image of two sets of points, and by which symmetry it comes.
    pub fn canonical(&self, a: u64, b: u64) -> (u64, u64, usize) {
        let mut best = (a, b, 0);
        for symmetry in 1..self.symmetries() {
            let a = self.image(symmetry, a);
            if a <= best.0 {
                let b = self.image(symmetry, b);
                if (a, b) < (best.0, best.1) {
                    best = (a, b, symmetry);
                }
            }
        }
        best
    }
}

fn lines(rules: &Rules) -> Vec<Line> {
    let bit = |x: i32, y: i32| {
        let inside = (0..i32::from(rules.width())).contains(&x)
            && (0..i32::from(rules.height())).contains(&y);
        inside.then(|| 1u64 << (y * i32::from(rules.width()) + x))
    };
    let n = i32::from(rules.win_length());
    let mut lines = Vec::new();
    for point in rules.points() {
        for direction in Direction::ALL {
            let (dx, dy) = direction.delta();
            let at = |i: i32| {
                bit(
                    i32::from(point.x()) + i32::from(dx) * i,
                    i32::from(point.y()) + i32::from(dy) * i,
                )
            };
            let Some(mask) = (0..n).try_fold(0, |mask, i| Some(mask | at(i)?)) else {
                continue;
            };
            let (before, after) = (at(-1), at(n));
            lines.push(Line {
                mask,
                ends: before.unwrap_or(0) | after.unwrap_or(0),
                closable: before.is_some() && after.is_some(),
            });
        }
    }
    lines
}

/// The symmetries of the board: where each takes each point.
fn symmetries(rules: &Rules) -> Vec<Vec<u8>> {
    let (width, height) = (rules.width(), rules.height());
    let kinds = if width == height { 8 } else { 4 };
    let map = |kind: u8| {
        let image = move |point: Point| {
            let (mut x, mut y) = (point.x(), point.y());
            if kind & 1 != 0 {
                x = width - 1 - x;
            }
            if kind & 2 != 0 {
                y = height - 1 - y;
            }
            if kind & 4 != 0 {
                (x, y) = (y, x);
            }
            y * width + x
        };
        rules.points().map(image).collect()
    };
    (0..kinds).map(map).collect()
}

fn images(map: &[u8]) -> Images {
    let mut images = Box::new([[0; 256]; 8]);
    for (i, table) in images.iter_mut().enumerate() {
        for (byte, image) in table.iter_mut().enumerate() {
            *image = (0..8)
                .filter(|bit| byte >> bit & 1 == 1)
                .filter_map(|bit| map.get(8 * i + bit))
                .fold(0, |bits, &to| bits | 1 << to);
        }
    }
    images
}

/// The points of a set.
#[inline]
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as u8;
            set &= set - 1;
            bit
        })
    })
}

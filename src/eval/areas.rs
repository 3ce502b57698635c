//! The areas of a board: overlapping squares, in each of which a network adds up what the empty
//! points are, so that what stands near each other counts together.
//!
//! A square of five by five around every third point of every third row; those at the edge are cut
//! off by it. A point is in four of them at most, every board is covered, and they lie the same whichever
//! way a board is turned.

use std::ops::Range;

/// Points from the middle of an area to its edge.
const HALF_SIDE: usize = 2;

/// Points from one middle to the next.
const STEP: usize = 3;

/// The most areas that a point is in.
const MOST_OF_POINT: usize = 4;

/// Areas behind the last one of a board, for what is in none. They are several because whoever adds to one place
/// of memory again and again waits each time for the sum before.
const NONE: usize = 8;

/// The places in an area that are the same whichever way it is turned: its middle, what is beside it, and
/// so on to its corners.
pub const PLACES: usize = (HALF_SIDE + 1) * (HALF_SIDE + 2) / 2;

/// The most areas of a board with this longest side.
pub const fn most_of_board(side: usize) -> usize {
    side.div_ceil(STEP) * side.div_ceil(STEP)
}

/// The middles along one side of a board.
#[derive(Debug, Clone, Copy)]
struct Middles {
    first: usize,
    count: usize,
}

impl Middles {
    /// There is one way for the first to be as far from its edge as the last from the other.
    fn of_side(side: usize) -> Middles {
        let first = 2 * (side + 2) % STEP;
        Middles {
            first,
            count: (side + 2 - 2 * first) / STEP,
        }
    }

    /// How far a place is from one of them.
    fn distance(self, place: usize, middle: usize) -> usize {
        place.abs_diff(self.first + STEP * middle)
    }

    /// Those of areas that come within `reach` of a place.
    #[inline(always)]
    fn around(self, place: usize, reach: usize) -> Range<usize> {
        let reach = HALF_SIDE + reach;
        let first = place.saturating_sub(self.first + reach).div_ceil(STEP);
        let end = (place + reach).saturating_sub(self.first) / STEP + 1;
        first..end.min(self.count)
    }
}

/// The areas of boards of one size, numbered row by row.
#[derive(Debug, Clone)]
pub struct Areas {
    width: usize,
    columns: Middles,
    rows: Middles,
    of: Box<[[Within; MOST_OF_POINT]]>,
}

/// Where a point is in an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Within {
    area: u16,
    place: u8,
}

impl Within {
    /// The number of the area.
    #[inline(always)]
    pub fn area(self) -> usize {
        self.area.into()
    }

    /// The place in it, below [`PLACES`].
    #[inline(always)]
    pub fn place(self) -> usize {
        self.place.into()
    }
}

/// Areas that form a rectangle.
#[derive(Debug, Clone)]
pub struct Block {
    first: usize,
    columns: usize,
    rows: usize,
    stride: usize,
}

impl Areas {
    /// The areas of a board of this size.
    pub fn new(width: usize, height: usize) -> Areas {
        let [columns, rows] = [width, height].map(Middles::of_side);
        let none = |slot: usize, k: usize| Within {
            area: (columns.count * rows.count + (slot + k) % NONE) as u16,
            place: 0,
        };
        let of = |slot: usize| {
            let (x, y) = (slot % width, slot / width);
            let mut areas = std::array::from_fn(|k| none(slot, k));
            let mut count = 0;
            for row in rows.around(y, 0) {
                for column in columns.around(x, 0) {
                    let (dx, dy) = (columns.distance(x, column), rows.distance(y, row));
                    let (near, far) = (dx.min(dy), dx.max(dy));
                    areas[count] = Within {
                        area: (row * columns.count + column) as u16,
                        place: (far * (far + 1) / 2 + near) as u8,
                    };
                    count += 1;
                }
            }
            areas
        };
        Areas {
            width,
            columns,
            rows,
            of: (0..width * height).map(of).collect(),
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.columns.count * self.rows.count
    }

    /// How many numbers [`of`](Areas::of) names: behind those of the areas are some for what is in none.
    pub fn numbers(&self) -> usize {
        self.count() + NONE
    }

    /// The areas that a slot is in; where it is in fewer, numbers behind those of the areas fill the places.
    #[inline(always)]
    pub fn of(&self, slot: usize) -> &[Within; MOST_OF_POINT] {
        &self.of[slot]
    }

    /// All areas with a point that is at most `reach` columns and rows from this slot.
    #[inline(always)]
    pub fn near(&self, slot: usize, reach: usize) -> Block {
        let columns = self.columns.around(slot % self.width, reach);
        let rows = self.rows.around(slot / self.width, reach);
        Block {
            first: rows.start * self.columns.count + columns.start,
            columns: columns.len(),
            rows: rows.len(),
            stride: self.columns.count,
        }
    }
}

impl Block {
    /// The numbers of the areas, row by row.
    #[inline(always)]
    pub fn rows(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let Block {
            first,
            columns,
            rows,
            stride,
        } = *self;
        (0..rows).map(move |row| {
            let first = first + row * stride;
            first..first + columns
        })
    }

    /// How many there are.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.columns * self.rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_lie_the_same_from_both_ends() {
        for side in 3..=52 {
            let middles = Middles::of_side(side);
            let last = middles.first + STEP * (middles.count - 1);
            assert_eq!(middles.first + last, side - 1);
            assert!(middles.first <= HALF_SIDE);
        }
    }

    #[test]
    fn areas_hold_the_points_around_their_middles() {
        for (width, height) in [(3, 3), (4, 9), (15, 15), (20, 17), (52, 7)] {
            let areas = Areas::new(width, height);
            let middle = |area: usize| {
                let (x, y) = (area % areas.columns.count, area / areas.columns.count);
                (STEP * x + areas.columns.first, STEP * y + areas.rows.first)
            };
            let far = |slot: usize, area: usize| {
                let (x, y) = middle(area);
                (slot % width).abs_diff(x).max((slot / width).abs_diff(y))
            };
            assert!(areas.count() <= most_of_board(width.max(height)));
            for slot in 0..width * height {
                let all = 0..areas.count();
                let own: Vec<usize> = all.clone().filter(|&a| far(slot, a) <= 2).collect();
                let mut said = areas.of(slot).map(Within::area).to_vec();
                assert_eq!(said.len() - own.len(), {
                    said.retain(|&area| area < areas.count());
                    MOST_OF_POINT - said.len()
                });
                assert_eq!(said, own);
                let numbers = areas.of(slot).map(Within::area);
                assert!(numbers.iter().all(|&area| area < areas.numbers()));
                assert!(!own.is_empty());
                for within in areas.of(slot).iter().take(own.len()) {
                    let (x, y) = middle(within.area());
                    let (dx, dy) = ((slot % width).abs_diff(x), (slot / width).abs_diff(y));
                    let places = [[0, 1, 3], [1, 2, 4], [3, 4, 5]];
                    assert_eq!(within.place(), places[dx][dy]);
                }
                for reach in [0, 1, 4] {
                    let near: Vec<usize> =
                        all.clone().filter(|&a| far(slot, a) <= 2 + reach).collect();
                    let block = areas.near(slot, reach);
                    assert_eq!(block.rows().flatten().collect::<Vec<_>>(), near);
                    assert_eq!(block.count(), near.len());
                }
            }
        }
    }
}

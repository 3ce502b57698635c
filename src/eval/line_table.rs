//! What lines add to the units of a point, by their half-lines.

use super::network::{Network, REACH};
use super::policy::POINT_UNITS;
use super::rows::Row;

/// Half-lines: a set bit over one bit a free cell, and none.
pub const HALVES: usize = 2 << REACH;

/// What a line of one colour adds to the pre-activations of a point's units, for every two
/// half-lines.
#[derive(Debug)]
pub struct LineTable(Box<[Row<POINT_UNITS>; HALVES * HALVES]>);

impl LineTable {
    /// A table of `weight` by the [`Network::key`] of a line and the unit.
    pub fn new(weight: impl Fn(usize, usize) -> i16) -> LineTable {
        let row = |index: usize| {
            let (a, b) = (index / HALVES, index % HALVES);
            Row(std::array::from_fn(|i| match (a, b) {
                (1.., 1..) => weight(Network::key(a, b), i),
                _ => 0,
            }))
        };
        LineTable(Box::new(std::array::from_fn(row)))
    }

    /// What a line of a colour adds, from its half-lines.
    #[inline(always)]
    pub fn row(&self, color: usize, halves: [u16; 2]) -> &[i16; POINT_UNITS] {
        let [a, b] = halves.map(|half| usize::from(half >> (8 * color)) % HALVES);
        &self.0[a * HALVES + b].0
    }
}

//! What lines add to the units of a point, by their half-lines.

use super::half_lines::{Halves, KINDS, code_of_kind};
use super::network::Network;
use super::policy::POINT_UNITS;
use super::rows::Row;
use crate::game::Color;

/// What a line adds to the pre-activations of a point's units, for every two half-lines: as Black sees it and as
/// White does.
#[derive(Debug)]
pub struct LineTable(Box<[Row<POINT_UNITS>; KINDS * KINDS]>);

impl LineTable {
    /// A table of `weight` by a colour's number, the [`Network::key`] of the line as that colour sees it and the unit.
    pub fn new(weight: impl Fn(usize, usize, usize) -> i16) -> LineTable {
        let of_color = |color: Color, kinds: [usize; 2], i: usize| {
            let [a, b] = kinds.map(|kind| code_of_kind(kind, color));
            let key = a.zip(b).map(|(a, b)| Network::key(a, b));
            key.map_or(0, |key| weight(color.index(), key, i))
        };
        let row = |index: usize| {
            let kinds = [index / KINDS, index % KINDS];
            Row(std::array::from_fn(|i| {
                Color::ALL
                    .map(|color| of_color(color, kinds, i))
                    .iter()
                    .sum()
            }))
        };
        let rows: Box<[Row<POINT_UNITS>]> = (0..KINDS * KINDS).map(row).collect();
        LineTable(rows.try_into().expect("a row for every two kinds"))
    }

    /// What a line adds, from its half-lines.
    #[inline(always)]
    pub fn row(&self, halves: Halves) -> &[i16; POINT_UNITS] {
        let [a, b] = halves.map(|kind| usize::from(kind) % KINDS);
        &self.0[a * KINDS + b].0
    }
}

//! What lines add to the units of a point, by their half-lines.

use super::half_lines::{Halves, KINDS, code_of_kind};
use super::network::{KEYS, Network};
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
        let of_color = |color: usize| -> Box<[[i16; POINT_UNITS]]> {
            let row = |key| std::array::from_fn(|i| weight(color, key, i));
            (0..KEYS).map(row).collect()
        };
        let colors = [of_color(0), of_color(1)];
        let mut rows = vec![Row([0; POINT_UNITS]); KINDS * KINDS].into_boxed_slice();
        for (index, row) in rows.iter_mut().enumerate() {
            let kinds = [index / KINDS, index % KINDS];
            for (color, of_color) in Color::ALL.into_iter().zip(&colors) {
                if let [Some(a), Some(b)] = kinds.map(|kind| code_of_kind(kind, color)) {
                    let more = of_color[Network::key(a, b)];
                    row.0
                        .iter_mut()
                        .zip(more)
                        .for_each(|(sum, more)| *sum += more);
                }
            }
        }
        LineTable(rows.try_into().expect("a row for every two kinds"))
    }

    /// What a line adds, from its half-lines.
    #[inline(always)]
    pub fn row(&self, halves: Halves) -> &[i16; POINT_UNITS] {
        let [a, b] = halves.map(|kind| usize::from(kind) % KINDS);
        &self.0[a * KINDS + b].0
    }
}

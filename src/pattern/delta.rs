//! What the moves on a board changed, for those who keep sums over its lines beside the patterns.

use crate::game::Color;

/// Cells of a [`Delta`]'s windows on each side of the stone, on the boards whose look-ups reach four
/// points.
const CELLS: usize = 8;

/// A stone that was put on the board.
#[derive(Debug, Clone)]
pub struct Delta {
    /// Which [`make`](super::Patterns::make) this was: never the same for two of them.
    pub serial: u64,
    /// Where.
    pub slot: u16,
    /// Whose.
    pub color: Color,
    /// Twice the cells that the windows hold on each side beyond [`CELLS`].
    pub(super) shift: u8,
    pub(super) windows: [u64; 4],
}

impl Delta {
    pub(super) fn new(serial: u64, slot: usize, color: Color, reach: usize) -> Delta {
        Delta {
            serial,
            slot: slot as u16,
            color,
            shift: (2 * (2 * reach).saturating_sub(CELLS)).min(63) as u8,
            windows: [0; 4],
        }
    }

    /// The cells around the stone in a direction just after it was put there: two bits a cell (0
    /// empty, 1 black, 2 white, 3 off the board), the stone at cell 8.
    #[inline(always)]
    pub fn window(&self, direction: usize) -> u64 {
        self.windows[direction] >> self.shift
    }
}

/// One side of a line as a colour sees it from a point: the cells up to the first that holds an
/// opposing stone or is off the board, the nearest in bit 0. Nothing beyond that cell matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HalfLine {
    /// Cells before the first opposing stone or the edge, at most the reach.
    pub free: u32,
    /// Own stones among them.
    pub own: u64,
    /// Whether an opposing stone ends the free cells, and not the edge or the reach.
    pub stone: bool,
}

impl HalfLine {
    /// Reads a half-line: the cells that are own or off the board, and those that are the opponent's
    /// or off, a bit a cell and the nearest in bit 0. Looks `reach` cells far, 63 at most.
    #[inline]
    pub const fn of(own: u64, other: u64, reach: u32) -> HalfLine {
        let end = other.trailing_zeros();
        let free = if end < reach { end } else { reach };
        HalfLine {
            free,
            own: own & ((1 << free) - 1),
            stone: free < reach && own >> free & 1 == 0,
        }
    }

    /// The half-line where what ends the free cells matters, or does not.
    #[inline(always)]
    pub const fn seen(self, tells_ends_apart: bool) -> HalfLine {
        HalfLine {
            stone: self.stone & tells_ends_apart,
            ..self
        }
    }

    /// A number that tells this half-line from all others of the same reach: below `2^(reach+1)`, or
    /// twice that if what ends it matters.
    #[inline(always)]
    pub const fn code(self, reach: usize) -> usize {
        1 << self.free | self.own as usize | (self.stone as usize) << (reach + 1)
    }

    pub(super) fn with_own(self, cell: u32) -> HalfLine {
        HalfLine {
            own: self.own | 1 << cell,
            ..self
        }
    }

    /// The half-line with an opposing stone on one of its cells; `stone` says whether what ends it
    /// matters.
    pub(super) fn with_opposing(self, cell: u32, stone: bool) -> HalfLine {
        let own = self.own & ((1 << cell) - 1);
        HalfLine {
            free: cell,
            own,
            stone,
        }
    }

    /// Own stones unbroken from the point on.
    pub(super) fn run(self) -> u32 {
        self.own.trailing_ones()
    }

    /// Empty cells.
    pub(super) fn empties(self) -> impl Iterator<Item = u32> {
        (0..self.free).filter(move |cell| self.own >> cell & 1 == 0)
    }
}

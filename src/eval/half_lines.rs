//! The half-lines of a point: the cells on one side of it on one of its lines, up to the first at which they end.
//!
//! Both colours see the same cells, which end for each of them at the other's first stone. What comes beyond
//! both ends does not matter, so that of 256 times two ways four cells may be only 57 kinds are left.

use super::network::{Network, REACH};
use crate::game::{Color, Direction, Point, Position};
use crate::pattern::HalfLine;

/// Room for the kinds of half-lines; a power of two, so that a mask brings a number into range.
pub const KINDS: usize = 64;

/// What [`REACH`] cells may be, two bits each.
const CELLS: usize = 1 << (2 * REACH);

/// The kinds of the half-lines of a line: of the one behind its point and of the one ahead.
pub type Halves = [u8; 2];

/// The four cells before a point and the four behind it in each direction, two bits a cell, the one of least
/// coordinates lowest: black or off the board, white or off the board.
pub type LineCells = [[u8; 2]; 4];

/// The kinds that half-lines are of.
struct Kinds {
    /// By the cells behind a point (whose nearest is the highest) and by those ahead of it.
    of_cells: [[u8; CELLS]; 2],
    /// The number of a half-line of each kind as Black sees it, and as White does; 0 where there is no kind.
    codes: [[u8; 2]; KINDS],
    /// How many there are.
    count: usize,
}

/// The number of the half-line of a colour in cells of two bits, see [`HalfLine::code`].
const fn code(cells: usize, color: usize, nearest_last: bool) -> u8 {
    let mut words = [0; 2];
    let mut i = 0;
    while i < REACH {
        let place = if nearest_last { REACH - 1 - i } else { i };
        let cell = cells >> (2 * place) & 3;
        words[0] |= (cell as u64 & 1) << i;
        words[1] |= (cell as u64 >> 1) << i;
        i += 1;
    }
    let half = HalfLine::of(words[color], words[1 - color], REACH as u32);
    half.seen(false).code(REACH) as u8
}

static HALF_LINES: Kinds = {
    let mut kinds = Kinds {
        of_cells: [[0; CELLS]; 2],
        codes: [[0; 2]; KINDS],
        count: 0,
    };
    let mut side = 0;
    while side < 2 {
        let mut cells = 0;
        while cells < CELLS {
            let [black, white] = [code(cells, 0, side == 0), code(cells, 1, side == 0)];
            let mut kind = 0;
            while kind < kinds.count
                && (kinds.codes[kind][0] != black || kinds.codes[kind][1] != white)
            {
                kind += 1;
            }
            if kind == kinds.count {
                kinds.codes[kind] = [black, white];
                kinds.count += 1;
            }
            kinds.of_cells[side][cells] = kind as u8;
            cells += 1;
        }
        side += 1;
    }
    kinds
};

/// The number of a half-line of this kind as a colour sees it: a set bit over one bit a free cell, the nearest
/// lowest. `None` if there is no such kind.
pub fn code_of_kind(kind: usize, color: Color) -> Option<usize> {
    let codes = HALF_LINES.codes.get(kind)?;
    match codes[color.index()] {
        0 => None,
        code => Some(code.into()),
    }
}

/// The kinds in a piece of a line: four cells, the point, and four cells more, two bits each.
#[inline(always)]
pub fn halves_around(cells: u64) -> Halves {
    let sides = [cells, cells >> (2 * REACH + 2)];
    halves(sides.map(|cells| cells as u8))
}

#[inline(always)]
fn halves(cells: [u8; 2]) -> Halves {
    [0, 1].map(|side| HALF_LINES.of_cells[side][usize::from(cells[side])])
}

/// The kinds of the half-lines of a point in each direction.
pub fn half_lines(position: &Position, point: Point) -> [Halves; 4] {
    line_cells(position, point).map(halves)
}

/// The [`LineCells`] of a point.
pub fn line_cells(position: &Position, point: Point) -> LineCells {
    Direction::ALL.map(|direction| {
        let line = position.line(point, direction, REACH as u32);
        [0, REACH + 1].map(|first| {
            let [black, white] = line.map(|word| spread(word >> first));
            black | white << 1
        })
    })
}

/// The four lowest bits, each two places from the next.
fn spread(word: u64) -> u8 {
    (0..REACH).fold(0, |all, i| all | ((word >> i & 1) as u8) << (2 * i))
}

/// The numbers ([`Network::key`]) of the four lines of a point, as Black sees them and as White
/// does.
#[inline(always)]
pub fn line_keys(cells: &LineCells) -> [[u16; 4]; 2] {
    let halves = cells.map(halves);
    [0, 1].map(|color| {
        halves.map(|halves| {
            let [a, b] =
                halves.map(|kind| usize::from(HALF_LINES.codes[usize::from(kind) % KINDS][color]));
            Network::key(a, b) as u16
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_what_both_colours_see() {
        assert_eq!(HALF_LINES.count, 57);
        for side in [0, 1] {
            for cells in 0..CELLS {
                let kind = HALF_LINES.of_cells[side][cells];
                for color in Color::ALL {
                    // Read cell by cell, from the point on.
                    let (mut seen, mut free) = (0, 0);
                    for i in 0..REACH {
                        let place = if side == 0 { REACH - 1 - i } else { i };
                        let cell = cells >> (2 * place) & 3;
                        if cell >> (1 - color.index()) & 1 == 1 {
                            break;
                        }
                        seen |= (cell >> color.index() & 1) << i;
                        free += 1;
                    }
                    assert_eq!(code_of_kind(kind.into(), color), Some(1 << free | seen));
                }
            }
        }
        assert_eq!(code_of_kind(57, Color::Black), None);
        assert_eq!(code_of_kind(KINDS, Color::White), None);
    }
}

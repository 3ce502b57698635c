use super::cell::Cell;
use super::color::Color;
use super::direction::Direction;
use super::lines::{Lines, Place};
use super::point::Point;
use super::rules::Rules;
use super::zobrist;

/// The stones on a board and whose move it is: what can be read of a [`Board`](super::Board), which
/// is played by the rules, and of a [`SearchPosition`](super::SearchPosition), which is played
/// unchecked.
///
/// Every line is kept as two words of bits, which is what everything else is read from: the win
/// checker, the forbidden points, the patterns and the evaluation. A position takes 8 KB on the heap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    lines: Box<Lines>,
    rules: Rules,
    side_to_move: Color,
    stones: u32,
    key: u64,
}

impl Position {
    /// The empty board, Black to move.
    pub fn new(rules: Rules) -> Position {
        Position {
            lines: Box::new(Lines::new(&rules)),
            rules,
            side_to_move: Color::Black,
            stones: 0,
            key: zobrist::empty(&rules),
        }
    }

    /// The game that is played.
    #[inline]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Who is to move: Black at the start, then the opponent of whoever moved last.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Gives the move to `color`.
    #[inline]
    pub(super) fn set_side_to_move(&mut self, color: Color) {
        if self.side_to_move != color {
            self.side_to_move = color;
            self.key ^= zobrist::WHITE_TO_MOVE;
        }
    }

    /// The Zobrist key of rules, stones and side to move.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The [`key`](Position::key) after `color` puts a stone on an empty point and the move passes to
    /// the opponent, `color` being to move. Cheap: for looking a position up before it is made.
    #[inline]
    pub fn key_after(&self, color: Color, point: Point) -> u64 {
        self.key ^ zobrist::stone(point, color) ^ zobrist::WHITE_TO_MOVE
    }

    /// What stands on a point; [`Cell::Off`] if it is not on this board.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        self.lines.cell(point.index())
    }

    /// What is on the cell with this index, taken modulo the size of the padded board.
    #[inline]
    pub(super) fn at(&self, index: usize) -> Cell {
        self.lines.cell(index)
    }

    /// The lines of all directions.
    #[inline]
    pub(super) fn lines_of_bits(&self) -> &Lines {
        &self.lines
    }

    /// The line through a point as two words of bits, of the cells that are black or off the board,
    /// and of those that are white or off. The words are rings: the point is bit `place`, the cells
    /// ahead follow upwards, and at least the eleven cells beyond each edge are off.
    #[inline(always)]
    pub(crate) fn line(&self, point: Point, direction: Direction, place: u32) -> [u64; 2] {
        let at = Place::of(point.index(), direction);
        let words = self.lines.words(at.line);
        words.map(|word| word.rotate_right(at.bit.wrapping_sub(place) % 64))
    }

    /// The empty points of a row, a bit a column.
    #[inline(always)]
    pub(crate) fn empty_in_row(&self, y: u8) -> u64 {
        self.lines.empty(usize::from(y) + 1)
    }

    /// The number of stones on the board.
    #[inline]
    pub const fn stones(&self) -> usize {
        self.stones as usize
    }

    /// The number of empty points.
    #[inline]
    pub const fn empty_points(&self) -> usize {
        self.rules.area() - self.stones as usize
    }

    /// Puts a stone on an empty point, and gives the move to the other colour.
    #[inline]
    pub(super) fn make(&mut self, point: Point, color: Color) {
        debug_assert_eq!(self.cell(point), Cell::Empty);
        self.lines.flip(point.index(), color);
        self.stones += 1;
        self.key ^= zobrist::stone(point, color);
        self.set_side_to_move(!color);
    }

    /// Takes the stone of `color` from a point, and gives the move to that colour.
    #[inline]
    pub(super) fn unmake(&mut self, point: Point, color: Color) {
        debug_assert_eq!(self.cell(point), Cell::from(color));
        self.lines.flip(point.index(), color);
        self.stones -= 1;
        self.key ^= zobrist::stone(point, color);
        self.set_side_to_move(color);
    }
}

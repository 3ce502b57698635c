//! The board as characters, each with what it stands for. Everything can be told without colour:
//! stones are letters, and what is marked stands in brackets.

use std::ops::Range;

use lianzhu::game::{Board, Cell, Color, Point};
use lianzhu::notation::Column;

use super::phrases::stone;
use super::scene::Scene;

/// What a character stands for, and so how it is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// Text.
    Plain,
    /// Text that matters less, as the names of columns.
    Faint,
    /// Text that matters more.
    Strong,
    /// The board without stones.
    Wood,
    /// A stone.
    Stone(Color),
    /// The last stone.
    Last(Color),
    /// A stone of a finished row.
    Won(Color),
    /// The point that is chosen.
    Cursor,
}

/// One line of characters.
pub type Row = Vec<(char, Ink)>;

/// The line with this text.
pub fn text(text: &str, ink: Ink) -> Row {
    text.chars().map(|letter| (letter, ink)).collect()
}

/// The part of a board that is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Columns, from 0 at the left.
    pub columns: Range<u8>,
    /// Rows, from 0 at the bottom.
    pub rows: Range<u8>,
    /// Whether the names of the rows stand at the right side, too.
    pub right: bool,
    /// Whether the names of the columns stand below, too.
    pub below: bool,
}

impl View {
    /// All of the board.
    pub fn whole(board: &Board) -> View {
        View {
            columns: 0..board.rules().width(),
            rows: 0..board.rules().height(),
            right: true,
            below: true,
        }
    }
}

/// The characters of the longest name of a row.
pub fn label_width(height: u8) -> usize {
    if height < 10 { 1 } else { 2 }
}

/// The lines that the names of columns take: those beyond Z are written downwards.
pub fn heading_height(width: u8) -> usize {
    let last = Column(u16::from(width.saturating_sub(1)));
    last.to_string().len()
}

/// The lines of the board, or of a part of it.
pub fn board(scene: &Scene, view: &View, cursor: Option<Point>) -> Vec<Row> {
    let label = label_width(scene.board.rules().height());
    let heading = heading(scene.board.rules().width(), view, label);
    let mut lines = heading.clone();
    for y in view.rows.clone().rev() {
        let name = text(&format!("{:>label$}", u16::from(y) + 1), Ink::Faint);
        let mut line = name.clone();
        line.extend(row(scene, view, cursor, y));
        if view.right {
            line.extend(text(&format!("{:<label$}", u16::from(y) + 1), Ink::Faint));
        }
        lines.push(line);
    }
    if view.below {
        lines.extend(heading);
    }
    lines
}

fn heading(width: u8, view: &View, label: usize) -> Vec<Row> {
    let height = heading_height(width);
    (0..height)
        .map(|line| {
            let mut names = " ".repeat(label + 1);
            for x in view.columns.clone() {
                let name = format!("{:>height$}", Column(u16::from(x)).to_string());
                names.push(name.chars().nth(line).unwrap_or(' '));
                names.push(' ');
            }
            text(names.trim_end(), Ink::Faint)
        })
        .collect()
}

/// How a point is marked. What comes later is stronger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    None,
    Won,
    Last,
    Cursor,
}

impl Mark {
    const fn brackets(self) -> (char, char) {
        match self {
            Mark::None => (' ', ' '),
            Mark::Won => ('[', ']'),
            Mark::Last => ('(', ')'),
            Mark::Cursor => ('>', '<'),
        }
    }
}

/// A point as it is drawn.
#[derive(Debug, Clone, Copy)]
struct Spot {
    letter: char,
    mark: Mark,
    ink: Ink,
}

/// What lies beyond the edge of the view.
const EDGE: Spot = Spot {
    letter: ' ',
    mark: Mark::None,
    ink: Ink::Wood,
};

/// The points of a row, with a character before, between and behind them that belongs to the
/// stronger mark of its neighbours.
fn row(scene: &Scene, view: &View, cursor: Option<Point>, y: u8) -> Row {
    let points = view.columns.clone().filter_map(|x| Point::try_new(x, y));
    let mut row = Vec::new();
    let mut before = EDGE;
    for here in points.map(|point| spot(scene, cursor, point)) {
        row.push(between(before, here));
        row.push((here.letter, here.ink));
        before = here;
    }
    row.push(between(before, EDGE));
    row
}

fn spot(scene: &Scene, cursor: Option<Point>, point: Point) -> Spot {
    let last = scene.board.last_move().and_then(|action| action.point);
    let is_won = scene.row.contains(&point);
    let mark = match Some(point) {
        here if here == cursor => Mark::Cursor,
        here if here == last => Mark::Last,
        _ if is_won => Mark::Won,
        _ => Mark::None,
    };
    let cell = scene.board.cell(point);
    Spot {
        letter: cell.color().map_or('.', stone),
        mark,
        ink: ink(cell, mark, is_won),
    }
}

fn ink(cell: Cell, mark: Mark, is_won: bool) -> Ink {
    match (mark, cell.color()) {
        (Mark::Cursor, _) => Ink::Cursor,
        (_, None) => Ink::Wood,
        (_, Some(color)) if is_won => Ink::Won(color),
        (Mark::Last, Some(color)) => Ink::Last(color),
        (_, Some(color)) => Ink::Stone(color),
    }
}

/// The character between two points of a row.
fn between(left: Spot, right: Spot) -> (char, Ink) {
    let inside = left.mark == Mark::Won && right.mark == Mark::Won;
    match left.mark.max(right.mark) {
        Mark::None => (' ', Ink::Wood),
        Mark::Won if inside => (' ', right.ink),
        mark if mark == right.mark => (mark.brackets().0, right.ink),
        mark => (mark.brackets().1, left.ink),
    }
}

use std::fmt::Write;

use crate::game::{Board, Cell, Color, Move, Point, Rules};
use crate::notation::Column;

/// Between two lines of the board.
const CELL: i32 = 24;

/// From the edge of the picture to the first line; room for a coordinate.
const MARGIN: i32 = 34;

/// A picture of a board as SVG, drawn in layers: fields, lines, stones, marks.
///
/// ```
/// use lianzhu::game::{Board, Color, Point, Rules};
/// use lianzhu::review::Drawing;
///
/// let mut board = Board::new(Rules::default());
/// board.play(Color::Black, Point::new(7, 7))?;
/// let mut drawing = Drawing::new(board.rules());
/// drawing.field(Point::new(8, 8), "#e41a1c").label(Point::new(8, 8), "5");
/// drawing.game(&board, true);
/// let svg = drawing.svg("a board");
/// assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Drawing {
    rules: Rules,
    fields: String,
    stones: String,
    marks: String,
    /// Least and most column and row that are shown.
    shown: [i32; 4],
}

impl Drawing {
    /// An empty board.
    pub fn new(rules: &Rules) -> Drawing {
        Drawing {
            rules: *rules,
            fields: String::new(),
            stones: String::new(),
            marks: String::new(),
            shown: [
                0,
                i32::from(rules.width()) - 1,
                0,
                i32::from(rules.height()) - 1,
            ],
        }
    }

    /// Where a point lies in the picture.
    fn place(&self, point: Point) -> (i32, i32) {
        let row = i32::from(self.rules.height()) - 1 - i32::from(point.y());
        (MARGIN + CELL * i32::from(point.x()), MARGIN + CELL * row)
    }

    /// Shows no more than the part around these points, with some room on each side.
    pub fn crop(&mut self, points: impl Iterator<Item = Point>) -> &mut Drawing {
        const ROOM: i32 = 2;
        let [_, width, _, height] = Drawing::new(&self.rules).shown;
        let mut bounds: Option<[i32; 4]> = None;
        for point in points {
            let (x, y) = (i32::from(point.x()), height - i32::from(point.y()));
            let [left, right, top, bottom] = bounds.unwrap_or([x, x, y, y]);
            bounds = Some([left.min(x), right.max(x), top.min(y), bottom.max(y)]);
        }
        if let Some([left, right, top, bottom]) = bounds {
            self.shown = [
                (left - ROOM).max(0),
                (right + ROOM).min(width),
                (top - ROOM).max(0),
                (bottom + ROOM).min(height),
            ];
        }
        self
    }

    /// Colours the field of a point.
    pub fn field(&mut self, point: Point, colour: &str) -> &mut Drawing {
        let (x, y) = self.place(point);
        let half = CELL / 2;
        let _ = writeln!(
            self.fields,
            "<rect x=\"{}\" y=\"{}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{colour}\" \
             fill-opacity=\".75\"/>",
            x - half,
            y - half
        );
        self
    }

    /// Writes on a point: a few letters.
    pub fn label(&mut self, point: Point, text: &str) -> &mut Drawing {
        let (x, y) = self.place(point);
        let size = if text.len() > 2 { 9 } else { 11 };
        let _ = writeln!(
            self.marks,
            "<text x=\"{x}\" y=\"{}\" font-size=\"{size}\" font-weight=\"600\" text-anchor=\"middle\" \
             fill=\"#111\">{}</text>",
            y + 4,
            escape(text)
        );
        self
    }

    /// Puts a ring around a point.
    pub fn ring(&mut self, point: Point, colour: &str) -> &mut Drawing {
        let (x, y) = self.place(point);
        let _ = writeln!(
            self.marks,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"{colour}\" \
             stroke-width=\"2.5\"/>",
            CELL / 2 - 1
        );
        self
    }

    /// Puts a stone there with something written on it, or nothing.
    pub fn stone(&mut self, point: Point, color: Color, text: &str) -> &mut Drawing {
        let stone = self.stone_svg(point, color, text);
        let _ = writeln!(self.stones, "<g>{stone}</g>");
        self
    }

    /// A line of moves as half transparent stones with their numbers, from 1, `color` first.
    pub fn line(&mut self, points: &[Point], mut color: Color) -> &mut Drawing {
        for (index, &point) in points.iter().enumerate() {
            let stone = self.stone_svg(point, color, &(index + 1).to_string());
            let _ = writeln!(self.stones, "<g opacity=\".6\">{stone}</g>");
            color = !color;
        }
        self
    }

    /// The stones of a game, each move in a group of its own with its number as `data-n`; with the
    /// numbers written on them if `numbered`.
    pub fn game(&mut self, board: &Board, numbered: bool) -> &mut Drawing {
        for (color, point) in board.setup().stones {
            self.stone(point, color, "");
        }
        for (index, Move { color, point }) in board.moves().enumerate() {
            let Some(point) = point else { continue };
            let text = if numbered {
                (index + 1).to_string()
            } else {
                String::new()
            };
            let stone = self.stone_svg(point, color, &text);
            let _ = writeln!(self.stones, "<g data-n=\"{}\">{stone}</g>", index + 1);
        }
        self
    }

    /// All stones of a position, without numbers.
    pub fn position(&mut self, board: &Board) -> &mut Drawing {
        for point in board.rules().points() {
            match board.cell(point) {
                Cell::Black => self.stone(point, Color::Black, ""),
                Cell::White => self.stone(point, Color::White, ""),
                Cell::Empty | Cell::Off => self,
            };
        }
        self
    }

    fn stone_svg(&self, point: Point, color: Color, text: &str) -> String {
        let (x, y) = self.place(point);
        let (fill, ink) = match color {
            Color::Black => ("#1b1b1b", "#fff"),
            Color::White => ("#fbfbf8", "#111"),
        };
        let mut svg = format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"{fill}\" stroke=\"#333\" \
             stroke-width=\".8\"/>"
        );
        if !text.is_empty() {
            let size = if text.len() > 2 { 9 } else { 11 };
            let _ = write!(
                svg,
                "<text x=\"{x}\" y=\"{}\" font-size=\"{size}\" text-anchor=\"middle\" \
                 fill=\"{ink}\">{}</text>",
                y + 4,
                escape(text)
            );
        }
        svg
    }

    /// The picture; `title` is read out to those who do not see it.
    pub fn svg(&self, title: &str) -> String {
        let [left, right, top, bottom] = self.shown;
        let (x, y) = (CELL * left, CELL * top);
        let width = 2 * MARGIN + CELL * (right - left);
        let height = 2 * MARGIN + CELL * (bottom - top);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" \
             class=\"drawing\" role=\"img\" font-family=\"system-ui, sans-serif\" data-origin=\"{MARGIN} {CELL} {}\">\n\
             <title>{}</title>\n",
            self.rules.height(),
            escape(title)
        );
        let _ = writeln!(
            svg,
            "<rect class=\"wood\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"#e8c584\"/>"
        );
        svg.push_str(&self.fields);
        svg.push_str(&self.grid());
        svg.push_str(&self.stones);
        svg.push_str(&self.marks);
        svg.push_str("</svg>\n");
        svg
    }

    /// Lines, star points and the names of columns and rows.
    fn grid(&self) -> String {
        let [left, right, top, bottom] = self.shown;
        let [_, last, _, lowest] = Drawing::new(&self.rules).shown;
        let at = |line: i32| MARGIN + CELL * line;
        // A board that goes on beyond what is shown has lines that do.
        let beyond = |cut: bool| if cut { CELL / 2 } else { 0 };
        let mut path = String::new();
        for column in left..=right {
            let (from, to) = (
                at(top) - beyond(top > 0),
                at(bottom) + beyond(bottom < lowest),
            );
            let _ = write!(path, "M{} {from}V{to}", at(column));
        }
        for row in top..=bottom {
            let (from, to) = (
                at(left) - beyond(left > 0),
                at(right) + beyond(right < last),
            );
            let _ = write!(path, "M{from} {}H{to}", at(row));
        }
        let mut svg = format!("<path d=\"{path}\" stroke=\"#6b5426\" fill=\"none\"/>\n");
        if (last, lowest) == (14, 14) {
            for (column, row) in [(3, 3), (11, 3), (7, 7), (3, 11), (11, 11)] {
                if (left..=right).contains(&column) && (top..=bottom).contains(&row) {
                    let (x, y) = (at(column), at(row));
                    let _ = writeln!(
                        svg,
                        "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"#6b5426\"/>"
                    );
                }
            }
        }
        svg.push_str("<g font-size=\"10\" fill=\"#6b5426\" text-anchor=\"middle\">\n");
        let (above, below) = (at(top) - 20, at(bottom) + 28);
        for column in left..=right {
            let name = Column(column as u16);
            let x = at(column);
            let _ = write!(svg, "<text x=\"{x}\" y=\"{above}\">{name}</text>");
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{below}\">{name}</text>");
        }
        for row in top..=bottom {
            let (y, name) = (at(row) + 4, lowest + 1 - row);
            let _ = write!(svg, "<text x=\"{}\" y=\"{y}\">{name}</text>", at(left) - 23);
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{y}\">{name}</text>",
                at(right) + 23
            );
        }
        svg.push_str("</g>\n");
        svg
    }
}

/// Text as it may stand in HTML and SVG, in attributes too.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

use std::collections::HashSet;
use std::fmt;

use super::vertex::{Column, Vertex};
use crate::game::{Board, Cell, Outcome, Point, WinLine};

/// How many winning lines are spelt out. A move completes no more than four; only a position that
/// was set up can have others, which are marked on the board all the same.
const SPELT_OUT: usize = 4;

/// A board as a person reads it, for [`Display`](fmt::Display): what `showboard` answers.
///
/// Columns are named above and below, rows at both sides, row 1 at the bottom. Black is `X`, White
/// `O`, an empty point `.`; the last stone stands in round brackets, the other stones of a finished
/// line in square ones. Below follow the rule, the side to move, the last move if there is one, and
/// the result. Neither begins nor ends with a line break, and no line is empty. Costs a scan of the
/// board.
///
/// ```
/// use lianzhu::game::{Board, Point, Rules, Variant};
/// use lianzhu::notation::Diagram;
///
/// let mut board = Board::new(Rules::new(4, 3, 3, Variant::Freestyle)?);
/// for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)] {
///     board.play(board.side_to_move(), Point::new(x, y))?;
/// }
/// assert_eq!(Diagram(&board).to_string(), "    A  B  C  D
///  3  .  .  .  .   3
///  2  O  O  .  .   2
///  1 [X][X](X) .   1
///     A  B  C  D
/// Rule: freestyle, 3 in a row
/// Side to move: White
/// Last move: Black C1
/// Result: Black wins (A1 B1 C1)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Diagram<'a>(pub &'a Board);

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.0;
        let lines = board.lines();
        let on_line: HashSet<Point> = lines.iter().flat_map(WinLine::points).collect();
        let columns = heading(board.rules().width());
        writeln!(f, "{columns}")?;
        for y in (0..board.rules().height()).rev() {
            write_row(f, board, y, &on_line)?;
        }
        writeln!(f, "{columns}")?;
        write_state(f, board, &lines)
    }
}

/// The names of the columns, each over its stones.
fn heading(width: u8) -> String {
    let names: Vec<String> = (0..width)
        .map(|x| format!("{:<2}", Column(u16::from(x))))
        .collect();
    format!("    {}", names.join(" ")).trim_end().to_owned()
}

fn write_row(
    f: &mut fmt::Formatter<'_>,
    board: &Board,
    y: u8,
    on_line: &HashSet<Point>,
) -> fmt::Result {
    let last = board.last_move().and_then(|action| action.point);
    let name = u16::from(y) + 1;
    write!(f, "{name:>2} ")?;
    for x in 0..board.rules().width() {
        let Some(point) = Point::try_new(x, y) else {
            continue;
        };
        let stone = match board.cell(point) {
            Cell::Black => 'X',
            Cell::White => 'O',
            Cell::Empty | Cell::Off => '.',
        };
        if last == Some(point) {
            write!(f, "({stone})")?;
        } else if on_line.contains(&point) {
            write!(f, "[{stone}]")?;
        } else {
            write!(f, " {stone} ")?;
        }
    }
    writeln!(f, " {name:>2}")
}

fn write_state(f: &mut fmt::Formatter<'_>, board: &Board, lines: &[WinLine]) -> fmt::Result {
    let rules = board.rules();
    writeln!(
        f,
        "Rule: {}, {} in a row",
        rules.variant(),
        rules.win_length()
    )?;
    writeln!(f, "Side to move: {}", board.side_to_move())?;
    if let Some(last) = board.last_move() {
        writeln!(f, "Last move: {} {}", last.color, Vertex::from(last.point))?;
    }
    match board.outcome() {
        None => f.write_str("Result: none yet"),
        Some(Outcome::Draw(reason)) => write!(f, "Result: Draw ({reason})"),
        Some(Outcome::Win(color)) => {
            write!(f, "Result: {color} wins")?;
            for line in lines.iter().take(SPELT_OUT) {
                let points: Vec<String> = line
                    .points()
                    .map(|point| Vertex::from(point).to_string())
                    .collect();
                write!(f, " ({})", points.join(" "))?;
            }
            if lines.len() > SPELT_OUT {
                f.write_str(" ...")?;
            }
            Ok(())
        }
    }
}

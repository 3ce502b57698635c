use lianzhu::game::{Board, Color, Point, WinLine};

use super::phrases::title;
use super::table::Table;
use super::words;

/// What there is to see: it can be drawn while the engine works.
#[derive(Debug, Clone)]
pub struct Scene {
    /// The position with its moves.
    pub board: Board,
    /// The stones of finished rows.
    pub row: Vec<Point>,
    /// Board and rules.
    pub title: String,
    /// Who plays, Black first.
    pub seats: [String; 2],
    /// Who is to move, or how the game ended.
    pub status: String,
    /// Whether the game has ended.
    pub over: bool,
    /// What stands before what is typed.
    pub prompt: String,
    /// What the engine does, if it is at work.
    pub work: Option<&'static str>,
}

impl Scene {
    /// What there is to see; `work` is what the engine is about to do.
    pub fn of(table: &Table, work: Option<&'static str>) -> Scene {
        let board = table.engine.board().clone();
        let lines = table.engine.win_lines();
        let row = lines.iter().flat_map(WinLine::points).collect();
        let over = table.ending().is_some();
        Scene {
            row,
            title: title(board.rules()),
            seats: Color::ALL.map(|color| words::seat(table, color)),
            status: words::status(table),
            prompt: if over {
                "Play again, colours changed? (y/n) > ".to_owned()
            } else {
                format!("{}> ", board.side_to_move())
            },
            over,
            board,
            work,
        }
    }
}

//! What an opening must not leave behind: a move that decides the game before it has begun.

use crate::game::{Board, Cell, Color, Direction, Point, Position};

/// Whether one of the colours, were it to move, could complete a winning line. Costs a scan of the
/// board.
pub fn leaves_win(board: &Board) -> bool {
    Color::ALL.into_iter().any(|color| {
        near_stones(board, color, 1)
            .into_iter()
            .any(|point| completes(board, point, color))
    })
}

/// Whether one of the colours, were it to move in a game that goes on, could complete a winning line, or
/// threaten two completions at once, by an open four or otherwise: what can hardly be answered any more. Costs
/// a scan of the board; a few hundred microseconds with a handful of stones.
pub fn leaves_threat(board: &Board) -> bool {
    leaves_win(board)
        || Color::ALL.into_iter().any(|color| {
            let mut after = board.clone();
            near_stones(board, color, 2).into_iter().any(|point| {
                after.play(color, point).is_ok() && {
                    let double = has_two_completions(&after, point, color);
                    after.undo();
                    double
                }
            })
        })
}

/// A winning move that may be played: renju's forbidden points complete nothing.
fn completes(position: &Position, point: Point, color: Color) -> bool {
    position.cell(point) == Cell::Empty
        && position.wins(point, color)
        && position.is_legal(color, point)
}

fn has_two_completions(position: &Position, stone: Point, color: Color) -> bool {
    let reach = position.rules().win_length() as i8 - 1;
    let mut found = None;
    for direction in Direction::ALL {
        let (dx, dy) = direction.delta();
        for step in -reach..=reach {
            let Some(point) = stone.offset(dx * step, dy * step) else {
                continue;
            };
            if completes(position, point, color) {
                if found.is_some_and(|first| first != point) {
                    return true;
                }
                found = Some(point);
            }
        }
    }
    false
}

/// The empty points within a winning line's reach of a stone of `color`; none where `moves` more
/// stones could not make such a line with all that stand.
fn near_stones(board: &Board, color: Color, moves: usize) -> Vec<Point> {
    let rules = board.rules();
    let is_own = |point: &Point| board.cell(*point).color() == Some(color);
    let own: Vec<Point> = rules.points().filter(is_own).collect();
    let n = rules.win_length();
    if own.len() + moves < usize::from(n) {
        return Vec::new();
    }
    let is_near = |point: &Point| {
        own.iter().any(|stone| {
            let (dx, dy) = (stone.x().abs_diff(point.x()), stone.y().abs_diff(point.y()));
            dx.max(dy) < n && (dx == dy || dx == 0 || dy == 0)
        })
    };
    let empty = rules.points().filter(|&p| board.cell(p) == Cell::Empty);
    empty.filter(is_near).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Rules, Setup, Variant};

    fn board(rules: Rules, rows: &[&str]) -> Board {
        let mut stones = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            for (x, cell) in row.bytes().enumerate() {
                let point = Point::new(x as u8, y as u8);
                match cell {
                    b'X' => stones.push((Color::Black, point)),
                    b'O' => stones.push((Color::White, point)),
                    _ => {}
                }
            }
        }
        Board::try_from(Setup::new(rules, stones, Color::Black)).unwrap()
    }

    fn verdict(n: u32, variant: Variant, rows: &[&str]) -> (bool, bool) {
        let board = board(Rules::new(11, 7, n, variant).unwrap(), rows);
        (leaves_win(&board), leaves_threat(&board))
    }

    #[test]
    fn fours_win_and_open_threes_threaten() {
        let freestyle = Variant::Freestyle;
        assert_eq!(verdict(5, freestyle, &["OXXXX......"]), (true, true));
        assert_eq!(verdict(5, freestyle, &["...OOO....."]), (false, true));
        assert_eq!(verdict(5, freestyle, &["...O.OO...."]), (false, true));
        assert_eq!(verdict(5, freestyle, &["OXXX......."]), (false, false));
        // Two closed threes that meet in one point make a double four.
        assert_eq!(
            verdict(5, freestyle, &["OXXX.", "...X", "....", ".X..", "X..."]),
            (false, true)
        );
        assert_eq!(
            verdict(5, freestyle, &["OXXX.", "...X", "....", ".X..", "O..."]),
            (false, false)
        );
        assert_eq!(verdict(5, freestyle, &["XX..X......"]), (false, false));
        assert_eq!(verdict(3, freestyle, &["...X......."]), (false, true));
        assert_eq!(verdict(3, freestyle, &["X..........", "O"]), (false, false));
        assert_eq!(verdict(7, freestyle, &["X.X.X......"]), (false, false));
    }

    #[test]
    fn the_variant_decides() {
        // A sixth stone: freestyle wins by it, exact does not.
        let row = ["XXX.XX....."];
        assert_eq!(verdict(5, Variant::Freestyle, &row), (true, true));
        assert_eq!(verdict(5, Variant::Exact, &row), (false, false));
        // Closed at both ends: caro does not count it.
        let closed = ["OXXXX.O...."];
        assert_eq!(verdict(5, Variant::Exact, &closed), (true, true));
        assert_eq!(verdict(5, Variant::Caro, &closed), (false, false));
        // Black may not play the double-four that White may.
        let black = ["OXXX.", "...X", "....", ".X..", "X..."];
        let white = ["XOOO.", "...O", "....", ".O..", "O..."];
        assert_eq!(verdict(5, Variant::Renju, &black), (false, false));
        assert_eq!(verdict(5, Variant::Renju, &white), (false, true));
    }
}

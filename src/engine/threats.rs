use crate::game::{Board, Cell, Color, Direction, Point};

/// An unbroken run of exactly n − 1 stones with at least one open end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Whose run.
    pub color: Color,
    /// Its first stone: the topmost, in a row the leftmost.
    pub first: Point,
    /// Which way the line runs.
    pub direction: Direction,
}

/// What is about to be decided. All points are in reading order: the top row first, each row from
/// the left.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Threats {
    /// The points on which Black, and those on which White, completes a win now; both empty when
    /// the game is over. By [`Color::index`].
    pub wins: [Vec<Point>; 2],
    /// The runs one short of the win length that can still grow at one end; whether growing wins
    /// does not matter.
    pub runs: Vec<Run>,
}

/// The points of the board in reading order.
pub(super) fn reading_order(board: &Board) -> impl Iterator<Item = Point> + '_ {
    let rules = board.rules();
    (0..rules.height())
        .rev()
        .flat_map(|y| (0..rules.width()).filter_map(move |x| Point::try_new(x, y)))
}

impl Threats {
    pub(super) fn of(board: &Board) -> Threats {
        let mut threats = Threats::default();
        if board.outcome().is_none() {
            for color in Color::ALL {
                threats.wins[color.index()] = reading_order(board)
                    .filter(|&point| completes(board, point, color))
                    .collect();
            }
        }
        threats.runs = reading_order(board)
            .flat_map(|point| {
                Direction::ALL
                    .into_iter()
                    .filter_map(move |direction| run_from(board, point, direction))
            })
            .collect();
        threats
    }
}

fn completes(board: &Board, point: Point, color: Color) -> bool {
    board.cell(point) == Cell::Empty && board.wins(point, color)
}

/// The run of n − 1 whose first stone stands on `first`, along `direction`.
fn run_from(board: &Board, first: Point, direction: Direction) -> Option<Run> {
    let color = board.cell(first).color()?;
    // From the first stone a run goes right in a row, else down.
    let (dx, dy) = match direction.delta() {
        (dx, dy) if dy > 0 => (-dx, -dy),
        delta => delta,
    };
    let at = |steps: i8| {
        first
            .offset(dx * steps, dy * steps)
            .map_or(Cell::Off, |point| board.cell(point))
    };
    let own = Cell::from(color);
    let length = board.rules().win_length() as i8 - 1;
    let whole = at(-1) != own && at(length) != own && (1..length).all(|steps| at(steps) == own);
    let open = at(-1) == Cell::Empty || at(length) == Cell::Empty;
    (whole && open).then_some(Run {
        color,
        first,
        direction,
    })
}

/// Whether `color`, if it is to move, cannot win now and cannot keep the opponent from winning at
/// the next move. The game is not over.
pub(super) fn is_lost(board: &Board, color: Color) -> bool {
    let opponent = !color;
    let empty = || {
        board
            .rules()
            .points()
            .filter(|&point| board.cell(point) == Cell::Empty)
    };
    if empty().any(|point| board.wins(point, color)) {
        return false;
    }
    let wins: Vec<Point> = empty()
        .filter(|&point| board.wins(point, opponent))
        .collect();
    if wins.len() < 2 {
        return false;
    }
    // A stone never opens a line of the opponent, so only the wins there are now can remain.
    let mut after = board.clone();
    board.rules().points().all(|point| {
        after.play(color, point).is_err() || {
            let remains = wins
                .iter()
                .any(|&win| win != point && after.wins(win, opponent));
            after.undo();
            remains
        }
    })
}

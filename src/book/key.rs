use crate::game::{Board, Cell, Color, Point, Rules, Setup, SetupError, Symmetry};

/// The stones of a position that Black's and White's moves in turn lead to, of each colour in the order of the
/// points. In a book they lie in the one of all ways that is the least.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Stones([Vec<Point>; 2]);

impl Stones {
    /// The stones of a board as they lie in a book, and what lays the board there. `None` where not the
    /// colours in turn lead to it.
    pub fn of(board: &Board) -> Option<(Stones, Symmetry)> {
        let mut stones = Stones::default();
        for point in board.rules().points() {
            match board.cell(point) {
                Cell::Black => stones.0[0].push(point),
                Cell::White => stones.0[1].push(point),
                Cell::Empty | Cell::Off => {}
            }
        }
        let in_turn = stones.is_in_turn() && stones.side_to_move() == board.side_to_move();
        in_turn.then(|| stones.laid(board.rules()))
    }

    /// Stones that Black and White play in turn, as they lie.
    pub fn as_read(points: &[Point]) -> Stones {
        let of = |color: usize| points.iter().copied().skip(color).step_by(2).collect();
        Stones([of(0), of(1)])
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0[0].len() + self.0[1].len()
    }

    fn is_in_turn(&self) -> bool {
        let [black, white] = [0, 1].map(|color| self.0[color].len());
        black == white || black == white + 1
    }

    /// Who is to move.
    pub fn side_to_move(&self) -> Color {
        if self.0[0].len() == self.0[1].len() {
            Color::Black
        } else {
            Color::White
        }
    }

    fn image(&self, symmetry: Symmetry, rules: &Rules) -> Stones {
        Stones([0, 1].map(|color: usize| {
            let points = self.0[color].iter();
            let mut points: Vec<Point> = points.map(|&p| symmetry.apply(p, rules)).collect();
            points.sort_unstable();
            points
        }))
    }

    /// The least of the ways they may lie, and what lays them so.
    pub fn laid(&self, rules: &Rules) -> (Stones, Symmetry) {
        let ways = Symmetry::of(rules).into_iter();
        let ways = ways.map(|symmetry| (self.image(symmetry, rules), symmetry));
        let least = ways.min_by(|(a, _), (b, _)| a.cmp(b));
        least.unwrap_or_else(|| unreachable!("every board can be left as it lies"))
    }

    /// The stones after a move, as they lie in a book.
    pub fn after(&self, point: Point, rules: &Rules) -> Stones {
        let mut stones = self.clone();
        stones.0[self.side_to_move().index()].push(point);
        stones.laid(rules).0
    }

    /// Of each set of points that are the same but for a symmetry of these stones, one; `None` where they have
    /// no symmetry.
    pub fn different_points(&self, rules: &Rules) -> Option<Vec<Point>> {
        let mut own = Symmetry::of(rules);
        own.retain(|&symmetry| self.image(symmetry, rules) == *self);
        let is_least = |point: &Point| own.iter().all(|s| *point <= s.apply(*point, rules));
        (own.len() > 1).then(|| rules.points().filter(is_least).collect())
    }

    /// The stones, Black's and White's in turn.
    pub fn in_turn(&self) -> Vec<Point> {
        let [black, white] = &self.0;
        let pair = |i: usize| [black.get(i), white.get(i)].into_iter().flatten().copied();
        (0..black.len()).flat_map(pair).collect()
    }

    /// The board with these stones.
    pub fn board(&self, rules: &Rules) -> Result<Board, SetupError> {
        let stones = Color::ALL.into_iter().zip(&self.0);
        let stones = stones.flat_map(|(color, points)| points.iter().map(move |&p| (color, p)));
        Board::try_from(Setup::new(*rules, stones, self.side_to_move()))
    }
}

//! A judge of its own: the rules written once more, from the words of `protocol.md` and of the
//! Renju International Federation, on a plain grid of letters. It shares no code with the library,
//! so that a fault of the rules cannot hide behind itself.

use std::collections::BTreeSet;

/// Which rows win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    Freestyle,
    Exact,
    Renju,
    Caro,
}

impl Rule {
    pub const ALL: [Rule; 4] = [Rule::Freestyle, Rule::Exact, Rule::Renju, Rule::Caro];

    pub fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Exact => "exact",
            Rule::Renju => "renju",
            Rule::Caro => "caro",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stone {
    Black,
    White,
}

impl Stone {
    pub const BOTH: [Stone; 2] = [Stone::Black, Stone::White];

    pub fn other(self) -> Stone {
        match self {
            Stone::Black => Stone::White,
            Stone::White => Stone::Black,
        }
    }

    /// The colour as GTP writes it.
    pub fn gtp(self) -> char {
        match self {
            Stone::Black => 'b',
            Stone::White => 'w',
        }
    }

    fn letter(self) -> char {
        match self {
            Stone::Black => 'X',
            Stone::White => 'O',
        }
    }
}

/// Column and row, both from 0; row 0 is the lowest.
pub type At = (i32, i32);

const WAYS: [At; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

fn along((x, y): At, (dx, dy): At, steps: i32) -> At {
    (x + dx * steps, y + dy * steps)
}

/// A point as GTP writes it.
pub fn vertex((x, y): At) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";
    let mut text = String::new();
    if x >= 25 {
        text.push(LETTERS[(x / 25 - 1) as usize] as char);
    }
    text.push(LETTERS[(x % 25) as usize] as char);
    format!("{text}{}", y + 1)
}

/// The rules of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Laws {
    pub rule: Rule,
    pub in_a_row: i32,
    pub width: i32,
    pub height: i32,
}

/// A position: stones on a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    pub laws: Laws,
    cells: Vec<char>,
}

impl Grid {
    pub fn new(laws: Laws) -> Grid {
        let area = (laws.width * laws.height) as usize;
        Grid {
            laws,
            cells: vec!['.'; area],
        }
    }

    fn index(&self, (x, y): At) -> Option<usize> {
        let on = (0..self.laws.width).contains(&x) && (0..self.laws.height).contains(&y);
        on.then(|| (y * self.laws.width + x) as usize)
    }

    /// `X`, `O`, `.`, or `#` off the board.
    fn get(&self, at: At) -> char {
        self.index(at).map_or('#', |i| self.cells[i])
    }

    fn put(&mut self, at: At, letter: char) {
        let index = self.index(at).expect("a point of the board");
        self.cells[index] = letter;
    }

    pub fn place(&mut self, at: At, stone: Stone) {
        self.put(at, stone.letter());
    }

    pub fn lift(&mut self, at: At) {
        self.put(at, '.');
    }

    pub fn is_empty_at(&self, at: At) -> bool {
        self.get(at) == '.'
    }

    pub fn points(&self) -> impl Iterator<Item = At> + use<> {
        let width = self.laws.width;
        (0..width * self.laws.height).map(move |i| (i % width, i / width))
    }

    pub fn empty(&self) -> Vec<At> {
        self.points().filter(|&at| self.is_empty_at(at)).collect()
    }

    pub fn stones(&self, stone: Stone) -> Vec<At> {
        let own = |&at: &At| self.get(at) == stone.letter();
        self.points().filter(own).collect()
    }

    /// The vertex as a point of this board.
    pub fn point(&self, text: &str) -> Option<At> {
        self.points()
            .find(|&at| vertex(at).eq_ignore_ascii_case(text))
    }

    /// Top row first, as `gogui-rules_board` writes it.
    pub fn diagram(&self) -> String {
        let row = |row: &[char]| {
            row.iter()
                .map(char::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        };
        let rows = self.cells.chunks(self.laws.width as usize).rev().map(row);
        rows.collect::<Vec<_>>().join("\n")
    }

    /// How many stones like the one here stand in a row with it, and what closes the row.
    fn row(&self, at: At, way: At) -> (i32, [char; 2]) {
        let own = self.get(at);
        let mut length = 1;
        let ends = [-1, 1].map(|sign| {
            let mut steps = 1;
            while self.get(along(at, way, sign * steps)) == own {
                steps += 1;
            }
            length += steps - 1;
            self.get(along(at, way, sign * steps))
        });
        (length, ends)
    }

    /// Whether the stone that stands here is part of a row that wins.
    fn row_wins(&self, at: At) -> bool {
        let own = self.get(at);
        let other = if own == 'X' { 'O' } else { 'X' };
        let n = self.laws.in_a_row;
        WAYS.iter().any(|&way| {
            let (length, ends) = self.row(at, way);
            match (self.laws.rule, own) {
                (Rule::Freestyle, _) | (Rule::Renju, 'O') => length >= n,
                (Rule::Exact, _) | (Rule::Renju, _) => length == n,
                (Rule::Caro, _) => length == n && ends != [other, other],
            }
        })
    }

    fn thought_of<T>(&mut self, at: At, letter: char, ask: impl FnOnce(&mut Grid) -> T) -> T {
        self.put(at, letter);
        let answer = ask(self);
        self.put(at, '.');
        answer
    }

    /// Whether a stone put here would win.
    pub fn wins_at(&mut self, at: At, stone: Stone) -> bool {
        self.is_empty_at(at) && self.thought_of(at, stone.letter(), |grid| grid.row_wins(at))
    }

    pub fn wins(&mut self, stone: Stone) -> Vec<At> {
        let empty = self.empty();
        let wins = empty.into_iter().filter(|&at| self.wins_at(at, stone));
        wins.collect()
    }

    /// Whether the colour has a winning row on the board.
    pub fn has_won(&self, stone: Stone) -> bool {
        self.stones(stone).into_iter().any(|at| self.row_wins(at))
    }

    /// Whether the rules of renju keep Black from an empty point.
    pub fn is_forbidden(&mut self, at: At) -> bool {
        let near = |&way: &At| {
            (-4..=4)
                .filter(|&i| self.get(along(at, way, i)) == 'X')
                .count()
        };
        if self.laws.rule != Rule::Renju || WAYS.iter().map(near).sum::<usize>() < 2 {
            return false;
        }
        self.thought_of(at, 'X', |grid| {
            let rows = WAYS.map(|way| grid.row(at, way).0);
            if rows.contains(&5) {
                return false;
            }
            rows.iter().any(|&length| length > 5) || grid.fours(at) > 1 || grid.threes(at) > 1
        })
    }

    /// How many fours the black stone here is part of: four stones of five points in a line, which
    /// one stone more would make a row of exactly five.
    fn fours(&self, at: At) -> usize {
        let fours = WAYS.iter().flat_map(|&way| {
            (-4..=0).filter_map(move |first| {
                let five: Vec<At> = (first..first + 5).map(|i| along(at, way, i)).collect();
                let count = |letter| five.iter().filter(|&&p| self.get(p) == letter).count();
                let is_longer = self.get(along(at, way, first - 1)) == 'X'
                    || self.get(along(at, way, first + 5)) == 'X';
                let four = five.iter().copied().filter(|&p| self.get(p) == 'X');
                (count('X') == 4 && count('.') == 1 && !is_longer)
                    .then(|| four.collect::<Vec<At>>())
            })
        });
        fours.collect::<BTreeSet<_>>().len()
    }

    /// How many threes the black stone here is part of: three stones which one stone more, that is
    /// allowed and makes no five, would make a straight four.
    fn threes(&mut self, at: At) -> usize {
        let mut threes = BTreeSet::new();
        for way in WAYS {
            for first in -3..=0 {
                let four: Vec<At> = (first..first + 4).map(|i| along(at, way, i)).collect();
                let (stones, added): (Vec<At>, Vec<At>) =
                    four.iter().partition(|&&p| self.get(p) == 'X');
                let around = [-2, -1, 4, 5].map(|i| self.get(along(at, way, first + i)));
                let is_straight =
                    around[0] != 'X' && around[1..3] == ['.', '.'] && around[3] != 'X';
                let [added] = added[..] else { continue };
                if !is_straight || self.get(added) != '.' {
                    continue;
                }
                let makes_five = self.thought_of(added, 'X', |grid| {
                    WAYS.iter().any(|&way| grid.row(added, way).0 == 5)
                });
                if !makes_five && !self.is_forbidden(added) {
                    threes.insert(stones);
                }
            }
        }
        threes.len()
    }

    pub fn is_legal(&mut self, at: At, stone: Stone) -> bool {
        self.is_empty_at(at) && !(stone == Stone::Black && self.is_forbidden(at))
    }

    /// Where the colour may put a stone.
    pub fn legal(&mut self, stone: Stone) -> Vec<At> {
        let empty = self.empty();
        let legal = empty.into_iter().filter(|&at| self.is_legal(at, stone));
        legal.collect()
    }

    pub fn can_move(&mut self, stone: Stone) -> bool {
        let empty = self.empty();
        empty.into_iter().any(|at| self.is_legal(at, stone))
    }

    /// Whether the opponent cannot win at once after this stone.
    pub fn stops(&mut self, at: At, stone: Stone) -> bool {
        self.is_legal(at, stone)
            && self.thought_of(at, stone.letter(), |grid| {
                let empty = grid.empty();
                !empty.into_iter().any(|p| grid.wins_at(p, stone.other()))
            })
    }

    /// All points that stop every win in one of the opponent, of which there must be one. Only what
    /// lies in a line with a win can take it away.
    pub fn blocks(&mut self, stone: Stone) -> Vec<At> {
        let threat = self.wins(stone.other())[0];
        let reach = -self.laws.in_a_row..=self.laws.in_a_row;
        let near: BTreeSet<At> = WAYS
            .iter()
            .flat_map(|&way| reach.clone().map(move |i| along(threat, way, i)))
            .collect();
        near.into_iter()
            .filter(|&at| self.stops(at, stone))
            .collect()
    }
}

/// How a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    Open,
    Won(Stone),
    Drawn,
}

/// A game: a position, the moves behind it and who is to move.
#[derive(Debug, Clone)]
pub struct Game {
    pub grid: Grid,
    pub to_move: Stone,
    /// Each with whose turn it was before.
    moves: Vec<(Stone, Option<At>, Stone)>,
}

impl Game {
    pub fn new(laws: Laws) -> Game {
        Game {
            grid: Grid::new(laws),
            to_move: Stone::Black,
            moves: Vec::new(),
        }
    }

    /// A position without moves behind it.
    pub fn setup(grid: Grid, to_move: Stone) -> Game {
        Game {
            grid,
            to_move,
            moves: Vec::new(),
        }
    }

    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    pub fn last(&self) -> Option<At> {
        self.moves.last().and_then(|&(_, at, _)| at)
    }

    /// Puts a stone down, or passes, whether the rules allow it or not.
    pub fn play(&mut self, stone: Stone, at: Option<At>) {
        if let Some(at) = at {
            self.grid.place(at, stone);
        }
        self.moves.push((stone, at, self.to_move));
        self.to_move = stone.other();
    }

    pub fn undo(&mut self) -> bool {
        let Some((_, at, before)) = self.moves.pop() else {
            return false;
        };
        if let Some(at) = at {
            self.grid.lift(at);
        }
        self.to_move = before;
        true
    }

    pub fn standing(&self) -> Standing {
        let winner = Stone::BOTH
            .into_iter()
            .find(|&stone| self.grid.has_won(stone));
        let passes = self
            .moves
            .iter()
            .rev()
            .take_while(|(_, at, _)| at.is_none());
        match winner {
            Some(stone) => Standing::Won(stone),
            None if passes.count() >= 2 || self.grid.empty().is_empty() => Standing::Drawn,
            None => Standing::Open,
        }
    }

    pub fn is_legal(&mut self, at: At, stone: Stone) -> bool {
        self.grid.is_legal(at, stone) && self.standing() == Standing::Open
    }
}

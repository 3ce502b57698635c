//! A plain full search, by nothing but the public rules, and random positions to ask it about.

use std::collections::HashMap;

use lianzhu::game::{Board, Color, Point, Position, Rules, SearchPosition};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

/// Answers by trying every move, remembering every position.
pub struct Plain {
    position: SearchPosition,
    attacker: Color,
    points: Vec<Point>,
    known: HashMap<(u64, u64, bool), bool>,
}

impl Plain {
    /// Whether the attacker can force a line.
    pub fn can_win(position: &Position, attacker: Color) -> bool {
        let mut plain = Plain {
            position: SearchPosition::from(position),
            attacker,
            points: position.rules().points().collect(),
            known: HashMap::new(),
        };
        if position.has_line(attacker) || position.has_line(!attacker) {
            return position.has_line(attacker);
        }
        plain.wins()
    }

    fn stones(&self, color: Color) -> u64 {
        let own = |&(_, &point): &(usize, &Point)| self.position.cell(point) == color.into();
        let points = self.points.iter().enumerate().filter(own);
        points.fold(0, |bits, (i, _)| bits | 1 << i)
    }

    fn wins(&mut self) -> bool {
        if self.position.empty_points() == 0 {
            return false;
        }
        let color = self.position.side_to_move();
        let attack = color == self.attacker;
        let key = (
            self.stones(self.attacker),
            self.stones(!self.attacker),
            attack,
        );
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let legal: Vec<Point> = self.position.legal_points(color).collect();
        let wins = if legal.is_empty() {
            self.position.set_side_to_move(!color);
            let wins = self.wins();
            self.position.set_side_to_move(color);
            wins
        } else {
            // Whoever is to move looks for one move that is good for him.
            let found = legal
                .into_iter()
                .any(|point| self.after(point, color) == attack);
            found == attack
        };
        self.known.insert(key, wins);
        wins
    }

    /// Whether the attacker wins after a move.
    fn after(&mut self, point: Point, color: Color) -> bool {
        if self.position.wins(point, color) {
            return color == self.attacker;
        }
        self.position.make(point, color);
        let wins = self.wins();
        self.position.unmake(point, color);
        wins
    }
}

/// A position that nobody has won, with so many empty points, after random legal moves, or `None` if
/// they led to none; some other side may be to move.
pub fn random(rules: Rules, empty: usize, rng: &mut impl Rng) -> Option<Board> {
    let mut board = Board::new(rules);
    while board.empty_points() > empty {
        let color = board.side_to_move();
        let quiet = |point: &Point| !board.wins(*point, color);
        let legal: Vec<Point> = board.legal_points(color).filter(quiet).collect();
        board.play(color, *legal.choose(rng)?).ok()?;
    }
    if rng.random_bool(0.5) {
        board.set_side_to_move(!board.side_to_move());
    }
    Some(board)
}

use crate::game::Point;

use super::dice::Dice;
use super::kind::PlayerKind;
use super::task::{Choice, Player, Task};

/// Plays any legal point, each as likely; in renju never a forbidden one.
#[derive(Debug)]
pub struct RandomPlayer {
    dice: Dice,
    legal: Vec<Point>,
}

impl RandomPlayer {
    /// A player whose moves follow from `seed`.
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer {
            dice: Dice::new(seed),
            legal: Vec::new(),
        }
    }
}

impl Player for RandomPlayer {
    fn kind(&self) -> PlayerKind {
        PlayerKind::Random
    }

    fn choose(&mut self, task: &Task<'_>) -> Choice {
        self.legal.clear();
        self.legal.extend(task.board.legal_points(task.color));
        self.dice
            .pick(&self.legal)
            .map_or(Choice::NoLegalPoint, Choice::Point)
    }
}

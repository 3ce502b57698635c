use std::io;
use std::time::Duration;

use crate::clock::Instant;
use crate::eval::{Evaluator, win_rate};
use crate::game::{Board, Cell, Color, Point};
use crate::pattern::{Pattern4, Patterns};
use crate::solve::{Means, Question, Solution, decide};
use crate::threat::{Vcf, VcfResult, Vct};

use super::facade::Engine;
use super::threats::reading_order;

/// What one search for a forced win may take, less what it needs to end.
const PATIENCE: Duration = Duration::from_millis(4_800);

/// Entries of the table of a search for threats: 6 MiB.
const ENTRIES: usize = 1 << 18;

/// What a stone on an empty point makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Threat {
    /// A completed win.
    Five,
    /// An open four, or two fours.
    OpenFour,
    /// A four.
    Four,
    /// An open three.
    Three,
    /// Nothing: the point is forbidden.
    Forbidden,
}

impl Threat {
    /// All of them, the strongest first.
    pub const ALL: [Threat; 5] = [
        Threat::Five,
        Threat::OpenFour,
        Threat::Four,
        Threat::Three,
        Threat::Forbidden,
    ];

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Threat::Five => "five",
            Threat::OpenFour => "open-four",
            Threat::Four => "four",
            Threat::Three => "three",
            Threat::Forbidden => "forbidden",
        }
    }

    fn of(patterns: &Patterns, point: Point, color: Color) -> Option<Threat> {
        let board = patterns.board();
        let threat = match patterns.pattern4(patterns.slot(point), color) {
            Pattern4::Five => Threat::Five,
            Pattern4::OpenFour => Threat::OpenFour,
            Pattern4::FourThree
            | Pattern4::FourPlus
            | Pattern4::Four
            | Pattern4::MaybeForbiddenFour => Threat::Four,
            Pattern4::DoubleThree
            | Pattern4::ThreePlus
            | Pattern4::Three
            | Pattern4::MaybeForbidden => Threat::Three,
            Pattern4::Forbidden => Threat::Forbidden,
            Pattern4::TwoPlus | Pattern4::Two | Pattern4::None => return None,
        };
        let forbidden = color == Color::Black && board.forbidden(point).is_some();
        Some(if forbidden { Threat::Forbidden } else { threat })
    }
}

/// What a position looks like without any search.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluation {
    /// For the side to move; 200 are a unit of logit.
    pub score: i32,
    /// The chance of the side to move that the score stands for, 0..=1.
    pub win_rate: f64,
    /// The points where a colour makes a threat, by [`Color::index`], in reading order: the top row
    /// first, each row from the left.
    pub threats: [Vec<(Point, Threat)>; 2],
}

/// The answer of a search for a forced win.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Forced {
    /// There is one: its moves and the replies, the completing move last.
    Win(Vec<Point>),
    /// There is none of the kind that was searched for.
    None,
    /// Positions, time or patience came to an end first.
    Unknown,
}

fn patterns(board: &Board, color: Color) -> Patterns {
    let mut board = board.clone();
    board.set_side_to_move(color);
    Patterns::new(&board, Evaluator::of(board.rules()).score_tables.clone())
}

impl Engine {
    /// What the position is worth to the side to move without a search, as the player evaluates it if it
    /// searches, and what both colours threaten.
    pub fn evaluate(&mut self) -> Evaluation {
        let board = &self.board;
        let patterns = patterns(board, board.side_to_move());
        let score = match self.player.searcher() {
            Some(searcher) => searcher.static_score(&patterns),
            None => Evaluator::of(board.rules()).score(&patterns),
        };
        let threats = Color::ALL.map(|color| {
            let empty = reading_order(board).filter(|&point| board.cell(point) == Cell::Empty);
            empty
                .filter_map(|point| Some((point, Threat::of(&patterns, point, color)?)))
                .collect()
        });
        Evaluation {
            score,
            win_rate: win_rate(score),
            threats,
        }
    }

    /// Searches for a win of `color`, as if it were to move, by fours alone. Takes five seconds at
    /// most, less if the [`stop_token`](Engine::stop_token) says so.
    pub fn vcf(&self, color: Color) -> Forced {
        let mut patterns = patterns(&self.board, color);
        let mut vcf = Vcf::new();
        let result = vcf.search_until(&mut patterns, u64::MAX, &mut self.patience());
        answer(result, &patterns, vcf.line())
    }

    /// Searches for a win of `color`, as if it were to move, by fours and open threes, entering
    /// about `nodes` positions. Takes five seconds at most, as [`vcf`](Engine::vcf).
    pub fn vct(&self, color: Color, nodes: u64) -> Forced {
        let mut patterns = patterns(&self.board, color);
        let mut vct = Vct::new(ENTRIES);
        let result = vct.search(&mut patterns, nodes, &mut self.patience());
        answer(result, &patterns, vct.line())
    }

    /// What the position is worth to `color`, as if it were to move, as far as that is proven within about this
    /// time, less if the [`stop_token`](Engine::stop_token) says so. It takes the threads of the player, and as
    /// much memory as his table.
    ///
    /// # Errors
    ///
    /// None, as no file is kept.
    pub fn solve(&self, color: Color, time: Duration) -> io::Result<Solution> {
        let mut board = self.board.clone();
        board.set_side_to_move(color);
        let resources = self.resources();
        let means = Means {
            time: Some(time),
            memory: resources.wanted_hash(),
            threads: resources.threads,
            stop: self.stop_token(),
            ..Means::default()
        };
        decide(&board, Question::Value, &means, &|_, _| {})
    }

    /// Whether a search for a forced win is to end.
    fn patience(&self) -> impl FnMut() -> bool {
        let start = Instant::now();
        let stop = self.stop_token();
        move || stop.is_stopped() || start.elapsed() >= PATIENCE
    }
}

fn answer(result: VcfResult, patterns: &Patterns, line: &[u16]) -> Forced {
    match result {
        VcfResult::Win(_) => Forced::Win(
            line.iter()
                .map(|&slot| patterns.point(slot as usize))
                .collect(),
        ),
        VcfResult::None => Forced::None,
        VcfResult::Unknown => Forced::Unknown,
    }
}

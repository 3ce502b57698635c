use thiserror::Error;

use crate::clock::{Budget, Clock, Instant, Lag, Left, Limits, Moves, StopToken, TimeSettings};
use crate::game::{
    Board, Color, Outcome, PlayError, Point, Rules, RulesError, Setup, SetupError, Variant, WinLine,
};
use crate::player::{self, Choice, Player, PlayerKind, Task, Watch};
use crate::search::Scope;

use super::config::{Config, DEFAULT_MOVE_TIME, create, fresh_seed};
use super::threats::{Threats, is_lost};

/// Why win length or variant were not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ChangeError {
    /// There are stones on the board.
    #[error("the rules cannot change once there are stones on the board")]
    StonesOnBoard,
    /// There is no such game.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

/// Fewer moves have been made than were to be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("there are only {available} moves to take back")]
pub struct UndoError {
    /// How many can be taken back.
    pub available: usize,
}

/// Why a sequence of moves was refused: none of them was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("move {}: {error}", .index + 1)]
pub struct SequenceError {
    /// Which move of the sequence, from 0.
    pub index: usize,
    /// What is wrong with it.
    pub error: PlayError,
}

/// The answer to a request for a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// A stone here.
    Play(Point),
    /// Nothing to play: the game is won or drawn, or there is no legal point.
    Pass,
    /// The game is lost.
    Resign,
}

/// A game, a player and a clock.
pub struct Engine {
    pub(super) board: Board,
    /// The win length asked for; a small board plays with less.
    pub(super) win_length: u32,
    pub(super) config: Config,
    pub(super) seed: u64,
    pub(super) player: Box<dyn Player>,
    /// Searches for an analysis where the player does not.
    pub(super) analyst: Option<Box<dyn Player>>,
    /// Openings that were proposed, so that each is another one.
    pub(super) openings: u64,
    pub(super) clock: Clock,
    /// How late the last moves came.
    pub(super) lag: Lag,
    pub(super) stop: StopToken,
    /// Whether the player makes itself ready for its next move at once.
    pub(super) prepared: bool,
}

impl Engine {
    /// An engine before the first move.
    ///
    /// # Errors
    ///
    /// There is no such game.
    pub fn new(config: Config) -> Result<Engine, RulesError> {
        let rules = Rules::fitted(
            config.width,
            config.height,
            config.win_length,
            config.variant,
        )?;
        let seed = config.seed.unwrap_or_else(fresh_seed);
        Ok(Engine {
            board: Board::new(rules),
            win_length: config.win_length,
            player: create(&config, seed),
            analyst: None,
            openings: 0,
            seed,
            config,
            clock: Clock::default(),
            lag: Lag::default(),
            stop: StopToken::new(),
            prepared: false,
        })
    }

    /// The position with its moves.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The game that is played.
    pub fn rules(&self) -> &Rules {
        self.board.rules()
    }

    /// The token that makes a running [`genmove`](Engine::genmove) answer at once, for other
    /// threads to keep. The engine never resets it: the front does, before it asks for a move.
    pub fn stop_token(&self) -> StopToken {
        self.stop.clone()
    }

    /// A new game on an empty board of this size, with the win length last asked for, or the
    /// longer side if that is less.
    ///
    /// # Errors
    ///
    /// A side outside 3..=52, or a board the variant is not defined on.
    pub fn set_size(&mut self, width: u32, height: u32) -> Result<(), RulesError> {
        let rules = Rules::fitted(width, height, self.win_length, self.rules().variant())?;
        self.begin(Board::new(rules));
        Ok(())
    }

    /// The win length asked for: a board too small for it plays with its longer side, and a larger
    /// board gets it back.
    pub fn asked_win_length(&self) -> u32 {
        self.win_length
    }

    /// Changes how many in a row win, 3..=longer side. Passes made and the side to move stay.
    ///
    /// # Errors
    ///
    /// A length outside the range or not defined for the variant; stones on the board, unless it
    /// is the length in force.
    pub fn set_win_length(&mut self, win_length: u32) -> Result<(), ChangeError> {
        self.set_rules(win_length, self.rules().variant())
    }

    /// Changes the variant, and gives the board the win length asked for. Passes made and the side
    /// to move stay.
    ///
    /// # Errors
    ///
    /// The variant is not defined for this board or win length; stones on the board, unless it is
    /// the variant in force.
    pub fn set_variant(&mut self, variant: Variant) -> Result<(), ChangeError> {
        if variant == self.rules().variant() {
            return Ok(());
        }
        let win_length = self.win_length.min(self.rules().longer_side().into());
        let asked = self.win_length;
        self.set_rules(win_length, variant)?;
        self.win_length = asked;
        Ok(())
    }

    /// Changes win length and variant at once, as [`set_win_length`](Engine::set_win_length) does.
    ///
    /// # Errors
    ///
    /// The length is outside 3..=longer side, or the variant is not defined for it or the board;
    /// stones on the board, unless both are the ones in force.
    pub fn set_rules(&mut self, win_length: u32, variant: Variant) -> Result<(), ChangeError> {
        let old = *self.rules();
        let rules = Rules::new(old.width().into(), old.height().into(), win_length, variant)?;
        if rules != old {
            if self.board.stones() > 0 {
                return Err(ChangeError::StonesOnBoard);
            }
            let mut board = Board::new(rules);
            board.set_side_to_move(self.board.first_to_move());
            for action in self.board.moves() {
                board.pass(action.color);
            }
            board.set_side_to_move(self.board.side_to_move());
            self.board = board;
            self.player.new_game();
            self.prepare_player();
        }
        self.win_length = win_length;
        Ok(())
    }

    /// Starts a new game under the same rules: empty board, Black to move, full clocks.
    pub fn clear(&mut self) {
        self.begin(Board::new(*self.rules()));
    }

    /// Goes on from this position, whose rules are from now on the ones in force. `asked` is the
    /// win length that later boards get back, if this one is too small for it.
    pub fn set_board(&mut self, board: Board, asked: u32) {
        self.win_length = asked;
        self.begin(board);
    }

    fn begin(&mut self, board: Board) {
        self.board = board;
        self.clock.restart();
        self.player.new_game();
        self.analyst = None;
        self.prepare_player();
    }

    /// A position without history on the board in force: any stones, no forbidden check.
    ///
    /// # Errors
    ///
    /// A stone off the board, two on one point, or winning lines of both colours.
    pub fn set_position(
        &mut self,
        stones: impl IntoIterator<Item = (Color, Point)>,
        side_to_move: Color,
    ) -> Result<(), SetupError> {
        self.begin(Board::try_from(Setup::new(
            *self.rules(),
            stones,
            side_to_move,
        ))?);
        Ok(())
    }

    /// Gives the move to `color`.
    pub fn set_side_to_move(&mut self, color: Color) {
        self.board.set_side_to_move(color);
    }

    /// Puts a stone, whoever is to move.
    ///
    /// # Errors
    ///
    /// The game is over, or the point is off the board, occupied or forbidden.
    pub fn play(&mut self, color: Color, point: Point) -> Result<(), PlayError> {
        self.board.play(color, point)
    }

    /// Passes. Always possible, also after the end.
    pub fn pass(&mut self, color: Color) {
        self.board.pass(color);
    }

    /// Plays all of `moves`, `None` being a pass, or none of them.
    ///
    /// # Errors
    ///
    /// The first move that is not legal.
    pub fn play_sequence(
        &mut self,
        moves: impl IntoIterator<Item = (Color, Option<Point>)>,
    ) -> Result<(), SequenceError> {
        for (index, (color, point)) in moves.into_iter().enumerate() {
            let played = match point {
                Some(point) => self.board.play(color, point),
                None => {
                    self.board.pass(color);
                    Ok(())
                }
            };
            if let Err(error) = played {
                for _ in 0..index {
                    self.board.undo();
                }
                return Err(SequenceError { index, error });
            }
        }
        Ok(())
    }

    /// Takes the last `count` moves back, passes included: all or none.
    ///
    /// # Errors
    ///
    /// Fewer have been made.
    pub fn undo(&mut self, count: usize) -> Result<(), UndoError> {
        let available = self.board.moves().len();
        if count > available {
            return Err(UndoError { available });
        }
        for _ in 0..count {
            self.board.undo();
        }
        Ok(())
    }

    /// Finds a move for `color` and plays it, also out of turn. After the end the loser resigns,
    /// the winner and both sides of a draw pass. A pass is played, a resignation is not a move.
    ///
    /// Blocks until the player has answered; [`stop_token`](Engine::stop_token) hurries it. The
    /// time it takes is taken off the clock of `color`.
    pub fn genmove(&mut self, color: Color) -> Reply {
        self.genmove_within(color, None, None)
    }

    /// As [`genmove`](Engine::genmove), with a say in which moves are searched, and somebody who
    /// hears how far the search is.
    pub fn genmove_within(
        &mut self,
        color: Color,
        scope: Option<&Scope>,
        watch: Option<Watch<'_>>,
    ) -> Reply {
        let start = Instant::now();
        let reply = self.reg_genmove_within(color, scope, watch);
        self.clock.spend(color, start.elapsed());
        match reply {
            Reply::Play(point) => {
                if let Err(error) = self.board.play(color, point) {
                    // A player that answers an illegal point is broken. Nothing is played.
                    log::error!("{} chose an illegal point: {error}", self.player.kind());
                    self.board.pass(color);
                    return Reply::Pass;
                }
            }
            Reply::Pass => self.board.pass(color),
            Reply::Resign => {}
        }
        reply
    }

    /// What [`genmove`](Engine::genmove) would answer, without playing it.
    pub fn reg_genmove(&mut self, color: Color) -> Reply {
        self.reg_genmove_within(color, None, None)
    }

    /// As [`reg_genmove`](Engine::reg_genmove), with a say in which moves are searched, and somebody
    /// who hears how far the search is.
    pub fn reg_genmove_within(
        &mut self,
        color: Color,
        scope: Option<&Scope>,
        watch: Option<Watch<'_>>,
    ) -> Reply {
        self.choose(color, scope, watch)
    }

    fn choose(&mut self, color: Color, scope: Option<&Scope>, watch: Option<Watch<'_>>) -> Reply {
        match self.board.outcome() {
            Some(Outcome::Win(winner)) if winner != color => return Reply::Resign,
            Some(_) => return Reply::Pass,
            None => {}
        }
        if self.config.resign && is_lost(&self.board, color) {
            return Reply::Resign;
        }
        let task = Task {
            board: &self.board,
            color,
            limits: self.limits(color),
            stop: &self.stop,
            scope,
            watch,
        };
        let start = Instant::now();
        let choice = self.player.choose(&task);
        if let Some(time) = task.limits.time {
            self.lag.note(time.hard, start.elapsed());
        }
        match choice {
            Choice::Point(point) => Reply::Play(point),
            Choice::NoLegalPoint => Reply::Pass,
        }
    }

    /// What the next move of `color` is bounded by: its clock, the time for a move, nodes and
    /// depth, the tightest of them; [`DEFAULT_MOVE_TIME`] if none is set. Of its time is kept what
    /// the options say and what the last moves came too late.
    pub fn limits(&self, color: Color) -> Limits {
        let config = &self.config;
        let half = |points: usize| points.div_ceil(2) as u32;
        let moves = Moves {
            all: half(self.rules().area()),
            left: half(self.board.empty_points()),
        };
        let overhead = config.move_overhead.saturating_add(self.lag.allowance());
        let clock = self.clock.budget(color, overhead, moves);
        let bounded = |time| Budget::per_move(time, overhead);
        let per_move = [config.move_time, config.max_time].into_iter().flatten();
        let per_move = per_move.min().map(bounded);
        let nodes = [config.max_nodes, config.max_visits].into_iter().flatten();
        let nodes = nodes.min();
        let time = match (clock, per_move) {
            (Some(clock), Some(per_move)) => Some(clock.min(per_move)),
            (None, None) if nodes.is_none() && config.max_depth.is_none() => {
                Some(bounded(DEFAULT_MOVE_TIME))
            }
            (clock, per_move) => clock.or(per_move),
        };
        Limits {
            time,
            nodes,
            depth: config.max_depth,
        }
    }

    /// How the game ended, or `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.board.outcome()
    }

    /// The finished lines; empty unless somebody has won.
    pub fn win_lines(&self) -> Vec<WinLine> {
        match self.board.outcome() {
            Some(Outcome::Win(_)) => self.board.lines(),
            _ => Vec::new(),
        }
    }

    /// The points that complete a win now, and the runs one short of it.
    pub fn threats(&self) -> Threats {
        Threats::of(&self.board)
    }

    /// The scoring player's score of every point for `color`, row by row from the lower left
    /// corner; 0 on stones.
    pub fn scores(&self, color: Color) -> Vec<u32> {
        player::scores(&self.board, color)
    }

    /// Sets how the time is given, and both clocks to their start.
    pub fn set_time(&mut self, settings: TimeSettings) {
        self.clock = Clock::new(settings);
    }

    /// Corrects the clock of `color`.
    pub fn set_time_left(&mut self, color: Color, left: Left) {
        self.clock.set_left(color, left);
    }

    /// Both clocks.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The options in force. Board and rules in it are those of the start.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Who answers.
    pub fn player(&self) -> PlayerKind {
        self.player.kind()
    }

    /// Lets another player answer from now on. Starts its random numbers at the seed in force.
    pub fn set_player(&mut self, kind: PlayerKind) {
        self.config.player = kind;
        self.player = create(&self.config, self.seed);
        self.analyst = None;
        self.prepare_player();
    }

    /// The seed in force, also if it was not given.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Starts the random numbers anew from `seed`.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.config.seed = Some(seed);
        self.player = create(&self.config, seed);
        self.prepare_player();
    }
}

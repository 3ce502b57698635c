//! What the commands work on: the engine, and what the protocol has said of the game so far.

use std::time::Duration;

use super::reply::{Answer, Failure};
use crate::clock::TimeSettings;
use crate::engine::{Engine, Reply, Swap};
use crate::game::{Board, Cell, Color, Move, Point, Rules, Setup, Variant};
use crate::notation::{Offset, vertices};

/// Messages that wait for an answer to stand before; more are dropped.
const MAX_MESSAGES: usize = 16;

/// The game that is asked for, whether or not it can be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RequestedGame {
    /// The variant, or why none is played by the last `INFO rule`.
    pub(super) variant: Result<Variant, &'static str>,
    /// The win length of `INFO winlength`.
    pub(super) win_length: Option<u32>,
}

/// What follows when a list of stones has been read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AfterStones {
    /// A move is answered.
    Move,
    /// Nothing: the stones are there to look at.
    Nothing,
    /// Nothing, and the stones are not set up.
    Forget,
    /// The engine says something in an opening.
    Opening(Swap),
}

/// A move that is to be thought about when a command has been read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SearchRequest {
    /// Whether it is only suggested.
    pub(super) suggest: bool,
    /// How many moves are searched, each for itself.
    pub(super) lines: usize,
}

/// A list of stones that is being read.
#[derive(Debug)]
struct Stones {
    /// What follows.
    then: AfterStones,
    /// Points and whether they are our own, in the order of the lines.
    stones: Vec<(bool, Point)>,
    /// What is wrong with the first line that is wrong.
    fault: Option<Failure>,
}

/// How the GUI writes points.
#[derive(Debug, Clone, Copy)]
pub(super) struct View {
    rules: Rules,
    /// Yixin-Board writes the row first.
    row_first: bool,
}

impl View {
    /// The point with the numbers that the GUI wants, in their order.
    pub(super) fn offset(self, point: Point) -> Offset {
        self.turned(Offset::of(point, &self.rules))
    }

    /// Moves in letters and numbers, as beside the GUI's board: Yixin-Board leaves no letter out.
    pub(super) fn line(self, points: &[Point]) -> String {
        if !self.row_first || self.rules.width() > 26 {
            return vertices(points.iter().copied());
        }
        let texts = points.iter().map(|point| {
            let letter = char::from(b'A' + point.x());
            format!("{letter}{}", point.y() + 1)
        });
        texts.collect::<Vec<_>>().join(" ")
    }

    fn turned(self, offset: Offset) -> Offset {
        let Offset { x, y } = offset;
        if self.row_first {
            Offset { x: y, y: x }
        } else {
            offset
        }
    }
}

/// A game that is played by the Gomocup protocol.
pub(super) struct Session {
    engine: Engine,
    started: bool,
    ended: bool,
    wish: RequestedGame,
    /// The win length where none is asked for; small boards play with their longer side.
    default_length: u32,
    /// The time for a move that the engine was started with.
    own_move_time: Option<Duration>,
    /// Answer by `SUGGEST` and wait for `PLAY`.
    pub(super) suggests: bool,
    board: Option<Stones>,
    messages: Vec<String>,
    /// Whether the GUI is Yixin-Board: points are row,column, and searches are reported.
    pub(super) yixin: bool,
    /// Whether searches are reported to Yixin-Board.
    pub(super) details: bool,
    /// The time for a game, and what is added after a move.
    match_time: Duration,
    increment: Duration,
    /// What the last command wants to be thought about.
    pub(super) thought: Option<SearchRequest>,
    /// Where the engine waits for the opponent, and may think: the moves so far, and the
    /// position's key.
    waiting: Option<(usize, u64)>,
}

impl Session {
    pub(super) fn new(mut engine: Engine) -> Session {
        // The protocol has no words for either.
        engine.set_resign(false);
        engine.set_no_pass(true);
        Session {
            started: false,
            ended: false,
            wish: RequestedGame {
                variant: Ok(engine.rules().variant()),
                win_length: None,
            },
            default_length: engine.asked_win_length(),
            own_move_time: engine.config().move_time,
            suggests: false,
            board: None,
            messages: Vec::new(),
            yixin: false,
            details: true,
            match_time: Duration::ZERO,
            increment: Duration::ZERO,
            thought: None,
            waiting: None,
            engine,
        }
    }

    pub(super) fn engine(&self) -> &Engine {
        &self.engine
    }

    pub(super) fn engine_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }

    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    pub(super) fn end(&mut self) {
        self.ended = true;
    }

    /// Says something to the user, before the next answer.
    pub(super) fn message(&mut self, text: &str) {
        if self.messages.len() < MAX_MESSAGES {
            self.messages.push(format!("MESSAGE {text}\n"));
        }
    }

    pub(super) fn take_messages(&mut self) -> String {
        std::mem::take(&mut self.messages).concat()
    }

    /// Bounds the next moves in time; what the program was started with is a bound as well.
    pub(super) fn limit_move_time(&mut self, time: Duration) {
        let own = self.own_move_time.unwrap_or(Duration::MAX);
        self.engine.set_move_time(Some(time.min(own)));
    }

    /// The time for all moves of a game, none if zero, and what a move adds to it.
    pub(super) fn limit_match_time(&mut self, time: Option<Duration>, increment: Option<Duration>) {
        self.match_time = time.unwrap_or(self.match_time);
        self.increment = increment.unwrap_or(self.increment);
        let (main, increment) = (self.match_time, self.increment);
        self.engine.set_time(if main.is_zero() {
            TimeSettings::None
        } else if increment.is_zero() {
            TimeSettings::Absolute { main }
        } else {
            TimeSettings::Fischer { main, increment }
        });
    }

    /// The game that is wished for on a board of this size.
    fn rules(&self, width: u32, height: u32, wish: RequestedGame) -> Result<Rules, Failure> {
        let variant = wish.variant.map_err(Failure::of)?;
        match wish.win_length {
            Some(length) => Rules::new(width, height, length, variant),
            None => Rules::fitted(width, height, self.default_length, variant),
        }
        .map_err(Failure::because)
    }

    /// A new game on a board of this size. If it cannot be played, nothing changes.
    pub(super) fn start(&mut self, width: u32, height: u32) -> Answer {
        let rules = self.rules(width, height, self.wish)?;
        let asked = self.wish.win_length.unwrap_or(self.default_length);
        self.engine.set_board(Board::new(rules), asked);
        self.engine.prepare();
        self.started = true;
        Ok(Some("OK".to_owned()))
    }

    /// The same board, empty, under the rules that were last asked for.
    pub(super) fn restart(&mut self) -> Answer {
        self.started()?;
        let rules = *self.engine.rules();
        self.start(rules.width().into(), rules.height().into())
    }

    /// Asks for other rules. They hold at once, the stones staying where they are. What cannot be
    /// played is an error when a game is to be played: managers read no answer to `INFO`.
    pub(super) fn wish(&mut self, change: impl FnOnce(&mut RequestedGame)) {
        change(&mut self.wish);
        let old = *self.engine.rules();
        let wanted = self.rules(old.width().into(), old.height().into(), self.wish);
        let Some(rules) = wanted.ok().filter(|&rules| self.started && rules != old) else {
            return;
        };
        let board = self.engine.board();
        let asked = self.wish.win_length.unwrap_or(self.default_length);
        match Board::try_from(Setup::new(rules, stones(board), board.side_to_move())) {
            Ok(board) => self.engine.set_board(board, asked),
            Err(error) => self.message(&format!("the rules change with the next game: {error}")),
        }
    }

    fn started(&self) -> Result<(), Failure> {
        if self.started {
            Ok(())
        } else {
            Err(Failure::of("there is no game: send START first"))
        }
    }

    /// Whether there is a game, and by rules that are played.
    pub(super) fn playable(&self) -> Result<(), Failure> {
        self.started()?;
        let rules = self.engine.rules();
        let (width, height) = (rules.width().into(), rules.height().into());
        self.rules(width, height, self.wish).map(|_| ())
    }

    /// The point that is meant by `x,y`.
    pub(super) fn point(&self, text: &str) -> Result<Point, Failure> {
        let offset: Offset = text.parse().map_err(Failure::because)?;
        let offset = self.view().turned(offset);
        offset.on_board(self.engine.rules()).map_err(|_| {
            let rules = self.engine.rules();
            let (width, height) = (rules.width(), rules.height());
            let offset = self.view().turned(offset);
            Failure::because(format_args!(
                "{offset} is not on the {width}x{height} board"
            ))
        })
    }

    /// The point as the protocol writes it.
    pub(super) fn show(&self, point: Point) -> String {
        self.view().offset(point).to_string()
    }

    /// How the GUI writes points.
    pub(super) fn view(&self) -> View {
        View {
            rules: *self.engine.rules(),
            row_first: self.yixin,
        }
    }

    /// The game as it is, to tell whether it goes on from here.
    fn here(&self) -> (usize, u64) {
        let board = self.engine.board();
        (board.moves().len(), board.key())
    }

    /// Whether the opponent is to move, and the engine may think meanwhile.
    pub(super) fn may_ponder(&self) -> bool {
        self.engine.config().ponder && self.waiting == Some(self.here())
    }

    /// Plays for the side to move.
    pub(super) fn play(&mut self, point: Point) -> Result<(), Failure> {
        let color = self.engine.board().side_to_move();
        let shown = self.show(point);
        self.engine
            .play(color, point)
            .map_err(|error| Failure::because(format_args!("{shown}: {error}")))
    }

    /// A move for the side to move is to be found and answered, and played unless it is to be a
    /// suggestion.
    pub(super) fn answer_move(&mut self, suggest: bool) -> Answer {
        self.think(SearchRequest { suggest, lines: 1 })
    }

    /// As [`answer_move`](Session::answer_move), with several moves searched.
    pub(super) fn think(&mut self, thought: SearchRequest) -> Answer {
        if let Some(outcome) = self.engine.outcome() {
            return Err(Failure::because(format_args!(
                "the game is over: {outcome}"
            )));
        }
        self.thought = Some(thought);
        Ok(None)
    }

    /// The answer to what was thought about.
    pub(super) fn conclude(
        &mut self,
        thought: SearchRequest,
        color: Color,
        reply: Reply,
    ) -> Answer {
        let suggest = thought.suggest;
        match reply {
            Reply::Play(point) => {
                self.report();
                let shown = self.show(point);
                let mark = if suggest { "SUGGEST " } else { "" };
                if !suggest {
                    self.waiting = Some(self.here());
                }
                Ok(Some(format!("{mark}{shown}")))
            }
            Reply::Pass | Reply::Resign => {
                let passed = Move { color, point: None };
                if !suggest && self.engine.board().last_move() == Some(passed) {
                    // The protocol knows no pass.
                    let _ = self.engine.undo(1);
                }
                let point = self
                    .any_point()
                    .ok_or(Failure::of("there is no legal point"))?;
                self.message("every empty point is forbidden");
                let shown = self.show(point);
                if suggest {
                    return Ok(Some(format!("SUGGEST {shown}")));
                }
                self.put(point, color)?;
                Ok(Some(shown))
            }
        }
    }

    /// The empty point that the attack/defence score likes best, forbidden or not.
    fn any_point(&self) -> Option<Point> {
        let board = self.engine.board();
        let scores = self.engine.scores(board.side_to_move());
        let points = board.rules().points().zip(scores);
        let empty = points.filter(|&(point, _)| board.cell(point) == Cell::Empty);
        empty
            .max_by_key(|&(_, score)| score)
            .map(|(point, _)| point)
    }

    /// Puts a stone where the rules forbid it. The position loses its history.
    fn put(&mut self, point: Point, color: Color) -> Result<(), Failure> {
        let mut stones = stones(self.engine.board());
        stones.push((color, point));
        self.engine
            .set_position(stones, !color)
            .map_err(Failure::because)
    }

    /// What the search has found, for those who look at the log of the manager.
    fn report(&mut self) {
        let Some(report) = self.engine.last_report() else {
            return;
        };
        let text = format!(
            "depth {}-{} score {} nodes {} time {} ms pv {}",
            report.depth,
            report.seldepth,
            report.score,
            report.nodes.total(),
            report.elapsed.as_millis(),
            self.view().line(&report.pv),
        );
        self.message(&text);
    }

    /// Takes the stone on this point away: the last move is taken back, of a position that was set
    /// up, or a game, another stone is lifted.
    pub(super) fn take_back(&mut self, point: Point) -> Answer {
        let board = self.engine.board();
        let shown = self.show(point);
        let Some(color) = board.cell(point).color() else {
            return Err(Failure::because(format_args!(
                "there is no stone on {shown}"
            )));
        };
        if board.last_move().and_then(|last| last.point) == Some(point) {
            self.engine.undo(1).map_err(Failure::because)?;
        } else {
            let mut left = stones(board);
            left.retain(|&(_, other)| other != point);
            self.engine
                .set_position(left, color)
                .map_err(Failure::because)?;
        }
        Ok(Some("OK".to_owned()))
    }

    /// From now on lines are stones, up to `DONE`.
    pub(super) fn begin_board(&mut self, then: AfterStones) {
        self.board = Some(Stones {
            then,
            stones: Vec::new(),
            fault: None,
        });
    }

    /// The answer to a line as part of a `BOARD`, or `None` if it is a command of its own.
    pub(super) fn board_line(&mut self, name: &str, arguments: &str) -> Option<Answer> {
        let stones = self.board.as_ref()?;
        match name {
            "DONE" if arguments.is_empty() => {
                return self.board.take().map(|stones| self.done(stones));
            }
            // The manager has given up the board that it began.
            "END" | "START" | "RECTSTART" | "RESTART" | "BOARD" | "YXBOARD" | "SWAP1BOARD"
            | "SWAP2BOARD" | "YXQUERYDATABASEALL" => {
                self.board = None;
                return None;
            }
            // Who asks for a move has no more stones that are to be forgotten.
            "TURN" | "BEGIN" if stones.then == AfterStones::Forget => {
                self.board = None;
                return None;
            }
            "INFO" => return None,
            _ if stones.fault.is_some() || stones.then == AfterStones::Forget => {
                return Some(Ok(None));
            }
            _ => {}
        }
        let line = format!("{name}{arguments}");
        let stone = match stones.then {
            AfterStones::Opening(_) => self.next_stone(&line, stones.stones.len()),
            _ => self.stone(&line),
        };
        let most = self.engine.rules().area();
        if let Some(stones) = &mut self.board {
            match stone {
                _ if stones.stones.len() >= most => {
                    stones.fault = Some(Failure::of("there are more stones than points"));
                }
                Ok(stone) => stones.stones.push(stone),
                Err(fault) => stones.fault = Some(fault),
            }
        }
        Some(Ok(None))
    }

    /// A line longer than any line may be.
    pub(super) fn overlong(&mut self) -> Answer {
        let failure = Failure::of("the line is too long");
        match &mut self.board {
            Some(stones) => {
                stones.fault.get_or_insert(failure);
                Ok(None)
            }
            None => Err(failure),
        }
    }

    /// A line `x,y,field` of a `BOARD`.
    fn stone(&self, line: &str) -> Result<(bool, Point), Failure> {
        let (point, field) = line.rsplit_once(',').unwrap_or((line, ""));
        let own = match field.trim_matches(' ') {
            "1" => true,
            "2" => false,
            "3" => {
                return Err(Failure::of(
                    "field 3 belongs to continuous games, which are not played",
                ));
            }
            _ => {
                return Err(Failure::of(
                    "a stone of a BOARD is x,y,field with field 1 or 2",
                ));
            }
        };
        Ok((own, self.point(point)?))
    }

    /// A line `x,y` of an opening, what stands behind it being passed over: stones of Black and
    /// White in turn. Ours is as good as any other colour.
    fn next_stone(&self, line: &str, number: usize) -> Result<(bool, Point), Failure> {
        let point = line.splitn(3, ',').take(2).collect::<Vec<_>>().join(",");
        Ok((number.is_multiple_of(2), self.point(&point)?))
    }

    /// Sets the board up and does what follows.
    fn done(&mut self, stones: Stones) -> Answer {
        if stones.then == AfterStones::Forget {
            return Ok(None);
        }
        self.playable()?;
        if let Some(fault) = stones.fault {
            return Err(fault);
        }
        let then = stones.then;
        let mine = match then {
            AfterStones::Opening(_) => Color::Black,
            _ => self.side_of(&stones.stones),
        };
        let stones: Vec<(Color, Point)> = stones
            .stones
            .into_iter()
            .map(|(own, point)| (if own { mine } else { !mine }, point))
            .collect();
        if let AfterStones::Opening(swap) = then {
            return self.or_back(|session| {
                session.set_up(stones, mine)?;
                session.say_opening(swap)
            });
        }
        self.set_up(stones, mine)?;
        self.engine.set_side_to_move(mine);
        match then {
            AfterStones::Move => self.answer_move(self.suggests),
            _ => Ok(None),
        }
    }

    /// As a game, if the stones are one, else as a position.
    fn set_up(&mut self, stones: Vec<(Color, Point)>, mine: Color) -> Result<(), Failure> {
        if self.replay(&stones) {
            return Ok(());
        }
        self.engine
            .set_position(stones, mine)
            .map_err(Failure::because)
    }

    /// Which colour is ours, it being our move. In renju the stones are sent as they were played,
    /// so the first one is Black's; else they may come in any order, and the numbers tell.
    fn side_of(&self, stones: &[(bool, Point)]) -> Color {
        let own = stones.iter().filter(|(own, _)| *own).count();
        let others = stones.len() - own;
        let began = stones.first().is_none_or(|(own, _)| *own);
        let ordered = self.engine.rules().variant() == Variant::Renju || own > others;
        let black = if ordered { began } else { own == others };
        if black { Color::Black } else { Color::White }
    }

    /// Plays the stones as a game, if they are one: Black and White in turn and every move legal.
    /// False, and nothing changed, if not.
    fn replay(&mut self, stones: &[(Color, Point)]) -> bool {
        let turns = [Color::Black, Color::White].into_iter().cycle();
        if stones
            .iter()
            .zip(turns)
            .any(|(&(color, _), turn)| color != turn)
        {
            return false;
        }
        let mut board = Board::new(*self.engine.rules());
        let mut legal = stones.iter();
        if !legal.all(|&(color, point)| board.play(color, point).is_ok()) {
            return false;
        }
        // A game that goes on is no new one, and what the player has learned stays.
        let moves = self.engine.board().moves().len();
        let anew = self.engine.board().stones() > moves || self.engine.undo(moves).is_err();
        let moves = stones.iter().map(|&(color, point)| (color, Some(point)));
        if anew || self.engine.play_sequence(moves).is_err() {
            self.engine.set_board(board, self.engine.asked_win_length());
        }
        true
    }
}

/// All stones on the board, row by row from the lower left corner.
fn stones(board: &Board) -> Vec<(Color, Point)> {
    let points = board.rules().points();
    let stones = points.filter_map(|point| Some((board.cell(point).color()?, point)));
    stones.collect()
}

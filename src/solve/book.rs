//! Proofs as books: the proven side wins every game from the position of the proof.

use std::io::Read;
use std::sync::{Arc, LazyLock};

use super::body::Reader;
use super::check::{BodyFault, CheckError, read_win_body};
use super::header::Form;
use super::hints::Hints;
use super::outline::{Plan, Step};
use super::symmetry::Symmetries;
use super::threats::{End, Threats};
use super::tree::longest;
use super::windows::{Side, Windows};
use super::wins::WinFault;
use crate::clock::{Instant, StopToken};
use crate::game::{Board, Color, Move, Point, Rules, Variant};

/// The proof that Black wins 15x15 from the empty board, in freestyle.
static FREESTYLE_15: &[u8] = include_bytes!("proofs/freestyle-15.proof");

/// The same in exact, where six in a row do not win.
static EXACT_15: &[u8] = include_bytes!("proofs/exact-15.proof");

/// The entries of the table of the search for continuous threats: 1.5 MiB.
const ENTRIES: usize = 1 << 16;

/// The most nodes of the search for threats, after one another. Who writes a proof
/// sees to it that they are found with a tenth.
const BUDGETS: [u64; 3] = [60_000, 600_000, 6_000_000];

/// A proof of a win, to play by. Clones share it.
#[derive(Debug, Clone)]
pub struct ProofBook(Arc<Proven>);

#[derive(Debug)]
struct Proven {
    root: Windows,
    /// Its stones.
    start: Vec<(u16, Side)>,
    to_move: Side,
    symmetries: Symmetries,
    steps: Vec<Step>,
    /// The first step that leads to each, and the reply; nothing for the first.
    parents: Vec<Option<(u32, u16)>>,
}

/// A move of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BookMove {
    /// A quiet move of the proof.
    Quiet(Point),
    /// Threats that win: the moves of both sides, as long as the opponent holds out.
    Threats(Vec<Point>),
}

/// Where a game stands in a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At this step, whose points lie where this symmetry lays the board's.
    Step(usize, usize),
    /// Behind a reply that threats answer.
    Threats,
    /// It never was there, or the winner left it.
    Outside,
}

impl PartialEq for ProofBook {
    fn eq(&self, other: &ProofBook) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for ProofBook {}

impl ProofBook {
    /// Reads a proof of a win. That it proves what it claims is for [`check`](super::check()) to say.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or is no proof of a win.
    pub fn read(reader: impl Read) -> Result<ProofBook, CheckError> {
        let (header, winner, body) = read_win_body(reader)?;
        let unreadable = |(at, nodes): (usize, u64)| CheckError::Body {
            at,
            nodes,
            fault: BodyFault::Win(WinFault::Unreadable),
        };
        let board = header.claim.board().ok_or(unreadable((0, 0)))?;
        if header.nodes > body.len() as u64 {
            return Err(unreadable((body.len(), 0)));
        }
        let root = Windows::new(board.position(), winner);
        let (steps, parents) = outline(
            &mut Reader::new(&body, header.form == Form::Explicit),
            &root,
            header.nodes,
        )
        .map_err(unreadable)?;
        Ok(ProofBook(Arc::new(Proven {
            to_move: root.side(header.claim.to_move),
            symmetries: Symmetries::of(root.rules()),
            start: root.placed(),
            root,
            steps,
            parents,
        })))
    }

    /// The proof for games of these rules that this program has in it.
    pub fn embedded(rules: &Rules) -> Option<ProofBook> {
        type Book = LazyLock<Option<ProofBook>>;
        // Each is read when its game is played for the first time.
        static FREESTYLE: Book = LazyLock::new(|| ProofBook::read(FREESTYLE_15).ok());
        static EXACT: Book = LazyLock::new(|| ProofBook::read(EXACT_15).ok());
        let size = (rules.width(), rules.height(), rules.win_length());
        let book = match (size, rules.variant()) {
            ((15, 15, 5), Variant::Freestyle) => &FREESTYLE,
            ((15, 15, 5), Variant::Exact) => &EXACT,
            _ => return None,
        };
        LazyLock::force(book).clone()
    }

    /// The game that it is of.
    pub fn rules(&self) -> &Rules {
        self.0.root.rules()
    }

    /// Its quiet moves on a board of these rules, in the middle of it: they may be of use in a search for another proof.
    pub fn hints(&self, rules: &Rules) -> Hints {
        let proven = &self.0;
        let own = self.rules();
        let shift = |own: u8, side: u8| (i16::from(side) - i16::from(own)).div_euclid(2) as i8;
        let (dx, dy) = (
            shift(own.width(), rules.width()),
            shift(own.height(), rules.height()),
        );
        let empty = Windows::new(Board::new(*rules).position(), self.winner());
        let lay = |slot: u16| {
            let point = proven.root.point(slot).offset(dx, dy);
            point
                .filter(|&point| rules.contains(point))
                .map(|point| empty.slot(point))
        };
        let step = |number: usize| {
            let Plan::Move(slot) = proven.steps[number].plan else {
                return None;
            };
            let stones = proven.stones(number).into_iter();
            let stones: Option<Vec<_>> = stones
                .map(|(slot, side)| Some((lay(slot)?, side)))
                .collect();
            Some((empty.with_stones(&stones?), lay(slot)?))
        };
        Hints::of_moves(
            rules,
            self.winner(),
            (0..proven.steps.len()).filter_map(step),
        )
    }

    /// Who wins.
    pub fn winner(&self) -> Color {
        self.0.root.color(Side::Attacker)
    }
}

impl Proven {
    /// The stones at a step.
    fn stones(&self, step: usize) -> Vec<(u16, Side)> {
        let mut stones = played(&self.steps, &self.parents, step);
        stones.extend(&self.start);
        stones
    }

    /// The symmetry that lays these stones as they lie at a step.
    fn laid(&self, here: &[(u16, Side)], step: usize) -> Option<usize> {
        let stones = self.stones(step);
        if stones.len() != here.len() {
            return None;
        }
        let fits = |map: &Vec<u16>| {
            let mut laid = here
                .iter()
                .map(|&(slot, side)| (map[usize::from(slot)], side));
            laid.all(|stone| stones.contains(&stone))
        };
        self.symmetries.maps().iter().position(fits)
    }

    /// The step of a position that was set up or reached by other moves.
    fn find(&self, windows: &Windows) -> Place {
        // The first move has no symmetries but those of the board.
        if let Plan::Move(slot) = self.steps[0].plan {
            let maps = self.symmetries.maps().iter();
            let mut images = maps.map(|map| map[usize::from(slot)]);
            if images.all(|image| windows.cell(image) != Some(Side::Attacker)) {
                return Place::Outside;
            }
        }
        let here = windows.placed();
        let mut steps = 0..self.steps.len();
        let found = steps.find_map(|step| Some((step, self.laid(&here, step)?)));
        found.map_or(Place::Outside, |(step, map)| Place::Step(step, map))
    }

    /// Where this game stands.
    fn follow(&self, board: &Board) -> Place {
        let Ok(start) = Board::try_from(board.setup()) else {
            return Place::Outside;
        };
        let mut windows = Windows::new(start.position(), self.root.color(Side::Attacker));
        let mut place = Place::Outside;
        for action in board.moves() {
            let to_move = windows.side(action.color);
            place = self.next(self.enter(place, &windows, to_move), action, &mut windows);
        }
        let to_move = windows.side(board.side_to_move());
        self.enter(place, &windows, to_move)
    }

    /// The first step, if the game has come there.
    fn enter(&self, place: Place, windows: &Windows, to_move: Side) -> Place {
        if place != Place::Outside || to_move != self.to_move {
            return place;
        }
        let map = self.laid(&windows.placed(), 0);
        map.map_or(Place::Outside, |map| Place::Step(0, map))
    }

    fn next(&self, place: Place, action: Move, windows: &mut Windows) -> Place {
        let side = windows.side(action.color);
        let Some(point) = action.point else {
            return match (place, side) {
                (Place::Outside, _) | (_, Side::Attacker) => Place::Outside,
                _ => Place::Threats,
            };
        };
        let slot = windows.slot(point);
        windows.place(slot, side);
        let Place::Step(number, map) = place else {
            return place;
        };
        let step = &self.steps[number];
        let laid = self.symmetries.maps()[map][usize::from(slot)];
        match (side, step.plan) {
            (Side::Attacker, Plan::Move(planned)) if planned == laid => place,
            (Side::Attacker, Plan::Threats) => Place::Threats,
            (Side::Attacker, _) => Place::Outside,
            (Side::Defender, _) => {
                let link = step.links.iter().find(|&&(reply, _)| reply == laid);
                let Some(&(_, target)) = link else {
                    return Place::Threats;
                };
                let target = target as usize;
                let map = self.laid(&windows.placed(), target);
                map.map_or(Place::Outside, |map| Place::Step(target, map))
            }
        }
    }
}

/// The steps of a proof without their stones, and which step leads to each first.
type Outline = (Vec<Step>, Vec<Option<(u32, u16)>>);

fn outline(reader: &mut Reader<'_>, root: &Windows, nodes: u64) -> Result<Outline, (usize, u64)> {
    let mut steps: Vec<Step> = Vec::new();
    let mut parents: Vec<Option<(u32, u16)>> = Vec::new();
    for number in 0..nodes {
        let at = reader.at;
        let fault = (at, number);
        let (step, _) = reader.step().ok_or(fault)?;
        let stones = played(&steps, &parents, number as usize).into_iter();
        let mut taken: Vec<u16> = stones.map(|(slot, _)| slot).collect();
        let is_move = |slot: u16, taken: &[u16]| root.is_empty(slot) && !taken.contains(&slot);
        if let Plan::Move(slot) = step.plan {
            if !is_move(slot, &taken) {
                return Err(fault);
            }
            taken.push(slot);
        }
        for &(reply, target) in &step.links {
            if !is_move(reply, &taken) || u64::from(target) <= number || u64::from(target) >= nodes
            {
                return Err(fault);
            }
            let known = parents.len().max(target as usize + 1);
            parents.resize(known, None);
            parents[target as usize].get_or_insert((number as u32, reply));
        }
        steps.push(step);
    }
    parents.resize(steps.len(), None);
    let lost = parents.iter().skip(1).position(Option::is_none);
    match lost {
        None if reader.is_at_end() && nodes > 0 => Ok((steps, parents)),
        _ => Err((reader.at, nodes)),
    }
}

/// The stones that were played on the way to a step.
fn played(steps: &[Step], parents: &[Option<(u32, u16)>], mut number: usize) -> Vec<(u16, Side)> {
    let mut stones = Vec::new();
    while let Some(&Some((parent, reply))) = parents.get(number) {
        number = parent as usize;
        stones.push((reply, Side::Defender));
        if let Plan::Move(slot) = steps[number].plan {
            stones.push((slot, Side::Attacker));
        }
    }
    stones
}

/// Plays by a book.
pub struct BookPlayer {
    book: ProofBook,
    threats: Option<Threats>,
    nodes: u64,
}

impl BookPlayer {
    /// A player of this book.
    pub fn new(book: ProofBook) -> BookPlayer {
        BookPlayer {
            book,
            threats: None,
            nodes: 0,
        }
    }

    /// The book.
    pub fn book(&self) -> &ProofBook {
        &self.book
    }

    /// The move of the side to move, if it is the winner of the book and the game never left the proof or the position
    /// is one of it. Behind a reply
    /// that threats answer they are searched for, with at most about `nodes` nodes, until `until` or a stop.
    pub fn answer(
        &mut self,
        board: &Board,
        nodes: u64,
        stop: &StopToken,
        until: Option<Instant>,
    ) -> Option<BookMove> {
        self.nodes = 0;
        let proven = &self.book.0;
        let winner = self.book.winner();
        let is_game = board.rules() == self.book.rules() && !board.is_decided();
        if !is_game || board.side_to_move() != winner {
            return None;
        }
        let windows = Windows::new(board.position(), winner);
        let place = match proven.follow(board) {
            Place::Outside => proven.find(&windows),
            place => place,
        };
        match place {
            Place::Outside => return None,
            Place::Step(number, map) => {
                if let Plan::Move(slot) = proven.steps[number].plan {
                    let slot = proven.symmetries.back(map, slot);
                    let legal = windows.is_legal(slot, Side::Attacker);
                    return legal.then(|| BookMove::Quiet(windows.point(slot)));
                }
            }
            Place::Threats => {}
        }
        let position = board.position();
        if let Some(threats) = &mut self.threats {
            threats.set_position(position, windows.clone());
        }
        let threats = self
            .threats
            .get_or_insert_with(|| Threats::with_entries(position, windows.clone(), ENTRIES));
        threats.set_end(End {
            stop: stop.clone(),
            until,
        });
        let before = threats.nodes();
        for budget in BUDGETS {
            // A search may take four times its budget.
            let left = nodes.saturating_sub(threats.nodes() - before) / 4;
            let tree = threats.find(budget.min(left));
            self.nodes = threats.nodes() - before;
            if let Some(tree) = tree {
                let line = longest(&tree).into_iter().map(|slot| windows.point(slot));
                return Some(BookMove::Threats(line.collect()));
            }
            if left <= budget {
                break;
            }
        }
        None
    }

    /// The nodes that the last answer, or the want of one, took.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

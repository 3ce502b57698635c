use std::collections::HashMap;

use super::symmetry::Key;
use super::windows::Side;

/// The number of what cannot be done.
pub const INFINITY: u32 = 1 << 28;

/// How many positions worked on count as much as one that is to be proven yet.
const WORK: u32 = 10;

/// What is known of a position once it was worked on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expansion {
    /// The attacker, to move, wins by threats.
    Won,
    /// The side to move has these moves: some of the attacker's, or the defender's replies that are not
    /// answered by threats.
    Moves {
        /// The moves, the most promising first.
        moves: Vec<u16>,
        /// How many moves more there are that were not looked at.
        left: u32,
    },
    /// The defender wins, or the board is full.
    Lost,
}

/// A position of the search.
#[derive(Debug)]
pub struct Node {
    /// Who is to move.
    pub to_move: Side,
    /// The first position it was reached from, and the move.
    pub from: Option<(u32, u16)>,
    parents: Vec<u32>,
    /// The positions after the moves looked at; the moves are of this position, the positions may be laid
    /// out differently.
    pub children: Vec<(u16, u32)>,
    /// Those positions, each once.
    distinct: Vec<u32>,
    /// The proof number: how much is left to do, at least, to show that the attacker wins.
    pub proof: u32,
    /// The disproof number.
    pub disproof: u32,
    /// Moves that were not looked at; all before the first time.
    pub left: u32,
    /// How often it was worked on.
    pub visits: u32,
    /// How much work was done on it and what follows, in positions.
    work: u32,
    /// Whether somebody works on it.
    busy: bool,
    /// Whether the attacker wins by threats.
    pub won: bool,
    /// A number made of the stones, the same on every machine.
    class: u64,
}

impl Node {
    /// Whether nothing more can be done here, and it is not decided.
    fn is_stuck(&self) -> bool {
        self.visits > 0 && self.left == 0 && self.distinct.is_empty()
    }
}

/// The positions of a proof-number search (Allis, 1994) as a graph: positions that are the same but for a
/// symmetry are one.
#[derive(Debug, Default)]
pub struct Graph {
    nodes: Vec<Node>,
    known: HashMap<Key, u32>,
    expanded: u64,
    proven: usize,
    busy: usize,
    part: Option<Part>,
}

/// One of several equal parts of a search: every `of`-th of the defender's first replies that threats do not answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Part {
    /// Which one, from 0.
    pub number: usize,
    /// Of how many.
    pub of: usize,
}

impl Graph {
    /// A graph of one position.
    pub fn new(key: Key, to_move: Side) -> Graph {
        let mut graph = Graph::default();
        graph.add(key, to_move, None, 0);
        graph
    }

    /// Only this part of the work is to be done.
    pub fn only(&mut self, part: Option<Part>) {
        self.part = part;
    }

    /// The position whose replies are divided, if the work is: the first one in which the defender is to move.
    fn divided(&self) -> Option<u32> {
        self.part?;
        match self.nodes[0].to_move {
            Side::Defender => Some(0),
            Side::Attacker => self.nodes[0].distinct.first().copied(),
        }
    }

    /// How many of the replies of this part are answered, and how many there are; `None` if they are not known yet.
    pub fn done(&self) -> Option<(usize, usize)> {
        let number = self.divided()?;
        let node = self.node(number);
        if node.visits == 0 || node.left > 0 || node.disproof == 0 {
            return None;
        }
        let own = node.distinct.iter().enumerate();
        let own = own.filter(|&(place, _)| self.is_own(number, place));
        let proofs: Vec<u32> = own.map(|(_, &child)| self.node(child).proof).collect();
        let proven = proofs.iter().filter(|&&proof| proof == 0).count();
        Some((proven, proofs.len()))
    }

    /// Whether the move at this place is one of this part's.
    fn is_own(&self, number: u32, place: usize) -> bool {
        match self.part {
            Some(part) if self.divided() == Some(number) => {
                let child = self.node(number).distinct[place];
                self.node(child).class % part.of.max(1) as u64 == part.number as u64
            }
            _ => true,
        }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many times positions were worked on.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// In how many of them the attacker is known to win.
    pub fn proven(&self) -> usize {
        self.proven
    }

    /// One position; the first is number 0.
    pub fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// Whether the first one is decided.
    pub fn is_solved(&self) -> bool {
        self.nodes[0].proof == 0 || self.nodes[0].disproof == 0
    }

    /// The moves that lead from the first position to this one.
    pub fn path(&self, mut number: u32) -> Vec<u16> {
        let mut path = Vec::new();
        while let Some((from, slot)) = self.node(number).from {
            path.push(slot);
            number = from;
        }
        path.reverse();
        path
    }

    fn add(&mut self, key: Key, to_move: Side, from: Option<(u32, u16)>, rank: u32) -> u32 {
        let number = self.nodes.len() as u32;
        // A move of the attacker's has several replies to be answered, a worse move more of them.
        let proof = match to_move {
            Side::Attacker => 2,
            Side::Defender => 6 * (rank + 1),
        };
        self.nodes.push(Node {
            to_move,
            from,
            parents: Vec::new(),
            children: Vec::new(),
            distinct: Vec::new(),
            proof,
            disproof: 1,
            left: u32::MAX,
            visits: 0,
            work: 0,
            busy: false,
            won: false,
            class: class(&key),
        });
        self.known.insert(key, number);
        number
    }

    /// The position to work on next, which is busy from now on. `None` if all that matter are busy or nothing
    /// is left to do.
    pub fn take(&mut self) -> Option<u32> {
        let mut path = Vec::new();
        // What another move needs is not needed if the first one wins, so it comes only if all else is busy.
        let first = self.divided().unwrap_or(0);
        let number = self
            .most_proving(first, true, &mut path)
            .or_else(|| self.most_proving(first, false, &mut path))?;
        for on_path in path {
            self.nodes[on_path as usize].work += 1;
        }
        self.take_this(number);
        Some(number)
    }

    /// Makes a position busy on which nobody works.
    pub fn take_this(&mut self, number: u32) {
        self.nodes[number as usize].busy = true;
        self.busy += 1;
    }

    /// What a visit of an undecided position would find: how many of its moves were looked at before, if it was visited
    /// before. `None` for one that is decided.
    pub fn next_visit(&self, number: u32) -> Option<Option<usize>> {
        let node = self.node(number);
        let open = node.proof > 0 && node.disproof > 0;
        open.then(|| (node.visits > 0).then_some(node.children.len()))
    }

    /// Whether nobody works on any position.
    pub fn is_idle(&self) -> bool {
        self.busy == 0
    }

    /// The next position from here on, with the positions that lead to it in `path`.
    fn most_proving(&self, number: u32, patient: bool, path: &mut Vec<u32>) -> Option<u32> {
        let node = self.node(number);
        if node.proof == 0 || node.disproof == 0 || node.busy {
            return None;
        }
        if node.visits == 0 {
            path.push(number);
            return Some(number);
        }
        if node.left > 0 && self.divided() == Some(number) {
            path.push(number);
            return Some(number);
        }
        let attacking = node.to_move == Side::Attacker;
        let mut order: Vec<(u32, usize, u32)> = Vec::new();
        for (place, &child) in node.distinct.iter().enumerate() {
            let Node { disproof, .. } = *self.node(child);
            let is_stuck = self.node(child).is_stuck();
            if self.node(child).proof > 0 && disproof > 0 && !is_stuck && self.is_own(number, place)
            {
                order.push((
                    if attacking {
                        self.cost(child)
                    } else {
                        disproof
                    },
                    place,
                    child,
                ));
            }
        }
        order.sort_unstable();
        // More moves are looked at where the others are done or seem too much work, not where they are busy.
        let mut widens = order.is_empty();
        for (least, _, child) in order {
            if attacking && node.left > 0 && least > self.widening(node) {
                widens = true;
                break;
            }
            let found = self.most_proving(child, patient, path);
            if found.is_some() {
                path.push(number);
            }
            if found.is_some() || attacking && patient {
                return found;
            }
        }
        (widens && node.left > 0).then(|| {
            path.push(number);
            number
        })
    }

    /// What a move of the attacker's seems to cost yet, and a share of what it has cost: proof numbers stay small on
    /// long lines with few replies, which would else be followed for ever.
    fn cost(&self, child: u32) -> u32 {
        let node = self.node(child);
        node.proof.saturating_add(node.work / WORK)
    }

    /// Writes down what became of a position that was busy; `keys` are those of the positions after the moves.
    pub fn put(&mut self, number: u32, expansion: &Expansion, keys: Vec<Key>) {
        let to_move = self.node(number).to_move;
        self.expanded += 1;
        self.busy -= 1;
        let mut children = Vec::new();
        if let Expansion::Moves { moves, .. } = expansion {
            for (rank, (&slot, key)) in moves.iter().zip(keys).enumerate() {
                let child = match self.known.get(&key) {
                    Some(&child) => child,
                    None => self.add(key, to_move.other(), Some((number, slot)), rank as u32),
                };
                let parents = &mut self.nodes[child as usize].parents;
                if !parents.contains(&number) {
                    parents.push(number);
                }
                children.push((slot, child));
            }
        }
        let node = &mut self.nodes[number as usize];
        node.busy = false;
        node.visits += 1;
        match expansion {
            Expansion::Won => {
                node.won = true;
                self.proven += 1;
                (node.proof, node.disproof, node.left) = (0, INFINITY, 0);
            }
            Expansion::Lost => (node.proof, node.disproof, node.left) = (INFINITY, 0, 0),
            Expansion::Moves { left, .. } => {
                for child in children {
                    if node.children.iter().all(|&(slot, _)| slot != child.0) {
                        node.children.push(child);
                        if !node.distinct.contains(&child.1) {
                            node.distinct.push(child.1);
                        }
                    }
                }
                node.left = *left;
            }
        }
        self.update(number);
    }

    /// Gives a busy position back.
    pub fn give_back(&mut self, number: u32) {
        self.nodes[number as usize].busy = false;
        self.busy -= 1;
    }

    fn update(&mut self, number: u32) {
        let mut changed = vec![number];
        while let Some(number) = changed.pop() {
            let node = self.node(number);
            if node.visits > 0 && !node.won && (node.left > 0 || !node.children.is_empty()) {
                let numbers = self.numbers(node);
                let node = &mut self.nodes[number as usize];
                if (node.proof, node.disproof) == numbers {
                    continue;
                }
                self.proven += usize::from(numbers.0 == 0);
                (node.proof, node.disproof) = numbers;
            }
            changed.extend(&self.node(number).parents);
        }
    }

    /// The numbers of a position from those after its moves.
    fn numbers(&self, node: &Node) -> (u32, u32) {
        let children = || node.distinct.iter().map(|&child| self.node(child));
        let least = |number: fn(&Node) -> u32| children().map(number).min();
        let sum = |number: fn(&Node) -> u32| {
            let sum = children().map(number).fold(0, u32::saturating_add);
            let any = children().any(|child| number(child) >= INFINITY);
            if any { INFINITY } else { sum.min(INFINITY - 1) }
        };
        if node.to_move == Side::Attacker {
            let proof = least(|child| child.proof).unwrap_or(INFINITY);
            let disproof = sum(|child| child.disproof);
            match node.left {
                0 => (proof, disproof),
                _ if proof == 0 => (0, INFINITY),
                _ => (
                    proof.min(self.widening(node)),
                    disproof.saturating_add(1).min(INFINITY - 1),
                ),
            }
        } else {
            let proof = sum(|child| child.proof);
            let disproof = least(|child| child.disproof).unwrap_or(INFINITY);
            match node.left {
                0 => (proof, disproof),
                _ if disproof == 0 => (INFINITY, 0),
                left => (
                    proof.saturating_add(8 + left).min(INFINITY - 1),
                    disproof.min(node.visits),
                ),
            }
        }
    }

    /// How much work on the moves looked at may seem to be left before others are looked at: the more, the more
    /// replies there are to one of them, looked at or not.
    fn widening(&self, node: &Node) -> u32 {
        let replies = |&child: &u32| {
            let child = self.node(child);
            let left = if child.visits > 0 { child.left } else { 0 };
            child.children.len() as u32 + left
        };
        let most = node.distinct.iter().map(replies).max().unwrap_or(0);
        (40 + 50 * most).saturating_mul(4u32.saturating_pow(node.visits.min(10)))
    }
}

/// A number between all that there are, made of a position.
fn class(key: &Key) -> u64 {
    let mix = |hash: u64, word: &u64| {
        (hash ^ word)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
    };
    key.iter().fold(1, mix) >> 16
}

//! The writer of the form `hold`, as `FORMAT.md` has it.

use std::collections::HashMap;

use super::bound::{Pair, Potential, pairs, without};
use super::breaker::common;
use super::geometry::{Lacks, UNIT, bits};
use super::hold::{Ground, MOST_PAIRS, State};
use super::search::Budget;
use super::solver::Solver;
use super::table::Key;

/// The tries for pairs at a node.
const TRIES: u32 = 200;

/// The replies that are tried for an end by pairs, and the tries for each.
const MOST_LIKELY: usize = 8;
const FEW_TRIES: u32 = 25;

/// The nodes that are spent to see whether the defender needs no lines of his own.
const BREAKING: u64 = 300;

/// The limits came first.
pub(super) struct OutOfTime;

type Result<T> = std::result::Result<T, OutOfTime>;

/// Nodes that were written, by the least image of their positions.
type Written = HashMap<(u64, u64), Vec<(u32, State)>>;

/// The most nodes that are remembered for one position.
const MOST_ALIKE: usize = 4;

pub(super) struct Writer<'a> {
    ground: Ground<'a>,
    pub solver: Solver<'a>,
    budget: Budget,
    pub body: Vec<u8>,
    pub nodes: u32,
    breaking: Written,
    real: Written,
}

/// Points that lie in the same lines, in pairs.
fn twins(mut lines: Lacks) -> Vec<Pair> {
    let mut found = Vec::new();
    loop {
        let common = common(&lines);
        let used = lines.iter().fold(0, |used, lacks| used | lacks);
        let twin = bits(used).find_map(|p| {
            let others = common[usize::from(p)] & (!0 << p << 1);
            let twin = bits(others).find(|&q| common[usize::from(q)] >> p & 1 == 1);
            twin.map(|q| (p, q))
        });
        let Some(pair) = twin.filter(|_| found.len() < MOST_PAIRS) else {
            return found;
        };
        lines = without(&lines, pair);
        found.push(pair);
    }
}

impl<'a> Writer<'a> {
    pub fn new(ground: Ground<'a>, solver: Solver<'a>, budget: Budget) -> Writer<'a> {
        let (breaking, real) = (Written::new(), Written::new());
        Writer {
            ground,
            solver,
            budget,
            body: Vec::new(),
            nodes: 0,
            breaking,
            real,
        }
    }

    /// Writes the proof of a position; false if the defender does not hold.
    pub fn write(&mut self, key: Key) -> Result<bool> {
        if self.solver.solve(key, &self.budget).ok_or(OutOfTime)? {
            return Ok(false);
        }
        let state = self.ground.state(key.a, key.b);
        match key.attack {
            true => self.attack(state)?,
            false => self.reply(state)?,
        }
        Ok(true)
    }

    /// What is left of the budget.
    fn left(&self) -> Budget {
        let spent = self.solver.nodes();
        self.budget.at_most(self.budget.nodes.saturating_sub(spent))
    }

    /// The position of a node of the game by the rules.
    fn real_key(&self, state: &State, attack: bool) -> Key {
        Key {
            a: state.attacker,
            b: state.defender,
            attack,
        }
    }

    /// The same where the defender only breaks lines.
    fn breaker_key(&self, state: &State, attack: bool) -> Key {
        Key {
            a: state.attacker,
            b: self.ground.free(state),
            attack,
        }
    }

    /// A node of the game by the rules, the attacker to move.
    fn attack(&mut self, state: State) -> Result<()> {
        if self.ground.potential(&state).holds() {
            return Ok(());
        }
        let key = self.breaker_key(&state, true);
        if self.solver.breaks(key, &self.budget.at_most(BREAKING)) == Some(false) {
            return self.break_lines(state);
        }
        let (a, b, _) = self
            .ground
            .geometry
            .canonical(state.attacker, state.defender);
        if self.refers(&state, (a, b), false) {
            return Ok(());
        }
        self.body.push(1);
        for p in bits(self.ground.free(&state)) {
            self.reply(self.ground.attacked(state, 1 << p))?;
        }
        Self::remember(&mut self.real, (a, b), self.nodes, state);
        self.nodes += 1;
        Ok(())
    }

    fn remember(written: &mut Written, key: (u64, u64), number: u32, state: State) {
        let alike = written.entry(key).or_default();
        if alike.len() < MOST_ALIKE {
            alike.push((number, state));
        }
    }

    /// Refers to a node that was written already, if one will do.
    fn refers(&mut self, state: &State, key: (u64, u64), breaking: bool) -> bool {
        let written = if breaking { &self.breaking } else { &self.real };
        let symmetries = self.ground.geometry.symmetries();
        let alike = written.get(&key).into_iter().flatten();
        let found = alike.flat_map(|node| (0..symmetries).map(move |symmetry| (node, symmetry)));
        let mut found =
            found.filter(|((_, there), symmetry)| self.ground.refers(state, there, *symmetry));
        let Some(((number, _), symmetry)) = found.next() else {
            return false;
        };
        self.body.push(3);
        self.body.extend(number.to_le_bytes());
        self.body.push(symmetry as u8);
        true
    }

    /// A node of the game by the rules, the defender to move.
    fn reply(&mut self, state: State) -> Result<()> {
        if self.ground.defender_completes(&state) || self.ground.potential(&state).sum < UNIT {
            return Ok(());
        }
        let point = self.real_reply(&state)?;
        self.body.push(point);
        self.attack(self.ground.defended(state, 1 << point))
    }

    /// A reply after which the defender holds: one that ends the matter, one that leads to what was
    /// written already, one that is known to hold, or the first one found.
    fn real_reply(&mut self, state: &State) -> Result<u8> {
        let potential = self.ground.potential(state);
        let mut points: Vec<u8> = bits(self.ground.free(state)).collect();
        points.sort_by_key(|&p| std::cmp::Reverse(potential.of[usize::from(p)]));
        let after = |p: u8| self.ground.defended(*state, 1 << p);
        if let Some(&p) = points
            .iter()
            .find(|&&p| self.ground.potential(&after(p)).holds())
        {
            return Ok(p);
        }
        let written = |p: &&u8| {
            let next = after(**p);
            let (a, b, _) = self.ground.geometry.canonical(next.attacker, next.defender);
            self.real.contains_key(&(a, b))
        };
        if let Some(&p) = points.iter().find(written) {
            return Ok(p);
        }
        let keys: Vec<(u8, Key)> = points
            .iter()
            .map(|&p| (p, self.real_key(&after(p), true)))
            .collect();
        let left = self.left();
        self.solver
            .solve(self.real_key(state, false), &left)
            .ok_or(OutOfTime)?;
        if let Some((p, _)) = keys
            .iter()
            .find(|(_, key)| self.solver.known(*key) == Some(false))
        {
            return Ok(*p);
        }
        self.first_found(&keys, |solver, key, budget| solver.solve(key, budget))
    }

    /// The first reply that is found to hold, all being tried a little, then more.
    fn first_found(
        &mut self,
        keys: &[(u8, Key)],
        solve: impl Fn(&mut Solver<'a>, Key, &Budget) -> Option<bool>,
    ) -> Result<u8> {
        let mut nodes = 100;
        while !self.budget.is_over() && self.solver.nodes() < self.budget.nodes {
            for &(p, key) in keys {
                if solve(&mut self.solver, key, &self.budget.at_most(nodes)) == Some(false) {
                    return Ok(p);
                }
            }
            nodes = nodes.saturating_mul(4);
        }
        Err(OutOfTime)
    }

    /// A node at which the defender only breaks lines, the attacker to move.
    fn break_lines(&mut self, mut state: State) -> Result<()> {
        let lines = self.ground.lines(&state);
        if Potential::new(&lines).holds() {
            return Ok(());
        }
        let key = self.solver.breaker_reduced(self.breaker_key(&state, true));
        let mut found = twins(self.solver.breaker_lines(self.breaker_key(&state, true)));
        found.retain(|&pair| self.ground.kills(&state, pair));
        let left = found
            .iter()
            .fold(lines, |lines, &pair| without(&lines, pair));
        let more = pairs(&left, &mut { TRIES });
        let more = more.filter(|more| found.len() + more.len() <= MOST_PAIRS);
        found.extend(more.into_iter().flatten());
        found.sort_unstable();
        if let Ok(paired) = self.ground.paired(state, &found) {
            state = paired;
            self.body.extend([2, found.len() as u8]);
            self.body.extend(found.iter().flat_map(|&(x, y)| [x, y]));
            if self.ground.potential(&state).holds() {
                return Ok(());
            }
        }
        let (a, b, _) = self.ground.geometry.canonical(key.a, key.b);
        if self.refers(&state, (a, b), true) {
            return Ok(());
        }
        state.breaking = true;
        self.body.push(4);
        for p in self.ground.lacking(&state) {
            self.break_reply(self.ground.attacked(state, 1 << p))?;
        }
        Self::remember(&mut self.breaking, (a, b), self.nodes, state);
        self.nodes += 1;
        Ok(())
    }

    fn break_reply(&mut self, state: State) -> Result<()> {
        let potential = self.ground.potential(&state);
        if potential.sum < UNIT {
            return Ok(());
        }
        let point = self.breaking_reply(&state, &potential)?;
        self.body.push(point);
        self.break_lines(self.ground.defended(state, 1 << point))
    }

    fn breaking_reply(&mut self, state: &State, potential: &Potential) -> Result<u8> {
        let mut points: Vec<u8> = self.ground.lacking(state).collect();
        points.sort_by_key(|&p| std::cmp::Reverse(potential.of[usize::from(p)]));
        let after = |p: u8| self.ground.defended(*state, 1 << p);
        if let Some(&p) = points
            .iter()
            .find(|&&p| self.ground.potential(&after(p)).holds())
        {
            return Ok(p);
        }
        let is_paired =
            |p: &&u8| pairs(&self.ground.lines(&after(**p)), &mut { FEW_TRIES }).is_some();
        if let Some(&p) = points.iter().take(MOST_LIKELY).find(is_paired) {
            return Ok(p);
        }
        let keys: Vec<(u8, Key)> = points
            .iter()
            .map(|&p| (p, self.breaker_key(&after(p), true)))
            .collect();
        let written = |key: Key| {
            let key = self.solver.breaker_reduced(key);
            let (a, b, _) = self.ground.geometry.canonical(key.a, key.b);
            self.breaking.contains_key(&(a, b))
        };
        if let Some((p, _)) = keys.iter().find(|(_, key)| written(*key)) {
            return Ok(*p);
        }
        let all = self.breaker_key(state, false);
        let left = self.left();
        self.solver.breaks(all, &left).ok_or(OutOfTime)?;
        if let Some((p, _)) = keys
            .iter()
            .find(|(_, key)| self.solver.known_breaks(*key) == Some(false))
        {
            return Ok(*p);
        }
        self.first_found(&keys, |solver, key, budget| solver.breaks(key, budget))
    }
}

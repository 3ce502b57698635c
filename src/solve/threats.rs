use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use super::tree::{MOST, Replay};
use super::windows::{Side, Windows};
use crate::clock::{Instant, StopToken};
use crate::eval::Evaluator;
use crate::game::Position;
use crate::pattern::Patterns;
use crate::threat::{Vcf, VcfResult, Vct, VctResult};

/// The most nodes of a search for continuous fours at each position.
const FOURS: u64 = 400;

/// The most nodes of the search for the tree of fours that shows a threat.
const NULL_FOURS: u64 = 2_000;

/// The entries of the table of the search for continuous threats: 12 MiB.
const ENTRIES: usize = 1 << 19;

/// The same where every threat counts: 6 MiB.
const EVERY_ENTRIES: usize = 1 << 18;

/// The most trees kept for positions to come.
const KEPT: usize = 1 << 16;

/// A threat tree, see [`tree`](super::tree).
pub type Tree = Arc<[u16]>;

/// Replies of the defender's, and the tree that answers each of them.
pub type Group = (Vec<u16>, Tree);

/// Whether the attacker, who is to move, wins by continuous threats.
pub enum Decision {
    /// By this tree.
    Won(Tree),
    /// No threats do, whatever their order.
    Refuted,
    /// It was not found out.
    Unknown,
}

/// What ends a search for threats early.
#[derive(Debug, Clone, Default)]
pub struct End {
    /// Whoever stops it.
    pub stop: StopToken,
    /// When it ends at the latest.
    pub until: Option<Instant>,
}

impl End {
    /// Whether it is there.
    pub fn is_over(&self) -> bool {
        self.stop.is_stopped() || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// The search for threat trees: finds by patterns, believes only what [`Replay`] does.
pub struct Threats {
    patterns: Patterns,
    windows: Windows,
    vct: Vct,
    /// The search of every threat, once it was needed.
    every: Option<Vct>,
    vcf: Vcf,
    found: HashMap<u64, Tree>,
    /// Nodes at which the search under way ends.
    limit: u64,
    end: End,
    /// The attacker's moves tried in replays.
    replayed: u64,
}

impl Threats {
    /// A search from this position on.
    pub fn new(position: &Position, windows: Windows) -> Threats {
        Threats::with_entries(position, windows, ENTRIES)
    }

    /// The same with so many entries in its table, 24 bytes each.
    pub fn with_entries(position: &Position, windows: Windows, entries: usize) -> Threats {
        let score_tables = Evaluator::of(position.rules()).score_tables.clone();
        Threats {
            patterns: Patterns::new(position, score_tables),
            windows,
            vct: Vct::new(entries),
            every: None,
            vcf: Vcf::new(),
            found: HashMap::new(),
            limit: 0,
            end: End::default(),
            replayed: 0,
        }
    }

    /// The position.
    pub fn windows(&self) -> &Windows {
        &self.windows
    }

    /// Nodes of all kinds since this was made.
    pub fn nodes(&self) -> u64 {
        let every = self.every.as_ref().map_or(0, |every| every.nodes);
        self.vct.nodes + every + self.vcf.nodes + self.replayed
    }

    /// What ends a search early, without a tree.
    pub fn set_end(&mut self, end: End) {
        self.end = end;
    }

    /// Whether searches have come to their end.
    pub fn is_over(&self) -> bool {
        self.end.is_over()
    }

    /// Goes over to another position of the same game and attacker.
    pub fn set_position(&mut self, position: &Position, windows: Windows) {
        let score_tables = Evaluator::of(position.rules()).score_tables.clone();
        self.patterns = Patterns::new(position, score_tables);
        self.windows = windows;
        if self.found.len() > KEPT {
            self.found.clear();
        }
    }

    /// Puts a stone on an empty point; the other side is to move.
    pub fn place(&mut self, slot: u16, side: Side) {
        let point = self.windows.point(slot);
        self.patterns.make(point, self.windows.color(side));
        self.windows.place(slot, side);
    }

    /// Takes back the last stone, which it was.
    pub fn take(&mut self, slot: u16, side: Side) {
        self.patterns.unmake();
        self.windows.take(slot, side);
    }

    /// Whether this tree wins, the attacker to move.
    pub fn replays(&mut self, tree: &[u16]) -> bool {
        let mut replay = Replay::new(&mut self.windows, tree);
        let result = replay.check().is_ok();
        self.replayed += replay.moves;
        result
    }

    /// A tree for the attacker, who is to move, found with about `budget` nodes.
    pub fn find(&mut self, budget: u64) -> Option<Tree> {
        self.limit = self.nodes() + 4 * budget;
        self.attack(budget)
    }

    /// A tree for the attacker if the defender, who is to move, passed.
    pub fn find_after_pass(&mut self, budget: u64) -> Option<Tree> {
        self.patterns.make_pass();
        let tree = self.find(budget);
        self.patterns.unmake_pass();
        tree
    }

    /// Whether the attacker, who is to move, wins by continuous threats: first looked for as by
    /// [`find`](Threats::find), and then among all threats, each with about `budget` nodes.
    pub fn decide(&mut self, quick: u64, budget: u64) -> Decision {
        if let Some(tree) = self.find(quick) {
            return Decision::Won(tree);
        }
        if self.is_over() {
            return Decision::Unknown;
        }
        let new = || Vct::of_every_threat(EVERY_ENTRIES);
        let mut every = self.every.take().unwrap_or_else(new);
        let end = &self.end;
        let result = every.search(&mut self.patterns, budget, &mut || end.is_over());
        let mut decision = Decision::Unknown;
        match result {
            VctResult::None => decision = Decision::Refuted,
            VctResult::Unknown => {}
            VctResult::Win(_) => {
                std::mem::swap(&mut self.vct, &mut every);
                self.limit = self.vct.nodes + self.vcf.nodes + self.replayed + 4 * budget;
                if let Some(tree) = self.attack(budget) {
                    decision = Decision::Won(tree);
                }
                std::mem::swap(&mut self.vct, &mut every);
            }
        }
        self.every = Some(every);
        decision
    }

    fn attack(&mut self, budget: u64) -> Option<Tree> {
        if let Some(&five) = self.windows.fives(Side::Attacker).first() {
            return Some([five, 0].into());
        }
        if self.nodes() >= self.limit || self.is_over() {
            return None;
        }
        let key = self.patterns.board().key();
        if let Some(tree) = self.found.get(&key).cloned()
            && self.replays(&tree)
        {
            return Some(tree);
        }
        let tree = self.attack_anew(budget)?;
        self.found.insert(key, tree.clone());
        Some(tree)
    }

    fn attack_anew(&mut self, budget: u64) -> Option<Tree> {
        if let VcfResult::Win(_) = self.vcf.search(&mut self.patterns, FOURS) {
            let line = self.vcf.line().to_vec();
            if let Some(tree) = self.fours(&line) {
                return Some(tree);
            }
        }
        if self.windows.has_five(Side::Defender) {
            // The block need not make a threat of its own where there is one already.
            let blocks = self.windows.stops(Side::Attacker);
            return blocks
                .into_iter()
                .find_map(|slot| self.attack_by(slot, budget));
        }
        let left = self.limit.saturating_sub(self.nodes());
        let end = &self.end;
        let result = self
            .vct
            .search(&mut self.patterns, budget.min(left), &mut || end.is_over());
        let VctResult::Win(_) = result else {
            return None;
        };
        let slot = *self.vct.line().first()?;
        self.attack_by(slot, budget)
    }

    /// The tree that begins with this move, if the attacker wins by it.
    fn attack_by(&mut self, slot: u16, budget: u64) -> Option<Tree> {
        if !self.windows.is_legal(slot, Side::Attacker) {
            return None;
        }
        self.place(slot, Side::Attacker);
        let rest = self.answer(budget);
        self.take(slot, Side::Attacker);
        let mut tree = vec![slot];
        tree.extend(rest?);
        (tree.len() <= MOST).then(|| tree.into())
    }

    /// What follows the attacker's move, which does not win at once.
    fn answer(&mut self, budget: u64) -> Option<Vec<u16>> {
        if self.windows.has_five(Side::Defender) {
            return None;
        }
        if self.windows.has_five(Side::Attacker) {
            let stops = self.windows.stops(Side::Defender);
            return self.groups(None, &stops, budget);
        }
        self.patterns.make_pass();
        let result = self.vcf.search(&mut self.patterns, NULL_FOURS);
        let line = self.vcf.line().to_vec();
        let fours = match result {
            VcfResult::Win(_) => self.fours(&line),
            _ => None,
        };
        self.patterns.unmake_pass();
        let fours = fours?;
        let zone = Replay::new(&mut self.windows, &fours).zone().ok()?;
        let legal =
            |&slot: &u16| zone.contains(slot) && self.windows.is_legal(slot, Side::Defender);
        let mut replies: Vec<u16> = self.windows.empties().filter(legal).collect();
        self.order(&mut replies);
        self.groups(Some(fours), &replies, budget)
    }

    /// Puts what is most likely to stop the attacker first.
    pub fn order(&self, replies: &mut [u16]) {
        let worth = |slot: u16, side| {
            let color = self.windows.color(side);
            self.patterns.score(usize::from(slot), color)
        };
        replies.sort_by_cached_key(|&slot| {
            Reverse(worth(slot, Side::Attacker).max(worth(slot, Side::Defender)))
        });
    }

    /// Answers the replies by trees; `None` as soon as one has no answer.
    fn groups(&mut self, fours: Option<Tree>, replies: &[u16], budget: u64) -> Option<Vec<u16>> {
        let mut groups = Vec::new();
        let mut answers = replies
            .iter()
            .map(|&reply| self.join(reply, &mut groups, |threats| threats.attack(budget)));
        answers
            .all(|answered| answered)
            .then(|| rest(fours.as_deref(), &groups))
    }

    /// Puts a reply into the first group whose tree answers it, or into one of its own with the tree that `find`
    /// finds. Whether there is an answer.
    pub fn join(
        &mut self,
        reply: u16,
        groups: &mut Vec<Group>,
        find: impl FnOnce(&mut Threats) -> Option<Tree>,
    ) -> bool {
        self.place(reply, Side::Defender);
        let known = groups.iter_mut().find(|(_, tree)| self.replays(tree));
        let found = match known {
            Some((replies, _)) => {
                replies.push(reply);
                true
            }
            None => {
                let tree = find(self);
                let is_found = tree.is_some();
                groups.extend(tree.map(|tree| (vec![reply], tree)));
                is_found
            }
        };
        self.take(reply, Side::Defender);
        found
    }

    /// The tree of fours that this line tells: the attacker's moves and the replies in turn. Where a four
    /// has several replies the others are searched for.
    fn fours(&mut self, line: &[u16]) -> Option<Tree> {
        let (&slot, line) = line.split_first()?;
        if !self.windows.is_legal(slot, Side::Attacker) {
            return None;
        }
        self.place(slot, Side::Attacker);
        let rest = self.after_four(slot, line);
        self.take(slot, Side::Attacker);
        let mut tree = vec![slot];
        tree.extend(rest?);
        (tree.len() <= MOST).then(|| tree.into())
    }

    fn after_four(&mut self, slot: u16, line: &[u16]) -> Option<Vec<u16>> {
        if self.windows.wins(slot, Side::Attacker) {
            return Some(vec![0]);
        }
        if self.windows.has_five(Side::Defender) {
            return None;
        }
        let mut groups = Vec::new();
        for reply in self.windows.stops(Side::Defender) {
            self.place(reply, Side::Defender);
            let tree = match line {
                [first, line @ ..] if *first == reply => self.fours(line),
                _ => match self.vcf.search(&mut self.patterns, FOURS) {
                    VcfResult::Win(_) => {
                        let line = self.vcf.line().to_vec();
                        self.fours(&line)
                    }
                    _ => None,
                },
            };
            self.take(reply, Side::Defender);
            groups.push((vec![reply], tree?));
        }
        self.windows
            .has_five(Side::Attacker)
            .then(|| rest(None, &groups))
    }
}

/// The numbers of a tree behind its move.
fn rest(fours: Option<&[u16]>, groups: &[Group]) -> Vec<u16> {
    let mut numbers = vec![2 * groups.len() as u16 + u16::from(fours.is_some())];
    if let Some(fours) = fours {
        numbers.push(fours.len() as u16);
        numbers.extend(fours);
    }
    for (replies, tree) in groups {
        numbers.push(replies.len() as u16);
        numbers.extend(replies);
        numbers.push(tree.len() as u16);
        numbers.extend(&**tree);
    }
    numbers
}

//! The quiet moves of a proof: which the attacker makes where, and which replies lead on to others.

use std::collections::HashMap;

use super::graph::Graph;
use super::symmetry::{Key, Symmetries};
use super::windows::{Side, Windows};

/// One position of a proof, the attacker to move (but for a first one that the defender moves in).
#[derive(Debug, Clone)]
pub struct Step {
    /// The stones, where they lie.
    pub stones: Vec<(u16, Side)>,
    /// What is played there.
    pub plan: Plan,
    /// The replies that no threats answer, ascending, and the numbers of the positions after them.
    pub links: Vec<(u16, u32)>,
}

/// What the attacker does in a position of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plan {
    /// He wins by threats.
    Threats,
    /// He makes this move; all replies have to be answered.
    Move(u16),
    /// The defender is to move; all replies have to be answered.
    Wait,
}

/// Makes the outline of a proof from a graph whose first position is proven. Positions that are the same but for a
/// symmetry are one; each comes after those that lead to it, and lies as after the first of them.
pub fn outline(graph: &Graph, root: &Windows, symmetries: &Symmetries) -> Vec<Step> {
    let mut outline = Outline {
        graph,
        root,
        symmetries,
        steps: Vec::new(),
        sources: Vec::new(),
        known: HashMap::new(),
    };
    outline.add(root.placed(), 0);
    let mut next = 0;
    while next < outline.steps.len() {
        outline.expand(next);
        next += 1;
    }
    outline.steps
}

struct Outline<'a> {
    graph: &'a Graph,
    root: &'a Windows,
    symmetries: &'a Symmetries,
    steps: Vec<Step>,
    /// The positions of the graph that they are.
    sources: Vec<u32>,
    known: HashMap<Key, u32>,
}

impl Outline<'_> {
    fn add(&mut self, stones: Vec<(u16, Side)>, source: u32) -> u32 {
        let number = self.steps.len() as u32;
        self.steps.push(Step {
            stones,
            plan: Plan::Threats,
            links: Vec::new(),
        });
        self.sources.push(source);
        number
    }

    /// A position of the graph, as it lies there.
    fn of_graph(&self, number: u32) -> Windows {
        let to_move = self.graph.node(number).to_move;
        self.root.after(&self.graph.path(number), to_move)
    }

    /// Where the points of a position of the graph lie in this one, which is the same but for a symmetry.
    fn map_to(&self, number: u32, here: &Windows) -> &[u16] {
        let there = self.of_graph(number);
        let maps = self.symmetries.maps();
        let key = Symmetries::key(&maps[0], here, Side::Attacker);
        let map = maps
            .iter()
            .find(|map| Symmetries::key(map, &there, Side::Attacker) == key);
        map.unwrap_or(&maps[0])
    }

    fn expand(&mut self, number: usize) {
        let source = self.sources[number];
        let mut windows = self.root.with_stones(&self.steps[number].stones);
        let node = self.graph.node(source);
        let defence = if node.to_move == Side::Defender {
            self.steps[number].plan = Plan::Wait;
            source
        } else if node.won {
            return;
        } else {
            let proven = |&&(_, child): &&(u16, u32)| self.graph.node(child).proof == 0;
            let Some(&(slot, child)) = node.children.iter().find(proven) else {
                return;
            };
            let slot = self.map_to(source, &windows)[usize::from(slot)];
            self.steps[number].plan = Plan::Move(slot);
            windows.place(slot, Side::Attacker);
            child
        };
        let map = self.map_to(defence, &windows);
        let children = self.graph.node(defence).children.iter();
        let mut replies: Vec<(u16, u32)> = children
            .map(|&(slot, child)| (map[usize::from(slot)], child))
            .collect();
        // A reader lays out a position as after the least of the replies that lead to it.
        replies.sort_unstable();
        let mut links: Vec<(u16, u32)> = Vec::new();
        for (slot, child) in replies {
            windows.place(slot, Side::Defender);
            let (key, _) = self.symmetries.canonical(&windows, Side::Attacker);
            let known = self.known.get(&key).copied();
            let target = known.unwrap_or_else(|| {
                let target = self.add(windows.placed(), child);
                self.known.insert(key, target);
                target
            });
            windows.take(slot, Side::Defender);
            links.push((slot, target));
        }
        self.steps[number].links = links;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Board, Color, Rules, Variant};
    use crate::solve::graph::Expansion;

    #[test]
    fn a_position_lies_as_after_the_least_reply_that_leads_to_it() {
        let rules = Rules::new(5, 5, 4, Variant::Freestyle).unwrap();
        let root = Windows::new(Board::new(rules).position(), Color::Black);
        let symmetries = Symmetries::of(&rules);
        let (key, _) = symmetries.canonical(&root, Side::Defender);
        let mut graph = Graph::new(key, Side::Defender);
        let corners = vec![24, 4, 20];
        let after = |&slot: &u16| {
            let windows = root.after(&[slot], Side::Attacker);
            symmetries.canonical(&windows, Side::Attacker).0
        };
        let keys: Vec<Key> = corners.iter().map(after).collect();
        let moves = Expansion::Moves {
            moves: corners,
            left: 0,
        };
        let first = graph.take().unwrap();
        graph.put(first, &moves, keys);
        let second = graph.take().unwrap();
        graph.put(second, &Expansion::Won, Vec::new());
        let steps = outline(&graph, &root, &symmetries);
        assert_eq!(steps[0].links, [(4, 1), (20, 1), (24, 1)]);
        assert_eq!(steps[1].stones, [(4, Side::Defender)]);
    }
}

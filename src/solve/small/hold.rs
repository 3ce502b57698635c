//! What the form `hold` keeps of a position: read and written by the same rules, those of `FORMAT.md`.

use super::bound::{Pair, Potential};
use super::geometry::{Geometry, Lacks, LineRule, bits};
use crate::game::{Color, Variant, WinRule};

/// The most pairs of one node.
pub(super) const MOST_PAIRS: usize = 32;

/// Nothing that is wrong with pairs is worth more words.
pub(super) struct NoPairs;

/// Lines as bits.
type Lines = [u64; 3];

/// What a node is about.
#[derive(Debug, Clone, Copy)]
pub(super) struct State {
    pub attacker: u64,
    pub defender: u64,
    /// Set aside in pairs.
    pub aside: u64,
    live: Lines,
    /// Whether the defender only kills lines from here on.
    pub breaking: bool,
}

/// The board and how lines are completed on it.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    pub geometry: &'a Geometry,
    /// The attacker's and the defender's.
    rules: [LineRule; 2],
    exact_references: bool,
}

impl<'a> Ground<'a> {
    /// `None` where the form proves nothing: of a defender who may not play everywhere.
    pub fn new(geometry: &'a Geometry, defender: Color) -> Option<Ground<'a>> {
        let variant = geometry.rules.variant();
        let rules = match (variant, defender) {
            (Variant::Renju, Color::Black) => return None,
            (Variant::Renju, Color::White) => [LineRule::of(WinRule::AtLeast, 5); 2],
            _ => [!defender, defender].map(|color| geometry.rule(color)),
        };
        let exact_references = variant == Variant::Caro;
        Some(Ground {
            geometry,
            rules,
            exact_references,
        })
    }

    /// The first node.
    pub fn state(&self, attacker: u64, defender: u64) -> State {
        let mut state = State {
            attacker,
            defender,
            aside: 0,
            live: [0; 3],
            breaking: false,
        };
        for number in 0..self.geometry.lines.len() {
            state.live[number / 64] |= 1 << (number % 64);
        }
        self.settle(&mut state);
        state
    }

    pub fn free(&self, state: &State) -> u64 {
        self.geometry.all & !(state.attacker | state.defender | state.aside)
    }

    /// The numbers of the live lines with what they lack.
    fn numbered(&self, state: State) -> impl Iterator<Item = (usize, u64)> {
        let lines = self.geometry.lines.iter().enumerate();
        let live = lines.filter(move |(i, _)| state.live[i / 64] >> (i % 64) & 1 == 1);
        live.map(move |(i, line)| (i, line.mask & !(state.attacker | state.aside)))
    }

    /// What the live lines lack.
    pub fn lines(&self, state: &State) -> Lacks {
        self.numbered(*state).map(|(_, lacks)| lacks).collect()
    }

    pub fn potential(&self, state: &State) -> Potential {
        Potential::new(&self.lines(state))
    }

    /// Lets the lines die that the stones have killed.
    fn settle(&self, state: &mut State) {
        let mut live = [0; 3];
        for (number, _) in self.numbered(*state) {
            let line = &self.geometry.lines[number];
            if self.rules[0].is_live(line, state.attacker, state.defender) {
                live[number / 64] |= 1 << (number % 64);
            }
        }
        state.live = live;
    }

    /// After a stone of the attacker.
    pub fn attacked(&self, mut state: State, point: u64) -> State {
        state.attacker |= point;
        self.settle(&mut state);
        state
    }

    /// After a stone of the defender.
    pub fn defended(&self, mut state: State, point: u64) -> State {
        state.defender |= point;
        self.settle(&mut state);
        state
    }

    /// Whether the defender completes a line with a stone on some free point.
    pub fn defender_completes(&self, state: &State) -> bool {
        let (own, other) = (state.defender, state.attacker);
        self.geometry.lines.iter().any(|line| {
            (line.mask & !own).count_ones() == 1 && self.rules[1].is_live(line, own, other)
        })
    }

    /// Whether a pair kills a line.
    pub fn kills(&self, state: &State, (x, y): Pair) -> bool {
        let pair = 1 << x | 1 << y;
        self.numbered(*state).any(|(_, lacks)| pair & !lacks == 0)
    }

    /// After pairs of free points were set aside together.
    pub fn paired(&self, state: State, pairs: &[Pair]) -> Result<State, NoPairs> {
        let mut aside = 0;
        for &(x, y) in pairs {
            let pair = 1 << x | 1 << y;
            if x >= y || pair & aside != 0 || !self.kills(&state, (x, y)) {
                return Err(NoPairs);
            }
            aside |= pair;
        }
        if !(1..=MOST_PAIRS).contains(&pairs.len()) || !pairs.is_sorted() {
            return Err(NoPairs);
        }
        let mut live = [0; 3];
        for (number, lacks) in self.numbered(state) {
            if !pairs.iter().any(|(x, y)| lacks >> x & lacks >> y & 1 == 1) {
                live[number / 64] |= 1 << (number % 64);
            }
        }
        Ok(State {
            aside: state.aside | aside,
            live,
            breaking: true,
            ..state
        })
    }

    /// Whether a symmetry takes a node to one that is no worse for the attacker.
    pub fn refers(&self, state: &State, there: &State, symmetry: usize) -> bool {
        let image = |points| self.geometry.image(symmetry, points);
        let same_stones = image(state.attacker) == there.attacker
            && image(state.defender) == there.defender
            && image(state.aside) == there.aside;
        if !there.breaking {
            return !state.breaking && same_stones;
        }
        let targets: Vec<(u64, u64)> = self
            .numbered(*there)
            .map(|(number, needs)| (self.geometry.lines[number].mask, needs))
            .collect();
        let covered = |(number, lacks): (usize, u64)| {
            let mask = image(self.geometry.lines[number].mask);
            let lacks = image(lacks);
            targets
                .iter()
                .any(|&(other, needs)| other == mask && needs & !lacks == 0)
        };
        (same_stones || !self.exact_references) && self.numbered(*state).all(covered)
    }

    /// The points that some live line lacks.
    pub fn lacking(&self, state: &State) -> impl Iterator<Item = u8> + use<> {
        bits(
            self.lines(state)
                .into_iter()
                .fold(0, |points, lacks| points | lacks),
        )
    }
}

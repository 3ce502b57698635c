//! The reader of the form `hold`, as `FORMAT.md` has it.

use thiserror::Error;

use super::bound::Potential;
use super::geometry::{Geometry, UNIT, bits};
use super::hold::{Ground, State};
use crate::solve::header::{Claim, Verdict};

/// What is wrong with a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Fault {
    /// The form cannot prove such a claim.
    #[error("this form cannot prove such a claim")]
    Claim,
    /// The attacker completes a line.
    #[error("the attacker completes a line")]
    Line,
    /// The body ends too early.
    #[error("the body ends within a node")]
    End,
    /// More follows than the proof has.
    #[error("the proof has ended before")]
    Rest,
    /// No node begins so, or none does here.
    #[error("no node begins so here")]
    Tag,
    /// The point is not free.
    #[error("the point is not free")]
    Point,
    /// The pairs are not in order, too many or none, or one kills no line.
    #[error("these are no pairs")]
    Pairs,
    /// No such node has ended, or there is no such symmetry.
    #[error("there is no such node")]
    Reference,
    /// The node referred to proves nothing of this one.
    #[error("the node referred to is another one")]
    Unlike,
    /// The head says another number of nodes.
    #[error("the head says another number of nodes")]
    Nodes,
}

/// The bytes, the numbered nodes, and what is wrong there.
type Refused = (usize, u64, Fault);

struct Reader<'a> {
    ground: Ground<'a>,
    body: &'a [u8],
    at: usize,
    nodes: Vec<State>,
}

/// Checks a body against its claim and the number of its nodes.
pub(in crate::solve) fn check_hold(claim: &Claim, body: &[u8], nodes: u64) -> Result<(), Refused> {
    let refused = |fault| (0, 0, fault);
    let Verdict::Hold(defender) = claim.verdict else {
        return Err(refused(Fault::Claim));
    };
    let geometry = Geometry::new(claim.rules).ok_or(refused(Fault::Claim))?;
    let ground = Ground::new(&geometry, defender).ok_or(refused(Fault::Claim))?;
    let board = claim.board().filter(|board| !board.is_decided());
    let board = board.ok_or(refused(Fault::Claim))?;
    let stones = [!defender, defender].map(|color| geometry.stones(&board, color));
    let state = ground.state(stones[0], stones[1]);
    let mut reader = Reader {
        ground,
        body,
        at: 0,
        nodes: Vec::new(),
    };
    let found = match claim.to_move == defender {
        true => reader.reply(state),
        false => reader.attack(state, true),
    };
    let end = found.and(match () {
        () if reader.at < body.len() => Err(Fault::Rest),
        () if reader.nodes.len() as u64 != nodes => Err(Fault::Nodes),
        () => Ok(()),
    });
    end.map_err(|fault| {
        (
            reader.at.saturating_sub(1),
            reader.nodes.len() as u64,
            fault,
        )
    })
}

impl Reader<'_> {
    fn byte(&mut self) -> Result<u8, Fault> {
        let byte = *self.body.get(self.at).ok_or(Fault::End)?;
        self.at += 1;
        Ok(byte)
    }

    fn point(&mut self, state: &State) -> Result<u8, Fault> {
        let byte = self.byte()?;
        let point = 1u64.checked_shl(u32::from(byte)).unwrap_or(0);
        if point & self.ground.free(state) == 0 {
            return Err(Fault::Point);
        }
        Ok(byte)
    }

    fn attack(&mut self, mut state: State, may_pair: bool) -> Result<(), Fault> {
        let lines = self.ground.lines(&state);
        if lines.iter().any(|lacks| lacks.count_ones() < 2) {
            return Err(Fault::Line);
        }
        if Potential::new(&lines).holds() {
            return Ok(());
        }
        let points: Vec<u8> = match self.byte()? {
            1 if !state.breaking => bits(self.ground.free(&state)).collect(),
            2 if may_pair => {
                let state = self.pairs(state)?;
                return self.attack(state, false);
            }
            3 => return self.reference(&state),
            4 => {
                state.breaking = true;
                self.ground.lacking(&state).collect()
            }
            _ => return Err(Fault::Tag),
        };
        for p in points {
            self.reply(self.ground.attacked(state, 1 << p))?;
        }
        self.nodes.push(state);
        Ok(())
    }

    fn reply(&mut self, state: State) -> Result<(), Fault> {
        let lines = self.ground.lines(&state);
        if lines.contains(&0) {
            return Err(Fault::Line);
        }
        let completes = !state.breaking && self.ground.defender_completes(&state);
        if completes || Potential::new(&lines).sum < UNIT {
            return Ok(());
        }
        let point = self.point(&state)?;
        self.attack(self.ground.defended(state, 1 << point), true)
    }

    fn pairs(&mut self, state: State) -> Result<State, Fault> {
        let count = self.byte()?;
        let mut pairs = Vec::new();
        for _ in 0..count {
            pairs.push((self.point(&state)?, self.point(&state)?));
        }
        self.ground.paired(state, &pairs).map_err(|_| Fault::Pairs)
    }

    fn reference(&mut self, state: &State) -> Result<(), Fault> {
        let mut number = [0; 4];
        for byte in &mut number {
            *byte = self.byte()?;
        }
        let symmetry = usize::from(self.byte()?);
        let node = self.nodes.get(u32::from_le_bytes(number) as usize);
        let node = node.filter(|_| symmetry < self.ground.geometry.symmetries());
        match node {
            None => Err(Fault::Reference),
            Some(node) if self.ground.refers(state, node, symmetry) => Ok(()),
            Some(_) => Err(Fault::Unlike),
        }
    }
}

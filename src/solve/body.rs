//! The bytes of a proven win: see `FORMAT.md`.

use super::outline::{Plan, Step};
use super::threats::Tree;

/// The first byte of a node.
pub const THREATS: u8 = 0;
/// The same.
pub const MOVE: u8 = 1;
/// The same.
pub const WAIT: u8 = 2;

/// What threats answer at one step of a proof.
#[derive(Debug, Clone, Default)]
pub struct Answers {
    /// The tree of a step that wins by threats.
    pub tree: Option<Tree>,
    /// The replies that one tree answers, and the tree.
    pub groups: Vec<(Vec<u16>, Tree)>,
}

/// Appends a number, seven bits a byte, the lowest first; all bytes but the last have the high bit.
fn push(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn push_tree(bytes: &mut Vec<u8>, tree: &[u16]) {
    push(bytes, tree.len() as u64);
    for &number in tree {
        push(bytes, number.into());
    }
}

/// Appends a node; without `answers` in the form `strategy`, else in `explicit`.
pub fn write(bytes: &mut Vec<u8>, step: &Step, answers: Option<&Answers>) {
    match step.plan {
        Plan::Threats => {
            bytes.push(THREATS);
            if let Some(tree) = answers.and_then(|answers| answers.tree.as_deref()) {
                push_tree(bytes, tree);
            }
            return;
        }
        Plan::Move(slot) => {
            bytes.push(MOVE);
            push(bytes, slot.into());
        }
        Plan::Wait => bytes.push(WAIT),
    }
    push(bytes, step.links.len() as u64);
    for &(slot, target) in &step.links {
        push(bytes, slot.into());
        push(bytes, target.into());
    }
    if let Some(answers) = answers {
        push(bytes, answers.groups.len() as u64);
        for (replies, tree) in &answers.groups {
            push(bytes, replies.len() as u64);
            for &reply in replies {
                push(bytes, reply.into());
            }
            push_tree(bytes, tree);
        }
    }
}

/// Reads what [`write`] writes.
pub struct Reader<'a> {
    bytes: &'a [u8],
    /// The byte that comes next.
    pub at: usize,
    explicit: bool,
}

impl<'a> Reader<'a> {
    /// From the first byte of a body.
    pub fn new(bytes: &'a [u8], explicit: bool) -> Reader<'a> {
        Reader {
            bytes,
            at: 0,
            explicit,
        }
    }

    /// Whether all bytes were read.
    pub fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    /// A number below 2³², written as shortly as can be.
    fn number(&mut self) -> Option<u32> {
        let mut number = 0u64;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                let shortest = byte > 0 || shift == 0;
                return u32::try_from(number).ok().filter(|_| shortest);
            }
        }
        None
    }

    fn slot(&mut self) -> Option<u16> {
        self.number()?.try_into().ok()
    }

    fn slots(&mut self) -> Option<Vec<u16>> {
        let count = self.number()?;
        (0..count).map(|_| self.slot()).collect()
    }

    /// The next node, without its stones.
    pub fn step(&mut self) -> Option<(Step, Answers)> {
        let mut answers = Answers::default();
        let plan = match self.byte()? {
            THREATS => Plan::Threats,
            MOVE => Plan::Move(self.slot()?),
            WAIT => Plan::Wait,
            _ => return None,
        };
        let mut links = Vec::new();
        if plan == Plan::Threats {
            if self.explicit {
                answers.tree = Some(self.slots()?.into());
            }
        } else {
            for _ in 0..self.number()? {
                links.push((self.slot()?, self.number()?));
            }
            if self.explicit {
                for _ in 0..self.number()? {
                    let replies = self.slots()?;
                    answers.groups.push((replies, self.slots()?.into()));
                }
            }
        }
        let step = Step {
            stones: Vec::new(),
            plan,
            links,
        };
        Some((step, answers))
    }
}

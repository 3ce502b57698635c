//! Proof and disproof numbers, how they add up, and the table that keeps them.

/// Entries that share a place in the table.
const BUCKET: usize = 4;

/// The proof number and the disproof number of a position: how much is left to do for either, at
/// least. Zero is done, [`INFINITY`] is impossible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct ProofNumbers {
    pub proof: u32,
    pub disproof: u32,
    /// Of a proven position: the plies to the five.
    pub plies: u32,
}

/// The proof number of what cannot be proven.
pub(super) const INFINITY: u32 = 1 << 30;

impl ProofNumbers {
    pub const DISPROVEN: ProofNumbers = ProofNumbers {
        proof: INFINITY,
        disproof: 0,
        plies: 0,
    };

    pub const fn proven(plies: u32) -> ProofNumbers {
        ProofNumbers {
            proof: 0,
            disproof: INFINITY,
            plies,
        }
    }

    pub const fn open(proof: u32, disproof: u32) -> ProofNumbers {
        ProofNumbers {
            proof,
            disproof,
            plies: 0,
        }
    }

    pub const fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    numbers: ProofNumbers,
    /// Nodes searched for these numbers: what is worth keeping.
    work: u32,
}

/// A move, and what is known of the position after it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Child {
    pub slot: u16,
    pub key: u64,
    pub numbers: ProofNumbers,
}

/// The proof numbers of a node from those of its children, and which child to work on.
pub(super) struct Expansion {
    pub numbers: ProofNumbers,
    pub best: usize,
    /// The number of the second best child in which the best one is the least.
    pub second: u32,
    /// How many other children are open.
    pub others: u32,
}

impl Expansion {
    /// The attacker needs one proven child, the defender one disproven. The number that every child
    /// adds to is the largest among the open ones and one for each other: lines of threats
    /// transpose so often that a sum counts the same work many times.
    pub fn of(children: &[Child], attacking: bool) -> Expansion {
        let least = |numbers: ProofNumbers| {
            if attacking {
                numbers.proof
            } else {
                numbers.disproof
            }
        };
        let other = |numbers: ProofNumbers| {
            if attacking {
                numbers.disproof
            } else {
                numbers.proof
            }
        };
        let (mut best, mut lowest, mut second) = (0, u32::MAX, INFINITY);
        let (mut largest, mut open) = (0, 0);
        for (i, child) in children.iter().enumerate() {
            let number = least(child.numbers);
            if number < lowest {
                (best, second, lowest) = (i, lowest.min(INFINITY), number);
            } else if number < second {
                second = number;
            }
            let number = other(child.numbers);
            if number > 0 && number < INFINITY {
                largest = largest.max(number);
                open += 1;
            }
        }
        let plies = children.iter().filter(|child| child.numbers.proof == 0);
        let plies = plies.map(|child| child.numbers.plies + 1);
        let sum = if lowest == 0 {
            INFINITY
        } else if open == 0 {
            0
        } else {
            (largest + open - 1).min(INFINITY - 1)
        };
        let numbers = match (attacking, lowest, sum) {
            (true, 0, _) => ProofNumbers::proven(plies.min().unwrap_or(0)),
            (true, _, 0) | (false, 0, _) => ProofNumbers::DISPROVEN,
            (false, _, 0) => ProofNumbers::proven(plies.max().unwrap_or(0)),
            (true, ..) => ProofNumbers::open(lowest, sum),
            (false, ..) => ProofNumbers::open(sum, lowest),
        };
        Expansion {
            numbers,
            best,
            second,
            others: open.saturating_sub(1),
        }
    }
}

/// The proof numbers of positions, by key.
pub(super) struct Table {
    entries: Box<[Entry]>,
}

impl Table {
    /// A table of at least this many entries.
    pub fn new(entries: usize) -> Table {
        let entries = entries.next_power_of_two().max(BUCKET);
        Table {
            entries: vec![Entry::default(); entries].into_boxed_slice(),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(Entry::default());
    }

    fn bucket(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1) & !(BUCKET - 1)
    }

    pub fn get(&self, key: u64) -> Option<ProofNumbers> {
        let first = self.bucket(key);
        self.entries[first..first + BUCKET]
            .iter()
            .find(|entry| entry.key == key && entry.work > 0)
            .map(|entry| entry.numbers)
    }

    pub fn forget(&mut self, key: u64) {
        let first = self.bucket(key);
        let bucket = &mut self.entries[first..first + BUCKET];
        if let Some(entry) = bucket.iter_mut().find(|entry| entry.key == key) {
            *entry = Entry::default();
        }
    }

    /// Keeps the proof numbers of a position in place of its own old ones or of those that took the least
    /// work, in nodes.
    pub fn put(&mut self, key: u64, numbers: ProofNumbers, work: u64) {
        let work = u32::try_from(work).unwrap_or(u32::MAX).max(1);
        let first = self.bucket(key);
        let bucket = &mut self.entries[first..first + BUCKET];
        let place = bucket
            .iter()
            .position(|entry| entry.key == key && entry.work > 0)
            .or_else(|| (0..BUCKET).min_by_key(|&i| bucket[i].work));
        if let Some(place) = place {
            bucket[place] = Entry { key, numbers, work };
        }
    }
}

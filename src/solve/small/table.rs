//! What is known of positions, in bounded memory and by the whole position: what is forgotten costs
//! time, and nothing is ever taken for something else.

/// A position as two sets of points, and who is to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Key {
    pub a: u64,
    pub b: u64,
    /// Whether the attacker is to move.
    pub attack: bool,
}

/// Proof and disproof numbers of "the attacker wins": zero is done, [`INFINITE`] never.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Numbers {
    pub proof: u32,
    pub disproof: u32,
}

/// The proof number of what is disproven.
pub(super) const INFINITE: u32 = 1 << 30;

impl Numbers {
    pub const WIN: Numbers = Numbers {
        proof: 0,
        disproof: INFINITE,
    };
    pub const NO_WIN: Numbers = Numbers {
        proof: INFINITE,
        disproof: 0,
    };

    pub fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// What is known of a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    pub numbers: Numbers,
    /// Of a win in the game where the defender only breaks lines: the empty points that it rests on.
    pub zone: u64,
    /// The nodes that it took to find out, all visits together.
    pub nodes: u32,
}

/// Thirty-two bytes.
#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    a: u64,
    b: u64,
    /// The zone of a win, otherwise the proof number and below it the disproof number.
    word: u64,
    /// The nodes below. Zero is no entry.
    nodes: u32,
    attack: bool,
    wins: bool,
}

impl Entry {
    /// What it is worth to keep it.
    fn worth(&self) -> u32 {
        if self.nodes == 0 {
            return 0;
        }
        // What was solved is worth more than numbers that lead there.
        let solved = self.wins || self.word as u32 == 0;
        1 + if solved { 4 } else { 0 } + 2 * self.nodes.ilog2()
    }
}

/// The entries that are tried for a position.
const WAYS: usize = 4;

/// What comes together from memory.
#[repr(align(128))]
#[derive(Debug, Clone, Copy, Default)]
struct Bucket([Entry; WAYS]);

pub(super) struct Table {
    buckets: Vec<Bucket>,
    mask: usize,
    used: usize,
    /// The most buckets.
    most: usize,
}

/// The buckets at first.
const FIRST_BUCKETS: usize = 1 << 10;

impl Table {
    /// A table that grows to at most this many MiB.
    pub fn new(mebibytes: usize) -> Table {
        let most = (mebibytes.max(1) << 20) / size_of::<Bucket>();
        Table {
            buckets: vec![Bucket::default(); FIRST_BUCKETS],
            mask: FIRST_BUCKETS - 1,
            used: 0,
            most: 1 << most.ilog2(),
        }
    }

    fn grow(&mut self) {
        let buckets = 4 * (self.mask + 1);
        let larger = vec![Bucket::default(); buckets];
        let old = std::mem::replace(&mut self.buckets, larger);
        (self.mask, self.used) = (buckets - 1, 0);
        for entry in old
            .into_iter()
            .flat_map(|bucket| bucket.0)
            .filter(|entry| entry.nodes != 0)
        {
            self.insert(entry);
        }
    }

    #[inline]
    fn bucket(&self, key: Key) -> usize {
        let mut h = key.a.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(key.attack);
        h = (h ^ h >> 29)
            .wrapping_add(key.b)
            .wrapping_mul(0xbf58_476d_1ce4_e5b9);
        h = (h ^ h >> 32).wrapping_mul(0x94d0_49bb_1331_11eb);
        (h >> 20) as usize & self.mask
    }

    #[inline]
    pub fn get(&self, key: Key) -> Option<Known> {
        let bucket = &self.buckets[self.bucket(key)];
        let found = bucket.0.iter().find(|e| is(e, key))?;
        Some(match found.wins {
            true => Known {
                numbers: Numbers::WIN,
                zone: found.word,
                nodes: found.nodes,
            },
            false => Known {
                numbers: Numbers {
                    proof: (found.word >> 32) as u32,
                    disproof: found.word as u32,
                },
                zone: 0,
                nodes: found.nodes,
            },
        })
    }

    pub fn put(&mut self, key: Key, known: Known) {
        let Numbers { proof, disproof } = known.numbers;
        let wins = proof == 0;
        if self.used > self.buckets.len() * WAYS / 2 && 4 * (self.mask + 1) <= self.most {
            self.grow();
        }
        self.insert(Entry {
            a: key.a,
            b: key.b,
            word: if wins {
                known.zone
            } else {
                u64::from(proof) << 32 | u64::from(disproof)
            },
            nodes: known.nodes.max(1),
            attack: key.attack,
            wins,
        });
    }

    fn insert(&mut self, entry: Entry) {
        let key = Key {
            a: entry.a,
            b: entry.b,
            attack: entry.attack,
        };
        let bucket = self.bucket(key);
        let ways = &mut self.buckets[bucket].0;
        let place = ways.iter().position(|e| is(e, key)).unwrap_or_else(|| {
            let cheapest = ways.iter().enumerate().min_by_key(|(_, e)| e.worth());
            cheapest.map_or(0, |(i, _)| i)
        });
        self.used += usize::from(ways[place].nodes == 0);
        ways[place] = entry;
    }
}

#[inline]
fn is(entry: &Entry, key: Key) -> bool {
    entry.nodes != 0 && entry.a == key.a && entry.b == key.b && entry.attack == key.attack
}

use smallvec::SmallVec;

use super::history::{Combinations, History, LastMoves};
use super::params::Params;
use crate::eval::MovePolicy;
use crate::pattern::{Pattern4, Patterns, ThreatSet};
use crate::processor::for_every_processor;
use crate::threat::{SlotList, four_three_replies, open_four_replies, replies_to_fours};

/// What the opponent threatens, and so which moves are worth a look.
#[derive(Debug, Clone)]
pub enum ThreatState {
    /// Nothing that has to be answered at once.
    Quiet,
    /// The opponent completes a line next; only these replies may stop it.
    Five(SlotList),
    /// The opponent makes an open four or two fours next; only fours and these replies may stop it.
    OpenFour(SlotList),
}

impl ThreatState {
    /// Looks at the opponent's threats. The side to move is known to have no five.
    pub fn of(patterns: &Patterns) -> ThreatState {
        let them = !patterns.board().side_to_move();
        if patterns.count(them, Pattern4::Five) > 0 {
            ThreatState::Five(replies_to_fours(patterns, them))
        } else if patterns.count(them, Pattern4::OpenFour) > 0 {
            ThreatState::OpenFour(open_four_replies(patterns, them))
        } else {
            ThreatState::Quiet
        }
    }

    /// Whether nothing has to be answered at once.
    pub fn is_quiet(&self) -> bool {
        matches!(self, ThreatState::Quiet)
    }
}

/// What a search has learned about moves, as far as a node can use it.
#[derive(Clone, Copy)]
pub struct Learned<'a> {
    /// The histories.
    pub history: &'a History,
    /// What they weigh.
    pub params: &'a Params,
    /// The last moves.
    pub before: LastMoves,
    /// Plies from the root.
    pub ply: usize,
    /// Which sides threaten a combination.
    pub combinations: Combinations,
    /// What the policy says of the moves, if it is asked.
    pub policy: Option<MovePolicy<'a>>,
}

/// A move with its ordering score in one word, so that the best of many is their maximum. Of equal
/// scores the lower slot is greater: the order is the same on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScoredMove(u32);

/// Moves that the best is looked for among at once.
const CHUNK: usize = 64;

impl ScoredMove {
    /// No move: below all, as there is no slot whose bits are all set.
    const NONE: ScoredMove = ScoredMove(0);

    /// Scores are kept within 16 bits.
    #[inline(always)]
    fn new(score: i32, slot: u16) -> ScoredMove {
        let score = score.clamp(i16::MIN.into(), i16::MAX.into()) - i32::from(i16::MIN);
        ScoredMove((score as u32) << 16 | u32::from(!slot))
    }

    fn score(self) -> i32 {
        (self.0 >> 16) as i32 + i32::from(i16::MIN)
    }

    fn slot(self) -> u16 {
        !(self.0 as u16)
    }
}

/// A move that was put off, with its distance to the best ordering score and how many moves had been searched before it.
#[derive(Debug, Clone, Copy)]
struct PutOff {
    slot: u16,
    gap: i32,
    number: usize,
}

/// Hands out the moves of a node, the most promising first: the table's move, then those that
/// the threats leave, by ordering score. They are made only when the table's move has been tried.
pub struct Picker {
    first: Option<u16>,
    /// The moves, if they are given: at the root.
    given: Option<Vec<u16>>,
    /// Whether the moves stand in the order in which they are handed out.
    ordered: bool,
    moves: Vec<ScoredMove>,
    next: usize,
    made: bool,
    /// The best and the last ordering score handed out.
    top: i32,
    last: i32,
    /// The moves that were put off, and whether only they are left.
    later: SmallVec<[PutOff; 4]>,
    short: bool,
    /// See [`again`](Picker::again).
    again: Option<usize>,
    far: bool,
    /// Whether the moves are all that may keep from losing, though nothing has to be answered at
    /// once.
    complete: bool,
}

impl Picker {
    /// A picker for a node; `first` is the table's move. `buffer` is reused memory.
    pub fn new(patterns: &Patterns, first: Option<u16>, buffer: Vec<ScoredMove>) -> Picker {
        let first = first.filter(|&slot| {
            (slot as usize) < patterns.board().rules().area() && patterns.is_empty(slot as usize)
        });
        Picker::of(first, None, buffer)
    }

    /// A picker for the root: these moves in this order.
    pub fn among(slots: Vec<u16>, buffer: Vec<ScoredMove>) -> Picker {
        Picker::of(slots.first().copied(), Some(slots), buffer)
    }

    fn of(first: Option<u16>, given: Option<Vec<u16>>, mut buffer: Vec<ScoredMove>) -> Picker {
        buffer.clear();
        Picker {
            first,
            ordered: given.is_some(),
            given,
            moves: buffer,
            next: 0,
            made: false,
            top: 0,
            last: 0,
            later: SmallVec::new(),
            short: false,
            again: None,
            far: false,
            complete: false,
        }
    }

    /// Gives the memory back.
    pub fn into_buffer(self) -> Vec<ScoredMove> {
        self.moves
    }

    /// The next move, not yet checked for legality.
    pub fn next(
        &mut self,
        patterns: &Patterns,
        threat_state: &ThreatState,
        learned: Learned<'_>,
    ) -> Option<u16> {
        let next = if self.short {
            None
        } else {
            self.next_new(patterns, threat_state, learned)
        };
        self.again = None;
        if next.is_some() || self.later.is_empty() {
            return next;
        }
        let PutOff { slot, gap, number } = self.later.remove(0);
        self.again = Some(number);
        self.last = self.top - gap;
        Some(slot)
    }

    /// The next of the moves that were not put off.
    fn next_new(
        &mut self,
        patterns: &Patterns,
        threat_state: &ThreatState,
        learned: Learned<'_>,
    ) -> Option<u16> {
        if !self.made {
            if self.next == 0 && self.first.is_some() && self.fits(patterns, threat_state) {
                self.next = 1;
                return self.first;
            }
            self.make(patterns, threat_state, learned);
        }
        let best = if self.ordered {
            *self.moves.get(self.next)?
        } else {
            take_best(&mut self.moves)?
        };
        self.last = best.score();
        if self.next == 0 {
            let highest = if self.ordered {
                *self.moves.iter().max()?
            } else {
                best
            };
            self.top = highest.score();
        }
        self.next += 1;
        Some(best.slot())
    }

    /// Puts off the move that was handed out last, after `number` had been searched, until all others have been
    /// handed out.
    pub fn put_off(&mut self, slot: u16, number: usize) {
        let gap = self.gap();
        self.later.push(PutOff { slot, gap, number });
    }

    /// Hands out no more moves but those that were put off.
    pub fn cut_short(&mut self) {
        self.short = true;
    }

    /// If the move handed out last had been put off, how many had been searched before it then.
    pub fn again(&self) -> Option<usize> {
        self.again
    }

    /// Whether the next call of [`next`](Picker::next) may give all moves of a quiet node their scores.
    pub fn asks_policy(&self, threat_state: &ThreatState) -> bool {
        let first = self.next == 0 && self.first.is_some();
        !self.made && !first && threat_state.is_quiet()
    }

    /// How far the ordering score of the last move is below the best one's, the table's move aside.
    pub fn gap(&self) -> i32 {
        self.top - self.last
    }

    /// Goes on with the points far from all stones, which only a claim that everything loses has to
    /// look at: a long ladder can be stopped far ahead. Whether there are any.
    pub fn widen(&mut self, patterns: &Patterns) -> bool {
        if self.complete || std::mem::replace(&mut self.far, true) {
            return false;
        }
        let us = patterns.board().side_to_move();
        let slots = patterns.far().map(|slot| slot as u16);
        let slots = slots.filter(|&slot| Some(slot) != self.first);
        self.next = 0;
        self.ordered = false;
        self.moves.clear();
        self.moves
            .extend(slots.map(|slot| ScoredMove::new(patterns.score(slot as usize, us), slot)));
        let any = !self.moves.is_empty();
        self.fill_up();
        any
    }

    /// Whether the moves handed out now are those far from all stones.
    pub fn is_far(&self) -> bool {
        self.far
    }

    /// Whether the table's move answers what has to be answered.
    fn fits(&mut self, patterns: &Patterns, threat_state: &ThreatState) -> bool {
        let Some(slot) = self.first else { return false };
        let us = patterns.board().side_to_move();
        let fits = match threat_state {
            _ if self.given.is_some() => true,
            ThreatState::Quiet => true,
            ThreatState::Five(replies) => replies.as_slice().contains(&slot),
            ThreatState::OpenFour(replies) => {
                replies.as_slice().contains(&slot)
                    || patterns
                        .threat_set(us, ThreatSet::Four)
                        .contains(slot as usize)
            }
        };
        if !fits {
            self.first = None;
        }
        fits
    }

    fn make(&mut self, patterns: &Patterns, threat_state: &ThreatState, learned: Learned<'_>) {
        self.made = true;
        self.next = 0;
        self.generate(patterns, threat_state);
        score_all(&mut self.moves, patterns, learned);
        if !self.ordered {
            self.fill_up();
        }
    }

    /// Fills the last chunk of moves up with none, for [`take_best`].
    fn fill_up(&mut self) {
        let whole = self.moves.len().next_multiple_of(CHUNK);
        self.moves.resize(whole, ScoredMove::NONE);
    }

    /// The moves without their scores, the table's move left out.
    fn generate(&mut self, patterns: &Patterns, threat_state: &ThreatState) {
        let first = self.first;
        let moves = &mut self.moves;
        let add = |slot: u16| {
            if Some(slot) != first {
                moves.push(ScoredMove::new(0, slot));
            }
        };
        if let Some(slots) = self.given.take() {
            slots.into_iter().for_each(add);
            return;
        }
        match threat_state {
            ThreatState::Quiet => match restricted(patterns) {
                Some(replies) => {
                    self.complete = true;
                    with_fours(patterns, &replies).for_each(add);
                }
                None => {
                    // Room for all first: a list that grows by one move after the other waits for its length each time.
                    moves.resize(patterns.count_candidates(), ScoredMove::NONE);
                    let places = moves.as_mut_slice();
                    let count = patterns.candidates().fold(0, |count, slot| {
                        if let Some(place) = places.get_mut(count) {
                            *place = ScoredMove::new(0, slot as u16);
                        }
                        count + usize::from(Some(slot as u16) != first)
                    });
                    moves.truncate(count);
                }
            },
            ThreatState::Five(replies) => replies.as_slice().iter().copied().for_each(add),
            ThreatState::OpenFour(replies) => with_fours(patterns, replies).for_each(add),
        }
    }
}

for_every_processor! {
    /// Gives moves of the side to move their ordering scores.
    fn score_all(moves: &mut [ScoredMove], patterns: &Patterns, learned: Learned<'_>) {
        let us = patterns.board().side_to_move();
        let place = (learned.ply, learned.combinations);
        let known = learned.history.after(learned.params, us, learned.before, place);
        for scored in moves {
            let slot = scored.slot();
            let order = patterns.score(slot as usize, us);
            let pair = patterns.both_patterns4(slot.into());
            let order = learned.policy.map_or(order, |policy| policy.score(slot, order));
            *scored = ScoredMove::new(order + known.score(slot, pair), slot);
        }
    }

    /// Takes the best of these moves out, whole chunks of them.
    fn take_best(moves: &mut [ScoredMove]) -> Option<ScoredMove> {
        let (chunks, _) = moves.as_chunks_mut::<CHUNK>();
        let moves = chunks.as_flattened_mut();
        let best = moves.iter().fold(ScoredMove::NONE.0, |best, scored| best.max(scored.0));
        // No two are the same. All are written again, which is faster than to find out where it stands.
        for scored in moves {
            let is_best = scored.0 == best;
            scored.0 = if is_best { ScoredMove::NONE.0 } else { scored.0 };
        }
        (best != ScoredMove::NONE.0).then_some(ScoredMove(best))
    }
}

/// These replies and all fours of the side to move.
fn with_fours<'a>(patterns: &'a Patterns, replies: &'a SlotList) -> impl Iterator<Item = u16> + 'a {
    let replies = replies.as_slice();
    let us = patterns.board().side_to_move();
    let fours = patterns.threat_set(us, ThreatSet::Four).iter();
    let fours = fours.map(|slot| slot as u16);
    let others = fours.filter(|slot| !replies.contains(slot));
    replies.iter().copied().chain(others)
}

/// The replies to a four-three that the opponent may make next, if they are known.
fn restricted(patterns: &Patterns) -> Option<SlotList> {
    let them = !patterns.board().side_to_move();
    let threatened = patterns.count(them, Pattern4::FourThree) > 0;
    threatened.then(|| four_three_replies(patterns, them))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;
    use crate::game::{Board, Point, Rules};

    /// What a picker hands out, with the distances to the best ordering score: one of these moves in their order, or
    /// of all. It is told of each, by its number, whether to put it off or cut the rest short.
    fn handed_out_of(
        given: Option<Vec<u16>>,
        decide: impl Fn(usize, &mut Picker, u16),
    ) -> Vec<(u16, i32)> {
        let mut board = Board::new(Rules::default());
        for (x, y) in [(7, 7), (8, 8)] {
            board.play(board.side_to_move(), Point::new(x, y)).unwrap();
        }
        let rules = board.rules();
        let patterns = Patterns::new(&board, Evaluator::of(rules).score_tables.clone());
        let history = History::new(rules.area(), rules.width() as usize);
        let learned = Learned {
            history: &history,
            params: &Params::default(),
            before: LastMoves { moves: [None; 2] },
            ply: 0,
            combinations: Combinations::of(&patterns),
            policy: None,
        };
        let state = ThreatState::of(&patterns);
        let mut picker = match given {
            Some(slots) => Picker::among(slots, Vec::new()),
            None => Picker::new(&patterns, None, Vec::new()),
        };
        let mut out = Vec::new();
        for number in 0.. {
            let Some(slot) = picker.next(&patterns, &state, learned) else {
                break;
            };
            out.push((slot, picker.gap()));
            if picker.again().is_none() {
                decide(number, &mut picker, slot);
            }
        }
        out
    }

    fn handed_out(decide: impl Fn(usize, &mut Picker, u16)) -> Vec<(u16, i32)> {
        handed_out_of(None, decide)
    }

    #[test]
    fn given_moves_keep_their_order() {
        let all = handed_out(|_, _, _| {});
        let mut given: Vec<u16> = all.iter().map(|&(slot, _)| slot).collect();
        given.reverse();
        let out = handed_out_of(Some(given.clone()), |_, _, _| {});
        let slots: Vec<u16> = out.iter().map(|&(slot, _)| slot).collect();
        assert_eq!(slots, given);
        // The first is tried before any has an ordering score.
        for &(slot, gap) in &out[1..] {
            assert!(all.contains(&(slot, gap)), "{slot}: {gap}");
        }
    }

    #[test]
    fn moves_put_off_come_last_in_their_order() {
        let all = handed_out(|_, _, _| {});
        assert!(all.len() > 20 && all.is_sorted_by_key(|&(_, gap)| gap));
        let out = handed_out(|number, picker, slot| {
            if [1, 4].contains(&number) {
                picker.put_off(slot, number);
            }
        });
        assert_eq!(out[..all.len()], all);
        assert_eq!(out[all.len()..], [all[1], all[4]]);
    }

    #[test]
    fn what_is_cut_short_ends_with_what_was_put_off() {
        let all = handed_out(|_, _, _| {});
        let out = handed_out(|number, picker, slot| match number {
            2 => picker.put_off(slot, number),
            5 => picker.cut_short(),
            _ => {}
        });
        assert_eq!(out, [&all[..6], &all[2..3]].concat());
        assert_eq!(handed_out(|_, picker, _| picker.cut_short()), all[..1]);
    }
}

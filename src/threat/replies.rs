use smallvec::SmallVec;

use crate::game::{Cell, Color, Direction, Variant};
use crate::pattern::{LinePattern, Pattern4, Patterns, ThreatSet};

/// A list of slots without duplicates. Short ones, as nearly all are, need no allocation.
#[derive(Debug, Clone, Default)]
pub struct SlotList(SmallVec<[u16; 12]>);

impl SlotList {
    /// An empty list.
    pub fn new() -> SlotList {
        SlotList::default()
    }

    /// Adds a slot unless it is there already.
    pub fn add(&mut self, slot: usize) {
        let slot = slot as u16;
        if !self.0.contains(&slot) {
            self.0.push(slot);
        }
    }

    /// The slots, in the order in which they were added.
    pub fn as_slice(&self) -> &[u16] {
        &self.0
    }
}

/// The replies that stop `attacker`, who has points that complete a five now and is not to move,
/// from completing one at the next move: each of them does, and no other. With two such points
/// there is none, except in caro, where a stone may take one point and spoil the fives of the
/// others, by closing the end that was still open. In renju a point forbidden to Black is still in
/// the list.
pub fn replies_to_fours(patterns: &Patterns, attacker: Color) -> SlotList {
    let mut list = SlotList::new();
    let fives = patterns.threat_set(attacker, ThreatSet::Five);
    for slot in fives.iter() {
        list.add(slot);
    }
    if patterns.board().rules().variant() == Variant::Caro {
        for slot in fives.iter() {
            for closing in closing_points(patterns, attacker, slot).flatten() {
                list.add(closing);
            }
        }
        for slot in fives.iter() {
            list.0.retain(|&mut reply| {
                let reply = usize::from(reply);
                let closes = |end| end == Some(reply);
                reply == slot || closing_points(patterns, attacker, slot).all(closes)
            });
        }
    } else if list.as_slice().len() > 1 {
        list = SlotList::new();
    }
    list
}

/// For each five of `attacker` through an empty point the point where an opposing stone would close
/// its second end, if it is closed at the first already (caro).
fn closing_points(
    patterns: &Patterns,
    attacker: Color,
    slot: usize,
) -> impl Iterator<Item = Option<usize>> {
    let line_patterns = patterns.line_patterns(slot, attacker);
    let fives = (0..4).filter(move |&d| line_patterns[d] == LinePattern::Five);
    fives.map(move |d| closing_end(ends_of_five(patterns, attacker, d, [slot; 2]), attacker))
}

/// Of the ends of a five of `attacker`, the one where an opposing stone would close it.
fn closing_end(ends: [(Cell, usize); 2], attacker: Color) -> Option<usize> {
    let closed = Cell::from(!attacker);
    match ends {
        [(Cell::Empty, end), (cell, _)] if cell == closed => Some(end),
        [(cell, _), (Cell::Empty, end)] if cell == closed => Some(end),
        _ => None,
    }
}

/// What is at both ends of the row that `color` would have in a direction with stones on these two points,
/// and where if it is on the board.
fn ends_of_five(
    patterns: &Patterns,
    color: Color,
    direction: usize,
    with: [usize; 2],
) -> [(Cell, usize); 2] {
    let (dx, dy) = Direction::ALL[direction].delta();
    [(dx, dy), (-dx, -dy)].map(|(dx, dy)| {
        let mut slot = with[0];
        loop {
            let Some(next) = patterns.point(slot).offset(dx, dy) else {
                return (Cell::Off, slot);
            };
            slot = patterns.slot(next);
            match patterns.board().cell(next) {
                Cell::Empty if with.contains(&slot) => {}
                cell if cell == Cell::from(color) => {}
                cell => return (cell, slot),
            }
        }
    })
}

/// Every reply, fours of the defender aside, that may stop `attacker`, who has points that make an
/// open four or two fours and is not to move, from having one of them afterwards. A reply left out
/// leaves such a point open.
pub fn open_four_replies(patterns: &Patterns, attacker: Color) -> SlotList {
    let mut list = SlotList::new();
    let mut first = true;
    let open_fours = patterns.threat_set(attacker, ThreatSet::Four).iter();
    for slot in open_fours.filter(|&slot| patterns.pattern4(slot, attacker) == Pattern4::OpenFour) {
        let breaking = breaking_replies(patterns, attacker, slot, |pattern4| {
            pattern4 == Pattern4::OpenFour
        });
        if first {
            list = breaking;
            first = false;
        } else {
            list.0.retain(|reply| breaking.as_slice().contains(reply));
        }
        if list.as_slice().is_empty() {
            break;
        }
    }
    list
}

/// Every reply, fours of the defender aside, that may stop `attacker`, who has points that make a
/// four and an open three at once, none that make more, and is not to move, from winning with one
/// of them. `None` where no such set is known.
///
/// What threatens is the four-three, the reply at the point that completes the four (in caro also one
/// that closes it), the open four. Another stone is in its way only on the lines of the four and the
/// three, or where it makes a four of the forced reply; a reply that is a four already makes the threat
/// none (compare the defences that Rapfi looks at).
pub fn four_three_replies(patterns: &Patterns, attacker: Color) -> Option<SlotList> {
    let mut found: Option<SlotList> = None;
    let points = patterns.threat_set(attacker, ThreatSet::Four).iter();
    for slot in points.filter(|&slot| patterns.pattern4(slot, attacker) == Pattern4::FourThree) {
        let Some(stopping) = stopping_replies(patterns, attacker, slot) else {
            continue;
        };
        let Some(list) = &mut found else {
            found = Some(stopping);
            continue;
        };
        let mut both = list.clone();
        both.0.retain(|slot| stopping.0.contains(slot));
        // Nothing stops both: each alone still has to be stopped.
        if !both.0.is_empty() {
            *list = both;
        }
    }
    found
}

/// The replies that stop one four-three; see [`four_three_replies`].
fn stopping_replies(patterns: &Patterns, attacker: Color, slot: usize) -> Option<SlotList> {
    let wins = |pattern4| {
        matches!(
            pattern4,
            Pattern4::FourThree | Pattern4::OpenFour | Pattern4::Five
        )
    };
    let mut list = breaking_replies(patterns, attacker, slot, wins);
    let line_patterns = patterns.line_patterns(slot, attacker);
    let four = (0..4).find(|&d| line_patterns[d].is_four())?;
    if patterns.is_renju() && attacker == Color::Black && !may_go_on(patterns, slot) {
        return None;
    }
    let mut completing = patterns
        .line_patterns_with_stones(slot, four, attacker, attacker)
        .filter(|&(_, line_pattern)| line_pattern == Some(LinePattern::Five))
        .map(|(point, _)| point);
    if patterns.board().rules().variant() != Variant::Caro {
        add_makers_of_fours(patterns, !attacker, completing.next()?, &mut list)?;
        return Some(list);
    }
    for completing in completing {
        add_makers_of_fours(patterns, !attacker, completing, &mut list)?;
        let ends = ends_of_five(patterns, attacker, four, [slot, completing]);
        // A stone at an end closes the four, or makes the other end one that does.
        for (_, end) in ends.into_iter().filter(|&(cell, _)| cell == Cell::Empty) {
            list.add(end);
        }
        if let Some(reply) = closing_end(ends, attacker) {
            add_makers_of_fours(patterns, !attacker, reply, &mut list)?;
        }
    }
    Some(list)
}

/// Whether Black has a right, whatever White plays, to every open four that comes of the threes of a point
/// (renju): white stones take from what its other lines are, and add nothing.
fn may_go_on(patterns: &Patterns, slot: usize) -> bool {
    let black = Color::Black;
    let line_patterns = patterns.line_patterns(slot, black);
    let threes = (0..4).filter(|&d| line_patterns[d].is_open_three());
    let mut open_fours = threes.flat_map(|d| {
        let with_stones = patterns.line_patterns_with_stones(slot, d, black, black);
        with_stones
            .filter(|&(_, line_pattern)| line_pattern == Some(LinePattern::OpenFour))
            .map(move |(point, _)| (d, point))
    });
    open_fours.all(|(d, point)| {
        let mut others = patterns.line_patterns(point, black);
        others[d] = LinePattern::OpenFour;
        !Pattern4::of(others, true).may_be_forbidden()
    })
}

/// Adds the points where a stone of `defender` makes a four of a reply; `None` if it is one already.
fn add_makers_of_fours(
    patterns: &Patterns,
    defender: Color,
    reply: usize,
    list: &mut SlotList,
) -> Option<()> {
    let makes_four =
        |line_pattern: LinePattern| line_pattern.is_four() || line_pattern == LinePattern::Five;
    let own = patterns.line_patterns(reply, defender);
    if own.into_iter().any(makes_four) {
        return None;
    }
    for d in 0..4 {
        for (maker, line_pattern) in
            patterns.line_patterns_with_stones(reply, d, defender, defender)
        {
            if line_pattern.is_some_and(makes_four) {
                list.add(maker);
            }
        }
    }
    Some(())
}

/// The points where an opposing stone takes from `slot` a pattern that `stays`.
fn breaking_replies(
    patterns: &Patterns,
    attacker: Color,
    slot: usize,
    stays: impl Fn(Pattern4) -> bool,
) -> SlotList {
    let restrained = patterns.is_renju() && attacker == Color::Black;
    let mut list = SlotList::new();
    list.add(slot);
    let line_patterns = patterns.line_patterns(slot, attacker);
    for d in 0..4 {
        if !line_patterns[d].is_four() && !line_patterns[d].is_open_three() {
            continue;
        }
        for (reply, line_pattern) in
            patterns.line_patterns_with_stones(slot, d, attacker, !attacker)
        {
            // Not written into a copy: a processor waits to read four bytes of which one has just been written.
            let after = |line_pattern| {
                let after = |i| {
                    if i == d {
                        line_pattern
                    } else {
                        line_patterns[i]
                    }
                };
                Pattern4::of(std::array::from_fn(after), restrained)
            };
            if !line_pattern.is_some_and(|line_pattern| stays(after(line_pattern))) {
                list.add(reply);
            }
        }
    }
    list
}

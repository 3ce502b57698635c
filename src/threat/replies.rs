use smallvec::SmallVec;

use crate::game::{Color, Direction, Point, Variant};
use crate::pattern::{Group, Kind, Patterns};

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

/// Every reply that may stop `attacker`, who has points that complete a five now and is not to
/// move: the completing point if there is one. Two such points cannot both be taken, so the list
/// is then empty, except in caro, where a five can also be spoilt by closing its ends: there
/// it holds the completing points and the ends of the fives. In renju a point forbidden to Black is
/// still in the list.
pub fn replies_to_fours(patterns: &Patterns, attacker: Color) -> SlotList {
    let mut list = SlotList::new();
    let fives = patterns.group(attacker, Group::Five);
    for slot in fives.iter() {
        list.add(slot);
    }
    if patterns.board().rules().variant() != Variant::Caro {
        if list.as_slice().len() > 1 {
            return SlotList::new();
        }
        return list;
    }
    for slot in fives.iter() {
        for line in patterns
            .board()
            .lines_through(patterns.point(slot), attacker)
        {
            let (dx, dy) = line.direction.delta();
            let length = line.length as i8;
            let ends = [
                line.start.offset(-dx, -dy),
                line.start.offset(dx * length, dy * length),
            ];
            for end in ends.into_iter().flatten() {
                if patterns.board().rules().contains(end) && patterns.is_empty(patterns.slot(end)) {
                    list.add(patterns.slot(end));
                }
            }
        }
    }
    list
}

/// Every reply, fours of the defender aside, that may stop `attacker`, who has points that make an
/// open four or two fours and is not to move, from having one of them afterwards. A reply left out
/// leaves such a point open.
pub fn open_four_replies(patterns: &Patterns, attacker: Color) -> SlotList {
    let mut list = SlotList::new();
    let mut first = true;
    let open_fours = patterns.group(attacker, Group::Four).iter();
    for slot in open_fours.filter(|&slot| patterns.kind(slot, attacker) == Kind::OpenFour) {
        let breaking = breaking_replies(patterns, attacker, slot);
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

/// The points where an opposing stone takes from `slot` that it makes an open four or two fours.
fn breaking_replies(patterns: &Patterns, attacker: Color, slot: usize) -> SlotList {
    let restrained = patterns.is_renju() && attacker == Color::Black;
    let mut list = SlotList::new();
    list.add(slot);
    let classes = patterns.classes(slot, attacker);
    let centre = patterns.point(slot);
    for (d, direction) in Direction::ALL.into_iter().enumerate() {
        if !classes[d].is_four() {
            continue;
        }
        let (dx, dy) = direction.delta();
        for sign in [-1, 1] {
            for k in 1..=patterns.reach() {
                let (dx, dy) = (dx * sign * k as i8, dy * sign * k as i8);
                let Some(reply) = centre.offset(dx, dy).filter(|&p| on_board(patterns, p)) else {
                    break;
                };
                if !patterns.is_empty(patterns.slot(reply)) {
                    continue;
                }
                let steps = isize::from(sign) * k as isize;
                let mut after = classes;
                if let Some(class) = patterns.class_after_block(slot, d, attacker, steps) {
                    after[d] = class;
                    if Kind::of(after, restrained) == Kind::OpenFour {
                        continue;
                    }
                }
                list.add(patterns.slot(reply));
            }
        }
    }
    list
}

fn on_board(patterns: &Patterns, point: Point) -> bool {
    patterns.board().rules().contains(point)
}

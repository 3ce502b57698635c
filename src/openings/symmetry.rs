use std::collections::HashSet;

use super::opening::Opening;
use crate::game::{Point, Rules};

/// One of the ways a board can be laid upon itself: 8 of a square, 4 of a rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Columns become rows.
    transposes: bool,
    /// Left becomes right.
    flips_x: bool,
    /// Top becomes bottom.
    flips_y: bool,
}

impl Symmetry {
    /// The symmetries of a board: its reflections, and the quarter turns of a square. The first
    /// one changes nothing.
    pub fn of(rules: &Rules) -> Vec<Symmetry> {
        let count = if rules.width() == rules.height() {
            8
        } else {
            4
        };
        (0..count)
            .map(|bits| Symmetry {
                flips_x: bits & 1 != 0,
                flips_y: bits & 2 != 0,
                transposes: bits & 4 != 0,
            })
            .collect()
    }

    /// Where a point of this board comes to lie.
    pub fn apply(self, point: Point, rules: &Rules) -> Point {
        let flip = |flips: bool, at: u8, side: u8| {
            if flips {
                (side - 1).saturating_sub(at)
            } else {
                at
            }
        };
        let x = flip(self.flips_x, point.x(), rules.width());
        let y = flip(self.flips_y, point.y(), rules.height());
        let (x, y) = if self.transposes { (y, x) } else { (x, y) };
        Point::try_new(x, y).unwrap_or(point)
    }

    fn apply_all(self, points: &[Point], rules: &Rules) -> Vec<Point> {
        points.iter().map(|&p| self.apply(p, rules)).collect()
    }
}

/// The stones of an opening, of each colour in the order of the board: equal for openings that
/// reach the same position.
fn position(points: &[Point]) -> Vec<Vec<Point>> {
    (0..2)
        .map(|color| {
            let mut stones: Vec<Point> = points.iter().skip(color).step_by(2).copied().collect();
            stones.sort_unstable();
            stones
        })
        .collect()
}

/// What is equal for two openings if and only if one reaches the other's position or an image of
/// it. Costs as many sorts of the stones as the board has symmetries.
pub(super) fn class(points: &[Point], rules: &Rules) -> Vec<Vec<Point>> {
    Symmetry::of(rules)
        .into_iter()
        .map(|symmetry| position(&symmetry.apply_all(points, rules)))
        .min()
        .unwrap_or_default()
}

/// The set with its images: all openings as they are, then all of them under the second symmetry,
/// and so on, so that the beginning of the result has every opening once. Images that reach a
/// position a second time are left out. An image's name is `name/k`, `k` from 1.
pub fn with_symmetries(openings: &[Opening], rules: &Rules) -> Vec<Opening> {
    let mut seen = HashSet::new();
    let mut all = Vec::new();
    for (k, symmetry) in Symmetry::of(rules).into_iter().enumerate() {
        for opening in openings {
            let points = symmetry.apply_all(&opening.points, rules);
            if !seen.insert(position(&points)) {
                continue;
            }
            let name = match k {
                0 => opening.name.clone(),
                _ => format!("{}/{k}", opening.name),
            };
            all.push(Opening { name, points });
        }
    }
    all
}

/// The set without the openings whose position, or an image of it, an earlier one has reached.
pub fn without_duplicates(openings: &[Opening], rules: &Rules) -> Vec<Opening> {
    let mut seen = HashSet::new();
    openings
        .iter()
        .filter(|opening| seen.insert(class(&opening.points, rules)))
        .cloned()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;
    use crate::openings::read_openings;

    fn rules(width: u32, height: u32) -> Rules {
        Rules::new(width, height, 5, Variant::Freestyle).unwrap()
    }

    #[test]
    fn a_square_has_eight_and_a_rectangle_four() {
        for (width, height, count) in [(15, 15, 8), (8, 5, 4)] {
            let rules = rules(width, height);
            let symmetries = Symmetry::of(&rules);
            assert_eq!(symmetries.len(), count);
            // Each is a permutation of the board; they differ.
            let images: HashSet<Vec<Point>> = symmetries
                .iter()
                .map(|s| rules.points().map(|p| s.apply(p, &rules)).collect())
                .collect();
            assert_eq!(images.len(), count);
            for mut image in images {
                image.sort_unstable();
                assert_eq!(image, rules.points().collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn images_come_after_the_set_and_are_new() {
        let rules = rules(15, 15);
        let set = read_openings("h8 h9\na1 b1 c4", &rules).unwrap();
        let all = with_symmetries(&set, &rules);
        // The first has an axis of symmetry: four images; the second none: eight.
        assert_eq!(all.len(), 12);
        assert_eq!(all[..2], set);
        assert_eq!(all[2].name(), "2/1");
        assert_eq!(all[2].to_string(), "P1 O1 N4");
        assert_eq!(without_duplicates(&all, &rules), set);
        assert_eq!(with_symmetries(&all, &rules).len(), 12);
    }

    #[test]
    fn the_order_of_moves_makes_no_new_opening() {
        let rules = rules(15, 15);
        let set = read_openings("a1 b1 c4\nc4 b1 a1\nb1 a1 c4", &rules).unwrap();
        let names: Vec<_> = without_duplicates(&set, &rules)
            .iter()
            .map(|opening| opening.name().to_owned())
            .collect();
        assert_eq!(names, ["1", "3"]);
    }
}

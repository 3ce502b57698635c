use std::collections::HashSet;

use super::opening::Opening;
use crate::game::{Point, Rules, Symmetry};

fn apply_all(symmetry: Symmetry, points: &[Point], rules: &Rules) -> Vec<Point> {
    points.iter().map(|&p| symmetry.apply(p, rules)).collect()
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
        .map(|symmetry| position(&apply_all(symmetry, points, rules)))
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
            let points = apply_all(symmetry, &opening.points, rules);
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

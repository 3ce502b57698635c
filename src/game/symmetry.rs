use super::point::Point;
use super::rules::Rules;

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

    /// The one that lays everything back.
    pub fn inverse(self) -> Symmetry {
        if !self.transposes {
            return self;
        }
        Symmetry {
            flips_x: self.flips_y,
            flips_y: self.flips_x,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::game::Variant;

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
    fn what_is_laid_back_lies_as_it_lay() {
        for rules in [rules(15, 15), rules(8, 5)] {
            for symmetry in Symmetry::of(&rules) {
                for point in rules.points() {
                    let image = symmetry.apply(point, &rules);
                    assert_eq!(symmetry.inverse().apply(image, &rules), point);
                }
            }
        }
    }
}

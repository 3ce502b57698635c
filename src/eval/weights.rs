//! All weights of the evaluation.

use crate::game::{Color, Variant};
use crate::pattern::{CODES, Class, Kind, code, multisets};

use super::FLAGGED;

/// The number of once-counted facts: the move itself, then [`FLAGGED`](super::FLAGGED) for the side
/// to move and for its opponent.
pub const FLAGS: usize = 1 + 2 * FLAGGED.len();

/// The weights of one variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    /// Per colour and code of the four classes of a point: value, attack, defence.
    pub points: [Vec<[i16; 3]>; 2],
    /// What the facts that are counted once add.
    pub flags: [i16; FLAGS],
}

impl Weights {
    /// The weights the binary ships for a variant.
    pub fn of(variant: Variant) -> &'static Weights {
        static WEIGHTS: [std::sync::OnceLock<Weights>; 4] =
            [const { std::sync::OnceLock::new() }; 4];
        WEIGHTS[variant as usize].get_or_init(|| Weights::prior(variant))
    }

    /// Value, attack and defence of a point with these classes.
    pub fn worth(&self, color: Color, classes: [Class; 4]) -> [i16; 3] {
        self.points[color.index()][code(classes)]
    }

    /// A guess to start fitting from: the classes of the lines added up, and something for what
    /// they combine to.
    pub fn prior(variant: Variant) -> Weights {
        let points = Color::ALL.map(|color| {
            let restrained = variant == Variant::Renju && color == Color::Black;
            let mut points = vec![[0; 3]; CODES];
            for classes in multisets() {
                points[code(classes)] = prior_worth(classes, restrained);
            }
            points
        });
        let flags = [
            20, 30, 15, 90, 15, 45, 200, 400, -15, -8, -40, -8, -15, -80, -120,
        ];
        Weights { points, flags }
    }
}

fn prior_worth(classes: [Class; 4], restrained: bool) -> [i16; 3] {
    // One for each class, in their order.
    const VALUE: [i16; Class::COUNT] = [0, 0, 0, 1, 1, 4, 5, 6, 4, 12, 15, 14, 40, 60];
    const ORDER: [i16; Class::COUNT] = [0, 0, 1, 4, 6, 16, 20, 24, 24, 70, 80, 80, 200, 400];
    let sum = |table: [i16; Class::COUNT]| classes.iter().map(|&c| table[c as usize]).sum::<i16>();
    let (value, order) = match Kind::of(classes, restrained) {
        Kind::Five => (0, 8000),
        Kind::OpenFour => (30, 3000),
        Kind::FourThree => (40, 1000),
        Kind::DoubleThree => (20, 300),
        Kind::FourPlus => (10, 80),
        Kind::ThreePlus => (8, 60),
        Kind::TwoPlus => (3, 20),
        Kind::Forbidden => return [0, 0, 0],
        _ => (0, 0),
    };
    let attack = sum(ORDER) + order;
    [sum(VALUE) + value, attack, attack * 3 / 5]
}

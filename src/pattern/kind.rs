use super::line_pattern::LinePattern;

/// The first of the kinds that belong to a [`ThreatSet`], as all after it do and none before it.
pub(super) const FIRST_THREAT: Kind = Kind::Three;

/// What an empty point is worth to one colour over all its four lines: the strongest combination
/// that a stone there makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// Nothing of note.
    None = 0,
    /// One three or open two.
    Two,
    /// Two or more lines of threes or open twos.
    TwoPlus,
    /// Renju, Black: certainly forbidden.
    Forbidden,
    /// One open three.
    Three,
    /// An open three and a three or open two.
    ThreePlus,
    /// Two open threes.
    DoubleThree,
    /// One four.
    Four,
    /// A four and a three or open two.
    FourPlus,
    /// A four and an open three.
    FourThree,
    /// An open four or two fours: nothing stops a five.
    OpenFour,
    /// A win.
    Five,
    /// Renju, Black: two open threes, forbidden unless the rules room says otherwise; no four.
    MaybeForbidden,
    /// Renju, Black: two open threes and a four; the rules room has to say whether it is forbidden.
    MaybeForbiddenFour,
}

impl Kind {
    /// The number of kinds.
    pub const COUNT: usize = 14;

    /// All kinds: `Kind::ALL[k as usize] == k`.
    pub const ALL: [Kind; Kind::COUNT] = [
        Kind::None,
        Kind::Two,
        Kind::TwoPlus,
        Kind::Forbidden,
        Kind::Three,
        Kind::ThreePlus,
        Kind::DoubleThree,
        Kind::Four,
        Kind::FourPlus,
        Kind::FourThree,
        Kind::OpenFour,
        Kind::Five,
        Kind::MaybeForbidden,
        Kind::MaybeForbiddenFour,
    ];

    /// The kind with this number; `None` for numbers of 14 and more.
    #[inline(always)]
    pub(super) const fn from_number(number: u8) -> Kind {
        if (number as usize) < Kind::COUNT {
            Kind::ALL[number as usize]
        } else {
            Kind::None
        }
    }

    /// The kind of a point from its four line patterns. `restrained` for Black in renju.
    pub fn of(line_patterns: [LinePattern; 4], restrained: bool) -> Kind {
        let count =
            |test: fn(LinePattern) -> bool| line_patterns.iter().filter(|&&c| test(c)).count();
        if line_patterns.contains(&LinePattern::Five) {
            return Kind::Five;
        }
        let fours = count(LinePattern::is_four);
        let threes = count(LinePattern::is_open_three);
        if restrained {
            if fours >= 2 || line_patterns.contains(&LinePattern::Foul) {
                return Kind::Forbidden;
            }
            if threes >= 2 {
                return if fours > 0 {
                    Kind::MaybeForbiddenFour
                } else {
                    Kind::MaybeForbidden
                };
            }
        }
        let more = count(|c| c == LinePattern::Three || c.is_open_two());
        match (
            line_patterns.contains(&LinePattern::OpenFour) || fours >= 2,
            fours,
            threes,
            more,
        ) {
            (true, ..) => Kind::OpenFour,
            (_, 1.., 1.., _) => Kind::FourThree,
            (_, 1.., _, 1..) => Kind::FourPlus,
            (_, 1.., ..) => Kind::Four,
            (_, _, 2.., _) => Kind::DoubleThree,
            (_, _, 1, 1..) => Kind::ThreePlus,
            (_, _, 1, _) => Kind::Three,
            (_, _, _, 2..) => Kind::TwoPlus,
            (_, _, _, 1) => Kind::Two,
            _ => Kind::None,
        }
    }

    /// The threat sets that a point of this kind belongs to: a bit a [`ThreatSet`].
    pub(super) const fn threats(self) -> u8 {
        match self {
            Kind::Five => 1 << ThreatSet::Five as u8,
            Kind::Four
            | Kind::FourPlus
            | Kind::FourThree
            | Kind::OpenFour
            | Kind::MaybeForbiddenFour => 1 << ThreatSet::Four as u8,
            Kind::Three | Kind::ThreePlus | Kind::DoubleThree | Kind::MaybeForbidden => {
                1 << ThreatSet::Three as u8
            }
            Kind::None | Kind::Two | Kind::TwoPlus | Kind::Forbidden => 0,
        }
    }
}

/// Which of the sets of threatening points is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ThreatSet {
    /// Points that win.
    Five = 0,
    /// Points that make a four or an open four.
    Four = 1,
    /// Points that make an open three and no four.
    Three = 2,
}

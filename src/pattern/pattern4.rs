use super::line_pattern::LinePattern;

/// The first of the patterns that belong to a [`ThreatSet`], as all after it do and none before it.
pub(super) const FIRST_THREAT: Pattern4 = Pattern4::Three;

/// What an empty point is worth to one colour over all its four lines: the strongest combination
/// that a stone there makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Pattern4 {
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

impl Pattern4 {
    /// The number of patterns.
    pub const COUNT: usize = 14;

    /// All patterns: `Pattern4::ALL[k as usize] == k`.
    pub const ALL: [Pattern4; Pattern4::COUNT] = [
        Pattern4::None,
        Pattern4::Two,
        Pattern4::TwoPlus,
        Pattern4::Forbidden,
        Pattern4::Three,
        Pattern4::ThreePlus,
        Pattern4::DoubleThree,
        Pattern4::Four,
        Pattern4::FourPlus,
        Pattern4::FourThree,
        Pattern4::OpenFour,
        Pattern4::Five,
        Pattern4::MaybeForbidden,
        Pattern4::MaybeForbiddenFour,
    ];

    /// The pattern with the number in the lowest four bits; `None` for 14 and 15.
    #[inline(always)]
    pub(super) const fn from_number(number: u8) -> Pattern4 {
        const BY_NUMBER: [Pattern4; 16] = {
            let mut all = [Pattern4::None; 16];
            let mut i = 0;
            while i < Pattern4::COUNT {
                all[i] = Pattern4::ALL[i];
                i += 1;
            }
            all
        };
        BY_NUMBER[number as usize % 16]
    }

    /// The pattern of a point from its four line patterns. `restrained` for Black in renju.
    pub fn of(line_patterns: [LinePattern; 4], restrained: bool) -> Pattern4 {
        let count =
            |test: fn(LinePattern) -> bool| line_patterns.iter().filter(|&&c| test(c)).count();
        if line_patterns.contains(&LinePattern::Five) {
            return Pattern4::Five;
        }
        let fours = count(LinePattern::is_four);
        let threes = count(LinePattern::is_open_three);
        if restrained {
            if fours >= 2 || line_patterns.contains(&LinePattern::Foul) {
                return Pattern4::Forbidden;
            }
            if threes >= 2 {
                return if fours > 0 {
                    Pattern4::MaybeForbiddenFour
                } else {
                    Pattern4::MaybeForbidden
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
            (true, ..) => Pattern4::OpenFour,
            (_, 1.., 1.., _) => Pattern4::FourThree,
            (_, 1.., _, 1..) => Pattern4::FourPlus,
            (_, 1.., ..) => Pattern4::Four,
            (_, _, 2.., _) => Pattern4::DoubleThree,
            (_, _, 1, 1..) => Pattern4::ThreePlus,
            (_, _, 1, _) => Pattern4::Three,
            (_, _, _, 2..) => Pattern4::TwoPlus,
            (_, _, _, 1) => Pattern4::Two,
            _ => Pattern4::None,
        }
    }

    /// Whether Black may have no right to a point of this pattern (renju).
    #[inline]
    pub fn may_be_forbidden(self) -> bool {
        matches!(
            self,
            Pattern4::Forbidden | Pattern4::MaybeForbidden | Pattern4::MaybeForbiddenFour
        )
    }

    /// The threat sets that a point of this pattern belongs to: a bit a [`ThreatSet`].
    pub(super) const fn threats(self) -> u8 {
        match self {
            Pattern4::Five => 1 << ThreatSet::Five as u8,
            Pattern4::Four
            | Pattern4::FourPlus
            | Pattern4::FourThree
            | Pattern4::OpenFour
            | Pattern4::MaybeForbiddenFour => 1 << ThreatSet::Four as u8,
            Pattern4::Three
            | Pattern4::ThreePlus
            | Pattern4::DoubleThree
            | Pattern4::MaybeForbidden => 1 << ThreatSet::Three as u8,
            Pattern4::None | Pattern4::Two | Pattern4::TwoPlus | Pattern4::Forbidden => 0,
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

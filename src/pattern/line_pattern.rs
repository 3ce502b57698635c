/// What one line through an empty point is worth to one colour, if that colour puts a stone there.
///
/// `n` is the win length. A *five* is a completed win, a *four* one move from a five, and so on
/// down; the names are those of n = 5. In the drawings (freestyle, n = 5) `P` is the point asked
/// about, `X` an own stone, `.` an empty point, `|` an opposing stone or the edge.
///
/// Only what contains the stone on `P` counts: a four elsewhere on the line is no merit of `P`.
///
/// | line pattern | drawing | meaning |
/// |---|---|---|
/// | `Dead` | `\|..P.\|` | no five can ever contain `P` |
/// | `Foul` | `X.XPX.X` | renju, Black: an overline, or two fours on this line |
/// | `One` | `\|P....` | one move makes a `Two` |
/// | `OpenOne` | `...P...` | one move makes an open two |
/// | `Two` | `\|PX...` | one move makes a `Three` |
/// | `OpenTwo` | `.X..P.` | at most two points make an open three |
/// | `OpenTwo3` | `..X.P..` | three points make an open three |
/// | `OpenTwo4` | `...XP...` | four points or more make an open three |
/// | `Three` | `\|PXX..` | one move makes a four |
/// | `OpenThree` | `.XPX.\|` with room | one point makes an open four |
/// | `OpenThree2` | `..XPX..` | two points or more make an open four |
/// | `Four` | `\|PXXX.` | one move makes a five, and one reply prevents it |
/// | `OpenFour` | `.XPXX.` | no single reply prevents a five |
/// | `Five` | `XXPXX` | a win |
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum LinePattern {
    Dead = 0,
    Foul,
    One,
    OpenOne,
    Two,
    OpenTwo,
    OpenTwo3,
    OpenTwo4,
    Three,
    OpenThree,
    OpenThree2,
    Four,
    OpenFour,
    Five,
}

impl LinePattern {
    /// The number of line patterns.
    pub const COUNT: usize = 14;

    /// All line patterns: `LinePattern::ALL[c as usize] == c`.
    pub const ALL: [LinePattern; LinePattern::COUNT] = [
        LinePattern::Dead,
        LinePattern::Foul,
        LinePattern::One,
        LinePattern::OpenOne,
        LinePattern::Two,
        LinePattern::OpenTwo,
        LinePattern::OpenTwo3,
        LinePattern::OpenTwo4,
        LinePattern::Three,
        LinePattern::OpenThree,
        LinePattern::OpenThree2,
        LinePattern::Four,
        LinePattern::OpenFour,
        LinePattern::Five,
    ];

    /// The line pattern with this number; numbers of 14 and more are taken for `Dead`.
    #[inline]
    pub const fn from_nibble(nibble: u8) -> LinePattern {
        if (nibble as usize) < LinePattern::COUNT {
            LinePattern::ALL[nibble as usize]
        } else {
            LinePattern::Dead
        }
    }

    /// `Four` or `OpenFour`.
    #[inline]
    pub const fn is_four(self) -> bool {
        matches!(self, LinePattern::Four | LinePattern::OpenFour)
    }

    /// `OpenThree` or `OpenThree2`.
    #[inline]
    pub const fn is_open_three(self) -> bool {
        matches!(self, LinePattern::OpenThree | LinePattern::OpenThree2)
    }

    /// One of the three open twos.
    #[inline]
    pub const fn is_open_two(self) -> bool {
        matches!(
            self,
            LinePattern::OpenTwo | LinePattern::OpenTwo3 | LinePattern::OpenTwo4
        )
    }
}

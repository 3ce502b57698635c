/// What one line through an empty point is worth to one colour, if that colour puts a stone there.
///
/// `n` is the win length. A *five* is a completed win, a *four* one move from a five, and so on
/// down; the names are those of n = 5. In the drawings (freestyle, n = 5) `P` is the point asked
/// about, `X` an own stone, `.` an empty point, `|` an opposing stone or the edge.
///
/// Only what contains the stone on `P` counts: a four elsewhere on the line is no merit of `P`.
///
/// | class | drawing | meaning |
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
pub enum Class {
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

impl Class {
    /// The number of classes.
    pub const COUNT: usize = 14;

    /// All classes: `Class::ALL[c as usize] == c`.
    pub const ALL: [Class; Class::COUNT] = [
        Class::Dead,
        Class::Foul,
        Class::One,
        Class::OpenOne,
        Class::Two,
        Class::OpenTwo,
        Class::OpenTwo3,
        Class::OpenTwo4,
        Class::Three,
        Class::OpenThree,
        Class::OpenThree2,
        Class::Four,
        Class::OpenFour,
        Class::Five,
    ];

    /// The class with this number; numbers of 14 and more are taken for `Dead`.
    #[inline]
    pub const fn from_nibble(nibble: u8) -> Class {
        if (nibble as usize) < Class::COUNT {
            Class::ALL[nibble as usize]
        } else {
            Class::Dead
        }
    }

    /// `Four` or `OpenFour`.
    #[inline]
    pub const fn is_four(self) -> bool {
        matches!(self, Class::Four | Class::OpenFour)
    }

    /// `OpenThree` or `OpenThree2`.
    #[inline]
    pub const fn is_open_three(self) -> bool {
        matches!(self, Class::OpenThree | Class::OpenThree2)
    }

    /// One of the three open twos.
    #[inline]
    pub const fn is_open_two(self) -> bool {
        matches!(self, Class::OpenTwo | Class::OpenTwo3 | Class::OpenTwo4)
    }
}

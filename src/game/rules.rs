use std::fmt;

use thiserror::Error;

use super::color::Color;
use super::point::{MAX_SIDE, Point, Points};

/// The shortest side of a board.
pub const MIN_SIDE: u8 = 3;

/// The only win length renju is defined for, and the least longer side of its boards.
const RENJU_LENGTH: u8 = 5;

/// Which runs of stones win, and which moves are forbidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Variant {
    /// n or more in a row win.
    #[default]
    Freestyle,
    /// Exactly n in a row win; a longer run is nothing ("standard gomoku").
    Exact,
    /// Five in a row, exactly five for Black, five or more for White; Black may not make an
    /// overline, a double-four or a double-three
    /// ([`Position::forbidden`](super::Position::forbidden)).
    Renju,
    /// Exactly n in a row win unless both ends are closed by stones of the opponent; the edge of
    /// the board closes nothing. The kind of caro in which overlines win is not offered.
    Caro,
}

impl Variant {
    /// The four variants, in a fixed order.
    pub const ALL: [Variant; 4] = [
        Variant::Freestyle,
        Variant::Exact,
        Variant::Renju,
        Variant::Caro,
    ];

    /// The name in lower case, as options and protocols write it.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Freestyle => "freestyle",
            Variant::Exact => "exact",
            Variant::Renju => "renju",
            Variant::Caro => "caro",
        }
    }
}

/// Which unbroken runs of one colour win: the one rule that the win checker, the forbidden points and
/// the tables of patterns are made from. `n` is the win length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WinRule {
    /// n or more in a row.
    AtLeast,
    /// Exactly n in a row.
    Exactly,
    /// Exactly n in a row, not closed by opposing stones at both ends.
    ExactlyNotClosed,
}

impl WinRule {
    /// Whether a run of `length` stones wins. `closed` says whether an opposing stone stands behind
    /// each of its two ends; it is asked only where that matters. The edge of the board closes nothing.
    ///
    /// ```
    /// use lianzhu::game::WinRule;
    /// assert!(WinRule::AtLeast.wins(5, 6, || true));
    /// assert!(!WinRule::Exactly.wins(5, 6, || false));
    /// assert!(!WinRule::ExactlyNotClosed.wins(5, 5, || true));
    /// ```
    #[inline(always)]
    pub fn wins(self, n: u32, length: u32, closed: impl FnOnce() -> bool) -> bool {
        match self {
            WinRule::AtLeast => length >= n,
            WinRule::Exactly => length == n,
            WinRule::ExactlyNotClosed => length == n && !closed(),
        }
    }
}

impl Variant {
    /// Which runs win for a colour.
    #[inline]
    pub const fn win_rule(self, color: Color) -> WinRule {
        match (self, color) {
            (Variant::Freestyle, _) | (Variant::Renju, Color::White) => WinRule::AtLeast,
            (Variant::Exact, _) | (Variant::Renju, Color::Black) => WinRule::Exactly,
            (Variant::Caro, _) => WinRule::ExactlyNotClosed,
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a combination of board, win length and variant is no game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RulesError {
    /// The width is outside 3..=52.
    #[error("the width must be {MIN_SIDE} to {MAX_SIDE}, not {0}")]
    Width(u32),
    /// The height is outside 3..=52.
    #[error("the height must be {MIN_SIDE} to {MAX_SIDE}, not {0}")]
    Height(u32),
    /// The win length is below 3 or above the longer side.
    #[error("the win length must be {MIN_SIDE} to {longer_side} on this board, not {asked}")]
    WinLength {
        /// The win length asked for.
        asked: u32,
        /// The largest one this board has room for.
        longer_side: u8,
    },
    /// Renju with a win length other than five.
    #[error("renju is played with win length 5 only, not {0}")]
    RenjuWinLength(u32),
    /// Renju on a board without a side of five or more.
    #[error("renju needs a board with a side of 5 or more")]
    RenjuBoard,
}

/// A game: width, height, win length and variant. Every value of this type can be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    width: u8,
    height: u8,
    win_length: u8,
    variant: Variant,
}

impl Rules {
    /// A game on `width` × `height` points, both 3..=52, with `win_length` 3..=longer side.
    ///
    /// # Errors
    ///
    /// The first bound that is broken, checked in the order of the arguments.
    ///
    /// ```
    /// use lianzhu::game::{Rules, RulesError, Variant};
    /// assert!(Rules::new(20, 12, 6, Variant::Caro).is_ok());
    /// assert_eq!(Rules::new(15, 53, 5, Variant::Exact), Err(RulesError::Height(53)));
    /// assert_eq!(Rules::new(15, 15, 6, Variant::Renju), Err(RulesError::RenjuWinLength(6)));
    /// ```
    pub fn new(
        width: u32,
        height: u32,
        win_length: u32,
        variant: Variant,
    ) -> Result<Rules, RulesError> {
        let side = |n: u32| {
            u8::try_from(n)
                .ok()
                .filter(|n| (MIN_SIDE..=MAX_SIDE).contains(n))
        };
        let w = side(width).ok_or(RulesError::Width(width))?;
        let h = side(height).ok_or(RulesError::Height(height))?;
        let longer_side = w.max(h);
        if variant == Variant::Renju && longer_side < RENJU_LENGTH {
            return Err(RulesError::RenjuBoard);
        }
        let n = u8::try_from(win_length)
            .ok()
            .filter(|n| (MIN_SIDE..=longer_side).contains(n))
            .ok_or(RulesError::WinLength {
                asked: win_length,
                longer_side,
            })?;
        if variant == Variant::Renju && n != RENJU_LENGTH {
            return Err(RulesError::RenjuWinLength(win_length));
        }
        Ok(Rules {
            width: w,
            height: h,
            win_length: n,
            variant,
        })
    }

    /// Like [`Rules::new`], but a board too small for the win length plays with its longer side.
    ///
    /// # Errors
    ///
    /// As [`Rules::new`]; a win length below 3 is still refused, and renju still asks for five.
    ///
    /// ```
    /// use lianzhu::game::{Rules, Variant};
    /// assert_eq!(Rules::fitted(4, 3, 5, Variant::Freestyle)?.win_length(), 4);
    /// # Ok::<(), lianzhu::game::RulesError>(())
    /// ```
    pub fn fitted(
        width: u32,
        height: u32,
        win_length: u32,
        variant: Variant,
    ) -> Result<Rules, RulesError> {
        let longest = width.max(height).max(u32::from(MIN_SIDE));
        Rules::new(width, height, win_length.min(longest), variant)
    }

    /// Columns, 3..=52.
    #[inline]
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// Rows, 3..=52.
    #[inline]
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// How many in a row win, 3..=longer side.
    #[inline]
    pub const fn win_length(&self) -> u8 {
        self.win_length
    }

    /// Which runs win and which moves are forbidden.
    #[inline]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The number of points, 9..=2704.
    #[inline]
    pub const fn area(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// The longer of the two sides.
    #[inline]
    pub fn longer_side(&self) -> u8 {
        self.width.max(self.height)
    }

    /// Whether the point lies on this board.
    #[inline]
    pub const fn contains(&self, point: Point) -> bool {
        point.x() < self.width && point.y() < self.height
    }

    /// All points of the board, row by row from the lower left corner.
    pub fn points(&self) -> Points {
        Points::new(self.width, self.height)
    }
}

impl Default for Rules {
    /// 15×15, five in a row, freestyle.
    fn default() -> Rules {
        Rules {
            width: 15,
            height: 15,
            win_length: 5,
            variant: Variant::Freestyle,
        }
    }
}

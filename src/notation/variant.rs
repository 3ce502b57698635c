use std::str::FromStr;

use thiserror::Error;

use crate::game::Variant;

/// A text that names no variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the rules are freestyle, exact (or standard), renju and caro")]
pub struct ParseVariantError;

impl FromStr for Variant {
    type Err = ParseVariantError;

    /// Reads a variant by its [name](Variant::name), in any case; `standard` is another name of
    /// `exact`.
    ///
    /// ```
    /// use lianzhu::game::Variant;
    /// assert_eq!("Renju".parse(), Ok(Variant::Renju));
    /// assert_eq!("standard".parse(), Ok(Variant::Exact));
    /// assert!("go".parse::<Variant>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Variant, ParseVariantError> {
        if text.eq_ignore_ascii_case("standard") {
            return Ok(Variant::Exact);
        }
        let mut known = Variant::ALL.into_iter();
        known
            .find(|variant| variant.name().eq_ignore_ascii_case(text))
            .ok_or(ParseVariantError)
    }
}

use std::sync::OnceLock;

use super::positions::OpeningBook;
use crate::game::{Rules, Variant};

/// The win length of the games that have books.
const WIN_LENGTH: u8 = 5;

/// The books in the binary, one for each variant and board. `lianzhu book` makes such a file.
const BOOKS: [(Variant, u8, &str); 8] = [
    (Variant::Freestyle, 15, include_str!("freestyle-15.txt")),
    (Variant::Freestyle, 20, include_str!("freestyle-20.txt")),
    (Variant::Exact, 15, include_str!("exact-15.txt")),
    (Variant::Exact, 20, include_str!("exact-20.txt")),
    (Variant::Renju, 15, include_str!("renju-15.txt")),
    (Variant::Renju, 20, include_str!("renju-20.txt")),
    (Variant::Caro, 15, include_str!("caro-15.txt")),
    (Variant::Caro, 20, include_str!("caro-20.txt")),
];

impl OpeningBook {
    /// The book that the program has in it for games of these rules. The first call reads it.
    pub fn embedded(rules: &Rules) -> Option<&'static OpeningBook> {
        static READ: [OnceLock<Option<OpeningBook>>; BOOKS.len()] =
            [const { OnceLock::new() }; BOOKS.len()];
        let index = BOOKS.iter().position(|&(variant, side, _)| {
            let game = (rules.variant(), rules.width(), rules.height());
            game == (variant, side, side) && rules.win_length() == WIN_LENGTH
        })?;
        let read = || BOOKS[index].2.parse().ok();
        READ[index].get_or_init(read).as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_books_are_whole() {
        for (variant, side, text) in BOOKS {
            let rules = Rules::new(side.into(), side.into(), 5, variant).unwrap();
            let book: OpeningBook = text.parse().unwrap();
            assert_eq!(book.rules(), &rules);
            assert_eq!(book.to_string(), text);
            assert!(book.len() >= 50, "{variant} {side}");
            assert_eq!(OpeningBook::embedded(&rules), Some(&book));
        }
    }
}

use std::sync::Arc;

use crate::book::OpeningBook;
use crate::game::Rules;
use crate::solve::ProofBook;

/// What a searching player plays by at full strength without thinking.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Book {
    /// What the program has in it: proofs, where no variety is asked for, and opening books.
    #[default]
    Embedded,
    /// Nothing.
    Off,
    /// This proof alone.
    Proof(ProofBook),
    /// This opening book alone.
    Openings(Arc<OpeningBook>),
}

impl Book {
    /// The proof to play by in a game of these rules.
    pub(super) fn proof(&self, rules: &Rules, variety: bool) -> Option<ProofBook> {
        match self {
            Book::Embedded if !variety => ProofBook::embedded(rules),
            Book::Proof(book) => Some(book.clone()).filter(|book| book.rules() == rules),
            _ => None,
        }
    }

    /// The opening book to look into in a game of these rules.
    pub(super) fn openings(&self, rules: &Rules) -> Option<&OpeningBook> {
        match self {
            Book::Embedded => OpeningBook::embedded(rules),
            Book::Openings(book) => Some(book),
            _ => None,
        }
    }
}

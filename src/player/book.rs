use crate::game::Rules;
use crate::solve::ProofBook;

/// The proven games that a searching player wins by the proof, at full strength.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Book {
    /// Those that the program has in it, where no variety is asked for.
    #[default]
    Embedded,
    /// None.
    Off,
    /// This one alone.
    Proof(ProofBook),
}

impl Book {
    /// The proof to play by in a game of these rules.
    pub(super) fn of(&self, rules: &Rules, variety: bool) -> Option<ProofBook> {
        match self {
            Book::Embedded if !variety => ProofBook::embedded(rules),
            Book::Proof(book) => Some(book.clone()).filter(|book| book.rules() == rules),
            _ => None,
        }
    }
}

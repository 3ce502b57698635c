//! The text as tokens, without a tree and without copies.

use super::error::SgfError;

/// A piece of a game record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    /// A property with its values, at least one, as they stand between the brackets.
    Property {
        /// The capital letters of its name; older editions put small ones between.
        name: String,
        /// The raw values, escapes included.
        values: Vec<&'a [u8]>,
    },
}

/// Cuts text into tokens.
#[derive(Debug)]
pub(super) struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    /// Where the last token began, or what is wrong with it.
    begun: usize,
    /// How far lines have been counted, and the line there, from 1.
    counted: (usize, usize),
}

impl<'a> Lexer<'a> {
    /// A lexer at the first game tree: what stands before is no part of the record. `None` if
    /// there is no game tree.
    pub(super) fn new(text: &'a [u8]) -> Option<Lexer<'a>> {
        let is_start = |&at: &usize| match text.get(at..) {
            Some([b'(', behind @ ..]) => {
                let mut behind = behind.iter();
                behind.find(|byte| !byte.is_ascii_whitespace()) == Some(&b';')
            }
            _ => false,
        };
        // Each blank is looked at for one bracket only: brackets are no blanks.
        let at = (0..text.len()).find(is_start)?;
        Some(Lexer {
            text,
            at,
            begun: at,
            counted: (0, 1),
        })
    }

    /// The line on which the last token began, from 1; at the end of the text the last one that is
    /// not blank.
    pub(super) fn line(&mut self) -> usize {
        let (counted, line) = self.counted;
        let passed = self.text.get(counted..self.begun).unwrap_or_default();
        let line = line + passed.iter().filter(|&&byte| byte == b'\n').count();
        self.counted = (self.begun, line);
        line
    }

    /// An error in the last token.
    pub(super) fn error(&mut self, what: &'static str) -> SgfError {
        let line = self.line();
        SgfError::Syntax { line, what }
    }

    /// The next token, `None` at the end of the text.
    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, SgfError> {
        self.skip_blanks();
        self.begun = self.at;
        let Some(byte) = self.peek() else {
            self.begun = self.text.trim_ascii_end().len();
            return Ok(None);
        };
        let token = match byte {
            b'(' => Token::Open,
            b')' => Token::Close,
            b';' => Token::Node,
            byte if byte.is_ascii_alphabetic() => return self.property().map(Some),
            _ => return Err(self.error("this is no property, node or variation")),
        };
        self.at += 1;
        Ok(Some(token))
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn property(&mut self) -> Result<Token<'a>, SgfError> {
        let mut name = String::new();
        while let Some(byte) = self.peek().filter(u8::is_ascii_alphabetic) {
            if byte.is_ascii_uppercase() {
                name.push(char::from(byte));
            }
            self.at += 1;
        }
        let mut values = Vec::new();
        loop {
            self.skip_blanks();
            if self.peek() != Some(b'[') {
                break;
            }
            self.at += 1;
            values.push(self.value()?);
        }
        if values.is_empty() {
            return Err(self.error("a property has no value"));
        }
        Ok(Token::Property { name, values })
    }

    /// The rest of a value whose bracket is open.
    fn value(&mut self) -> Result<&'a [u8], SgfError> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let mut escaped = false;
        for (length, &byte) in rest.iter().enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b']' => {
                    self.at += length + 1;
                    return Ok(rest.get(..length).unwrap_or(rest));
                }
                _ => {}
            }
        }
        self.begun = self.at;
        Err(self.error("a value has no end"))
    }
}

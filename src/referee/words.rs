//! A command line in one string, cut into words as a shell cuts it.

use thiserror::Error;

/// Why a string cannot be cut into words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum WordsError {
    /// A quote is opened and never closed.
    #[error("a {0} quote is not closed")]
    OpenQuote(char),
    /// The string ends with a backslash.
    #[error("nothing follows the last backslash")]
    LastBackslash,
}

/// Cuts `text` at blanks. `'…'` keeps everything as it is; `"…"` keeps all but `\"` and `\\`, which
/// are a quote and a backslash; outside of quotes a backslash keeps the next character. Quoted
/// parts may stand inside a word; nothing else means anything (no variables, no wildcards).
///
/// # Errors
///
/// A quote or a backslash without its other half.
///
/// ```
/// use lianzhu::referee::split_words;
/// let words = split_words(r#"cmd='my engine' "say=a \"b\"" c\ d"#)?;
/// assert_eq!(words, ["cmd=my engine", "say=a \"b\"", "c d"]);
/// # Ok::<(), lianzhu::referee::WordsError>(())
/// ```
pub fn split_words(text: &str) -> Result<Vec<String>, WordsError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' | '"' => quoted(c, &mut chars, word.get_or_insert_default())?,
            '\\' => {
                let kept = chars.next().ok_or(WordsError::LastBackslash)?;
                word.get_or_insert_default().push(kept);
            }
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

fn quoted(
    quote: char,
    chars: &mut std::str::Chars<'_>,
    word: &mut String,
) -> Result<(), WordsError> {
    while let Some(c) = chars.next() {
        match c {
            c if c == quote => return Ok(()),
            '\\' if quote == '"' => match chars.next() {
                Some(kept @ ('"' | '\\')) => word.push(kept),
                Some(other) => word.extend(['\\', other]),
                None => break,
            },
            c => word.push(c),
        }
    }
    Err(WordsError::OpenQuote(quote))
}

/// Writes a word so that [`split_words`] reads it back as one.
pub fn quote_word(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-+=./:,%@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_quotes_and_backslashes() {
        let cases: [(&str, &[&str]); 7] = [
            ("", &[]),
            ("  a\tb\nc ", &["a", "b", "c"]),
            ("''", &[""]),
            (r"'a\b' c", &[r"a\b", "c"]),
            (r#""a\nb""#, &[r"a\nb"]),
            (r"a\'b", &["a'b"]),
            (r#"x='1 2'"3 4"5"#, &["x=1 23 45"]),
        ];
        for (text, words) in cases {
            assert_eq!(split_words(text).unwrap(), words, "{text}");
        }
        assert_eq!(split_words("a 'b"), Err(WordsError::OpenQuote('\'')));
        assert_eq!(split_words(r#""b\""#), Err(WordsError::OpenQuote('"')));
        assert_eq!(split_words(r"b\"), Err(WordsError::LastBackslash));
    }

    #[test]
    fn a_quoted_word_is_one_word() {
        for word in ["", "plain", "two words", "it's", r#""\"#, "ü=1"] {
            assert_eq!(split_words(&quote_word(word)).unwrap(), [word]);
        }
    }
}

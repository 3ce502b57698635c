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

/// What a backslash means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Backslash {
    /// It keeps the next character as it is.
    Keeps,
    /// Itself: it stands between the folders of a path.
    Plain,
}

impl Backslash {
    const HERE: Backslash = if cfg!(windows) {
        Backslash::Plain
    } else {
        Backslash::Keeps
    };
}

/// Cuts `text` at blanks. `'…'` keeps everything as it is; `"…"` keeps all but `\"` and `\\`, which
/// are a quote and a backslash; outside of quotes a backslash keeps the next character. Quoted
/// parts may stand inside a word; nothing else means anything (no variables, no wildcards).
///
/// On Windows a backslash is a backslash everywhere, as paths are full of them; a quote stands between
/// quotes of the other kind, as it may on other systems.
///
/// # Errors
///
/// A quote or a backslash without its other half.
///
/// ```
/// use lianzhu::referee::split_words;
/// let words = split_words(r#"cmd='my engine' "say=it's" 'c:\engines\x.exe'"#)?;
/// assert_eq!(words, ["cmd=my engine", "say=it's", r"c:\engines\x.exe"]);
/// # Ok::<(), lianzhu::referee::WordsError>(())
/// ```
pub fn split_words(text: &str) -> Result<Vec<String>, WordsError> {
    split(text, Backslash::HERE)
}

fn split(text: &str, backslash: Backslash) -> Result<Vec<String>, WordsError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' | '"' => quoted(c, &mut chars, word.get_or_insert_default(), backslash)?,
            '\\' if backslash == Backslash::Keeps => {
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
    backslash: Backslash,
) -> Result<(), WordsError> {
    while let Some(c) = chars.next() {
        match c {
            c if c == quote => return Ok(()),
            '\\' if quote == '"' && backslash == Backslash::Keeps => match chars.next() {
                Some(kept @ ('"' | '\\')) => word.push(kept),
                Some(other) => word.extend(['\\', other]),
                None => break,
            },
            c => word.push(c),
        }
    }
    Err(WordsError::OpenQuote(quote))
}

/// Writes a word so that [`split_words`] reads it back as one, on every system.
pub fn quote_word(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-+=./:,%@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r#"'"'"'"#))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_quotes() {
        let cases: [(&str, &[&str]); 5] = [
            ("", &[]),
            ("  a\tb\nc ", &["a", "b", "c"]),
            ("''", &[""]),
            (r"'a\b' c", &[r"a\b", "c"]),
            (r#"x='1 2'"3 4"5"#, &["x=1 23 45"]),
        ];
        for backslash in [Backslash::Keeps, Backslash::Plain] {
            for (text, words) in cases {
                assert_eq!(split(text, backslash).unwrap(), words, "{text}");
            }
            let open = |quote| Err(WordsError::OpenQuote(quote));
            assert_eq!(split("a 'b", backslash), open('\''));
            assert_eq!(split(r#""b"#, backslash), open('"'));
        }
    }

    #[test]
    fn backslashes() {
        let cases: [(&str, &[&str], &[&str]); 5] = [
            (r#""a\nb""#, &[r"a\nb"], &[r"a\nb"]),
            (r"a\ b", &["a b"], &[r"a\", "b"]),
            (r#""\\x\y\\""#, &[r"\x\y\"], &[r"\\x\y\\"]),
            (r"c:\x.exe", &["c:x.exe"], &[r"c:\x.exe"]),
            (r#""c:\a b\x.exe""#, &[r"c:\a b\x.exe"], &[r"c:\a b\x.exe"]),
        ];
        for (text, kept, plain) in cases {
            assert_eq!(split(text, Backslash::Keeps).unwrap(), kept, "{text}");
            assert_eq!(split(text, Backslash::Plain).unwrap(), plain, "{text}");
        }
        assert_eq!(
            split(r"b\", Backslash::Keeps),
            Err(WordsError::LastBackslash)
        );
        assert_eq!(split(r"b\", Backslash::Plain).unwrap(), [r"b\"]);
        let open = split(r#""b\""#, Backslash::Keeps);
        assert_eq!(open, Err(WordsError::OpenQuote('"')));
        assert_eq!(split(r#""b\""#, Backslash::Plain).unwrap(), [r"b\"]);
    }

    #[test]
    fn a_quoted_word_is_one_word() {
        for word in ["", "plain", "two words", "it's", r#""\"#, "ü=1", r"c:\x y\"] {
            for backslash in [Backslash::Keeps, Backslash::Plain] {
                assert_eq!(split(&quote_word(word), backslash).unwrap(), [word]);
            }
        }
    }
}

//! What all protocols do with the bytes of a line before they read it.

/// Some shells begin what they pipe with this mark, which is no part of any command.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The line without control characters, tabs as blanks. Bytes that are no UTF-8 become U+FFFD,
/// which no command and no argument contains.
pub(super) fn clean(bytes: &[u8]) -> String {
    let kept: Vec<u8> = bytes
        .iter()
        .map(|&byte| if byte == b'\t' { b' ' } else { byte })
        .filter(|byte| !byte.is_ascii_control())
        .collect();
    let text = String::from_utf8_lossy(&kept);
    text.strip_prefix(BYTE_ORDER_MARK)
        .unwrap_or(&text)
        .to_owned()
}

/// The first word, and the rest without blanks before it.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    (word, rest.trim_start_matches(' '))
}

//! The values of properties: numbers, points and text.

use crate::notation::Offset;
use crate::notation::reading::decoded;

/// The letters of a coordinate: column or row 0 to 51.
const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A number from 0 to `u32::MAX`, blanks around it.
pub(super) fn number(value: &[u8]) -> Option<u32> {
    let digits = value.trim_ascii();
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Width and height: one number, or two with a colon between.
pub(super) fn size(value: &[u8]) -> Option<(u32, u32)> {
    match split(value) {
        Some((width, height)) => Some((number(width)?, number(height)?)),
        None => {
            let side = number(value)?;
            Some((side, side))
        }
    }
}

/// A point: two letters.
pub(super) fn point(value: &[u8]) -> Option<Offset> {
    let coordinate = |letter: u8| {
        let at = LETTERS.iter().position(|&known| known == letter)?;
        u16::try_from(at).ok()
    };
    match *value.trim_ascii() {
        [x, y] => Some(Offset {
            x: coordinate(x)?,
            y: coordinate(y)?,
        }),
        _ => None,
    }
}

/// The opposite corners of an area: one point, or two with a colon between.
pub(super) fn area(value: &[u8]) -> Option<(Offset, Offset)> {
    let (first, second) = match split(value) {
        Some((first, second)) => (point(first)?, point(second)?),
        None => (point(value)?, point(value)?),
    };
    let least = Offset {
        x: first.x.min(second.x),
        y: first.y.min(second.y),
    };
    let most = Offset {
        x: first.x.max(second.x),
        y: first.y.max(second.y),
    };
    Some((least, most))
}

/// Whether a move is a pass: nothing stands between the brackets.
pub(super) fn is_pass(value: &[u8]) -> bool {
    value.trim_ascii().is_empty()
}

/// Text on one line: escapes resolved, and [`decoded`].
pub(super) fn text(value: &[u8]) -> String {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.iter().copied();
    while let Some(byte) = rest.next() {
        let (byte, escaped) = match byte {
            b'\\' => match rest.next() {
                Some(next) => (next, true),
                None => break,
            },
            byte => (byte, false),
        };
        match byte {
            // An escaped line break is none.
            b'\r' | b'\n' if escaped => {}
            byte => bytes.push(byte),
        }
    }
    decoded(bytes)
}

/// The two letters of a point, `None` if it lies beyond the largest board.
pub fn point_text(offset: Offset) -> Option<String> {
    [offset.x, offset.y]
        .into_iter()
        .map(|coordinate| Some(char::from(*LETTERS.get(usize::from(coordinate))?)))
        .collect()
}

/// Text between brackets, on one line.
pub(super) fn write_text(text: &str, out: &mut String) {
    for letter in text.chars() {
        match letter {
            '\\' | ']' | ':' => {
                out.push('\\');
                out.push(letter);
            }
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
}

fn split(value: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut parts = value.splitn(2, |&byte| byte == b':');
    parts.next().zip(parts.next())
}

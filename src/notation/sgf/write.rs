use super::value::{point_text, write_text};
use crate::game::Color;
use crate::notation::{GameRecord, Offset};

/// Stones or moves on a line of text.
const PER_LINE: usize = 10;

/// The record as SGF, in the fourth edition, `GM[4]`, UTF-8. No line is empty; the last one has no
/// line break.
///
/// SGF has no letters for points beyond 52×52, and records made by [`GameRecord::of`] or
/// [`read`](super::read) have none: such a stone is left out, and such a move ends the record.
pub fn write(record: &GameRecord) -> String {
    let mut out = String::from("(;FF[4]GM[4]CA[UTF-8]AP[lianzhu:");
    out.push_str(env!("CARGO_PKG_VERSION"));
    out.push(']');
    if let Some((width, height)) = record.size {
        let text = if width == height {
            width.to_string()
        } else {
            format!("{width}:{height}")
        };
        property("SZ", &text, &mut out);
    }
    if let Some(variant) = record.variant {
        property("RU", variant.name(), &mut out);
    }
    if let Some(length) = record.win_length {
        property("NR", &length.to_string(), &mut out);
    }
    let [black, white] = &record.players;
    for (name, text) in [("PB", black), ("PW", white), ("RE", &record.result)] {
        if let Some(text) = text {
            let mut escaped = String::new();
            write_text(text, &mut escaped);
            property(name, &escaped, &mut out);
        }
    }
    stones("AB", Color::Black, &record.setup, &mut out);
    stones("AW", Color::White, &record.setup, &mut out);
    let said = record
        .first_to_move
        .filter(|&color| color != record.implied_first() || !record.setup.is_empty());
    if let Some(color) = said {
        property("PL", letter(color), &mut out);
    }
    for (index, &(color, offset)) in record.moves.iter().enumerate() {
        let Some(point) = offset.map_or(Some(String::new()), point_text) else {
            break;
        };
        if index % PER_LINE == 0 {
            out.push('\n');
        }
        out.push(';');
        property(letter(color), &point, &mut out);
    }
    if let Some(color) = record.next_to_move {
        out.push_str("\n;");
        property("PL", letter(color), &mut out);
    }
    out.push(')');
    out
}

fn property(name: &str, value: &str, out: &mut String) {
    out.push_str(name);
    out.push('[');
    out.push_str(value);
    out.push(']');
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

fn stones(name: &str, color: Color, setup: &[(Color, Offset)], out: &mut String) {
    let points = setup
        .iter()
        .filter(|(owner, _)| *owner == color)
        .filter_map(|&(_, offset)| point_text(offset));
    for (index, point) in points.enumerate() {
        if index % PER_LINE == 0 {
            out.push('\n');
        }
        property(if index == 0 { name } else { "" }, &point, out);
    }
}

//! What stands where in a window of any size.

use std::ops::Range;
use std::slice;

use lianzhu::game::{Board, Point};
use lianzhu::notation::Vertex;

use super::drawing::{Ink, Row, View, board, heading_height, label_width, text};
use super::scene::Scene;

/// Columns between the board and what stands beside it, and the fewest that are of use there.
const GAP: usize = 3;
const BESIDE: usize = 24;

/// What stands at the foot of the column beside the board.
const KEYS: &str = "Type h8, or 8 8 (column, row); or choose with the arrow keys and press Enter.";
const WORDS: &str = "help  hint  undo  swap  level  new  save  resign  quit";

/// What is seen beside the scene.
#[derive(Debug, Default)]
pub struct Sketch {
    /// What was typed so far.
    pub typed: String,
    /// The point that is chosen.
    pub cursor: Option<Point>,
    /// The point that must be seen.
    pub focus: Option<Point>,
    /// What was said since the last request.
    pub said: Vec<String>,
    /// What the engine has found so far.
    pub thought: Option<String>,
    /// Column and row from which on the board was seen last.
    origin: (u8, u8),
}

/// The lines of a window, none longer than it is wide, and where the caret stands: column and line.
pub fn compose(
    scene: &Scene,
    sketch: &mut Sketch,
    width: usize,
    height: usize,
) -> (Vec<Row>, (usize, usize)) {
    let rules = scene.board.rules();
    let whole = 2 * label_width(rules.height()) + 2 * usize::from(rules.width()) + 1;
    let beside = width >= whole + GAP + BESIDE;
    // The line that is typed, one for what is said, and the status if it has no place beside.
    let room = height.saturating_sub(if beside { 2 } else { 3 });
    let view = fit(&scene.board, sketch, width, room);
    let mut lines = board(scene, &view, sketch.cursor);
    if beside {
        let column = column(scene, width - whole - GAP, lines.len());
        for (line, text) in lines.iter_mut().zip(column) {
            line.resize(whole + GAP, (' ', Ink::Plain));
            line.extend(text);
        }
    } else {
        lines.insert(0, text(&scene.status, Ink::Strong));
        if lines.len() + 3 < height {
            lines.insert(0, text(&scene.title, Ink::Faint));
        }
        if lines.len() + 6 < height {
            let seats = scene.seats.iter().map(|seat| text(seat, Ink::Plain));
            lines.splice(1..1, seats);
        }
    }
    let free = height.saturating_sub(lines.len() + 1);
    let said = match (&sketch.thought, scene.work) {
        (Some(thought), Some(_)) => slice::from_ref(thought).to_vec(),
        _ if beside && scene.over => [&sketch.said[..], slice::from_ref(&scene.status)].concat(),
        _ => sketch.said.clone(),
    };
    let said = shorten(&said, width, free);
    lines.extend(said.iter().map(|said| text(said, Ink::Plain)));
    lines.resize(height.saturating_sub(1), Row::new());
    let asked = asked(scene, sketch, width);
    let caret = (asked.len().min(width.saturating_sub(1)), lines.len());
    lines.push(asked);
    for line in &mut lines {
        line.truncate(width);
    }
    (lines, caret)
}

/// What was said, in no more than so many lines: earlier sentences give way to the last one, and its
/// end to its beginning.
fn shorten(said: &[String], width: usize, most: usize) -> Vec<String> {
    let mut shown: Vec<String> = Vec::new();
    for said in said.iter().rev() {
        let mut lines = wrap(said, width);
        if shown.len() + lines.len() > most && !shown.is_empty() {
            break;
        }
        lines.append(&mut shown);
        shown = lines;
    }
    if shown.len() > most {
        shown.truncate(most);
        if let Some(last) = shown.last_mut() {
            let kept = width.saturating_sub(CUT.len());
            *last = last.chars().take(kept).chain(CUT.chars()).collect();
        }
    }
    shown
}

/// What stands for words that are left out.
const CUT: &str = " ...";

/// The line that is typed, cut at its beginning if it is too long.
fn asked(scene: &Scene, sketch: &Sketch, width: usize) -> Row {
    let mut line = match scene.work {
        Some(work) if sketch.typed.is_empty() => text(work, Ink::Faint),
        Some(_) => text("(thinking) > ", Ink::Faint),
        None => text(&scene.prompt, Ink::Strong),
    };
    line.extend(text(&sketch.typed, Ink::Plain));
    let cut = (line.len() + 1).saturating_sub(width);
    line.split_off(cut.min(line.len()))
}

/// The part of the board that fits, with the point that must be seen.
fn fit(board: &Board, sketch: &mut Sketch, width: usize, height: usize) -> View {
    let whole = View::whole(board);
    let (label, heading) = (
        label_width(board.rules().height()),
        heading_height(board.rules().width()),
    );
    let (columns, rows) = (whole.columns.len(), whole.rows.len());
    let columns_shown = width.saturating_sub(label + 1) / 2;
    let rows_shown = height.saturating_sub(heading);
    let focus = sketch.focus;
    let x = scroll(
        &mut sketch.origin.0,
        focus.map(Point::x),
        columns,
        columns_shown,
    );
    let y = scroll(&mut sketch.origin.1, focus.map(Point::y), rows, rows_shown);
    View {
        columns: x,
        rows: y,
        right: 2 * label + 2 * columns < width,
        // Words that are said need the line more.
        below: 2 * heading + rows < height,
    }
}

/// The part of `total` that is shown, moved no further than `focus` asks for.
fn scroll(origin: &mut u8, focus: Option<u8>, total: usize, shown: usize) -> Range<u8> {
    let total = u8::try_from(total).unwrap_or(u8::MAX);
    let shown = u8::try_from(shown).unwrap_or(u8::MAX).clamp(1, total);
    let middle = (total - shown) / 2;
    match focus {
        None => *origin = middle,
        Some(focus) if focus < *origin => *origin = focus,
        Some(focus) if focus >= *origin + shown => *origin = focus + 1 - shown,
        Some(_) => {}
    }
    *origin = (*origin).min(total - shown);
    *origin..*origin + shown
}

/// What stands beside the board.
fn column(scene: &Scene, width: usize, height: usize) -> Vec<Row> {
    let mut lines = Vec::new();
    let mut add = |said: &str, ink| {
        lines.extend(wrap(said, width).iter().map(|line| text(line, ink)));
    };
    add(&scene.title, Ink::Faint);
    for seat in &scene.seats {
        add(seat, Ink::Plain);
    }
    add("", Ink::Plain);
    add(&scene.status, Ink::Strong);
    add("", Ink::Plain);
    let mut foot = Vec::new();
    for said in [KEYS, WORDS] {
        foot.extend(wrap(said, width).iter().map(|line| text(line, Ink::Faint)));
    }
    let free = height.saturating_sub(lines.len());
    if foot.len() > free {
        return lines;
    }
    let moves = moves(scene, width);
    let shown = moves.len().min(free.saturating_sub(foot.len() + 1));
    lines.extend(
        moves[moves.len() - shown..]
            .iter()
            .map(|line| text(line, Ink::Plain)),
    );
    lines.resize(height - foot.len(), Row::new());
    lines.extend(foot);
    lines
}

/// The moves of the game in lines of pairs.
fn moves(scene: &Scene, width: usize) -> Vec<String> {
    let names: Vec<String> = scene
        .board
        .moves()
        .map(|action| Vertex::from(action.point).to_string())
        .collect();
    let mut lines = vec![String::new()];
    for (index, pair) in names.chunks(2).enumerate() {
        let pair = format!("{}. {}  ", index + 1, pair.join(" "));
        match lines.last_mut() {
            Some(line) if line.len() + pair.trim_end().len() <= width => line.push_str(&pair),
            _ => lines.push(pair),
        }
    }
    lines
}

/// How far a line that goes on is set in, if it was.
const SET_IN: &str = "    ";

/// The text in lines of no more than `width` characters, broken at blanks where there are any.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let set_in = if line.starts_with("  ") { SET_IN } else { "" };
        let width = width.max(SET_IN.len() + 1);
        let mut rest: Vec<char> = line.trim_end().chars().collect();
        while rest.len() > width {
            let blank = rest[..=width].iter().rposition(|&letter| letter == ' ');
            let end = blank.filter(|&end| end > SET_IN.len()).unwrap_or(width);
            let line: String = rest[..end].iter().collect();
            lines.push(line.trim_end().to_owned());
            let next = rest[end..].iter().position(|&letter| letter != ' ');
            let behind = rest.split_off(end + next.unwrap_or(0));
            rest = set_in.chars().chain(behind).collect();
        }
        lines.push(rest.into_iter().collect());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_broken_at_blanks() {
        assert_eq!(wrap("a short one", 20), ["a short one"]);
        assert_eq!(wrap("a short one", 7), ["a short", "one"]);
        assert_eq!(wrap("unbroken", 5), ["unbro", "ken"]);
        assert_eq!(wrap("  set in more", 10), ["  set in", "    more"]);
        assert_eq!(wrap("", 5), [""]);
        assert_eq!(wrap("some words", 0).concat(), "somewords");
    }

    #[test]
    fn the_last_sentence_is_kept_and_its_beginning() {
        let said = ["One thing.", "Another thing that is longer."].map(str::to_owned);
        assert_eq!(shorten(&said, 40, 2), said);
        assert_eq!(shorten(&said, 40, 1), said[1..]);
        assert_eq!(shorten(&said, 16, 2), ["Another thing", "that is longer."]);
        assert_eq!(shorten(&said, 16, 1), ["Another thin ..."]);
        assert_eq!(shorten(&said, 16, 0), [""; 0]);
    }

    #[test]
    fn a_part_moves_no_further_than_it_must() {
        let mut origin = 0;
        assert_eq!(scroll(&mut origin, None, 15, 15), 0..15);
        assert_eq!(scroll(&mut origin, None, 52, 10), 21..31);
        assert_eq!(scroll(&mut origin, Some(25), 52, 10), 21..31);
        assert_eq!(scroll(&mut origin, Some(31), 52, 10), 22..32);
        assert_eq!(scroll(&mut origin, Some(3), 52, 10), 3..13);
        assert_eq!(scroll(&mut origin, Some(51), 52, 0), 51..52);
    }
}

//! What is proven, in sentences, and in one word for the next review to read.

use super::proof::{MoveProof, OtherMoves, Proven};
use crate::game::Point;
use crate::notation::vertices;
use crate::solve::{Answer, Value};

/// The most winning moves that are named.
const NAMED: usize = 12;

/// What is proven around a move, `played` unless it was a pass: sentences, each with a blank before it.
pub(super) fn sentences(proof: &MoveProof, played: Option<Point>) -> String {
    let MoveProof { before, after } = proof;
    let mut text = String::new();
    if after.win == Answer::Yes {
        text.push_str(" Proven won.");
        text.push_str(&praise(before, played));
    } else if proof.gives_win_away() {
        text.push_str(match after.value() {
            Some(Value::Loss) => " A proven win is given away, and the game proven lost.",
            Some(_) => " A proven win is given away, and the game proven drawn.",
            None => " A proven win is given away.",
        });
        text.push_str(&winners(before));
    } else if before.win == Answer::Yes {
        text.push_str(" Before it a win was proven.");
        text.push_str(&winners(before));
    } else if after.loss == Answer::Yes {
        text.push_str(match before.loss {
            Answer::Yes => " Proven lost, and it was before.",
            Answer::No => " Proven lost, and it was not before.",
            Answer::Unknown => " Proven lost.",
        });
    } else if after.value().is_some() && before.value().is_some() {
        text.push_str(" Proven drawn.");
    }
    text
}

/// How many moves win beside the one that was played, and wins.
fn praise(before: &Proven, played: Option<Point>) -> String {
    let is_listed = played.is_some_and(|played| before.winning.contains(&played));
    let count = before.winning.len() + usize::from(!is_listed);
    match (count, before.others) {
        (0 | 1, OtherMoves::Open) => String::new(),
        (0 | 1, OtherMoves::NoWin) => " The only move that wins.".to_owned(),
        (0 | 1, OtherMoves::NoThreats) => " No other move wins by threats.".to_owned(),
        (count, OtherMoves::Open) => format!(" One of at least {count} moves that win."),
        (count, OtherMoves::NoWin) => format!(" One of {count} moves that win."),
        (count, OtherMoves::NoThreats) => {
            format!(" One of {count} moves that win, and no other does by threats.")
        }
    }
}

/// Which moves won.
fn winners(before: &Proven) -> String {
    let count = before.winning.len();
    let named = vertices(before.winning.iter().take(NAMED).copied());
    match (count, before.others) {
        (0, _) => String::new(),
        (1, OtherMoves::Open) => format!(" {named} won."),
        (1, OtherMoves::NoWin) => format!(" Only {named} won."),
        (1, OtherMoves::NoThreats) => format!(" {named} won, and no other move by threats."),
        (count, others) => {
            let (least, limit) = match others {
                OtherMoves::Open => ("At least ", ""),
                OtherMoves::NoWin => ("", ""),
                OtherMoves::NoThreats => ("", ", and no other by threats"),
            };
            let rest = if count > NAMED { " and others" } else { "" };
            format!(" {least}{count} moves won{limit}: {named}{rest}.")
        }
    }
}

/// What is proven in one word, points being written by `name`: `yn=hh,ii`.
pub(super) fn word(proven: &Proven, name: impl Fn(Point) -> String) -> String {
    let others = match proven.others {
        OtherMoves::Open => '+',
        OtherMoves::NoThreats => '~',
        OtherMoves::NoWin => '=',
    };
    let points: Vec<String> = proven.winning.iter().map(|&point| name(point)).collect();
    let [win, loss] = [proven.win, proven.loss].map(letter);
    format!("{win}{loss}{others}{}", points.join(","))
}

const fn letter(answer: Answer) -> char {
    match answer {
        Answer::Yes => 'y',
        Answer::No => 'n',
        Answer::Unknown => '?',
    }
}

/// What [`word`] wrote, points being found by `find`.
pub(super) fn read_word(text: &str, find: impl Fn(&str) -> Option<Point>) -> Option<Proven> {
    let mut letters = text.chars();
    let mut answer = || {
        let read = letters.next()?;
        let all = [Answer::Yes, Answer::No, Answer::Unknown];
        all.into_iter().find(|&answer| letter(answer) == read)
    };
    let (win, loss) = (answer()?, answer()?);
    let others = match letters.next()? {
        '+' => OtherMoves::Open,
        '~' => OtherMoves::NoThreats,
        '=' => OtherMoves::NoWin,
        _ => return None,
    };
    let names = letters.as_str();
    let points = names.split(',').filter(|_| !names.is_empty());
    Some(Proven {
        win,
        loss,
        winning: points.map(find).collect::<Option<_>>()?,
        others,
    })
}

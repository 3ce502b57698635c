//! What several commands answer with.

use crate::engine::Reply;
use crate::game::{Point, Rules};
use crate::notation::Vertex;

/// The answer to `genmove`.
pub(super) fn reply_text(reply: Reply) -> String {
    match reply {
        Reply::Play(point) => Vertex::from(point).to_string(),
        Reply::Pass => Vertex::Pass.to_string(),
        Reply::Resign => "resign".to_owned(),
    }
}

/// One entry for every point, top row first, blanks between them.
pub(super) fn grid<T: ToString>(rules: &Rules, entry: impl Fn(Point) -> T) -> String {
    let row = |y| {
        let entries: Vec<String> = (0..rules.width())
            .filter_map(|x| Point::try_new(x, y))
            .map(|point| entry(point).to_string())
            .collect();
        entries.join(" ")
    };
    let rows: Vec<String> = (0..rules.height()).rev().map(row).collect();
    rows.join("\n")
}

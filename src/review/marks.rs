//! A review as SGF: what is added to a record, read back, and taken away again.
//!
//! All text that is added is ASCII, so that it fits whatever encoding the file has. Three properties
//! are our own, and others pass over them: `LZF` on the node of a position holds what was found
//! there, so that an interrupted review can be continued; `LZA` lists what the review added to a
//! node; `LZV` marks a variation that it added. `SBKV` is Sabaki's: Black's win rate in percent, which
//! it draws as a curve.

use std::time::Duration;

use super::game::{BadMove, Game, Judged, MoveQuality};
use super::look::{Effort, Finding, Force};
use super::proof::{MoveProof, OtherMoves, Proven};
use super::said::{read_word, sentences, word};
use crate::game::{Color, Point, Rules};
use crate::notation::sgf::{NodeId, Tree, point_text};
use crate::notation::{Offset, Vertex, vertices};

/// What was found in a position.
const FOUND: &str = "LZF";

/// What the review added to a node.
const ADDED: &str = "LZA";

/// On the first node of a variation that the review added.
const VARIATION: &str = "LZV";

/// What begins the part of a comment that the review added.
const OPENING: &str = "lianzhu: ";

/// The drop of the win rate from which on the better line is added as a variation.
const WORTH_SHOWING: f64 = 0.02;

/// The most moves of a line that are shown.
const LINE: usize = 12;

/// What is said of a move, in sentences on one line.
pub fn phrase(judged: &Judged) -> String {
    let Judged { action, .. } = judged;
    let vertex = Vertex::from(action.point);
    let mut text = format!("{} {} {vertex}", judged.number, action.color);
    if judged.verdict != MoveQuality::Good {
        text.push_str(&format!(", {}", judged.verdict.name()));
    }
    text.push_str(&format!(
        ": win rate {} to {}.",
        percent(judged.before),
        percent(judged.after)
    ));
    if judged.better().is_some() {
        text.push_str(&format!(" Best was {}.", line(&judged.line)));
    } else if judged.action.point.is_some() {
        text.push_str(" The best move.");
    }
    if let Some((force, plies)) = judged.missed {
        text.push_str(&format!(
            " Missed a win by {} in {}.",
            force.name(),
            counted(plies, "ply")
        ));
    }
    if let Some((force, plies)) = judged.allowed {
        text.push_str(&format!(
            " {} now wins by {} in {}.",
            !action.color,
            force.name(),
            counted(plies, "ply")
        ));
    }
    if let Some(proof) = &judged.proof {
        text.push_str(&sentences(proof, action.point));
    }
    text
}

/// A win rate in whole percent; 0 and 100 for certain results only.
pub(super) fn percent(rate: f64) -> String {
    let rounded = (rate * 100.0).round();
    let shown = if rate <= 0.0 || rate >= 1.0 {
        rounded
    } else {
        rounded.clamp(1.0, 99.0)
    };
    format!("{shown}%")
}

/// So many of something, `one` being its name for one of them.
pub(super) fn counted(number: impl Into<u64>, one: &str) -> String {
    match (number.into(), one.strip_suffix('y')) {
        (1, _) => format!("1 {one}"),
        (number, Some(stem)) => format!("{number} {stem}ies"),
        (number, None) => format!("{number} {one}s"),
    }
}

/// What is spent on a position, in words.
pub(super) fn spent(effort: Effort) -> String {
    let either = |time: Option<Duration>, nodes: Option<u64>| {
        let time = time.map(|time| format!("{} s", time.as_secs_f64()));
        let nodes = nodes.map(|nodes| counted(nodes, "node"));
        let spent: Vec<String> = [time, nodes].into_iter().flatten().collect();
        spent.join(" or ")
    };
    let mut spent = either(effort.time, effort.nodes) + " a move";
    if let Some(proof) = effort.proof {
        spent += &format!(", {} of proofs", either(proof.time, proof.nodes));
    }
    spent
}

/// How far a game is reviewed that stops being one, and why: for the end of a sentence.
pub(super) fn cut_short(game: &Game) -> Option<String> {
    let BadMove { number, what, .. } = game.bad_move()?;
    Some(format!(
        "reviewed up to move {}, for move {number} is none: {what}",
        number - 1
    ))
}

/// The first moves of a line as vertices.
pub(super) fn line(points: &[Point]) -> String {
    vertices(points.iter().take(LINE).copied())
}

/// What an effort is called in [`FOUND`]: only what was found by the same version with the same
/// effort is taken over.
fn tag(effort: Effort) -> String {
    let either = |time: Option<Duration>, nodes: Option<u64>| {
        let time = time.map(|time| format!("-{}ms", time.as_millis()));
        let nodes = nodes.map(|nodes| format!("-{nodes}n"));
        time.unwrap_or_default() + &nodes.unwrap_or_default()
    };
    let proof = effort
        .proof
        .map(|proof| format!("-proof{}", either(proof.time, proof.nodes)));
    format!(
        "{}{}{}",
        env!("CARGO_PKG_VERSION"),
        either(effort.time, effort.nodes),
        proof.unwrap_or_default()
    )
}

fn sgf_point(point: Point, rules: &Rules) -> String {
    point_text(Offset::of(point, rules)).unwrap_or_default()
}

/// `TAG SCORE DEPTH NODES FORCE LINE`, before the line what is proven if proofs were asked for.
fn encode(finding: &Finding, effort: Effort, rules: &Rules) -> String {
    let force = finding.force.map_or("-", Force::name);
    let line: Vec<String> = finding
        .line
        .iter()
        .map(|&point| sgf_point(point, rules))
        .collect();
    let proven = finding.proven.as_ref().filter(|_| effort.proof.is_some());
    let proven = proven.map(|proven| word(proven, |point| sgf_point(point, rules)) + " ");
    format!(
        "{} {} {} {} {force} {}{}",
        tag(effort),
        finding.score,
        finding.depth,
        finding.nodes,
        proven.unwrap_or_default(),
        line.join(" ")
    )
    .trim_end()
    .to_owned()
}

fn decode(text: &str, effort: Effort, rules: &Rules) -> Option<Finding> {
    let mut words = text.split(' ');
    if words.next()? != tag(effort) {
        return None;
    }
    let score: i32 = words.next()?.parse().ok()?;
    let depth = words.next()?.parse().ok()?;
    let nodes = words.next()?.parse().ok()?;
    let force = match words.next()? {
        "-" => None,
        name => Some(Force::ALL.into_iter().find(|force| force.name() == name)?),
    };
    let find = |text: &str| {
        rules
            .points()
            .find(|&point| sgf_point(point, rules) == text)
    };
    let proven = match effort.proof {
        Some(_) => Some(read_word(words.next()?, find)?),
        None => None,
    };
    Some(Finding {
        score,
        force,
        proven,
        line: words.map(find).collect::<Option<_>>()?,
        depth,
        nodes,
    })
}

/// The nodes of the main line that stand for positions: the root for the one before the first move,
/// then the node of each move.
fn nodes_of_moves(tree: &Tree) -> Vec<NodeId> {
    let mut found = vec![tree.root()];
    for node in tree.main_line() {
        let moves = tree
            .names(node)
            .filter(|&name| name == "B" || name == "W")
            .count();
        found.extend(std::iter::repeat_n(node, moves));
    }
    found
}

/// Takes from the tree of a game what an earlier review added, and notes in the game what that review
/// found with the same effort.
pub(super) fn read_back(game: &mut Game, effort: Effort) {
    let nodes = nodes_of_moves(&game.tree);
    for (moves, &node) in nodes.iter().enumerate() {
        let found = game.tree.values(node, FOUND).first();
        let text = found.map(|value| String::from_utf8_lossy(value).into_owned());
        let finding = text.and_then(|text| decode(&text, effort, game.rules()));
        if let Some(finding) = finding {
            game.set_finding(moves, finding);
        }
    }
    for node in game.tree.main_line() {
        strip(&mut game.tree, node);
    }
}

/// Whether a review has been here.
pub(super) fn is_reviewed(tree: &Tree) -> bool {
    !tree.values(tree.root(), ADDED).is_empty()
}

fn strip(tree: &mut Tree, node: NodeId) {
    let added = tree.values(node, ADDED).to_vec();
    for value in &added {
        let Ok(text) = std::str::from_utf8(value) else {
            continue;
        };
        let (name, value) = text.split_once(' ').unwrap_or((text, ""));
        let mut values = tree.values(node, name).to_vec();
        if name == "C" {
            values = values
                .iter()
                .filter_map(|value| without_ours(value))
                .collect();
        } else {
            values.retain(|known| !value.is_empty() && known != value.as_bytes());
        }
        tree.set_values(node, name, values);
    }
    tree.set_values(node, ADDED, Vec::new());
    tree.set_values(node, FOUND, Vec::new());
    let children: Vec<NodeId> = tree.children(node).collect();
    for child in children {
        if !tree.values(child, VARIATION).is_empty() {
            tree.remove_child(node, child);
        }
    }
}

/// A comment without the part that a review added at its end; `None` if nothing is left.
fn without_ours(comment: &[u8]) -> Option<Vec<u8>> {
    let ours = format!("\n\n{OPENING}");
    let begins = |at: &usize| comment[*at..].starts_with(ours.as_bytes());
    if comment.starts_with(OPENING.as_bytes()) {
        return None;
    }
    let end = (0..comment.len()).rev().find(begins);
    Some(comment[..end.unwrap_or(comment.len())].to_vec())
}

/// Adds to the nodes of a tree, and keeps account of it.
struct NodeWriter<'a> {
    tree: &'a mut Tree,
    node: NodeId,
    added: Vec<Vec<u8>>,
}

impl<'a> NodeWriter<'a> {
    fn new(tree: &'a mut Tree, node: NodeId) -> NodeWriter<'a> {
        let added = tree.values(node, ADDED).to_vec();
        NodeWriter { tree, node, added }
    }

    /// Adds a value that is escaped already, unless it is there.
    fn add(&mut self, name: &str, value: &str) {
        let mut values = self.tree.values(self.node, name).to_vec();
        if values.iter().any(|known| known == value.as_bytes()) {
            return;
        }
        values.push(value.into());
        self.tree.set_values(self.node, name, values);
        self.note(&format!("{name} {value}"));
    }

    /// Gives the node a property that it may have once, unless it has it.
    fn add_once(&mut self, name: &str, value: &str) {
        if self.tree.values(self.node, name).is_empty() {
            self.add(name, value);
        }
    }

    /// Adds to the comment.
    fn comment(&mut self, text: &str) {
        let text = format!("{OPENING}{text}");
        match self.tree.values(self.node, "C").first() {
            Some(old) => {
                let mut comment = old.clone();
                comment.extend_from_slice(b"\n\n");
                comment.extend_from_slice(text.as_bytes());
                self.tree.set_values(self.node, "C", vec![comment]);
            }
            None => self.tree.set(self.node, "C", &text),
        }
        self.note("C");
    }

    fn note(&mut self, what: &str) {
        self.added.push(what.into());
        self.tree.set_values(self.node, ADDED, self.added.clone());
    }
}

/// The record with all that has been found: comments, marks, variations, and what goes on with it
/// needs. Without `GM`, so that viewers of Go records open it, too.
pub fn annotated(game: &Game, effort: Effort) -> Tree {
    let mut tree = game.tree.clone();
    let rules = game.rules();
    about(&mut tree, game, effort);
    let nodes = nodes_of_moves(&tree);
    for (moves, &node) in nodes.iter().enumerate() {
        if let Some(finding) = game.finding(moves) {
            tree.set(node, FOUND, &encode(finding, effort, rules));
        }
        if let Some(rate) = game.black_rate(moves) {
            NodeWriter::new(&mut tree, node).add_once("SBKV", &format!("{:.2}", rate * 100.0));
        }
        let Some(judged) = game.judged(moves) else {
            continue;
        };
        let mut pen = NodeWriter::new(&mut tree, node);
        pen.comment(&phrase(&judged));
        if judged.verdict >= MoveQuality::Mistake {
            if !is_marked(&pen) {
                pen.add(
                    "BM",
                    if judged.verdict == MoveQuality::Blunder {
                        "2"
                    } else {
                        "1"
                    },
                );
            }
            if let Some(point) = judged.action.point {
                pen.add("MA", &sgf_point(point, rules));
            }
        }
        if is_only_move(&judged) && !is_marked(&pen) {
            pen.add("TE", "1");
        }
        let worth_showing = judged.loss() >= WORTH_SHOWING || judged.missed.is_some();
        if let Some(better) = judged.better().filter(|_| worth_showing) {
            label(&mut pen, &sgf_point(better, rules));
            if let Some(&before) = nodes.get(moves - 1) {
                variation(&mut tree, before, &judged, rules);
            }
        }
    }
    tree
}

/// Whether a node says already how good its move is.
fn is_marked(pen: &NodeWriter<'_>) -> bool {
    let marks = ["BM", "TE", "DO", "IT"];
    let mut marks = marks.iter();
    marks.any(|name| !pen.tree.values(pen.node, name).is_empty())
}

/// Whether the move wins, and no other is known to or does so by threats.
fn is_only_move(judged: &Judged) -> bool {
    let before = judged.proof.as_ref().map(|proof| &proof.before);
    let only = before.and_then(Proven::only_move);
    only.is_some() && only == judged.action.point
}

/// Writes `A` on a point, unless something is written on it.
fn label(pen: &mut NodeWriter<'_>, point: &str) {
    let labels = pen.tree.values(pen.node, "LB");
    let taken = labels
        .iter()
        .any(|value| value.starts_with(point.as_bytes()));
    if !taken {
        pen.add("LB", &format!("{point}:A"));
    }
}

/// Adds the best line behind the node before a move.
fn variation(tree: &mut Tree, before: NodeId, judged: &Judged, rules: &Rules) {
    let mut color = judged.action.color;
    let mut node = before;
    for (index, &point) in judged.line.iter().take(LINE).enumerate() {
        node = tree.add_child(node);
        tree.set(node, letter(color), &sgf_point(point, rules));
        if index == 0 {
            tree.set(node, VARIATION, "1");
            let comment = format!(
                "{OPENING}the best line, win rate {}",
                percent(judged.before)
            );
            tree.set(node, "C", &comment);
        }
        color = !color;
    }
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// What the root says: rules that the record leaves open, and a summary.
fn about(tree: &mut Tree, game: &Game, effort: Effort) {
    let root = tree.root();
    let rules = game.rules();
    let number = |value: u8| value.to_string();
    let size = if rules.width() == rules.height() {
        number(rules.width())
    } else {
        format!("{}:{}", rules.width(), rules.height())
    };
    tree.set_values(root, "GM", Vec::new());
    tree.set(root, "AP", concat!("lianzhu:", env!("CARGO_PKG_VERSION")));
    let length = number(rules.win_length());
    let mut pen = NodeWriter::new(tree, root);
    // Other programs' names of rules stay; the win length is our own property.
    for (name, value) in [
        ("FF", "4"),
        ("SZ", &size[..]),
        ("RU", rules.variant().name()),
        ("NR", &length[..]),
    ] {
        if pen.tree.values(root, name).is_empty() {
            pen.tree.set(root, name, value);
        }
    }
    let comment = summary(game, effort);
    pen.comment(&comment);
}

/// Before which moves one move alone wins: what puzzles are made of.
fn unique_wins(game: &Game) -> Vec<String> {
    let before = |others: OtherMoves| {
        let unique = |moves: &usize| {
            let proven = game.proven(*moves);
            proven.is_some_and(|proven| proven.only_move().is_some() && proven.others == others)
        };
        let numbers = (0..game.positions()).filter(unique);
        let numbers: Vec<String> = numbers.map(|moves| (moves + 1).to_string()).collect();
        numbers.join(", ")
    };
    let kinds = [
        ("One move alone wins", OtherMoves::NoWin),
        ("One move alone wins by threats", OtherMoves::NoThreats),
    ];
    let kinds = kinds.map(|(said, others)| (said, before(others)));
    let found = kinds.iter().filter(|(_, numbers)| !numbers.is_empty());
    found
        .map(|(said, numbers)| format!("{said}: at {numbers}."))
        .collect()
}

/// What a review found, in lines: the effort, how many of which mistakes each side made, and the
/// moves worth looking at.
pub fn summary(game: &Game, effort: Effort) -> String {
    let rules = game.rules();
    let mut lines = vec![format!(
        "{} in a row, {}; {}{}.",
        rules.win_length(),
        rules.variant(),
        spent(effort),
        if game.is_complete() {
            ""
        } else {
            "; not complete yet"
        }
    )];
    lines.extend(cut_short(game).map(|said| format!("The record is {said}.")));
    for color in Color::ALL {
        let of_color = || {
            game.all_judged()
                .filter(move |judged| judged.action.color == color)
        };
        let count = |verdict: MoveQuality| {
            let such = of_color().filter(|judged| judged.verdict == verdict);
            counted(such.count() as u64, verdict.name())
        };
        let missed = of_color().filter(|judged| judged.missed.is_some());
        let mut line = format!(
            "{color}: {}, {}, {}, {} missed.",
            count(MoveQuality::Blunder),
            count(MoveQuality::Mistake),
            count(MoveQuality::Inaccuracy),
            counted(missed.count() as u64, "forced win"),
        );
        if effort.proof.is_some() {
            let proofs = || of_color().filter_map(|judged| judged.proof);
            let given = proofs().filter(MoveProof::gives_win_away).count();
            let lost = proofs().filter(MoveProof::loses).count();
            line.push_str(&format!(
                " Proven: {} given away, {}.",
                counted(given as u64, "win"),
                counted(lost as u64, "losing move"),
            ));
        }
        lines.push(line);
    }
    lines.extend(unique_wins(game));
    let notable = game.all_judged().filter(Judged::is_notable);
    lines.extend(notable.map(|judged| phrase(&judged)));
    lines.join("\n")
}

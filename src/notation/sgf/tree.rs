use super::error::{MAX_BYTES, SgfError};
use super::lexer::{Lexer, Token};
use super::read::Reader;
use super::write::write;
use crate::notation::{Fault, GameRecord, Reading};

/// A node of a [`Tree`], by its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NodeId(usize);

/// A property as it stands in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Property {
    /// The capital letters of its name.
    name: String,
    /// The values between their brackets, escapes included.
    values: Vec<Vec<u8>>,
    /// The line of the file it stands on, 0 if it was added.
    line: usize,
}

#[derive(Debug, Clone, Default)]
struct Node {
    properties: Vec<Property>,
    children: Vec<usize>,
}

/// One game record as it stands in a file, with all variations and properties, whether they are
/// understood or not, for adding to it.
///
/// Values are bytes as they stand between the brackets: nothing is decoded, so that text in any
/// encoding stays what it was. What is added should be ASCII. Nothing here recurses, so a game may
/// be as long as a file can hold.
///
/// ```
/// use lianzhu::notation::sgf::Tree;
///
/// let mut tree = Tree::read(b"(;SZ[15]C[caf\xe9];B[hh](;W[gg])(;W[hg]))")?.remove(0);
/// let line = tree.main_line();
/// tree.set(line[1], "C", "a comment [1]");
/// assert_eq!(tree.write(), b"(;SZ[15]C[caf\xe9]\n;B[hh]C[a comment [1\\]]\n(;W[gg])\n(;W[hg]))");
/// # Ok::<(), lianzhu::notation::sgf::SgfError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// The games of a file, at least one, each with at least one node. What stands before the first
    /// and behind the last is no part of them.
    ///
    /// # Errors
    ///
    /// The text is too long, has no game in it, or breaks off within one.
    pub fn read(text: &[u8]) -> Result<Vec<Tree>, SgfError> {
        if text.len() > MAX_BYTES {
            return Err(SgfError::TooLong);
        }
        let mut lexer = Lexer::new(text).ok_or(SgfError::NoGame)?;
        let mut games = Vec::new();
        let mut builder = Builder::default();
        loop {
            let token = match lexer.next() {
                Ok(Some(token)) => token,
                Ok(None) if builder.is_between_games() => return Ok(games),
                Ok(None) => return Err(lexer.error("the record breaks off")),
                Err(_) if builder.is_between_games() => return Ok(games),
                Err(error) => return Err(error),
            };
            if builder.is_between_games() && token != Token::Open {
                return Ok(games);
            }
            let line = lexer.line();
            builder
                .take(token, line)
                .map_err(|what| SgfError::Syntax { line, what })?;
            if builder.is_between_games() {
                let tree = std::mem::take(&mut builder).tree;
                if !tree.nodes.is_empty() {
                    games.push(tree);
                }
            }
        }
    }

    /// A record as a tree.
    ///
    /// # Errors
    ///
    /// As text it has more than [`MAX_BYTES`] bytes.
    pub fn of(record: &GameRecord) -> Result<Tree, SgfError> {
        let mut trees = Tree::read(write(record).as_bytes())?;
        trees.pop().ok_or(SgfError::NoGame)
    }

    /// The first node.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// The nodes of the first variation everywhere, the root first.
    pub fn main_line(&self) -> Vec<NodeId> {
        let mut line = vec![self.root()];
        let mut at = 0;
        while let Some(&next) = self.nodes.get(at).and_then(|node| node.children.first()) {
            line.push(NodeId(next));
            at = next;
        }
        line
    }

    /// The main line as a game, as [`read`](super::read) reads it, up to the first value behind the
    /// first move that cannot be read.
    ///
    /// # Errors
    ///
    /// No move stands before that value.
    pub fn reading(&self) -> Result<Reading, SgfError> {
        let mut reader = Reader::new();
        let mut lines = Vec::new();
        for node in self.main_line() {
            reader.begin_node();
            for property in self
                .nodes
                .get(node.0)
                .iter()
                .flat_map(|node| &node.properties)
            {
                let Property { name, values, line } = property;
                if let Err(what) = reader.property(name, values) {
                    let line = *line;
                    if lines.is_empty() {
                        return Err(SgfError::Syntax { line, what });
                    }
                    return Ok(Reading {
                        record: reader.finish(),
                        lines,
                        fault: Some(Fault { line, what }),
                    });
                }
                lines.resize(reader.moves(), *line);
            }
        }
        Ok(Reading {
            record: reader.finish(),
            lines,
            fault: None,
        })
    }

    /// The nodes that follow a node, the main one first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let children = self
            .nodes
            .get(node.0)
            .map_or(&[][..], |node| &node.children);
        children.iter().map(|&child| NodeId(child))
    }

    /// A new last variation behind a node, still without properties.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        let child = self.nodes.len();
        self.nodes.push(Node::default());
        if let Some(parent) = self.nodes.get_mut(parent.0) {
            parent.children.push(child);
        }
        NodeId(child)
    }

    /// Takes a variation away from behind its parent.
    pub fn remove_child(&mut self, parent: NodeId, child: NodeId) {
        if let Some(parent) = self.nodes.get_mut(parent.0) {
            parent.children.retain(|&other| other != child.0);
        }
    }

    /// The values of a property, as they stand between their brackets; none if the node lacks it.
    pub fn values(&self, node: NodeId, name: &str) -> &[Vec<u8>] {
        self.nodes
            .get(node.0)
            .and_then(|node| node.properties.iter().find(|known| known.name == name))
            .map_or(&[], |property| &property.values)
    }

    /// The names of a node's properties in order; a name may stand twice in a bad file.
    pub fn names(&self, node: NodeId) -> impl Iterator<Item = &str> + '_ {
        let properties = self
            .nodes
            .get(node.0)
            .map_or(&[][..], |node| &node.properties);
        properties.iter().map(|property| property.name.as_str())
    }

    /// Gives a property one value, a text that is escaped here, instead of those it had.
    pub fn set(&mut self, node: NodeId, name: &str, text: &str) {
        self.set_values(node, name, vec![escape(text)]);
    }

    /// Gives a property these values, as they shall stand between the brackets, instead of those it
    /// had; none at all take it away. A value must have its closing brackets and backslashes escaped.
    pub fn set_values(&mut self, node: NodeId, name: &str, values: Vec<Vec<u8>>) {
        let Some(node) = self.nodes.get_mut(node.0) else {
            return;
        };
        if values.is_empty() {
            node.properties.retain(|known| known.name != name);
            return;
        }
        match node.properties.iter_mut().find(|known| known.name == name) {
            Some(property) => property.values = values,
            None => node.properties.push(Property {
                name: name.to_owned(),
                values,
                line: 0,
            }),
        }
    }

    /// The record as text; the last line has no line break. Every node behind the root begins a line.
    pub fn write(&self) -> Vec<u8> {
        /// What is still to be written, the next last.
        enum Step {
            Node(usize),
            Open,
            Close,
        }
        let mut out = Vec::new();
        let mut steps = vec![Step::Close, Step::Node(0), Step::Open];
        while let Some(step) = steps.pop() {
            match step {
                Step::Open => {
                    if !out.is_empty() {
                        out.push(b'\n');
                    }
                    out.push(b'(');
                }
                Step::Close => out.push(b')'),
                Step::Node(number) => {
                    if !matches!(out.last(), Some(b'(')) {
                        out.push(b'\n');
                    }
                    let Some(node) = self.nodes.get(number) else {
                        continue;
                    };
                    node.write(&mut out);
                    match node.children[..] {
                        [only] => steps.push(Step::Node(only)),
                        _ => {
                            for &child in node.children.iter().rev() {
                                steps.extend([Step::Close, Step::Node(child), Step::Open]);
                            }
                        }
                    }
                }
            }
        }
        out
    }
}

impl Node {
    fn write(&self, out: &mut Vec<u8>) {
        out.push(b';');
        for property in &self.properties {
            out.extend_from_slice(property.name.as_bytes());
            for value in &property.values {
                out.push(b'[');
                out.extend_from_slice(value);
                out.push(b']');
            }
        }
    }
}

/// Puts a tree together from tokens.
#[derive(Debug)]
struct Builder {
    tree: Tree,
    /// The node that the next one follows, `None` before the root.
    last: Option<usize>,
    /// For each open bracket the node before it.
    open: Vec<Option<usize>>,
    /// Whether a property may come.
    in_node: bool,
}

impl Default for Builder {
    fn default() -> Builder {
        Builder {
            tree: Tree { nodes: Vec::new() },
            last: None,
            open: Vec::new(),
            in_node: false,
        }
    }
}

impl Builder {
    fn is_between_games(&self) -> bool {
        self.open.is_empty()
    }

    fn take(&mut self, token: Token<'_>, line: usize) -> Result<(), &'static str> {
        match token {
            Token::Open => {
                self.open.push(self.last);
                self.in_node = false;
            }
            Token::Close => {
                self.last = self.open.pop().flatten();
                self.in_node = false;
            }
            Token::Node => {
                if self.last.is_none() && !self.tree.nodes.is_empty() {
                    return Err("a second root stands in one game");
                }
                let number = self.tree.nodes.len();
                self.tree.nodes.push(Node::default());
                if let Some(node) = self.last.and_then(|last| self.tree.nodes.get_mut(last)) {
                    node.children.push(number);
                }
                self.last = Some(number);
                self.in_node = true;
            }
            Token::Property { .. } if !self.in_node => {
                return Err("a property stands outside any node");
            }
            // A name without capital letters is none in any edition, and could not be written again.
            Token::Property { name, .. } if name.is_empty() => {}
            Token::Property { name, values } => {
                if let Some(node) = self.tree.nodes.last_mut() {
                    let values = values.into_iter().map(<[u8]>::to_vec).collect();
                    node.properties.push(Property { name, values, line });
                }
            }
        }
        Ok(())
    }
}

/// Text as it stands between brackets: closing brackets and backslashes escaped. A colon needs no
/// escape outside of composed values, which are not made from text here.
fn escape(text: &str) -> Vec<u8> {
    let mut escaped = Vec::with_capacity(text.len());
    for byte in text.bytes() {
        if byte == b']' || byte == b'\\' {
            escaped.push(b'\\');
        }
        escaped.push(byte);
    }
    escaped
}

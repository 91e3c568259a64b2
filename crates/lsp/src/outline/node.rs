//! The nodes of an outline.

use std::ops::Range;

/// The structure of a text.
#[derive(Debug)]
pub struct Outline<'t> {
    /// The text that was read.
    pub text: &'t str,
    pub(super) nodes: Vec<Node>,
}

/// The index of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub usize);

/// A value: the root, the value of a key, or an item of a list.
#[derive(Debug, Clone, Default)]
pub struct Node {
    /// The collection that it is in; its own ID for the root.
    pub parent: usize,
    /// Its key, if it is the value of one.
    pub key: Option<Token>,
    /// The index in a list.
    pub index: Option<u32>,
    /// The short tag before it, without the `!`.
    pub tag: Option<Token>,
    /// What is written.
    pub value: Value,
    /// From the key, the tag or the value to the end of the value.
    pub span: Range<usize>,
    /// The values in it.
    pub children: Vec<NodeId>,
}

/// What is written as a value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    #[default]
    Empty,
    /// A scalar.
    Scalar(Token),
    /// A map.
    Map,
    /// A list.
    List,
}

/// A scalar or a key: its bytes without quotes, and how it is quoted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Token {
    /// The bytes.
    pub range: Range<usize>,
    /// The quotes.
    pub quote: Quote,
}

/// How a scalar is quoted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Quote {
    /// Not quoted.
    #[default]
    Plain,
    /// In single quotes.
    Single,
    /// In double quotes.
    Double,
    /// A block scalar: lines below the key.
    Block,
}

/// A step from a collection to a value in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'t> {
    /// A key.
    Key(&'t str),
    /// A 0-based index.
    Index(u32),
}

impl<'t> Outline<'t> {
    /// The whole document.
    pub const ROOT: NodeId = NodeId(0);

    /// Returns a node; the root for an ID of another outline.
    pub fn node(&self, id: NodeId) -> &Node {
        static EMPTY: Node = Node {
            parent: 0,
            key: None,
            index: None,
            tag: None,
            value: Value::Empty,
            span: 0..0,
            children: Vec::new(),
        };
        self.nodes
            .get(id.0)
            .or_else(|| self.nodes.first())
            .unwrap_or(&EMPTY)
    }

    /// Returns all nodes, parents before children.
    pub fn all(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes
            .iter()
            .enumerate()
            .map(|(at, node)| (NodeId(at), node))
    }

    /// Returns the text of a token.
    pub fn text_of(&self, token: &Token) -> &'t str {
        self.text.get(token.range.clone()).unwrap_or_default()
    }

    /// Returns the key of a value.
    pub fn key(&self, id: NodeId) -> Option<&'t str> {
        self.node(id).key.as_ref().map(|key| self.text_of(key))
    }

    /// Returns the short tag of a value.
    pub fn tag(&self, id: NodeId) -> Option<&'t str> {
        self.node(id).tag.as_ref().map(|tag| self.text_of(tag))
    }

    /// Returns the text of a scalar.
    pub fn scalar(&self, id: NodeId) -> Option<(&'t str, &Token)> {
        match &self.node(id).value {
            Value::Scalar(token) => Some((self.text_of(token), token)),
            _ => None,
        }
    }

    /// Returns the values in a collection.
    pub fn children(&self, id: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + '_ {
        self.node(id).children.iter().copied()
    }

    /// Returns the collection that a value is in; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != Outline::ROOT).then(|| NodeId(self.node(id).parent))
    }

    /// Returns the value of a key.
    pub fn get(&self, id: NodeId, key: &str) -> Option<NodeId> {
        self.children(id)
            .rfind(|child| self.key(*child) == Some(key))
    }

    /// Returns the item of a list.
    pub fn item(&self, id: NodeId, index: usize) -> Option<NodeId> {
        (self.node(id).value == Value::List)
            .then(|| self.children(id).nth(index))
            .flatten()
    }

    /// Returns the value that a path of keys and indices leads to.
    pub fn at(&self, path: &[Step<'_>]) -> Option<NodeId> {
        path.iter().try_fold(Outline::ROOT, |at, step| match step {
            Step::Key(key) => self.get(at, key),
            Step::Index(index) => self.item(at, usize::try_from(*index).unwrap_or(usize::MAX)),
        })
    }

    /// Returns the path of a value.
    pub fn path(&self, id: NodeId) -> Vec<Step<'t>> {
        let mut steps = Vec::new();
        let mut at = id;
        while let Some(parent) = self.parent(at) {
            match (self.key(at), self.node(at).index) {
                (Some(key), _) => steps.push(Step::Key(key)),
                (None, Some(index)) => steps.push(Step::Index(index)),
                (None, None) => {}
            }
            at = parent;
        }
        steps.reverse();
        steps
    }

    /// Returns the innermost value whose key, tag or text is at an offset.
    pub fn innermost(&self, offset: usize) -> NodeId {
        let mut at = Outline::ROOT;
        loop {
            let holds = |id: &NodeId| {
                let span = &self.node(*id).span;
                span.start <= offset && offset <= span.end
            };
            match self.children(at).rfind(holds) {
                Some(child) => at = child,
                None => return at,
            }
        }
    }
}

//! A parsed document: its nodes and what stands beside them.

use super::{Node, NodeId, Path, Span, Step, SyntaxError};

/// What a text was understood as, and what was wrong with it.
#[derive(Debug)]
pub struct Parsed<'a> {
    /// The tree; `None` where nothing could be read.
    pub tree: Option<Tree<'a>>,
    /// The faults, in source order.
    pub errors: Vec<SyntaxError>,
}

/// A document: the root node and the side tables of all nodes, values and keys alike.
#[derive(Debug)]
pub struct Tree<'a> {
    /// The document itself.
    pub root: Node<'a>,
    /// By [`NodeId`]; built by the parsers.
    pub(super) info: Vec<Info<'a>>,
    /// Texts of plain scalars that became something other than a string, by ascending id.
    pub(super) raw: Vec<(NodeId, &'a str)>,
}

/// What is known of a node beside its value.
#[derive(Debug, Clone, Copy)]
pub struct Info<'a> {
    /// Where it stands. libyaml's marks: a tagged value starts at its tag.
    pub span: Span,
    /// The node that holds it; its own id for the root.
    pub parent: NodeId,
    /// How the parent holds it.
    pub at: At<'a>,
    /// How it was written.
    pub style: Style,
    /// The short-form tag that it was written with.
    pub tag: Option<Tag<'a>>,
}

/// How a parent holds a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At<'a> {
    /// The node is the document.
    Root,
    /// The node is the value under a key; the key's text.
    Value(&'a str),
    /// The node is itself a key.
    Key,
    /// The node is an element of a list: its 0-based index.
    Index(u32),
}

/// How a scalar or collection was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// A plain YAML scalar, a JSON literal or number, or a collection.
    Plain,
    /// A quoted or block scalar, or a JSON string.
    Quoted,
    /// Not written at all: the map `{Ref: x}` and its key that stand for `!Ref x`. Such keys have no mark.
    Implied,
}

/// A YAML tag on a node, without its leading `!`: `Ref`, `Sub`, `GetAtt`, `Custom`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tag<'a>(pub &'a str);

impl<'a> Tree<'a> {
    /// Where a node stands in the text.
    pub fn span(&self, id: NodeId) -> Span {
        self.info(id).map_or(Span::START, |info| info.span)
    }

    /// What is known of a node beside its value; `None` for an id of another tree.
    pub fn info(&self, id: NodeId) -> Option<&Info<'a>> {
        self.info.get(id.0 as usize)
    }

    /// The text of a plain scalar as it was written, where its value is not a string (`yes`, `012`, `2012-10-17`, nothing).
    pub fn raw(&self, id: NodeId) -> Option<&'a str> {
        let index = self.raw.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        self.raw.get(index).map(|(_, text)| *text)
    }

    /// The steps from the root to a node; a key's path ends in the key.
    pub fn path(&self, id: NodeId) -> Path {
        let mut steps = Vec::new();
        let mut at = id;
        while let Some(info) = self.info(at) {
            match info.at {
                At::Root => break,
                At::Value(key) => steps.push(Step::Key(key.to_owned())),
                At::Index(index) => steps.push(Step::Index(index)),
                At::Key => {}
            }
            at = info.parent;
        }
        steps.reverse();
        Path(steps)
    }
}

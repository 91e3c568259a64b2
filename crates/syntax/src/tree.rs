//! A parsed document: its nodes and what stands beside them.
//!
//! The tree is cfn-lint's view: `!Sub x` stands as `{Fn::Sub: x}`, `!GetAtt A.B` as `{Fn::GetAtt: [A, B]}`, merge keys
//! are merged. What Guard needs for its own view stays beside it:
//!
//! - a map of [`Style::Implied`] with a [`Tree::tag`] is a tagged value; its only entry's value is the value itself;
//! - a list or scalar with a [`Tree::raw`] text was written as that plain or quoted scalar (a `GetAtt` that was split,
//!   `012`, `yes`, nothing at all); its [`Style`] says which;
//! - repeated keys are all in their map, in order;
//! - [`Tree::aliases`] lists the aliases: an aliased value is a copy whose nodes have ids of their own and the
//!   anchor's spans;
//! - [`Tree::unmerged`] gives a map with merge keys as it was written;
//! - an empty map as the root with a raw text, or of [`Style::Implied`], was a null document or none at all;
//! - only the first document of a stream is in the tree.

use std::collections::HashSet;

use super::{Entry, Node, NodeId, Path, Span, Step, SyntaxError};

/// What a text was understood as, and what was wrong with it.
#[derive(Debug)]
pub struct Parsed<'a> {
    /// The tree; `None` where nothing could be read. A tree beside errors is what other readers of ours (Guard's, which
    /// allows a repeated key) may still take; the linter does not.
    pub tree: Option<Tree<'a>>,
    /// The faults, in the order cfn-lint reports them.
    pub errors: Vec<SyntaxError>,
}

/// A document: the root node and the side tables of all nodes, values and keys alike.
#[derive(Debug)]
pub struct Tree<'a> {
    /// The document itself.
    pub root: Node<'a>,
    /// Where aliases (`*name`) were used, in source order.
    pub aliases: Vec<Alias<'a>>,
    /// By [`NodeId`]; a node's id is larger than its parent's.
    pub(super) info: Vec<Info<'a>>,
    /// Short-form tags, by ascending id.
    pub(super) tags: Vec<(NodeId, Tag<'a>)>,
    /// Texts of scalars that became something other than a string, by ascending id.
    pub(super) raw: Vec<(NodeId, &'a str)>,
    /// Maps whose entries are not those that were written, by ascending id.
    pub(super) written: Vec<(NodeId, Written<'a>)>,
}

/// A map as it was written, where the tree's map is another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Written<'a> {
    pub entries: &'a [Entry<'a>],
    /// cfn-lint knows that a merge key was used.
    pub merged: bool,
}

/// A use of an anchor: `*name`.
#[derive(Debug, Clone, Copy)]
pub struct Alias<'a> {
    /// The anchor's name.
    pub name: &'a str,
    /// The alias itself.
    pub span: Span,
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
}

/// How a parent holds a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At<'a> {
    /// The node is the document.
    Root,
    /// The node is the value under a key: the key's text (of a key that is no string, as Python's `str()` prints it)
    /// and its node.
    Value(&'a str, NodeId),
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
    /// Not written at all: the map `{Ref: x}` and its key that stand for `!Ref x`, and the parts of a `GetAtt` that was
    /// split. Such a key and such a part have no place.
    Implied,
}

/// A YAML tag on a node, without its leading `!`: `Ref`, `Sub`, `GetAtt`, `Custom`; `!int` is YAML's own `!!int`.
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

    /// How many nodes there are: ids are 0 up to it.
    pub fn len(&self) -> usize {
        self.info.len()
    }

    /// Never: a tree has its root.
    pub fn is_empty(&self) -> bool {
        self.info.is_empty()
    }

    /// The short-form tag of this map: `Sub` on the map `{Fn::Sub: x}` of `!Sub x`. The type that a scalar is
    /// written with: `!int` on `!!int "5"`.
    pub fn tag(&self, id: NodeId) -> Option<Tag<'a>> {
        by_id(&self.tags, id)
    }

    /// The text of a scalar as it was written, where its value is not a string (`yes`, `012`, `2012-10-17`, nothing,
    /// the `A.B` of a `GetAtt`).
    pub fn raw(&self, id: NodeId) -> Option<&'a str> {
        by_id(&self.raw, id)
    }

    /// The entries of a map as they were written, where the tree's are not: merge keys (`<<`) were merged, or a map
    /// under a short tag had a key twice, of which the linter sees the last value only; and the map of `!GetAtt {}`, for
    /// which the linter sees a list.
    pub fn unmerged(&self, id: NodeId) -> Option<&'a [Entry<'a>]> {
        by_id(&self.written, id).map(|written| written.entries)
    }

    /// A key that is repeated in a map as it was written, where the tree has only one of its values: beside a merge key
    /// (`<<`), or under a short tag. Elsewhere a repeated key is an error.
    pub fn repeated_key(&self) -> Option<Node<'a>> {
        self.written.iter().find_map(|(_, written)| {
            let mut seen = HashSet::new();
            let text = |key: Node<'a>| key.as_str().or_else(|| self.raw(key.id));
            written.entries.iter().map(|entry| entry.key).find(|key| text(*key).is_some_and(|text| !seen.insert(text)))
        })
    }

    /// The maps in which a merge key (`<<`) was used, by ascending id.
    pub fn merges(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.written.iter().filter(|(_, written)| written.merged).map(|(id, _)| *id)
    }

    /// The steps from the root to a node; a key's path ends in the key.
    pub fn path(&self, id: NodeId) -> Path {
        let mut steps = Vec::new();
        let mut at = id;
        while let Some(info) = self.info(at) {
            match info.at {
                At::Root => break,
                At::Value(key, _) => steps.push(Step::Key(key.to_owned())),
                At::Index(index) => steps.push(Step::Index(index)),
                At::Key => {}
            }
            at = info.parent;
        }
        steps.reverse();
        Path(steps)
    }
}

fn by_id<T: Copy>(table: &[(NodeId, T)], id: NodeId) -> Option<T> {
    let index = table.binary_search_by_key(&id, |(id, _)| *id).ok()?;
    table.get(index).map(|(_, found)| *found)
}

//! A parsed document: its nodes and their side tables.
//!
//! The tree represents cfn-lint's view: `!Sub x` is `{Fn::Sub: x}`, `!GetAtt A.B` is `{Fn::GetAtt: [A, B]}`, and merge
//! keys are merged. The side tables keep what Guard needs for its own view:
//!
//! - a map of [`Style::Implied`] with a [`Tree::tag`] is a tagged value, which is the value of its only entry;
//! - a list or scalar with a [`Tree::raw`] text was written as that scalar (a `GetAtt` that was split, `012`, `yes`, an
//!   empty value); its [`Style`] is the style of that scalar;
//! - repeated keys are all in their map, in order;
//! - [`Tree::aliases`] lists the aliases; an aliased value is a copy whose nodes have their own IDs and the spans of
//!   the anchor;
//! - [`Tree::unmerged`] returns a map with merge keys as written;
//! - a root that is an empty map with a raw text, or of [`Style::Implied`], was a null or missing document;
//! - only the first document of a stream is in the tree.

use std::borrow::Cow;
use std::collections::HashSet;

use super::python::float_repr;
use super::{Entry, Node, NodeId, Path, Span, Step, SyntaxError, Value};

/// The result of parsing a document.
#[derive(Debug)]
pub struct Parsed<'a> {
    /// The tree; `None` if nothing could be parsed. A tree with errors can still be used by Guard, which allows
    /// repeated keys; the linter rejects it.
    pub tree: Option<Tree<'a>>,
    /// The errors, in the order in which cfn-lint reports them.
    pub errors: Vec<SyntaxError>,
}

/// A document: the root node, and side tables for all nodes (values and keys).
#[derive(Debug)]
pub struct Tree<'a> {
    /// The root node.
    pub root: Node<'a>,
    /// The uses of aliases (`*name`), in source order.
    pub aliases: Vec<Alias<'a>>,
    /// Properties by [`NodeId`]; the ID of a node is larger than its parent's.
    pub(super) info: Vec<Info<'a>>,
    /// Short-form tags, by ascending ID.
    pub(super) tags: Vec<(NodeId, Tag<'a>)>,
    /// Source texts of scalars that are not strings, by ascending ID.
    pub(super) raw: Vec<(NodeId, &'a str)>,
    /// Maps whose entries differ from those that were written, by ascending ID.
    pub(super) written: Vec<(NodeId, Written<'a>)>,
}

/// A map as written, if it differs from the map in the tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Written<'a> {
    pub entries: &'a [Entry<'a>],
    /// Whether cfn-lint records that a merge key was used.
    pub merged: bool,
}

/// A use of an anchor: `*name`.
#[derive(Debug, Clone, Copy)]
pub struct Alias<'a> {
    /// The name of the anchor.
    pub name: &'a str,
    /// The span of the alias itself.
    pub span: Span,
}

/// The properties of a node other than its value.
#[derive(Debug, Clone, Copy)]
pub struct Info<'a> {
    /// The span, with libyaml's marks: a tagged value starts at its tag.
    pub span: Span,
    /// The parent; its own ID for the root.
    pub parent: NodeId,
    /// The role in the parent.
    pub at: At<'a>,
    /// The style in the source.
    pub style: Style,
}

/// The role of a node in its parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At<'a> {
    /// The root.
    Root,
    /// The value of a key: the text of the key (as Python's `str()` prints it if it is not a string) and its node.
    Value(&'a str, NodeId),
    /// A key.
    Key,
    /// An element of a list: its 0-based index.
    Index(u32),
}

/// The style of a node in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// A plain YAML scalar, a JSON literal or number, or a collection.
    Plain,
    /// A quoted or block scalar, or a JSON string.
    Quoted,
    /// Not written: the map `{Ref: x}` and its key for `!Ref x`, and the parts of a `GetAtt` that was split. These keys
    /// and parts have no location.
    Implied,
}

/// The tag of a node, without its leading `!`: `Ref`, `Sub`, `GetAtt`, `Custom`; YAML's own `!!int` is `!int`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tag<'a>(pub &'a str);

impl<'a> Tree<'a> {
    /// Returns the span of a node.
    pub fn span(&self, id: NodeId) -> Span {
        self.info(id).map_or(Span::START, |info| info.span)
    }

    /// Returns the properties of a node; `None` for an ID of another tree.
    pub fn info(&self, id: NodeId) -> Option<&Info<'a>> {
        self.info.get(id.0 as usize)
    }

    /// Returns the number of nodes; IDs are below it.
    pub fn len(&self) -> usize {
        self.info.len()
    }

    /// Always false: a tree has a root.
    pub fn is_empty(&self) -> bool {
        self.info.is_empty()
    }

    /// Returns the tag of a node: `Sub` for the map `{Fn::Sub: x}` of `!Sub x`; `!int` for the scalar `!!int "5"`.
    pub fn tag(&self, id: NodeId) -> Option<Tag<'a>> {
        by_id(&self.tags, id)
    }

    /// Returns the source text of a scalar whose value is not a string (`yes`, `012`, `2012-10-17`, an empty value, the
    /// `A.B` of a `GetAtt`).
    pub fn raw(&self, id: NodeId) -> Option<&'a str> {
        by_id(&self.raw, id)
    }

    /// Returns the entries of a map as written, if the tree's differ: merge keys (`<<`) were merged; or a map under a
    /// short tag repeats a key, and the linter sees the last value only; or the map is `!GetAtt {}`, which the linter
    /// sees as a list.
    pub fn unmerged(&self, id: NodeId) -> Option<&'a [Entry<'a>]> {
        by_id(&self.written, id).map(|written| written.entries)
    }

    /// Returns a key of a map that readers may take for another key of the same map. That is a repeated key of a map for
    /// which the tree contains only one of the values (with a merge key (`<<`), or under a short tag), or a key that is
    /// equal to another one only as text: `1` and `'1'` are one key in JSON, and two in YAML. Other repeated keys are
    /// errors.
    pub fn repeated_key(&self) -> Option<Node<'a>> {
        let of_written = || {
            let maps = self.written.iter().map(|(_, written)| written.entries);
            maps.filter_map(|entries| self.repeated_in(entries)).next()
        };
        of_written().or_else(|| self.key_repeated_as_text())
    }

    /// Returns a key that is equal to another key of its map as text, and has another type.
    fn key_repeated_as_text(&self) -> Option<Node<'a>> {
        // Keys that are not text are rare: JSON has none, and most YAML documents have none.
        let is_key = |id: NodeId| self.info(id).is_some_and(|info| info.at == At::Key);
        if !self.raw.iter().any(|(id, _)| is_key(*id)) {
            return None;
        }
        let mut waiting = vec![self.root];
        while let Some(node) = waiting.pop() {
            match node.value {
                Value::List(items) => waiting.extend(items.iter().rev()),
                Value::Map(entries) => {
                    let is_text = |entry: &Entry<'a>| entry.key.as_str().is_some();
                    if !entries.iter().all(is_text)
                        && let Some(key) = self.repeated_in(entries)
                    {
                        return Some(key);
                    }
                    waiting.extend(entries.iter().rev().map(|entry| entry.value));
                }
                _ => {}
            }
        }
        None
    }

    /// Returns the first key that has a text which an earlier key has, too.
    fn repeated_in(&self, entries: &[Entry<'a>]) -> Option<Node<'a>> {
        let mut seen = HashSet::new();
        let mut keys = entries.iter().map(|entry| entry.key);
        keys.find(|key| {
            let texts = self.texts_of_key(*key);
            let is_repeated = texts.iter().any(|text| seen.contains(text));
            seen.extend(texts);
            is_repeated
        })
    }

    /// Returns the texts that a key may have for a reader whose keys are texts: as written, and as JSON.
    fn texts_of_key(&self, key: Node<'a>) -> Vec<Cow<'a, str>> {
        let json: Vec<Cow<'a, str>> = match key.value {
            Value::Str(text) => return vec![text.into()],
            Value::Null => vec!["null".into()],
            Value::Bool(is) => vec![if is { "true" } else { "false" }.into()],
            Value::Int(number) => vec![number.to_string().into()],
            // Some readers write `1.0` as `1`.
            Value::Float(number) => {
                vec![float_repr(number).into(), number.to_string().into()]
            }
            Value::BigInt(text) | Value::Date(text) => vec![text.into()],
            Value::List(_) | Value::Map(_) => return Vec::new(),
        };
        let written = self.raw(key.id).map(Cow::Borrowed);
        json.into_iter().chain(written).collect()
    }

    /// Returns the maps that use a merge key (`<<`), by ascending ID.
    pub fn merges(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.written
            .iter()
            .filter(|(_, written)| written.merged)
            .map(|(id, _)| *id)
    }

    /// Returns the path of a node; the path of a key ends in the key.
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

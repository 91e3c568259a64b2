//! Trees derived from another tree: the same nodes in a different arrangement, with new IDs.

use std::collections::HashSet;

use bumpalo::Bump;

use super::build::TreeBuilder;
use super::tree::{At, Info, Style};
use super::{Entry, Node, NodeId, Span, Tree, Value};

/// The ID of a node that does not occur in the source. Findings at it show the nearest key above.
pub const SYNTHETIC: NodeId = NodeId(u32::MAX);

/// A node of a derived tree that is not a plain copy.
///
/// The node with the ID `base.len() + n` is described by the n-th mark.
#[derive(Debug, Clone, Copy)]
pub struct Mark {
    /// The node of the base tree in whose place it is.
    pub of: NodeId,
    /// Its relation to that node.
    pub kind: MarkKind,
}

/// The relation of a node to the node of the base tree in whose place it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkKind {
    /// A copy.
    Copy,
    /// Another value.
    Value,
    /// A list of alternatives, which all have the path of the list itself.
    Alternatives,
}

/// Returns a tree of the nodes under `root`, which come from `base`, rearranged: repeated, renamed or with other
/// values. Each node gets a new ID, and so a new path, and keeps the span of its original.
pub fn derive<'a>(arena: &'a Bump, base: &Tree<'a>, root: Node<'a>) -> Tree<'a> {
    derive_with(arena, base, root, &HashSet::new())
}

/// Like [`derive()`], but the nodes with IDs in `values` replace the original nodes: they keep only the span of the
/// original.
pub fn derive_with<'a>(
    arena: &'a Bump,
    base: &Tree<'a>,
    root: Node<'a>,
    values: &HashSet<NodeId>,
) -> Tree<'a> {
    copy(arena, base, root, values, &[]).0
}

/// Like [`derive()`], with marked nodes; also returns the new ID of each mark, which must occur at most once.
pub fn derive_marked<'a>(
    arena: &'a Bump,
    base: &Tree<'a>,
    root: Node<'a>,
    marks: &[Mark],
) -> (Tree<'a>, Vec<NodeId>) {
    copy(arena, base, root, &HashSet::new(), marks)
}

/// Returns a map with replaced or removed values; other nodes are returned unchanged.
pub fn edited<'a>(
    arena: &'a Bump,
    node: Node<'a>,
    edit: &mut dyn FnMut(&'a str, Node<'a>) -> Option<Node<'a>>,
) -> Node<'a> {
    let Some(entries) = node.as_map() else {
        return node;
    };
    let edit = |entry: &Entry<'a>| match entry.key.as_str() {
        Some(key) => edit(key, entry.value).map(|value| Entry { value, ..*entry }),
        None => Some(*entry),
    };
    let entries: Vec<Entry<'a>> = entries.iter().filter_map(edit).collect();
    Node {
        value: Value::Map(arena.alloc_slice_copy(&entries)),
        ..node
    }
}

fn copy<'a>(
    arena: &'a Bump,
    base: &Tree<'a>,
    root: Node<'a>,
    values: &HashSet<NodeId>,
    marks: &[Mark],
) -> (Tree<'a>, Vec<NodeId>) {
    let builder = TreeBuilder::new(arena, base.len().saturating_mul(16));
    let mut copy = Copy {
        base,
        values,
        marks,
        placed: vec![SYNTHETIC; marks.len()],
        builder,
    };
    let id = copy.copy_node(root, NodeId(0), At::Root);
    let root = copy.copy_children(root, id);
    copy.builder.aliases.clone_from(&base.aliases);
    (copy.builder.finish(root), copy.placed)
}

struct Copy<'t, 'a> {
    base: &'t Tree<'a>,
    values: &'t HashSet<NodeId>,
    marks: &'t [Mark],
    /// The new IDs of the marks.
    placed: Vec<NodeId>,
    builder: TreeBuilder<'a>,
}

impl<'a> Copy<'_, 'a> {
    fn copy_node(&mut self, node: Node<'a>, parent: NodeId, at: At<'a>) -> NodeId {
        let (mark, of, kind) = self.origin(node.id);
        if kind != MarkKind::Copy {
            let style = if node.as_str().is_some() {
                Style::Quoted
            } else {
                Style::Plain
            };
            let id = self.builder.add_node(parent, at, self.base.span(of), style);
            self.place(mark, id);
            return id;
        }
        let (span, style) = match self.base.info(of) {
            // A scalar under a short tag has no location; as a list element it would get one.
            Some(info) if matches!(at, At::Index(_)) && self.is_tagged_text(node, info) => {
                (info.span, Style::Implied)
            }
            Some(info) => (info.span, info.style),
            None => (self.above(parent), Style::Implied),
        };
        let id = self.builder.add_node(parent, at, span, style);
        self.place(mark, id);
        if let Some(tag) = self.base.tag(of) {
            self.builder.tags.push((id, tag));
        }
        if let Some(raw) = self.base.raw(of) {
            self.builder.raw.push((id, raw));
        }
        // With replaced values, the map as written no longer matches the document.
        let is_same = self.values.is_empty() && self.marks.is_empty();
        let written = self
            .base
            .written
            .binary_search_by_key(&of, |(id, _)| *id)
            .ok()
            .filter(|_| is_same);
        if let Some((_, written)) = written.and_then(|place| self.base.written.get(place)) {
            self.builder.written.push((id, *written));
        }
        id
    }

    /// Returns the mark of a node, and its index.
    #[inline]
    fn mark(&self, id: NodeId) -> Option<(usize, Mark)> {
        let index = (id.0 as usize).checked_sub(self.base.len())?;
        self.marks.get(index).map(|mark| (index, *mark))
    }

    /// Returns the index of the mark of a node, if it has one, the original node, and the relation to it.
    fn origin(&self, id: NodeId) -> (Option<usize>, NodeId, MarkKind) {
        match self.mark(id) {
            Some((index, Mark { of, kind })) => (Some(index), of, kind),
            None if self.values.contains(&id) => (None, id, MarkKind::Value),
            None => (None, id, MarkKind::Copy),
        }
    }

    fn place(&mut self, mark: Option<usize>, id: NodeId) {
        if let Some(placed) = mark.and_then(|mark| self.placed.get_mut(mark)) {
            *placed = id;
        }
    }

    /// Whether a node is the text of a short tag: `x` in `!Sub x`.
    fn is_tagged_text(&self, node: Node<'a>, info: &Info<'a>) -> bool {
        node.as_str().is_some()
            && matches!(info.at, At::Value(..))
            && self.base.tag(info.parent).is_some()
    }

    /// Returns the span of the nearest written key above the children of `parent`.
    fn above(&self, parent: NodeId) -> Span {
        let mut at = parent;
        while let Some(info) = self.builder.info(at) {
            let key = match info.at {
                At::Root => break,
                At::Value(_, key) => self.builder.info(key),
                _ => None,
            };
            if let Some(key) = key.filter(|key| key.style != Style::Implied) {
                return key.span;
            }
            at = info.parent;
        }
        Span::START
    }

    /// Copies the children of `old`, whose copy has the ID `id`.
    fn copy_children(&mut self, old: Node<'a>, id: NodeId) -> Node<'a> {
        let value = match old.value {
            Value::List(items) => {
                let is_alternatives = self
                    .mark(old.id)
                    .is_some_and(|(_, mark)| mark.kind == MarkKind::Alternatives);
                let own = self.builder.info(id).copied().filter(|_| is_alternatives);
                let stack_start = self.builder.open_list();
                for (index, item) in items.iter().enumerate() {
                    let index = At::Index(u32::try_from(index).unwrap_or(u32::MAX));
                    let (parent, at) = own.map_or((id, index), |own| (own.parent, own.at));
                    let item_id = self.copy_node(*item, parent, at);
                    let item = self.copy_children(*item, item_id);
                    self.builder.item(item);
                }
                Value::List(self.builder.close_list(stack_start))
            }
            Value::Map(entries) => {
                let stack_start = self.builder.open_map();
                for Entry { key, value } in entries {
                    let key_id = self.copy_node(*key, id, At::Key);
                    let text = match (
                        key.as_str(),
                        self.base
                            .info(self.mark(value.id).map_or(value.id, |(_, mark)| mark.of))
                            .map(|info| info.at),
                    ) {
                        (Some(text), _) | (None, Some(At::Value(text, _))) => text,
                        _ => "",
                    };
                    let value_id = self.copy_node(*value, id, At::Value(text, key_id));
                    let value = self.copy_children(*value, value_id);
                    self.builder.entry(Node { id: key_id, ..*key }, value);
                }
                Value::Map(self.builder.close_map(stack_start))
            }
            other => other,
        };
        Node { id, value }
    }
}

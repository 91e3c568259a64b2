//! How the readers of YAML and JSON make a [`Tree`].

use bumpalo::Bump;

use super::tree::{Alias, At, Info, Style, Tag, Written};
use super::{Entry, Node, NodeId, Position, Span, Tree};

/// Collects a tree from its root on: a node is named before its children are, so parents have smaller ids.
///
/// Children wait on one stack per kind until their parent is closed; then they move into the arena.
pub(super) struct TreeBuilder<'a> {
    pub arena: &'a Bump,
    pub aliases: Vec<Alias<'a>>,
    pub tags: Vec<(NodeId, Tag<'a>)>,
    pub raw: Vec<(NodeId, &'a str)>,
    pub written: Vec<(NodeId, Written<'a>)>,
    info: Vec<Info<'a>>,
    items: Vec<Node<'a>>,
    entries: Vec<Entry<'a>>,
}

/// How many children were waiting when a collection was opened.
#[derive(Clone, Copy)]
pub(super) struct Waiting(usize);

impl<'a> TreeBuilder<'a> {
    /// A builder for a text of so many bytes.
    pub fn new(arena: &'a Bump, bytes: usize) -> Self {
        TreeBuilder {
            arena,
            aliases: Vec::new(),
            tags: Vec::new(),
            raw: Vec::new(),
            written: Vec::new(),
            info: Vec::with_capacity(bytes / 16),
            items: Vec::new(),
            entries: Vec::new(),
        }
    }

    /// Names a node.
    #[inline]
    pub fn name(&mut self, parent: NodeId, at: At<'a>, span: Span, style: Style) -> NodeId {
        // Every reader stops at a limit of nodes far below 2^32.
        let id = NodeId(u32::try_from(self.info.len()).unwrap_or(u32::MAX));
        self.info.push(Info { span, parent, at, style });
        id
    }

    /// What is known of a node that was named.
    pub fn info(&self, id: NodeId) -> Option<&Info<'a>> {
        self.info.get(id.0 as usize)
    }

    /// How many nodes were named.
    pub fn len(&self) -> usize {
        self.info.len()
    }

    /// Where a node stands.
    pub fn span(&self, id: NodeId) -> Span {
        self.info.get(id.0 as usize).map_or(Span::START, |info| info.span)
    }

    /// Says where a node stands.
    pub fn set_span(&mut self, id: NodeId, span: Span) {
        if let Some(info) = self.info.get_mut(id.0 as usize) {
            info.span = span;
        }
    }

    /// Says under which key a value stands after all.
    pub fn set_key(&mut self, value: NodeId, text: &'a str, key: NodeId) {
        if let Some(info) = self.info.get_mut(value.0 as usize) {
            info.at = At::Value(text, key);
        }
    }

    /// Says where a node ends, once that is known.
    pub fn end(&mut self, id: NodeId, end: Position) {
        if let Some(info) = self.info.get_mut(id.0 as usize) {
            info.span.end = end;
        }
    }

    /// Opens a list: its items follow by [`item`](Self::item).
    pub fn open_list(&self) -> Waiting {
        Waiting(self.items.len())
    }

    /// Adds a finished element to the list that was opened last.
    #[inline]
    pub fn item(&mut self, node: Node<'a>) {
        self.items.push(node);
    }

    /// Closes a list.
    pub fn close_list(&mut self, waiting: Waiting) -> &'a [Node<'a>] {
        let list = self.arena.alloc_slice_copy(self.items.get(waiting.0..).unwrap_or_default());
        self.items.truncate(waiting.0);
        list
    }

    /// Opens a map: its entries follow by [`entry`](Self::entry).
    pub fn open_map(&self) -> Waiting {
        Waiting(self.entries.len())
    }

    /// Adds a finished entry to the map that was opened last.
    #[inline]
    pub fn entry(&mut self, key: Node<'a>, value: Node<'a>) {
        self.entries.push(Entry { key, value });
    }

    /// Closes a map.
    pub fn close_map(&mut self, waiting: Waiting) -> &'a [Entry<'a>] {
        let map = self.arena.alloc_slice_copy(self.entries.get(waiting.0..).unwrap_or_default());
        self.entries.truncate(waiting.0);
        map
    }

    /// The tree under a root.
    pub fn finish(mut self, root: Node<'a>) -> Tree<'a> {
        self.written.sort_by_key(|(id, _)| *id);
        Tree { root, aliases: self.aliases, info: self.info, tags: self.tags, raw: self.raw, written: self.written }
    }
}

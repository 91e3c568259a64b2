//! Construction of a [`Tree`] by the YAML and JSON readers.

use bumpalo::Bump;

use super::tree::{Alias, At, Info, Style, Tag, Written};
use super::{Entry, Node, NodeId, Position, Span, Tree};

/// Builds a tree top-down: a node is added before its children, so a parent has a smaller ID than its children.
///
/// Finished children wait on one stack per kind until their parent is closed; then they move into the arena.
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

/// The height of the stack of children when a collection was opened.
#[derive(Clone, Copy)]
pub(super) struct StackStart(usize);

impl<'a> TreeBuilder<'a> {
    /// Returns a builder for a text of `bytes` bytes.
    pub fn new(arena: &'a Bump, bytes: usize) -> Self {
        TreeBuilder {
            arena,
            aliases: Vec::new(),
            tags: Vec::new(),
            raw: Vec::new(),
            written: Vec::new(),
            info: Vec::with_capacity(bytes / 14),
            items: Vec::new(),
            entries: Vec::new(),
        }
    }

    /// Adds a node and returns its ID.
    #[inline]
    pub fn add_node(&mut self, parent: NodeId, at: At<'a>, span: Span, style: Style) -> NodeId {
        // All readers limit the number of nodes far below 2^32.
        let id = NodeId(u32::try_from(self.info.len()).unwrap_or(u32::MAX));
        self.info.push(Info {
            span,
            parent,
            at,
            style,
        });
        id
    }

    /// Returns the properties of a node.
    pub fn info(&self, id: NodeId) -> Option<&Info<'a>> {
        self.info.get(id.0 as usize)
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.info.len()
    }

    /// Returns the span of a node.
    pub fn span(&self, id: NodeId) -> Span {
        self.info
            .get(id.0 as usize)
            .map_or(Span::START, |info| info.span)
    }

    /// Sets the span of a node.
    pub fn set_span(&mut self, id: NodeId, span: Span) {
        if let Some(info) = self.info.get_mut(id.0 as usize) {
            info.span = span;
        }
    }

    /// Replaces the key of a value.
    pub fn set_key(&mut self, value: NodeId, text: &'a str, key: NodeId) {
        if let Some(info) = self.info.get_mut(value.0 as usize) {
            info.at = At::Value(text, key);
        }
    }

    /// Sets the end of a node.
    pub fn end(&mut self, id: NodeId, end: Position) {
        if let Some(info) = self.info.get_mut(id.0 as usize) {
            info.span.end = end;
        }
    }

    /// Opens a list; add its elements with [`item`](Self::item).
    pub fn open_list(&self) -> StackStart {
        StackStart(self.items.len())
    }

    /// Adds a finished element to the innermost list.
    #[inline]
    pub fn item(&mut self, node: Node<'a>) {
        self.items.push(node);
    }

    /// Closes the innermost list and returns its elements.
    pub fn close_list(&mut self, stack_start: StackStart) -> &'a [Node<'a>] {
        let list = self
            .arena
            .alloc_slice_copy(self.items.get(stack_start.0..).unwrap_or_default());
        self.items.truncate(stack_start.0);
        list
    }

    /// Opens a map; add its entries with [`entry`](Self::entry).
    pub fn open_map(&self) -> StackStart {
        StackStart(self.entries.len())
    }

    /// Adds a finished entry to the innermost map.
    #[inline]
    pub fn entry(&mut self, key: Node<'a>, value: Node<'a>) {
        self.entries.push(Entry { key, value });
    }

    /// Closes the innermost map and returns its entries.
    pub fn close_map(&mut self, stack_start: StackStart) -> &'a [Entry<'a>] {
        let map = self
            .arena
            .alloc_slice_copy(self.entries.get(stack_start.0..).unwrap_or_default());
        self.entries.truncate(stack_start.0);
        map
    }

    /// Returns the tree under a root.
    pub fn finish(mut self, root: Node<'a>) -> Tree<'a> {
        self.written.sort_by_key(|(id, _)| *id);
        Tree {
            root,
            aliases: self.aliases,
            info: self.info,
            tags: self.tags,
            raw: self.raw,
            written: self.written,
        }
    }
}

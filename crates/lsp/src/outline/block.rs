//! The lines of a YAML document; a document in brackets is a value of one line.

use std::ops::Range;

use super::cursor::{Cursor, Slot};
use super::node::{Node, NodeId, Outline, Quote, Token, Value};
use super::scalar::{self, blanks, line_length};

/// Reads a text from the start to the end.
pub struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    pub(super) nodes: Vec<Node>,
    /// The collections that are open, from the outermost.
    open: Vec<Open>,
    /// The last key or item, as long as it has no value.
    pending: Option<NodeId>,
    /// The plain scalar that the next line may continue.
    plain: Option<NodeId>,
    pub(super) cursor: Option<Cursor>,
}

struct Open {
    node: NodeId,
    /// The column of its keys or of the dashes of its items.
    column: usize,
}

impl<'t> Reader<'t> {
    pub fn new(text: &'t str) -> Reader<'t> {
        let (nodes, pending) = (vec![Node::default()], Some(Outline::ROOT));
        Reader {
            text,
            at: 0,
            nodes,
            open: Vec::new(),
            pending,
            plain: None,
            cursor: None,
        }
    }

    pub fn read(mut self) -> (Outline<'t>, Option<Cursor>) {
        if self.text.starts_with('\u{feff}') {
            self.at = '\u{feff}'.len_utf8();
        }
        let mut in_comment = false;
        while self.at < self.text.len() {
            let line = self.rest_of_line();
            let column = blanks(line);
            let body = line.get(column..).unwrap_or_default();
            let is_last = self.at.saturating_add(line.len()) == self.text.len();
            let is_marker =
                |marker: &str| line == marker || line.starts_with(&[marker, " "].concat());
            in_comment = is_last && body.starts_with('#');
            if is_marker("...") || (is_marker("---") && self.is_begun()) {
                break;
            }
            if body.is_empty() && is_last {
                self.blank(column);
            }
            if !(body.is_empty()
                || body.starts_with('#')
                || is_marker("---")
                || line.starts_with('%'))
            {
                self.line(self.at, column);
            }
            self.next_line();
        }
        let is_on_new_line = self.at == self.text.len() && !self.text.ends_with([' ', '\t']);
        if self.cursor.is_none()
            && !in_comment
            && is_on_new_line
            && self.text.ends_with(['\n', '\r'])
        {
            self.blank(0);
        }
        if self.text.is_empty() {
            self.blank(0);
        }
        self.close_spans();
        (
            Outline {
                text: self.text,
                nodes: self.nodes,
            },
            self.cursor,
        )
    }

    fn is_begun(&self) -> bool {
        self.nodes
            .first()
            .is_some_and(|root| root.value != Value::Empty)
    }

    fn rest_of_line(&self) -> &'t str {
        let rest = self.text.get(self.at..).unwrap_or_default();
        rest.get(..line_length(rest)).unwrap_or_default()
    }

    fn next_line(&mut self) {
        self.at = self.at.saturating_add(self.rest_of_line().len());
        let rest = self.text.get(self.at..).unwrap_or_default();
        self.at = self
            .at
            .saturating_add(if rest.starts_with("\r\n") { 2 } else { 1 })
            .min(self.text.len());
    }

    pub(super) fn is_end(&self) -> bool {
        self.at >= self.text.len()
    }

    pub(super) fn node(&mut self, id: NodeId) -> Option<&mut Node> {
        self.nodes.get_mut(id.0)
    }

    /// Adds a value to a collection.
    pub(super) fn add(&mut self, parent: NodeId, node: Node) -> NodeId {
        let id = NodeId(self.nodes.len());
        self.nodes.push(Node {
            parent: parent.0,
            ..node
        });
        if let Some(parent) = self.node(parent) {
            parent.children.push(id);
        }
        id
    }

    /// Adds an item to a list.
    pub(super) fn add_item(&mut self, list: NodeId, at: usize) -> NodeId {
        let count = self.nodes.get(list.0).map_or(0, |list| list.children.len());
        self.add(
            list,
            Node {
                index: u32::try_from(count).ok(),
                span: at..at,
                ..Node::default()
            },
        )
    }

    /// Adds a key to a map.
    pub(super) fn add_key(&mut self, map: NodeId, key: Token) -> NodeId {
        let span = key.range.clone();
        self.add(
            map,
            Node {
                key: Some(key),
                span,
                ..Node::default()
            },
        )
    }

    /// Sets the scalar of a value.
    pub(super) fn set_scalar(&mut self, id: NodeId, token: Token) {
        if let Some(node) = self.node(id) {
            node.span.end = node.span.end.max(token.range.end);
            node.value = Value::Scalar(token);
        }
    }

    pub(super) fn set_value(&mut self, id: NodeId, value: Value) {
        if let Some(node) = self.node(id) {
            node.value = value;
        }
    }

    /// Records what is being typed, if the text ends here.
    pub(super) fn typed(&mut self, node: NodeId, slot: Slot, range: Range<usize>, quote: Quote) {
        if self.is_end() {
            self.cursor = Some(Cursor {
                node,
                slot,
                word: Token { range, quote },
            });
        }
    }

    /// The column of the innermost collection of lines; `None` in a document that has none yet.
    pub(super) fn column(&self) -> Option<usize> {
        self.open.last().map(|open| open.column)
    }

    /// Ends the collections that are further to the right.
    fn close(&mut self, column: usize) {
        while self.open.last().is_some_and(|open| open.column > column) {
            self.open.pop();
            self.pending = None;
            self.plain = None;
        }
    }

    fn is_list(&self, id: NodeId) -> bool {
        self.nodes
            .get(id.0)
            .is_some_and(|node| node.value == Value::List)
    }

    /// Returns the key or item that a value in a column belongs to.
    fn awaiting(&self, column: usize) -> Option<NodeId> {
        self.pending
            .filter(|_| self.column().is_none_or(|open| column > open))
    }

    /// The end of the text is on a line with nothing but space.
    fn blank(&mut self, column: usize) {
        self.close(column);
        let at = self.text.len();
        self.at = at;
        if let Some(node) = self.awaiting(column) {
            return self.typed(node, Slot::KeyOrValue, at..at, Quote::Plain);
        }
        self.leave_list(column);
        if let Some(node) = self
            .open
            .last()
            .map(|open| open.node)
            .filter(|node| !self.is_list(*node))
        {
            self.typed(node, Slot::Key, at..at, Quote::Plain);
        }
    }

    /// A list whose dashes are in the column of its key ends at the next key.
    fn leave_list(&mut self, column: usize) {
        while self
            .open
            .last()
            .is_some_and(|open| open.column == column && self.is_list(open.node))
        {
            self.open.pop();
            self.pending = None;
        }
    }

    fn line(&mut self, start: usize, column: usize) {
        self.at = start.saturating_add(column);
        loop {
            let line = self.rest_of_line();
            let column = self.at.saturating_sub(start);
            if line == "-" || line.starts_with("- ") || line.starts_with("-\t") {
                let Some(item) = self.item(column) else {
                    return;
                };
                self.at = self.at.saturating_add(1);
                self.at = self.at.saturating_add(blanks(self.rest_of_line()));
                if self.rest_of_line().is_empty() {
                    return self.typed(item, Slot::KeyOrValue, self.at..self.at, Quote::Plain);
                }
                continue;
            }
            if let Some(key) = scalar::key(line) {
                let range = self.at.saturating_add(key.token.range.start)
                    ..self.at.saturating_add(key.token.range.end);
                let id = self.entry(
                    column,
                    Token {
                        range,
                        quote: key.token.quote,
                    },
                );
                self.at = self.at.saturating_add(key.length);
                return self.value(id, Slot::Value);
            }
            self.close(column);
            if let Some(node) = self.awaiting(column) {
                return self.value(node, Slot::KeyOrValue);
            }
            return self.word(column, line);
        }
    }

    /// A line that is neither a key nor the value of one: it continues a scalar, or is the start of a key.
    fn word(&mut self, column: usize, line: &'t str) {
        let (start, length) = (self.at, scalar::plain_in_block(line));
        let end = start.saturating_add(length);
        self.at = start.saturating_add(line.len());
        if let Some(plain) = self
            .plain
            .filter(|_| self.column().is_none_or(|open| column > open))
        {
            let begun = match self.nodes.get(plain.0).map(|node| &node.value) {
                Some(Value::Scalar(token)) => token.range.start,
                _ => start,
            };
            self.set_scalar(
                plain,
                Token {
                    range: begun..end,
                    quote: Quote::Plain,
                },
            );
            return self.typed(plain, Slot::Value, begun..end, Quote::Plain);
        }
        self.leave_list(column);
        if let Some(node) = self.open.last().map(|open| open.node) {
            self.typed(node, Slot::Key, start..end, Quote::Plain);
        }
    }

    fn item(&mut self, column: usize) -> Option<NodeId> {
        self.close(column);
        let innermost = self.open.last().map(|open| (open.node, open.column));
        let list = match (innermost, self.pending) {
            (Some((node, at)), _) if at == column && self.is_list(node) => node,
            (innermost, Some(pending)) if innermost.is_none_or(|(_, at)| at <= column) => {
                self.set_value(pending, Value::List);
                self.open.push(Open {
                    node: pending,
                    column,
                });
                pending
            }
            _ => return None,
        };
        let item = self.add_item(list, self.at);
        (self.pending, self.plain) = (Some(item), None);
        Some(item)
    }

    fn entry(&mut self, column: usize, key: Token) -> NodeId {
        self.close(column);
        self.leave_list(column);
        let map = match (self.open.last(), self.awaiting(column)) {
            (Some(open), _) if open.column == column => open.node,
            (_, Some(pending)) => {
                self.set_value(pending, Value::Map);
                self.open.push(Open {
                    node: pending,
                    column,
                });
                pending
            }
            // A line with a wrong indentation.
            (Some(open), None) => open.node,
            (None, None) => {
                self.set_value(Outline::ROOT, Value::Map);
                self.open.push(Open {
                    node: Outline::ROOT,
                    column,
                });
                Outline::ROOT
            }
        };
        self.pending = None;
        self.plain = None;
        self.add_key(map, key)
    }

    /// Reads the value of a key or item on the rest of the line, and the lines that belong to it.
    fn value(&mut self, id: NodeId, slot: Slot) {
        self.pending = None;
        self.at = self.at.saturating_add(blanks(self.rest_of_line()));
        if self.tags(id) {
            return;
        }
        let (line, start) = (self.rest_of_line(), self.at);
        match line.as_bytes().first() {
            None | Some(b'#') => {
                self.pending = Some(id);
                if line.is_empty() {
                    self.typed(id, Slot::Value, start..start, Quote::Plain);
                }
            }
            Some(b'{' | b'[') => self.flow(id),
            Some(b'"' | b'\'') => {
                let limit = self.end_of_indented().saturating_sub(start);
                let text = self.text.get(start..).unwrap_or_default();
                let Some(found) = scalar::quoted(text, limit) else {
                    return;
                };
                let first = start.saturating_add(1);
                let range = first..first.saturating_add(found.content);
                self.at = start.saturating_add(found.whole);
                self.set_scalar(
                    id,
                    Token {
                        range: range.clone(),
                        quote: found.quote,
                    },
                );
                if found.is_open {
                    self.typed(id, Slot::Value, range, found.quote);
                }
            }
            Some(b'|' | b'>') if scalar::is_block_header(line) => self.block_scalar(id),
            _ => {
                let range = start..start.saturating_add(scalar::plain_in_block(line));
                self.at = start.saturating_add(line.len());
                self.set_scalar(
                    id,
                    Token {
                        range: range.clone(),
                        quote: Quote::Plain,
                    },
                );
                self.plain = Some(id);
                // Space behind a plain scalar ends it.
                if range.end == self.at {
                    self.typed(id, slot, range, Quote::Plain);
                }
            }
        }
    }

    /// Reads tags and anchors. Returns whether the text ends in one.
    fn tags(&mut self, id: NodeId) -> bool {
        loop {
            let line = self.rest_of_line();
            if !line.starts_with(['!', '&']) {
                return false;
            }
            let length = line.find([' ', '\t']).unwrap_or(line.len());
            let range = self.at..self.at.saturating_add(length);
            let is_tag = line.starts_with('!');
            self.at = range.end;
            if is_tag {
                if self.is_end() {
                    self.typed(id, Slot::Value, range, Quote::Plain);
                    return true;
                }
                self.set_tag(id, &range);
            }
            self.at = self.at.saturating_add(blanks(self.rest_of_line()));
        }
    }

    /// Sets the tag of a value; `range` is that of the tag with its `!`.
    pub(super) fn set_tag(&mut self, id: NodeId, range: &Range<usize>) {
        if let Some(node) = self.node(id) {
            node.span.end = node.span.end.max(range.end);
            node.tag = Some(Token {
                range: range.start.saturating_add(1)..range.end,
                quote: Quote::Plain,
            });
        }
    }

    fn block_scalar(&mut self, id: NodeId) {
        let column = self.column();
        self.next_line();
        let start = self.at;
        let mut end = start;
        while !self.is_end() {
            let line = self.rest_of_line();
            let is_blank = line.trim().is_empty();
            let is_last = self.at.saturating_add(line.len()) == self.text.len();
            let is_inside = column.is_none_or(|column| blanks(line) > column);
            if !is_inside && (!is_blank || is_last) {
                break;
            }
            end = self.at.saturating_add(line.len());
            if is_last {
                self.at = end;
                break;
            }
            self.next_line();
        }
        self.set_scalar(
            id,
            Token {
                range: start..end,
                quote: Quote::Block,
            },
        );
        if self.is_end() && end == self.text.len() && end > start {
            self.typed(id, Slot::Value, start..end, Quote::Block);
        }
        // The caller goes to the next line: this one is not read yet.
        if !self.is_end() {
            self.at = self.at.saturating_sub(1);
        }
    }

    /// Returns the offset of the first line that is not further to the right than the innermost collection.
    fn end_of_indented(&self) -> usize {
        let Some(column) = self.column() else {
            return self.text.len();
        };
        let mut at = self.at;
        loop {
            let rest = self.text.get(at..).unwrap_or_default();
            at = at.saturating_add(line_length(rest)).saturating_add(1);
            let Some(rest) = self.text.get(at..) else {
                return self.text.len();
            };
            let line = rest.get(..line_length(rest)).unwrap_or_default();
            if !line.trim().is_empty() && blanks(line) <= column {
                return at;
            }
        }
    }

    /// Extends spans over the values in them.
    fn close_spans(&mut self) {
        for at in (1..self.nodes.len()).rev() {
            let own = self
                .nodes
                .get(at)
                .map(|node| (node.parent, node.span.clone()));
            let Some((parent, span)) = own else { continue };
            if let Some(node) = self.nodes.get_mut(parent) {
                let is_empty = node.span == (0..0);
                node.span.start = if is_empty {
                    span.start
                } else {
                    node.span.start.min(span.start)
                };
                node.span.end = node.span.end.max(span.end);
            }
        }
    }
}

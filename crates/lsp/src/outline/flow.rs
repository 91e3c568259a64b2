//! Collections in brackets, and with them JSON.

use std::ops::Range;

use super::block::Reader;
use super::cursor::Slot;
use super::node::{NodeId, Quote, Token, Value};
use super::scalar::{self, blanks, line_length};

/// A collection in brackets that is open.
struct Frame {
    node: NodeId,
    is_map: bool,
    /// A key before its colon.
    key: Option<Token>,
    /// The value of a key after its colon.
    entry: Option<NodeId>,
    /// The tag of the next value.
    tag: Option<Range<usize>>,
}

impl Frame {
    fn of(node: NodeId, is_map: bool) -> Frame {
        Frame {
            node,
            is_map,
            key: None,
            entry: None,
            tag: None,
        }
    }
}

impl Reader<'_> {
    /// Reads the collection at the current offset as the value `id`.
    pub(super) fn flow(&mut self, id: NodeId) {
        let mut frames = vec![self.opened(id)];
        while let Some(frame) = frames.last_mut() {
            if self.is_next_block_line() {
                return;
            }
            let Some(next) = self
                .text
                .get(self.at..)
                .and_then(|rest| rest.chars().next())
            else {
                return self.end_of_flow(frame);
            };
            match next {
                ' ' | '\t' | '\r' | '\n' => self.at = self.at.saturating_add(1),
                '#' if self.is_after_blank() => {
                    let rest = self.text.get(self.at..).unwrap_or_default();
                    self.at = self.at.saturating_add(line_length(rest));
                    if self.is_end() {
                        return;
                    }
                }
                '{' | '[' => {
                    let target = self.target(frame);
                    let inner = self.opened(target);
                    frames.push(inner);
                }
                '}' | ']' => {
                    self.at = self.at.saturating_add(1);
                    let is_map = next == '}';
                    let Some(depth) = frames.iter().rposition(|frame| frame.is_map == is_map)
                    else {
                        continue;
                    };
                    for frame in frames.drain(depth..) {
                        self.closed(frame);
                    }
                }
                ',' => {
                    self.at = self.at.saturating_add(1);
                    self.ended_entry(frame);
                }
                ':' => {
                    self.at = self.at.saturating_add(1);
                    if let Some(key) = frame.key.take() {
                        frame.entry = Some(self.add_key(frame.node, key));
                    }
                }
                '!' => self.flow_tag(frame),
                _ => self.flow_scalar(frame, next),
            }
        }
    }

    /// Starts the collection at the current offset.
    fn opened(&mut self, id: NodeId) -> Frame {
        let is_map = self
            .text
            .get(self.at..)
            .is_some_and(|rest| rest.starts_with('{'));
        self.set_value(id, if is_map { Value::Map } else { Value::List });
        self.at = self.at.saturating_add(1);
        let at = self.at;
        if let Some(node) = self.node(id) {
            node.span.end = node.span.end.max(at);
        }
        Frame::of(id, is_map)
    }

    fn closed(&mut self, mut frame: Frame) {
        self.ended_entry(&mut frame);
        let at = self.at;
        if let Some(node) = self.node(frame.node) {
            node.span.end = at;
        }
    }

    /// A key without a colon has no value.
    fn ended_entry(&mut self, frame: &mut Frame) {
        if let Some(key) = frame.key.take() {
            self.add_key(frame.node, key);
        }
        (frame.entry, frame.tag) = (None, None);
    }

    /// Returns the value that is read next.
    fn target(&mut self, frame: &mut Frame) -> NodeId {
        let entry = frame.entry.take();
        let id = entry.unwrap_or_else(|| self.add_item(frame.node, self.at));
        if let Some(tag) = frame.tag.take() {
            self.set_tag(id, &tag);
        }
        id
    }

    fn flow_tag(&mut self, frame: &mut Frame) {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let length = rest
            .find([' ', '\t', '\r', '\n', ',', '[', ']', '{', '}', '"'])
            .unwrap_or(rest.len());
        let range = self.at..self.at.saturating_add(length.max(1)).min(self.text.len());
        self.at = range.end;
        if self.is_end() {
            let id = self.target(frame);
            return self.typed(id, Slot::Value, range, Quote::Plain);
        }
        frame.tag = Some(range);
    }

    fn flow_scalar(&mut self, frame: &mut Frame, first: char) {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let (token, is_open) = match scalar::quoted(rest, line_length(rest)) {
            Some(found) => {
                let start = self.at.saturating_add(1);
                self.at = self.at.saturating_add(found.whole);
                let range = start..start.saturating_add(found.content);
                (
                    Token {
                        range,
                        quote: found.quote,
                    },
                    found.is_open,
                )
            }
            None => {
                let length = scalar::plain_in_flow(rest).max(first.len_utf8());
                let start = self.at;
                self.at = start.saturating_add(length);
                (
                    Token {
                        range: start..self.at,
                        quote: Quote::Plain,
                    },
                    true,
                )
            }
        };
        if frame.is_map && frame.entry.is_none() {
            if is_open {
                self.typed(frame.node, Slot::Key, token.range.clone(), token.quote);
            }
            if let Some(before) = frame.key.replace(token) {
                self.add_key(frame.node, before);
            }
            return;
        }
        let id = self.target(frame);
        if is_open {
            self.typed(id, Slot::Value, token.range.clone(), token.quote);
        }
        self.set_scalar(id, token);
    }

    /// The text ends between brackets.
    fn end_of_flow(&mut self, frame: &mut Frame) {
        let at = self.text.len();
        if self.cursor.is_some() || frame.key.is_some() {
            return;
        }
        if frame.is_map && frame.entry.is_none() {
            return self.typed(frame.node, Slot::Key, at..at, Quote::Plain);
        }
        let id = self.target(frame);
        self.typed(id, Slot::Value, at..at, Quote::Plain);
    }

    fn is_after_blank(&self) -> bool {
        self.text
            .get(..self.at)
            .is_some_and(|before| before.ends_with([' ', '\t', '\n', '\r']))
    }

    /// Whether a line of the surrounding block starts here: the brackets are not closed.
    fn is_next_block_line(&self) -> bool {
        let Some(column) = self.column() else {
            return false;
        };
        let is_at_break = self
            .text
            .get(self.at..)
            .is_some_and(|rest| rest.starts_with(['\r', '\n']));
        if !is_at_break {
            return false;
        }
        let rest = self
            .text
            .get(self.at..)
            .unwrap_or_default()
            .trim_start_matches(['\r', '\n']);
        let line = rest.get(..line_length(rest)).unwrap_or_default();
        let body = line.get(blanks(line)..).unwrap_or_default();
        !body.is_empty()
            && blanks(line) <= column
            && (scalar::key(body).is_some() || body.starts_with("- "))
    }
}

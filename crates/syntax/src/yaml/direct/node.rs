//! Nodes, with or without a short tag.

use super::Reader;
use super::scalar::Scalar;
use crate::tree::{At, Style, Tag};
use crate::yaml::construct::{long_form, scalar_value, split_get_att};
use crate::yaml::resolve::{Type, resolve};
use crate::{Node, NodeId, Position, Span, Value};

/// The place of a node in the tree.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub parent: NodeId,
    pub at: At<'a>,
    pub tag: Option<ShortTag<'a>>,
}

/// A tag such as `!Ref`.
#[derive(Clone, Copy)]
pub(super) struct ShortTag<'a> {
    name: &'a str,
    pub start: Position,
    pub end: Position,
}

/// A node that was added to the tree before its value is known.
pub(super) struct Added<'a> {
    /// The node of the value.
    pub id: NodeId,
    /// By a tag: the map and the key that it is short for.
    long: Option<(NodeId, Node<'a>)>,
}

impl Added<'_> {
    pub fn is_get_att(&self) -> bool {
        self.long
            .as_ref()
            .is_some_and(|(_, key)| key.as_str() == Some("Fn::GetAtt"))
    }
}

impl<'a> Reader<'a> {
    /// Scans the tag at the cursor and skips to what it applies to.
    pub(super) fn tag(&mut self) -> Option<ShortTag<'a>> {
        let start = self.position();
        self.at += 1;
        let from = self.at;
        while self.byte().is_ascii_alphanumeric() || b"_-:;/?@&=+$.~*'()".contains(&self.byte()) {
            self.at += 1;
        }
        let name = self.since(from)?;
        (!name.is_empty() && matches!(self.byte(), b' ' | b'\n' | b'\t')).then_some(ShortTag {
            name,
            start,
            end: self.position(),
        })
    }

    /// Adds a node, and those that its tag is short for.
    #[inline]
    pub(super) fn add(&mut self, place: &Place<'a>, span: Span, style: Style) -> Added<'a> {
        match place.tag {
            None => Added {
                id: self.build.add_node(place.parent, place.at, span, style),
                long: None,
            },
            Some(tag) => self.add_tagged(place, tag, span.end, style),
        }
    }

    fn add_tagged(
        &mut self,
        place: &Place<'a>,
        tag: ShortTag<'a>,
        end: Position,
        style: Style,
    ) -> Added<'a> {
        let span = Span {
            start: tag.start,
            end,
        };
        let long = long_form(self.build.arena, tag.name);
        let map = self
            .build
            .add_node(place.parent, place.at, span, Style::Implied);
        self.build.tags.push((map, Tag(tag.name)));
        let key = self.build.add_node(map, At::Key, span, Style::Implied);
        let id = self.build.add_node(map, At::Value(long, key), span, style);
        Added {
            id,
            long: Some((
                map,
                Node {
                    id: key,
                    value: Value::Str(long),
                },
            )),
        }
    }

    /// Returns the finished node.
    #[inline]
    pub(super) fn finish(&mut self, added: &Added<'a>, value: Value<'a>) -> Node<'a> {
        let node = Node {
            id: added.id,
            value,
        };
        let Some((map, key)) = added.long else {
            return node;
        };
        let stack_start = self.build.open_map();
        self.build.entry(key, node);
        Node {
            id: map,
            value: Value::Map(self.build.close_map(stack_start)),
        }
    }

    /// Opens a collection at the cursor; returns its node, which ends there until it is closed.
    pub(super) fn open(&mut self, place: &Place<'a>, start: Position) -> Option<Added<'a>> {
        self.deepen(if place.tag.is_some() { 2 } else { 1 })?;
        Some(self.add(place, Span { start, end: start }, Style::Plain))
    }

    /// Closes a collection.
    pub(super) fn close(&mut self, added: &Added<'a>, value: Value<'a>, end: Position) -> Node<'a> {
        self.depth -= 1;
        self.build.end(added.id, end);
        if let Some((map, key)) = &added.long {
            self.depth -= 1;
            self.build.end(*map, end);
            self.build.end(key.id, end);
        }
        self.finish(added, value)
    }

    /// Adds a scalar.
    #[inline]
    pub(super) fn scalar_node(
        &mut self,
        place: &Place<'a>,
        scalar: &Scalar<'a>,
    ) -> Option<Node<'a>> {
        if place.tag.is_none() {
            return self.typed(place.parent, place.at, scalar);
        }
        self.deepen(2)?;
        self.depth -= 2;
        let added = self.add(place, scalar.span, scalar.style);
        let value = if added.is_get_att() {
            split_get_att(&mut self.build, added.id, scalar.text)
        } else {
            Value::Str(scalar.text)
        };
        Some(self.finish(&added, value))
    }

    /// Adds a scalar without a tag; `None` if its type has no value.
    #[inline]
    pub(super) fn typed(
        &mut self,
        parent: NodeId,
        at: At<'a>,
        scalar: &Scalar<'a>,
    ) -> Option<Node<'a>> {
        let id = self.build.add_node(parent, at, scalar.span, scalar.style);
        if scalar.style == Style::Quoted {
            return Some(Node {
                id,
                value: Value::Str(scalar.text),
            });
        }
        let value = match resolve(scalar.text) {
            Type::Str => Value::Str(scalar.text),
            tag => {
                self.build.raw.push((id, scalar.text));
                scalar_value(self.build.arena, tag, scalar.text)?.ok()?
            }
        };
        Some(Node { id, value })
    }
}

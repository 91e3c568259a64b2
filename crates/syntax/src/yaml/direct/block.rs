//! Block collections.

use super::node::Place;
use super::scalar::Scalar;
use super::{Reader, Run, Tabs};
use crate::tree::At;
use crate::yaml::mapping::repeats;
use crate::{Node, NodeId, Position, Value, python};

/// The position of a block node among others.
#[derive(Clone, Copy)]
pub(super) struct Context {
    /// The column of the collection around it; 0 for the root.
    pub above: u32,
    /// Whether a collection may start here: at the start of a line, or after `- `.
    pub first: bool,
}

impl<'a> Reader<'a> {
    /// Reads the root; `None` if it is not a collection.
    pub(super) fn block_root(&mut self) -> Option<Node<'a>> {
        let place = Place {
            parent: NodeId(0),
            at: At::Root,
            tag: None,
        };
        let root = self.block_node(
            place,
            Context {
                above: 0,
                first: true,
            },
        )?;
        // A scalar may contain a document indicator.
        matches!(root.value, Value::List(_) | Value::Map(_)).then_some(root)
    }

    /// Reads the node at the cursor and skips to the next token, which is on another line.
    fn block_node(&mut self, mut place: Place<'a>, mut context: Context) -> Option<Node<'a>> {
        let mut start = self.position();
        if self.byte() == b'!' {
            if context.above == 0 {
                return None;
            }
            let tag = self.tag()?;
            place.tag = Some(tag);
            self.skip(Tabs::Line)?;
            context.first = self.line != start.line;
            start = self.position();
            if start.column == context.above && self.is_indentless(&place) {
                return self.sequence(&place, start, context.above, true);
            }
            if self.is_end() || context.first && start.column <= context.above {
                return self.scalar_node(&place, &Scalar::missing(tag.start, tag.end));
            }
        }
        let node = match self.byte() {
            b'-' if self.is_separated() => {
                return if context.first {
                    self.sequence(&place, start, start.column, false)
                } else {
                    None
                };
            }
            b'|' | b'>' => {
                let scalar = self.block_scalar(context.above)?;
                let node = self.scalar_node(&place, &scalar)?;
                self.skip(Tabs::Token)?;
                return Some(node);
            }
            b'{' | b'[' => self.flow_collection(&place, start)?,
            quote @ (b'"' | b'\'') => {
                let scalar = self.quoted(quote)?;
                if context.first && self.is_key(&scalar) {
                    return self.mapping(&place, scalar);
                }
                self.scalar_node(&place, &scalar)?
            }
            _ => {
                let scalar = self.plain(Run::Block, context.above)?;
                if context.first && self.is_key(&scalar) {
                    return self.mapping(&place, scalar);
                }
                // The lines between a plain scalar and the next token belong to the scalar.
                let ended = self.line != scalar.span.end.line || self.is_end();
                let node = self.scalar_node(&place, &scalar)?;
                return if ended {
                    self.skip(Tabs::Token).map(|()| node)
                } else {
                    self.end_line().map(|()| node)
                };
            }
        };
        self.end_line()?;
        Some(node)
    }

    /// Whether a sequence starts at the cursor and may be in the column of its key.
    fn is_indentless(&self, place: &Place<'a>) -> bool {
        matches!(place.at, At::Value(..)) && self.byte() == b'-' && self.is_separated()
    }

    /// Whether the colon of a key follows a scalar. Skips the blanks before it.
    fn is_key(&mut self, scalar: &Scalar<'a>) -> bool {
        if scalar.span.end.line != self.line {
            return false;
        }
        self.skip_blanks();
        self.byte() == b':' && self.is_separated() && self.fits_key(scalar)
    }

    /// Reads a mapping from the colon of its first key on.
    fn mapping(&mut self, place: &Place<'a>, first: Scalar<'a>) -> Option<Node<'a>> {
        let column = first.span.start.column;
        let added = self.open(place, first.span.start)?;
        let id = added.id;
        let stack_start = self.build.open_map();
        let mut key = first;
        loop {
            let (node, text) = self.key(id, &key)?;
            self.at += 1;
            let colon = self.position();
            self.skip(Tabs::Line)?;
            let place = Place {
                parent: id,
                at: At::Value(text, node.id),
                tag: None,
            };
            let first = self.line != colon.line;
            let next = self.column();
            let value = if self.is_end() {
                self.scalar_node(&place, &Scalar::missing(colon, colon))?
            } else if !first || next > column {
                self.block_node(
                    place,
                    Context {
                        above: column,
                        first,
                    },
                )?
            } else if next == column && self.is_indentless(&place) {
                let start = self.position();
                self.sequence(&place, start, column, true)?
            } else {
                self.scalar_node(&place, &Scalar::missing(colon, colon))?
            };
            self.build.entry(node, value);
            let next = self.column();
            if next < column || self.is_end() {
                break;
            }
            if next > column {
                return None;
            }
            key = match self.byte() {
                quote @ (b'"' | b'\'') => self.quoted(quote)?,
                _ => self.plain(Run::Block, column)?,
            };
            if !self.is_key(&key) {
                return None;
            }
        }
        let entries = self.build.close_map(stack_start);
        if repeats(entries) {
            return None;
        }
        let end = self.collection_end(column);
        Some(self.close(&added, Value::Map(entries), end))
    }

    /// Adds a key; `None` if the key is null or merges.
    #[inline]
    pub(super) fn key(&mut self, map: NodeId, scalar: &Scalar<'a>) -> Option<(Node<'a>, &'a str)> {
        let node = self.typed(map, At::Key, scalar)?;
        match node.value {
            Value::Str(text) => Some((node, text)),
            Value::Null => None,
            _ => Some((node, self.build.arena.alloc_str(&python::str(node)))),
        }
    }

    /// Reads a sequence from its first `-` on. It ends before another key in its column if it is `indentless`: in the column
    /// of its own key.
    fn sequence(
        &mut self,
        place: &Place<'a>,
        start: Position,
        column: u32,
        indentless: bool,
    ) -> Option<Node<'a>> {
        let added = self.open(place, start)?;
        let id = added.id;
        let stack_start = self.build.open_list();
        for index in 0.. {
            self.at += 1;
            let dash = self.position();
            self.skip(Tabs::Token)?;
            let place = Place {
                parent: id,
                at: At::Index(index),
                tag: None,
            };
            let item = if self.is_end() || self.line != dash.line && self.column() <= column {
                self.scalar_node(&place, &Scalar::missing(dash, dash))?
            } else {
                self.block_node(
                    place,
                    Context {
                        above: column,
                        first: true,
                    },
                )?
            };
            self.build.item(item);
            let next = self.column();
            if next < column || self.is_end() {
                break;
            }
            if next > column {
                return None;
            }
            if self.byte() != b'-' || !self.is_separated() {
                if indentless {
                    break;
                }
                return None;
            }
        }
        let value = Value::List(self.build.close_list(stack_start));
        let end = self.collection_end(column);
        Some(self.close(&added, value, end))
    }

    /// Returns the end of the block collections in a column: the next token. libyaml adds a missing last line feed.
    fn collection_end(&self, column: u32) -> Position {
        let here = self.position();
        if self.is_end() && here.column > 1 && here.column >= column {
            return Position {
                line: here.line + 1,
                column: 1,
            };
        }
        here
    }
}

//! Flow collections, which are also JSON's.

use super::node::Place;
use super::scalar::Scalar;
use super::{Reader, Run, Tabs};
use crate::tree::At;
use crate::yaml::mapping::repeats;
use crate::{Node, NodeId, Position, Value};

impl<'a> Reader<'a> {
    /// Reads the node at the cursor; an item of a list may be a pair (`[a: b]`), which is a map.
    pub(super) fn flow_node(
        &mut self,
        parent: NodeId,
        at: At<'a>,
        is_item: bool,
    ) -> Option<Node<'a>> {
        let start = self.position();
        let mut place = Place {
            parent,
            at,
            tag: None,
        };
        if self.byte() == b'!' {
            let tag = self.tag()?;
            place.tag = Some(tag);
            self.skip(Tabs::Space)?;
            if matches!(self.byte(), b',' | b']' | b'}') {
                return self.scalar_node(&place, &Scalar::missing(tag.start, tag.end));
            }
        }
        if matches!(self.byte(), b'{' | b'[') {
            return self.flow_collection(&place, start);
        }
        let scalar = self.flow_scalar()?;
        if is_item && place.tag.is_none() && self.skip_colon(&scalar) {
            return self.pair(&place, &scalar);
        }
        self.scalar_node(&place, &scalar)
    }

    #[inline]
    fn flow_scalar(&mut self) -> Option<Scalar<'a>> {
        match self.byte() {
            quote @ (b'"' | b'\'') => self.quoted(quote),
            _ => self.plain(Run::Flow, 0),
        }
    }

    /// Skips the colon of a key; returns whether the scalar is one.
    #[inline]
    fn skip_colon(&mut self, scalar: &Scalar<'a>) -> bool {
        self.skip_blanks();
        let is_key = self.byte() == b':' && self.fits_key(scalar);
        self.at += usize::from(is_key);
        is_key
    }

    /// Reads the value of a key and adds both to the map.
    #[inline]
    fn entry(&mut self, map: NodeId, scalar: &Scalar<'a>) -> Option<()> {
        let (key, text) = self.key(map, scalar)?;
        self.skip(Tabs::Space)?;
        let value = self.flow_node(map, At::Value(text, key.id), false)?;
        self.build.entry(key, value);
        self.skip(Tabs::Space)
    }

    /// Reads a pair in a list from the value on.
    fn pair(&mut self, place: &Place<'a>, key: &Scalar<'a>) -> Option<Node<'a>> {
        let added = self.open(place, key.span.start)?;
        let stack_start = self.build.open_map();
        self.entry(added.id, key)?;
        let value = Value::Map(self.build.close_map(stack_start));
        Some(self.close(&added, value, self.position()))
    }

    /// Reads the collection at the cursor.
    pub(super) fn flow_collection(
        &mut self,
        place: &Place<'a>,
        start: Position,
    ) -> Option<Node<'a>> {
        let added = self.open(place, start)?;
        let is_map = self.byte() == b'{';
        self.at += 1;
        self.skip(Tabs::Space)?;
        let value = if is_map {
            self.flow_map(added.id)?
        } else {
            self.flow_list(added.id)?
        };
        // The exact reader makes a list of the map of `!GetAtt {}`.
        if added.is_get_att() && matches!(value, Value::Map([])) {
            return None;
        }
        self.at += 1;
        let end = self.position();
        Some(self.close(&added, value, end))
    }

    fn flow_list(&mut self, id: NodeId) -> Option<Value<'a>> {
        let stack_start = self.build.open_list();
        let mut index = 0;
        while self.byte() != b']' {
            let item = self.flow_node(id, At::Index(index), true)?;
            self.build.item(item);
            index += 1;
            self.skip(Tabs::Space)?;
            self.after_item(b']')?;
        }
        Some(Value::List(self.build.close_list(stack_start)))
    }

    fn flow_map(&mut self, id: NodeId) -> Option<Value<'a>> {
        let stack_start = self.build.open_map();
        while self.byte() != b'}' {
            let key = self.flow_scalar()?;
            if !self.skip_colon(&key) {
                return None;
            }
            self.entry(id, &key)?;
            self.after_item(b'}')?;
        }
        let entries = self.build.close_map(stack_start);
        (!repeats(entries)).then_some(Value::Map(entries))
    }

    /// Skips the comma after an item; leaves the closing bracket.
    #[inline]
    fn after_item(&mut self, close: u8) -> Option<()> {
        if self.byte() == b',' {
            self.at += 1;
            return self.skip(Tabs::Space);
        }
        (self.byte() == close).then_some(())
    }
}

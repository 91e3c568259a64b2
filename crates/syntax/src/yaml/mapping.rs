//! Mappings: merge keys, repeated keys and invalid keys.

use std::collections::{HashMap, HashSet};

use super::compose::{Kind, NodeTag};
use super::construct::{Constructor, Reader, Result, Stopped};
use super::mark::{Mark, position, span};
use super::message;
use super::resolve::Type;
use crate::tree::{At, Written};
use crate::{Entry, Node, NodeId, Operand, Position, Span, SyntaxError, Text, Value, python, text};

/// A key compared like in Python's dict: `1`, `1.0` and `true` are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Identity<'a> {
    Null,
    Number(i64),
    Float(u64),
    Big(&'a str),
    Date(&'a str),
    Str(&'a str),
    /// Equal to no other key: a list or map, which Python cannot hash, or NaN.
    Itself(NodeId),
}

impl<'a> Identity<'a> {
    fn of(key: Node<'a>) -> Self {
        match key.value {
            Value::Null => Identity::Null,
            Value::Bool(value) => Identity::Number(i64::from(value)),
            Value::Int(value) => Identity::Number(value),
            #[expect(
                clippy::cast_possible_truncation,
                reason = "checked: the float is that whole number"
            )]
            Value::Float(value) if value.fract() == 0.0 && value.abs() < 9e15 => {
                Identity::Number(value as i64)
            }
            Value::Float(value) if value.is_nan() => Identity::Itself(key.id),
            Value::Float(value) => Identity::Float(value.to_bits()),
            Value::BigInt(digits) => Identity::Big(digits),
            Value::Date(text) => Identity::Date(text),
            Value::Str(text) => Identity::Str(text),
            Value::List(_) | Value::Map(_) => Identity::Itself(key.id),
        }
    }
}

/// The keys of a mapping so far; compared pairwise while they are few.
struct Keys<'a> {
    few: Vec<Identity<'a>>,
    many: HashMap<Identity<'a>, usize>,
}

const FEW: usize = 16;

impl<'a> Keys<'a> {
    /// Returns the index of an equal key, or adds the key.
    fn find_or_insert(&mut self, key: Identity<'a>, index: usize) -> Option<usize> {
        if self.few.len() < FEW {
            let found = self.few.iter().position(|other| *other == key);
            if found.is_none() {
                self.few.push(key);
            }
            return found;
        }
        if self.many.is_empty() {
            self.many = self.few.iter().copied().zip(0..).collect();
        }
        match self.many.entry(key) {
            std::collections::hash_map::Entry::Occupied(found) => Some(*found.get()),
            std::collections::hash_map::Entry::Vacant(free) => {
                free.insert(index);
                None
            }
        }
    }
}

impl<'a> Constructor<'a, '_> {
    /// Builds the entries of a mapping.
    pub fn map(&mut self, index: usize, id: NodeId, reader: Reader) -> Result<Value<'a>> {
        let dict = reader == Reader::Plain;
        let merged = self.flatten(index, 0)?;
        let Kind::Mapping { first, count } = self.graph_node(index).kind else {
            return Ok(Value::Map(&[]));
        };
        let stack_start = self.build.open_map();
        let mut keys = Keys {
            few: Vec::new(),
            many: HashMap::new(),
        };
        let mut entries: Vec<Entry<'a>> = Vec::new();
        let collapse = dict || merged;
        let mut repeated = false;
        let mut matches: Vec<SyntaxError> = Vec::new();
        for pair in 0..count {
            let (key_index, value_index) = (
                self.child(first + pair * 2),
                self.child(first + pair * 2 + 1),
            );
            let key = self.construct(key_index, id, At::Key)?;
            let text = self.key_text(key);
            let value = self.construct(value_index, id, At::Value(text, key.id))?;
            self.build.entry(key, value);
            if !self.check_key(index, key, key_index, dict) {
                continue;
            }
            let distinct = entries.len();
            match keys.find_or_insert(Identity::of(key), distinct) {
                None => entries.push(Entry { key, value }),
                Some(find_or_insert) => {
                    repeated = true;
                    let Some(entry) = entries.get_mut(find_or_insert) else {
                        continue;
                    };
                    // Python's dict keeps the first key and the last value.
                    entry.value = value;
                    let first_key = entry.key;
                    if collapse {
                        self.build.set_key(value.id, text, first_key.id);
                    } else {
                        self.repeated(&mut matches, first_key, key);
                    }
                }
            }
        }
        if !matches.is_empty() {
            self.record_errors(matches);
        }
        let whole = self.build.close_map(stack_start);
        if !collapse || !(merged || repeated) {
            return Ok(Value::Map(whole));
        }
        let own = if merged {
            self.as_written(index, id, whole)?
        } else {
            Some(whole)
        };
        if let Some(entries) = own {
            self.build.written.push((
                id,
                Written {
                    entries,
                    merged: merged && reader == Reader::Template,
                },
            ));
        }
        Ok(Value::Map(self.build.arena.alloc_slice_copy(&entries)))
    }

    /// Builds the entries of a mapping as written, merge keys included. Its own entries are at the end of the merged
    /// mapping.
    fn as_written(
        &mut self,
        index: usize,
        id: NodeId,
        whole: &'a [Entry<'a>],
    ) -> Result<Option<&'a [Entry<'a>]>> {
        let Some((first, count)) = self.written.get(&index).copied() else {
            return Ok(None);
        };
        if self.writing {
            return Ok(Some(whole));
        }
        self.writing = true;
        let is_merge = |constructor: &Self, pair: usize| {
            let key = constructor.child(first + pair * 2);
            constructor.graph_node(key).tag == NodeTag::Scalar(Type::Merge)
        };
        let own = (0..count).filter(|pair| !is_merge(self, *pair)).count();
        let mut rest = whole
            .get(whole.len().saturating_sub(own)..)
            .unwrap_or_default()
            .iter();
        let stack_start = self.build.open_map();
        for pair in 0..count {
            if !is_merge(self, pair) {
                if let Some(entry) = rest.next() {
                    self.build.entry(entry.key, entry.value);
                }
                continue;
            }
            let place = self.graph_node(self.child(first + pair * 2));
            let place = span(place.start, place.end);
            let key_id = self.build.add_node(id, At::Key, place, crate::Style::Plain);
            let value = self.construct(
                self.child(first + pair * 2 + 1),
                id,
                At::Value("<<", key_id),
            )?;
            self.build.entry(
                Node {
                    id: key_id,
                    value: Value::Str("<<"),
                },
                value,
            );
        }
        self.writing = false;
        Ok(Some(self.build.close_map(stack_start)))
    }

    fn key_text(&self, key: Node<'a>) -> &'a str {
        match key.value {
            Value::Str(text) => text,
            Value::List(_) | Value::Map(_) => "",
            _ => self.build.arena.alloc_str(&python::str(key)),
        }
    }

    /// Records an error for a null or unhashable key; returns whether the key is valid.
    fn check_key(&mut self, map: usize, key: Node<'a>, key_index: usize, dict: bool) -> bool {
        let node = self.graph_node(key_index);
        match key.value {
            Value::Null if !dict => {
                let Kind::Scalar { value, .. } = node.kind else {
                    return false;
                };
                let line = node.start.line.saturating_add(1);
                let message = text!(
                    "Null key {} not supported (line {})",
                    Operand::Name(&python::repr_str(value)),
                    line
                );
                let error = at_key(message, position(node.start), value.chars().count());
                self.record_errors(vec![error]);
                false
            }
            Value::List(_) | Value::Map(_) if dict => {
                let start = self.graph_node(map).start;
                let context = Some(("while constructing a mapping", start));
                let problem = ("found unhashable key".into(), node.start);
                self.record_unlocated(message::marked(context, problem), node.start);
                false
            }
            Value::List(items) => self.unhashable(key, node.start, items.len()),
            Value::Map(entries) => self.unhashable(key, node.start, entries.len()),
            _ => true,
        }
    }

    fn unhashable(&mut self, key: Node<'a>, start: Mark, length: usize) -> bool {
        let line = start.line.saturating_add(1);
        let message = text!(
            "Unhashable type \"{}\" (line {})",
            Operand::Name(&python::str(key)),
            line
        );
        self.record_errors(vec![at_key(message, position(start), length)]);
        false
    }

    /// Records a repeated key; for the first repetition also the location of the original key.
    fn repeated(&mut self, matches: &mut Vec<SyntaxError>, first: Node<'a>, key: Node<'a>) {
        let (Value::Str(_), Value::Str(text)) = (first.value, key.value) else {
            // cfn-lint reads the mark or length of the key, which fails if the key is not a string.
            let class = match (matches.is_empty(), first.value, key.value) {
                (true, Value::Bool(_), _) | (false, _, Value::Bool(_)) => "bool",
                (true, Value::Float(_), _) | (false, _, Value::Float(_)) => "float",
                (true, Value::Date(text), _) | (false, _, Value::Date(text)) if text.len() > 10 => {
                    "datetime.datetime"
                }
                (true, Value::Date(_), _) | (false, _, Value::Date(_)) => "datetime.date",
                _ => "int",
            };
            let message = if matches.is_empty() {
                text!("'{}' object has no attribute 'start_mark'", class)
            } else {
                text!("object of type '{}' has no len()", class)
            };
            let place = Some(self.build.span(key.id));
            let error = SyntaxError {
                place,
                ..message::unplaced(message)
            };
            return self.record_errors(vec![error]);
        };
        let length = text.chars().count();
        let name = python::repr_str(text);
        let start = |id: NodeId| self.build.span(id).start;
        let both = [start(first.id), start(key.id)];
        let new = if matches.is_empty() {
            &both[..]
        } else {
            &both[1..]
        };
        let error = |start: Position| {
            let message = text!(
                "Duplicate found {} (line {})",
                Operand::Name(&name),
                start.line
            );
            at_key(message, start, length)
        };
        let first = error(both[0]).span;
        matches.extend(new.iter().map(|start| SyntaxError {
            repeats: Some(first).filter(|first| first.start != *start),
            ..error(*start)
        }));
    }

    /// Replaces merge keys by the merged entries, recursively; returns whether there were any.
    ///
    /// Merged entries come first, so that the own keys of a mapping override them; in a list of mappings the first
    /// overrides the later ones.
    fn flatten(&mut self, index: usize, depth: usize) -> Result<bool> {
        let node = self.graph_node(index);
        let Kind::Mapping { first, count } = node.kind else {
            return Ok(false);
        };
        if self.written.contains_key(&index) {
            return Ok(true);
        }
        let is_odd = |pair: usize| {
            let key = self
                .graph
                .children
                .get(first + pair * 2)
                .and_then(|key| self.graph.nodes.get(*key));
            key.is_some_and(|key| matches!(key.tag, NodeTag::Scalar(Type::Merge | Type::Value)))
        };
        if !(0..count).any(is_odd) {
            return Ok(false);
        }
        let (mut own, mut sources) = (Vec::new(), Vec::new());
        for pair in 0..count {
            let (key, value) = (
                self.child(first + pair * 2),
                self.child(first + pair * 2 + 1),
            );
            match self.graph.nodes.get_mut(key) {
                Some(node) if node.tag == NodeTag::Scalar(Type::Merge) => sources.push(value),
                // `=` as a key is a string.
                Some(node) if node.tag == NodeTag::Scalar(Type::Value) => {
                    node.tag = NodeTag::Scalar(Type::Str);
                    own.extend([key, value]);
                }
                _ => own.extend([key, value]),
            }
        }
        if sources.is_empty() {
            return Ok(false);
        }
        if depth > self.limits.depth {
            self.errors = vec![message::unplaced(message::limit(
                "nested merges",
                self.limits.depth,
            ))];
            return Err(Stopped);
        }
        self.written.insert(index, (first, count));
        // A mapping that merges this one before it is complete sees its own pairs only.
        self.set_pairs(index, own.clone());
        let mut merge = Vec::new();
        for source in sources {
            match self.graph_node(source).kind {
                Kind::Mapping { .. } => self.merge(source, depth, &mut merge)?,
                Kind::Sequence { first, count } => {
                    let items: Vec<_> = (0..count)
                        .map(|position| self.child(first + position))
                        .collect();
                    for item in &items {
                        match self.graph_node(*item).kind {
                            Kind::Mapping { .. } => self.flatten(*item, depth + 1).map(|_| ())?,
                            _ => self.not_mergeable("a mapping", index, *item),
                        }
                    }
                    for item in items.iter().rev() {
                        self.merge(*item, depth, &mut merge)?;
                    }
                }
                Kind::Scalar { .. } => {
                    self.not_mergeable("a mapping or list of mappings", index, source)
                }
            }
        }
        merge.append(&mut own);
        self.set_pairs(index, merge);
        Ok(true)
    }

    fn set_pairs(&mut self, index: usize, mut pairs: Vec<usize>) {
        let first = self.graph.children.len();
        let count = pairs.len() / 2;
        self.graph.children.append(&mut pairs);
        if let Some(node) = self.graph.nodes.get_mut(index) {
            node.kind = Kind::Mapping { first, count };
        }
    }

    fn merge(&mut self, from: usize, depth: usize, merge: &mut Vec<usize>) -> Result<()> {
        self.flatten(from, depth + 1)?;
        let Kind::Mapping { first, count } = self.graph_node(from).kind else {
            return Ok(());
        };
        let Some(left) = self.mergeable.checked_sub(count) else {
            self.errors = vec![message::aliased(self.limits.aliased_nodes)];
            return Err(Stopped);
        };
        self.mergeable = left;
        let pairs = self
            .graph
            .children
            .get(first..first + count * 2)
            .unwrap_or_default();
        merge.extend_from_slice(pairs);
        Ok(())
    }

    fn not_mergeable(&mut self, expected: &'static str, map: usize, value: usize) {
        let found = self.graph_node(value);
        let kind = match found.kind {
            Kind::Scalar { .. } => "scalar",
            Kind::Sequence { .. } => "sequence",
            Kind::Mapping { .. } => "mapping",
        };
        let problem = text!("expected {} for merging, but found {}", expected, kind);
        let context = Some(("while constructing a mapping", self.graph_node(map).start));
        self.record_unlocated(
            message::marked(context, (problem, found.start)),
            found.start,
        );
    }
}

/// Returns an error at a key, as wide as the key is long.
fn at_key(message: Text, start: Position, length: usize) -> SyntaxError {
    let width = u32::try_from(length).unwrap_or(u32::MAX);
    let end = Position {
        line: start.line,
        column: start.column.saturating_add(width),
    };
    SyntaxError::new(message, Span { start, end })
}

/// Whether a key occurs twice: compares few keys pairwise and hashes many.
pub(super) fn repeats(mut entries: &[Entry<'_>]) -> bool {
    if entries.len() > FEW {
        let mut seen = HashSet::with_capacity(entries.len());
        return !entries
            .iter()
            .all(|entry| seen.insert(Identity::of(entry.key)));
    }
    let same = |key: Node<'_>, other: Node<'_>| match (key.value, other.value) {
        (Value::Str(key), Value::Str(other)) => key == other,
        _ => Identity::of(key) == Identity::of(other),
    };
    while let Some((first, rest)) = entries.split_first() {
        if rest.iter().any(|entry| same(first.key, entry.key)) {
            return true;
        }
        entries = rest;
    }
    false
}

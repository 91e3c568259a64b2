//! The tree that both engines and all reports speak.
//!
//! Nodes are small, `Copy`, and borrow the source text or the arena, so a changed view of a document (a
//! condition's branch taken, `AWS::NoValue` removed) is a new slice over the same nodes. What is rarely asked of a
//! node (its span, its parent, its tag) stands in [`Tree`](super::Tree) beside it, found by [`NodeId`].

/// Names a node of a [`Tree`](super::Tree): an index into its side tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// A value and its identity. Two nodes of one id stand at the same place of the source.
#[derive(Debug, Clone, Copy)]
pub struct Node<'a> {
    /// Finds span, parent, key and tag in the tree.
    pub id: NodeId,
    /// What it is.
    pub value: Value<'a>,
}

/// What a node is, in the types of PyYAML's safe loader (YAML 1.1) and of JSON.
#[derive(Debug, Clone, Copy)]
pub enum Value<'a> {
    /// `null`, `~` or nothing.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer of 64 bits.
    Int(i64),
    /// An integer that 64 bits do not hold: its decimal digits, with a sign where negative.
    BigInt(&'a str),
    /// A float.
    Float(f64),
    /// A date or a time stamp, as Python's `str()` prints it: `2012-10-17`, `2001-12-14 21:59:43.100000`.
    Date(&'a str),
    /// A string.
    Str(&'a str),
    /// A list.
    List(&'a [Node<'a>]),
    /// A map: entries in source order, duplicate keys kept.
    Map(&'a [Entry<'a>]),
}

/// A key of a map and its value.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'a> {
    /// The key: a string in all but broken or exotic documents (`80:` is an integer).
    pub key: Node<'a>,
    /// The value.
    pub value: Node<'a>,
}

impl<'a> Node<'a> {
    /// The text of a string.
    #[inline]
    pub fn as_str(&self) -> Option<&'a str> {
        match self.value {
            Value::Str(text) => Some(text),
            _ => None,
        }
    }

    /// The elements of a list.
    #[inline]
    pub fn as_list(&self) -> Option<&'a [Node<'a>]> {
        match self.value {
            Value::List(items) => Some(items),
            _ => None,
        }
    }

    /// The entries of a map.
    #[inline]
    pub fn as_map(&self) -> Option<&'a [Entry<'a>]> {
        match self.value {
            Value::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// Whether Python holds the value to be false: null, zero, or empty.
    pub fn is_false(&self) -> bool {
        match self.value {
            Value::Null | Value::Bool(false) | Value::Int(0) | Value::Str("") => true,
            Value::Float(number) => number == 0.0,
            Value::List(items) => items.is_empty(),
            Value::Map(entries) => entries.is_empty(),
            _ => false,
        }
    }

    /// The value under a string key; the last one where the key is repeated, as every reader of ours takes it.
    #[inline]
    pub fn get(&self, key: &str) -> Option<Node<'a>> {
        self.entry(key).map(|entry| entry.value)
    }

    /// The entry of a string key; the last one where the key is repeated.
    #[inline]
    pub fn entry(&self, key: &str) -> Option<Entry<'a>> {
        self.as_map()?.iter().rev().find(|entry| entry.key.as_str() == Some(key)).copied()
    }
}

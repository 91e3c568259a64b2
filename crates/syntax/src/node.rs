//! The nodes of a document tree, which all engines and reports use.
//!
//! Nodes are small, `Copy`, and borrow from the source text or the arena. A modified view of a document (the selected
//! branch of a condition, `AWS::NoValue` removed) is a new slice over the same nodes. Rarely needed properties (span,
//! parent, tag) are in side tables of the [`Tree`](super::Tree), indexed by [`NodeId`].

use crate::is_equal;
use crate::path::{Path, Step};

/// The ID of a node of a [`Tree`](super::Tree): an index into its side tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// A value and its ID. Two nodes with the same ID have the same position in the source.
#[derive(Debug, Clone, Copy)]
pub struct Node<'a> {
    /// The ID, for looking up the span, parent, key and tag in the tree.
    pub id: NodeId,
    /// The scalar, list or map.
    pub value: Value<'a>,
}

/// A value in the types of PyYAML's safe loader (YAML 1.1) and JSON.
#[derive(Debug, Clone, Copy)]
pub enum Value<'a> {
    /// `null`, `~` or an empty value.
    Null,
    /// A boolean.
    Bool(bool),
    /// A 64-bit integer.
    Int(i64),
    /// An integer of more than 64 bits: its decimal digits, with a sign if negative.
    BigInt(&'a str),
    /// A float.
    Float(f64),
    /// A date or timestamp, as Python's `str()` prints it: `2012-10-17`, `2001-12-14 21:59:43.100000`.
    Date(&'a str),
    /// A string.
    Str(&'a str),
    /// A list.
    List(&'a [Node<'a>]),
    /// A map: entries in source order, including repeated keys.
    Map(&'a [Entry<'a>]),
}

/// An entry of a map.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'a> {
    /// The key; a string except in malformed or unusual documents (`80:` is an integer).
    pub key: Node<'a>,
    /// The value of the key.
    pub value: Node<'a>,
}

impl<'a> Node<'a> {
    /// Returns the text of a string.
    #[inline]
    pub fn as_str(&self) -> Option<&'a str> {
        match self.value {
            Value::Str(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the elements of a list.
    #[inline]
    pub fn as_list(&self) -> Option<&'a [Node<'a>]> {
        match self.value {
            Value::List(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the entries of a map.
    #[inline]
    pub fn as_map(&self) -> Option<&'a [Entry<'a>]> {
        match self.value {
            Value::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// Whether the value is falsy in Python: null, zero or empty.
    pub fn is_false(&self) -> bool {
        match self.value {
            Value::Null | Value::Bool(false) | Value::Int(0) | Value::Str("") => true,
            Value::Float(number) => number == 0.0,
            Value::List(items) => items.is_empty(),
            Value::Map(entries) => entries.is_empty(),
            _ => false,
        }
    }

    /// Returns the value of a string key; the last one if the key is repeated, as in cfn-lint, cfn-guard and
    /// CloudFormation.
    #[inline]
    pub fn get(&self, key: &str) -> Option<Node<'a>> {
        self.entry(key).map(|entry| entry.value)
    }

    /// Returns the value of a key or the item of a list that a step leads to.
    pub fn child(&self, step: &Step) -> Option<Node<'a>> {
        match step {
            Step::Key(key) => self.get(key),
            Step::Index(index) => self.as_list()?.get(usize::try_from(*index).ok()?).copied(),
        }
    }

    /// Returns the value that a path leads to from here.
    pub fn at(&self, path: &Path) -> Option<Node<'a>> {
        path.0.iter().try_fold(*self, |node, step| node.child(step))
    }

    /// Returns the entry of a string key; the last one if the key is repeated.
    #[inline]
    pub fn entry(&self, key: &str) -> Option<Entry<'a>> {
        self.as_map()?
            .iter()
            .rev()
            .find(|entry| entry.key.as_str().is_some_and(|own| is_equal(own, key)))
            .copied()
    }
}

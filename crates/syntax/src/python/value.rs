//! The interface of values for the Python functions, independent of the tree that they belong to.

use crate::{Node, Value};

/// A value with Python semantics: of a document ([`Node`]) or of a schema.
pub trait PyValue<'a>: Copy {
    /// Returns the Python type, with the value of a scalar.
    fn kind(self) -> Kind<'a, Self>;

    /// Returns the number of items of a list or entries of a map; 0 for a scalar.
    fn count(self) -> usize;

    /// Returns the items of a list.
    fn items(self) -> impl Iterator<Item = Self>;

    /// Returns the keys and values of a map.
    fn entries(self) -> impl Iterator<Item = (Kind<'a, Self>, Self)>;

    /// Returns the value of a key of a map; for a repeated key, the last one.
    fn get(self, key: &str) -> Option<Self>;
}

/// A Python type and value.
#[derive(Debug, Clone, Copy)]
pub enum Kind<'a, V> {
    /// `None`.
    Null,
    /// `bool`.
    Bool(bool),
    /// `int`.
    Int(i64),
    /// `int` of more than 64 bits, as digits.
    BigInt(&'a str),
    /// `float`.
    Float(f64),
    /// `date` or `datetime`, as `str` prints it.
    Date(&'a str),
    /// `str`.
    Str(&'a str),
    /// `list`; see [`items`](PyValue::items).
    List(V),
    /// `dict`; see [`entries`](PyValue::entries).
    Map(V),
}

impl<'a> PyValue<'a> for Node<'a> {
    fn kind(self) -> Kind<'a, Node<'a>> {
        match self.value {
            Value::Null => Kind::Null,
            Value::Bool(is) => Kind::Bool(is),
            Value::Int(number) => Kind::Int(number),
            Value::BigInt(digits) => Kind::BigInt(digits),
            Value::Float(number) => Kind::Float(number),
            Value::Date(text) => Kind::Date(text),
            Value::Str(text) => Kind::Str(text),
            Value::List(_) => Kind::List(self),
            Value::Map(_) => Kind::Map(self),
        }
    }

    fn count(self) -> usize {
        match self.value {
            Value::List(items) => items.len(),
            Value::Map(entries) => entries.len(),
            _ => 0,
        }
    }

    fn items(self) -> impl Iterator<Item = Node<'a>> {
        self.as_list().unwrap_or_default().iter().copied()
    }

    fn entries(self) -> impl Iterator<Item = (Kind<'a, Node<'a>>, Node<'a>)> {
        self.as_map()
            .unwrap_or_default()
            .iter()
            .map(|entry| (entry.key.kind(), entry.value))
    }

    fn get(self, key: &str) -> Option<Node<'a>> {
        let entry = self
            .as_map()?
            .iter()
            .rev()
            .find(|entry| entry.key.as_str() == Some(key))?;
        Some(entry.value)
    }
}

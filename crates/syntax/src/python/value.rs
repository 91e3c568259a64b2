//! What Python's functions need to know of a value, whichever tree it belongs to.

use crate::{Node, Value};

/// A value as Python sees it: of a document ([`Node`]) or of a schema.
pub trait PyValue<'a>: Copy {
    /// Its Python type, with the value of a scalar.
    fn kind(self) -> Kind<'a, Self>;

    /// The number of items of a list or entries of a map; 0 for a scalar.
    fn len(self) -> usize;

    /// The items of a list.
    fn items(self) -> impl Iterator<Item = Self>;

    /// The keys and values of a map.
    fn entries(self) -> impl Iterator<Item = (Kind<'a, Self>, Self)>;

    /// The value under a key of a map; of a repeated key, the last one.
    fn get(self, key: &str) -> Option<Self>;
}

/// A Python type.
#[derive(Debug, Clone, Copy)]
pub enum Kind<'a, V> {
    /// `None`.
    Null,
    /// `bool`.
    Bool(bool),
    /// `int`.
    Int(i64),
    /// `int` of more than 64 bits: its digits.
    BigInt(&'a str),
    /// `float`.
    Float(f64),
    /// `date` or `datetime`, as `str` prints it.
    Date(&'a str),
    /// `str`.
    Str(&'a str),
    /// `list`: its [`items`](PyValue::items).
    List(V),
    /// `dict`: its [`entries`](PyValue::entries).
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

    fn len(self) -> usize {
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
        self.as_map().unwrap_or_default().iter().map(|entry| (entry.key.kind(), entry.value))
    }

    fn get(self, key: &str) -> Option<Node<'a>> {
        let entry = self.as_map()?.iter().rev().find(|entry| entry.key.as_str() == Some(key))?;
        Some(entry.value)
    }
}

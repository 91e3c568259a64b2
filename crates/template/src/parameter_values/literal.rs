//! Owned values, independent of the text that they were parsed from.

use bumpalo::Bump;

use cfn_warden_syntax::{Entry, Node, NodeId, Value};

/// An owned value, in the types of [`Value`].
#[derive(Debug, Clone, PartialEq)]
pub enum Literal {
    /// `null`
    Null,
    /// A boolean.
    Bool(bool),
    /// A 64-bit integer.
    Int(i64),
    /// An integer of more than 64 bits, as digits.
    BigInt(String),
    /// A float.
    Float(f64),
    /// A date or timestamp, as text.
    Date(String),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Literal>),
    /// A map.
    Map(Vec<(Literal, Literal)>),
}

impl Literal {
    /// Returns an owned copy of a node.
    pub fn of(node: Node<'_>) -> Literal {
        match node.value {
            Value::Null => Literal::Null,
            Value::Bool(is) => Literal::Bool(is),
            Value::Int(number) => Literal::Int(number),
            Value::BigInt(digits) => Literal::BigInt(digits.to_owned()),
            Value::Float(number) => Literal::Float(number),
            Value::Date(text) => Literal::Date(text.to_owned()),
            Value::Str(text) => Literal::Text(text.to_owned()),
            Value::List(items) => {
                Literal::List(items.iter().map(|item| Literal::of(*item)).collect())
            }
            Value::Map(entries) => Literal::Map(
                entries
                    .iter()
                    .map(|one| (Literal::of(one.key), Literal::of(one.value)))
                    .collect(),
            ),
        }
    }

    /// Returns the value as a node with the given ID.
    pub fn node<'a>(&self, arena: &'a Bump, id: NodeId) -> Node<'a> {
        let value = match self {
            Literal::Null => Value::Null,
            Literal::Bool(is) => Value::Bool(*is),
            Literal::Int(number) => Value::Int(*number),
            Literal::BigInt(digits) => Value::BigInt(arena.alloc_str(digits)),
            Literal::Float(number) => Value::Float(*number),
            Literal::Date(text) => Value::Date(arena.alloc_str(text)),
            Literal::Text(text) => Value::Str(arena.alloc_str(text)),
            Literal::List(items) => {
                let items: Vec<_> = items.iter().map(|item| item.node(arena, id)).collect();
                Value::List(arena.alloc_slice_copy(&items))
            }
            Literal::Map(entries) => {
                let entry = |(key, value): &(Literal, Literal)| Entry {
                    key: key.node(arena, id),
                    value: value.node(arena, id),
                };
                let entries: Vec<_> = entries.iter().map(entry).collect();
                Value::Map(arena.alloc_slice_copy(&entries))
            }
        };
        Node { id, value }
    }
}

//! Sizes of values. Values share their parts, so the size of a value can be a multiple of its memory.

use std::rc::Rc;

use super::{Kind, Type, Value};
use crate::budget::{VALUE, map_bytes};

impl Kind {
    /// Returns the bytes of a value and all nested values, each as often as it occurs; at most `u32::MAX`.
    pub fn size(&self) -> u32 {
        let text = |text: &str| u32::try_from(text.len()).unwrap_or(u32::MAX);
        let content = match self {
            Kind::String(held) => text(held),
            Kind::Number(number) => number.size(),
            Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => items
                .iter()
                .fold(0, |sum: u32, item| sum.saturating_add(item.size)),
            Kind::Map(_, elements) | Kind::Object(elements) => {
                let nodes = u32::try_from(map_bytes(elements.len())).unwrap_or(u32::MAX);
                elements.iter().fold(nodes, |sum: u32, (name, value)| {
                    sum.saturating_add(text(name)).saturating_add(value.size)
                })
            }
            Kind::Unknown(..) | Kind::Null(_) | Kind::Bool(_) => 0,
        };
        content.saturating_add(VALUE)
    }
}

/// Returns the bytes of a type.
fn of_type(ty: &Type) -> u64 {
    let parts = match ty {
        Type::Dynamic | Type::Bool | Type::Number | Type::String => return 0,
        Type::List(item) | Type::Set(item) | Type::Map(item) => of_type(item),
        Type::Tuple(items) => items.iter().map(own).fold(0, u64::saturating_add),
        Type::Object(attributes) => attributes
            .types
            .values()
            .map(own)
            .fold(0, u64::saturating_add),
    };
    parts.saturating_add(VALUE.into())
}

fn own(ty: &Type) -> u64 {
    of_type(ty).max(VALUE.into())
}

impl Value {
    /// Returns the size: the bytes of the value and all nested values, each as often as it occurs; at most `u32::MAX`.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Returns the bytes of the texts of the value and all nested values, each as often as it occurs.
    pub fn text_bytes(&self) -> usize {
        match &self.kind {
            Kind::String(text) => text.len(),
            Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => items
                .iter()
                .map(Value::text_bytes)
                .fold(items.len(), usize::saturating_add),
            Kind::Map(_, elements) | Kind::Object(elements) => elements
                .iter()
                .map(|(name, value)| name.len().saturating_add(value.text_bytes()))
                .fold(elements.len(), usize::saturating_add),
            _ => 1,
        }
    }

    /// Returns the bytes of the parts of a converted value that it does not share with the original.
    pub fn bytes_of_conversion(&self, from: &Value) -> u64 {
        self.bytes_not_shared(from)
            .saturating_add(self.bytes_of_type())
    }

    /// Returns the bytes of the list or map of this value, without its parts, unless it is also a part of one of these.
    pub fn bytes_of_container(&self, others: &[Value]) -> u64 {
        let is_shared = |other: &Value| match (&self.kind, &other.kind) {
            (
                Kind::List(_, a) | Kind::Set(_, a) | Kind::Tuple(a),
                Kind::List(_, b) | Kind::Set(_, b) | Kind::Tuple(b),
            ) => Rc::ptr_eq(a, b),
            (Kind::Map(_, a) | Kind::Object(a), Kind::Map(_, b) | Kind::Object(b)) => {
                Rc::ptr_eq(a, b)
            }
            _ => false,
        };
        match &self.kind {
            Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items)
                if !others.iter().any(is_shared) =>
            {
                (items.len() as u64).saturating_mul(VALUE.into())
            }
            Kind::Map(_, elements) | Kind::Object(elements) if !others.iter().any(is_shared) => {
                map_bytes(elements.len())
            }
            _ => 0,
        }
    }

    /// Returns the bytes of the item type of a collection.
    pub fn bytes_of_type(&self) -> u64 {
        match &self.kind {
            Kind::List(ty, _) | Kind::Set(ty, _) | Kind::Map(ty, _) => of_type(ty),
            _ => 0,
        }
    }

    /// Returns the bytes of the parts that are not shared with another value.
    fn bytes_not_shared(&self, other: &Value) -> u64 {
        let own = u64::from(VALUE);
        match (&self.kind, &other.kind) {
            (Kind::String(a), Kind::String(b)) if Rc::ptr_eq(a, b) => own,
            (
                Kind::List(_, a) | Kind::Set(_, a) | Kind::Tuple(a),
                Kind::List(_, b) | Kind::Set(_, b) | Kind::Tuple(b),
            ) => {
                if Rc::ptr_eq(a, b) {
                    return own;
                }
                let items = a.iter().enumerate().map(|(at, item)| match b.get(at) {
                    Some(other) => item.bytes_not_shared(other),
                    None => item.size.into(),
                });
                items.fold(own, u64::saturating_add)
            }
            (Kind::Map(_, a) | Kind::Object(a), Kind::Map(_, b) | Kind::Object(b)) => {
                if Rc::ptr_eq(a, b) {
                    return own;
                }
                let values = a.iter().map(|(name, value)| match b.get(name) {
                    Some(other) => value.bytes_not_shared(other),
                    None => value.size.into(),
                });
                values.fold(own, u64::saturating_add)
            }
            _ => self.size.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_costs_at_least_what_it_takes() {
        assert!(
            size_of::<Value>() <= VALUE as usize,
            "{}",
            size_of::<Value>()
        );
    }
}

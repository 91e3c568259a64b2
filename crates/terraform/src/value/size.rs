//! Sizes of values. Values share their parts, so the size of a value can be a multiple of its memory.

use std::rc::Rc;

use super::{Kind, Type, Value};
use crate::budget::VALUE;

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
                elements.iter().fold(0, |sum: u32, (name, value)| {
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

    /// Returns the bytes of the parts of a converted value that it does not share with the original.
    pub fn bytes_of_conversion(&self, from: &Value) -> u64 {
        self.bytes_not_shared(from)
            .saturating_add(self.bytes_of_type())
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

//! Sets: their creation, and the order of their items.

use std::cmp::Ordering;

use super::{Kind, Marks, Type, Value};
use crate::support::go::{general, quoted};

impl Value {
    /// Returns a set. The items must have the given type; their marks move to the set.
    pub fn set(ty: Type, items: Vec<Value>) -> Value {
        let mut marks = Marks::NONE;
        let mut plain: Vec<Value> = items
            .into_iter()
            .map(|item| {
                let (item, found) = item.unmarked_deep();
                marks = marks.and(found);
                item
            })
            .collect();
        plain.sort_by(compare_in_set);
        plain.dedup_by(|a, b| a.is_wholly_known() && compare_in_set(a, b).is_eq() && a.same(b));
        Value::from(Kind::Set(ty, plain.into())).marked(marks)
    }
}

/// Compares two items. Strings, numbers and bools are compared by value, other values by a text encoding. Unknown
/// values come after known ones, and nulls last.
pub fn compare_in_set(a: &Value, b: &Value) -> Ordering {
    let rank = |value: &Value| (u8::from(value.is_null()), u8::from(!value.is_known()));
    match (a.kind(), b.kind()) {
        (Kind::String(a), Kind::String(b)) => a.cmp(b),
        (Kind::Number(a), Kind::Number(b)) => a.cmp(b),
        (Kind::Bool(a), Kind::Bool(b)) => a.cmp(b),
        _ => rank(a)
            .cmp(&rank(b))
            .then_with(|| text_of(a).cmp(&text_of(b))),
    }
}

fn text_of(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    text
}

fn write(value: &Value, text: &mut String) {
    match value.kind() {
        Kind::Unknown(..) => text.push('?'),
        Kind::Null(_) => text.push('~'),
        Kind::Bool(value) => text.push(if *value { 'T' } else { 'F' }),
        Kind::Number(number) => text.push_str(&general(number, 10)),
        Kind::String(string) => text.push_str(&quoted(string)),
        Kind::List(_, items) | Kind::Set(_, items) => {
            text.push('[');
            each(items.iter(), text);
            text.push(']');
        }
        Kind::Tuple(items) => {
            text.push('<');
            each(items.iter(), text);
            text.push('>');
        }
        Kind::Map(_, elements) => {
            text.push('{');
            for (key, value) in elements.iter() {
                text.push_str(&quoted(key));
                text.push(':');
                write(value, text);
                text.push(';');
            }
            text.push('}');
        }
        Kind::Object(elements) => {
            text.push('<');
            each(elements.values(), text);
            text.push('>');
        }
    }
}

fn each<'v>(values: impl Iterator<Item = &'v Value>, text: &mut String) {
    for value in values {
        write(value, text);
        text.push(';');
    }
}

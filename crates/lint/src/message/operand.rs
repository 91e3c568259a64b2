//! Operands of messages, in Python's notation.

use std::cmp::Reverse;

use cfn_warden_schema::{Json, KeywordValue, Operand};
use cfn_warden_syntax::names::shared_ends;
use cfn_warden_syntax::python::{self, repr, repr_str};

/// How to render long lists of names that the template declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lists {
    /// All names, as cfn-lint does.
    Whole,
    /// The names most similar to the invalid one, and the number of further names.
    Nearest,
}

/// Appends an operand. `meant` is the name that lists of declared names are compared with.
pub fn push(text: &mut String, operand: Operand<'_>, meant: Option<&str>, lists: Lists) {
    match operand {
        Operand::None => {}
        Operand::Value(node) => text.push_str(&repr(node)),
        Operand::Json(json) => text.push_str(&repr(json)),
        Operand::Names(names) => text.push_str(&quoted(names)),
        Operand::Declared(names) => text.push_str(&declared(names, meant, lists)),
        Operand::Text(string) => text.push_str(&repr_str(string)),
        Operand::Plain(string) => text.push_str(string),
        Operand::Count(count) => text.push_str(&count.to_string()),
    }
}

/// Returns the name that a message with declared names is about: the first operand.
pub fn meant<'a>(operands: &[Operand<'a>]) -> Option<&'a str> {
    match operands {
        [Operand::Value(node), ..] => node.as_str(),
        _ => None,
    }
}

/// Returns the number of declared names in operands.
pub fn declared_names(operands: &[Operand<'_>]) -> usize {
    let count = |operand: &Operand<'_>| {
        if let Operand::Declared(names) = operand {
            names.len()
        } else {
            0
        }
    };
    operands.iter().map(count).sum()
}

/// Formats the names that a template declares.
pub fn declared(names: &[&str], meant: Option<&str>, lists: Lists) -> String {
    /// Longer lists are shortened.
    const SHORT: usize = 30;
    match meant.filter(|_| lists == Lists::Nearest && names.len() > SHORT) {
        Some(meant) => nearest(names, meant),
        None => quoted(names),
    }
}

/// Formats a list with the names that share the longest prefix and suffix with another name.
fn nearest(names: &[&str], meant: &str) -> String {
    const MOST: usize = 10;
    let mut ranked: Vec<&str> = names.to_vec();
    ranked.sort_by_cached_key(|name| Reverse(shared_ends(name, meant)));
    let shown = listed(ranked.iter().take(MOST).map(|name| repr_str(name)));
    format!("{shown} and {} more", names.len().saturating_sub(MOST))
}

/// Formats the value of a keyword.
pub fn value(value: KeywordValue<'_>) -> String {
    match value {
        KeywordValue::Schema(json) => repr(json),
        KeywordValue::Data(node) => repr(node),
        KeywordValue::Text(text) => repr_str(text),
    }
}

/// Formats a type or a list of types.
pub fn types(types: Json<'_>) -> String {
    match types.as_str() {
        Some(only) => repr_str(only),
        None => joined(types.items().map(repr)),
    }
}

/// Formats a list whose strings are converted to lower case.
pub fn lower(list: Json<'_>) -> String {
    listed(list.items().map(|item| match item.as_str() {
        Some(text) => repr_str(&python::lower(text)),
        None => repr(item),
    }))
}

/// Formats the keys of an object, sorted.
pub fn sorted_keys(object: Json<'_>) -> String {
    let mut keys: Vec<_> = object.entries().map(|(key, _)| key.text).collect();
    keys.sort_unstable();
    joined(keys.into_iter().map(repr_str))
}

/// Joins texts with commas.
pub fn joined(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join(", ")
}

/// Joins texts with commas, in brackets.
pub fn listed(texts: impl Iterator<Item = String>) -> String {
    format!("[{}]", joined(texts))
}

fn quoted(names: &[&str]) -> String {
    listed(names.iter().map(|name| repr_str(name)))
}

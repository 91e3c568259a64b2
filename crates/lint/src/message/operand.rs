//! Operands of messages, in Python's notation.

use std::cmp::Reverse;

use cfn_warden_schema::{Json, KeywordValue, Operand};
use cfn_warden_syntax::names::shared_ends;
use cfn_warden_syntax::python::{self, PyValue};
use cfn_warden_syntax::{self as syntax, Text, text};

/// How to render long lists of names that the template declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lists {
    /// All names, as cfn-lint does.
    Whole,
    /// The names most similar to the invalid one, and the number of further names.
    Nearest,
}

/// Appends an operand. `meant` is the name that lists of declared names are compared with.
pub fn push(text: &mut Text, operand: Operand<'_>, meant: Option<&str>, lists: Lists) {
    match operand {
        Operand::None => {}
        Operand::Value(node) => text.push(repr(node)),
        Operand::Json(json) => text.push(repr_json(json)),
        Operand::Names(names) => text.push(quoted(names)),
        Operand::Declared(names) => text.push(declared(names, meant, lists)),
        Operand::Text(string) => text.push(repr_str(string)),
        // A sentence that is complete already, and may have values.
        Operand::Plain(string) => text.push(syntax::Operand::Value(string)),
        Operand::Count(count) => text.push(count),
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
pub fn declared(names: &[&str], meant: Option<&str>, lists: Lists) -> Text {
    /// Longer lists are shortened.
    const SHORT: usize = 30;
    match meant.filter(|_| lists == Lists::Nearest && names.len() > SHORT) {
        Some(meant) => nearest(names, meant),
        None => quoted(names),
    }
}

/// Formats a list with the names that share the longest prefix and suffix with another name.
fn nearest(names: &[&str], meant: &str) -> Text {
    const MOST: usize = 10;
    let mut ranked: Vec<&str> = names.to_vec();
    ranked.sort_by_cached_key(|name| Reverse(shared_ends(name, meant)));
    let shown = listed(ranked.iter().take(MOST).map(|name| repr_str(name)));
    text!("{} and {} more", shown, names.len().saturating_sub(MOST))
}

/// Formats a value.
pub fn repr<'v>(value: impl PyValue<'v>) -> Text {
    Text::operand(python::repr(value))
}

/// Formats a value of a schema.
pub fn repr_json(json: Json<'_>) -> Text {
    Text::known(python::repr(json))
}

/// Formats a word of a schema.
pub fn repr_word(word: &str) -> Text {
    Text::known(python::repr_str(word))
}

/// Formats a string.
pub fn repr_str(string: &str) -> Text {
    Text::operand(python::repr_str(string))
}

/// Formats the value of a keyword.
pub fn value(value: KeywordValue<'_>) -> Text {
    match value {
        KeywordValue::Schema(json) => repr_json(json),
        KeywordValue::Data(node) => repr(node),
        KeywordValue::Text(text) => repr_word(text),
    }
}

/// Formats a type or a list of types.
pub fn types(types: Json<'_>) -> Text {
    match types.as_str() {
        Some(only) => repr_word(only),
        None => joined(types.items().map(repr_json)),
    }
}

/// Formats a list whose strings are converted to lower case.
pub fn lower(list: Json<'_>) -> Text {
    listed(list.items().map(|item| match item.as_str() {
        Some(text) => repr_word(&python::lower(text)),
        None => repr_json(item),
    }))
}

/// Formats the keys of an object, sorted.
pub fn sorted_keys(object: Json<'_>) -> Text {
    let mut keys: Vec<_> = object.entries().map(|(key, _)| key.text).collect();
    keys.sort_unstable();
    joined(keys.into_iter().map(repr_word))
}

/// Joins texts with commas.
pub fn joined(texts: impl Iterator<Item = Text>) -> Text {
    Text::join(texts, ", ")
}

/// Joins texts with commas, in brackets.
pub fn listed(texts: impl Iterator<Item = Text>) -> Text {
    text!("[{}]", joined(texts))
}

fn quoted(names: &[&str]) -> Text {
    listed(names.iter().map(|name| repr_str(name)))
}

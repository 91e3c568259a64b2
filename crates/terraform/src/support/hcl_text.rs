//! Values in native syntax.

use super::go;
use crate::value::{Kind, Value};

/// Formats a wholly known value as an expression.
pub fn expression(value: &Value) -> String {
    let mut text = String::new();
    write(value, 0, &mut text);
    text
}

/// Formats elements as arguments, one per line.
pub fn arguments<'v>(elements: impl Iterator<Item = (&'v str, &'v Value)>) -> String {
    let mut text = String::new();
    lines(
        elements.map(|(name, value)| (name.to_owned(), value)),
        0,
        &mut text,
    );
    text
}

fn write(value: &Value, indent: usize, text: &mut String) {
    match value.kind() {
        Kind::Unknown(..) | Kind::Null(_) => text.push_str("null"),
        Kind::Bool(held) => text.push_str(if *held { "true" } else { "false" }),
        Kind::Number(number) => text.push_str(&number.to_string()),
        Kind::String(string) => quote(string, text),
        Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => {
            text.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    text.push_str(", ");
                }
                write(item, indent, text);
            }
            text.push(']');
        }
        Kind::Map(_, elements) | Kind::Object(elements) if elements.is_empty() => {
            text.push_str("{}")
        }
        Kind::Map(_, elements) | Kind::Object(elements) => {
            text.push_str("{\n");
            lines(
                elements.iter().map(|(name, value)| (key(name), value)),
                indent.saturating_add(2),
                text,
            );
            text.push_str(&" ".repeat(indent));
            text.push('}');
        }
    }
}

/// Formats lines of `name = value`. The equals signs of adjacent single-line values are aligned.
fn lines<'v>(
    elements: impl Iterator<Item = (String, &'v Value)>,
    indent: usize,
    text: &mut String,
) {
    let written: Vec<(String, String)> = elements
        .map(|(name, value)| {
            let mut text = String::new();
            write(value, indent, &mut text);
            (name, text)
        })
        .collect();
    for group in written.chunk_by(|(_, a), (_, b)| !a.contains('\n') && !b.contains('\n')) {
        let width = group
            .iter()
            .map(|(name, _)| name.chars().count())
            .max()
            .unwrap_or(0);
        for (name, value) in group {
            text.push_str(&format!("{}{name:width$} = {value}\n", " ".repeat(indent)));
        }
    }
}

/// Returns whether a name is a valid identifier.
pub fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

fn key(name: &str) -> String {
    if is_identifier(name) {
        return name.to_owned();
    }
    let mut text = String::new();
    quote(name, &mut text);
    text
}

/// Formats a string as a quoted template.
pub fn quoted(string: &str) -> String {
    let mut text = String::new();
    quote(string, &mut text);
    text
}

fn quote(string: &str, text: &mut String) {
    text.push('"');
    let mut letters = string.chars().peekable();
    while let Some(c) = letters.next() {
        match c {
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '$' | '%' if letters.peek() == Some(&'{') => {
                text.push(c);
                text.push(c);
            }
            c if c >= ' ' && go::is_printable(c) => text.push(c),
            c if u32::from(c) < 0x10000 => text.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => text.push_str(&format!("\\U{:08x}", u32::from(c))),
        }
    }
    text.push('"');
}

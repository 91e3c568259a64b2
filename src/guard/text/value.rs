//! Values.

use std::fmt::{Display, Write};

use crate::guard::compile::program::Literal;
use crate::guard::doc::{Doc, push_number};
use crate::guard::syntax::ast::Range;
use crate::guard::value::{Kind, Origin, Place, Value};

/// `Path=/a/b[L:1,C:2] Value="text"`
pub fn display(doc: &Doc<'_>, value: &Value<'_>) -> String {
    let mut out = String::new();
    push_display(doc, value, &mut out);
    out
}

/// Appends [`display`].
pub fn push_display(doc: &Doc<'_>, value: &Value<'_>, out: &mut String) {
    out.push_str("Path=");
    path_and_place(doc, value.origin, out);
    out.push_str(" Value=");
    value_only(value, out);
}

/// `/a/b[L:1,C:2]`
pub fn path_and_place(doc: &Doc<'_>, origin: Origin<'_>, out: &mut String) {
    doc.write_path(origin, out);
    push_place(doc.place(origin), out);
}

/// `[L:1,C:2]`
pub fn push_place(place: Place, out: &mut String) {
    out.push_str("[L:");
    push_number(place.line, out);
    out.push_str(",C:");
    push_number(place.column, out);
    out.push(']');
}

/// A value without its path: much like JSON, but strings are not escaped.
pub fn value_only(value: &Value<'_>, out: &mut String) {
    match value.kind {
        Kind::Null => out.push_str("\"NULL\""),
        Kind::Str(text) => quoted(text, out),
        Kind::Regex(regex) => push(out, format_args!("\"/{}/\"", regex.text())),
        Kind::Bool(bool) => push(out, bool),
        Kind::Int(int) => push(out, int),
        Kind::Float(float) => push(out, float),
        Kind::Char(char) => push(out, format_args!("'{char}'")),
        Kind::IntRange(range) => push_range(range, out),
        Kind::FloatRange(range) => push_range(range, out),
        Kind::CharRange(range) => push_range(range, out),
        Kind::List(items) => {
            out.push('[');
            separated(items, out, value_only);
            out.push(']');
        }
        Kind::Map(map) => {
            out.push('{');
            separated(map.entries, out, |entry, out| {
                quoted(entry.key, out);
                out.push(':');
                value_only(&entry.value, out);
            });
            out.push('}');
        }
    }
}

/// The same of a literal.
pub(super) fn literal(literal: &Literal, out: &mut String) {
    match literal {
        Literal::Null => out.push_str("\"NULL\""),
        Literal::Str(text) => quoted(text, out),
        Literal::Regex(regex) => push(out, format_args!("\"/{}/\"", regex.text())),
        Literal::Bool(bool) => push(out, bool),
        Literal::Int(int) => push(out, int),
        Literal::Float(float) => push(out, float),
        Literal::IntRange(range) => push_range(range, out),
        Literal::FloatRange(range) => push_range(range, out),
        Literal::CharRange(range) => push_range(range, out),
        Literal::List(items) => {
            out.push('[');
            separated(items, out, self::literal);
            out.push(']');
        }
        Literal::Map(entries) => {
            out.push('{');
            separated(entries, out, |(key, value), out| {
                quoted(key, out);
                out.push(':');
                self::literal(value, out);
            });
            out.push('}');
        }
    }
}

/// `[1,5)`
pub fn range<T: Display>(range: &Range<T>) -> String {
    let mut out = String::new();
    push_range(range, &mut out);
    out
}

fn push_range<T: Display>(range: &Range<T>, out: &mut String) {
    out.push(if range.with_lower { '[' } else { '(' });
    push(out, format_args!("{},{}", range.lower, range.upper));
    out.push(if range.with_upper { ']' } else { ')' });
}

fn separated<I>(items: &[I], out: &mut String, each: impl Fn(&I, &mut String)) {
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        each(item, out);
    }
}

fn quoted(text: &str, out: &mut String) {
    out.push('"');
    out.push_str(text);
    out.push('"');
}

fn push(out: &mut String, what: impl Display) {
    // Writing to a string cannot fail.
    let _ = write!(out, "{what}");
}

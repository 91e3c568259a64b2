//! Values in the form of the derived `Debug` of cfn-guard's types, which its reasons contain.

use std::fmt::{Debug, Display, Write};

use crate::doc::Doc;
use crate::syntax::ast::Range;
use crate::value::{Kind, Origin, Value};

/// Appends a value with its path.
pub fn debug(doc: &Doc<'_>, value: &Value<'_>, out: &mut String) {
    let name = match value.kind {
        Kind::Null => {
            out.push_str("Null(");
            path(doc, value.origin, out);
            out.push(')');
            return;
        }
        Kind::Str(_) => "String",
        Kind::Regex(_) => "Regex",
        Kind::Bool(_) => "Bool",
        Kind::Int(_) => "Int",
        Kind::Float(_) => "Float",
        Kind::Char(_) => "Char",
        Kind::List(_) => "List",
        Kind::Map(_) => "Map",
        Kind::IntRange(_) => "RangeInt",
        Kind::FloatRange(_) => "RangeFloat",
        Kind::CharRange(_) => "RangeChar",
    };
    out.push_str(name);
    out.push_str("((");
    path(doc, value.origin, out);
    out.push_str(", ");
    content(doc, value, out);
    out.push_str("))");
}

/// Appends a path, and the value with the path again, as cfn-guard's `PathAwareValue` does.
pub fn debug_self(doc: &Doc<'_>, value: &Value<'_>, out: &mut String) {
    out.push('(');
    path(doc, value.origin, out);
    out.push_str(", ");
    debug(doc, value, out);
    out.push(')');
}

/// Appends a list of values.
pub(super) fn list(doc: &Doc<'_>, items: &[Value<'_>], out: &mut String) {
    out.push('[');
    separated(items, out, |item, out| debug(doc, item, out));
    out.push(']');
}

fn path(doc: &Doc<'_>, origin: Origin<'_>, out: &mut String) {
    let position = doc.position(origin);
    push(
        out,
        format_args!(
            "Path({:?}, Location {{ line: {}, col: {} }})",
            doc.path(origin),
            position.line,
            position.column
        ),
    );
}

fn content(doc: &Doc<'_>, value: &Value<'_>, out: &mut String) {
    match value.kind {
        Kind::Null => {}
        Kind::Str(text) => push_debug(out, text),
        Kind::Regex(regex) => push_debug(out, regex.text()),
        Kind::Bool(bool) => push_debug(out, bool),
        Kind::Int(int) => push_debug(out, int),
        Kind::Float(float) => push_debug(out, float),
        Kind::Char(char) => push_debug(out, char),
        Kind::IntRange(range) => push_range(range, out),
        Kind::FloatRange(range) => push_range(range, out),
        Kind::CharRange(range) => push_range(range, out),
        Kind::List(items) => list(doc, items, out),
        Kind::Map(map) => {
            out.push_str("MapValue { keys: [");
            match map.keys {
                Some(keys) => separated(keys, out, |key, out| debug(doc, key, out)),
                None => separated(map.entries, out, |entry, out| {
                    debug(doc, &entry.key_value(), out)
                }),
            }
            out.push_str("], values: {");
            separated(map.entries, out, |entry, out| {
                push_debug(out, entry.key);
                out.push_str(": ");
                debug(doc, &entry.value, out);
            });
            out.push_str("} }");
        }
    }
}

fn push_range<T: Debug>(range: &Range<T>, out: &mut String) {
    let inclusive = u8::from(range.with_lower) | u8::from(range.with_upper) << 1;
    push(
        out,
        format_args!(
            "RangeType {{ upper: {:?}, lower: {:?}, inclusive: {inclusive} }}",
            range.upper, range.lower
        ),
    );
}

pub(super) fn separated<I>(items: &[I], out: &mut String, each: impl Fn(&I, &mut String)) {
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        each(item, out);
    }
}

fn push_debug(out: &mut String, what: impl Debug) {
    push(out, format_args!("{what:?}"));
}

pub(super) fn push(out: &mut String, what: impl Display) {
    // Writing to a string cannot fail.
    let _ = write!(out, "{what}");
}

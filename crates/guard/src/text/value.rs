//! The texts of values.

use std::fmt::{Display, Write};

use crate::compile::program::Literal;
use crate::doc::{Doc, push_number};
use crate::syntax::ast::Range;
use crate::value::{Kind, Origin, Value, ZeroBasedPosition};

/// Formats a value as `Path=/a/b[L:1,C:2] Value="text"`.
pub fn display(doc: &Doc<'_>, value: &Value<'_>) -> String {
    let mut out = String::new();
    push_display(doc, value, &mut out);
    out
}

/// Appends the result of [`display`].
pub fn push_display(doc: &Doc<'_>, value: &Value<'_>, out: &mut String) {
    out.push_str("Path=");
    path_and_position(doc, value.origin, out);
    out.push_str(" Value=");
    value_only(value, out);
}

/// Appends a path and position: `/a/b[L:1,C:2]`.
pub fn path_and_position(doc: &Doc<'_>, origin: Origin<'_>, out: &mut String) {
    doc.write_path(origin, out);
    push_position(doc.position(origin), out);
}

/// Appends a position: `[L:1,C:2]`.
pub fn push_position(position: ZeroBasedPosition, out: &mut String) {
    out.push_str("[L:");
    push_number(position.line, out);
    out.push_str(",C:");
    push_number(position.column, out);
    out.push(']');
}

/// Appends a value without its path: JSON, but with unescaped strings.
pub fn value_only(value: &Value<'_>, out: &mut String) {
    value_start(value, usize::MAX, out);
}

/// Where the text of a value is written.
pub trait ValueSink {
    /// The number of bytes that were written.
    fn written(&self) -> usize;
    /// Appends punctuation without quotes.
    fn mark(&mut self, mark: &'static str);
    /// Appends a text in quotes.
    fn quoted(&mut self, text: &str);
    /// Appends what is neither punctuation nor in quotes.
    fn plain(&mut self, what: impl Display);
    /// Appends null, which cfn-guard writes as a text.
    fn null(&mut self) {
        self.quoted("NULL");
    }
}

impl ValueSink for String {
    fn written(&self) -> usize {
        self.len()
    }

    fn mark(&mut self, mark: &'static str) {
        self.push_str(mark);
    }

    fn quoted(&mut self, text: &str) {
        quoted(text, self);
    }

    fn plain(&mut self, what: impl Display) {
        push(self, what);
    }
}

/// Appends the result of [`value_only`], or a prefix of it with more than `characters` characters.
pub fn value_start(value: &Value<'_>, characters: usize, out: &mut impl ValueSink) {
    push_start(
        value,
        characters,
        out.written().saturating_add(bytes(characters)),
        out,
    );
}

/// Appends a value, stopping before the next element once `out` exceeds `end` bytes.
fn push_start(value: &Value<'_>, characters: usize, end: usize, out: &mut impl ValueSink) {
    let limit = characters.saturating_add(1);
    match value.kind {
        Kind::Null => out.null(),
        Kind::Str(text) => out.quoted(start(text, limit)),
        Kind::Regex(regex) => out.quoted(&format!("/{}/", regex.text())),
        Kind::Bool(bool) => out.plain(bool),
        Kind::Int(int) => out.plain(int),
        Kind::Float(float) => out.plain(float),
        Kind::Char(char) => out.plain(format_args!("'{char}'")),
        Kind::IntRange(of) => out.plain(range(of)),
        Kind::FloatRange(of) => out.plain(range(of)),
        Kind::CharRange(of) => out.plain(range(of)),
        Kind::List(items) => {
            for (at, item) in items.iter().enumerate() {
                if out.written() > end {
                    return;
                }
                out.mark(if at > 0 { "," } else { "[" });
                push_start(item, characters, end, out);
            }
            out.mark(if items.is_empty() { "[]" } else { "]" });
        }
        Kind::Map(map) => {
            for (at, entry) in map.entries.iter().enumerate() {
                if out.written() > end {
                    return;
                }
                out.mark(if at > 0 { "," } else { "{" });
                out.quoted(start(entry.key, limit));
                out.mark(":");
                push_start(&entry.value, characters, end, out);
            }
            out.mark(if map.entries.is_empty() { "{}" } else { "}" });
        }
    }
}

/// Returns the first `characters` characters of a text.
pub fn start(text: &str, characters: usize) -> &str {
    if text.len() <= characters {
        return text;
    }
    text.char_indices()
        .nth(characters)
        .and_then(|(end, _)| text.get(..end))
        .unwrap_or(text)
}

/// Cuts a text to `characters` characters and marks the cut with `...`.
pub fn cut(text: String, characters: usize) -> String {
    match start(&text, characters) {
        whole if whole.len() == text.len() => text,
        cut => format!("{cut}..."),
    }
}

/// The maximum number of bytes of this number of characters.
pub fn bytes(characters: usize) -> usize {
    characters.saturating_mul(char::MAX_LEN_UTF8)
}

/// Appends a literal in the form of [`value_only`].
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

/// Formats a range: `[1,5)`.
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

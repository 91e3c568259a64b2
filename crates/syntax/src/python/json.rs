//! Python's `json.dumps`.

use std::fmt::Write;

use super::repr::write_float;
use super::value::{Kind, PyValue};

/// The separators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spacing {
    /// `", "` and `": "`, the default.
    Spaces,
    /// `","` and `":"`.
    Compact,
}

/// The treatment of dates, which JSON does not support.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dates {
    /// Raise an error.
    Refuse,
    /// Write them in ISO format.
    Iso,
}

/// Returns `json.dumps(value)`: ASCII only, keys in order; `None` if Python raises.
pub fn dumps<'a>(value: impl PyValue<'a>, spacing: Spacing, dates: Dates) -> Option<String> {
    let mut out = String::new();
    write(&mut out, value.kind(), spacing, dates)?;
    Some(out)
}

fn write<'a, V: PyValue<'a>>(
    out: &mut String,
    kind: Kind<'a, V>,
    spacing: Spacing,
    dates: Dates,
) -> Option<()> {
    let (comma, colon) = match spacing {
        Spacing::Spaces => (", ", ": "),
        Spacing::Compact => (",", ":"),
    };
    match kind {
        Kind::Date(_) if dates == Dates::Refuse => return None,
        Kind::Date(text) => text_into(out, &text.replacen(' ', "T", 1)),
        Kind::Str(text) => text_into(out, text),
        Kind::List(items) => {
            out.push('[');
            for (index, item) in items.items().enumerate() {
                out.push_str(if index > 0 { comma } else { "" });
                write(out, item.kind(), spacing, dates)?;
            }
            out.push(']');
        }
        Kind::Map(entries) => {
            out.push('{');
            for (index, (key, value)) in entries.entries().enumerate() {
                out.push_str(if index > 0 { comma } else { "" });
                match key {
                    Kind::Date(_) | Kind::List(_) | Kind::Map(_) => return None,
                    Kind::Str(text) => text_into(out, text),
                    other => {
                        out.push('"');
                        scalar_into(out, other);
                        out.push('"');
                    }
                }
                out.push_str(colon);
                write(out, value.kind(), spacing, dates)?;
            }
            out.push('}');
        }
        other => scalar_into(out, other),
    }
    Some(())
}

fn scalar_into<V>(out: &mut String, kind: Kind<'_, V>) {
    // Writing to a string does not fail.
    let _ = match kind {
        Kind::Bool(is) => write!(out, "{is}"),
        Kind::Int(number) => write!(out, "{number}"),
        Kind::BigInt(digits) => out.write_str(digits),
        Kind::Float(number) if number.is_nan() => out.write_str("NaN"),
        Kind::Float(number) if number.is_infinite() => out.write_str(if number > 0.0 {
            "Infinity"
        } else {
            "-Infinity"
        }),
        Kind::Float(number) => write_float(out, number),
        _ => out.write_str("null"),
    };
}

fn text_into(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            ' '..='~' => out.push(c),
            c => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
        }
    }
    out.push('"');
}

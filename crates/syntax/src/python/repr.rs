//! Python's `repr` and `str`.

use std::fmt::{self, Write};

use super::date;
use super::value::{Kind, PyValue};
use crate::unicode;

/// Room for most values, which are short: a text that grows byte by byte is moved three times.
const ROOM: usize = 64;

/// Returns `repr(value)`.
pub fn repr<'a>(value: impl PyValue<'a>) -> String {
    let mut out = String::with_capacity(ROOM);
    push_repr(&mut out, value);
    out
}

/// Appends `repr(value)` to a text.
pub fn push_repr<'a>(text: &mut String, value: impl PyValue<'a>) {
    // Writing to a string does not fail.
    let _ = write_kind(text, value.kind());
}

/// Returns `str(value)`.
pub fn str<'a>(value: impl PyValue<'a>) -> String {
    let mut out = String::with_capacity(ROOM);
    let _ = write_str(&mut out, value);
    out
}

/// Returns `repr(text)`.
pub fn repr_str(text: &str) -> String {
    let mut out = String::with_capacity(text.len().saturating_add(2));
    // Writing to a string does not fail.
    let _ = write_text(&mut out, text);
    out
}

/// Returns `repr(number)`: the fewest digits that parse as the same number, with an exponent from 1e16 up and below
/// 1e-4.
pub fn float_repr(number: f64) -> String {
    let mut out = String::new();
    let _ = write_float(&mut out, number);
    out
}

/// Writes `str(value)`.
pub(super) fn write_str<'a>(out: &mut impl Write, value: impl PyValue<'a>) -> fmt::Result {
    match value.kind() {
        Kind::Str(text) | Kind::Date(text) => out.write_str(text),
        other => write_kind(out, other),
    }
}

fn write_kind<'a, V: PyValue<'a>>(out: &mut impl Write, kind: Kind<'a, V>) -> fmt::Result {
    match kind {
        Kind::Null => out.write_str("None"),
        Kind::Bool(true) => out.write_str("True"),
        Kind::Bool(false) => out.write_str("False"),
        Kind::Int(number) => write!(out, "{number}"),
        Kind::BigInt(digits) => out.write_str(digits),
        Kind::Float(number) => write_float(out, number),
        Kind::Date(text) => date::write_repr(out, text),
        Kind::Str(text) => write_text(out, text),
        Kind::List(items) => {
            out.write_char('[')?;
            for (index, item) in items.items().enumerate() {
                out.write_str(if index > 0 { ", " } else { "" })?;
                write_kind(out, item.kind())?;
            }
            out.write_char(']')
        }
        Kind::Map(entries) => {
            out.write_char('{')?;
            for (index, (key, value)) in entries.entries().enumerate() {
                out.write_str(if index > 0 { ", " } else { "" })?;
                write_key(out, key)?;
                out.write_str(": ")?;
                write_kind(out, value.kind())?;
            }
            out.write_char('}')
        }
    }
}

/// Writes a key: a string in nearly all documents, never a list or a map.
fn write_key<V>(out: &mut impl Write, key: Kind<'_, V>) -> fmt::Result {
    match key {
        Kind::List(_) | Kind::Map(_) => out.write_str("..."),
        Kind::Str(text) => write_text(out, text),
        Kind::Null => out.write_str("None"),
        Kind::Bool(is) => out.write_str(if is { "True" } else { "False" }),
        Kind::Int(number) => write!(out, "{number}"),
        Kind::BigInt(digits) => out.write_str(digits),
        Kind::Float(number) => write_float(out, number),
        Kind::Date(text) => date::write_repr(out, text),
    }
}

fn write_text(out: &mut impl Write, text: &str) -> fmt::Result {
    if text
        .bytes()
        .all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'\'' | b'\\'))
    {
        out.write_char('\'')?;
        out.write_str(text)?;
        return out.write_char('\'');
    }
    let quote = if text.contains('\'') && !text.contains('"') {
        '"'
    } else {
        '\''
    };
    out.write_char(quote)?;
    let mut rest = text;
    // Runs of characters that need no escape are written at once.
    while let Some(at) = rest.find(|c: char| c == quote || c == '\\' || !unicode::is_printable(c)) {
        let Some((plain, odd)) = rest.split_at_checked(at) else {
            break;
        };
        out.write_str(plain)?;
        let mut odd = odd.chars();
        match odd.next() {
            Some('\n') => out.write_str("\\n")?,
            Some('\r') => out.write_str("\\r")?,
            Some('\t') => out.write_str("\\t")?,
            Some(c) if c == quote || c == '\\' => write!(out, "\\{c}")?,
            Some(c) => match u32::from(c) {
                code @ 0..=0xff => write!(out, "\\x{code:02x}")?,
                code @ 0x100..=0xffff => write!(out, "\\u{code:04x}")?,
                code => write!(out, "\\U{code:08x}")?,
            },
            None => {}
        }
        rest = odd.as_str();
    }
    out.write_str(rest)?;
    out.write_char(quote)
}

pub(super) fn write_float(out: &mut impl Write, number: f64) -> fmt::Result {
    if number.is_nan() {
        return out.write_str("nan");
    }
    if number.is_infinite() {
        return out.write_str(if number > 0.0 { "inf" } else { "-inf" });
    }
    let text = format!("{number:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..16).contains(&exponent) {
        // Rust's `Display` uses no exponent; a precision of 1 adds `.0` to a whole number.
        return match number.fract() == 0.0 {
            true => write!(out, "{number:.1}"),
            false => write!(out, "{number}"),
        };
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    write!(out, "{mantissa}e{sign}{:02}", exponent.unsigned_abs())
}

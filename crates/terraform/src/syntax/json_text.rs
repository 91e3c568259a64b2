//! JSON parser with source ranges.

use super::cursor::Cursor;
use crate::diagnostic::{Errors, fail};
use crate::number::Number;
use crate::source::Range;

/// A JSON value.
#[derive(Debug, Clone)]
pub struct Json {
    /// The kind, with the content.
    pub kind: JsonKind,
    /// The range in the source file.
    pub range: Range,
}

/// The kind of a JSON value.
#[derive(Debug, Clone)]
pub enum JsonKind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    String(String),
    /// `[...]`
    Array(Vec<Json>),
    /// `{...}`: name, range of the name, and value.
    Object(Vec<(String, Range, Json)>),
}

/// Parses a JSON text.
pub fn parse(cursor: &mut Cursor<'_>) -> Result<Json, Errors> {
    cursor.newlines_are_space = true;
    let value = value(cursor)?;
    space(cursor);
    if !cursor.at_end() {
        return cursor.fail(
            "Extra characters after JSON value",
            "Extra characters appear after the JSON value.",
        );
    }
    Ok(value)
}

fn space(cursor: &mut Cursor<'_>) {
    cursor.take_while(|c| matches!(c, ' ' | '\t' | '\r' | '\n'));
}

fn value(cursor: &mut Cursor<'_>) -> Result<Json, Errors> {
    space(cursor);
    let start = cursor.at;
    let kind = match cursor.peek() {
        Some('{') => cursor.deeper(object)?,
        Some('[') => cursor.deeper(array)?,
        Some('"') => JsonKind::String(string(cursor)?),
        Some('-' | '0'..='9') => number(cursor)?,
        _ if cursor.take_word("true") => JsonKind::Bool(true),
        _ if cursor.take_word("false") => JsonKind::Bool(false),
        _ if cursor.take_word("null") => JsonKind::Null,
        _ => return cursor.fail("Invalid JSON value", "A JSON value was expected here."),
    };
    Ok(Json {
        kind,
        range: cursor.since(start),
    })
}

fn number(cursor: &mut Cursor<'_>) -> Result<JsonKind, Errors> {
    let start = cursor.at;
    cursor.take_while(|c| matches!(c, '-' | '+' | '.' | 'e' | 'E' | '0'..='9'));
    let text = cursor.text.get(start..cursor.at).unwrap_or("");
    let whole = text.trim_start_matches('-');
    let zeros = whole.len() > 1
        && whole.starts_with('0')
        && !whole.starts_with("0.")
        && !whole.starts_with(['e', 'E']);
    match text.parse::<Number>() {
        Ok(number) if !zeros && !text.ends_with('.') && !whole.starts_with('.') => {
            Ok(JsonKind::Number(number))
        }
        _ => fail(
            "Invalid JSON number",
            "This is not a valid JSON number.",
            cursor.since(start),
        ),
    }
}

fn string(cursor: &mut Cursor<'_>) -> Result<String, Errors> {
    cursor.take("\"");
    let mut text = String::new();
    loop {
        match cursor.bump() {
            Some('"') => return Ok(text),
            Some('\\') => escape(cursor, &mut text)?,
            Some(c) if c >= ' ' => text.push(c),
            Some('\n') => {
                cursor.at = cursor.at.saturating_sub(1);
                return cursor.fail(
                    "Invalid JSON string",
                    "There is no closing quote before the end of the line.",
                );
            }
            _ => {
                return cursor.fail(
                    "Invalid JSON string",
                    "There is no closing quote before the end of the line.",
                );
            }
        }
    }
}

fn escape(cursor: &mut Cursor<'_>, text: &mut String) -> Result<(), Errors> {
    let decoded = match cursor.bump() {
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some('b') => '\u{8}',
        Some('f') => '\u{c}',
        Some(same @ ('"' | '\\' | '/')) => same,
        Some('u') => {
            let first = unit(cursor)?;
            let second = if (0xd800..0xdc00).contains(&first) && cursor.take("\\u") {
                Some(unit(cursor)?)
            } else {
                None
            };
            let units = [first, second.unwrap_or(0)];
            let units = units
                .get(..if second.is_some() { 2 } else { 1 })
                .unwrap_or(&[]);
            text.push_str(&String::from_utf16_lossy(units));
            return Ok(());
        }
        _ => {
            return cursor.fail(
                "Invalid JSON string",
                "This is not a valid JSON escape sequence.",
            );
        }
    };
    text.push(decoded);
    Ok(())
}

fn unit(cursor: &mut Cursor<'_>) -> Result<u16, Errors> {
    let digits = cursor
        .rest()
        .get(..4)
        .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    match digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()) {
        Some(unit) => {
            cursor.at = cursor.at.saturating_add(4);
            Ok(unit)
        }
        None => cursor.fail(
            "Invalid JSON string",
            "Four hexadecimal digits must follow here.",
        ),
    }
}

fn array(cursor: &mut Cursor<'_>) -> Result<JsonKind, Errors> {
    cursor.take("[");
    let mut items = Vec::new();
    space(cursor);
    if cursor.take("]") {
        return Ok(JsonKind::Array(items));
    }
    loop {
        items.push(value(cursor)?);
        space(cursor);
        if cursor.take("]") {
            return Ok(JsonKind::Array(items));
        }
        if !cursor.take(",") {
            return cursor.fail(
                "Missing comma",
                "A comma or a closing bracket was expected here.",
            );
        }
    }
}

fn object(cursor: &mut Cursor<'_>) -> Result<JsonKind, Errors> {
    cursor.take("{");
    let mut members = Vec::new();
    space(cursor);
    if cursor.take("}") {
        return Ok(JsonKind::Object(members));
    }
    loop {
        space(cursor);
        let start = cursor.at;
        if !cursor.sees("\"") {
            return cursor.fail(
                "Invalid JSON object",
                "A property name in quotes was expected here.",
            );
        }
        let name = string(cursor)?;
        let range = cursor.since(start);
        space(cursor);
        if !cursor.take(":") {
            return cursor.fail("Missing colon", "A colon must follow the property's name.");
        }
        members.push((name, range, value(cursor)?));
        space(cursor);
        if cursor.take("}") {
            return Ok(JsonKind::Object(members));
        }
        if !cursor.take(",") {
            return cursor.fail(
                "Missing comma",
                "A comma or a closing brace was expected here.",
            );
        }
    }
}

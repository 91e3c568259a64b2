//! YAML encoding in the layout of libyaml.

use crate::number::Number;
use crate::value::{Kind, Value};

/// Encodes a wholly known value as a document.
pub fn encode(value: &Value) -> Result<String, String> {
    let mut text = String::new();
    match value.kind() {
        Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) if !items.is_empty() => {
            list(items, 0, &mut text)?;
        }
        Kind::Map(_, elements) | Kind::Object(elements) if !elements.is_empty() => map(value, 0, &mut text)?,
        _ => {
            scalar(value, 0, &mut text)?;
            // libyaml ends a plain scalar at the top level with a document end marker.
            if matches!(value.kind(), Kind::Null(_) | Kind::Bool(_) | Kind::Number(_)) {
                text.push_str("...\n");
            }
        }
    }
    Ok(text)
}

fn list(items: &[Value], indent: usize, text: &mut String) -> Result<(), String> {
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            text.push_str(&" ".repeat(indent));
        }
        text.push_str("- ");
        match item.kind() {
            Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) if !items.is_empty() => {
                list(items, indent.saturating_add(2), text)?;
            }
            Kind::Map(_, elements) | Kind::Object(elements) if !elements.is_empty() => {
                map(item, indent.saturating_add(2), text)?;
            }
            _ => scalar(item, indent, text)?,
        }
    }
    Ok(())
}

/// Writes a mapping. The first line is already indented.
fn map(value: &Value, indent: usize, text: &mut String) -> Result<(), String> {
    for (at, (name, value)) in value.elements().into_iter().flatten().enumerate() {
        if at > 0 {
            text.push_str(&" ".repeat(indent));
        }
        double_quoted(name, None, text);
        text.push(':');
        match value.kind() {
            Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) if !items.is_empty() => {
                text.push('\n');
                text.push_str(&" ".repeat(indent));
                list(items, indent, text)?;
            }
            Kind::Map(_, elements) | Kind::Object(elements) if !elements.is_empty() => {
                text.push('\n');
                text.push_str(&" ".repeat(indent.saturating_add(2)));
                map(value, indent.saturating_add(2), text)?;
            }
            _ => {
                text.push(' ');
                scalar(value, indent, text)?;
            }
        }
    }
    Ok(())
}

/// Writes a scalar or an empty collection and ends the line.
fn scalar(value: &Value, indent: usize, text: &mut String) -> Result<(), String> {
    match value.kind() {
        Kind::Null(_) => text.push_str("null"),
        Kind::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Kind::Number(number) => text.push_str(&number_text(number)),
        Kind::String(string) if fits_block(string) => {
            block(string, indent, text);
            return Ok(());
        }
        Kind::String(string) => double_quoted(string, Some(indent.saturating_add(2)), text),
        Kind::List(..) | Kind::Set(..) | Kind::Tuple(_) => text.push_str("[]"),
        Kind::Map(..) | Kind::Object(_) => text.push_str("{}"),
        Kind::Unknown(..) => return Err("value is not known".to_owned()),
    }
    text.push('\n');
    Ok(())
}

fn number_text(number: &Number) -> String {
    match (number.is_infinite(), number.is_negative()) {
        (true, true) => "-.Inf".to_owned(),
        (true, false) => "+.Inf".to_owned(),
        _ => number.to_string(),
    }
}

fn is_printable(c: char) -> bool {
    matches!(u32::from(c), 0x0a | 0x20..=0x7e | 0x85 | 0xa0..=0x2027 | 0x202a..=0xd7ff | 0xe000..=0xfefe | 0xff00..=0xfffd)
}

/// Returns whether a string can be a literal block: several lines without trailing spaces.
fn fits_block(text: &str) -> bool {
    text.contains('\n') && text.chars().all(is_printable) && !text.contains(" \n") && !text.ends_with(' ')
}

fn block(string: &str, indent: usize, text: &mut String) {
    text.push('|');
    if string.starts_with([' ', '\n']) {
        text.push('2');
    }
    match string.strip_suffix('\n') {
        None => text.push('-'),
        Some(rest) if rest.is_empty() || rest.ends_with('\n') => text.push('+'),
        Some(_) => {}
    }
    text.push('\n');
    for line in string.strip_suffix('\n').unwrap_or(string).split('\n') {
        if !line.is_empty() {
            text.push_str(&" ".repeat(indent.saturating_add(2)));
            text.push_str(line);
        }
        text.push('\n');
    }
}

/// The column after which a line is folded at a space.
const WIDTH: usize = 80;

/// Writes a double-quoted string, folded if an indentation is given.
fn double_quoted(string: &str, fold: Option<usize>, text: &mut String) {
    let line = text.rfind('\n').map_or(0, |newline| newline.saturating_add(1));
    let mut column = text.get(line..).unwrap_or("").chars().count().saturating_add(1);
    text.push('"');
    let mut before = None;
    let mut letters = string.chars().peekable();
    while let Some(c) = letters.next() {
        let start = text.len();
        let last = before.replace(c);
        if let (Some(indent), ' ', Some(next)) = (fold, c, letters.peek())
            && last.is_some_and(|last| last != ' ')
            && column > WIDTH
        {
            text.push('\n');
            text.push_str(&" ".repeat(indent));
            column = indent;
            if *next == ' ' {
                text.push('\\');
                column = column.saturating_add(1);
            }
            continue;
        }
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\0' => text.push_str("\\0"),
            '\u{7}' => text.push_str("\\a"),
            '\u{8}' => text.push_str("\\b"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\u{b}' => text.push_str("\\v"),
            '\u{c}' => text.push_str("\\f"),
            '\r' => text.push_str("\\r"),
            '\u{1b}' => text.push_str("\\e"),
            '\u{85}' => text.push_str("\\N"),
            '\u{a0}' => text.push_str("\\_"),
            '\u{2028}' => text.push_str("\\L"),
            '\u{2029}' => text.push_str("\\P"),
            c if is_printable(c) => text.push(c),
            c if u32::from(c) <= 0xff => text.push_str(&format!("\\x{:02X}", u32::from(c))),
            c if u32::from(c) <= 0xffff => text.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => text.push_str(&format!("\\U{:08X}", u32::from(c))),
        }
        column = column.saturating_add(text.get(start..).unwrap_or("").chars().count());
    }
    text.push('"');
}

//! Python's way with texts and numbers, where messages and comparisons need it.

use super::pack::{Json, JsonKind};
use crate::syntax::{Node, Value};

/// `repr(text)`
pub fn repr_str(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut out = String::with_capacity(text.len().saturating_add(2));
    out.push(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c == quote => {
                out.push('\\');
                out.push(c);
            }
            c if (c as u32) < 0x20 || (0x7f..0xa1).contains(&(c as u32)) => {
                out.push_str(&format!("\\x{:02x}", c as u32))
            }
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}

fn float(number: f64) -> String {
    let text = format!("{number:?}");
    text
}

/// `repr(value)`
pub fn repr(node: Node<'_>) -> String {
    match node.value {
        Value::Null => "None".to_owned(),
        Value::Bool(is) => if is { "True" } else { "False" }.to_owned(),
        Value::Int(number) => number.to_string(),
        Value::BigInt(digits) => digits.to_owned(),
        Value::Float(number) => float(number),
        Value::Date(text) => date(text),
        Value::Str(text) => repr_str(text),
        Value::List(items) => format!("[{}]", items.iter().map(|item| repr(*item)).collect::<Vec<_>>().join(", ")),
        Value::Map(entries) => {
            let entries: Vec<_> =
                entries.iter().map(|entry| format!("{}: {}", repr(entry.key), repr(entry.value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

fn date(text: &str) -> String {
    let parts: Vec<_> = text.split('-').map(|part| part.trim_start_matches('0')).collect();
    format!("datetime.date({})", parts.join(", "))
}

/// `repr(value)`
pub fn repr_json(json: Json<'_>) -> String {
    match json.kind() {
        JsonKind::Null => "None".to_owned(),
        JsonKind::Bool(is) => if is { "True" } else { "False" }.to_owned(),
        JsonKind::Int(number) => number.to_string(),
        JsonKind::BigInt(digits) => digits.to_owned(),
        JsonKind::Float(number) => float(number),
        JsonKind::Str(text) => repr_str(text),
        JsonKind::List(items) => format!("[{}]", items.iter().map(repr_json).collect::<Vec<_>>().join(", ")),
        JsonKind::Object(object) => {
            let entries: Vec<_> =
                object.entries().map(|(key, value)| format!("{}: {}", repr_str(key.text), repr_json(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

/// `str(value)`
pub fn str(node: Node<'_>) -> String {
    match node.value {
        Value::Str(text) | Value::Date(text) => text.to_owned(),
        _ => repr(node),
    }
}

/// `str(value)`
pub fn str_json(json: Json<'_>) -> String {
    match json.kind() {
        JsonKind::Str(text) => text.to_owned(),
        _ => repr_json(json),
    }
}

/// `text.lower()`
pub fn lower(text: &str) -> String {
    text.to_lowercase()
}

/// `float(text)`
pub fn parse_float(text: &str) -> Option<f64> {
    let text = text.trim();
    if text.starts_with("0x") {
        return None;
    }
    text.replace('_', "").parse().ok()
}

/// Whether `int(text)` works.
pub fn is_int(text: &str) -> bool {
    let text = text.trim();
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty()
        && digits.chars().all(|c| c.is_numeric() || c == '_')
        && !digits.starts_with('_')
        && !digits.ends_with('_')
        && !digits.contains("__")
}

/// `difflib.SequenceMatcher(a=a, b=b).ratio()`
pub fn ratio(a: &str, b: &str) -> f64 {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let total = a.len().saturating_add(b.len());
    if total == 0 {
        return 1.0;
    }
    2.0 * matching(&a, &b) as f64 / total as f64
}

fn matching(a: &[char], b: &[char]) -> usize {
    let (mut best, mut length) = ((0, 0), 0);
    for i in 0..a.len() {
        for j in 0..b.len() {
            let same = a.iter().skip(i).zip(b.iter().skip(j)).take_while(|(x, y)| x == y).count();
            if same > length {
                (best, length) = ((i, j), same);
            }
        }
    }
    if length == 0 {
        return 0;
    }
    let before = match (a.get(..best.0), b.get(..best.1)) {
        (Some(a), Some(b)) => matching(a, b),
        _ => 0,
    };
    let after = match (a.get(best.0.saturating_add(length)..), b.get(best.1.saturating_add(length)..)) {
        (Some(a), Some(b)) => matching(a, b),
        _ => 0,
    };
    length.saturating_add(before).saturating_add(after)
}

//! The length of a value as compact JSON in the format of Python's `json.dumps`, with intrinsic functions counted as
//! empty.

use cfn_warden_syntax::python;
use cfn_warden_syntax::{Node, Value, split_pair};
use cfn_warden_template::Functions;
use cfn_warden_template::function::{Function, lone_function};

/// Returns the length of a value, in characters.
pub fn of(node: Node<'_>) -> i64 {
    if let Some((function, entry)) =
        lone_function(node).filter(|(function, _)| Functions::PROPERTIES.has(*function))
    {
        let pattern = match entry.value.value {
            _ if function != Function::Sub => None,
            Value::List(items) => items.first().and_then(Node::as_str),
            _ => entry.value.as_str(),
        };
        return of_string(&without_variables(pattern.unwrap_or_default()));
    }
    match node.value {
        Value::Null | Value::Bool(true) => 4,
        Value::Bool(false) => 5,
        Value::Int(_) | Value::BigInt(_) | Value::Float(_) => count(&python::str(node)),
        Value::Date(text) | Value::Str(text) => of_string(text),
        Value::List(items) => enclosed(items.iter().map(|item| of(*item))),
        Value::Map(entries) => enclosed(entries.iter().map(|entry| {
            let key = match entry.key.value {
                Value::Str(text) => of_string(text),
                _ => of(entry.key).saturating_add(2),
            };
            key.saturating_add(1).saturating_add(of(entry.value))
        })),
    }
}

/// Returns the length of a string that contains JSON, or `None` if it does not.
pub fn of_text(text: &str) -> Option<i64> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    Some(of_json(&value))
}

fn of_json(value: &serde_json::Value) -> i64 {
    use serde_json::Value as Json;
    match value {
        Json::Null | Json::Bool(true) => 4,
        Json::Bool(false) => 5,
        Json::Number(number) => count(&number.to_string()),
        Json::String(text) => of_string(text),
        Json::Array(items) => enclosed(items.iter().map(of_json)),
        Json::Object(entries) => {
            let mut all = entries.iter();
            if let (1, Some((key, value))) = (entries.len(), all.next()) {
                let function =
                    Function::named(key).filter(|function| Functions::PROPERTIES.has(*function));
                if let Some(function) = function {
                    let pattern = match value {
                        _ if function != Function::Sub => None,
                        Json::Array(items) => items.first().and_then(Json::as_str),
                        _ => value.as_str(),
                    };
                    return of_string(&without_variables(pattern.unwrap_or_default()));
                }
            }
            enclosed(entries.iter().map(|(key, value)| {
                of_string(key)
                    .saturating_add(1)
                    .saturating_add(of_json(value))
            }))
        }
    }
}

/// Adds the lengths of the brackets and commas to those of the parts.
fn enclosed(parts: impl Iterator<Item = i64>) -> i64 {
    let (sum, number) = parts.fold((0i64, 0i64), |(sum, number), part| {
        (sum.saturating_add(part), number.saturating_add(1))
    });
    sum.saturating_add(2)
        .saturating_add(number.saturating_sub(1).max(0))
}

fn count(text: &str) -> i64 {
    i64::try_from(text.chars().count()).unwrap_or(i64::MAX)
}

/// Returns the length of a quoted string; non-ASCII characters are written as `\uXXXX`.
fn of_string(text: &str) -> i64 {
    let length = |c: char| match c {
        '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
        ' '..='~' | '\u{7f}' => 1,
        c if (c as u32) < 0x1_0000 => 6,
        _ => 12,
    };
    text.chars()
        .map(length)
        .fold(2i64, |sum, length| sum.saturating_add(length))
}

/// Removes the variables from a string of `Fn::Sub`: `${[a-zA-Z0-9._-]{1,255}}`.
pub fn without_variables(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = split_pair(rest, *b"${") {
        out.push_str(before);
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-".contains(byte);
        let length = after.bytes().take(256).take_while(is_part).count();
        let tail = after.get(length..).and_then(|tail| tail.strip_prefix('}'));
        match tail.filter(|_| (1..=255).contains(&length)) {
            Some(tail) => rest = tail,
            None => {
                out.push_str("${");
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

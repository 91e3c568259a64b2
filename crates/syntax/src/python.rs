//! Python's `repr()` and `str()` of what the loader's messages name.

use super::{Node, Value};

/// `repr()` of a string: quoted with `'`, or with `"` where it holds only `'`.
pub(super) fn repr(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if c == quote => {
                out.push('\\');
                out.push(c);
            }
            _ if is_printable(c) => out.push(c),
            _ => match u32::from(c) {
                code @ ..=0xFF => out.push_str(&format!("\\x{code:02x}")),
                code @ ..=0xFFFF => out.push_str(&format!("\\u{code:04x}")),
                code => out.push_str(&format!("\\U{code:08x}")),
            },
        }
    }
    out.push(quote);
    out
}

/// Python's `str.isprintable`, but for characters that Unicode has not assigned.
fn is_printable(c: char) -> bool {
    !matches!(
        c,
        '\0'..='\u{1f}'
            | '\u{7f}'..='\u{a0}'
            | '\u{ad}'
            | '\u{600}'..='\u{605}'
            | '\u{61c}'
            | '\u{6dd}'
            | '\u{70f}'
            | '\u{1680}'
            | '\u{180e}'
            | '\u{2000}'..='\u{200f}'
            | '\u{2028}'..='\u{202f}'
            | '\u{205f}'..='\u{206f}'
            | '\u{3000}'
            | '\u{e000}'..='\u{f8ff}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0001}'..='\u{e007f}'
            | '\u{f0000}'..
    )
}

/// `str()` of a key: a string as it is, anything else as Python writes it.
pub(super) fn text(node: Node<'_>) -> String {
    match node.value {
        Value::Str(text) => text.to_owned(),
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Int(number) => number.to_string(),
        Value::BigInt(digits) => digits.to_owned(),
        Value::Float(number) => float(number),
        Value::Date(text) => text.to_owned(),
        Value::List(items) => {
            let items: Vec<_> = items.iter().map(|item| element(*item)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Map(entries) => {
            let entries: Vec<_> =
                entries.iter().map(|entry| format!("{}: {}", element(entry.key), element(entry.value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

/// `repr()` of a value.
fn element(node: Node<'_>) -> String {
    match node.value {
        Value::Str(text) => repr(text),
        Value::Date(text) => date(text),
        _ => self::text(node),
    }
}

/// `datetime.date(2012, 10, 17)`; time stamps as well as they can be told from their text.
fn date(text: &str) -> String {
    let number = |part: &str| part.trim_start_matches('0').to_owned();
    let numbers: Vec<_> = text
        .split(|c: char| !c.is_ascii_digit())
        .map(|part| if part.bytes().all(|byte| byte == b'0') { "0".to_owned() } else { number(part) })
        .collect();
    let class = if numbers.len() > 3 { "datetime" } else { "date" };
    format!("datetime.{class}({})", numbers.join(", "))
}

/// `repr()` of a float: the shortest digits, an exponent from 1e16 on and below 1e-4.
pub(super) fn float(number: f64) -> String {
    if number.is_nan() {
        return "nan".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "inf".to_owned() } else { "-inf".to_owned() };
    }
    let size = number.abs();
    if size != 0.0 && !(1e-4..1e16).contains(&size) {
        let text = format!("{number:e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (sign, digits) = exponent.strip_prefix('-').map_or(('+', exponent), |digits| ('-', digits));
        return format!("{mantissa}e{sign}{digits:0>2}");
    }
    let text = format!("{number}");
    if text.contains('.') { text } else { format!("{text}.0") }
}

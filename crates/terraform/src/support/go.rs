//! String and number formatting of Go's standard library.

use crate::number::{Decimal, Number};

/// Formats a string like `%q`.
pub fn quoted(text: &str) -> String {
    let mut output = String::with_capacity(text.len().saturating_add(2));
    output.push('"');
    for c in text.chars() {
        match c {
            '"' => output.push_str("\\\""),
            '\\' => output.push_str("\\\\"),
            '\n' => output.push_str("\\n"),
            '\r' => output.push_str("\\r"),
            '\t' => output.push_str("\\t"),
            '\u{7}' => output.push_str("\\a"),
            '\u{8}' => output.push_str("\\b"),
            '\u{c}' => output.push_str("\\f"),
            '\u{b}' => output.push_str("\\v"),
            c if u32::from(c) < 0x20 || c == '\u{7f}' => {
                output.push_str(&format!("\\x{:02x}", u32::from(c)))
            }
            c if is_printable(c) => output.push(c),
            c if u32::from(c) < 0x10000 => output.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => output.push_str(&format!("\\U{:08x}", u32::from(c))),
        }
    }
    output.push('"');
    output
}

/// Returns whether a character that is not a control character of ASCII is printable.
pub fn is_printable(c: char) -> bool {
    let invisible = matches!(u32::from(c),
        0x7f..=0xa0 | 0xad | 0x1680 | 0x180e | 0x2000..=0x200f | 0x2028..=0x202f | 0x205f..=0x206f | 0x3000
        | 0xfeff | 0xfff9..=0xfffb | 0xe000..=0xf8ff | 0xe0000..=0xe0fff | 0xf0000..=0x10ffff);
    !invisible
}

/// Returns the lowercase form of a character, which is one character in Go.
pub fn lower(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

/// Returns the uppercase form of a character, which is one character in Go.
pub fn upper(c: char) -> char {
    let mut upper = c.to_uppercase();
    if let (Some(one), None) = (upper.next(), upper.next()) {
        return one;
    }
    // Greek letters with an iota below.
    let distance = match c {
        'ᾀ'..='ᾇ' | 'ᾐ'..='ᾗ' | 'ᾠ'..='ᾧ' => 8,
        'ᾳ' | 'ῃ' | 'ῳ' => 9,
        _ => 0,
    };
    char::from_u32(u32::from(c).saturating_add(distance)).unwrap_or(c)
}

/// Returns the form of a character at the start of a word.
pub fn title(c: char) -> char {
    match c {
        'Ǆ'..='ǆ' => 'ǅ',
        'Ǉ'..='ǉ' => 'ǈ',
        'Ǌ'..='ǌ' => 'ǋ',
        'Ǳ'..='ǳ' => 'ǲ',
        // Georgian.
        'ა'..='ჿ' => c,
        _ => upper(c),
    }
}

/// Formats a number like `%.{precision}f`, without its sign.
pub fn fixed(number: &Number, precision: usize) -> String {
    let Some(decimal) = number.exact() else {
        return infinite(number);
    };
    let places = i64::try_from(precision).unwrap_or(i64::MAX);
    let rounded = decimal.rounded(decimal.point.saturating_add(places));
    let plain = rounded.plain();
    let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
    if precision == 0 {
        whole.to_owned()
    } else {
        format!("{whole}.{fraction:0<precision$}")
    }
}

/// Formats a number like `%.{precision}e`, without its sign. Without a precision, the digits are the shortest ones.
pub fn scientific(number: &Number, precision: Option<usize>) -> String {
    let decimal = match precision {
        None => number.decimal(),
        Some(precision) => number.exact().map(|all| {
            all.rounded(
                i64::try_from(precision)
                    .unwrap_or(i64::MAX)
                    .saturating_add(1),
            )
        }),
    };
    decimal.map_or_else(
        || infinite(number),
        |decimal| exponential(&decimal, precision),
    )
}

fn exponential(decimal: &Decimal, precision: Option<usize>) -> String {
    let mut digits = decimal.digits.chars();
    let first = digits.next().unwrap_or('0');
    let rest: String = digits.collect();
    let rest = precision.map_or(rest.clone(), |precision| format!("{rest:0<precision$}"));
    let power = if decimal.digits.is_empty() {
        0
    } else {
        decimal.point.saturating_sub(1)
    };
    let sign = if power < 0 { '-' } else { '+' };
    let point = if rest.is_empty() { "" } else { "." };
    format!("{first}{point}{rest}e{sign}{:02}", power.unsigned_abs())
}

/// Formats a number like `%.{precision}g`, with its sign.
pub fn general(number: &Number, precision: usize) -> String {
    let sign = if number.is_negative() { "-" } else { "" };
    let Some(all) = number.exact() else {
        return infinite(number);
    };
    let limit = i64::try_from(precision).unwrap_or(i64::MAX);
    let decimal = all.rounded(limit);
    let length = i64::try_from(decimal.digits.len()).unwrap_or(i64::MAX);
    let limit = if limit > length && length >= decimal.point {
        length
    } else {
        limit
    };
    format!("{sign}{}", generally(&decimal, limit))
}

/// Formats a number like `%g` with the shortest digits, without its sign.
pub fn shortest(number: &Number) -> String {
    number
        .decimal()
        .map_or_else(|| infinite(number), |decimal| generally(&decimal, 6))
}

/// Formats with an exponent if it is less than -4 or at least `limit`.
fn generally(decimal: &Decimal, limit: i64) -> String {
    let power = decimal.point.saturating_sub(1);
    let plain = decimal.digits.is_empty() || (-4..limit).contains(&power);
    if plain {
        decimal.plain()
    } else {
        exponential(decimal, None)
    }
}

fn infinite(number: &Number) -> String {
    if number.is_negative() {
        "-Inf".to_owned()
    } else {
        "+Inf".to_owned()
    }
}

/// Returns whether a text consists of letters, digits and underscores.
pub fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

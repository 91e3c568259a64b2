//! Escapes of the HTML page.

use serde::Serialize;

use crate::words::prose_and_code;
use cfn_warden_syntax::escape::is_invisible;

/// Escapes text, in which code is in backticks, for elements.
pub fn prose(text: &str) -> String {
    let part = |(is_code, part)| match is_code {
        true => format!("<code>{}</code>", escaped(part)),
        false => escaped(part),
    };
    prose_and_code(text).map(part).collect()
}

/// Escapes text for elements and attributes.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // A page may be printed in the log of a CI system, where `##[` starts a command.
            '#' if out.ends_with('#') => out.push_str("&#35;"),
            c => out.push(c),
        }
    }
    out
}

/// Formats a number with separators: `12,345`.
pub fn number(count: usize) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && digits.len().saturating_sub(place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Returns a value as JSON for a `script` element: text cannot end the element or open a comment. Each control character is
/// replaced by one character, so that columns stay.
pub fn script_json(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).unwrap_or_default();
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' => out.push_str("\\u003c"),
            '>' => out.push_str("\\u003e"),
            '&' => out.push_str("\\u0026"),
            '#' if out.ends_with('#') => out.push_str("\\u0023"),
            c if c != '\n' && is_invisible(c) => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

//! Escape sequences and string literals.

use super::cursor::Cursor;
use crate::diagnostic::Errors;
use cfn_warden_syntax::{Operand, text};

/// Parses an escape sequence, starting after the backslash.
pub fn escape(cursor: &mut Cursor<'_>, text: &mut String) -> Result<(), Errors> {
    let unknown =
        "This is not a valid escape sequence. To include a literal backslash, write \"\\\\\".";
    let decoded = match cursor.bump() {
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some('"') => '"',
        Some('\\') => '\\',
        Some('u') => code_point(cursor, 4)?,
        Some('U') => code_point(cursor, 8)?,
        _ => return cursor.fail("Invalid escape sequence", unknown),
    };
    text.push(decoded);
    Ok(())
}

fn code_point(cursor: &mut Cursor<'_>, length: usize) -> Result<char, Errors> {
    let digits = cursor
        .rest()
        .get(..length)
        .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let decoded = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let Some(decoded) = decoded else {
        return cursor.fail(
            "Invalid escape sequence",
            text!("Exactly {} hexadecimal digits must follow here.", length),
        );
    };
    let Some(decoded) = char::from_u32(decoded) else {
        let detail = text!(
            "Cannot encode character U+{} in UTF-8.",
            Operand::Value(&format!("{decoded:04x}"))
        );
        return cursor.fail("Invalid escape sequence", detail);
    };
    cursor.at = cursor.at.saturating_add(length);
    Ok(decoded)
}

/// Parses `$${` or `%%{`, which escape `${` and `%{`. More than two signs are reduced by one.
pub fn escaped_sign(cursor: &mut Cursor<'_>, text: &mut String) -> bool {
    for sign in ['$', '%'] {
        let rest = cursor.rest();
        let count = rest.chars().take_while(|c| *c == sign).count();
        if count >= 2 && rest.get(count..).is_some_and(|rest| rest.starts_with('{')) {
            text.extend(std::iter::repeat_n(sign, count.saturating_sub(1)));
            text.push('{');
            cursor.at = cursor.at.saturating_add(count).saturating_add(1);
            return true;
        }
    }
    false
}

/// Parses a string literal without interpolation, starting after the opening quote.
pub fn quoted_literal(cursor: &mut Cursor<'_>) -> Result<String, Errors> {
    let mut text = String::new();
    loop {
        text.push_str(cursor.take_until(b"\"\\\n$%"));
        if cursor.take("\"") {
            return Ok(text);
        }
        if escaped_sign(cursor, &mut text) {
            continue;
        }
        if cursor.sees("${") || cursor.sees("%{") {
            return cursor.fail("Invalid string literal", "Template sequences are not allowed in this string. To include a literal \"$\", double it (as \"$$\") to escape it.");
        }
        match cursor.bump() {
            Some('\\') => escape(cursor, &mut text)?,
            None | Some('\n') => {
                return cursor.fail(
                    "Unterminated string literal",
                    "Unable to find the closing quote mark before the end of the line.",
                );
            }
            Some(other) => text.push(other),
        }
    }
}

//! Escape sequences.

use super::invalid::{Invalid, before, invalid};

/// Adds a character that is literal outside of a class. No string has surrogates, so they become a class without characters.
pub fn character(code: u32, output: &mut String) {
    match char::from_u32(code) {
        None => output.push_str("[^\\x00-\\x{10FFFF}]"),
        Some(c) if c.is_alphanumeric() || c == '_' => output.push(c),
        Some(_) => output.push_str(&format!("\\x{{{code:X}}}")),
    }
}

/// Decodes an escape sequence for one character. Returns the character and the remaining text.
pub fn escape(text: &str) -> Result<(u32, &str), Invalid> {
    let rest = text.get(1..).unwrap_or("");
    let Some(c) = rest.chars().next() else {
        return invalid("trailing backslash at end of expression", "");
    };
    let after = rest.get(c.len_utf8()..).unwrap_or("");
    let code = match c {
        'a' => 7,
        'f' => 12,
        'n' => 10,
        'r' => 13,
        't' => 9,
        'v' => 11,
        'x' => return hexadecimal(text, after),
        '0'..='7' => {
            let digits = rest
                .bytes()
                .take(3)
                .take_while(|byte| (b'0'..=b'7').contains(byte))
                .count();
            let (octal, after) = rest.split_at_checked(digits).unwrap_or((rest, ""));
            if c != '0' && digits == 1 {
                return invalid("invalid escape sequence", before(text, after));
            }
            return Ok((u32::from_str_radix(octal, 8).unwrap_or(0), after));
        }
        c if c.is_ascii() && !c.is_ascii_alphanumeric() => c.into(),
        _ => return invalid("invalid escape sequence", before(text, after)),
    };
    Ok((code, after))
}

/// Decodes `\x41` and `\x{41}`; `after` is the text after the `x`.
fn hexadecimal<'t>(text: &'t str, after: &'t str) -> Result<(u32, &'t str), Invalid> {
    let (digits, rest) = match after.strip_prefix('{') {
        Some(inside) => {
            let length = inside.bytes().take_while(u8::is_ascii_hexdigit).count();
            let (digits, rest) = inside.split_at_checked(length).unwrap_or((inside, ""));
            match rest.strip_prefix('}') {
                Some(rest) => (digits, rest),
                None => {
                    let wrong = rest.chars().next().map_or(0, char::len_utf8);
                    return invalid(
                        "invalid escape sequence",
                        before(text, rest.get(wrong..).unwrap_or("")),
                    );
                }
            }
        }
        None => after.split_at_checked(2).unwrap_or((after, "")),
    };
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let whole = after.starts_with('{') || digits.len() == 2;
    match u32::from_str_radix(digits, 16)
        .ok()
        .filter(|code| plain && whole && *code <= 0x10_ffff)
    {
        Some(code) => Ok((code, rest)),
        None => invalid(
            "invalid escape sequence",
            before(text, rest).trim_end_matches('}'),
        ),
    }
}

//! Python's `int(text)` and `float(text)`.

use crate::unicode;

/// The maximum number of digits that `int` accepts.
const MAX_DIGITS: usize = 4300;

/// Whether `int(text)` succeeds: decimal digits of any script, optionally signed, with single underscores between them
/// and whitespace around them.
pub fn is_int(text: &str) -> bool {
    let text = strip(text);
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let mut count = 0;
    let mut after_digit = false;
    for c in digits.chars() {
        match c {
            '_' if after_digit => after_digit = false,
            c if unicode::decimal(c).is_some() => {
                after_digit = true;
                count += 1;
            }
            _ => return false,
        }
    }
    after_digit && count <= MAX_DIGITS
}

/// Returns `int(text)`, saturated to 64 bits; `None` if it raises.
pub fn int(text: &str) -> Option<i64> {
    let digits = strip(text)
        .chars()
        .filter_map(unicode::decimal)
        .map(i64::from);
    let size = digits.fold(0i64, |size, digit| {
        size.saturating_mul(10).saturating_add(digit)
    });
    let number = if strip(text).starts_with('-') {
        size.saturating_neg()
    } else {
        size
    };
    is_int(text).then_some(number)
}

/// Returns `float(text)`; `None` if it raises.
pub fn float(text: &str) -> Option<f64> {
    let text = strip(text);
    if text.bytes().all(|byte| byte.is_ascii() && byte != b'_') {
        return text.parse().ok();
    }
    let mut plain = String::with_capacity(text.len());
    let mut after_digit = false;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let digit = unicode::decimal(c);
        match digit {
            Some(digit) => plain.push(char::from(b'0' + digit)),
            None if c == '_' => {
                let before_digit = rest.peek().is_some_and(|c| unicode::decimal(*c).is_some());
                if !after_digit || !before_digit {
                    return None;
                }
            }
            None => plain.push(c),
        }
        after_digit = digit.is_some();
    }
    plain.parse().ok()
}

/// Strips whitespace; in ASCII, what C's `isspace` accepts.
fn strip(text: &str) -> &str {
    text.trim_matches(|c: char| match c {
        '\t'..='\r' | ' ' => true,
        c => !c.is_ascii() && unicode::is_strip_space(c),
    })
}

//! The text of a JSON string.

use memchr::memchr;

/// Returns the text of a string in valid JSON, quotes included. `None` for another value, or half of a character, which
/// can be invalid: a parser has to read it.
///
/// Templates in events are strings with an escape per line, for which this takes half of a parser's time.
pub fn unescape(json: &str) -> Option<String> {
    let mut rest = json.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::with_capacity(rest.len());
    while let Some(at) = memchr(b'\\', rest.as_bytes()) {
        text.push_str(rest.get(..at)?);
        let escape = rest.as_bytes().get(at + 1)?;
        text.push(match escape {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => char::from_u32(u32::from_str_radix(rest.get(at + 2..at + 6)?, 16).ok()?)?,
            _ => return None,
        });
        rest = rest.get(at + if *escape == b'u' { 6 } else { 2 }..)?;
    }
    text.push_str(rest);
    Some(text)
}

//! Decoding of input files.

use std::borrow::Cow;

use memchr::memchr;

use super::{Span, SyntaxError};

/// Decodes a file like cfn-lint does: UTF-8, with every line break replaced by `
/// `.
///
/// A byte order mark is kept; the parsers skip it. Spans are the same for the original and the decoded text.
///
/// # Errors
/// Returns an error if the bytes are not valid UTF-8.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, SyntaxError> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        // The unfilled placeholder is cfn-lint's.
        return Err(SyntaxError { message: "Cannot read file contents: {filename}".to_owned(), span: Span::START });
    };
    if memchr(b'\r', bytes).is_some() {
        return Ok(Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")));
    }
    Ok(Cow::Borrowed(text))
}

/// Returns whether two texts are equal. `==` calls the C library, which compares byte by byte where it is small.
#[inline]
pub fn is_equal(one: &str, other: &str) -> bool {
    memchr::arch::all::is_equal(one.as_bytes(), other.as_bytes())
}

/// Splits a text at the first place where two ASCII characters follow each other: the text before them, and after them.
/// `str::split_once` prepares a search for long texts, which costs more than to look at most of ours.
pub fn split_pair(text: &str, [first, second]: [u8; 2]) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let mut from = 0;
    loop {
        let place = from + memchr(first, bytes.get(from..)?)?;
        if bytes.get(place + 1) == Some(&second) {
            return Some((text.get(..place)?, text.get(place + 2..)?));
        }
        from = place + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::split_pair;

    #[test]
    fn a_pair_is_found_where_split_once_finds_it() {
        for text in ["", "$", "{", "${", "a${b}", "$${", "{$", "ä$ö${ü", "$a${b}${c}", "no variable"] {
            assert_eq!(split_pair(text, *b"${"), text.split_once("${"), "{text}");
            assert_eq!(split_pair(text, *b"{{"), text.split_once("{{"), "{text}");
        }
    }
}

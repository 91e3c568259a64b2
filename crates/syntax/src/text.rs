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

//! Bytes to text.

use std::borrow::Cow;

use super::{Span, SyntaxError};

/// The text of a file, as cfn-lint opens it: UTF-8, with every line break as `\n`.
///
/// A byte order mark stays; the parsers know it. Spans hold for both texts: a break is a break.
///
/// # Errors
/// Bytes that are no UTF-8.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, SyntaxError> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        // The braces are the reference's: it forgot to fill them in.
        return Err(SyntaxError { message: "Cannot read file contents: {filename}".to_owned(), span: Span::START });
    };
    if text.contains('\r') {
        return Ok(Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")));
    }
    Ok(Cow::Borrowed(text))
}

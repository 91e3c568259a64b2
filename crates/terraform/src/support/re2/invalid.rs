//! Errors of patterns.

/// The reason why a pattern is invalid, and the invalid part.
pub type Invalid = (&'static str, String);

/// Returns the error.
pub fn invalid<T>(why: &'static str, part: &str) -> Result<T, Invalid> {
    Err((why, part.to_owned()))
}

/// Returns the part of `text` before `rest`, which is its end.
pub fn before<'t>(text: &'t str, rest: &str) -> &'t str {
    text.get(..text.len().saturating_sub(rest.len()))
        .unwrap_or(text)
}

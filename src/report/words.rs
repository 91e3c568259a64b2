//! Words that the formats for people share.

/// A count and what is counted: `1 error`, `2 errors`, `3 inputs not checked`.
pub fn counted(count: usize, what: &str) -> String {
    match (count, what.split_once(' ')) {
        (1, _) => format!("1 {what}"),
        (_, Some((noun, rest))) => format!("{count} {noun}s {rest}"),
        (_, None) => format!("{count} {what}s"),
    }
}

/// A file's name; standard input has none.
pub fn shown_name(file: &str) -> &str {
    if file.is_empty() { "<stdin>" } else { file }
}

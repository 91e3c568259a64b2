//! The start of a text that cannot be parsed, up to the error: its secrets are known as well as those of a whole document.

use bumpalo::Bump;

use cfn_warden_syntax::fix::SourceIndex;
use cfn_warden_syntax::{self as syntax, SyntaxError, Tree};

/// How often a shorter start is tried.
const ATTEMPTS: usize = 4;

/// Calls `then` with the tree of the longest start of a text that can be parsed, if there is one.
pub(super) fn with_tree(text: &str, errors: &[SyntaxError], then: impl FnOnce(&Tree<'_>)) {
    let mut start = text;
    let mut error = errors.first().map(|error| error.span.start);
    for _ in 0..ATTEMPTS {
        let end = error.and_then(|at| SourceIndex::of(start).offset(at));
        let Some(shorter) = complete_lines(start, end.unwrap_or_default()) else {
            return;
        };
        let arena = Bump::new();
        let closed = closed(shorter);
        let parsed = syntax::parse(&arena, &closed, "");
        if let Some(tree) = &parsed.tree {
            then(tree);
            return;
        }
        start = shorter;
        error = parsed.errors.first().map(|error| error.span.start);
    }
}

/// Returns the lines of a text before the one of an offset, or, of a text in one line, what is before the offset.
fn complete_lines(text: &str, offset: usize) -> Option<&str> {
    let before = text.get(..offset)?;
    let end = before.rfind('\n').map_or(offset, |end| end);
    before.get(..end).filter(|lines| !lines.is_empty())
}

/// Closes the open brackets of JSON behind its last complete member. Other texts are returned as they are.
fn closed(text: &str) -> String {
    if !text.trim_start().starts_with(['{', '[']) {
        return text.to_owned();
    }
    let mut open: Vec<char> = Vec::new();
    // The end of the last complete member, and how many brackets are open there.
    let mut complete = (0, 0);
    let (mut is_in_string, mut is_escaped) = (false, false);
    for (at, c) in text.char_indices() {
        if is_in_string {
            (is_in_string, is_escaped) = match c {
                '"' if !is_escaped => (false, false),
                '\\' => (true, !is_escaped),
                _ => (true, false),
            };
            continue;
        }
        match c {
            '"' => is_in_string = true,
            '{' => open.push('}'),
            '[' => open.push(']'),
            '}' | ']' => {
                open.pop();
                complete = (at.saturating_add(1), open.len());
            }
            ',' => complete = (at, open.len()),
            _ => {}
        }
    }
    let (end, depth) = complete;
    open.truncate(depth);
    let mut closed = text.get(..end).unwrap_or_default().to_owned();
    closed.extend(open.iter().rev());
    closed
}

#[cfg(test)]
mod tests {
    use cfn_warden_syntax::python;

    use super::*;

    /// Returns the part of a text that can be read.
    fn readable(text: &str) -> String {
        let arena = Bump::new();
        let parsed = syntax::parse(&arena, text, "");
        assert!(parsed.tree.is_none(), "{text}");
        let mut read = String::new();
        with_tree(text, &parsed.errors, |tree| read = python::str(tree.root));
        read
    }

    #[test]
    fn the_lines_before_an_error_are_read() {
        assert_eq!(
            readable("A: 1\nB:\n  C: 2\n  :\n\t- }{\n"),
            "{'A': 1, 'B': {'C': 2}}"
        );
        assert_eq!(readable("A: 1\nB: [\n"), "{'A': 1}");
        assert_eq!(readable("\t- }{"), "");
    }

    #[test]
    fn the_members_before_an_error_of_json_are_read() {
        assert_eq!(
            readable("{\"A\": {\"B\": \"x,}\\\"\", \"C\": 1,\n\"D\": }\n"),
            "{'A': {'B': 'x,}\"', 'C': 1, 'D': None}}"
        );
        assert_eq!(readable("{\"A\": [1, 2], \"B\": \"x"), "{'A': [1, 2]}");
    }
}

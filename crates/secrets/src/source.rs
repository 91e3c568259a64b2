//! Masking in source texts: every character of a secret is replaced, so that columns stay the same.

use std::ops::Range;

use super::patterns::Patterns;
use cfn_warden_syntax::Span;
use cfn_warden_syntax::fix::SourceIndex;

/// Masks a text; `None` if it contains no secrets. `spans` are the positions of secret values, including quotes.
pub(super) fn masked(patterns: &Patterns, spans: &[Span], text: &str) -> Option<String> {
    if text.is_empty() {
        return None;
    }
    let mut ranges = patterns.find(text);
    if !spans.is_empty() {
        let index = SourceIndex::of(text);
        let offset = |position| index.offset(position).unwrap_or(text.len());
        ranges.extend(
            spans
                .iter()
                .map(|span| inner(text, offset(span.start)..offset(span.end))),
        );
        ranges.sort_by_key(|range| range.start);
    }
    let mut out = String::with_capacity(text.len());
    let mut kept = 0;
    for range in ranges {
        let start = range.start.max(kept);
        let Some(secret) = text.get(start..range.end) else {
            continue;
        };
        out.push_str(text.get(kept..start)?);
        out.extend(secret.chars().map(|c| {
            if is_break(c) || c.is_whitespace() {
                c
            } else {
                '*'
            }
        }));
        kept = range.end;
    }
    if kept == 0 {
        return None;
    }
    out.push_str(text.get(kept..)?);
    Some(out)
}

/// Returns the range of a value without its quotes, or without the header of a block scalar (`|`).
fn inner(text: &str, range: Range<usize>) -> Range<usize> {
    let value = text.get(range.clone()).unwrap_or_default();
    let mut chars = value.chars();
    match (chars.next(), chars.next_back()) {
        (Some(first @ ('"' | '\'')), Some(last)) if first == last => {
            range.start.saturating_add(1)..range.end.saturating_sub(1)
        }
        (Some('|' | '>'), _) => {
            let first = value.find(is_break).unwrap_or(0);
            range.start.saturating_add(first)..range.end
        }
        _ => range,
    }
}

/// Returns whether a character is a line break in YAML 1.1.
fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use bumpalo::Bump;

    use super::*;
    use cfn_warden_syntax as syntax;

    /// Masks all values of the key `P`.
    fn shown(text: &str) -> String {
        let arena = Bump::new();
        let tree = syntax::parse(&arena, text, "").tree.unwrap();
        let node = tree.root.get("P").unwrap();
        masked(&Patterns::default(), &[tree.span(node.id)], text).unwrap_or_else(|| text.to_owned())
    }

    #[test]
    fn columns_and_lines_stay() {
        assert_eq!(shown("P: hunter2 # x\nQ: 1\n"), "P: ******* # x\nQ: 1\n");
        assert_eq!(
            shown("P: \"hu\\x6eter\"\r\nQ: 1\n"),
            "P: \"*********\"\r\nQ: 1\n"
        );
        assert_eq!(
            shown("{\"P\": \"é\\\"x\", \"Q\": 1}"),
            "{\"P\": \"****\", \"Q\": 1}"
        );
        assert_eq!(
            shown("P: |\n  one\n  two three\nQ: 1\n"),
            "P: |\n  ***\n  *** *****\nQ: 1\n"
        );
        assert_eq!(
            shown("P: >-\n  one\n\n  two\nQ: 1\n"),
            "P: >-\n  ***\n\n  ***\nQ: 1\n"
        );
    }
}

//! The words of a rules text, also of one that does not parse.

use std::ops::Range;

/// A word, and how deep it is in braces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word<'t> {
    /// The word, without the `%` of a variable.
    pub text: &'t str,
    /// The bytes of the word.
    pub range: Range<usize>,
    /// What it is.
    pub kind: WordKind,
}

/// What a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordKind {
    /// A keyword, a name or a key.
    Name,
    /// A key behind a dot.
    Key,
    /// A variable: `%name`.
    Variable,
    /// A character: a brace, a bracket, a parenthesis, or another sign.
    Sign,
}

/// Returns the words of a text, without comments, strings, regular expressions and messages.
pub fn words(text: &str) -> Vec<Word<'_>> {
    let mut found: Vec<Word<'_>> = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let length = skipped(rest, found.last());
        if length > 0 {
            at = at.saturating_add(length);
            continue;
        }
        let (kind, start) = match rest.strip_prefix('%') {
            Some(_) => (WordKind::Variable, 1),
            None => (WordKind::Name, 0),
        };
        let name = rest.get(start..).unwrap_or_default();
        let length = name_length(name);
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let is_key = kind == WordKind::Name
            && found
                .last()
                .is_some_and(|last| last.text == "." && last.range.end == at);
        let (kind, range) = match length {
            0 => (WordKind::Sign, at..at.saturating_add(first)),
            _ => {
                let start = at.saturating_add(start);
                (
                    if is_key { WordKind::Key } else { kind },
                    start..start.saturating_add(length),
                )
            }
        };
        at = range.end;
        found.push(Word {
            text: text.get(range.clone()).unwrap_or_default(),
            range,
            kind,
        });
    }
    found
}

/// Returns the length of a name: letters, digits, `_`, and `::` between them.
fn name_length(text: &str) -> usize {
    let is_name = |char: char| char.is_alphanumeric() || char == '_';
    let mut length = 0_usize;
    loop {
        let rest = text.get(length..).unwrap_or_default();
        let part = rest.find(|char| !is_name(char)).unwrap_or(rest.len());
        let rest = rest.get(part..).unwrap_or_default();
        length = length.saturating_add(part);
        let continues = part > 0
            && rest
                .strip_prefix("::")
                .is_some_and(|rest| rest.starts_with(is_name));
        if !continues {
            return length;
        }
        length = length.saturating_add(2);
    }
}

/// Returns the length of what is not a word: space, a comment, a string, a regular expression or a message.
fn skipped(rest: &str, last: Option<&Word<'_>>) -> usize {
    let line = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
    let first = rest.chars().next().unwrap_or(' ');
    match first {
        _ if first.is_whitespace() => first.len_utf8(),
        '#' => line,
        '"' | '\'' => closed(rest, first, line),
        // A regular expression follows an operator, a bracket or a comma.
        '/' if last
            .is_none_or(|last| last.kind == WordKind::Sign || matches!(last.text, "in" | "IN")) =>
        {
            closed(rest, '/', line)
        }
        '<' if rest.starts_with("<<") => rest
            .find(">>")
            .map_or(rest.len(), |end| end.saturating_add(2)),
        _ => 0,
    }
}

/// Returns the length of a quoted text; one without an end ends with its line.
fn closed(rest: &str, quote: char, line: usize) -> usize {
    let mut is_escaped = false;
    for (at, char) in rest.char_indices().skip(1) {
        match char {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if char == quote => return at.saturating_add(1),
            '\n' => return line,
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_outside_of_texts() {
        let text = "let x = /a{/ # let y\nAWS::S3::Bucket when %x !empty { a.\"let z\".in == 'it''s' <<let\nq>> }";
        let found: Vec<_> = words(text)
            .into_iter()
            .filter(|word| word.kind != WordKind::Sign)
            .map(|word| word.text)
            .collect();
        assert_eq!(
            found,
            [
                "let",
                "x",
                "AWS::S3::Bucket",
                "when",
                "x",
                "empty",
                "a",
                "in"
            ]
        );
        assert!(
            words(text)
                .iter()
                .all(|word| text.get(word.range.clone()) == Some(word.text))
        );
    }

    #[test]
    fn any_text_has_words() {
        for text in [
            "%",
            "%%a",
            "<<",
            "\"",
            "/",
            "a::",
            "::",
            "é%é::ü/x",
            "'\\",
            "{'}\n}",
        ] {
            assert!(
                words(text).iter().all(|word| !word.range.is_empty()),
                "{text}"
            );
        }
    }
}

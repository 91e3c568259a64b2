//! Corrections of frequent syntax errors: misspelled words, and words and symbols of other languages.

use std::ops::Range;

use super::cursor::is_word;
use super::failure::Expected;
use cfn_warden_syntax::names::nearest;

/// A correction of a syntax error.
pub(super) struct Suggestion<'t> {
    /// The offset of the mistake.
    pub at: usize,
    /// The mistake.
    pub mistake: &'t str,
    /// What to write, as the end of a message.
    pub text: String,
}

const OPERATORS: [&str; 10] = [
    "exists",
    "empty",
    "in",
    "is_string",
    "is_list",
    "is_struct",
    "is_bool",
    "is_int",
    "is_null",
    "is_float",
];
/// Operators of other languages.
const OTHER_OPERATORS: [(&str, &str); 10] = [
    ("=>", ">="),
    ("=<", "<="),
    ("=", "=="),
    ("~", "=="),
    ("is", "=="),
    ("eq", "=="),
    ("equal", "=="),
    ("equals", "=="),
    ("matches", "=="),
    ("ne", "!="),
];
/// The maximum number of symbols that a message shows.
const MAX_SYMBOLS: usize = 8;
const ITEMS: [&str; 3] = ["rule", "let", "when"];

/// Returns the correction of the error at an offset, at which one of `expected` was expected.
pub(super) fn find<'t>(
    text: &'t str,
    offset: usize,
    expected: &[Expected],
) -> Option<Suggestion<'t>> {
    let rest = text.get(offset..)?;
    let before = text.get(..offset)?;
    let line_start = before.rfind('\n').map_or(0, |line_break| line_break + 1);
    let line = before.get(line_start..)?;
    let suggestion = |range: Range<usize>, suggested: String| {
        Some(Suggestion {
            at: range.start,
            mistake: text.get(range)?,
            text: suggested,
        })
    };
    let word_or_symbols = token_length(rest);
    let token = offset..offset + word_or_symbols;
    if let Some(start) = conjunction_start(line, rest) {
        let start = line_start + start;
        let end = start + token_length(text.get(start..)?);
        return suggestion(start..end, "write each clause on its own line".to_owned());
    }
    if rest.starts_with("||") {
        return suggestion(token, did_you_mean("or"));
    }
    if expected.contains(&Expected::Operator)
        && let Some(operator) = meant_operator(rest)
    {
        return suggestion(token, did_you_mean(operator));
    }
    if expected.contains(&Expected::Value)
        && let Some(operator) = doubled_operator(line, rest)
    {
        let symbols = line.len() - line.trim_end_matches(is_symbol).len();
        return suggestion(offset - symbols..token.end, did_you_mean(operator));
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["rule" | "let", _] if rest.starts_with('-') => {
            suggestion(token, "names have only letters, digits and `_`".to_owned())
        }
        [word] if !ITEMS.contains(word) && rest.bytes().next().is_some_and(is_word) => {
            let keyword = nearest(word, ITEMS)?;
            let start = line_start + line.find(word)?;
            suggestion(start..start + word.len(), did_you_mean(keyword))
        }
        _ => None,
    }
}

fn did_you_mean(word: &str) -> String {
    format!("did you mean `{word}`?")
}

/// Returns the length of the word, or of the symbols, with which a text starts.
fn token_length(text: &str) -> usize {
    match first_word(text) {
        "" => text
            .chars()
            .take_while(|c| is_symbol(*c))
            .take(MAX_SYMBOLS)
            .count(),
        word => word.len(),
    }
}

fn is_symbol(character: char) -> bool {
    "=<>~!&|-".contains(character)
}

/// Returns the offset in a line of `and` or `&&` between clauses: at the error after `line`, or before it.
fn conjunction_start(line: &str, rest: &str) -> Option<usize> {
    if ["and", "AND"].contains(&first_word(rest)) || rest.starts_with("&&") {
        return Some(line.len());
    }
    // `and` before a clause is read as the name of a rule, after which the clause is the error.
    let before = line.trim_end();
    ["and", "AND"].into_iter().find_map(|word| {
        let clause = before.strip_suffix(word)?;
        let is_after_clause = clause.ends_with([' ', '\t']) && !clause.trim().is_empty();
        is_after_clause.then_some(clause.len())
    })
}

/// Returns the operator that is meant by what stands in place of one.
fn meant_operator(rest: &str) -> Option<&'static str> {
    let positive = rest.strip_prefix('!').or_else(|| {
        let after = rest.strip_prefix("not").or(rest.strip_prefix("NOT"))?;
        after.starts_with([' ', '\t']).then(|| after.trim_start())
    });
    let operator = positive.unwrap_or(rest);
    let word = first_word(operator);
    let is_meant = |other: &str| match word {
        "" => operator.starts_with(other),
        _ => word.eq_ignore_ascii_case(other),
    };
    let mut others = OTHER_OPERATORS.iter().filter(|_| positive.is_none());
    let other = others.find(|(other, _)| is_meant(other));
    other.map(|(_, meant)| *meant).or_else(|| {
        OPERATORS
            .into_iter()
            .find(|own| nearest(word, [*own]).is_some())
    })
}

/// Returns the operator that is meant by two symbols, the first of which is an operator.
fn doubled_operator(line: &str, rest: &str) -> Option<&'static str> {
    if line.ends_with('<') && rest.starts_with('>') {
        return Some("!=");
    }
    if !line.ends_with('=') || !rest.starts_with(['=', '~']) {
        return None;
    }
    match line.split_whitespace().next() {
        Some("let") => Some("="),
        _ => Some("=="),
    }
}

fn first_word(text: &str) -> &str {
    let end = text.bytes().position(|byte| !is_word(byte));
    text.get(..end.unwrap_or(text.len())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::syntax::parse;

    #[test]
    fn syntax_errors_name_the_mistake_and_what_to_write() {
        let cases = [
            ("rule a { b = 1 }", 12, "unexpected `=`; did you mean `==`?"),
            (
                "rule a { b => 1 }",
                12,
                "unexpected `=>`; did you mean `>=`?",
            ),
            (
                "rule a { b === 1 }",
                12,
                "unexpected `===`; did you mean `==`?",
            ),
            (
                "rule a { b <> 1 }",
                12,
                "unexpected `<>`; did you mean `!=`?",
            ),
            (
                "rule a { b[ c = 1 ] exists }",
                15,
                "unexpected `=`; did you mean `==`?",
            ),
            (
                "rule a { b exist }",
                12,
                "unexpected `exist`; did you mean `exists`?",
            ),
            (
                "rule a { b.c !emtpy }",
                14,
                "unexpected `!`; did you mean `empty`?",
            ),
            (
                "rule a { b isString }",
                12,
                "unexpected `isString`; did you mean `is_string`?",
            ),
            (
                "rule a { b equals 1 }",
                12,
                "unexpected `equals`; did you mean `==`?",
            ),
            (
                "rule a {\n  b exists and c exists\n}",
                12,
                "unexpected `and`; write each clause on its own line",
            ),
            (
                "rule a {\n  b == 1 and c == 2\n}",
                10,
                "unexpected `and`; write each clause on its own line",
            ),
            (
                "rule a {\n  b == 1 && c == 2\n}",
                10,
                "unexpected `&&`; write each clause on its own line",
            ),
            (
                "rule a when b exists and c exists { d exists }",
                22,
                "unexpected `and`; write each clause on its own line",
            ),
            (
                "rule a {\n  b == 1 || c == 2\n}",
                10,
                "unexpected `||`; did you mean `or`?",
            ),
            (
                "rules a { b exists }",
                1,
                "unexpected `rules`; did you mean `rule`?",
            ),
            ("lett a = 1", 1, "unexpected `lett`; did you mean `let`?"),
            ("let a == 1", 7, "unexpected `==`; did you mean `=`?"),
            (
                "rule a-b { c exists }",
                7,
                "unexpected `-`; names have only letters, digits and `_`",
            ),
        ];
        for (text, column, message) in cases {
            let error = parse("r.guard", text).unwrap_err().remove(0);
            assert_eq!(
                (error.sentence().as_str(), error.position.column),
                (message, column),
                "{text}"
            );
            assert!(error.excerpt.chars().nth(error.caret).is_some(), "{text}");
        }
    }

    #[test]
    fn other_syntax_errors_say_what_was_expected() {
        for text in [
            "rule a { b }",
            "rule a { b unlike 1 }",
            "rule a { b == }",
            "rule a {\n  and\n}}",
        ] {
            let error = parse("r.guard", text).unwrap_err().remove(0);
            assert!(error.sentence().contains(": expected "), "{text}: {error}");
        }
    }
}

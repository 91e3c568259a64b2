//! Escaped forms of a value in messages and reports.

use std::collections::BTreeMap;

use super::patterns::LONGEST;
use super::set::Kind;

/// Values shorter than this match as whole words only.
const SHORT: usize = 4;
/// The same threshold for write-only values and for single lines of longer values.
const SHORT_TEXT: usize = 8;
/// Length of the pieces of long lines, in characters.
const PIECE: usize = 24;

/// Adds all forms of the parts of a value that may be somewhere; the flag says whether a form matches as a whole word only.
pub(super) fn add(
    value: &str,
    kind: Kind,
    may_be: &dyn Fn(&str) -> bool,
    all: &mut BTreeMap<String, bool>,
) {
    let is_break = |c: char| matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
    let is_lines = value.trim().contains(is_break);
    for line in value.split(is_break) {
        let line = line.trim();
        // The limits below are at most that.
        let letters = line
            .chars()
            .filter(|c| c.is_alphanumeric())
            .take(SHORT)
            .count();
        // Lines such as a single brace are not secret.
        if line.is_empty() || is_lines && letters < 2 {
            continue;
        }
        let least = if is_lines || kind == Kind::WriteOnly {
            SHORT_TEXT
        } else {
            SHORT
        };
        let is_short = line.chars().nth(least.saturating_sub(1)).is_none();
        if is_lines && kind == Kind::WriteOnly && letters < SHORT {
            continue;
        }
        spellings(line, is_short, may_be, all);
    }
}

fn spellings(
    line: &str,
    is_word: bool,
    may_be: &dyn Fn(&str) -> bool,
    all: &mut BTreeMap<String, bool>,
) {
    let mut escaped = |text: &str| {
        if may_be(text) {
            escaped(text, is_word, all);
        }
    };
    if line.len() <= LONGEST {
        escaped(line);
        return;
    }
    // A truncated text shows a part of a long line, so that pieces are searched for.
    let mut rest = line;
    while !rest.is_empty() {
        let end = rest
            .char_indices()
            .nth(PIECE)
            .map_or(rest.len(), |(end, _)| end);
        let (piece, tail) = rest.split_at_checked(end).unwrap_or((rest, ""));
        let is_last_rest = tail.chars().nth(PIECE).is_none();
        if is_last_rest {
            escaped(rest);
            return;
        }
        // A piece of blanks or dashes would match everywhere.
        if piece.chars().filter(|c| c.is_alphanumeric()).count() >= SHORT_TEXT {
            escaped(piece);
        }
        rest = tail;
    }
}

fn escaped(text: &str, is_word: bool, all: &mut BTreeMap<String, bool>) {
    let mut put = |text: String| {
        let known = all.entry(text).or_insert(is_word);
        *known &= is_word;
    };
    put(text.to_owned());
    let is_plain =
        |byte: u8| (b' '..=b'~').contains(&byte) && !matches!(byte, b'"' | b'\'' | b'\\');
    if text.bytes().all(is_plain) {
        return;
    }
    let mut once = vec![
        json(text),
        ascii_json(text),
        debug(text),
        python(text, '\''),
        python(text, '"'),
    ];
    once.sort_unstable();
    once.dedup();
    // JSON and Rust debug output nested in each other.
    for inner in once.iter().filter(|inner| *inner != text) {
        [json(inner), debug(inner), python(inner, '\'')]
            .into_iter()
            .for_each(&mut put);
    }
    once.into_iter().for_each(&mut put);
    // YAML in single quotes.
    put(text.replace('\'', "''"));
}

/// Escapes a text as in a JSON string.
pub(super) fn json(text: &str) -> String {
    let quoted = serde_json::to_string(text).unwrap_or_default();
    unquoted(&quoted).to_owned()
}

/// Escapes a text as in an ASCII JSON string, as Python's `json` and CloudFormation write it.
fn ascii_json(text: &str) -> String {
    let mut units = [0_u16; 2];
    let mut out = String::new();
    for c in json(text).chars() {
        match c.is_ascii() {
            true => out.push(c),
            false => c
                .encode_utf16(&mut units)
                .iter()
                .for_each(|unit| out.push_str(&format!("\\u{unit:04x}"))),
        }
    }
    out
}

fn debug(text: &str) -> String {
    unquoted(&format!("{text:?}")).to_owned()
}

/// Escapes a text as Python's `repr` does between these quotes.
fn python(text: &str, quote: char) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            c if c == quote => out.extend(['\\', c]),
            c if c.is_control() && u32::from(c) < 0x100 => {
                out.push_str(&format!("\\x{:02x}", u32::from(c)))
            }
            c => out.push(c),
        }
    }
    out
}

fn unquoted(text: &str) -> &str {
    text.get(1..text.len().saturating_sub(1))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(value: &str, kind: Kind) -> Vec<(String, bool)> {
        let mut all = BTreeMap::new();
        add(value, kind, &|_| true, &mut all);
        all.into_iter().collect()
    }

    #[test]
    fn a_plain_value_has_one_spelling() {
        assert_eq!(all("hunter2", Kind::Named), [("hunter2".to_owned(), false)]);
        assert_eq!(all("abc", Kind::Named), [("abc".to_owned(), true)]);
        assert_eq!(
            all("hunter2", Kind::WriteOnly),
            [("hunter2".to_owned(), true)]
        );
        assert!(all(" \n", Kind::Named).is_empty());
    }

    #[test]
    fn escapes_of_json_rust_and_python_are_known() {
        let spellings: Vec<String> = all("pa\"ss'é\t", Kind::Named)
            .into_iter()
            .map(|(text, _)| text)
            .collect();
        for expected in [
            r#"pa"ss'é"#,
            r#"pa\"ss'é"#,
            r#"pa\"ss'\u00e9"#,
            r#"pa"ss\'é"#,
            r#"pa\\\"ss'é"#,
            r#"pa"ss''é"#,
        ] {
            assert!(
                spellings.iter().any(|text| text == expected),
                "{expected} in {spellings:?}"
            );
        }
    }

    #[test]
    fn values_of_several_lines_are_known_line_by_line_and_long_lines_in_pieces() {
        let key = format!("-----BEGIN KEY-----\n{}\n}}\n", "MIIE".repeat(40));
        let spellings = all(&key, Kind::Named);
        assert!(
            spellings
                .iter()
                .any(|(text, is_word)| text == "-----BEGIN KEY-----" && !is_word)
        );
        assert!(
            spellings
                .iter()
                .all(|(text, _)| text.len() <= LONGEST && text != "}")
        );
        assert!(
            spellings
                .iter()
                .any(|(text, _)| *text == "MIIE".repeat(PIECE / 4))
        );
    }
}

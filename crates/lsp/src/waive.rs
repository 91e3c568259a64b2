//! "Waive here": the comment that accepts the findings of a rule on a line.

use bumpalo::Bump;
use cfn_warden_syntax::{Node, Value, parse};
use lsp_types::{Position, Range, TextEdit};

use crate::text::Text;

/// The reason of the comment, which the user replaces.
const REASON: &str = "say why";

/// Returns the edit that adds the comment to the line of a finding, counted from 0. `None` where a comment would be part of a
/// value, such as in a text of several lines, and in JSON.
pub fn comment(text: &Text, rule: &str, line: u32) -> Option<TextEdit> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    if rule.is_empty() || !rule.chars().all(is_plain) || is_json(text.as_str()) {
        return None;
    }
    let start = text.offset(Position { line, character: 0 });
    let rest = text.as_str().get(start..)?;
    let written = rest.lines().next()?.trim_end();
    if written.contains('#') {
        return None;
    }
    let end = start.saturating_add(written.len());
    let comment = format!(" # cfn-warden: waive {rule} reason=\"{REASON}\"");
    let (before, after) = text.as_str().split_at_checked(end)?;
    if !has_same_values(text.as_str(), &format!("{before}{comment}{after}")) {
        return None;
    }
    let at = text.position(end);
    Some(TextEdit {
        range: Range { start: at, end: at },
        new_text: comment,
    })
}

fn is_json(text: &str) -> bool {
    text.trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with('{')
}

/// Returns whether two documents have the same values.
fn has_same_values(one: &str, other: &str) -> bool {
    let (arena, other_arena) = (Bump::new(), Bump::new());
    let one = parse(&arena, one, "").tree;
    let other = parse(&other_arena, other, "").tree;
    one.zip(other)
        .is_some_and(|(one, other)| is_equal(one.root, other.root))
}

fn is_equal(one: Node<'_>, other: Node<'_>) -> bool {
    match (one.value, other.value) {
        (Value::Map(one), Value::Map(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| {
                    is_equal(one.key, other.key) && is_equal(one.value, other.value)
                })
        }
        (Value::List(one), Value::List(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .zip(other)
                    .all(|(one, other)| is_equal(*one, *other))
        }
        (one, other) => format!("{one:?}") == format!("{other:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waived(text: &str, line: u32) -> Option<String> {
        let edit = comment(&Text::new(text.to_owned()), "E3012", line)?;
        let lines = text.lines().enumerate().map(|(number, written)| {
            let is_edited = edit.range.start.line as usize == number;
            format!("{written}{}\n", if is_edited { &edit.new_text } else { "" })
        });
        Some(lines.collect())
    }

    #[test]
    fn the_comment_follows_the_line() {
        let expected = "A:\n  B: 1 # cfn-warden: waive E3012 reason=\"say why\"\n  C: |\n    x\n";
        let text = "A:\n  B: 1\n  C: |\n    x\n";
        assert_eq!(waived(text, 1).as_deref(), Some(expected));
        assert!(
            waived("A:\n  C: |\n    x\n", 1).is_some(),
            "after the header of a block"
        );
    }

    #[test]
    fn no_comment_becomes_a_part_of_a_value() {
        assert_eq!(waived("A:\n  C: |\n    x\n    y\n", 2), None, "in a block");
        assert_eq!(waived("A: \"x\n  y\"\n", 0), None, "in quotes");
        assert_eq!(waived("A: x\n  y\n", 0), None, "in a plain text");
        assert_eq!(waived("{\"A\": 1}\n", 0), None, "in JSON");
        assert_eq!(waived("A: x # why\n", 0), None, "after a comment");
    }
}

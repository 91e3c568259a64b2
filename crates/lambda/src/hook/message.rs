//! Text truncation for messages.

use std::borrow::Cow;

/// Truncates a text to at most `most` bytes, with `...` at the end.
pub fn fit(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    let mark = "...";
    let mut end = most.saturating_sub(mark.len());
    while !text.is_char_boundary(end) {
        end = end.saturating_sub(1);
    }
    let kept = text.get(..end).unwrap_or_default();
    Cow::Owned(format!("{kept}{mark}"))
}

/// Joins a text to one line: messages of rules contain line breaks and indentation.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_characters_and_marked() {
        assert_eq!(fit("abcdef", 6), "abcdef");
        assert_eq!(fit("abcdefg", 6), "abc...");
        assert_eq!(fit("äöüß", 6), "ä...");
        assert_eq!(fit("😀😀", 6), "...");
    }

    #[test]
    fn a_rules_message_becomes_one_line() {
        assert_eq!(
            one_line("\n    Violation: x\n    Fix: y\n  "),
            "Violation: x Fix: y"
        );
    }
}

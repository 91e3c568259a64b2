//! Texts that fit where they are sent.

use std::borrow::Cow;

/// A text of at most so many bytes, and so of at most so many characters; what is left out is marked.
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

/// A text in one line: rules' messages come with the line breaks and indents that they were written with.
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
        assert_eq!(one_line("\n    Violation: x\n    Fix: y\n  "), "Violation: x Fix: y");
    }
}

//! Long texts in entries.

use crate::digest::sha256;
use cfn_warden_syntax::{Known, Text};

/// The number of hexadecimal digits that stand for the rest of a text.
const DIGITS: usize = 16;

/// Returns [`shortened`] of a text with operands.
pub(crate) fn shortened_text(text: &Text, most: usize) -> Text {
    if text.chars().nth(most).is_none() {
        return text.clone();
    }
    let kept = most.saturating_sub(DIGITS);
    let end = text
        .char_indices()
        .nth(kept)
        .map_or(text.len(), |(end, _)| end);
    let mut start = text.part(0..end);
    start.push("…");
    start.push(Known(&hash(text)));
    start
}

/// Returns a text of at most `most` characters unchanged; of a longer one the beginning, and the hash of the whole.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text.to_owned();
    }
    let start: String = text.chars().take(most.saturating_sub(DIGITS)).collect();
    format!("{start}…{}", hash(text))
}

fn hash(text: &str) -> String {
    sha256(text.as_bytes()).chars().take(DIGITS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_differ_in_their_hashes() {
        assert_eq!(shortened("äöü", 3), "äöü");
        let (one, other) = (
            shortened(&"a".repeat(50), 40),
            shortened(&"a".repeat(51), 40),
        );
        assert!(
            one.starts_with(&"a".repeat(24)) && one.chars().count() == 41,
            "{one}"
        );
        assert_ne!(one, other);
        let text = Text::operand("a".repeat(50));
        assert_eq!(shortened_text(&text, 40), one);
    }
}

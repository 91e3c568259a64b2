//! Grapheme clusters.

use unicode_segmentation::UnicodeSegmentation;

/// Counts grapheme clusters.
pub fn count(text: &str) -> usize {
    text.graphemes(true).count()
}

/// Reverses grapheme clusters.
pub fn reversed(text: &str) -> String {
    text.graphemes(true).rev().collect()
}

/// Returns a substring. A negative offset counts from the end; a negative length selects the rest.
pub fn part(text: &str, offset: i64, length: i64) -> String {
    let skip = if offset < 0 {
        let behind = usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX);
        count(text).saturating_sub(behind)
    } else {
        usize::try_from(offset).unwrap_or(usize::MAX)
    };
    let take = usize::try_from(length).unwrap_or(usize::MAX);
    text.graphemes(true).skip(skip).take(take).collect()
}

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

/// Returns a substring. A negative offset counts from the end; a negative length selects the rest, and so does, as in Terraform,
/// a length of zero with a negative offset.
pub fn part(text: &str, offset: i64, length: i64) -> String {
    let skip = if offset < 0 {
        let behind = usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX);
        count(text).saturating_sub(behind)
    } else {
        usize::try_from(offset).unwrap_or(usize::MAX)
    };
    let take = match length {
        0 if offset < 0 => usize::MAX,
        _ => usize::try_from(length).unwrap_or(usize::MAX),
    };
    text.graphemes(true).skip(skip).take(take).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_those_of_terraform() {
        let parts = [
            ("abc", 1, 1, "b"),
            ("abc", -2, 1, "b"),
            ("abc", 1, -1, "bc"),
            ("abc", 1, 0, ""),
            ("é", -1, 0, "é"),
            ("abc", -9, 0, "abc"),
        ];
        for (text, offset, length, expected) in parts {
            assert_eq!(part(text, offset, length), expected, "{text} {offset} {length}");
        }
    }
}

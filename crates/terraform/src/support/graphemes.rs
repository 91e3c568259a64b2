//! Grapheme clusters.

use unicode_segmentation::UnicodeSegmentation;

/// Returns the grapheme clusters, by the rules of Unicode 15.0, as in Terraform. Later versions do not break Indic conjuncts.
pub fn clusters(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let cluster = rest.graphemes(true).next()?;
        let (first, _) = cluster
            .split_at_checked(conjunct(cluster))
            .unwrap_or((cluster, ""));
        rest = rest.get(first.len()..).unwrap_or("");
        Some(first)
    })
}

/// Returns the offset of the second consonant of a conjunct, or the length of the cluster.
fn conjunct(cluster: &str) -> usize {
    if cluster.is_ascii() {
        return cluster.len();
    }
    let extends = |c: char| {
        ["a", c.encode_utf8(&mut [0; 4])]
            .concat()
            .graphemes(true)
            .count()
            == 1
    };
    let mut before: Option<char> = None;
    for (at, c) in cluster.char_indices() {
        let follows_letter = before.is_none_or(|before| before.is_ascii() || !extends(before));
        if !follows_letter && c.is_alphabetic() && !extends(c) {
            return at;
        }
        before = Some(c);
    }
    cluster.len()
}

/// Counts grapheme clusters.
pub fn count(text: &str) -> usize {
    clusters(text).count()
}

/// Reverses grapheme clusters.
pub fn reversed(text: &str) -> String {
    clusters(text)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect()
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
    clusters(text).skip(skip).take(take).collect()
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
            assert_eq!(
                part(text, offset, length),
                expected,
                "{text} {offset} {length}"
            );
        }
    }
}

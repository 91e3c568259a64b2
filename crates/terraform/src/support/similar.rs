//! Suggestions for misspelled names.

/// Returns the name with the smallest edit distance, if it is less than 3.
pub fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let mut best: Option<(usize, &str)> = None;
    for other in names {
        let distance = distance(name, other);
        if distance < 3 && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, other));
        }
    }
    best.map(|(_, name)| name)
}

/// Returns the Levenshtein distance.
fn distance(a: &str, b: &str) -> usize {
    if a.len() > 200 || b.len() > 200 {
        return usize::MAX;
    }
    strsim::levenshtein(a, b)
}

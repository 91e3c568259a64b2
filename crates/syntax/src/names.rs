//! Names in messages: shortened lists and suggestions.

/// Lists the first `most` names and the number of the rest: `a, b and 3 more`.
pub fn listed<'n>(names: impl IntoIterator<Item = &'n str>, most: usize) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    let shown = names.iter().take(most).copied().collect::<Vec<_>>().join(", ");
    match names.len().checked_sub(most) {
        None | Some(0) => shown,
        Some(more) => format!("{shown} and {more} more"),
    }
}

/// Returns the most similar name, if any is similar enough to suggest.
pub fn nearest<'n>(unknown: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    most_like(unknown, names, 0.7)
}

/// Returns the most similar name whose similarity is at least `alike` (0 to 1); the first one of equals.
pub fn most_like<'n>(unknown: &str, names: impl IntoIterator<Item = &'n str>, alike: f64) -> Option<&'n str> {
    let unknown = unknown.to_lowercase();
    let mut best: Option<(f64, &str)> = None;
    for name in names {
        // The ratio of the lengths is an upper bound of the similarity.
        let (short, long) = (unknown.len().min(name.len()), unknown.len().max(name.len()));
        if short.saturating_mul(10) < long.saturating_mul(7) || long > 200 {
            continue;
        }
        let likeness = strsim::normalized_damerau_levenshtein(&unknown, &name.to_lowercase());
        if likeness >= alike && best.is_none_or(|(most, _)| likeness > most) {
            best = Some((likeness, name));
        }
    }
    best.map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_name_the_first_and_count_the_rest() {
        assert_eq!(listed(["a", "b"], 2), "a, b");
        assert_eq!(listed(["a", "b", "c"], 2), "a, b and 1 more");
        assert_eq!(listed([], 2), "");
    }

    #[test]
    fn the_nearest_name_is_like_the_unknown_one() {
        assert_eq!(nearest("encryptd", ["other", "Encrypted"]), Some("Encrypted"));
        assert_eq!(nearest("encryptd", ["versioned"]), None);
    }
}

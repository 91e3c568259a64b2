//! Names that look alike.

use crate::schema::store;

/// The resource type that is most like an unknown one, where any is. Types share much with each other.
pub fn nearest_type(unknown: &str) -> Option<&'static str> {
    most_like(unknown, store::types(), 0.8)
}

/// The name that is most like an unknown one, where any is.
pub fn nearest<'n>(unknown: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    most_like(unknown, names, 0.7)
}

fn most_like<'n>(unknown: &str, names: impl IntoIterator<Item = &'n str>, alike: f64) -> Option<&'n str> {
    let unknown = unknown.to_lowercase();
    let mut best: Option<(f64, &str)> = None;
    for name in names {
        // Likeness is at most the ratio of the lengths.
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

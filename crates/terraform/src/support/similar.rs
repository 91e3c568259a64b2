//! Names that look alike.

/// The name that differs least, if it does so in fewer than three letters.
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

/// How many letters must be added, removed or changed to make the one of the other.
fn distance(a: &str, b: &str) -> usize {
    if a.len() > 200 || b.len() > 200 {
        return usize::MAX;
    }
    strsim::levenshtein(a, b)
}

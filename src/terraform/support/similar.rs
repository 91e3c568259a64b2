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
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (at, a) in a.chars().enumerate() {
        let mut diagonal = at;
        let mut left = at.saturating_add(1);
        if let Some(first) = row.first_mut() {
            *first = left;
        }
        for (cell, b) in row.iter_mut().skip(1).zip(&b) {
            let changed = diagonal.saturating_add(usize::from(a != *b));
            diagonal = *cell;
            left = changed.min(cell.saturating_add(1)).min(left.saturating_add(1));
            *cell = left;
        }
    }
    row.last().copied().unwrap_or(0)
}

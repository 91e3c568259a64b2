//! difflib's likeness of two texts, for "Did you mean".
//!
//! Source: `SequenceMatcher` of <https://docs.python.org/3/library/difflib.html>, without junk but with its habit of
//! not anchoring on characters that make up more than a hundredth of a text of 200 characters and more.

/// Characters from which on popular ones are no anchors.
const LONG: usize = 200;

/// Whether the reference suggests a name for one that it does not know: `SequenceMatcher(a=.., b=..).ratio() > 0.8`.
pub fn is_similar(unknown: &str, name: &str) -> bool {
    // The ratio is at most that of the lengths.
    let (short, long) = (unknown.len().min(name.len()), unknown.len().max(name.len()));
    // Bytes bound characters: one is at most four of them.
    if short.saturating_mul(4).saturating_mul(3) < long.saturating_mul(2) {
        return false;
    }
    let (a, b) = (characters(unknown), characters(name));
    let (matches, total) = (a.len().min(b.len()), a.len().saturating_add(b.len()));
    (total == 0 || 2.0 * matches as f64 / total as f64 > 0.8) && likeness(&a, &b) > 0.8
}

/// `SequenceMatcher(a=a, b=b).ratio()`
pub fn ratio(a: &str, b: &str) -> f64 {
    likeness(&characters(a), &characters(b))
}

fn characters(text: &str) -> Vec<char> {
    text.chars().collect()
}

fn likeness(a: &[char], b: &[char]) -> f64 {
    let total = a.len().saturating_add(b.len());
    if total == 0 {
        return 1.0;
    }
    let popular = popular(b);
    let mut matched = 0;
    // Parts still to compare: between and around the blocks that match.
    let mut open = vec![(a, b)];
    while let Some((a, b)) = open.pop() {
        let (at_a, at_b, size) = longest(a, b, &popular);
        if size == 0 {
            continue;
        }
        matched += size;
        open.extend(a.get(..at_a).zip(b.get(..at_b)));
        open.extend(a.get(at_a + size..).zip(b.get(at_b + size..)));
    }
    2.0 * matched as f64 / total as f64
}

/// The characters of a long text that are too frequent to be anchors, sorted.
fn popular(b: &[char]) -> Vec<char> {
    if b.len() < LONG {
        return Vec::new();
    }
    let mut sorted = b.to_vec();
    sorted.sort_unstable();
    let many = b.len() / 100 + 1;
    sorted
        .chunk_by(|one, two| one == two)
        .filter(|same| same.len() > many)
        .filter_map(|same| same.first().copied())
        .collect()
}

/// The longest block that both have, the first in `a` and then in `b` of several: where it begins in each, its length.
fn longest(a: &[char], b: &[char], popular: &[char]) -> (usize, usize, usize) {
    let (mut at_a, mut at_b, mut size) = (0, 0, 0);
    // For each end in b the length of the block that ends there and at the previous character of a.
    let mut previous = vec![0_usize; b.len() + 1];
    for (i, x) in a.iter().enumerate() {
        let mut current = vec![0; b.len() + 1];
        if popular.binary_search(x).is_err() {
            for (j, y) in b.iter().enumerate() {
                if x != y {
                    continue;
                }
                let length = previous.get(j).copied().unwrap_or(0) + 1;
                if let Some(slot) = current.get_mut(j + 1) {
                    *slot = length;
                }
                if length > size {
                    (at_a, at_b, size) = (i + 1 - length, j + 1 - length, length);
                }
            }
        }
        previous = current;
    }
    // A block grows over characters that were no anchors.
    let same = |i: Option<usize>, j: Option<usize>| matches!((i.and_then(|i| a.get(i)), j.and_then(|j| b.get(j))), (Some(x), Some(y)) if x == y);
    while same(at_a.checked_sub(1), at_b.checked_sub(1)) {
        (at_a, at_b, size) = (at_a - 1, at_b - 1, size + 1);
    }
    while same(Some(at_a + size), Some(at_b + size)) {
        size += 1;
    }
    (at_a, at_b, size)
}

//! Similarity of two strings like Python's `difflib`, for "Did you mean".
//!
//! Source: `SequenceMatcher` of <https://docs.python.org/3/library/difflib.html>, without junk but with `autojunk`: in
//! a text of 200 characters or more, characters that make up more than 1 % of it do not start a match.

/// The length in characters from which on popular characters do not start a match.
const LONG: usize = 200;

/// Whether cfn-lint suggests `name` for an unknown name: `SequenceMatcher(a=.., b=..).ratio() > 0.8`.
pub fn is_similar(unknown: &str, name: &str) -> bool {
    // The ratio of the lengths is an upper bound.
    let (short, long) = (unknown.len().min(name.len()), unknown.len().max(name.len()));
    // Works on byte lengths: a character has at most four bytes.
    if short.saturating_mul(4).saturating_mul(3) < long.saturating_mul(2) {
        return false;
    }
    if unknown.is_ascii()
        && name.is_ascii()
        && 2.0 * common(unknown, name) as f64 <= 0.8 * (short + long) as f64
    {
        return short + long == 0;
    }
    likeness(&characters(unknown), &characters(name)) > 0.8
}

/// Returns how many characters two ASCII texts have in common, in any order: an upper bound of those that match.
fn common(one: &str, other: &str) -> usize {
    let mut counts = [0_usize; 128];
    for byte in one.bytes() {
        if let Some(count) = counts.get_mut(usize::from(byte)) {
            *count += 1;
        }
    }
    let mut common = 0;
    for byte in other.bytes() {
        if let Some(count) = counts
            .get_mut(usize::from(byte))
            .filter(|count| **count > 0)
        {
            *count -= 1;
            common += 1;
        }
    }
    common
}

/// Returns `SequenceMatcher(a=a, b=b).ratio()`.
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
    // Pairs of parts still to compare, on both sides of a matching block.
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

/// Returns the characters of a long text that are too frequent to start a match, sorted.
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

/// Returns the longest common block as (start in `a`, start in `b`, length); of equally long ones the first in `a`,
/// then in `b`.
fn longest(a: &[char], b: &[char], popular: &[char]) -> (usize, usize, usize) {
    let (mut at_a, mut at_b, mut size) = (0, 0, 0);
    // For each end in `b`, the length of the block that ends there and at the previous character of `a`.
    let (mut previous, mut current) = (vec![0_usize; b.len() + 1], vec![0; b.len() + 1]);
    for (i, x) in a.iter().enumerate() {
        current.fill(0);
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
        std::mem::swap(&mut previous, &mut current);
    }
    // Extends the block over popular characters.
    let same = |i: Option<usize>, j: Option<usize>| matches!((i.and_then(|i| a.get(i)), j.and_then(|j| b.get(j))), (Some(x), Some(y)) if x == y);
    while same(at_a.checked_sub(1), at_b.checked_sub(1)) {
        (at_a, at_b, size) = (at_a - 1, at_b - 1, size + 1);
    }
    while same(Some(at_a + size), Some(at_b + size)) {
        size += 1;
    }
    (at_a, at_b, size)
}

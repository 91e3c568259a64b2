//! Search for many strings in a text.

use std::collections::BTreeMap;
use std::ops::Range;

/// The replacement for a secret.
pub const MASK: &str = "****";

/// Maximum length of a pattern in bytes, which bounds the steps per character.
pub(super) const LONGEST: usize = 96;
/// Minimum length in bytes of a truncated secret that is masked.
const SHORTEST_START: usize = 4;

/// What must be around a pattern, from the least to the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Boundary {
    None,
    /// Neither letters nor digits.
    Word,
    /// Quotes, or the ends of the text.
    Quotes,
}

/// Sorted patterns; each refers to the longest other pattern that is its prefix.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    sorted: Vec<Pattern>,
    /// A bit set of the first two bytes of all patterns.
    starts: Vec<u64>,
}

#[derive(Debug)]
struct Pattern {
    text: String,
    boundary: Boundary,
    parent: Option<usize>,
}

impl Patterns {
    /// Creates patterns from texts, with what must be around them.
    pub fn of(texts: BTreeMap<String, Boundary>) -> Patterns {
        let mut sorted: Vec<Pattern> = Vec::with_capacity(texts.len());
        let mut starts = vec![0_u64; 1024];
        let mut open: Vec<usize> = Vec::new();
        for (text, boundary) in texts.into_iter().filter(|(text, _)| !text.is_empty()) {
            while let Some(last) = open.last().and_then(|at| sorted.get(*at)) {
                if text.starts_with(last.text.as_str()) {
                    break;
                }
                open.pop();
            }
            mark(&mut starts, text.as_bytes());
            let parent = open.last().copied();
            open.push(sorted.len());
            sorted.push(Pattern {
                text,
                boundary,
                parent,
            });
        }
        Patterns { sorted, starts }
    }

    /// Returns the matches in order; adjacent and overlapping ones are merged.
    pub fn find(&self, text: &str) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        let bytes = text.as_bytes();
        for at in 0..bytes.len() {
            // Also within a match: pieces of a repetitive text overlap.
            if let Some(length) = self.at(bytes, at) {
                add(&mut found, at..at.saturating_add(length));
            }
        }
        for cut in ["…", "..."] {
            for end in memchr::memmem::find_iter(bytes, cut) {
                let start = self.start_before(text, end);
                found.extend((start < end).then_some(start..end));
            }
        }
        if found.is_sorted_by_key(|range| range.start) {
            return found;
        }
        found.sort_by_key(|range| range.start);
        let mut merged = Vec::with_capacity(found.len());
        found.into_iter().for_each(|range| add(&mut merged, range));
        merged
    }

    /// Returns whether a text equals a pattern.
    pub fn is_one(&self, text: &str) -> bool {
        self.sorted
            .binary_search_by(|pattern| pattern.text.as_str().cmp(text))
            .is_ok()
    }

    /// Returns the length of the longest match at an offset.
    fn at(&self, text: &[u8], at: usize) -> Option<usize> {
        let rest = text.get(at..)?;
        let (first, second) = (*rest.first()?, rest.get(1).copied().unwrap_or_default());
        let pair = usize::from(first) << 8 | usize::from(second);
        if self.starts.get(pair >> 6)? >> (pair & 63) & 1 == 0 {
            return None;
        }
        // All patterns that are prefixes of the rest sort before anything greater than it, and are prefixes of each
        // other.
        let behind = self
            .sorted
            .partition_point(|pattern| pattern.text.as_bytes() <= rest);
        let mut candidate = behind.checked_sub(1);
        while let Some(pattern) = candidate.and_then(|index| self.sorted.get(index)) {
            let length = pattern.text.len();
            if rest.starts_with(pattern.text.as_bytes())
                && is_within(text, at, length, pattern.boundary)
            {
                return Some(length);
            }
            candidate = pattern.parent;
        }
        None
    }

    /// Returns the start of a truncated pattern before `end`, or `end` if there is none.
    fn start_before(&self, text: &str, end: usize) -> usize {
        let furthest = end.saturating_sub(LONGEST.saturating_mul(2));
        let is_start = |at: &usize| {
            let Some(part) = text.get(*at..end) else {
                return false;
            };
            let first = self
                .sorted
                .partition_point(|pattern| pattern.text.as_str() < part);
            self.sorted.get(first).is_some_and(|pattern| {
                pattern.text.starts_with(part) && pattern.boundary != Boundary::Quotes
            })
        };
        (furthest..=end.saturating_sub(SHORTEST_START))
            .find(is_start)
            .unwrap_or(end)
    }
}

fn mark(starts: &mut [u64], text: &[u8]) {
    let Some(first) = text.first() else { return };
    let second = text.get(1).copied();
    for other in second.map_or(0..=u8::MAX, |second| second..=second) {
        let pair = usize::from(*first) << 8 | usize::from(other);
        if let Some(word) = starts.get_mut(pair >> 6) {
            *word |= 1 << (pair & 63);
        }
    }
}

fn add(found: &mut Vec<Range<usize>>, range: Range<usize>) {
    match found.last_mut() {
        Some(last) if last.end >= range.start => last.end = last.end.max(range.end),
        _ => found.push(range),
    }
}

fn is_within(text: &[u8], at: usize, length: usize, boundary: Boundary) -> bool {
    match boundary {
        Boundary::None => true,
        Boundary::Word => is_word(text, at, length),
        Boundary::Quotes => is_quoted(text, at, length),
    }
}

/// Returns whether the same quotes are around these bytes, or nothing.
fn is_quoted(text: &[u8], at: usize, length: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| text.get(at));
    let after = text.get(at.saturating_add(length));
    match (before, after) {
        (None, None) => true,
        (Some(quote @ (b'"' | b'\'' | b'`')), Some(b'\\' | b'"' | b'\'' | b'`')) => {
            after == Some(quote) || after == Some(&b'\\')
        }
        _ => false,
    }
}

/// Returns whether neither a letter nor a digit is next to these bytes. The letter of an escape (`\
/// `) does not count.
fn is_word(text: &[u8], at: usize, length: usize) -> bool {
    let is_letter = |byte: Option<&u8>| {
        byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())
    };
    let before = |count: usize| at.checked_sub(count).and_then(|at| text.get(at));
    let is_escape = before(2) == Some(&b'\\');
    (is_escape || !is_letter(before(1))) && !is_letter(text.get(at.saturating_add(length)))
}

/// Masks a text; `None` if it contains no secrets.
pub(super) fn masked(patterns: &Patterns, text: &str) -> Option<String> {
    let found = patterns.find(text);
    if found.is_empty() {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut kept = 0;
    for range in found {
        out.push_str(text.get(kept..range.start).unwrap_or_default());
        out.push_str(MASK);
        kept = range.end;
    }
    out.push_str(text.get(kept..).unwrap_or_default());
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(texts: &[(&str, Boundary)], text: &str) -> String {
        let texts = texts
            .iter()
            .map(|(text, boundary)| ((*text).to_owned(), *boundary))
            .collect();
        let mut out = text.to_owned();
        for range in Patterns::of(texts).find(text).into_iter().rev() {
            out.replace_range(range, "#");
        }
        out
    }

    #[test]
    fn the_longest_counts_and_what_touches_is_one() {
        let texts = [
            ("ab", Boundary::None),
            ("abcd", Boundary::None),
            ("abce", Boundary::None),
            ("x", Boundary::None),
        ];
        assert_eq!(masked(&texts, "ab abc abcd abceab x ax"), "# #c # # # a#");
        assert_eq!(masked(&texts, "abcf"), "#cf");
        assert_eq!(masked(&[], "abc"), "abc");
    }

    #[test]
    fn words_count_where_they_are_delimited() {
        let texts = [("abc", Boundary::Word), ("ab", Boundary::None)];
        assert_eq!(
            masked(&texts, "abc 'abc' abcd \\nabc äabc"),
            "# '#' #cd \\n# ä#c"
        );
    }

    #[test]
    fn the_start_of_a_secret_before_a_cut_counts() {
        assert_eq!(
            masked(
                &[("hunter2-hunter2", Boundary::None)],
                "is \"hunter2-h… and hunt..., hun..."
            ),
            "is \"#… and #..., hun..."
        );
    }

    #[test]
    fn texts_of_other_scripts_are_found() {
        assert_eq!(
            masked(&[("ключ", Boundary::None)], "мой ключ ключик"),
            "мой # #ик"
        );
    }

    #[test]
    fn short_values_count_as_a_whole() {
        let texts = [("a", Boundary::Quotes)];
        assert_eq!(masked(&texts, "a"), "#");
        assert_eq!(
            masked(&texts, "expected a: \"a\", `a` or a"),
            "expected a: \"#\", `#` or a"
        );
    }
}

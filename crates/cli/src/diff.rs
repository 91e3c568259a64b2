//! Unified diffs.

use std::fmt::Write;

/// The number of lines around a change.
const CONTEXT: usize = 3;

/// A line of a text, and how it is shown.
#[derive(Clone, Copy)]
struct SourceLine<'t> {
    text: &'t str,
    shown: &'t str,
}

/// A line and where it is.
#[derive(Clone, Copy)]
enum Line<'t> {
    Same(SourceLine<'t>),
    Old(SourceLine<'t>),
    New(SourceLine<'t>),
}

fn source_lines<'t>(text: &'t str, shown: &'t str) -> Vec<SourceLine<'t>> {
    let lines = text.split_inclusive('\n').zip(shown.split_inclusive('\n'));
    lines
        .map(|(text, shown)| SourceLine { text, shown })
        .collect()
}

/// Returns the unified diff of two texts; empty if they are equal. It has the lines of the shown texts, which have the same
/// line breaks: secrets in them are masked.
pub fn unified(name: &str, (old, new): (&str, &str), shown: (&str, &str)) -> String {
    let lines = aligned(&source_lines(old, shown.0), &source_lines(new, shown.1));
    let changes: Vec<usize> = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !matches!(line, Line::Same(_)))
        .map(|(index, _)| index)
        .collect();
    let mut hunks: Vec<(usize, usize)> = Vec::new();
    for change in changes {
        let (start, end) = (
            change.saturating_sub(CONTEXT),
            change.saturating_add(CONTEXT + 1).min(lines.len()),
        );
        match hunks.last_mut() {
            Some((_, last)) if start <= *last => *last = end,
            _ => hunks.push((start, end)),
        }
    }
    let mut out = String::new();
    if !hunks.is_empty() {
        let _ = write!(out, "--- {name}\n+++ {name}\n");
    }
    for (start, end) in hunks {
        let before = lines.get(..start).unwrap_or_default();
        let hunk = lines.get(start..end).unwrap_or_default();
        let range = |is_in: fn(&Line<'_>) -> bool| {
            let count = |lines: &[Line<'_>]| lines.iter().filter(|line| is_in(line)).count();
            let length = count(hunk);
            (
                count(before).saturating_add(usize::from(length > 0)),
                length,
            )
        };
        let (old, removed) = range(|line| !matches!(line, Line::New(_)));
        let (new, added) = range(|line| !matches!(line, Line::Old(_)));
        let _ = writeln!(out, "@@ -{old},{removed} +{new},{added} @@");
        for line in hunk {
            let (mark, text) = match line {
                Line::Same(text) => (' ', text),
                Line::Old(text) => ('-', text),
                Line::New(text) => ('+', text),
            };
            let text = text.shown;
            let _ = write!(out, "{mark}{text}");
            if !text.ends_with('\n') {
                out.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
    out
}

/// Aligns two lists of lines: after a difference, at the nearest line that both have.
fn aligned<'t>(old: &[SourceLine<'t>], new: &[SourceLine<'t>]) -> Vec<Line<'t>> {
    let mut lines = Vec::with_capacity(old.len());
    let (mut at_old, mut at_new) = (0, 0);
    loop {
        match (old.get(at_old), new.get(at_new)) {
            (None, None) => return lines,
            (Some(one), Some(other)) if one.text == other.text => {
                lines.push(Line::Same(*one));
                (at_old, at_new) = (at_old + 1, at_new + 1);
            }
            _ => {
                let (end_old, end_new) = next_common(old, new, (at_old, at_new));
                lines.extend(
                    old.get(at_old..end_old)
                        .unwrap_or_default()
                        .iter()
                        .map(|line| Line::Old(*line)),
                );
                lines.extend(
                    new.get(at_new..end_new)
                        .unwrap_or_default()
                        .iter()
                        .map(|line| Line::New(*line)),
                );
                (at_old, at_new) = (end_old, end_new);
            }
        }
    }
}

/// Returns the nearest place after a difference at which both texts have the same line, or their ends.
fn next_common(
    old: &[SourceLine<'_>],
    new: &[SourceLine<'_>],
    (at_old, at_new): (usize, usize),
) -> (usize, usize) {
    /// The search takes quadratic time.
    const FARTHEST: usize = 2000;
    let farthest = old
        .len()
        .saturating_sub(at_old)
        .saturating_add(new.len().saturating_sub(at_new))
        .min(FARTHEST);
    for distance in 1..=farthest {
        for skipped in 0..=distance {
            let place = (at_old + skipped, at_new + (distance - skipped));
            if let (Some(one), Some(other)) = (old.get(place.0), new.get(place.1))
                && one.text == other.text
            {
                return place;
            }
        }
    }
    (old.len(), new.len())
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_diff_has_the_changed_lines_with_context() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n";
        let new = "a\nB\nc\nd\ne\nf\ng\nh\nj";
        // As `diff -u`, which joins hunks whose context touches.
        let expected = "--- t\n+++ t\n@@ -1,10 +1,9 @@\n a\n-b\n+B\n c\n d\n e\n f\n g\n h\n-i\n-j\n+j\n\\ No newline at end of file\n";
        let unified = |old, new| super::unified("t", (old, new), (old, new));
        assert_eq!(unified(old, new), expected);
        assert_eq!(unified(old, old), "");
        assert_eq!(unified("", "a\n"), "--- t\n+++ t\n@@ -0,0 +1,1 @@\n+a\n");
    }

    #[test]
    fn lines_are_shown_masked_and_compared_as_they_are() {
        let (old, new) = ("p: one\nx: 1\n", "p: two\nx: 1\n");
        let masked = "p: ***\nx: 1\n";
        assert_eq!(
            super::unified("t", (old, new), (masked, masked)),
            "--- t\n+++ t\n@@ -1,2 +1,2 @@\n-p: ***\n+p: ***\n x: 1\n"
        );
    }
}

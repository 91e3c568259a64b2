//! Fixes of findings: edits of the source text.

use std::ops::Range;

use memchr::memchr2;

use super::characters::Characters;
use super::{Position, Span, Text};

/// A change of the source text that removes a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What the change does, one sentence.
    pub description: Text,
    /// Whether the change can be made without review.
    pub safety: Safety,
    /// The edits, by ascending position; they do not overlap.
    pub edits: Vec<Edit>,
}

/// Whether a fix can be made without review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Safety {
    /// A deployment that works keeps its meaning, and only one correction is possible.
    Safe,
    /// The fix can change what is deployed, or guesses what is meant.
    Unsafe,
}

impl Fix {
    /// Writes line breaks in the new texts as a document does: as its first one.
    pub fn use_line_breaks_of(&mut self, document: &[u8]) {
        let own = match memchr2(b'\r', b'\n', document).and_then(|at| document.get(at..)) {
            Some([b'\r', b'\n', ..]) => "\r\n",
            Some([b'\r', ..]) => "\r",
            _ => return,
        };
        for edit in self
            .edits
            .iter_mut()
            .filter(|edit| edit.text.contains('\n'))
        {
            edit.text = edit.text.replace("\r\n", "\n").replace('\n', own);
        }
    }
}

impl Safety {
    /// Returns the name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Safety::Safe => "safe",
            Safety::Unsafe => "unsafe",
        }
    }
}

/// The replacement of a span of the source text. An empty span is an insertion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The replaced text.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// Converts positions of a text to byte offsets and back. Lines end as in YAML: CR LF, CR, LF, NEL, LS or PS.
#[derive(Debug)]
pub struct SourceIndex<'t> {
    text: &'t str,
    /// The offset of the first byte of each line; the first line starts after a byte order mark.
    lines: Vec<usize>,
    characters: Characters<'t>,
}

impl<'t> SourceIndex<'t> {
    /// Returns the index of a text.
    pub fn of(text: &'t str) -> SourceIndex<'t> {
        let mut lines = vec![if text.starts_with('\u{feff}') {
            '\u{feff}'.len_utf8()
        } else {
            0
        }];
        let mut chars = text.char_indices().peekable();
        while let Some((at, char)) = chars.next() {
            let is_crlf = char == '\r' && chars.peek().is_some_and(|(_, next)| *next == '\n');
            if matches!(char, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}') && !is_crlf {
                lines.push(at.saturating_add(char.len_utf8()));
            }
        }
        SourceIndex {
            text,
            lines,
            characters: Characters::of(text),
        }
    }

    /// Returns the text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Returns the byte offset of a position; `None` if the text does not have it. A block in YAML ends at the line after its
    /// last one, which need not exist: that is the end of the text.
    pub fn offset(&self, position: Position) -> Option<usize> {
        let line = usize::try_from(position.line).ok()?.checked_sub(1)?;
        let column = usize::try_from(position.column).ok()?.checked_sub(1)?;
        match self.lines.get(line) {
            Some(start) => self
                .characters
                .offset(self.characters.before(*start).checked_add(column)?),
            None => (line == self.lines.len() && column == 0 && !self.ends_with_break())
                .then_some(self.text.len()),
        }
    }

    fn ends_with_break(&self) -> bool {
        self.lines
            .last()
            .is_some_and(|start| *start == self.text.len())
    }

    /// Returns the bytes of a span; `None` if the text does not have it.
    pub fn range(&self, span: Span) -> Option<Range<usize>> {
        let range = self.offset(span.start)?..self.offset(span.end)?;
        (range.start <= range.end).then_some(range)
    }

    /// Returns the position of a byte offset.
    pub fn position(&self, offset: usize) -> Position {
        let line = self.lines.partition_point(|start| *start <= offset).max(1);
        let start = self
            .lines
            .get(line.saturating_sub(1))
            .copied()
            .unwrap_or_default();
        let column = self
            .characters
            .before(offset)
            .saturating_sub(self.characters.before(start))
            .saturating_add(1);
        let narrow = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Position {
            line: narrow(line),
            column: narrow(column),
        }
    }

    /// Returns the span of a range of bytes.
    pub fn span(&self, range: &Range<usize>) -> Span {
        Span {
            start: self.position(range.start),
            end: self.position(range.end),
        }
    }
}

/// Applies fixes in order. Returns the new text, and for each fix whether it was applied: a fix that overlaps with an
/// applied one is skipped, unless it consists of the same edits.
pub fn apply<'f>(text: &str, fixes: impl IntoIterator<Item = &'f Fix>) -> (String, Vec<bool>) {
    let index = SourceIndex::of(text);
    let mut edits: Vec<(Range<usize>, &'f str)> = Vec::new();
    let mut applied = Vec::new();
    for fix in fixes {
        let ranges = fix
            .edits
            .iter()
            .map(|edit| Some((index.range(edit.span)?, edit.text.as_str())));
        let Some(own) = ranges
            .collect::<Option<Vec<_>>>()
            .filter(|own| !own.is_empty())
        else {
            applied.push(false);
            continue;
        };
        let is_known = own.iter().all(|edit| edits.contains(edit));
        let fits = !own
            .iter()
            .any(|(range, _)| edits.iter().any(|(other, _)| overlap(range, other)));
        if fits {
            edits.extend(own);
        }
        applied.push(is_known || fits);
    }
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let mut fixed = String::with_capacity(text.len());
    let mut at = 0;
    for (range, new) in edits {
        fixed.push_str(text.get(at..range.start).unwrap_or_default());
        fixed.push_str(new);
        at = range.end;
    }
    fixed.push_str(text.get(at..).unwrap_or_default());
    (fixed, applied)
}

/// Whether two ranges share a byte, or one is an insertion at the border of the other or inside it.
fn overlap(one: &Range<usize>, other: &Range<usize>) -> bool {
    match one.is_empty() || other.is_empty() {
        true => one.start <= other.end && other.start <= one.end,
        false => one.start < other.end && other.start < one.end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(start: (u32, u32), end: (u32, u32), text: &str) -> Fix {
        let at = |(line, column)| Position { line, column };
        let edits = vec![Edit {
            span: Span {
                start: at(start),
                end: at(end),
            },
            text: text.to_owned(),
        }];
        Fix {
            description: crate::Text::default(),
            safety: Safety::Safe,
            edits,
        }
    }

    #[test]
    fn positions_count_code_points_and_lines_of_any_kind() {
        let text = "\u{feff}aé\r\nb😀c\rd\u{2028}e";
        let index = SourceIndex::of(text);
        for (at, _) in text
            .char_indices()
            .filter(|(at, char)| *at > 0 && *char != '\n')
        {
            assert_eq!(index.offset(index.position(at)), Some(at));
        }
        let at = |line, column| {
            index
                .offset(Position { line, column })
                .map(|at| text.get(at..at + 1).unwrap_or("?"))
        };
        assert_eq!(
            [at(1, 1), at(2, 3), at(3, 1), at(4, 1)],
            [Some("a"), Some("c"), Some("d"), Some("e")]
        );
        assert_eq!(index.offset(Position { line: 9, column: 1 }), None);
        let end = |text: &str, column| SourceIndex::of(text).offset(Position { line: 2, column });
        assert_eq!(
            [end("a", 1), end("a", 2), end("a\n", 1), end("a\n", 2)],
            [Some(1), None, Some(2), None]
        );
        assert_eq!(
            SourceIndex::of("a\n").offset(Position { line: 3, column: 1 }),
            None
        );
    }

    #[test]
    fn overlapping_fixes_are_skipped_and_equal_ones_are_applied_once() {
        let fixes = [
            edit((1, 1), (1, 3), "X"),
            edit((1, 2), (1, 4), "Y"),
            edit((1, 1), (1, 3), "X"),
            edit((1, 4), (1, 4), "+"),
            edit((1, 4), (1, 5), "Z"),
            edit((2, 1), (2, 2), "-"),
        ];
        let (text, applied) = apply("abcde\nf", &fixes);
        assert_eq!(text, "Xc+de\n-");
        assert_eq!(applied, [true, false, true, true, false, true]);
    }
}

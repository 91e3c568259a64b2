//! The text of an open document, with the protocol's positions: lines end in CR LF, LF or CR, and columns count UTF-16 units.

use std::ops::Range;

use lsp_types::{Position, TextDocumentContentChangeEvent};

/// A text and the offsets of its lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text {
    content: String,
    /// The offset of the first byte of each line; never empty.
    lines: Vec<usize>,
}

impl Text {
    /// Indexes a text.
    pub fn new(content: String) -> Text {
        let lines = lines(content.as_bytes());
        Text { content, lines }
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.content
    }

    /// Returns the byte offset of a position. A position behind the end of a line is the end of the line, one behind the last
    /// line is the end of the text, and one inside of a character is its start.
    pub fn offset(&self, position: Position) -> usize {
        let line = usize::try_from(position.line).unwrap_or(usize::MAX);
        let Some(start) = self.lines.get(line).copied() else {
            return self.content.len();
        };
        let text = self.line(line);
        let units = usize::try_from(position.character).unwrap_or(usize::MAX);
        start.saturating_add(offset_in_line(text, units))
    }

    /// Returns the position of a byte offset.
    pub fn position(&self, offset: usize) -> Position {
        let line = self
            .lines
            .partition_point(|start| *start <= offset)
            .saturating_sub(1);
        let start = self.lines.get(line).copied().unwrap_or_default();
        let text = self.line(line);
        let before = floor(text, offset.saturating_sub(start));
        let units = if before.is_ascii() {
            before.len()
        } else {
            before.encode_utf16().count()
        };
        Position {
            line: narrow(line),
            character: narrow(units),
        }
    }

    /// Returns the range of some bytes.
    pub fn range(&self, bytes: &Range<usize>) -> lsp_types::Range {
        lsp_types::Range {
            start: self.position(bytes.start),
            end: self.position(bytes.end),
        }
    }

    /// Returns the range of the whole text.
    pub fn whole(&self) -> lsp_types::Range {
        self.range(&(0..self.content.len()))
    }

    /// Applies a change. Positions that the text does not have are moved to the nearest one that it has; an end before the
    /// start is taken for the start.
    pub fn apply(&mut self, change: &TextDocumentContentChangeEvent) {
        let Some(range) = change.range else {
            *self = Text::new(change.text.clone());
            return;
        };
        let start = self.offset(range.start);
        let end = self.offset(range.end).max(start);
        self.content.replace_range(start..end, &change.text);
        self.lines = lines(self.content.as_bytes());
    }

    /// Returns a line without its line break.
    fn line(&self, line: usize) -> &str {
        let start = self.lines.get(line).copied().unwrap_or(self.content.len());
        let end = self
            .lines
            .get(line.saturating_add(1))
            .copied()
            .unwrap_or(self.content.len());
        let text = self.content.get(start..end).unwrap_or_default();
        text.strip_suffix("\r\n")
            .or_else(|| text.strip_suffix(['\r', '\n']))
            .unwrap_or(text)
    }
}

/// Returns the byte offset of a number of UTF-16 units in a line.
fn offset_in_line(line: &str, units: usize) -> usize {
    if line.is_ascii() {
        return units.min(line.len());
    }
    let mut left = units;
    for (at, char) in line.char_indices() {
        if left < char.len_utf16() {
            return at;
        }
        left = left.saturating_sub(char.len_utf16());
    }
    line.len()
}

/// Returns the longest start of a text that has at most this many bytes and no part of a character.
fn floor(text: &str, bytes: usize) -> &str {
    let end = (0..=bytes.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or_default();
    text.get(..end).unwrap_or_default()
}

fn lines(bytes: &[u8]) -> Vec<usize> {
    let mut lines = Vec::with_capacity(bytes.len() / 24 + 1);
    lines.push(0);
    for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
        let next = at.saturating_add(1);
        if bytes.get(at) == Some(&b'\n') || bytes.get(next) != Some(&b'\n') {
            lines.push(next);
        }
    }
    lines
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    fn changed(text: &str, start: Position, end: Position, new: &str) -> String {
        let mut text = Text::new(text.to_owned());
        let range = Some(lsp_types::Range { start, end });
        text.apply(&TextDocumentContentChangeEvent {
            range,
            range_length: None,
            text: new.to_owned(),
        });
        assert_eq!(
            text,
            Text::new(text.as_str().to_owned()),
            "the index follows the change"
        );
        text.as_str().to_owned()
    }

    #[test]
    fn positions_count_utf16_units_and_lines_of_any_kind() {
        let content = "aé😀b\r\nc\rd\n\u{2028}e";
        let text = Text::new(content.to_owned());
        for (offset, _) in content.char_indices().filter(|(_, char)| *char != '\n') {
            assert_eq!(text.offset(text.position(offset)), offset, "{offset}");
        }
        assert_eq!(text.position(content.find('b').unwrap()), at(0, 4));
        assert_eq!(text.position(content.find('d').unwrap()), at(2, 0));
        assert_eq!(text.position(content.find('e').unwrap()), at(3, 1));
    }

    #[test]
    fn positions_that_the_text_does_not_have_are_moved_into_it() {
        let text = Text::new("a😀\r\nb".to_owned());
        assert_eq!(text.offset(at(0, 2)), 1, "inside of a surrogate pair");
        assert_eq!(text.offset(at(0, 99)), 5, "before the line break");
        assert_eq!(text.offset(at(1, u32::MAX)), 8);
        assert_eq!(text.offset(at(u32::MAX, 0)), 8);
        assert_eq!(text.position(2), at(0, 1), "inside of a character");
        assert_eq!(text.position(6), at(0, 3), "inside of a line break");
        assert_eq!(text.position(usize::MAX), at(1, 1));
    }

    #[test]
    fn changes_replace_what_they_name() {
        assert_eq!(changed("ab\ncd", at(0, 1), at(1, 1), "X"), "aXd");
        assert_eq!(changed("a\r\nb", at(0, 1), at(1, 0), ""), "ab");
        assert_eq!(changed("a\nb", at(0, 1), at(0, 1), "\r"), "a\r\nb");
        assert_eq!(
            changed("abc", at(0, 2), at(0, 1), "X"),
            "abXc",
            "an end before the start"
        );
        assert_eq!(changed("abc", at(7, 0), at(9, 0), "X"), "abcX");
        let mut text = Text::new("old".to_owned());
        text.apply(&TextDocumentContentChangeEvent {
            range: None,
            range_length: None,
            text: "new\n".to_owned(),
        });
        assert_eq!(text, Text::new("new\n".to_owned()));
    }
}
